import { facesOf, type DieFace } from "../../dice/faces.ts";
import { throwOutcome } from "../../rules/throw-outcome.ts";
import { ROLES } from "../../people/roles.ts";
import { attestable } from "../../rules/declare.ts";
import { dicePack } from "../../rules/pack.ts";
import type { SeriesThrow } from "../../dice/outcome-types.ts";
import type { FamilyReducer, FamilyPeople, FamilySteps, FamilyView, TableFamily } from "../family.ts";
import { emitRecord, type TableContext } from "../context.ts";
import { clockTick, startClocks } from "./clocks.ts";
import { pressAtDice } from "./dice-keys.ts";
import { diceAfter } from "./fold.ts";
import { diceOf, gameOf, newDice } from "./live.ts";
import { observeDice } from "./observe.ts";
import { openWhenSeen } from "./rounds.ts";
import { diceWakeAt, throwTick } from "./decide-round.ts";
import { beforeRestart } from "./found-at-rest.ts";
import { DICE_TEXTS } from "./texts.ts";
import { callableByAnybody } from "./undecide.ts";
import { diceResultView, diceView, isWithoutLosers } from "./view-dice.ts";
import { DICE_COURSE } from "./dice-table-policy.ts";

const steps: FamilySteps = {
  course: DICE_COURSE,
  passTime(context) {
    clockTick(context);
    throwTick(context);
  },
  observe(context, input) {
    if (input.i === "dice") for (const seen of input.seen) observeDice(context, seen);
  },
  press: pressAtDice,
  restart,
  begin(context) {
    startClocks(context);
    openWhenSeen(context);
  },
  isSealDue: () => false,
  wakeAt: ({ dice }) => (dice === undefined ? null : diceWakeAt(dice)),
};

/** Where the dice lie now is seen anew, and dice that no throw explains were thrown unseen. */
function restart(context: TableContext): void {
  const { phase, round, open } = context.durable;
  context.dice = { ...newDice(diceOf(context).has), ...beforeRestart(context) };
  if (open) startClocks(context);
  if (phase !== "throwing" && phase !== "no-more-bets") return;
  if (gameOf(context).dice.craps === null)
    emitRecord(context, { kind: "aborted", round, cause: "restart", seen: {} });
  // The dice of a series were thrown all the same: somebody has to say what they were, or where it stands.
  else
    emitRecord(context, {
      kind: "undecided",
      round,
      because: ["restart"],
      seen: {},
      mayBeCalled: callableByAnybody(context),
    });
}

const reducer: FamilyReducer = {
  apply: (before, after, body) =>
    before.dice === undefined ? after : { ...after, dice: diceAfter(before.dice, body, before.verdict) },
  cameTo(body) {
    if (body.kind !== "result" || !("faces" in body.result)) return {};
    const { faces, total, equal, category, craps } = body.result;
    return { dice: { faces, total, equal, category, call: craps?.call ?? null } };
  },
};

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
    const { total, equal, category, ...more } = throwOutcome(game, faces, null);
    const thrown: SeriesThrow = { faces: more.faces, total, equal, category, call: null };
    return { thrown };
  },
};

const view: FamilyView = {
  parts: (durable, pack) => ({ wheel: null, dice: diceView(durable, dicePack(pack)), cards: null }),
  result(record, certificate, pack, durable) {
    if (!("faces" in record.result)) throw new RangeError(`round ${record.round} has no result of dice`);
    const of = { pack: dicePack(pack), noLosers: isWithoutLosers(durable) };
    return diceResultView(record, record.result, certificate, of);
  },
  closingCall: () => null,
  announces: (pack) => dicePack(pack).dice.result,
  pocket: () => null,
  resolved: (item, { thrown }) => ({ ...item, dice: thrown ?? null }),
  stepNumber: () => null,
  countsLastRounds: false,
  besideTexts: () => null,
};

/** Games of dice under a camera. */
export const DICE_FAMILY: TableFamily = {
  name: "dice",
  keepsSecrets: false,
  steps,
  fold: reducer,
  texts: DICE_TEXTS,
  people,
  view,
};
