import type { RandomSource } from "../../../../src/time/random-source.ts";
import { drawBetween } from "../draws.ts";
import type { Dirt, Disc, Pin } from "./geometry.ts";

/** Faults of a vertical wheel by name. */
export const DISC_FAULTS = [
  "weak-spin",
  "near-three-turns",
  "on-a-peg",
  "hand-stops",
  "hand-touches",
  "pushed-again",
  "jam",
  "mark-dirty",
  "marks-blind",
  "index-blind",
  "pointer-blind",
  "pointer-stuck",
  "pointer-chatters",
  "vibration",
  "bumped",
  "nudged",
  "cover",
  "tamper",
  "reset",
  "unplugged",
  "noise",
] as const;

export type DiscFault = (typeof DISC_FAULTS)[number];

/** A pin that says `value` whatever happens, from this share of the run on until the next round is prepared. */
export interface Blind {
  readonly pin: Pin;
  readonly value: boolean;
  /** Share of the run, 0 to 1; −1: since before it. */
  readonly fromShare: number;
}

export interface DiscFaultPlan {
  readonly fault: DiscFault;
  /** Nothing of it can happen sooner: the run so far was seen already. */
  readonly notBeforeUs: number;
  readonly turns?: number;
  readonly stopAt?: "on-a-peg" | "three-turns";
  readonly run?: {
    readonly turnsToGo: number;
    /** Quarter steps/s²; negative pushes. */
    readonly brake: number;
    readonly seconds: number;
    /** How long a stopped disc is held. */
    readonly holds: number;
  };
  readonly after?: {
    readonly kind: "bump" | "nudge";
    readonly seconds: number;
    readonly cells: number;
    readonly sense: 1 | -1;
  };
  readonly dirt?: Dirt;
  readonly blind?: Blind;
  readonly bounces?: true;
  readonly trembles?: { readonly times: number };
  readonly switch?: { readonly pin: "V" | "W"; readonly share: number };
  readonly line?: {
    readonly what: "reset" | "unplug" | "noise";
    readonly share: number;
    readonly seconds: number;
  };
}

/** Faults that begin with the push, or before it: they can only hit a spin that has not begun. */
export const AT_LAUNCH: ReadonlySet<DiscFault> = new Set<DiscFault>([
  "weak-spin",
  "near-three-turns",
  "on-a-peg",
  "mark-dirty",
  "pointer-chatters",
]);

/** How a fault shows this time. */
export function drawFaultPlan(
  fault: DiscFault,
  disc: Disc,
  notBeforeUs: number,
  random: RandomSource,
): DiscFaultPlan {
  return { fault, notBeforeUs, ...DETAILS[fault](random, disc) };
}

type Details = Omit<DiscFaultPlan, "fault" | "notBeforeUs">;

const DETAILS: Readonly<Record<DiscFault, (random: RandomSource, disc: Disc) => Details>> = {
  "weak-spin": (random) => ({ turns: drawThousandths(random, 500, 2_850) }),
  "near-three-turns": () => ({ turns: 3, stopAt: "three-turns" }),
  "on-a-peg": () => ({ stopAt: "on-a-peg" }),
  "hand-stops": (random) => drawHandOnDisc(random, [500, 2_500], [25_000, 120_000], 9, [200, 1_500]),
  "hand-touches": (random) => drawHandOnDisc(random, [500, 2_500], [6_000, 40_000], [200, 1_000], 0.2),
  "pushed-again": (random) => drawHandOnDisc(random, [300, 2_000], [20_000, 90_000], [150, 500], 0, -1),
  jam: (random) => drawHandOnDisc(random, [300, 2_500], [900_000, 4_000_000], 9, [500, 3_000]),
  "mark-dirty": (random, { cells }) => ({
    dirt: { mark: random.below(cells), hides: random.pick(["Q", "R", "QR"] as const) },
  }),
  "marks-blind": (random) => ({
    blind: {
      pin: random.pick(["Q", "R"] as const),
      value: random.oneIn(2),
      fromShare: drawStartShare(random),
    },
  }),
  "index-blind": (random) => ({ blind: { pin: "I", value: random.oneIn(2), fromShare: -1 } }),
  "pointer-blind": (random) => ({ blind: { pin: "T", value: false, fromShare: drawStartShare(random) } }),
  "pointer-stuck": (random) => ({ blind: { pin: "T", value: true, fromShare: drawStartShare(random) } }),
  "pointer-chatters": () => ({ bounces: true }),
  vibration: (random) => ({ trembles: { times: drawBetween(random, 4, 60) } }),
  bumped: (random) => drawMoveAfterStop(random, "bump", 3_800, 3),
  nudged: (random) => drawMoveAfterStop(random, "nudge", 1_500, 4),
  cover: (random) => ({ switch: { pin: "V", share: drawThousandths(random, 50, 900) } }),
  tamper: (random) => ({ switch: { pin: "W", share: drawThousandths(random, 50, 900) } }),
  reset: (random) => ({ line: { what: "reset", share: drawThousandths(random, 50, 950), seconds: 0 } }),
  unplugged: (random) => ({
    line: {
      what: "unplug",
      share: drawThousandths(random, 50, 950),
      seconds: drawThousandths(random, 500, 20_000),
    },
  }),
  noise: (random) => ({ line: { what: "noise", share: drawThousandths(random, 50, 950), seconds: 0 } }),
};

/** A share, a number of revolutions or a number of seconds, from limits in thousandths. */
function drawThousandths(random: RandomSource, low: number, high: number): number {
  return drawBetween(random, low, high) / 1_000;
}

/** A number, or limits in thousandths between which one is drawn. */
type Drawn = number | readonly [low: number, high: number];

function drawHandOnDisc(
  random: RandomSource,
  turnsToGo: Drawn,
  brake: Drawn,
  seconds: Drawn,
  holds: Drawn,
  sign: 1 | -1 = 1,
): Details {
  const draw = (what: Drawn): number => (typeof what === "number" ? what : drawThousandths(random, ...what));
  return {
    run: { turnsToGo: draw(turnsToGo), brake: sign * draw(brake), seconds: draw(seconds), holds: draw(holds) },
  };
}

function drawMoveAfterStop(
  random: RandomSource,
  kind: "bump" | "nudge",
  latestMs: number,
  mostCells: number,
): Details {
  const sense = random.oneIn(2) ? 1 : -1;
  const seconds = drawThousandths(random, kind === "bump" ? 500 : 600, latestMs);
  return { after: { kind, seconds, cells: drawBetween(random, 1, mostCells), sense } };
}

function drawStartShare(random: RandomSource): number {
  return random.oneIn(3) ? -1 : drawThousandths(random, 50, 900);
}
