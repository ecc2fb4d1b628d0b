import type { DiceReason } from "../../codes/reasons.ts";
import { diceOf, gameOf, type DiceLive, type FoundAtRest } from "./throw.ts";
import type { ThrowRead } from "../../dice/observation.ts";
import { haveSameFaces } from "./verdicts.ts";
import type { DiceContext } from "./types.ts";

/** A die that was not touched is read at the same place again, tenths of a millimetre. */
const SAME_PLACE = 50;

/** Dice as they were read. */
export const foundAtRest = ({ dice }: ThrowRead): FoundAtRest => ({
  faces: dice.map(({ face }) => face),
  lay: dice.map(({ face, x, y }) => ({ face, x, y })),
});

/**
 * Dice that may lie in the arena after a restart, or after another time in which nobody saw it: those that were read there last. Where
 * none were, bets are open over an empty arena, or, where a dome or a cage keeps its dice, over the last throw; beside a result its own
 * dice lie. Any other dice were thrown while the arena was not watched, and in a series of craps such a throw counts.
 */
export function expectedAfterBlindness(
  context: DiceContext,
  why: DiceReason,
): Pick<DiceLive, "unwatched" | "stood"> {
  const game = gameOf(context);
  const { phase, verdict, series } = context.durable;
  const { lying = null } = diceOf(context);
  const unseen = (stood: FoundAtRest | null): Pick<DiceLive, "unwatched" | "stood"> => ({
    unwatched: why,
    stood: lying ?? stood,
  });
  switch (phase) {
    case "betting":
    case "no-more-bets": {
      if (game.betsOpen !== "call") return unseen(null);
      const faces = lying?.faces ?? series[0]?.dice?.faces ?? null;
      return { unwatched: why, stood: faces === null ? null : { faces, lay: [] } };
    }
    case "result":
      if (verdict?.kind !== "result" || !("faces" in verdict.result)) return unseen(null);
      return unseen({ faces: verdict.result.faces, lay: verdict.result.lay });
    case "void":
      if (game.craps !== null) return unseen(null);
      break;
    default:
      break;
  }
  // Dice that lie there belong to a round that people were told to look at, or to none.
  return { unwatched: null, stood: null };
}

/**
 * Whether the dice that were read are those that lay there: each face once, and at its place where that is known. Dice that were seen to
 * roll are not, however they came to rest.
 */
export function isUndisturbed(stood: FoundAtRest | null, read: ThrowRead): boolean {
  if (stood === null || read.rolledMs !== null || !haveSameFaces(stood.faces, read)) return false;
  let left = read.dice;
  for (const { face, x, y } of stood.lay) {
    const at = left.findIndex((die) => die.face === face && isNear(die.x, x) && isNear(die.y, y));
    if (at < 0) return false;
    left = left.toSpliced(at, 1);
  }
  return true;
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= SAME_PLACE;
