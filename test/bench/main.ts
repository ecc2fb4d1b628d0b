import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { appending } from "./append.ts";
import { cards } from "./cards.ts";
import { displayPage } from "./display-page.ts";
import { displayWeek } from "./display-week.ts";
import { diceHour } from "./dice-hour.ts";
import { diceLatency } from "./dice-latency.ts";
import { diceLines } from "./dice-lines.ts";
import { diceWatching } from "./dice-watch.ts";
import { diceReading } from "./dice.ts";
import { printParts, type Part, type Sizes } from "./figures.ts";
import { floorPage } from "./floor-page.ts";
import { floorStore } from "./floor.ts";
import { journalOpening } from "./journal.ts";
import { latencies } from "./latency.ts";
import { throughput } from "./pipeline.ts";
import { rejudgeDay } from "./rejudge-day.ts";
import { releaseAtRest } from "./release.ts";
import { sensors } from "./sensors.ts";
import { shoeTable } from "./shoe.ts";
import { startUp } from "./start-up.ts";
import { week } from "./week.ts";
import { years } from "./years.ts";

type Run = (sizes: Sizes) => Promise<Part>;

/**
 * `npm run bench [-- --json] [-- part …]`: how fast, how soon, how big. It measures and never judges; ratios are of one
 * run on one machine. The memory of the simulated week comes first, before other parts have used any. `--results` (of `display`) and
 * `--days` (of `display-week`) say how much of them is played.
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
  dice: diceReading,
  "dice-watch": diceWatching,
  "dice-lines": diceLines,
};

/** Minutes each, or of no use on a machine that does other things: only when they are named. */
const ASKED: Readonly<Record<string, Run>> = {
  display: displayPage,
  "display-week": displayWeek,
  "floor-store": floorStore,
  "floor-page": floorPage,
  "dice-latency": diceLatency,
  "dice-hour": diceHour,
  years,
  "rejudge-day": rejudgeDay,
  release: releaseAtRest,
};

/** Parts that one name asks for. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = { floor: ["floor-store", "floor-page"] };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    results: { type: "string", default: "120" },
    days: { type: "string", default: "7" },
  },
});
const sizes: Sizes = { results: Number(values.results), days: Number(values.days) };
const asked = positionals.flatMap((one) => TOGETHER[one] ?? [one]);
const parts: Part[] = [];
for (const [name, run] of Object.entries({ ...PARTS, ...ASKED })) {
  if (asked.length > 0 ? !asked.includes(name) : name in ASKED) continue;
  process.stderr.write(`bench: ${name} …\n`);
  parts.push(await run(sizes));
}
if (values.json) {
  const machine = { node: process.version, cpus: cpus().map(({ model }) => model) };
  process.stdout.write(`${JSON.stringify({ machine, parts }, null, 2)}\n`);
} else printParts(parts);
