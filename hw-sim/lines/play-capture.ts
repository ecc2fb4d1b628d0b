import type { Clock } from "../../src/time/clock.ts";

/** One line of a capture, as logged: without terminator, blanks perhaps stripped. */
export interface CapturedLine {
  readonly tUs: number;
  readonly dir: "in" | "out";
  readonly text: string;
}

export interface PlayOptions {
  /** In order of time. Lines to the device (`out`) are not played. */
  readonly entries: readonly CapturedLine[];
  /** Where the device's bytes go, e.g. a pseudo-terminal. A rejected write ends the playing. */
  readonly sink: (bytes: Uint8Array) => Promise<void>;
  readonly clock: Clock;
  /** 1 is the original speed, 10 ten times as fast. */
  readonly speed?: number;
  /** Longest wait between two lines of the capture, µs: shortens its pauses. Default: no limit. */
  readonly longestWaitUs?: number;
  /** Begins anew at the end, until stopped. */
  readonly loop?: boolean;
  /** Another speed up to and with the first line like this, so that nobody waits for the first game. */
  readonly hurry?: { readonly speed: number; readonly until: RegExp };
}

export interface Playing {
  /** Resolves with the number of lines played, rejects when the sink does. */
  readonly done: Promise<number>;
  stop(): void;
}

/** Between the last line of a capture and its first when it is looped: the period of status lines. */
const LOOP_GAP_US = 500_000;

/** Plays the device's side of a capture. */
export function playCapture(options: PlayOptions): Playing {
  const { clock, sink, speed = 1 } = options;
  if (!(speed > 0)) throw new RangeError(`the speed must be above 0: ${speed}`);
  const lines = capturedBytes(options.entries);
  let stopped = false;
  const play = async (): Promise<number> => {
    let played = 0;
    let due: number = clock.now();
    let now = Math.max(speed, options.hurry?.speed ?? 0);
    do {
      let before: number | null = null;
      for (const { tUs, bytes } of lines) {
        const wait = Math.min(before === null ? 0 : tUs - before, options.longestWaitUs ?? Infinity);
        before = tUs;
        due += Math.round(wait / now);
        // Waits add up from the first instant, so that the machine's lateness does not.
        if (due > clock.now()) await clock.sleep(due - clock.now());
        if (stopped) return played;
        await sink(Buffer.from(bytes, "latin1"));
        played++;
        if (options.hurry?.until.test(bytes) === true) now = speed;
      }
      now = speed;
      due += Math.round(LOOP_GAP_US / speed);
    } while (options.loop === true && lines.length > 0);
    return played;
  };
  return {
    done: play(),
    stop: () => {
      stopped = true;
    },
  };
}

/**
 * The bytes that the device sent: CR LF after each line, LF CR after a bare number, and the leading blank of a bare
 * number that the capture's host stripped. A lone digit is one only directly in state 4 or 7; elsewhere it is the tail of
 * a cut line and is played as it stands.
 */
export function capturedBytes(
  entries: readonly CapturedLine[],
): readonly { readonly tUs: number; readonly bytes: string }[] {
  let state = "";
  return entries
    .filter(({ dir }) => dir === "in")
    .map(({ tUs, text }) => {
      const status = /^\*X;(\d);/.exec(text);
      if (status !== null) state = status[1] ?? "";
      const numberMayCome = state === "4" || state === "7";
      const whole = /^\d$/.test(text) && numberMayCome ? ` ${text}` : text;
      return { tUs, bytes: whole + (/^[ \d]\d$/.test(whole) ? "\n\r" : "\r\n") };
    });
}
