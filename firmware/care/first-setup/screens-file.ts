import { dirname, join } from "node:path";
import { editYaml, MAX_FILE_BYTES } from "../../../src/rules/yaml.ts";
import { isThere } from "../../files/disk.ts";
import { readTextFile } from "../../files/read-file.ts";
import { readScreensConfig } from "../../screens/kiosk/config.ts";
import { asRoot } from "./table-user.ts";

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
