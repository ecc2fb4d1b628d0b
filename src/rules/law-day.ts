import type { Day } from "../time/day.ts";
import { wallMs, type WallMs } from "../time/instant.ts";
import { isInForce, type Edition } from "./editions.ts";

/**
 * Which edition of a game's law counts now, and whether that is proven. A clock is an input like any other: it can be years off, be set
 * back, and be right again after a minute. What cannot lie is that time has passed: since the program was made, and since a record was signed
 * whose time somebody vouched for.
 */
export interface DayProof {
  /** What the clock says. */
  readonly wall: WallMs;
  /** Another clock vouches for it now. */
  readonly isVouched: boolean;
  /** The newest time in a record, and the newest of those that were vouched for; null: there is none. */
  readonly newest: WallMs | null;
  readonly newestVouched: WallMs | null;
  /** The day on which the program was made. */
  readonly made: Day;
  /** The day of a wall time, where the table stands. */
  readonly dayOf: (wall: WallMs) => Day;
}

/** What follows for a table that plays by an edition. */
export type LawChoice =
  /** That edition is the law. */
  | { readonly is: "right" }
  /** Another one is, or none (null). */
  | { readonly is: "other"; readonly edition: string | null }
  /** Nothing vouches for the day, and on another day that may be today another edition would be the law. */
  | { readonly is: "unproven" };

const later = (a: Day, b: Day): Day => (a > b ? a : b);
const latest = (...walls: readonly (WallMs | null)[]): WallMs =>
  wallMs(Math.max(...walls.filter((one) => one !== null)));

/**
 * The day by which a start chooses: the latest of the clock, the newest record and the day on which the program was made. Once there are
 * records whose time was vouched for, the others count no more: a clock that was years ahead for a minute must not choose for ever.
 */
export function dayOfStart({ wall, newest, newestVouched, made, dayOf }: DayProof): Day {
  return later(dayOf(latest(wall, newestVouched ?? newest)), made);
}

/** Whether `used` is the law now. `isPinned`: a person has written that edition down, who vouches for it while its days last. */
export function lawNow(
  editions: readonly Edition[],
  used: { readonly edition: string; readonly isPinned: boolean },
  proof: DayProof,
): LawChoice {
  const { wall, isVouched, newestVouched, made, dayOf } = proof;
  const own = editions.find(({ edition }) => edition === used.edition);
  if (own === undefined) return { is: "other", edition: null };
  const earliest = newestVouched === null ? made : later(made, dayOf(newestVouched));
  // A clock that is vouched for and behind what was vouched for before contradicts it: then neither is believed.
  const today = dayOf(wall);
  const isProven = isVouched && today >= earliest && wall >= (newestVouched ?? 0);
  const day = isProven ? today : dayOfStart(proof);
  if (isProven || used.isPinned) {
    const due = used.isPinned ? (isInForce(own, day) ? own : null) : dueOn(editions, day);
    return due?.edition === own.edition ? { is: "right" } : { is: "other", edition: due?.edition ?? null };
  }
  // From the earliest day on it may be any.
  const from = isVouched && today < earliest ? today : earliest;
  const isAlone = own.inForce <= from && own.until === undefined;
  return isAlone ? { is: "right" } : { is: "unproven" };
}

const dueOn = (editions: readonly Edition[], day: Day): Edition | null =>
  editions.find((one) => isInForce(one, day)) ?? null;

/** The edition with which a table starts whose day has none: the last one that had begun, else the first. It certifies nothing under it. */
export function nearestEdition(sorted: readonly Edition[], day: Day): Edition | null {
  return dueOn(sorted, day) ?? sorted.findLast(({ inForce }) => inForce <= day) ?? sorted[0] ?? null;
}
