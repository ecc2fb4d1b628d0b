import { createConnection } from "node:net";
import { join } from "node:path";
import { MAX_FILE_BYTES, readYaml } from "../../../src/rules/yaml.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { readTextFile } from "../../files/read-file.ts";
import { ACTS_FILE } from "../../net/acts.ts";
import { errorText } from "../../problem.ts";
import { ActsFile, type Said } from "./acts-file.ts";

export interface KeepParts {
  readonly acts: Pick<ActsFile, "requireFewChanges" | "add" | "forget">;
  /** The login of who asked. */
  readonly who: string;
  /** Has the table record what waits. @returns the number of the newest act that is a record; null: no table runs */
  readonly tellTable: () => Promise<number | null>;
}

const WORDS_MAX = 400;

/**
 * Changes something as root. It is on the disk as begun before anything happens, and as done or failed after it; the table makes records of
 * both, now or with its next start. Rejects with what the change throws.
 */
export async function keepAct<T>(
  { verb, arguments: words }: Pick<Said, "verb" | "arguments">,
  parts: KeepParts,
  change: () => T | Promise<T>,
): Promise<T> {
  const said = { who: parts.who, verb, arguments: words.slice(0, WORDS_MAX) };
  const keep = async (outcome: Said["outcome"], why: string | null = null): Promise<void> => {
    parts.acts.add({ ...said, outcome, why });
    await tell(parts);
  };
  parts.acts.requireFewChanges();
  await tell(parts);
  await keep("begun");
  try {
    const made = await change();
    await keep("done");
    return made;
  } catch (error) {
    await keep("failed", errorText(error).slice(0, WORDS_MAX));
    throw error;
  }
}

/** A table that does not answer takes what waits with its next start. */
async function tell({ tellTable, acts }: KeepParts): Promise<void> {
  const number = await tellTable().catch(() => null);
  if (number !== null) acts.forget(number);
}

/** The configuration of the machine's own table. */
export const OWN_CONFIG = "/etc/tirada/table.yaml";
/** The table has so long to make its records, ms. */
const ANSWER_MS = 5_000;
const ANSWER_MAX = 4_096;
/** `tirada-root` has a record made of all that it starts. */
export const IS_KEPT = "TIRADA_ACT_IS_KEPT";

/** Where root's acts at this machine are kept. `group`: of the table, which reads them; null: of whoever makes the file. */
export function ownActs(group: number | null, clock: Pick<Clock, "wall">): KeepParts {
  return {
    acts: new ActsFile(ACTS_FILE, group, () => clock.wall()),
    who: loginOf(process.env["SUDO_USER"]),
    tellTable,
  };
}

/** sudo's own word; whoever is root himself can write any. */
const loginOf = (said: string | undefined): string =>
  said !== undefined && /^[a-z_][a-z0-9_-]{0,31}$/.test(said) ? said : "root";

/** The one word goes to the socket of the table that the machine's configuration names; what it is about, the table reads itself. */
async function tellTable(): Promise<number | null> {
  const yaml = readYaml(readTextFile(OWN_CONFIG, MAX_FILE_BYTES), OWN_CONFIG);
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
