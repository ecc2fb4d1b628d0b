import { simulateFloor } from "../../hw-sim/floor/run.ts";
import { MUST_BE_ZERO } from "../../hw-sim/floor/score.ts";
import type { FloorFault, FloorFaultOutcome } from "../../hw-sim/floor/faults.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import type { Figure, Part, Sizes } from "./figures.ts";

const PACE = 4;
const FAULTS: readonly FloorFault[] = [
  ...(["collector-killed", "collectors-killed", "database-killed", "database-frozen"] as const),
  ...(["unit-killed", "line-cut", "line-slow"] as const),
];
/** What happens in half an hour so often. */
const TIMES_IN_HALF_HOUR = 20;

/** A whole floor whose processes are killed: what the store came to, how soon records are there, and how soon all is caught up. */
export async function floorRun({ tables, minutes }: Sizes): Promise<Part> {
  const times = Math.max(1, Math.round((TIMES_IN_HALF_HOUR * minutes) / 30));
  const score = await simulateFloor(
    {
      tables,
      pace: PACE,
      collectors: 2,
      seed: "bench",
      seconds: minutes * 60,
      faults: FAULTS,
      times,
    },
    systemClock(),
  );
  const { quietSeen, quietAnswered, recordsPerSecond, faults } = score;
  const ofCore = (seconds: number): number => (seconds / score.seconds) * 100;
  return {
    title: "A floor that is played",
    about: `${tables} tables at ${PACE} times real pace for ${minutes} min, each of ${FAULTS.length} faults ${times} times; ${score.records} records, ${score.rounds} rounds`,
    figures: [
      ...MUST_BE_ZERO.map((name) => ({ name, value: score[name], unit: "", wanted: "0" })),
      { name: "records", value: recordsPerSecond, unit: "a second" },
      { name: "commit to the page's reading, p50", value: quietSeen.p50, unit: "ms", wanted: "≤ 250, painted" },
      {
        name: "commit to the page's reading, p99",
        value: quietSeen.p99,
        unit: "ms",
        wanted: "≤ 1,000, painted",
      },
      { name: "commit to the collector's answer, p50", value: quietAnswered.p50, unit: "ms" },
      { name: "commit to the collector's answer, p99", value: quietAnswered.p99, unit: "ms" },
      {
        name: "collectors, with their kills",
        value: ofCore(score.collectorSeconds),
        unit: "% of a core",
        wanted: "≤ 25 with database and page, at 100 records/s",
      },
      { name: "database", value: ofCore(score.databaseSeconds), unit: "% of a core" },
      { name: "a light table", value: score.megabytesPerTable, unit: "MB", wanted: "≤ 12" },
      ...FAULTS.flatMap((fault) => caughtUp(fault, faults)),
    ],
  };
}

/** The longest time after the end of such a fault until the store had everything. */
function caughtUp(fault: FloorFault, outcomes: readonly FloorFaultOutcome[]): readonly Figure[] {
  const times = outcomes.flatMap((one) => (one.fault === fault ? (one.caughtUpS ?? []) : []));
  if (times.length === 0) return [];
  const wanted = fault === "collectors-killed" ? { wanted: "≤ 30: all come again" } : {};
  return [{ name: `all stored after ${fault}`, value: Math.max(...times), unit: "s at the most", ...wanted }];
}
