import type { DiceReason, ReasonCode } from "../../codes/reasons.ts";
import { facesOf, type DieFace } from "../../dice/faces.ts";
import type { ThrowRead } from "../../dice/observation.ts";
import { isHarmless, type DieNote, type ReadReason } from "../../dice/reading/read-types.ts";
import { factsOf } from "../../rules/condition.ts";
import { becauseOf, blocks, type Judgement } from "../../rules/engine.ts";
import { throwOutcome } from "../../rules/throw-outcome.ts";
import { emitRecord } from "../kernel/context.ts";
import { askedRules } from "../kernel/durable/tasks.ts";
import { certaintyOf, emitUndecided, emitVoid, nextStepsOf } from "../kernel/verdicts.ts";
import { textOfFaces } from "./durable-dice.ts";
import { SEEN } from "./texts.ts";
import { diceOf, endThrow, faultAgainstResults, gameOf, throwPolicyOf, type Throw } from "./throw.ts";
import { factsAtRest } from "./throw-facts.ts";
import { askIfAnnounced, touchRuleOf } from "./touched-dice.ts";
import type { DiceContext, ThrowContext } from "./types.ts";

/** The dice lie at rest: the throw gets its one verdict. */
export function judgeThrow(context: DiceContext, current: Throw, read: ThrowRead): void {
  const refusing = faultAgainstResults(context);
  if (refusing !== null) return leaveUndecided(context, [refusing]);
  const judgement = context.rules.judge(factsAtRest(context, current, read), "rest");
  if (judgement.voids.length > 0) {
    emitVoid(context, current.round, judgement.voids, "machine");
    return endThrow(context);
  }
  const unjudged = judgement.unjudged.filter(blocks);
  const asked = askedRules(context.durable, current.round);
  // An objection to the reading itself tells people more than the paragraph that it leaves open.
  const against = [
    ...current.doubts,
    ...readingObjections(context, current, read),
    ...handObjections(context, current),
    ...seriesObjections(context, current),
    ...(asked.length > 0 ? (["left-to-a-person"] as const) : []),
  ];
  if (unjudged.length === 0 && against.length === 0) return certifyThrow(context, current, read, judgement);
  // Dice that could not be read leave nearly every rule open; then only the rules that the law certainly leaves to a person are
  // named.
  const named = unjudged.filter(({ because }) => against.length === 0 || because === "left-to-a-person");
  const rules = named.map(({ rule }) => rule);
  const unforeseen = rules.length === 0 ? unforeseenRules(context, read) : [];
  const left = [...new Set([...asked, ...rules, ...unforeseen])];
  leaveUndecided(context, [...new Set([...against, ...becauseOf(named)])], left);
}

/** How a die lies that no rule of this game may speak of. */
const LIES: readonly DieNote[] = ["stacked", "cocked", "on-object", "rim", "outside", "foreign"];

/** The rule for what the law does not foresee, where dice lie as none of its rules says: who decides such cases decides this one. */
function unforeseenRules({ rules: { pack } }: DiceContext, { dice }: ThrowRead): readonly string[] {
  const isUnlisted = dice.some(({ notes }) => notes.some((note) => LIES.includes(note)));
  return pack.rules.flatMap(({ id }) => (isUnlisted && id === "unforeseen-case" ? [id] : []));
}

/** A hand among the rolling dice where no rule of the game asks for one: the law is silent, and a person looks. */
function handObjections({ rules: { pack } }: DiceContext, { facts }: Throw): readonly DiceReason[] {
  const hand = facts["hand-while-rolling"];
  const isAsked = pack.rules.some(({ when }) => factsOf(when).includes("hand-while-rolling"));
  return hand?.is === "flag" && hand.value === true && !isAsked ? ["dice-hand"] : [];
}

/** In a series the faces can be judged only when the point is known. */
function seriesObjections(context: DiceContext, { doubts }: Throw): readonly DiceReason[] {
  const { craps, pointAsked } = context.durable.dice;
  // What is known against the throw tells people more than that the point is asked for.
  const isAsked = pointAsked !== undefined && doubts.length === 0;
  const isUnknown = (craps === null || isAsked) && gameOf(context).craps !== null;
  return isUnknown ? ["series-unknown"] : [];
}

function certifyThrow(
  context: DiceContext,
  current: Throw,
  read: ThrowRead,
  { deviations, held, applying }: Judgement,
): void {
  const { round, witness } = current;
  const faces = read.dice.flatMap(({ face }) => face ?? []);
  const outcome = throwOutcome(gameOf(context), faces, context.durable.dice.craps);
  const agreed = witness.stage === "answered" && witness.faces !== null;
  emitRecord(context, {
    kind: "result",
    round,
    result: {
      ...outcome,
      lay: read.dice.flatMap(({ face, x, y }) => (face === null ? [] : [{ face, x, y }])),
      picture: read.picture,
    },
    certainty: certaintyOf(
      context,
      held,
      ["first-reading", "second-reading", ...(agreed ? ["witness"] : [])],
      context.durable.dice.craps?.byWord === undefined ? [] : ["point-by-word"],
    ),
    deviations,
    seen: { throw: read.n },
  });
  endThrow(context);
  const touched = touchRuleOf(context.rules.pack);
  for (const { rule, verdict, reason } of applying) {
    if (verdict !== "stands" || rule === touched) continue;
    const then = nextStepsOf(context, [rule.id]);
    emitRecord(context, { kind: "throw-incident", round, reason, verdict, then, calledBy: "machine" });
  }
  const stands = context.durable.verdict;
  const isTouched = applying.some(({ rule }) => rule === touched);
  if (isTouched && stands?.kind === "result" && "faces" in stands.result)
    askIfAnnounced(context, round, stands.result, "before the verdict");
}

/** Leaves the throw to a person: why, and what was seen. */
export function leaveUndecided(
  context: DiceContext,
  because: readonly ReasonCode[],
  rules: readonly string[] = [],
): void {
  const current = diceOf(context).throw;
  if (current === null) return;
  const { read, witness } = current;
  const seen = {
    dice: read?.dice.map(({ face }) => face ?? "?").join(" ") ?? null,
    picture: read?.picture ?? null,
    witness: witness.faces?.join(" ") ?? witness.why,
  };
  const codes = [...new Set(because)];
  emitUndecided(context, current.round, codes.length > 0 ? codes : ["no-rest"], seen, rules);
  endThrow(context);
}

/** Reasons of an eye that do not concern the number: only for a rule that asks for such a fact it is unknown. */
const NO_PART: readonly string[] = ["near-touch"];

/** The reason code of an eye's objection to its reading. */
const seenReason = (word: string): DiceReason => (isKnown(word) ? `dice-${word}` : "dice-not-known");
const isKnown = (word: string): word is ReadReason => Object.hasOwn(SEEN, word);

/** Why these dice give no result, whatever the rules of the game say. */
export function readingObjections(
  context: ThrowContext,
  current: Throw,
  read: ThrowRead,
): readonly DiceReason[] {
  const { has, domeOpen } = diceOf(context);
  const { dice, faces: set } = throwPolicyOf(context).expectedDice(context);
  const known: readonly (DieFace | null)[] = facesOf(set);
  const codes: DiceReason[] = [];
  const notes = read.dice.flatMap((die) => die.notes.filter((note) => !isHarmless(note)));
  const against = [...read.reasons.filter((reason) => !NO_PART.includes(reason)), ...notes];
  // A reading that is called readable and has objections contradicts itself, and so does an unreadable one without a reason.
  const isConsistent = (read.verdict === "readable") === (read.reasons.length === 0);
  if (!isConsistent || against.length > 0)
    codes.push("dice-not-read", ...[...read.reasons, ...notes].map(seenReason));
  else if (read.dice.length < dice) codes.push("dice-too-few");
  else if (read.dice.length > dice) codes.push("dice-too-many");
  else if (read.dice.some(({ face }) => !known.includes(face))) codes.push("dice-not-read");
  else if (read.dice.some(({ zone }) => zone !== undefined)) codes.push("dice-outside-arena");
  if (domeOpen === true) codes.push("dome-open");
  const { shake } = current.made;
  if (has.thrower && shake !== "full" && shake !== "none") codes.push(`shake-${shake}`);
  const { stage, faces } = current.witness;
  if (stage === "answered" && faces !== null && !haveSameFaces(faces, read)) codes.push("witness-differs");
  if (has.witness?.required === true && (stage !== "answered" || faces === null)) codes.push("witness-silent");
  return [...new Set(codes)];
}

export const haveSameFaces = (faces: readonly (DieFace | null)[], { dice }: ThrowRead): boolean =>
  textOfSeen(faces) === textOfSeen(dice.map(({ face }) => face));

const textOfSeen = (faces: readonly (DieFace | null)[]): string =>
  textOfFaces(faces.map((face) => face ?? "?"));
