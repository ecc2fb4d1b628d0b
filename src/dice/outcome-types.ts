import type { DieFace } from "./faces.ts";

/** Where a series of craps stands before a throw: coming out, or on a point. */
export type CrapsState = (
  | { readonly phase: "come-out" }
  | { readonly phase: "point"; readonly point: number }
) & {
  /**
   * Somebody marked it unasked, and the dice had set something else: nothing is certified before a seven, which ends a series wherever it
   * stands. `own`: where the dice had it; null: a throw has come since, and nobody knows. Absent: the dice have set it, or somebody who
   * was asked.
   */
  readonly byWord?: { readonly own: CrapsState | null };
};

/** What a throw was called in craps. */
export type CrapsCall = "natural" | "craps" | "point-set" | "point-made" | "seven-out" | "goes-on";

/** What a throw comes to under its game. */
export interface DiceOutcome {
  /** Ascending for pips, in the order of `SYMBOL_FACES` for symbols. */
  readonly faces: readonly DieFace[];
  /** Null for symbols. */
  readonly total: number | null;
  /** Equal faces: all three, exactly two, or none. Of two dice `double` or `none`. */
  readonly equal: "triple" | "double" | "none";
  /** The category that names the throw, by suerte id; null: the game has none, or this throw belongs to none. */
  readonly category: string | null;
  /** Every suerte that is decided by this throw, in the pack's order. What is not listed goes on. */
  readonly suertes: readonly SuerteOutcome[];
  readonly craps: { readonly before: CrapsState; readonly call: CrapsCall; readonly after: CrapsState } | null;
}

export interface SuerteOutcome {
  readonly suerte: string;
  readonly is: "wins" | "loses" | "push";
  /**
   * The choices that this applies to, e.g. `["12"]`, `["1-4", "1-6"]`, `["crownx2"]`; absent where nothing is chosen or
   * where it applies to all. Of choices that are not named lost are those of a bet of one throw, beside one that wins; the
   * numbers of craps go on.
   */
  readonly what?: readonly string[];
}

/** What a table keeps of a throw in its series. */
export interface SeriesThrow {
  readonly faces: readonly DieFace[];
  readonly total: number | null;
  readonly equal: DiceOutcome["equal"];
  readonly category: string | null;
  readonly call: CrapsCall | null;
}
