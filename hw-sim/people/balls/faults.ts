import type { RandomSource } from "../../../src/time/random-source.ts";

/** What goes wrong in a hall of bingo, and what it does to the game. */

/** `needsPeople`: the game is reported and not certified. */
export const BALL_FAULTS = {
  /** The reader reads a ball badly, or two readings of it differ, or two balls come at once. */
  unread: { needsPeople: true },
  /** It says another number, without a doubt; people see the ball. */
  misread: { needsPeople: true },
  /** It says the number of a ball that came before. */
  repeated: { needsPeople: true },
  /** It says the number of no ball. */
  "no-ball": { needsPeople: true },
  "fell-back": { needsPeople: true },
  /** The cable is pulled, and balls come meanwhile. */
  cable: { needsPeople: false },
  /** What it says is lost on the wire. */
  mute: { needsPeople: false },
  /** The unit's power goes. */
  restart: { needsPeople: false },
  /** The reader's own power goes; it keeps the balls of its game. */
  "reader-power": { needsPeople: false },
  /** The jefe de mesa finds that a ball is missing, and annuls the game. */
  void: { needsPeople: true },
  /** The game cannot go on, and no rule annuls it. */
  "given-up": { needsPeople: true },
} as const satisfies Readonly<Record<string, { readonly needsPeople: boolean }>>;
export type BallFault = keyof typeof BALL_FAULTS;

/** What people do wrong. */
export const BALL_SLIPS = {
  "wrong-call": { needsPeople: false },
  /** Another card is typed than the one that was called, and taken back. */
  mistyped: { needsPeople: false },
  misannounced: { needsPeople: false },
  /** A player calls a ball late; nobody called before. */
  "late-call": { needsPeople: false },
  /** Two people name different balls, and look again. */
  "names-differ": { needsPeople: true },
  /** A line is called behind the line that was given. */
  "line-again": { needsPeople: false },
  /** The printer's file lacks the card: it is read before everybody. */
  "read-aloud": { needsPeople: true },
  /** Somebody presses what the moment does not allow. */
  "wrong-key": { needsPeople: false },
} as const satisfies Readonly<Record<string, { readonly needsPeople: boolean }>>;
export type BallSlip = keyof typeof BALL_SLIPS;

export interface BallsProfile {
  readonly name: "clean" | "default" | "rough";
  readonly faultPerMille: number;
}
export const BALLS_PROFILES: Readonly<Record<BallsProfile["name"], BallsProfile>> = {
  clean: { name: "clean", faultPerMille: 0 },
  default: { name: "default", faultPerMille: 60 },
  rough: { name: "rough", faultPerMille: 500 },
};

/** What goes wrong in one game; a fault happens at its own ball. */
export interface GamePlan {
  readonly fault: { readonly is: BallFault; readonly at: number } | null;
  readonly slips: readonly BallSlip[];
}

export function planGame({ faultPerMille }: BallsProfile, mayVoid: boolean, random: RandomSource): GamePlan {
  const happens = (perMille: number): boolean => random.below(1_000) < perMille;
  const kinds = (Object.keys(BALL_FAULTS) as BallFault[]).filter((one) => one !== "void" || mayVoid);
  const slips = (Object.keys(BALL_SLIPS) as BallSlip[]).filter(() => happens(faultPerMille / 4));
  return {
    fault: happens(faultPerMille) ? { is: random.pick(kinds), at: 2 + random.below(30) } : null,
    slips,
  };
}
