import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Motion } from "../../src/analysis/motion.ts";
import type { Entry, SegmentHead } from "../../src/recording/entry.ts";
import { wallMs, rfc3339, US_PER_MS, type MonoUs } from "../../src/time/instant.ts";
import { WHEEL_TYPES } from "../table/config/devices.ts";
import { Problem } from "../problem.ts";
import { TextLogError } from "../table/recording/text-log.ts";
import { sessionInput } from "../table/pipeline/session-input.ts";
import type { PipelineState } from "../table/pipeline/pipeline.ts";
import { CAPTURE_LIMIT, CaptureError, readCapture } from "./capture.ts";
import { BoardMotion } from "./board-motion.ts";
import { completedFormat1 } from "./replay.ts";
import { setupOfHead } from "./recorded-setup.ts";

/** Recordings of one analysis, the newest; older ones are left out. */
export const RECORDINGS_READ = 200;

/** The motion in a recording, or why there is none. */
export type RecordedMotion = Motion | { readonly note: string } | { readonly ring: readonly string[] };

/**
 * The movements in a wheel's recordings, oldest first: each is read through its device's own session. Recordings of cards and
 * dice hold none and are not opened. A recording that cannot be read becomes a note.
 */
export function* recordedMotion(folder: string, most = RECORDINGS_READ): Generator<RecordedMotion> {
  if (!existsSync(folder)) return;
  const files = readdirSync(folder)
    .filter((name) => /^wheel-\d+\.jsonl$/.test(name))
    .sort();
  if (files.length > most) yield { note: `${files.length - most} older recordings were not read` };
  for (const file of files.slice(-most)) {
    try {
      yield* motionIn(join(folder, file));
    } catch (error) {
      if (!isKnown(error)) throw error;
      yield { note: `${file}: ${error.message}` };
    }
  }
}

/** Whether the error is one that a damaged recording, or one of another release, is refused with. */
const isKnown = (error: unknown): error is Error =>
  [CaptureError, TextLogError, Problem, RangeError].some((one) => error instanceof one);

function* motionIn(path: string): Generator<RecordedMotion> {
  if (statSync(path).size > CAPTURE_LIMIT) throw new CaptureError(`over ${CAPTURE_LIMIT} bytes, not read`);
  const { own, entries, isFormat1 } = readCapture(path);
  if (own === null || !WHEEL_TYPES.some(({ name }) => name === own.device)) return;
  if (typeof own.options["ring"] === "string") yield { ring: own.options["ring"].split(" ") };
  const setup = setupOfHead(own, null);
  const head = isFormat1 === true ? completedFormat1(own, setup) : own;
  const { devices } = setup;
  const days = new Days(head);
  const board = own.device === "sensor-board" ? new BoardMotion() : null;
  let { session } = head.state as PipelineState;
  for (const entry of entries) {
    const day = days.at(entry);
    if (board !== null && entry.k === "in") yield* board.read(entry.bytes, day);
    if (board !== null && (entry.k === "lost" || entry.k === "overrun")) board.forget();
    const input = sessionInput(entry, null);
    if (input === null) continue;
    const step = devices.step(session, { at: "port" in entry ? entry.port : null, input, isDue: false });
    session = step.state;
    for (const one of step.inputs)
      if (one.i === "observations")
        for (const seen of one.seen)
          if (seen.o === "rotor" && seen.rpm10 > 0) yield { m: "rotor", day, rpm10: seen.rpm10 };
  }
}

/** The day of each entry, from the pair of clocks that the recording names last. */
class Days {
  #clock: { readonly t: MonoUs; readonly wall: number };

  constructor({ t, wall }: SegmentHead) {
    this.#clock = { t, wall };
  }

  at(entry: Entry): string {
    if (entry.k === "clock") this.#clock = { t: entry.t, wall: entry.wall };
    const { t, wall } = this.#clock;
    return rfc3339(wallMs(wall + Math.floor((entry.t - t) / US_PER_MS))).slice(0, 10);
  }
}
