import { readdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sha256Hex } from "../../src/record/bytes.ts";
import { JournalError } from "../../firmware/files/errors.ts";
import { Problem } from "../../firmware/problem.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import { leftTables, type LeftTable } from "../support/killed-tables.ts";
import { rereadAll, unitHere, type UnitHere } from "../support/unit-here.ts";

/**
 * Random damage to everything in the storage folder of a table that was killed, and of one that was stopped in order. Whatever is
 * damaged, of three things one is true: the start is refused; every record that was shown is there as it was shown; or it was made
 * again, the very same, and a record says so. No number is signed for two lines. `TIRADA_SOAK=1` does all of it, for about an hour;
 * `TIRADA_SEED` plays one seed again.
 */

const SOAK = process.env["TIRADA_SOAK"] === "1";
const FLIPS = Number(process.env["TIRADA_FLIPS"] ?? (SOAK ? 100_000 : 100));
const OTHERS = SOAK ? 1_000 : 60;
const SEED = process.env["TIRADA_SEED"] ?? "storage";

const left = await leftTables(["killed", "stopped"]);
/** The same in epochs of a few records: what is closed is read again later. */
const divided = await leftTables(["killed", "stopped"], { epochRecords: 12 });
const tables = [...left.tables, ...divided.tables];
afterAll(() => {
  left.remove();
  divided.remove();
});

type Attack = (folder: string, random: RandomSource) => string;

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();

const flip: Attack = (folder, random) => {
  // An empty file has nothing to be flipped.
  const name = random.pick(filesIn(folder).filter((one) => statSync(join(folder, one)).size > 0));
  const path = join(folder, name);
  const bytes = readFileSync(path);
  const at = random.below(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  writeFileSync(path, bytes);
  return `bit ${at} of ${name}`;
};

const cut: Attack = (folder, random) => {
  const name = random.pick(filesIn(folder));
  const path = join(folder, name);
  const to = random.oneIn(4) ? 0 : random.below(statSync(path).size + 1);
  truncateSync(path, to);
  return `${name} cut to ${to}`;
};

const exchange: Attack = (folder, random) => {
  const names = filesIn(folder);
  const [one, other] = [random.pick(names), random.pick(names)];
  const at = (name: string): string => join(folder, name);
  renameSync(at(one), at("away"));
  if (one !== other) renameSync(at(other), at(one));
  renameSync(at("away"), at(other));
  return `${one} and ${other} exchanged`;
};

const remove: Attack = (folder, random) => {
  const name = random.pick([...filesIn(folder), "recordings"]);
  rmSync(join(folder, name), { recursive: true });
  return `${name} removed`;
};

/** Starts the unit on a damaged folder. How did it go? */
async function outcome(
  table: LeftTable,
  folder: string,
  what: string,
): Promise<"refused" | "whole" | "restored"> {
  let unit: Awaited<ReturnType<typeof unitHere>>;
  try {
    unit = await unitHere(folder, table.played.setup);
  } catch (error) {
    const known = error instanceof JournalError || error instanceof Problem;
    expect(known ? "" : String((error as Error).stack), `${what}: one line, no defect`).toBe("");
    expect((error as Error).message.split("\n"), what).toHaveLength(1);
    return "refused";
  }
  try {
    const found = rereadProblem(unit);
    if (found !== null) return "refused";
    const hashes: string[] = [];
    for (let from = 0; from < unit.storage.store.head.seq; from += 500)
      hashes.push(...unit.storage.store.records(from, 500).map(({ line }) => sha256Hex(line)));
    expect(hashes.slice(0, table.told.length), `${what}: what was shown`).toEqual(table.told);
    return unit.kinds.includes("restored") ? "restored" : "whole";
  } finally {
    unit.kill();
  }
}

/** What reading the closed epochs again finds; null: nothing. */
function rereadProblem(unit: UnitHere): string | null {
  try {
    rereadAll(unit);
    return null;
  } catch (error) {
    if (error instanceof JournalError) return error.message;
    throw error;
  }
}

async function attacked(
  attacks: readonly Attack[],
  times: number,
  name: string,
): Promise<Record<string, number>> {
  const count: Record<string, number> = { refused: 0, whole: 0, restored: 0 };
  for (let n = 0; n < times; n++) {
    const random = randomFrom(`${SEED}/${name}/${n}`);
    const table = random.pick(tables);
    let what = "";
    const folder = table.copy((copy) => void (what = random.pick(attacks)(copy, random)));
    const how = await outcome(table, folder, `seed ${SEED}, ${name} ${n}, ${table.name}: ${what}`);
    count[how] = (count[how] ?? 0) + 1;
    rmSync(folder, { recursive: true });
  }
  return count;
}

const HOUR = 7_200_000;

test(
  `${FLIPS} flipped bits: nothing that was shown is missing in silence (seed ${SEED})`,
  { timeout: HOUR },
  async () => {
    const count = await attacked([flip], FLIPS, "flip");
    // Else the flips would have proven nothing; a hundred of them need not meet each of these.
    expect((count["refused"] ?? 0) + (count["restored"] ?? 0)).toBeGreaterThan(0);
    if (FLIPS >= 1_000) for (const how of ["refused", "restored"]) expect(count[how], how).toBeGreaterThan(0);
  },
);

test(
  `${OTHERS} cuts, exchanges and removals: nothing that was shown is missing in silence (seed ${SEED})`,
  { timeout: HOUR },
  async () => {
    const count = await attacked([cut, exchange, remove], OTHERS, "other");
    // Sixty of them need not meet each of these; a thousand do.
    const met = OTHERS < 1_000 ? ["refused"] : ["refused", "restored", "whole"];
    for (const how of met) expect(count[how], how).toBeGreaterThan(0);
  },
);
