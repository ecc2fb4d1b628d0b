import type { TableContext } from "../context.ts";
import { gameOf, type DiceLive, type FoundAtRest } from "./live.ts";
import type { ThrowRead } from "../../dice/observation.ts";
import { sameFaces } from "./reading-faults.ts";

/** Dice that lay at rest before the unit stopped, and whether those that lie there now are the same. */

/** A die that nobody touched is read at the same place again, tenths of a millimetre. */
const SAME_PLACE = 50;

/**
 * What the durable table leaves to be held against the arena after a restart. Bets are open over an empty arena, or, where a
 * dome or a cage keeps its dice, over the last throw; beside a result its own dice lie. Anything else that lies there then
 * was thrown while nobody looked, and in a series of craps such a throw counts.
 */
export function beforeRestart(context: TableContext): Pick<DiceLive, "unwatched" | "stood"> {
  const { dice: game } = gameOf(context);
  const { phase, verdict, series } = context.durable;
  const missed = (stood: FoundAtRest | null): Pick<DiceLive, "unwatched" | "stood"> => ({
    unwatched: "restart",
    stood,
  });
  switch (phase) {
    case "betting": {
      const last = series[0]?.dice ?? null;
      return missed(game.betsOpen === "call" && last !== null ? { faces: last.faces, lay: [] } : null);
    }
    case "result":
      if (verdict?.kind !== "result" || !("faces" in verdict.result)) return missed(null);
      return missed({ faces: verdict.result.faces, lay: verdict.result.lay });
    case "void":
      if (game.craps !== null) return missed(null);
      break;
    default:
      break;
  }
  // Whatever lies there belongs to a round of which people have been told that they must look at it, or to none.
  return { unwatched: null, stood: null };
}

/** The dice that were read are those that lay there: each face once, where it is known at its place. */
export function isAsItLay(stood: FoundAtRest | null, read: ThrowRead): boolean {
  if (stood === null || !sameFaces(stood.faces, read)) return false;
  let left = read.dice;
  for (const { face, x, y } of stood.lay) {
    const at = left.findIndex((die) => die.face === face && isNear(die.x, x) && isNear(die.y, y));
    if (at < 0) return false;
    left = left.toSpliced(at, 1);
  }
  return true;
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= SAME_PLACE;
