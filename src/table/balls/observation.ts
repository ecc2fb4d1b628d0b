import type { FaultChange } from "../kernel/context.ts";

/**
 * What a reader of balls says, each ball in its order. It counts the balls of its own game from 1; one that counts nothing (tags, a camera)
 * says null in place of each of its counts, and the table counts for it.
 */
export type BallObservation =
  /** It is understood from here on. `drawn`: the balls of its present game so far; `game`: its own count of games. */
  | { readonly o: "attached"; readonly game: number | null; readonly drawn: number | null }
  /** Its game began anew: the balls are back in the machine. */
  | { readonly o: "game"; readonly game: number }
  /** A ball came out. `number` null: it could not be read, `why` says so; a number that no ball has is told as it was read. */
  | {
      readonly o: "ball";
      readonly n: number | null;
      readonly number: number | null;
      readonly why: BallDoubt | null;
    }
  /** The ball with this place in the order fell back, or was put back. */
  | { readonly o: "fell-back"; readonly n: number }
  /** Balls in the machine and drawn, as it counts them; null: it cannot. */
  | { readonly o: "count"; readonly inside: number | null; readonly drawn: number }
  | { readonly o: "gap"; readonly why: BallLoss }
  | FaultChange;

/** Why a ball was not read. `lost`: it was, and what was said of it is lost. */
export const BALL_DOUBTS = ["unread", "weak", "differ", "two-balls", "lost"] as const;
export type BallDoubt = (typeof BALL_DOUBTS)[number];

export type BallLoss = "port-gone" | "device-silent" | "device-garbled" | "restart" | "overflow";
