import { after, type MonoUs } from "../../time/instant.ts";
import type { TableContext } from "../context.ts";
import { diceOf, setThrow, type DiceLive, type Throw } from "./live.ts";

/**
 * A second source of the faces. It can only ever stop a result: one that says the same is one witness more, one that differs
 * leaves the throw to people, and one that fails or is silent has no opinion.
 */

/** Asks for a second opinion when the table has somebody to ask and has not asked yet. True: the answer is waited for. */
export function askWitness(context: TableContext, now: Throw): boolean {
  if (diceOf(context).has.witness === null || now.witness.stage === "answered") return false;
  if (now.witness.stage === "none") {
    context.commands.push({ c: "look", round: now.round });
    setThrow(context, { witness: { stage: "asked", faces: null, why: null } });
  }
  return true;
}

/** When the second opinion is no longer waited for; null: nobody was asked. */
export function witnessDue({ witness, restAt }: Throw, has: DiceLive["has"]): MonoUs | null {
  if (has.witness === null || restAt === null || witness.stage !== "asked") return null;
  return after(restAt, has.witness.waitUs);
}
