import { appending } from "./append.ts";
import { cards } from "./cards.ts";
import { displayPage, displayWeek } from "./display-page.ts";
import { diceHour } from "./dice-hour.ts";
import { diceLatency } from "./dice-latency.ts";
import { diceLines } from "./dice-lines.ts";
import { diceWatching } from "./dice-watch.ts";
import { diceReading } from "./dice.ts";
import { printParts, type Part } from "./figures.ts";
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

/**
 * `npm run bench [-- --json] [-- part …]`: how fast, how soon, how big. It measures and never judges; ratios are of one
 * run on one machine. The memory of the simulated week comes first, before other parts have used any.
 */
const PARTS: Readonly<Record<string, () => Promise<Part>>> = {
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
const ASKED: Readonly<Record<string, () => Promise<Part>>> = {
  display: displayPage,
  "display-week": displayWeek,
  "dice-latency": diceLatency,
  "dice-hour": diceHour,
  years,
  "rejudge-day": rejudgeDay,
  release: releaseAtRest,
};

const args = process.argv.slice(2);
const asked = args.filter((arg) => !arg.startsWith("--"));
const parts: Part[] = [];
for (const [name, run] of Object.entries({ ...PARTS, ...ASKED })) {
  if (asked.length > 0 ? !asked.includes(name) : name in ASKED) continue;
  process.stderr.write(`bench: ${name} …\n`);
  parts.push(await run());
}
if (args.includes("--json")) {
  const machine = { node: process.version, cpus: (await import("node:os")).cpus().map(({ model }) => model) };
  process.stdout.write(`${JSON.stringify({ machine, parts }, null, 2)}\n`);
} else printParts(parts);
