import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { appending } from "./append.ts";
import { ballsReading } from "./balls.ts";
import { cards } from "./cards.ts";
import { displayPage } from "./display-page.ts";
import { displayWeek } from "./display-week.ts";
import { diceHour } from "./dice-hour.ts";
import { diceLatency } from "./dice-latency.ts";
import { diceLines } from "./dice-lines.ts";
import { diceWatching } from "./dice-watch.ts";
import { diceReading } from "./dice.ts";
import { type Part, type Sizes } from "./figures.ts";
import { floorPage } from "./floor-page.ts";
import { floorRun } from "./floor-run.ts";
import { floorScale } from "./floor-scale.ts";
import { floorStore } from "./floor.ts";
import { journalOpening } from "./journal.ts";
import { latencies } from "./latency.ts";
import { throughput } from "./pipeline.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { smallMachine } from "./pi.ts";
import { rejudgeDay } from "./rejudge-day.ts";
import { releaseAtRest } from "./release.ts";
import {
  comparisonText,
  compareRuns,
  joinRuns,
  readRuns,
  tableOfRuns,
  textOfRuns,
  withTable,
  type RunsFile,
} from "./runs.ts";
import { sensors } from "./sensors.ts";
import { shoeTable } from "./shoe.ts";
import { startUp } from "./start-up.ts";
import { week } from "./week.ts";
import { years } from "./years.ts";

type Run = (sizes: Sizes) => Promise<Part>;

/**
 * `npm run bench [-- --json] [-- part …]`: how fast, how soon, how big. It measures and never judges; ratios are of one
 * run on one machine. The memory of the simulated week comes first, before other parts have used any. `--results` (of `display`; of `floor-scale` in thousands) and
 * `--days` (of `display-week`) say how much of them is played, `--tables` and `--minutes` (of `floor-run`: 500 and 30 are what is promised) how large a
 * floor. `--runs` has every part run so many times, in turn, so that each figure
 * has a spread; `--against FILE` holds this run against one that `--json` wrote, and marks what changed by more than both spreads;
 * `--page FILE` prints such a file into `docs/speed.md`.
 */
const PARTS: Readonly<Record<string, Run>> = {
  week,
  pipeline: throughput,
  sensors,
  latency: latencies,
  cards,
  shoe: shoeTable,
  "start-up": startUp,
  journal: journalOpening,
  append: appending,
  balls: ballsReading,
  dice: diceReading,
  "dice-watch": diceWatching,
  "dice-lines": diceLines,
};

/** Minutes each, or of no use on a machine that does other things: only when they are named. */
const ASKED: Readonly<Record<string, Run>> = {
  display: displayPage,
  "display-week": displayWeek,
  "floor-store": floorStore,
  "floor-scale": floorScale,
  "floor-page": floorPage,
  "floor-run": floorRun,
  "dice-latency": diceLatency,
  "dice-hour": diceHour,
  years,
  "rejudge-day": rejudgeDay,
  release: releaseAtRest,
  pi: smallMachine,
};

/** Parts that one name asks for. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  floor: ["floor-store", "floor-page", "floor-run"],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    against: { type: "string" },
    page: { type: "string" },
    runs: { type: "string", default: "1" },
    results: { type: "string", default: "120" },
    days: { type: "string", default: "7" },
    tables: { type: "string", default: "100" },
    minutes: { type: "string", default: "5" },
  },
});
const MOST_RUNS = 100;
const asked = positionals.flatMap((one) => TOGETHER[one] ?? [one]);

/** A count of the command line. Throws an Error that names the option. */
function countOf(option: "runs" | "results" | "days" | "tables" | "minutes", most: number): number {
  const count = Number(values[option]);
  if (Number.isInteger(count) && count >= 1 && count <= most) return count;
  throw new Error(`--${option} ${values[option]}: a whole number from 1 to ${most}`);
}

const kept = (file: string): RunsFile => readRuns(readFileSync(file, "utf8"), file);

async function measure(): Promise<RunsFile> {
  const sizes: Sizes = {
    results: countOf("results", 100_000),
    days: countOf("days", 400),
    tables: countOf("tables", 500),
    minutes: countOf("minutes", 30),
  };
  const all = { ...PARTS, ...ASKED };
  const unknown = asked.filter((name) => !(name in all));
  if (unknown.length > 0)
    throw new Error(`no part ${unknown.join(", ")}: there are ${Object.keys(all).join(", ")}`);
  const runs: Part[][] = [];
  for (let run = 1; run <= countOf("runs", MOST_RUNS); run++) {
    const parts: Part[] = [];
    for (const [name, measurePart] of Object.entries(all)) {
      if (asked.length > 0 ? !asked.includes(name) : name in ASKED) continue;
      process.stderr.write(`bench: ${name}${run > 1 ? ` (${run})` : ""} …\n`);
      parts.push(await measurePart(sizes));
    }
    runs.push(parts);
  }
  return { machine: { node: process.version, cpus: cpus().map(({ model }) => model) }, parts: joinRuns(runs) };
}

/** Puts the table of a file between the marks of `docs/speed.md`. */
function printPage(file: string): void {
  const page = new URL("../../docs/speed.md", import.meta.url);
  const { machine, parts } = kept(file);
  const about = `Node ${machine.node}, ${machine.cpus.length} × ${machine.cpus[0] ?? "?"}`;
  writeFileSync(page, withTable(readFileSync(page, "utf8"), `${about}\n\n${tableOfRuns(parts)}`));
}

if (values.page !== undefined) printPage(values.page);
else {
  // A file that cannot be read is said before minutes of measuring.
  const former = values.against === undefined ? null : kept(values.against);
  const measured = await measure();
  if (values.json) process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
  else
    process.stdout.write(
      former === null ? textOfRuns(measured.parts) : comparisonText(compareRuns(former.parts, measured.parts)),
    );
}
