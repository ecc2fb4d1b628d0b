import type { TableContext } from "../context.ts";
import { after, US_PER_S, type MonoUs } from "../../time/instant.ts";
import { courseOf } from "./policy.ts";
import { diceOf, setDice, type DiceLive, type Throw } from "./live.ts";
import { beginThrow } from "./throws.ts";
import { askWitness, witnessDue } from "./witness.ts";

/** What a throw waits for, and for how long. */

/** A throw that brings no dice at rest for so long is left to a person. */
export const NO_REST_US = 60 * US_PER_S;
/** Dice lie there and what threw them has not said that it is done. */
export const NOT_DONE_US = 8 * US_PER_S;
/** The dice were gone from the arena before they could be read. */
export const GONE_US = 2 * US_PER_S;

/** When a throw must be looked at although nothing comes; null: none is under way, and no dice lie there unexplained. */
export function throwWakeAt({ throw: now, has, lieSince }: DiceLive): MonoUs | null {
  if (now === null) return lieSince === null ? null : after(lieSince, GONE_US);
  if (now.read === null) return now.restAt === null ? after(now.began, NO_REST_US) : after(now.restAt, GONE_US);
  if (now.restAt === null) return after(now.began, NO_REST_US);
  return now.made.running || !isMade(now, has) ? after(now.restAt, NOT_DONE_US) : witnessDue(now, has);
}

/** Time passed. */
export function throwTick(context: TableContext): void {
  const deadline = throwWakeAt(diceOf(context));
  const now = diceOf(context).throw;
  if (deadline === null || context.t < deadline) return;
  if (now === null) return unexplained(context);
  const policy = courseOf(context);
  if (now.read === null)
    return policy.undecide(context, [...now.doubts, now.restAt === null ? "no-rest" : "dice-gone"]);
  if (now.made.running || !isMade(now, diceOf(context).has))
    return policy.undecide(context, [...now.doubts, now.made.any ? "thrower-not-done" : "thrower-not-seen"]);
  policy.judge(context, now, now.read);
}

/** Dice lie there that were thrown while nobody looked, and no reading of them has come: they are a throw all the same. */
function unexplained(context: TableContext): void {
  beginThrow(context);
  const now = diceOf(context).throw;
  setDice(context, { lieSince: null, unwatched: null, stood: null });
  if (now !== null) courseOf(context).undecide(context, [...now.doubts, "rest-missed"]);
}

/** What throws has told that it threw, where the table has something that tells. */
function isMade({ made }: Throw, has: DiceLive["has"]): boolean {
  return !has.thrower || made.any;
}

/** Judges the throw once all that is waited for has come. */
export function settle(context: TableContext): void {
  const { throw: now, has } = diceOf(context);
  if (now?.read == null || now.made.running || !isMade(now, has)) return;
  if (askWitness(context, now)) return;
  courseOf(context).judge(context, now, now.read);
}

/** When a table with dice must be woken although nothing comes, or null. */
export function diceWakeAt(dice: DiceLive): MonoUs | null {
  const deadline = throwWakeAt(dice);
  const { clockDue } = dice;
  return deadline === null || (clockDue !== null && clockDue < deadline) ? clockDue : deadline;
}
