import type { Chance } from "../../src/time/chance.ts";
import type { FaceSet } from "../../src/dice/faces.ts";
import { even, happens } from "./physics/vectors.ts";
import type { DieLook, PipStyle, Rgb } from "./render/looks.ts";

/** Makes of dice as they are sold: colours, pips, edges, clear plastic. Lengths in mm or sides of the die. */

interface Colours {
  readonly body: Rgb;
  readonly ink: Rgb;
}

const OPAQUE: readonly Colours[] = [
  { body: [0.82, 0.82, 0.8], ink: [0.03, 0.03, 0.03] },
  { body: [0.82, 0.82, 0.8], ink: [0.03, 0.03, 0.03] },
  { body: [0.7, 0.65, 0.5], ink: [0.05, 0.04, 0.03] },
  { body: [0.03, 0.03, 0.03], ink: [0.8, 0.8, 0.78] },
  { body: [0.5, 0.05, 0.06], ink: [0.8, 0.8, 0.78] },
  { body: [0.05, 0.1, 0.4], ink: [0.78, 0.78, 0.78] },
  { body: [0.05, 0.3, 0.12], ink: [0.78, 0.78, 0.76] },
  { body: [0.6, 0.45, 0.1], ink: [0.05, 0.04, 0.03] },
  { body: [0.35, 0.35, 0.36], ink: [0.8, 0.8, 0.8] },
  { body: [0.06, 0.05, 0.05], ink: [0.5, 0.38, 0.12] },
];

/** Marks that hardly differ from the body. */
const PALE: readonly Colours[] = [
  { body: [0.45, 0.44, 0.42], ink: [0.72, 0.72, 0.7] },
  { body: [0.62, 0.6, 0.55], ink: [0.4, 0.35, 0.3] },
  { body: [0.2, 0.16, 0.15], ink: [0.4, 0.36, 0.33] },
];

/** Dyes of clear dice: absorption per mm in red, green and blue. */
const DYES: readonly Rgb[] = [
  [0.008, 0.24, 0.22],
  [0.006, 0.32, 0.28],
  [0.2, 0.03, 0.16],
  [0.22, 0.12, 0.01],
  [0.012, 0.05, 0.3],
];

export interface Wanted {
  readonly set?: FaceSet;
  readonly side?: number;
  readonly colours?: "any" | "pale";
  readonly clear?: boolean;
  /** Of a casino: no hollow pips, renewed before they wear. */
  readonly kept?: boolean;
}

/** One make of dice, from chance. */
export function dieMake(luck: Chance, wanted: Wanted = {}): DieLook {
  const set = wanted.set ?? "pips";
  const colours = luck.pick(wanted.colours === "pale" ? PALE : OPAQUE);
  const clear = wanted.clear === true;
  const ball = set !== "symbols" && !clear && happens(luck, 0.3) ? even(luck, 0.66, 0.78) : 0;
  const asian = set === "pips" && happens(luck, 0.25);
  const red: Rgb = [0.6, 0.06, 0.06];
  return {
    set,
    side: wanted.side ?? even(luck, 14, 20),
    rounding: clear ? even(luck, 0.002, 0.02) : even(luck, 0.01, ball > 0 ? 0.05 : 0.12),
    ball,
    body: clear ? [0.5, 0.5, 0.5] : colours.body,
    ink: clear ? [0.8, 0.8, 0.8] : inkFor(luck, set, colours),
    ...(asian && !clear ? { inkOfOne: happens(luck, 0.6) ? red : colours.ink } : {}),
    pips: { ...pipStyle(luck, asian, clear), ...(wanted.kept === true ? { hollow: 0 } : {}) },
    ...(clear ? { clear: { absorb: luck.pick(DYES), haze: even(luck, 0, 0.08) } } : {}),
    gloss: clear ? even(luck, 0.8, 1) : even(luck, 0.15, 1),
    rough: clear ? even(luck, 0.003, 0.02) : even(luck, 0.01, 0.25),
    print: even(luck, 0.78, 1.08),
    wear: wanted.kept === true || happens(luck, 0.6) ? even(luck, 0, 0.12) : even(luck, 0.1, 0.35),
    cuts: [],
  };
}

function inkFor(luck: Chance, set: FaceSet, colours: Colours): Rgb {
  if (set === "pips") return colours.ink;
  const light = colours.body[1] > 0.4;
  return luck.pick<Rgb>(
    light
      ? [
          [0.03, 0.03, 0.03],
          [0.5, 0.04, 0.04],
          [0.05, 0.06, 0.3],
        ]
      : [
          [0.8, 0.8, 0.78],
          [0.65, 0.5, 0.2],
        ],
  );
}

function pipStyle(luck: Chance, asian: boolean, clear: boolean): PipStyle {
  const radius = even(luck, 0.075, 0.112);
  return {
    radius,
    lattice: even(luck, 0.235, 0.285),
    one: asian ? even(luck, 0.13, 0.19) : radius * even(luck, 0.95, 1.1),
    two: asian ? even(luck, 0.15, 0.24) : "diagonal",
    six: even(luck, 0.88, 1.06),
    hollow: !clear && happens(luck, 0.04) ? even(luck, 0.35, 0.6) : 0,
    dish: clear || happens(luck, 0.3) ? 0 : even(luck, 0.2, 0.9),
  };
}
