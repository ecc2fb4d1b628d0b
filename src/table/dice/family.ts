import { facesOf, type DieFace } from "../../dice/faces.ts";
import { throwOutcome } from "../../rules/throw-outcome.ts";
import { ROLES } from "../../people/roles.ts";
import { attestable } from "../../rules/declare.ts";
import { dicePack } from "../../rules/pack.ts";
import type { DiceOutcome, SeriesThrow } from "../../dice/outcome-types.ts";
import type { FamilyReducer, FamilyPeople, FamilySteps, FamilyView, TableFamily } from "../kernel/family.ts";
import { emitRecord, type TableContext } from "../kernel/context.ts";
import { lastDeclared } from "../kernel/people/keys.ts";
import { recordClocks, startClocks } from "./time-in-play.ts";
import { handleDiceKey } from "./dice-keys.ts";
import { newSession, reduceDice, seriesBefore } from "./durable-dice.ts";
import { diceOf, gameOf, isThrowing, newDiceLive } from "./throw.ts";
import { handleDiceObservation } from "./observe.ts";
import { openWhenSeen, DICE_TABLE_POLICY, openRoundWhenEmpty } from "./rounds.ts";
import { diceDeadline, checkThrowTimeout } from "./throw-timeouts.ts";
import { beginBlindness } from "./blindness.ts";
import { expectedAfterBlindness } from "./found-at-rest.ts";
import { DICE_TEXTS } from "./texts.ts";
import { emitUndecided } from "../kernel/verdicts.ts";
import { diceResultView, diceView, hasNoLosers } from "./view-dice.ts";

const steps: FamilySteps = {
  throwPolicy: DICE_TABLE_POLICY,
  checkTimeouts(context) {
    recordClocks(context);
    checkThrowTimeout(context);
  },
  handleInput(context, input) {
    if (input.i === "dice") for (const seen of input.seen) handleDiceObservation(context, seen);
  },
  handleKey: handleDiceKey,
  handleRestart,
  handleOpened(context) {
    startClocks(context);
    openWhenSeen(context);
  },
  handleOverruled: openRoundWhenEmpty,
  isSealDue: () => false,
  nextDeadline: ({ dice }) => (dice === undefined ? null : diceDeadline(dice)),
  isStepDue({ durable, past }, { only }, round) {
    if (only === undefined) return true;
    const known = past.rounds.find((one) => one.round === round)?.before;
    const stood = known ?? seriesBefore(durable, round);
    // After a restart nobody knows of an earlier round: people are told what is due in either case.
    return stood === null || stood.phase === only;
  },
  restartCosts: ({ dice, durable }) => [
    ...(dice !== undefined && isThrowing(dice) ? ["throw-under-way" as const] : []),
    ...(durable.dice?.craps?.phase === "point" ? ["point-standing" as const] : []),
  ],
};

/** Where the dice lie now is seen anew, and dice that no throw explains were thrown unseen. */
function handleRestart(context: TableContext): void {
  const { phase, round, open } = context.durable;
  context.dice = { ...newDiceLive(diceOf(context).has), ...expectedAfterBlindness(context, "restart") };
  beginBlindness(context, "restart");
  if (open) startClocks(context);
  if (phase !== "throwing" && phase !== "no-more-bets") return;
  // The dice of a series were thrown all the same: somebody has to say what they were, or where it stands.
  if (gameOf(context).dice.craps !== null) emitUndecided(context, round, ["restart"], {});
  else emitRecord(context, { kind: "aborted", round, cause: "restart", seen: {} });
}

const reducer: FamilyReducer = {
  reduce(before, after, body) {
    if (before.dice === undefined) return after;
    // Releases up to 0.7.0 closed a table in a series, and stored it so.
    const isOpened = !before.open && after.open;
    const dice = isOpened ? newSession(before.dice) : before.dice;
    return { ...after, dice: reduceDice(dice, body, before.verdict) };
  },
  outcomeOf(body) {
    return body.kind === "result" && "faces" in body.result ? { dice: seriesThrowOf(body.result) } : {};
  },
};

function seriesThrowOf({ faces, total, equal, category, craps }: DiceOutcome): SeriesThrow {
  return { faces, total, equal, category, call: craps?.call ?? null };
}

const people: FamilyPeople = {
  callVoids: ROLES,
  callerConfirms: true,
  declarable: attestable,
  // In a series of craps only a void leaves the next throw a meaning: otherwise the dice are named, or the point is set.
  isOnlyVoided: (pack) => dicePack(pack).dice.craps !== null,
  announcedChoices: () => "faces",
  announcedOutcome(pack, announced) {
    const { dice: game } = dicePack(pack);
    const faces = announced?.split(" ") ?? [];
    const known: readonly DieFace[] = facesOf(game.faces);
    const isDie = (face: string): face is DieFace => known.some((one) => one === face);
    if (faces.length !== game.dice || !faces.every(isDie)) return null;
    return { thrown: seriesThrowOf(throwOutcome(game, faces, null)) };
  },
};

const view: FamilyView = {
  familyParts: (durable, pack) => ({ wheel: null, dice: diceView(durable, dicePack(pack)), cards: null }),
  resultView(record, certificate, pack, durable) {
    if (!("faces" in record.result)) throw new RangeError(`round ${record.round} has no result of dice`);
    const of = { pack: dicePack(pack), noLosers: hasNoLosers(durable) };
    return diceResultView(record, record.result, certificate, of);
  },
  lastSpeaker: (durable) => lastDeclared(durable)?.declaredBy ?? null,
  closingCall: () => null,
  announcedParts: (pack) => dicePack(pack).dice.result,
  describePocket: () => null,
  resolvedItem: (item, { thrown }) => ({ ...item, dice: thrown ?? null }),
  stepNumber: () => null,
  countsLastRounds: false,
  besideTexts: () => null,
};

/** Games of dice under a camera. */
export const DICE_FAMILY: TableFamily = {
  name: "dice",
  keepsSecrets: false,
  steps,
  reducer,
  texts: DICE_TEXTS,
  people,
  view,
};
