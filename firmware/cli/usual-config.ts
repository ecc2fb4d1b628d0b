import { isThere } from "../files/disk.ts";

/** Where the set-up writes the configuration of the one table of a machine. */
export const USUAL_CONFIG = "/etc/tirada/table.yaml";

/** The configuration of this machine's table, where nobody named one; undefined: there is none. */
export const usualConfig = (): string | undefined => (isThere(USUAL_CONFIG) ? USUAL_CONFIG : undefined);
