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
export function throwDeadline({ throw: now, has, lieSince }: DiceLive): MonoUs | null {
  if (now === null) return lieSince === null ? null : after(lieSince, GONE_US);
  if (now.restAt === null) return after(now.began, NO_REST_US);
  if (now.read === null) return after(now.restAt, GONE_US);
  return hasThrown(now, has) ? secondSourceDeadline(now, has) : after(now.restAt, NOT_DONE_US);
}

/** Time passed: a throw whose time is over is judged by what is known, or left to a person. */
export function checkThrowTimeout(context: ThrowContext): void {
  const deadline = throwDeadline(diceOf(context));
  const { throw: now, has } = diceOf(context);
  if (deadline === null || context.t < deadline) return;
  if (now === null) return leaveUnexplainedDice(context);
  const policy = throwPolicyOf(context);
  if (now.read === null)
    return policy.leaveUndecided(context, [...now.doubts, now.restAt === null ? "no-rest" : "dice-gone"]);
  if (!hasThrown(now, has))
    return policy.leaveUndecided(context, [
      ...now.doubts,
      now.made.any ? "thrower-not-done" : "thrower-not-seen",
    ]);
  policy.judgeThrow(context, now, now.read);
}

/**
 * Dice lie there after a time in which nobody watched, and no reading of them has come: a throw all the same, unless they are known and
 * their eye says that none came to rest since.
 */
function leaveUnexplainedDice(context: ThrowContext): void {
  const { noneRested, stood } = diceOf(context);
  if (noneRested === true && stood !== null) return setDice(context, { lieSince: null });
  beginThrow(context);
  const now = diceOf(context).throw;
  setDice(context, { lieSince: null, unwatched: null, stood: null });
  endBlindness(context);
  if (now !== null) throwPolicyOf(context).leaveUndecided(context, [...now.doubts, "rest-missed"]);
}

/** The device that throws, where the table has one, has reported a throw and is done with it. */
function hasThrown({ made }: Throw, has: DiceLive["has"]): boolean {
  return !made.running && (!has.thrower || made.any);
}

/** Judges the throw once all that it waits for has come. */
export function judgeWhenComplete(context: ThrowContext): void {
  const { throw: now, has } = diceOf(context);
  if (now?.read == null || !hasThrown(now, has)) return;
  if (askSecondSource(context, now)) return;
  throwPolicyOf(context).judgeThrow(context, now, now.read);
}

/** When a table with dice must be woken although no observation comes, or null. */
export function diceDeadline(dice: DiceLive): MonoUs | null {
  const deadline = throwDeadline(dice);
  const { clockDue } = dice;
  return deadline === null || (clockDue !== null && clockDue < deadline) ? clockDue : deadline;
}
