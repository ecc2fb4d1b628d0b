import { execFileSync } from "node:child_process";
import { close, closeSync, constants, openSync, read, writeSync } from "node:fs";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_MS } from "../../../src/time/instant.ts";
import { toBytes, toText } from "../../../src/recording/codec.ts";

/** A modelled device on the gadget's side of a line, in the time of a clock: what it says goes out, what the host says comes in. */

/** A model: it is stepped with what the host sent since, and gives what it sends, a text for each message. */
export type Step = (us: number, host: string) => readonly string[];

const STEP_US = 4 * US_PER_MS;
/** Messages that may wait for the host to ask for them. */
const WAITING_MAX = 64;
/** A gadget's line is hung up when its plug is pulled; it is opened anew until somebody is there. */
const AGAIN_US = 100 * US_PER_MS;

/** Plays `step` on `path` until it is stopped. A line (`/dev/ttyGS…`) is made raw; bytes that nobody reads are lost, as on a cable. */
export function play(path: string, step: Step, clock: Clock): { stop(): void } {
  const isLine = path.startsWith("/dev/ttyGS");
  let host = "";
  let isOver = false;
  let out: number | null = null;
  const start = (): void => {
    if (isOver) return;
    if (isLine) execFileSync("stty", ["-F", path, "raw", "-echo", "clocal"]);
    // Reading waits in a thread; writing never does.
    const from = openSync(path, constants.O_RDONLY | constants.O_NOCTTY);
    out = openSync(path, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
    readOn(from);
  };
  const again = (): void => {
    if (out !== null) closeSync(out);
    out = null;
    clock.after(AGAIN_US, path, start);
  };
  const readOn = (from: number): void => {
    const buffer = Buffer.alloc(64);
    read(from, buffer, 0, buffer.length, null, (error, length) => {
      if (error === null && length > 0) {
        host += toText(buffer.subarray(0, length));
        readOn(from);
      } else close(from, again);
    });
  };
  start();
  const since = clock.now();
  let waiting: string[] = [];
  const timer = clock.every(STEP_US, path, () => {
    const said = host;
    host = "";
    waiting = [...waiting, ...step(clock.now() - since, said)].slice(-WAITING_MAX);
    while (waiting.length > 0 && send(out, waiting[0]!)) waiting.shift();
  });
  return {
    stop: () => {
      isOver = true;
      timer.cancel();
    },
  };
}

/** False: the host has not asked for the message before it yet. What nobody reads, or cannot be sent with the plug out, is lost. */
function send(out: number | null, text: string): boolean {
  if (out === null) return true;
  try {
    writeSync(out, toBytes(text));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "EAGAIN";
  }
}
