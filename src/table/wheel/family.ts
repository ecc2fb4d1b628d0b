import { citeText, type WheelPack } from "../../rules/pack.ts";
import { attestable } from "../../rules/declare.ts";
import { colourOf, labelOf, paysOf, specialOf, winningSuertes } from "../../rules/winning.ts";
import type { FamilyReducer, FamilyPeople, FamilySteps, FamilyView, TableFamily } from "../kernel/family.ts";
import { lastDeclared } from "../kernel/people/keys.ts";
import { handleWheelKey } from "./wheel-keys.ts";
import { emitRecord } from "../kernel/context.ts";
import { handleWheelObservation, checkSpinTimeout, spinDeadline } from "./round.ts";
import { EMPTY_WHEEL, reduceWheel } from "./durable-wheel.ts";
import { NEW_WHEEL_LIVE } from "./spin.ts";
import { prepareRelaunch } from "./verdict.ts";
import { withOwn } from "../kernel/durable/durable.ts";
import type { ResultRecord } from "../kernel/record.ts";
import { becauseText } from "../kernel/view/texts.ts";
import { callFor, reasonView } from "../kernel/view/view-rule.ts";
import type { CertificateView } from "../kernel/view/view.ts";
import { inEveryLanguage, sameText } from "../../text/every-language.ts";
import { ABSENT_PARTS } from "../absent-parts.ts";
import type { WheelResultView } from "./view-types.ts";
import type { WheelContext, WheelTypes } from "./types.ts";

const steps: FamilySteps<WheelTypes> = {
  liveOf: ({ live }) => ({ live }),
  checkTimeouts: checkSpinTimeout,
  handleInput(context, input) {
    for (const seen of input.seen) handleWheelObservation(context, seen);
  },
  handleKey: handleWheelKey,
  handleRestart,
  // The first stage that the device reports opens the bets.
  handleOpened: () => undefined,
  handleOverruled: prepareRelaunch,
  isSealDue: () => false,
  nextDeadline: ({ live }, rules) => spinDeadline({ live, rules }),
  restartCosts({ live: { spin }, durable }) {
    const isSpinning = spin !== null && !spin.judged && !spin.over;
    // At a closed table the ball is launched anew whatever was before.
    const isRepeated = durable.open && durable.wheel.relaunch !== null;
    return [...(isSpinning ? ["round-open" as const] : []), ...(isRepeated ? ["relaunch-due" as const] : [])];
  },
};

/** A spin that ran is given up. */
function handleRestart(context: WheelContext): void {
  const { phase, round } = context.durable;
  context.live = { ...NEW_WHEEL_LIVE, unseen: false };
  if (phase === "ball-in-play" || phase === "no-more-bets")
    emitRecord(context, { kind: "aborted", round, cause: "restart", seen: {} });
}

const reducer: FamilyReducer<WheelTypes> = {
  start: () => ({ wheel: EMPTY_WHEEL }),
  reduce: (before, after, body) =>
    withOwn<WheelTypes>(after, { wheel: reduceWheel(before.wheel, body, before) }),
  outcomeOf: (body) => ({ pocket: body.kind === "result" ? body.result.pocket : null }),
  closesBetsByWord: true,
};

/** Numbers as on the cloth: 0, 00, 1 to 36; what is no number behind them, as the wheel has it. */
function asOnTheCloth(one: string, other: string): number {
  const [a, b] = [one, other].map((name) => (/^\d+$/.test(name) ? Number(name) : Infinity)) as [number, number];
  return a === b ? (a === Infinity ? 0 : one.length - other.length) : a - b;
}

const people: FamilyPeople<WheelTypes> = {
  callVoids: ["jefe-de-mesa"],
  callerConfirms: false,
  declarable: attestable,
  isOnlyVoided: () => false,
  announcedChoices(pack) {
    return [...new Set(pack.wheel.pockets)].toSorted(asOnTheCloth).map((pocket) => ({
      announced: pocket,
      text: labelOf(pack, pocket),
      colour: colourOf(pack, pocket),
    }));
  },
  announcedOutcome: (pack, announced) =>
    announced !== undefined && pack.wheel.pockets.includes(announced) ? { pocket: announced } : null,
};

const view: FamilyView<WheelTypes> = {
  absent: ABSENT_PARTS,
  familyParts: (_durable, pack) => ({ wheel: pack.wheel.kind }),
  resultView: wheelResultView,
  lastSpeaker: (durable) => lastDeclared(durable)?.declaredBy ?? null,
  lastDeclared: (durable) => lastDeclared(durable)?.about ?? null,
  closingCall: (pack) => (pack.wheel.betsClose === "before-drop" ? callFor(pack, "no-more-bets") : null),
  announcedParts: ({ result }) => result,
  cameToView: ({ pocket = null }, pack) => ({
    pocket,
    ...(pocket === null ? { label: null, colour: null } : describePocket(pack, pocket)),
  }),
  resolvedItem: ({ pocket }, pack) => (pocket === undefined ? {} : { pocket, ...describePocket(pack, pocket) }),
  resolvedText: ({ pocket }, pack) =>
    pocket === undefined ? null : (labelOf(pack, pocket) ?? sameText(pocket)),
  stepText(text, { step }, { wheel }) {
    const pocket = step === LAST_NUMBER_STEP ? (wheel.lastValid?.pocket ?? null) : null;
    if (pocket === null) return text;
    return inEveryLanguage((language) => `${text[language].replace(/\.$/, "")}: ${pocket}.`);
  },
  countsLastRounds: true,
  besideTexts: () => null,
};

/** The step of the roulettes by which the ball is put into the number of the spin before. */
const LAST_NUMBER_STEP = "ball-to-previous-number";

function describePocket(pack: WheelPack, pocket: string): Pick<WheelTypes["item"], "label" | "colour"> {
  return { label: labelOf(pack, pocket), colour: colourOf(pack, pocket) };
}

/** Roulettes, boule and fortune wheels: one number a round, from a ball or a pointer. */
export const WHEEL_FAMILY: TableFamily<WheelTypes> = {
  name: "wheel",
  keepsSecrets: false,
  steps,
  reducer,
  texts: { because: {}, faults: {} },
  people,
  view,
};

/** The number as screens show it: its name, colour, what it pays, and the suertes that win. */
function wheelResultView(
  record: ResultRecord<WheelTypes>,
  certificate: CertificateView,
  pack: WheelPack,
): WheelResultView {
  const { pocket, cell } = record.result;
  const special = specialOf(pack, pocket);
  return {
    kind: "result",
    round: record.round,
    pocket,
    label: labelOf(pack, pocket),
    cell: cell === undefined ? null : { at: cell + 1, of: pack.wheel.pockets.length },
    colour: colourOf(pack, pocket),
    pays: paysOf(pack, pocket),
    suertes: winningSuertes(pack, pocket).map(({ id, group, name }) => ({ id, group, name })),
    specialRule: special?.rule ?? null,
    ...(special?.basis === "inferred"
      ? { specialSilent: { cite: citeText(special.cite), inferred: true } }
      : {}),
    certified: record.certainty.level === "certified",
    because: record.certainty.because.map((code) => becauseText(code)),
    deviations: record.deviations.map((reason) => reasonView(reason, pack)),
    certificate,
  };
}
