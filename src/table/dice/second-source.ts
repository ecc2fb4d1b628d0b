import type { DieFace } from "../../dice/faces.ts";
import { after, type MonoUs } from "../../time/instant.ts";
import { emitFault } from "../kernel/context.ts";
import { emitUndecided } from "../kernel/verdicts.ts";
import { textOfFaces } from "./durable-dice.ts";
import { diceOf, setDice, setThrow, throwPolicyOf, type DiceLive, type Throw } from "./throw.ts";
import type { ThrowContext } from "./types.ts";

/**
 * A second source of the faces (device `witness`). It can only stop a result: one that agrees is one witness more, one that differs
 * leaves the throw to people, and one that fails or is silent has no opinion.
 */

/** What a dice table asks of its devices. It never throws or shakes: people do. */
export type DiceCommand =
  /** To the second source: read the dice that lie there now, as round `round`. */
  | { readonly c: "look"; readonly round: number }
  /** To the second source: an answer is no longer wanted. */
  | { readonly c: "look-away" };

/** Asks the second source, once a throw, where the table has one. True: its answer is waited for. */
export function askSecondSource(context: ThrowContext, current: Throw): boolean {
  if (diceOf(context).has.witness === null || current.witness.stage === "answered") return false;
  if (current.witness.stage === "none") {
    context.commands.push({ c: "look", round: current.round });
    setThrow(context, { witness: { stage: "asked", faces: null, why: null } });
  }
  return true;
}

/** When the answer is no longer waited for; null: it was not asked. */
export function secondSourceDeadline({ witness, restAt }: Throw, has: DiceLive["has"]): MonoUs | null {
  if (has.witness === null || restAt === null || witness.stage !== "asked") return null;
  return after(restAt, has.witness.waitUs);
}

/** `faces` null: it could not read them, and `why`. After the verdict it can only contradict what stands. */
export function handleSecondReading(
  context: ThrowContext,
  faces: readonly DieFace[] | null,
  why: string | null,
): void {
  const current = diceOf(context).throw;
  if (current === null) return handleLateReading(context, faces, why);
  const { read, witness } = current;
  if (witness.stage !== "asked" || read === null) return;
  const answered: Throw = { ...current, witness: { stage: "answered", faces, why } };
  setDice(context, { throw: answered });
  throwPolicyOf(context).judgeThrow(context, answered, read);
}

/** What the machine has read of the newest throw, where it stands or people may still uphold it; null: none of both. */
function givenFaces({ verdict, phase, series }: ThrowContext["durable"]): readonly string[] | null {
  if (phase === "result" && verdict?.kind === "result")
    return "faces" in verdict.result && verdict.result.manual !== true ? verdict.result.faces : null;
  const contested = series.find(({ round }) => round === verdict?.round)?.contested;
  return phase === "undecided" && contested?.certified === true ? (contested.dice?.faces ?? null) : null;
}

function handleLateReading(context: ThrowContext, faces: readonly DieFace[] | null, why: string | null): void {
  const given = givenFaces(context.durable);
  const { verdict } = context.durable;
  if (given === null || verdict === null) return;
  const { round } = verdict;
  const theirs = faces === null ? null : textOfFaces(faces);
  const own = textOfFaces(given);
  if (theirs === own) return;
  if (verdict.kind === "result" && verdict.certainty.witnesses.includes("witness"))
    return reportRetraction(context, round, why);
  // It never had an opinion, and has none now.
  if (theirs === null) return;
  emitFault(context, "witness", "number-changed", { seen: `${own} / ${theirs}` }, round);
  emitUndecided(context, round, ["witness-differs"], { dice: own, witness: theirs });
}

/**
 * It had agreed, and now differs or takes its reading back. It contradicts itself alone: the result was read twice without it and
 * stands. That it is not to be relied on is reported once.
 */
function reportRetraction(context: ThrowContext, round: number, why: string | null): void {
  if (diceOf(context).retracted === round) return;
  setDice(context, { retracted: round });
  emitFault(context, "witness", "witness-nonsense", { why: why ?? "another answer after it agreed" }, round);
}
