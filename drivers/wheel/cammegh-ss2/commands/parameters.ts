/**
 * The parameters of a SlingShot 2 (`*T`, Cammegh SS2 Developers Guide V2.10 §2.3–2.10). The controller takes ANY value
 * and saves it: captured traffic has `*T m 20000` accepted, and a rotor that ran away in every game after it. So the
 * limits below are the only ones there are, and they are checked before a byte is sent.
 *
 * All values are whole numbers; floats are whole tenths (`14.0` is 140).
 */
export type ParameterLetter =
  | "d"
  | "c"
  | "p"
  | "q"
  | "k"
  | "i"
  | "j"
  | "r"
  | "s"
  | "t"
  | "n"
  | "m"
  | "h"
  | "z"
  | "g";

export interface Parameter {
  readonly letter: ParameterLetter;
  readonly meaning: string;
  readonly unit: string;
  /** `tenths`: the wheel writes a float; we keep tenths of the unit. */
  readonly shape: "integer" | "tenths";
  /** One for each value, in order. */
  readonly limits: readonly Limit[];
  /** The second value may not be below the first. */
  readonly ascending?: true;
  /** What a wrong value does; such a parameter is written only by someone who says so again. Null: harmless. */
  readonly danger: string | null;
}

export interface Limit {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** When given, only these values. */
  readonly only?: readonly number[];
  /** A value outside the range with a meaning of its own. */
  readonly special?: number;
}

/** `*T c 20000`: take the present rotor position. */
export const TAKE_POSITION = 20_000;

/** One revolution of the rotor in encoder steps, as the guide gives it for `t`. */
const REVOLUTION_STEPS = 9_999;

const limit = (name: string, min: number, max: number): Limit => ({ name, min, max });

type Row = Omit<Parameter, "letter" | "shape" | "danger"> & Partial<Pick<Parameter, "shape" | "danger">>;

/** Whole numbers of which a wrong value is harmless, unless a row says otherwise. */
const ROWS: Readonly<Record<ParameterLetter, Row>> = {
  // A rotor has at most 40 pockets; below 5 the rotor is not at rest when the jet fires.
  d: {
    meaning: "stop distance before firing",
    unit: "steps",
    limits: [limit("distance", 5, 40)],
  },
  // A position is within one revolution; 20000 takes the present one.
  c: {
    meaning: "firing position",
    unit: "encoder steps",
    limits: [{ name: "position", min: 0, max: REVOLUTION_STEPS, special: TAKE_POSITION }],
    danger: "a wrong firing position makes every launch fail; write down the old value first",
  },
  // Two jets on one ball: a quarter of a second apart the ball is gone.
  p: { meaning: "puffer to rim jet", unit: "ms", limits: [limit("delay", 10, 250)] },
  // The rotor must start before the ball falls (about 9 s) and after the jet (a tenth of a second).
  q: { meaning: "rim jet to rotor start", unit: "ms", limits: [limit("delay", 100, 3_000)] },
  // 0.5–1.0 s a lap. Always faster than `n`, or bets would close while the ball is still being driven.
  k: {
    meaning: "ball lap time to hold",
    unit: "1/2048 s",
    limits: [limit("lap time", 1_024, 2_047)],
  },
  // Not below 5 s, which the guide tells to wait on flag 1; not beyond 30 s, the length of a whole state 4.
  i: {
    meaning: "sensor-blind timeout in state 4",
    unit: "0.5 s",
    limits: [limit("timeout", 10, 60)],
  },
  // `*C` measures these. The order has six permutations at most; captured 1.
  j: {
    meaning: "sensor positions and order",
    unit: "encoder steps",
    limits: [
      limit("sensor 1", 0, REVOLUTION_STEPS),
      limit("sensor 2", 0, REVOLUTION_STEPS),
      limit("sensor 3", 0, REVOLUTION_STEPS),
      limit("order", 0, 5),
    ],
    danger:
      "wrong sensor positions give wrong winning numbers; calibrate with *C instead and check every pocket",
  },
  // Factory 28000–32000, captured down to 23000, where launches already fail; above 32000 lies the end of 16 bits.
  r: {
    meaning: "rim jet strength",
    unit: "drive",
    limits: [limit("min", 20_000, 32_000), limit("max", 20_000, 32_000)],
    ascending: true,
  },
  // Factory 14.0–17.5, captured 16.0–18.0; Cammegh's own limits for a dealer's rotor are 10.0–30.0 rpm.
  s: {
    meaning: "rotor speed",
    unit: "rpm",
    shape: "tenths",
    limits: [limit("min", 100, 300), limit("max", 100, 300)],
    ascending: true,
  },
  // Up to one revolution; the fastest brake captured is 1475, a tenth of one would tear the rotor to a halt.
  t: {
    meaning: "deceleration distance",
    unit: "encoder steps",
    limits: [limit("distance", 1_000, REVOLUTION_STEPS)],
  },
  // 60 to 40 rpm. A slower lap than 40 rpm (what the Mercury 360 uses) would close the bets too late.
  n: {
    meaning: "ball lap time at no-more-bets",
    unit: "1/2048 s",
    limits: [limit("lap time", 2_048, 3_072)],
    danger: "it decides when the bets close",
  },
  // Factory 1.5, captured 2.0 in good play. 20000 made the rotor run away.
  m: {
    meaning: "rotor change after no-more-bets, plus or minus",
    unit: "rpm",
    shape: "tenths",
    limits: [limit("change", 0, 50)],
    danger: "too large a change makes the rotor run away while the ball runs",
  },
  // Captured 60 and 161. At 161 a game would take 22 s, faster than any that was measured: more has no effect.
  h: { meaning: "games per hour", unit: "1/h", limits: [limit("games", 1, 240)] },
  z: {
    meaning: "pockets of the rotor",
    unit: "pockets",
    limits: [{ name: "pockets", min: 37, max: 40, only: [37, 38, 39, 40] }],
    danger: "a number of pockets that the rotor does not have gives wrong winning numbers",
  },
  // Sums of 8 (go to 6 after a misfire), 16 (options reversed), 32 (use state 7).
  g: {
    meaning: "game options",
    unit: "bits",
    limits: [{ name: "bits", min: 0, max: 56, only: [0, 8, 16, 24, 32, 40, 48, 56] }],
    danger: "it changes which states the wheel goes through and which way it turns",
  },
};

export const PARAMETERS = Object.fromEntries(
  Object.entries(ROWS).map(([letter, row]) => [letter, { letter, shape: "integer", danger: null, ...row }]),
) as unknown as Readonly<Record<ParameterLetter, Parameter>>;

export const PARAMETER_LETTERS = Object.keys(PARAMETERS) as readonly ParameterLetter[];

export function isParameterLetter(letter: string): letter is ParameterLetter {
  return Object.hasOwn(PARAMETERS, letter);
}
