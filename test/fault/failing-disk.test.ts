import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { randomFrom } from "../../src/time/random-source.ts";
import { EPOCH_RECORDS, playOnFailingDisk, type DiskRunReport } from "../support/disk-runs.ts";
import { DISK_FAULTS, type DiskFault } from "../support/disk-faults.ts";
import { leftTables, type LeftTable } from "../support/killed-tables.ts";
import { runSeed, runSeedNumber, SOAK, volume, more } from "../support/volume.ts";

/**
 * Whole tables in this process, on a disk that fails at one of their calls or from it on. Nothing of which anybody was told may be
 * lost, a failing disk ends certifying, and what is left opens again or is refused with a name.
 */

const RUNS = Number(process.env["TIRADA_DISK_RUNS"] ?? volume(more(2, 6), 10_000));
/** The seed of one run, to be repeated alone. */
const ONE = process.env["TIRADA_DISK_SEED"];
const LONGEST = 160;
/** A run makes some 1,000 to 2,000 calls. */
const CALLS = 1_800;

const left = await leftTables(["killed", "stopped"], { epochRecords: EPOCH_RECORDS });
const empty = mkdtempSync(join(tmpdir(), "tirada-disk-"));
afterAll(() => {
  left.remove();
  rmSync(empty, { recursive: true, force: true });
});
let folders = 0;

/** A folder of its own: what a table left, or nothing yet. */
function folderOf(table: LeftTable, isFresh: boolean): string {
  if (!isFresh) return table.copy();
  const folder = join(empty, String(folders++));
  mkdirSync(folder);
  return folder;
}

interface Planned {
  readonly table: LeftTable;
  readonly isFresh: boolean;
  readonly fault: DiskFault;
  readonly after: number;
  readonly entries: number;
  readonly seed: string;
  readonly end: "stopped" | "killed";
  readonly isControl?: boolean;
}

function plannedBy(seed: string): Planned {
  const random = randomFrom(seed);
  return {
    table: random.pick(left.tables),
    isFresh: random.oneIn(4),
    fault: random.pick(DISK_FAULTS),
    after: random.below(random.oneIn(2) ? CALLS : CALLS / 8),
    entries: 20 + random.below(LONGEST),
    seed: random.oneIn(2) ? `${seed}/cut` : seed,
    end: random.oneIn(2) ? "stopped" : "killed",
  };
}

async function play(planned: Planned): Promise<DiskRunReport> {
  const { table, isFresh, ...plan } = planned;
  const folder = folderOf(table, isFresh);
  try {
    const told = isFresh ? [] : table.told;
    return await playOnFailingDisk({ ...plan, folder, told, played: table.played });
  } finally {
    for (const gone of [folder, `${folder}-away`]) rmSync(gone, { recursive: true, force: true });
  }
}

/** What may not be, with all that repeats it. */
function complaint({ table, isFresh, fault, after }: Planned, report: DiskRunReport, seed: string): string {
  const where = `${isFresh ? "a first start" : table.name}, ${fault} after ${after} calls`;
  return `TIRADA_DISK_SEED="${seed}" (${where}, hit ${report.hit ?? "nothing"}, ${report.how}: ${report.why ?? "-"})\n  ${report.wrong.join("\n  ")}`;
}

test("whatever call fails, and however: what was told is there, and nothing else is certified", async () => {
  const complaints: string[] = [];
  const seen = new Map<string, number>();
  for (let run = 0; run < (ONE === undefined ? RUNS : 1); run++) {
    const seed = ONE ?? `${runSeed("failing disk")}/${run}`;
    const planned = plannedBy(seed);
    const report = await play(planned);
    const kind = `${planned.fault} ${report.hit === null ? "not reached" : report.how}`;
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    if (report.wrong.length > 0) complaints.push(complaint(planned, report, seed));
  }
  expect(complaints).toEqual([]);
  if (RUNS >= 1_000 && ONE === undefined)
    console.log(
      [...seen]
        .sort()
        .map(([kind, count]) => `${kind}: ${count}`)
        .join("\n"),
    );
}, 7_200_000);

test("a table that did not sync what it says would be found: a disk that lies loses, and each loss is seen", async () => {
  const found: string[] = [];
  const losses = [/record \d+ was told and is/, /the picture [0-9a-f]+ was told and is gone/];
  for (let run = 0; run < 12 && !losses.every((loss) => loss.test(found.join("\n"))); run++) {
    const seed = `control ${run}/cut`;
    const table = randomFrom(seed).pick(left.tables);
    const plan = { fault: "lying-sync", after: 0, entries: 60, end: "killed", isControl: true } as const;
    found.push(...(await play({ ...plan, table, isFresh: false, seed })).wrong);
  }
  for (const loss of losses) expect(found.join("\n")).toMatch(loss);
});

/** Entries of the run of which every call is tried. */
const SHORT = 8;
const FAULTS_TRIED = DISK_FAULTS.filter((fault) =>
  (process.env["TIRADA_DISK_FAULT"] ?? fault).split(",").includes(fault),
);

test.each(left.tables.filter(({ name }) => name.endsWith("killed")))(
  "$name: every fault at every call of a short run",
  async (table) => {
    const plan = { table, isFresh: false, entries: SHORT, end: "stopped" } as const;
    const whole = await play({ ...plan, fault: "slow", after: Infinity, seed: "whole" });
    expect(whole).toMatchObject({ how: "played", hit: null, wrong: [] });
    const complaints: string[] = [];
    let runs = 0;
    for (const fault of FAULTS_TRIED)
      for (
        let at: number | null = SOAK ? 0 : runSeedNumber(`${table.name} ${fault}`) % whole.calls;
        at !== null;
      ) {
        const planned = { ...plan, fault, after: at, seed: `${fault} ${at}` };
        const report = await play(planned);
        if (report.wrong.length > 0) complaints.push(complaint(planned, report, planned.seed));
        at = report.hitAt === null || !SOAK ? null : report.hitAt + 1;
        runs++;
      }
    expect(complaints).toEqual([]);
    if (SOAK) console.log(`${table.name}: ${runs} runs, ${whole.calls} calls in one that goes well`);
  },
  7_200_000,
);
