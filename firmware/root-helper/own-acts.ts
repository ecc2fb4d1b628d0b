import { createConnection } from "node:net";
import { join } from "node:path";
import { MAX_FILE_BYTES, readYaml } from "../../src/rules/yaml.ts";
import type { Clock } from "../../src/time/clock.ts";
import { asRoot } from "../first-setup/table-user.ts";
import { readTextFile } from "../read-file.ts";
import { ActsFile } from "./acts-file.ts";
import { ACTS_FILE } from "./acts.ts";
import { keepAct, type KeepParts } from "./keep-act.ts";

const CONFIG = "/etc/tirada/table.yaml";
/** The table has so long to make its records, ms. */
const ANSWER_MS = 5_000;
const ANSWER_MAX = 4_096;
/** `tirada-root` has a record made of all that it starts. */
export const IS_KEPT = "TIRADA_ACT_IS_KEPT";

/** Where root's acts at this machine are kept. `group`: of the table, which reads them; null: of whoever makes the file. */
export function ownActs(group: number | null, clock: Pick<Clock, "wall">): KeepParts {
  const file = new ActsFile(ACTS_FILE, group, () => clock.wall());
  return {
    acts: {
      requireFew: () => asRoot(() => file.requireFew()),
      add: (said) => asRoot(() => file.add(said)),
      forget: (number) => asRoot(() => file.forget(number)),
    },
    who: loginOf(process.env["SUDO_USER"]),
    tellTable,
  };
}

/** Whether a record has to be made of what this process changes as root: at the machine's own table, unless another one makes it. */
export const isToBeKept = (
  configPath: string,
  { uid, isKept }: { readonly uid: number | undefined; readonly isKept: boolean },
): boolean => uid === 0 && configPath === CONFIG && !isKept;

/** Changes something of the table of this configuration, with a record of it as `tirada-root` has them made. */
export async function keptAct<T>(
  verb: string,
  configPath: string,
  clock: Pick<Clock, "wall">,
  change: () => Promise<T>,
): Promise<T> {
  const here = { uid: process.getuid?.(), isKept: process.env[IS_KEPT] !== undefined };
  if (!isToBeKept(configPath, here)) return change();
  // By now it acts as the table's user.
  return keepAct({ verb, arguments: "" }, ownActs(process.getegid?.() ?? null, clock), change);
}

/** sudo's own word; whoever is root himself can write any. */
const loginOf = (said: string | undefined): string =>
  said !== undefined && /^[a-z_][a-z0-9_-]{0,31}$/.test(said) ? said : "root";

/** The one word goes to the socket of the table that the machine's configuration names; what it is about, the table reads itself. */
async function tellTable(): Promise<number | null> {
  const yaml = readYaml(readTextFile(CONFIG, MAX_FILE_BYTES), CONFIG);
  const { storage } = ((yaml.ok && yaml.value) || {}) as { readonly storage?: { readonly folder?: unknown } };
  return typeof storage?.folder === "string" ? askTable(join(storage.folder, "unit.sock")) : null;
}

/** @returns the number of the newest act that is a record; null: no table answered */
export async function askTable(socket: string, limitMs = ANSWER_MS): Promise<number | null> {
  const talk = createConnection({ path: socket, signal: AbortSignal.timeout(limitMs) });
  let text = "";
  try {
    talk.write('{"do":"acts"}\n');
    for await (const piece of talk) {
      text += String(piece);
      if (text.length > ANSWER_MAX) return null;
    }
    const said = JSON.parse(text) as { readonly ok?: boolean; readonly lines?: readonly string[] };
    const number = said.ok === true ? Number(said.lines?.[0]) : Number.NaN;
    return Number.isSafeInteger(number) ? number : null;
  } catch {
    return null;
  } finally {
    talk.destroy();
  }
}
