import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import type { OpenPort, PortEvents } from "../../drivers/port.ts";
import { listenToSource } from "../../firmware/cli/devices/listen-source.ts";
import { LISTENED_CAPTURE_MAX } from "../../firmware/listen/listened-capture.ts";
import { knownLines } from "../../firmware/listen/known-lines.ts";
import { readCapture } from "../../firmware/replay/capture.ts";
import { resample } from "../../hw-sim/lines/uart.ts";
import { fakeClock, type FakeClock } from "../../src/time/fake-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { bytesOfEveryDevice } from "../support/device-bytes.ts";
import { temporaryFolder } from "../support/folder.ts";
import { volume } from "../support/volume.ts";

/** A line that is listened to at a wrong speed for a day: nothing grows without end, and nothing is ever sent. */

const HOURS = volume(1, 24);
const DAY_S = 86_400;
/** What a wheel board brings in a day of play, and more: its capture would have over a hundred megabytes. */
const BYTES_PER_S = 1_400;

/** What is kept until somebody knows what it is, and what Node keeps of a program that it has run. */
const GROWN_MOST = 40e6;

/** What comes of a board's lines at half of its speed, again and again. */
function noise(): string {
  const board = bytesOfEveryDevice("a day of noise").find(({ device }) => device === "sensor-board");
  if (board === undefined) throw new TypeError("no bytes of a board");
  const heard = resample(board.sent.slice(0, 600), {
    sent: board.baud,
    received: board.baud / 2,
    framing: "keep",
  });
  return heard.map(({ byte }) => String.fromCharCode(byte)).join("");
}

/** A port that brings these bytes by the clock, and counts what is written to it. */
function noisyPort(
  clock: FakeClock,
  bytes: string,
): { readonly open: OpenPort; readonly written: () => number } {
  let [at, written] = [0, 0];
  let events: PortEvents | null = null;
  clock.every(US_PER_S, "noise", () => {
    const part = `${bytes}${bytes}`.slice(at, at + BYTES_PER_S);
    at = (at + BYTES_PER_S) % bytes.length;
    events?.onBytes(Buffer.from(part, "latin1"), clock.now());
  });
  const open: OpenPort = (given) => {
    events = given;
    return Promise.resolve({
      name: "noise",
      write: (out) => {
        written += out.length;
        return Promise.resolve();
      },
      close: () => {
        events = null;
        return Promise.resolve();
      },
    });
  };
  return { open, written: () => written };
}

/** Held in memory, bytes. */
function heldMemory(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

it(
  `${HOURS} h of noise at a wrong speed: the capture is bounded, says that it is full, and names nothing`,
  { timeout: 3_600_000 },
  async () => {
    const clock = fakeClock(0);
    const bytes = noise();
    expect(bytes.length).toBeGreaterThan(BYTES_PER_S);
    const port = noisyPort(clock, bytes);
    const lines = (await knownLines()).filter(({ kind }) => kind === "serial");
    const out = join(temporaryFolder(), "noise.jsonl");
    const said: string[] = [];
    const print = process.stdout.write.bind(process.stdout);
    let printed = 0;
    process.stdout.write = (chunk: string | Uint8Array) => {
      const text = String(chunk);
      printed++;
      if (!text.includes('"row"')) said.push(text);
      return true;
    };
    const held = heldMemory();
    try {
      const source = {
        name: "noise",
        device: null,
        lines,
        rates: [57_600],
        hasRate: true,
        open: () => port.open,
      };
      const options = { out, json: true, for: HOURS * 3_600 } as Parameters<typeof listenToSource>[1];
      const ended = listenToSource(source, options, clock).catch((error: unknown) => String(error));
      for (let s = 0; s < HOURS * 3_600 + 10; s++) {
        await clock.advanceSettling(US_PER_S);
        // What Node puts off until the program waits would pile up: a fake clock never waits.
        if (s % 60 === 0) await systemClock().sleep(1);
      }
      expect(await ended).toContain("none");
    } finally {
      process.stdout.write = print;
    }
    const { size } = statSync(out);
    expect(size).toBeLessThanOrEqual(LISTENED_CAPTURE_MAX);
    expect(port.written()).toBe(0);
    expect(said.some((one) => one.includes('"certainty":"sure"'))).toBe(false);
    expect(readFileSync(out).subarray(-200).toString()).toContain('"k":"end"');
    // What is kept in memory does not grow with the day.
    const grown = heldMemory() - held;
    expect(grown).toBeLessThan(GROWN_MOST);
    expect(printed).toBeGreaterThan(HOURS);
    if (HOURS * 3_600 < DAY_S) return;
    expect(readFileSync(out).subarray(-200).toString()).toContain(`full at ${LISTENED_CAPTURE_MAX} bytes`);
    expect(readCapture(out).entries.at(-1)?.k).toBe("end");
  },
);
