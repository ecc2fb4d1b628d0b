import { appendFileSync, readFileSync } from "node:fs";
import { once } from "node:events";
import { streamHeader } from "../../hw-sim/models/dice/stream.ts";
import { systemClock } from "../../src/time/system-clock.ts";

/**
 * A camera program for the bench: plays frames of a film at its pace as YUV4MPEG2, and notes when the last frame in which
 * dice move was handed over. Argument: a JSON file, see `CameraPlay`.
 */
export interface CameraPlay {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** File of bare frames. */
  readonly film: string;
  /** Numbers of frames in the order to be shown, the last one for ever. */
  readonly order: readonly number[];
  /** Places in `order` at which something moved for the last time. */
  readonly lastMoves: readonly number[];
  /** A line is added for each of them: µs of the machine's monotonic clock. */
  readonly log: string;
}

const [file = ""] = process.argv.slice(2);
const { width, height, fps, film, order, lastMoves, log } = JSON.parse(
  readFileSync(file, "utf8"),
) as CameraPlay;
const frames = readFileSync(film);
const head = Buffer.from("FRAME\n");
const clock = systemClock();
process.stdout.write(streamHeader("y4m", width, height, fps));
const from = clock.now();
for (let at = 0; ; at++) {
  await clock.sleep(Math.max(0, from + Math.round((at * 1e6) / fps) - clock.now()));
  const last = order.length - 1;
  // At the end the last two change places: a camera never gives the same picture twice.
  const number = order[at <= last ? at : last - ((at - last) % 2)] ?? 0;
  const size = width * height;
  process.stdout.write(head);
  const isTaken = process.stdout.write(frames.subarray(number * size, (number + 1) * size));
  if (lastMoves.includes(at)) appendFileSync(log, `${clock.now()}\n`);
  if (!isTaken) await once(process.stdout, "drain");
}
