import { after, US_PER_S, type MonoUs } from "../../time/instant.ts";
import { endBlindness } from "./blindness.ts";
import { askSecondSource, secondSourceDeadline } from "./second-source.ts";
import { beginThrow, diceOf, setDice, throwPolicyOf, type DiceLive, type Throw } from "./throw.ts";
import type { ThrowContext } from "./types.ts";

/** What a throw waits for, and for how long. */

/** A throw without dice at rest for this long is left to a person. */
export const NO_REST_US = 60 * US_PER_S;
/** The dice lie at rest, and the device that throws has not reported for this long that it is done. */
export const NOT_DONE_US = 8 * US_PER_S;
/** The dice left the arena this long ago and were not read. */
export const GONE_US = 2 * US_PER_S;

/** When a throw must be judged although no observation comes; null: none runs, and no unexplained dice lie there. */
export function throwDeadline({ throw: current, has, lieSince }: DiceLive): MonoUs | null {
  if (current === null) return lieSince === null ? null : after(lieSince, GONE_US);
  if (current.restAt === null) return after(current.began, NO_REST_US);
  if (current.read === null) return after(current.restAt, GONE_US);
  return hasThrown(current, has) ? secondSourceDeadline(current, has) : after(current.restAt, NOT_DONE_US);
}

/** Time passed: a throw whose time is over is judged by what is known, or left to a person. */
export function checkThrowTimeout(context: ThrowContext): void {
  const deadline = throwDeadline(diceOf(context));
  const { throw: current, has } = diceOf(context);
  if (deadline === null || context.t < deadline) return;
  if (current === null) return leaveUnexplainedDice(context);
  const policy = throwPolicyOf(context);
  if (current.read === null)
    return policy.leaveUndecided(context, [
      ...current.doubts,
      current.restAt === null ? "no-rest" : "dice-gone",
    ]);
  if (!hasThrown(current, has))
    return policy.leaveUndecided(context, [
      ...current.doubts,
      current.made.any ? "thrower-not-done" : "thrower-not-seen",
    ]);
  policy.judgeThrow(context, current, current.read);
}

/**
 * Dice lie there after a time in which nobody watched, and no reading of them has come: a throw all the same, unless they are known and
 * their eye says that none came to rest since.
 */
function leaveUnexplainedDice(context: ThrowContext): void {
  const { noneRested, stood } = diceOf(context);
  if (noneRested === true && stood !== null) return setDice(context, { lieSince: null });
  beginThrow(context);
  const current = diceOf(context).throw;
  setDice(context, { lieSince: null, unwatched: null, stood: null });
  endBlindness(context);
  if (current !== null) throwPolicyOf(context).leaveUndecided(context, [...current.doubts, "rest-missed"]);
}

/** The device that throws, where the table has one, has reported a throw and is done with it. */
function hasThrown({ made }: Throw, has: DiceLive["has"]): boolean {
  return !made.running && (!has.thrower || made.any);
}

/** Judges the throw once all that it waits for has come. */
export function judgeWhenComplete(context: ThrowContext): void {
  const { throw: current, has } = diceOf(context);
  if (current?.read == null || !hasThrown(current, has)) return;
  if (askSecondSource(context, current)) return;
  throwPolicyOf(context).judgeThrow(context, current, current.read);
}

/** When a table with dice must be woken although no observation comes, or null. */
export function diceDeadline(dice: DiceLive): MonoUs | null {
  const deadline = throwDeadline(dice);
  const { clockDue } = dice;
  return deadline === null || (clockDue !== null && clockDue < deadline) ? clockDue : deadline;
}
