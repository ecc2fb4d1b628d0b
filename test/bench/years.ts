import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logInMode } from "../../src/record/mode.ts";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { capturedWheel } from "../support/captured-wheel.ts";
import { startProcess, writeConfig } from "../support/table-process.ts";
import { median, type Part } from "./figures.ts";
import { writeLongJournal } from "./long-journal.ts";

/** `TIRADA_BENCH_FOLDER`: where there are 20 GB for the largest one. */
const ROOM = process.env["TIRADA_BENCH_FOLDER"] ?? tmpdir();
const LOG = "tirada.test/bench";
const FEW = 10_000;
const MANY = Number(process.env["TIRADA_BENCH_RECORDS"] ?? 10_000_000);
/** A roulette's year: 4 records a round, 800,000 rounds. */
const YEAR = Math.min(MANY, 3_200_000);
const STARTS = 5;

/** How soon a table starts that has played for years, and how long a year's records take to verify. */
export async function years(): Promise<Part> {
  const folder = mkdtempSync(join(ROOM, "tirada-years-"));
  try {
    const few = await starts(join(folder, "few"), FEW);
    const many = await starts(join(folder, "many"), MANY);
    rmSync(join(folder, "many"), { recursive: true });
    const year = join(folder, "year");
    writeLongJournal({ folder: year, log: LOG, records: YEAR, isSigned: true });
    const { seconds, megabytes } = await verified(year);
    return {
      title: "Years",
      about: `whole tables on journals of ${FEW} and ${MANY} records, ${STARTS} starts each; then all of ${YEAR} verified`,
      figures: [
        { name: `to the screens' address, ${FEW} records`, value: few, unit: "ms" },
        {
          name: `to the screens' address, ${MANY} records`,
          value: many,
          unit: "ms",
          note: `${(many / few).toFixed(2)} of that`,
        },
        {
          name: `verify ${YEAR} records on all cores`,
          value: seconds,
          unit: "s",
          note: `${Math.round(YEAR / seconds)} records/s`,
        },
        { name: "most memory meanwhile", value: megabytes, unit: "MB" },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Median of some starts of a table on a journal of so many records, ms. */
async function starts(folder: string, records: number): Promise<number> {
  const clock = systemClock();
  const storage = join(folder, "storage");
  writeLongJournal({ folder: storage, log: logInMode(LOG, "test"), records, isSigned: false });
  const spans: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const wheel = await capturedWheel(folder, clock, 1);
    const config = writeConfig({ folder, wheel: wheel.path, log: LOG });
    const from = clock.now();
    const table = startProcess(["start", "--config", config]);
    await table.url;
    spans.push((clock.now() - from) / US_PER_MS);
    table.child.kill("SIGTERM");
    await table.ended;
    await wheel.close();
  }
  return median(spans);
}

/** How long `tirada verify` takes over a folder, and the most that its process ever had in memory (proc(5), `VmHWM`). */
async function verified(folder: string): Promise<{ readonly seconds: number; readonly megabytes: number }> {
  const clock = systemClock();
  const from = clock.now();
  const { child, ended } = startProcess(["verify", folder]);
  let megabytes = 0;
  const look = clock.every(US_PER_S / 5, "memory", () => {
    const text = readFileSync(`/proc/${child.pid ?? 0}/status`, "utf8");
    megabytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1] ?? megabytes * 1024) / 1024;
  });
  child.once("exit", () => look.cancel());
  const { status, stdout } = await ended;
  if (status !== 0) throw new Error(stdout);
  return { seconds: (clock.now() - from) / US_PER_S, megabytes };
}
