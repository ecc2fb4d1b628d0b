import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { cardEntries, diceEntries, wheelEntries, type PlayedEntries } from "./played-entries.ts";
import { fakeClock } from "../../src/time/fake-clock.ts";
import type { Entry } from "../../src/recording/entry.ts";
import type { Unit } from "../../firmware/unit/unit.ts";
import type { Mode } from "../../src/record/mode.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { unitHere, type UnitHere } from "./unit-here.ts";

/** A table that played and ended: its folder as it was left, and what it had shown. */
export interface LeftTable {
  readonly name: string;
  readonly played: PlayedEntries;
  readonly folder: string;
  /** Hashes of all records of which anybody was told, by their number. */
  readonly told: readonly string[];
  /** What its screens were drawn from when it last showed a result. */
  readonly result: Unit["shown"] | null;
  /** A copy of the folder, spoilt; that of its second copy lies beside it, where the table has one. */
  copy(spoil?: (folder: string) => void): string;
}

export interface LeftOptions {
  /** Records of an epoch, where not as many as usual. */
  readonly epochRecords?: number;
  /** Names of the tables to be made, `wheel killed` and the like; all, if none are named. */
  readonly only?: readonly string[];
  /** The tables keep a second copy. */
  readonly hasSecond?: boolean;
  /** A test, unless they are to count. */
  readonly mode?: Mode;
}

/** So often, and so far apart, a table with a second copy is looked at until its first epoch is closed. */
const LOOKS_MAX = 100;
const LOOK_US = 20_000;

/** Copies of folders without end wait for no disk here. */
const MEMORY = "/dev/shm";

/** What the tables of each family play. */
const FAMILIES: readonly (readonly [string, () => PlayedEntries | Promise<PlayedEntries>])[] = [
  ["wheel", () => wheelEntries(400)],
  ["cards", () => cardEntries(3, "tail")],
  ["dice", () => diceEntries(5, "tail")],
];

/** Tables of each family, killed or stopped in order, and a folder of all to be removed in the end. */
export async function leftTables(
  ends: readonly ("killed" | "stopped")[],
  options: LeftOptions = {},
): Promise<{ readonly tables: readonly LeftTable[]; readonly remove: () => void }> {
  const root = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), "tirada-left-"));
  const played = new Map<string, PlayedEntries>();
  const tables: LeftTable[] = [];
  for (const end of ends)
    for (const [family, play] of FAMILIES) {
      const name = `${family} ${end}`;
      if (options.only?.includes(name) === false) continue;
      const entries = played.get(family) ?? (await play());
      played.set(family, entries);
      tables.push(await leftTable(join(root, name), entries, end, options));
    }
  return { tables, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Where the second copy of a table's folder lies. */
export const secondOf = (folder: string): string => `${folder}-second`;

/** A table that plays these entries and ends so. */
export async function leftTable(
  folder: string,
  played: PlayedEntries,
  end: "killed" | "stopped",
  { epochRecords, hasSecond = false, mode = "test" }: LeftOptions = {},
): Promise<LeftTable> {
  const live = `${folder}-live`;
  const name = basename(folder);
  const copyAll = (from: string, to: string): void => {
    cpSync(from, to, { recursive: true });
    if (hasSecond) cpSync(secondOf(from), secondOf(to), { recursive: true });
  };
  // Two lives, so that there is more than one recording.
  const half = Math.floor(played.entries.length / 3);
  let result: Unit["shown"] | null = null;
  const feedAll = async (entries: readonly Entry[]): Promise<UnitHere> => {
    const clock = fakeClock(1_000);
    const here = await unitHere(live, played.setup, undefined, {
      clock,
      mode,
      ...(epochRecords !== undefined && { epochRecords }),
      ...(hasSecond && { second: { folder: secondOf(live) } }),
    });
    for (const entry of entries) {
      await here.unit.feed(entry);
      if (here.unit.shown.durable.verdict?.kind === "result") result = here.unit.shown;
      // Nothing is due by time but the look at the journal that closes epochs.
      if (epochRecords !== undefined) await here.look();
    }
    return here;
  };
  const first = await feedAll(played.entries.slice(0, half));
  first.kill();
  const table = await feedAll(played.entries);
  // What reads the epoch that is open, such as the second copy, puts its closing off.
  const closings = join(live, "journal.epochs", "closings.jsonl");
  for (let looks = 0; hasSecond && !existsSync(closings) && looks < LOOKS_MAX; looks++) {
    await systemClock().sleep(LOOK_US);
    await table.look();
  }
  if (table.unit.hasFailed) throw new Error(`the table ${name} failed`);
  if (end === "stopped") await table.unit.stop("test");
  copyAll(live, folder);
  if (end === "killed") table.kill();
  let copies = 0;
  return {
    name,
    played,
    folder,
    result,
    told: Array.from(table.told, (hash: string | undefined, seq) => hash ?? first.told[seq] ?? ""),
    copy: (spoil = () => undefined) => {
      const copy = `${folder}-${++copies}`;
      copyAll(folder, copy);
      spoil(copy);
      return copy;
    },
  };
}
