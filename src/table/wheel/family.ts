import { wheelPack, type Pack } from "../../rules/pack.ts";
import { attestable } from "../../rules/declare.ts";
import { colourOf, labelOf } from "../../rules/winning.ts";
import { callFor } from "../calls.ts";
import type { Durable } from "../durable.ts";
import type { FamilyReducer, FamilyPeople, FamilySteps, FamilyView, TableFamily } from "../family.ts";
import { handleKey } from "../keys.ts";
import { emitRecord, type TableContext } from "../context.ts";
import { observe, roundTick, roundWakeAt } from "./round.ts";
import { wheelAfter } from "./shown.ts";
import { NEW_LIVE } from "./spin.ts";
import { wheelResultView } from "./view-result.ts";

const steps: FamilySteps = {
  course: null,
  passTime: roundTick,
  observe(context, input) {
    if (input.i === "observations") for (const seen of input.seen) observe(context, seen);
  },
  press: handleKey,
  restart,
  // The first stage that the device tells opens the bets.
  begin: () => undefined,
  isSealDue: () => false,
  wakeAt: ({ live }) => roundWakeAt({ live }),
};

/** A spin that ran is given up. */
function restart(context: TableContext): void {
  const { phase, round } = context.durable;
  context.live = { ...NEW_LIVE, unseen: false };
  if (phase === "ball-in-play" || phase === "no-more-bets")
    emitRecord(context, { kind: "aborted", round, cause: "restart", seen: {} });
}

const reducer: FamilyReducer = {
  apply(before, after, body) {
    if (before.wheel === undefined) return after;
    const wheel = wheelAfter(before.wheel, body, before);
    return wheel === before.wheel ? after : { ...after, wheel };
  },
  cameTo: (body) => ({
    pocket: body.kind === "result" && "pocket" in body.result ? body.result.pocket : null,
  }),
};

const people: FamilyPeople = {
  callVoids: ["jefe-de-mesa"],
  callerConfirms: false,
  declarable: attestable,
  isOnlyVoided: () => false,
  announcedChoices(given) {
    const pack = wheelPack(given);
    return [...new Set(pack.wheel.pockets)].map((pocket) => ({
      announced: pocket,
      text: labelOf(pack, pocket),
      colour: colourOf(pack, pocket),
    }));
  },
  announcedOutcome: (pack, announced) =>
    announced !== undefined && wheelPack(pack).wheel.pockets.includes(announced) ? { pocket: announced } : null,
};

const view: FamilyView = {
  parts: (_durable, pack) => ({ wheel: wheelPack(pack).wheel.kind, dice: null, cards: null }),
  result: wheelResultView,
  closingCall: (pack) =>
    wheelPack(pack).wheel.betsClose === "before-drop" ? callFor(pack, "no-more-bets") : null,
  announces: (pack) => wheelPack(pack).result,
  pocket: (pack, pocket) => named(pack, pocket),
  resolved: (item, { pocket }, pack) =>
    pocket === undefined ? item : { ...item, pocket, ...named(pack, pocket) },
  stepNumber: (step, durable) => (step === LAST_NUMBER_STEP ? lastNumber(durable) : null),
  countsLastRounds: true,
  besideTexts: () => null,
};

/** The step of the roulettes by which the ball is put into the number of the spin before. */
const LAST_NUMBER_STEP = "ball-to-previous-number";

const lastNumber = ({ wheel }: Pick<Durable, "wheel">): string | null => wheel?.lastValid?.pocket ?? null;

function named(given: Pack, pocket: string): NonNullable<ReturnType<FamilyView["pocket"]>> {
  const pack = wheelPack(given);
  return { label: labelOf(pack, pocket), colour: colourOf(pack, pocket) };
}

/** Roulettes, boule and fortune wheels: one number a round, from a ball or a pointer. */
export const WHEEL_FAMILY: TableFamily = {
  name: "wheel",
  keepsSecrets: false,
  steps,
  fold: reducer,
  texts: { because: {}, faults: {} },
  people,
  view,
};
