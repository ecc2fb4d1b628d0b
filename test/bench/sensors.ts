import type { Sent } from "../../hw-sim/lines/sent.ts";
import { newTableHead } from "../../firmware/replay/replay.ts";
import { PROFILES } from "../../hw-sim/sim/profiles.ts";
import { Scorer } from "../../hw-sim/sim/score.ts";
import { simulatedTable, simulatedWheel } from "../../hw-sim/sim/wheels.ts";
import { SIM_BOARD } from "../../hw-sim/sim/wheels.ts";
import { Pipeline } from "../../firmware/table/pipeline/pipeline.ts";
import { tableSetup, type TableSetup } from "../../firmware/table/setup/table-setup.ts";
import { monoUs } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { percentile, type Figure, type Part } from "./figures.ts";

const RULEBOOK = "cl/ruleta-francesa";
const SPINS = 200;
const ROUNDS = 5;
const EDGE = /[A-Za-z]+(?= |\*)/g;

/** A hand-spun wheel under the sensor board: what judging its edges costs, and how soon each void is announced. */
export function sensors(): Promise<Part> {
  return Promise.resolve(measured());
}

function measured(): Part {
  const clock = systemClock();
  const { lines, simulatedUs, setup } = recorded();
  const edges = lines.reduce((sum, { bytes }) => sum + edgesIn(bytes), 0);
  const seconds: number[] = [];
  const perLineUs: number[] = [];
  let memory = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const before = process.memoryUsage().rss;
    const from = clock.now();
    judge(setup, lines, round === ROUNDS ? (us) => perLineUs.push(us) : null);
    if (round > 0 && round < ROUNDS) seconds.push((clock.now() - from) / 1_000_000);
    memory = Math.max(memory, process.memoryUsage().rss - before);
  }
  const took = percentile(seconds, 0.5);
  return {
    title: "Edges of the sensor board judged",
    about: `${SPINS} spins of a simulated wheel, default noise and faults, ${lines.length} lines, ${edges} edges; median of ${ROUNDS - 1} rounds`,
    figures: [
      {
        name: "edges judged",
        value: edges / took,
        unit: "edges/s",
        note: `a wheel makes ${Math.round(edges / (simulatedUs / 1e6))}`,
      },
      { name: "share of one core at real time", value: (100 * took * 1e6) / simulatedUs, unit: "%" },
      {
        name: "edge line to verdict, p50",
        value: percentile(perLineUs, 0.5),
        unit: "µs",
        note: "bytes in to records out, not yet signed",
      },
      { name: "edge line to verdict, p99", value: percentile(perLineUs, 0.99), unit: "µs" },
      { name: "memory, largest growth in a round", value: memory / 1_048_576, unit: "MiB" },
      { name: "state of the session", value: JSON.stringify(sessionOf(setup, lines)).length, unit: "bytes" },
      ...announced(),
    ],
  };
}

/** The bytes of a simulated table, with the instant of each line. */
function recorded(): { lines: readonly Sent[]; simulatedUs: number; setup: TableSetup } {
  const table = simulatedTable({ rulebook: RULEBOOK, seed: "bench", profile: PROFILES.default, board: "fast" });
  const lines: Sent[] = [];
  for (let spins = 0; spins < SPINS; spins += table.drain().truth.length) {
    const sent = table.advance();
    lines.push(...sent);
    table.deliver(sent);
  }
  const { pack } = tableSetup(RULEBOOK, "sensor-board", []);
  const { calibration } = simulatedWheel(pack, "bench", PROFILES.default);
  const setup = tableSetup(RULEBOOK, "sensor-board", [], { calibration: { ...calibration, board: SIM_BOARD } });
  return { lines, simulatedUs: table.us, setup };
}

function opened(setup: TableSetup): Pipeline {
  const pipeline = new Pipeline(setup, newTableHead(setup, "bench", []));
  pipeline.feed({ k: "auto-open", t: monoUs(0) });
  pipeline.feed({ k: "open", t: monoUs(0), port: setup.port, name: "bench" });
  return pipeline;
}

function judge(setup: TableSetup, lines: readonly Sent[], each: ((us: number) => void) | null): void {
  const pipeline = opened(setup);
  const clock = systemClock();
  for (const { us, bytes } of lines) {
    const t = monoUs(Math.ceil(us));
    const from = each === null ? 0 : clock.now();
    pipeline.feed({ k: "in", t, port: setup.port, bytes });
    each?.(clock.now() - from);
  }
}

function sessionOf(setup: TableSetup, lines: readonly Sent[]): unknown {
  const pipeline = opened(setup);
  for (const { us, bytes } of lines.slice(0, 5_000))
    pipeline.feed({ k: "in", t: monoUs(Math.ceil(us)), port: setup.port, bytes });
  return pipeline.state.session;
}

function edgesIn(bytes: string): number {
  return bytes
    .split("\n")
    .reduce((sum, line) => (line.startsWith("E") ? sum + (line.match(EDGE) ?? []).length - 1 : sum), 0);
}

/** How long after the physics made it true each void is announced, in simulated time. */
function announced(): readonly Figure[] {
  const table = simulatedTable({
    rulebook: RULEBOOK,
    seed: "bench-voids",
    profile: PROFILES.rough,
    board: "fast",
  });
  const scorer = new Scorer(tableSetup(RULEBOOK, "sensor-board", []).pack);
  while (scorer.score.rounds < 3 * SPINS) {
    table.deliver(table.advance());
    const { records, truth } = table.drain();
    scorer.addRecords(records, truth, 3 * SPINS);
  }
  return Object.entries(scorer.score.latencyMs).map(([rule, all]) => ({
    name: `${rule}, cause to record, p50`,
    value: percentile(all, 0.5),
    unit: "ms",
    note: `p99 ${percentile(all, 0.99)} ms, ${all.length} voids in rough play`,
  }));
}
