import type { DiceReason } from "../../codes/reasons.ts";
import type { DiceLoss } from "../../dice/observation.ts";
import { US_PER_MS, US_PER_S } from "../../time/instant.ts";
import { diceOf, setDice, throwPolicyOf } from "./throw.ts";
import type { ThrowContext } from "./types.ts";

/**
 * Times in which nobody saw the arena. Dice may have been thrown in it meanwhile and taken up again, and no picture afterwards tells
 * of it: where a throw changes what the next one means, people have to say where the game stands.
 */

/** Dice that are thrown, come to rest, are called and taken up need longer than this. */
export const THROW_AT_LEAST_US = 2 * US_PER_S;

/** Losses that are noticed only after a time in which a whole throw may have gone by. */
const NOTICED_LATE: readonly DiceReason[] = ["device-silent", "overflow", "restart"] satisfies DiceLoss[];

/** The arena is not seen from here on. `lostMs`: for how long it was not seen before that was known. */
export function beginBlindness(context: ThrowContext, why: DiceReason, lostMs = 0): void {
  const before = diceOf(context).blind ?? null;
  const lost = NOTICED_LATE.includes(why) ? THROW_AT_LEAST_US : lostMs * US_PER_MS;
  const since = context.t - lost;
  if (before === null || since < before.since) setDice(context, { blind: { since, why: before?.why ?? why } });
}

/** Why the arena was not seen for long enough that a whole throw may have gone by; null: it was not. */
export function longBlindness(context: ThrowContext): DiceReason | null {
  const { blind = null } = diceOf(context);
  return blind !== null && context.t - blind.since >= THROW_AT_LEAST_US ? blind.why : null;
}

/** What lies in the arena is seen again. */
export function endBlindness(context: ThrowContext): void {
  const why = longBlindness(context);
  setDice(context, { blind: null });
  if (why !== null) throwPolicyOf(context).onBlindnessOver(context, why);
}
