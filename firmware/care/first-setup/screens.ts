import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { editYaml, MAX_FILE_BYTES } from "../../../src/rules/yaml.ts";
import { isThere } from "../../files/disk.ts";
import { readTextFile } from "../../files/read-file.ts";
import { readScreensConfig } from "../../screens/kiosk/config.ts";
import { asRoot } from "./table-user.ts";

/** The port of the screens, where nobody names another. */
export const SCREEN_PORT = 8_470;
export const PORT_RANGE = { least: 1_024, most: 65_535 } as const;
/** Ports that are tried for a free one. */
const TRIED_MAX = 100;

/** Whether a server of this machine could have the port. */
export function isFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** The first free port from this one on. */
export async function freePort(from: number = SCREEN_PORT): Promise<number> {
  for (let port = from; port < from + TRIED_MAX && port <= PORT_RANGE.most; port++)
    if (await isFree(port)) return port;
  return from;
}

/** Where the configuration of the machine's own screens is. */
export const screensPathOf = (configPath: string): string => join(dirname(configPath), "screens.yaml");

/**
 * The configuration of the machine's own screens with the port that the table has: their service may not read the table's own. Null: it is
 * that port already. Throws a Problem for one that cannot be read.
 */
export function screensText(path: string, port: number): string | null {
  return asRoot(() => {
    if (readScreensConfig(path).port === port) return null;
    return editYaml(isThere(path) ? readTextFile(path, MAX_FILE_BYTES) : "", [[["port"], port]]);
  });
}
