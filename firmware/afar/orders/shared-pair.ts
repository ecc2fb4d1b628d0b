import { dirname, join } from "node:path";
import type { Config } from "../../table/config/config.ts";
import { replaceDurably } from "../../files/durable.ts";
import { errorText } from "../../problem.ts";
import type { Credentials } from "./credentials.ts";

/** Names beside `update.socket`. */
const CERTIFICATE = "unit-now.pem";
const KEY = "unit-now.key.pem";
/** The table's group reads it, in which the updater is. */
const MODE = 0o640;

/**
 * Lays the pair that counts beside the socket on which the updater asks the table: what the unit renews by itself, its updater shows at
 * a repository too. Without `update` in the configuration nothing is laid anywhere.
 */
export function sharePair(
  { update }: Pick<Config, "update">,
  { cert, key }: Credentials,
  onNotice: (line: string) => void,
): void {
  if (update === undefined) return;
  const folder = dirname(update.socket);
  try {
    for (const [name, text] of [
      [KEY, key],
      [CERTIFICATE, cert],
    ] as const)
      replaceDurably(join(folder, name), text, { mode: MODE, isExact: true });
  } catch (error) {
    onNotice(`remote: the certificate is not there for the updater: ${errorText(error)}`);
  }
}
