import { join } from "node:path";
import { openPty } from "../../hw-sim/lines/pty.ts";
import { toBytes } from "../../src/recording/codec.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { fixture } from "./replayed.ts";

/** A wheel of captured lines on a pseudo-terminal. It plays on whether anybody listens or not, as a real one does. */
export interface CapturedWheel {
  readonly path: string;
  /** False: the lines go nowhere, as on a cable that nobody reads. */
  heard: boolean;
  play(): void;
  pause(): void;
  /** Plays on to the next line that fits, sends it, stops there and gives it without its end. */
  until(fits: (line: string) => boolean): Promise<string>;
  write(bytes: string | Uint8Array): Promise<void>;
  unplug(): Promise<void>;
  replug(): Promise<void>;
  close(): Promise<void>;
}

/** The capture's own pauses (its host was restarted) are not worth waiting for. */
const PAUSE_MAX_US = 2 * US_PER_S;
/** The live capture's long unbroken stretch begins with this game. */
const FIRST_GAME = "*X;2;011;";

/** Lines of the live capture with the pause before the next one, from its long unbroken stretch. */
export function capturedLines(): { readonly bytes: string; readonly pauseUs: number }[] {
  const all = fixture("live").entries.filter((entry) => entry.k === "in");
  const lines = all.slice(all.findIndex((line) => line.bytes.startsWith(FIRST_GAME)));
  return lines.map(({ bytes, t }, at) => ({
    bytes,
    pauseUs: Math.min(PAUSE_MAX_US, Math.max(0, (lines[at + 1]?.t ?? t) - t)),
  }));
}

/** `speed`: how many times faster than the real wheel it plays. `folder`: where its port's name `wheel` goes. */
export async function capturedWheel(folder: string, clock: Clock, speed: number): Promise<CapturedWheel> {
  const pty = await openPty({ path: join(folder, "wheel") });
  const lines = capturedLines();
  let at = 0;
  let pauseUs = 0;
  let timer: Timer | null = null;
  const send = (): { bytes: string; pauseUs: number } => {
    const line = lines[at] ?? { bytes: "", pauseUs: 0 };
    at = (at + 1) % lines.length;
    if (wheel.heard) void pty.write(toBytes(line.bytes)).catch(() => undefined);
    return line;
  };
  const step = (): void => {
    ({ pauseUs } = send());
    timer = clock.after(pauseUs / speed, "captured wheel", step);
  };
  const wheel: CapturedWheel = {
    path: pty.path,
    heard: true,
    play: () => {
      timer ??= clock.after(0, "captured wheel", step);
    },
    pause: () => {
      timer?.cancel();
      timer = null;
    },
    until: async (fits) => {
      wheel.pause();
      for (let sent = 0; sent < lines.length; sent++) {
        // No wheel sends two lines at once: the pause after the last one is kept before the next.
        await clock.sleep(pauseUs / speed);
        const line = send();
        pauseUs = line.pauseUs;
        if (fits(line.bytes)) return line.bytes.trimEnd();
      }
      throw new Error("the capture has no such line");
    },
    write: (bytes) => pty.write(bytes),
    unplug: () => pty.unplug(),
    replug: () => pty.replug(),
    close: async () => {
      wheel.pause();
      await pty.close();
    },
  };
  return wheel;
}
