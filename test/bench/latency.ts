import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { openPty } from "../../hw-sim/lines/pty.ts";
import { Pipeline } from "../../firmware/table/pipeline/pipeline.ts";
import { runTable } from "../../firmware/unit/run.ts";
import { toBytes } from "../../src/recording/codec.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { capturedLines } from "../support/captured-wheel.ts";
import { configOf } from "../support/journal-reading.ts";
import { writeConfig } from "../support/table-process.ts";
import { percentile, type Figure, type Part } from "./figures.ts";
import { paintWatch } from "./paint.ts";

const RESULTS = 80;
/** What one status line of 21 characters takes at 9600 baud, 8N1. */
const LINE_MS = 22;
/** Between lines, and around those that decide, so that nothing of one result is still under way at the next. */
const PAUSE_US = 3_000;
const DECIDING_PAUSE_US = 120_000;

/** Instants of one result, µs of the machine's monotonic clock. */
export interface Moments {
  read: number;
  judged: number;
  committed: number;
}

/** From the last byte of the deciding line, written into the terminal, to each place that it passes. */
export async function latencies(): Promise<Part> {
  const clock = systemClock();
  const folder = mkdtempSync(join(tmpdir(), "tirada-bench-"));
  const pty = await openPty({ path: join(folder, "wheel") });
  const results = new Map<number, Moments>();
  const stopWatching = watchVerdicts(clock, results);
  const table = await runTable({
    config: configOf(writeConfig({ folder, wheel: pty.path })),
    clock,
    onRecord: ({ body, seq }) => {
      const moments = results.get(seq);
      if (body.kind === "result" && moments !== undefined) moments.committed = clock.now();
    },
    onNotice: () => undefined,
  });
  const client = new Worker(new URL("./socket-client.ts", import.meta.url), { workerData: table.url });
  await new Promise((resolve) => client.once("message", resolve));
  const received = new Map<number, number>();
  client.on("message", ({ seq, at }: { seq: number; at: number }) => received.set(seq, at));
  const screen = await paintWatch(table.url, clock);
  const written = await play(
    (bytes) => pty.write(bytes),
    clock,
    () => results.size >= RESULTS,
  );
  await clock.sleep(500_000);
  const painted = await screen.painted();
  await screen.close();
  await client.terminate();
  await table.stop("bench");
  await pty.close();
  stopWatching();
  rmSync(folder, { recursive: true });
  return part(written, results, received, painted);
}

/** Notes when each result left the pipeline, before anything was made durable. */
export function watchVerdicts(clock: Clock, results: Map<number, Moments>): () => void {
  const own = Reflect.get(Pipeline.prototype, "feed");
  Pipeline.prototype.feed = function (entry) {
    const fed = own.call(this, entry);
    for (const { body, seq } of fed.records) {
      if (body.kind === "result")
        results.set(seq, { read: entry.t, judged: clock.now(), committed: Number.NaN });
    }
    return fed;
  };
  return () => {
    Pipeline.prototype.feed = own;
  };
}

/** Plays captured games fast, with a rest before and after what may decide. Gives the instant before each write. */
export async function play(
  write: (bytes: Uint8Array) => Promise<void>,
  clock: Clock,
  enough: () => boolean | Promise<boolean>,
  restUs = DECIDING_PAUSE_US,
): Promise<number[]> {
  const written: number[] = [];
  let state = "";
  for (const { bytes } of capturedLines()) {
    if (await enough()) break;
    const unframed = !bytes.startsWith("*X;");
    const turning = !unframed && bytes[3] === "5" && state !== "5";
    if (!unframed) state = bytes[3] ?? "";
    if (turning) await clock.sleep(restUs);
    written.push(clock.now());
    await write(toBytes(bytes));
    await clock.sleep(turning ? restUs : PAUSE_US);
  }
  return written;
}

function part(
  written: readonly number[],
  results: ReadonlyMap<number, Moments>,
  received: ReadonlyMap<number, number>,
  painted: readonly number[],
): Part {
  return {
    title: "From the last byte to the screen",
    about: "since the deciding line was handed to the pseudo-terminal (its two pipes are in every figure)",
    figures: figuresOfMoments(written, results, received, painted),
  };
}

/** From the last write before each result to each place that it passes: instants of writes, results, messages and paints. */
export function figuresOfMoments(
  written: readonly number[],
  results: ReadonlyMap<number, Moments>,
  received: ReadonlyMap<number, number>,
  painted: readonly number[],
  restUs = DECIDING_PAUSE_US,
): Figure[] {
  const spans: Record<string, number[]> = { read: [], judged: [], committed: [], received: [], painted: [] };
  for (const [seq, moments] of results) {
    // The line that decided is the newest one that was written when its bytes were read.
    const start = written.findLast((at) => at <= moments.read) ?? Number.NaN;
    const seen = received.get(seq) ?? Number.NaN;
    const drawn = painted.find((at) => at > moments.judged) ?? Number.NaN;
    const ends = {
      ...moments,
      received: seen,
      painted: drawn - start > restUs ? Number.NaN : drawn,
    };
    for (const [name, at] of Object.entries(ends)) {
      const ms = (at - start) / US_PER_MS;
      if (Number.isFinite(ms)) spans[name]?.push(ms);
    }
  }
  const names: Record<string, string> = {
    read: "bytes read",
    judged: "verdict",
    committed: "record signed and durable",
    received: "web socket message at a local client",
    painted: "pixels painted in Chromium",
  };
  const known = Object.entries(spans).filter(([, values]) => values.length > 0);
  return known.flatMap(([name, values]): Figure[] =>
    [0.5, 0.99].map((share) => {
      const value = percentile(values, share);
      const note = `${(value / LINE_MS).toFixed(2)} of a status line's ${LINE_MS} ms, ${values.length} results`;
      return { name: `${names[name] ?? name}, p${share * 100}`, value, unit: "ms", note };
    }),
  );
}
