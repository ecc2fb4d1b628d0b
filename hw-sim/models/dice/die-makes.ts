import type { RandomSource } from "../../../src/time/random-source.ts";
import type { FaceSet } from "../../../src/dice/faces.ts";
import { uniformIn, happensWith } from "./physics/vectors.ts";
import type { DieAppearance, PipStyle, Rgb } from "./render/looks.ts";
import type { Marble } from "./render/noise.ts";

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

/** So many of the marbled dice have dark red pips on black: the first ones. */
const DARK = 2;

/** Marbled dice as they are sold: two tones, and pips that are often metallic or hardly lighter than the body. */
const MARBLED: readonly (Colours & { readonly tone: Rgb })[] = [
  { body: [0.07, 0.065, 0.065], tone: [0.12, 0.11, 0.105], ink: [0.3, 0.03, 0.05] },
  { body: [0.03, 0.03, 0.05], tone: [0.03, 0.14, 0.32], ink: [0.36, 0.04, 0.1] },
  { body: [0.06, 0.05, 0.16], tone: [0.32, 0.06, 0.3], ink: [0.6, 0.42, 0.14] },
  { body: [0.78, 0.78, 0.78], tone: [0.1, 0.25, 0.5], ink: [0.5, 0.04, 0.04] },
  { body: [0.22, 0.5, 0.68], tone: [0.75, 0.77, 0.8], ink: [0.4, 0.18, 0.4] },
  { body: [0.8, 0.78, 0.74], tone: [0.65, 0.28, 0.08], ink: [0.5, 0.35, 0.12] },
  { body: [0.66, 0.52, 0.4], tone: [0.68, 0.36, 0.14], ink: [0.12, 0.06, 0.03] },
  { body: [0.5, 0.65, 0.02], tone: [0.42, 0.6, 0.02], ink: [0.02, 0.03, 0.01] },
  { body: [0.04, 0.03, 0.03], tone: [0.38, 0.2, 0.06], ink: [0.65, 0.48, 0.18] },
  { body: [0.5, 0.36, 0.14], tone: [0.26, 0.16, 0.06], ink: [0.04, 0.03, 0.03] },
  { body: [0.04, 0.28, 0.14], tone: [0.5, 0.42, 0.06], ink: [0.7, 0.6, 0.12] },
  { body: [0.28, 0.04, 0.08], tone: [0.46, 0.2, 0.22], ink: [0.8, 0.78, 0.76] },
  { body: [0.36, 0.05, 0.04], tone: [0.06, 0.04, 0.03], ink: [0.66, 0.5, 0.2] },
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
export function randomDie(random: RandomSource, wanted: Wanted = {}): DieAppearance {
  const set = wanted.set ?? "pips";
  const colours = random.pick(wanted.colours === "pale" ? PALE : OPAQUE);
  const clear = wanted.clear === true;
  const ball = set !== "symbols" && !clear && happensWith(random, 0.3) ? uniformIn(random, 0.66, 0.78) : 0;
  const asian = set === "pips" && happensWith(random, 0.25);
  const red: Rgb = [0.6, 0.06, 0.06];
  return {
    set,
    side: wanted.side ?? uniformIn(random, 14, 20),
    rounding: clear ? uniformIn(random, 0.002, 0.02) : uniformIn(random, 0.01, ball > 0 ? 0.05 : 0.12),
    ball,
    body: clear ? [0.5, 0.5, 0.5] : colours.body,
    ink: clear ? [0.8, 0.8, 0.8] : inkFor(random, set, colours),
    ...(asian && !clear ? { inkOfOne: happensWith(random, 0.6) ? red : colours.ink } : {}),
    pips: { ...pipStyle(random, asian, clear), ...(wanted.kept === true ? { hollow: 0 } : {}) },
    ...(clear ? { clear: { absorb: random.pick(DYES), haze: uniformIn(random, 0, 0.08) } } : {}),
    gloss: clear ? uniformIn(random, 0.8, 1) : uniformIn(random, 0.15, 1),
    rough: clear ? uniformIn(random, 0.003, 0.02) : uniformIn(random, 0.01, 0.25),
    print: uniformIn(random, 0.78, 1.08),
    wear:
      wanted.kept === true || happensWith(random, 0.6)
        ? uniformIn(random, 0, 0.12)
        : uniformIn(random, 0.1, 0.35),
    cuts: [],
  };
}

/** The same make, but of polished, marbled plastic; a dark one has dark pips too. */
export function marbleDie(random: RandomSource, appearance: DieAppearance, dark: boolean): DieAppearance {
  const { body, ink, tone } = random.pick(dark ? MARBLED.slice(0, DARK) : MARBLED);
  const marble: Marble = {
    tone,
    swirls: uniformIn(random, 0.8, 3),
    share: uniformIn(random, 0.25, 0.7),
    soft: uniformIn(random, 0.03, 0.4),
    pattern: random.below(1_000_000),
  };
  return {
    ...appearance,
    body,
    ink,
    inkOfOne: ink,
    marble,
    gloss: uniformIn(random, 0.7, 1),
    rough: uniformIn(random, 0.01, 0.08),
  };
}

function inkFor(random: RandomSource, set: FaceSet, colours: Colours): Rgb {
  if (set === "pips") return colours.ink;
  const light = colours.body[1] > 0.4;
  return random.pick<Rgb>(
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

function pipStyle(random: RandomSource, asian: boolean, clear: boolean): PipStyle {
  const radius = uniformIn(random, 0.075, 0.112);
  return {
    radius,
    lattice: uniformIn(random, 0.235, 0.285),
    one: asian ? uniformIn(random, 0.13, 0.19) : radius * uniformIn(random, 0.95, 1.1),
    two: asian ? uniformIn(random, 0.15, 0.24) : "diagonal",
    six: uniformIn(random, 0.88, 1.06),
    hollow: !clear && happensWith(random, 0.04) ? uniformIn(random, 0.35, 0.6) : 0,
    dish: clear || happensWith(random, 0.3) ? 0 : uniformIn(random, 0.2, 0.9),
  };
}
