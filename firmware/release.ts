import { readFileSync } from "node:fs";

const MANIFEST = new URL("../package.json", import.meta.url);

/** The release that runs, as every record names it. */
export const RELEASE: string = (JSON.parse(readFileSync(MANIFEST, "utf8")) as { version: string }).version;
