import { pocketOf } from "../cammegh.ts";

/**
 * The lines that a Cammegh SlingShot 2 sends by itself: the status line and the bare winning number
 * (Cammegh SS2 Developers Guide V2.10 §2.4–2.5, checked against captured traffic). Pure functions; a line that does
 * not have the exact shape is `null`, never a guess: the line has no checksum, its shape is all there is.
 */

/** One status line, `*X;S;GGG;WW;F;RRR;D`. */
export interface Status {
  /** 1 starting · 2 place bets · 3 ball in rim · 4 no more bets · 5 winning number · 6 closed · 7 ball not in track. */
  readonly state: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** Spin number since power-on, 0–256. */
  readonly game: number;
  /** The last winning number; `null` before the first. Holds the OLD number through states 1–4. */
  readonly lastNumber: string | null;
  readonly flags: Flags;
  /** Rotor speed in tenths of a revolution per minute, 0–999. */
  readonly rpm10: number;
  /** Rotor direction. The ball's is not reported. */
  readonly direction: "cw" | "ccw";
}

/** The four warning bits (§2.5). Bits, never a decimal: `A` is 8 + 2. */
export interface Flags {
  /** 1: ball not detected. */
  readonly noBall: boolean;
  /** 2: ball runs the same way as the rotor. */
  readonly withRotor: boolean;
  /** 4: a sensor, the motor or the encoder is at fault. */
  readonly component: boolean;
  /** 8: launch failed, retrying. */
  readonly launchFailed: boolean;
}

/** The longest line that the wheel sends: a statistics page of about 270 characters (§2.9). */
export const LINE_LIMIT = 300;

/** The wheel's own period of status lines, µs (measured 0.501 s, now and then 0.43 s). */
export const STATUS_PERIOD_US = 500_000;

const GAME_MAX = 256;
const STATUS = /^\*X;([1-7]);(\d{3});( {2}| \d|\d\d);([0-9A-Fa-f]);(\d{3});([01])$/;

/** A status line, or null when the shape, the game number or the number on the rotor is not possible. */
export function parseStatus(line: string, pockets: number): Status | null {
  const fields = STATUS.exec(line);
  if (fields === null) return null;
  const [, state, game, number, flags, rpm10, direction] = fields as unknown as [string, ...string[]];
  if (Number(game) > GAME_MAX) return null;
  const lastNumber = number === "  " ? null : pocketOf(number ?? "", pockets);
  if (number !== "  " && lastNumber === null) return null;
  return {
    state: Number(state) as Status["state"],
    game: Number(game),
    lastNumber,
    flags: decodeFlags(Number.parseInt(flags ?? "0", 16)),
    rpm10: Number(rpm10),
    direction: direction === "0" ? "cw" : "ccw",
  };
}

function decodeFlags(bits: number): Flags {
  return {
    noBall: (bits & 1) !== 0,
    withRotor: (bits & 2) !== 0,
    component: (bits & 4) !== 0,
    launchFailed: (bits & 8) !== 0,
  };
}

/** The bare winning number, exactly two characters without an asterisk (§2.4), or null. */
export function parseBareNumber(line: string, pockets: number): string | null {
  return /^( \d|\d\d)$/.test(line) ? pocketOf(line, pockets) : null;
}
