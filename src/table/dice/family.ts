import { facesOf, type DieFace } from "../../dice/faces.ts";
import { throwOutcome } from "../../rules/throw-outcome.ts";
import { ROLES } from "../../people/roles.ts";
import { attestable } from "../../rules/declare.ts";
import type { DiceOutcome, SeriesThrow } from "../../dice/outcome-types.ts";
import type { FamilyReducer, FamilyPeople, FamilySteps, FamilyView, TableFamily } from "../kernel/family.ts";
import { emitRecord } from "../kernel/context.ts";
import { lastDeclared } from "../kernel/people/keys.ts";
import { recordClocks, startClocks } from "./time-in-play.ts";
import { handleDiceKey } from "./dice-keys.ts";
import { withIncident, withOwn, type Durable } from "../kernel/durable/durable.ts";
import { withoutTasks } from "../kernel/durable/tasks.ts";
import type { RecordBody } from "../kernel/record.ts";
import { textOf } from "../../text/text-of.ts";
import { ABSENT_PARTS } from "../absent-parts.ts";
import { newDurableDice, newSession, reduceDice, seriesBefore } from "./durable-dice.ts";
import { isAboutThrow, isQuestionOf, isSeriesAsked, pastOf, seriesAfter, seriesResolved } from "./series.ts";
import { diceOf, gameOf, isThrowing, newDiceLive, setDice } from "./throw.ts";
import { handleDiceObservation } from "./observe.ts";
import { openWhenSeen, DICE_TABLE_POLICY, openRoundWhenEmpty } from "./rounds.ts";
import { diceDeadline, checkThrowTimeout } from "./throw-timeouts.ts";
import { beginBlindness } from "./blindness.ts";
import { expectedAfterBlindness } from "./found-at-rest.ts";
import { DICE_TEXTS } from "./texts.ts";
import { emitUndecided } from "../kernel/verdicts.ts";
import { diceResultView, diceView, hasNoLosers } from "./view-dice.ts";
import type { DiceContext, DiceTypes } from "./types.ts";

const POINT_MARKED = textOf("keys.dice.mark-point");

const steps: FamilySteps<DiceTypes> & DiceTypes["steps"] = {
  liveOf: ({ live, dice }) => ({ live, dice }),
  throwPolicy: DICE_TABLE_POLICY,
  checkTimeouts(context) {
    recordClocks(context);
    checkThrowTimeout(context);
  },
  handleInput(context, input) {
    for (const seen of input.seen) handleDiceObservation(context, seen);
  },
  handleKey: handleDiceKey,
  handleRestart,
  handleOpened(context) {
    startClocks(context);
    openWhenSeen(context);
  },
  handleOverruled: openRoundWhenEmpty,
  isSealDue: () => false,
  nextDeadline: ({ dice }) => diceDeadline(dice),
  isStepDue({ durable, past }, { only }, round) {
    if (only === undefined) return true;
    const known = past.rounds.find((one) => one.round === round)?.before;
    const stood = known ?? seriesBefore(durable, round);
    // After a restart nobody knows of an earlier round: people are told what is due in either case.
    return stood === null || stood.phase === only;
  },
  changesWithout: seriesAfter,
  changesResolved: seriesResolved,
  restartCosts: ({ dice, durable }) => [
    ...(isThrowing(dice) ? ["throw-under-way" as const] : []),
    ...(durable.dice.craps?.phase === "point" ? ["point-standing" as const] : []),
  ],
};

/** Where the dice lie now is seen anew, and dice that no throw explains were thrown unseen. */
function handleRestart(context: DiceContext): void {
  const { open } = context.durable;
  context.dice = newDiceLive(diceOf(context).has);
  beginBlindness(context, "restart");
  if (open) startClocks(context);
  endRoundUnderWay(context);
  setDice(context, expectedAfterBlindness(context, "restart"));
}

function endRoundUnderWay(context: DiceContext): void {
  const { phase, round } = context.durable;
  if (phase !== "throwing" && phase !== "no-more-bets") return;
  // The dice of a series were thrown all the same: somebody has to say what they were, or where it stands.
  if (gameOf(context).craps !== null) emitUndecided(context, round, ["restart"], {});
  else emitRecord(context, { kind: "aborted", round, cause: "restart", seen: {} });
}

const reducer: FamilyReducer<DiceTypes> = {
  start: (pack) => ({ dice: newDurableDice(pack.dice.craps !== null) }),
  reduce(before, after, body) {
    // Releases up to 0.7.0 closed a table in a series, and stored it so.
    const isOpened = !before.open && after.open;
    const dice = isOpened ? newSession(before.dice) : before.dice;
    return withOwn<DiceTypes>(withTasksAfter(after, body), { dice: reduceDice(dice, body, before.verdict) });
  },
  outcomeOf: (body) => (body.kind === "result" ? { dice: seriesThrowOf(body.result) } : {}),
  pastOf,
  answersPast: (body, before) =>
    body.kind === "dice-set" && body.event === "point-marked" && isSeriesAsked(before),
  closesBetsByWord: true,
  // A point that nobody had asked for.
  replacedBy: (before, { key }) =>
    key === "mark-point" && !isSeriesAsked(before) ? { series: { craps: before.dice.craps } } : null,
  putBack: (after, { series }) => ({ ...after, dice: { ...after.dice, ...series } }),
  endsWords(body) {
    if (body.kind === "dice-set") return body.event !== "clock" && body.event !== "point-marked";
    // What people declare is a word like the others.
    return body.kind === "throw-incident" && body.calledBy === "machine";
  },
};

/** What a person must know of, or decide, once dice were seen to, or somebody has said where the series stands. */
function withTasksAfter(after: Durable, body: RecordBody<DiceTypes>): Durable {
  if (body.kind === "throw-incident") return withIncident(after, body);
  // That is what was open about an undecided throw. Whether a result stands it does not say.
  if (body.kind === "dice-set" && body.event === "point-marked")
    return withoutTasks(after, (task) => isAboutThrow(after, task));
  // Of a throw whose result stands a person is asked one thing only: whether it was announced.
  if (body.kind !== "key" || body.key.key !== "announce") return after;
  const { round } = body.key;
  return withoutTasks(after, (task) => isQuestionOf(after, task, round));
}

function seriesThrowOf({ faces, total, equal, category, craps }: DiceOutcome): SeriesThrow {
  return { faces, total, equal, category, call: craps?.call ?? null };
}

const people: FamilyPeople<DiceTypes> = {
  callVoids: ROLES,
  callerConfirms: true,
  declarable: attestable,
  // In a series of craps only a void leaves the next throw a meaning: otherwise the dice are named, or the point is set.
  isOnlyVoided: ({ dice }) => dice.craps !== null,
  announcedChoices: () => "faces",
  announcedOutcome({ dice: game }, announced) {
    const faces = announced?.split(" ") ?? [];
    const known: readonly DieFace[] = facesOf(game.faces);
    const isDie = (face: string): face is DieFace => known.some((one) => one === face);
    if (faces.length !== game.dice || !faces.every(isDie)) return null;
    return { thrown: seriesThrowOf(throwOutcome(game, faces, null)) };
  },
};

const view: FamilyView<DiceTypes> = {
  absent: ABSENT_PARTS,
  familyParts: (durable, pack) => ({ dice: diceView(durable, pack) }),
  resultView: (record, certificate, pack, durable) =>
    diceResultView(record, record.result, certificate, { pack, noLosers: hasNoLosers(durable) }),
  lastSpeaker: (durable) => lastDeclared(durable)?.declaredBy ?? null,
  lastDeclared: (durable) => lastDeclared(durable)?.about ?? null,
  closingCall: () => null,
  // Of a throw that belongs to no suerte no suerte is announced.
  announcedParts({ dice: { result } }, { category }) {
    if (category !== null) return result;
    return { ...result, announce: result.announce.filter((part) => part !== "category") };
  },
  cameToView: ({ dice = null }) => ({ dice }),
  resolvedItem: ({ thrown }) => ({ dice: thrown ?? null }),
  resolvedText: () => null,
  wordText: ({ key }) => (key === "mark-point" ? POINT_MARKED : null),
  countsLastRounds: false,
  besideTexts: () => null,
};

/** Games of dice under a camera. */
export const DICE_FAMILY: TableFamily<DiceTypes> = {
  name: "dice",
  keepsSecrets: false,
  steps,
  reducer,
  texts: DICE_TEXTS,
  people,
  view,
};
