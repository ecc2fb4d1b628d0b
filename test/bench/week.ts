import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { newTableHead } from "../../firmware/replay/replay.ts";
import { Pipeline } from "../../firmware/table/pipeline/pipeline.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { canonical } from "../../src/record/canonical.ts";
import { monoUs, US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { capturedLines } from "../support/captured-wheel.ts";
import { ss2 } from "../support/replayed.ts";
import type { Part } from "./figures.ts";

const WEEK_US = 7 * 86_400 * US_PER_S;
/** The wheel counts its games from 1 to this and begins again. */
const GAMES = 256;
const MIB = 1024 * 1024;

/** A week of play in simulated time: does anything grow? */
export async function week(): Promise<Part> {
  const clock = systemClock();
  const setup = ss2("cl/ruleta-francesa");
  const pipeline = new Pipeline(setup, newTableHead(setup, "bench", []));
  const kinds: Partial<Record<RecordBody["kind"], number>> = {};
  const from = clock.now();
  const feed = (entry: Parameters<Pipeline["feed"]>[0]): void => {
    for (const { body } of pipeline.feed(entry).records) kinds[body.kind] = (kinds[body.kind] ?? 0) + 1;
  };
  feed({ k: "auto-open", t: monoUs(0) });
  feed({ k: "open", t: monoUs(0), port: "wheel", name: "bench" });
  let lines = 0;
  let before = memory();
  for (const { t, bytes } of capturedFor(WEEK_US)) {
    for (let at = pipeline.wakeAt(); at !== null && at < t; at = pipeline.wakeAt()) {
      feed({ k: "tick", t: at });
      if (pipeline.wakeAt() === at) break;
    }
    feed({ k: "in", t, port: "wheel", bytes });
    // The first hour warms up.
    if (++lines === 7_200) before = memory();
  }
  const after = memory();
  const seconds = (clock.now() - from) / US_PER_S;
  await Promise.resolve();
  return {
    title: "A week of play",
    about:
      "captured games repeated for 7 days of simulated time through the pipeline; memory after garbage collection",
    figures: [
      { name: "lines", value: lines, unit: "lines" },
      { name: "results", value: kinds.result ?? 0, unit: "results" },
      {
        name: "other verdicts",
        value: (kinds.void ?? 0) + (kinds.undecided ?? 0) + (kinds.aborted ?? 0),
        unit: "rounds",
      },
      { name: "resident memory after an hour", value: before.rss, unit: "MiB" },
      { name: "resident memory after the week", value: after.rss, unit: "MiB" },
      { name: "heap after an hour", value: before.heap, unit: "MiB" },
      {
        name: "heap after the week",
        value: after.heap,
        unit: "MiB",
        note: `${signed(after.heap - before.heap)} MiB`,
      },
      { name: "state as JSON", value: JSON.stringify(pipeline.state).length, unit: "bytes" },
      { name: "durable table as JSON", value: canonical(pipeline.durable).length, unit: "bytes" },
      {
        name: "taken",
        value: seconds,
        unit: "s",
        note: `${Math.round(WEEK_US / US_PER_S / seconds)} times real time`,
      },
    ],
  };
}

/** The captured stretch over and over for so long, µs; game numbers and times go on. */
export function* capturedFor(spanUs: number): Generator<{ t: ReturnType<typeof monoUs>; bytes: string }> {
  const lines = capturedLines();
  const gameOf = (bytes: string): number | null => (bytes.startsWith("*X;") ? Number(bytes.slice(5, 8)) : null);
  const games = lines.flatMap(({ bytes }) => gameOf(bytes) ?? []);
  const [first = 0, last = 0] = [games[0], games.at(-1)];
  let t = 0;
  for (let offset = 0; ; offset += last - first + 1) {
    for (const { bytes, pauseUs } of lines) {
      if (t > spanUs) return;
      const game = gameOf(bytes);
      const next = game === null ? 0 : ((game - 1 + offset) % GAMES) + 1;
      yield {
        t: monoUs(t),
        bytes: game === null ? bytes : `${bytes.slice(0, 5)}${String(next).padStart(3, "0")}${bytes.slice(8)}`,
      };
      t += pauseUs;
    }
  }
}

function memory(): { rss: number; heap: number } {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss: rss / MIB, heap: heapUsed / MIB };
}

const signed = (value: number): string => `${value < 0 ? "" : "+"}${value.toFixed(2)}`;
