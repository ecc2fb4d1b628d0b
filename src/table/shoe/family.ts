import { cardPack, type CardPack } from "../../rules/pack.ts";
import { isThrowing, newDiceLive } from "../dice/throw.ts";
import type { DiceDevice } from "../../dice/observation.ts";
import { handleDiceObservation } from "../dice/observe.ts";
import { diceDeadline, checkThrowTimeout } from "../dice/throw-timeouts.ts";
import { DICE_TEXTS } from "../dice/texts.ts";
import type { CardReason } from "../../codes/reasons.ts";
import type { Durable, SeriesEntry } from "../kernel/durable/durable.ts";
import type { FamilyReducer, FamilyPeople, FamilySteps, FamilyView, TableFamily } from "../kernel/family.ts";
import { emitRecord, type TableContext } from "../kernel/context.ts";
import { handleCardKey } from "./card-keys.ts";
import { keepOverruled } from "./corrections.ts";
import { EMPTY_DEAL, isCardRecord, reduceDeal, withoutCallAsked, type DurableDeal } from "./durable-deal.ts";
import { dealOf, setDeal, type DealLive } from "./live.ts";
import { handleShoeObservation } from "./observe.ts";
import type { DealRecord, DealResult } from "./records.ts";
import type { Phase } from "../kernel/phase.ts";
import type { RecordBody } from "../kernel/record.ts";
import { openWhenReady } from "./rounds.ts";
import { lastSpeaker, reduceSaid } from "./said-words.ts";
import { acceptSeal } from "./seal.ts";
import { SHOE_TEXTS, outcomeLine, STANDS } from "./texts.ts";
import { cardsView, dealResultView } from "./view-cards.ts";
import { followsText } from "./preview.ts";
import { FIRST_DICE_POLICY } from "./first-dice.ts";
import type { Due, OutcomeWord } from "./plays/play.ts";
import { DISPUTED, newTask, withTask, withoutTasks } from "../kernel/durable/tasks.ts";

const steps: FamilySteps = {
  throwPolicy: FIRST_DICE_POLICY,
  checkTimeouts(context) {
    if (context.dice !== null) checkThrowTimeout(context);
  },
  handleInput(context, input) {
    if (input.i === "cards") for (const seen of input.seen) handleShoeObservation(context, seen);
    if (input.i === "seal") acceptSeal(context, input.key);
    // A table without an eye has no use for what one tells.
    if (input.i === "dice" && context.dice !== null)
      for (const seen of input.seen) handleDiceObservation(context, seen);
  },
  handleKey: handleCardKey,
  handleRestart,
  handleOpened: openWhenReady,
  // What lies on the table stays until it is collected.
  handleOverruled: keepOverruled,
  isSealDue: (context) => dealOf(context).sealDue,
  // Cards wait for no time alone: what is missing there is asked of people. Dice do.
  nextDeadline: ({ dice }) => (dice === undefined ? null : diceDeadline(dice)),
  restartCosts({ deal, dice }) {
    const isLoaded = deal !== undefined && deal.barred !== "machine-removed" && hasShoe(deal);
    const isDealing = deal !== undefined && deal.round !== null && deal.round.cards > 0;
    return [
      ...(isDealing ? ["round-open" as const] : []),
      ...(isLoaded ? ["shoe-loaded" as const] : []),
      ...(dice !== undefined && isThrowing(dice) ? ["throw-under-way" as const] : []),
    ];
  },
};

/** A shoe is loaded, or is being loaded, shuffled or burnt from. */
const hasShoe = ({ loaded, loadPending, stage, burning }: DealLive): boolean =>
  loaded || loadPending || burning !== null || stage === "loading" || stage === "shuffling";

/**
 * What the shoe holds was known to the judging process alone, and it is gone: a round that was dealt is given up, and nothing is dealt
 * on until the shoe is loaded anew.
 */
function handleRestart(context: TableContext): void {
  const { phase, round, open } = context.durable;
  if (context.dice !== null) context.dice = newDiceLive(context.dice.has);
  if (phase === "dealing" || phase === "no-more-bets") {
    const seen = { inside: context.durable.deal?.counts?.inside ?? null };
    emitRecord(context, { kind: "aborted", round, cause: "restart", seen });
  }
  // The number of open bets is kept for the round that follows, and what the screens still show: the seats that were keyed, and the
  // device's warnings until it tells its state.
  const { seats, shoe } = context.durable.deal ?? EMPTY_DEAL;
  setDeal(context, {
    unused: phase === "betting",
    seats: seats.length > 0 ? seats : null,
    warnings: shoe.warnings,
  });
  if (open && (phase === "betting" || phase === "preparing"))
    emitRecord(context, { kind: "phase", round, phase: "waiting" });
}

const reducer: FamilyReducer = {
  reduce(before, after, body) {
    if (before.deal === undefined && !isCardRecord(body)) return after;
    // A verdict on a round that is over is about no card that lies there now.
    if ("late" in body) return after;
    const told = reduceDeal(before.deal ?? null, body);
    // A round that is derived anew tells that it was asked, and has its answer.
    const isClosed = body.kind === "incident" && after.phase === "no-more-bets";
    const deal = reduceSaid(before, after, isClosed ? withoutCallAsked(told) : told, body);
    const isAnswered = body.kind === "deal" && isHeld(before.deal?.due) && !isHeld(deal.due);
    const answered = isAnswered ? withoutQuestion(after, body.round) : after;
    const now = isReopened(before, body) ? withoutIncidents(answered, before.deal ?? EMPTY_DEAL) : answered;
    const gone = body.kind === "deal" ? (body.withdrawn ?? []) : [];
    const left = withoutWithdrawn(now, deal, gone);
    const held = body.kind === "deal" ? withQuestion(left, body, before.deal?.due) : left;
    return { ...withAsked(held, before.deal ?? EMPTY_DEAL, deal), deal };
  },
  outcomeOf: (body) => (body.kind === "result" && "results" in body.result ? cameTo(body.result) : {}),
};

/** The words that close the bets are taken back, with what was dealt by them. */
const isReopened = ({ phase, round }: Durable, body: RecordBody): boolean =>
  body.kind === "phase" &&
  body.round === round &&
  BETS_CLOSED.includes(phase) &&
  !BETS_CLOSED.includes(body.phase);
const BETS_CLOSED: readonly Phase[] = ["no-more-bets", "dealing"];

/** What happened to those cards is told anew where it still stands. */
const withoutIncidents = (table: Durable, { incidents }: DurableDeal): Durable =>
  withoutTasks(
    table,
    ({ round, about }) => round === table.round && incidents.some(({ reason }) => reason.rule === about),
  );

/** The deal waits for a person's decision. */
const isHeld = (due: Due | null | undefined): boolean => due?.duty.code === "decision";

/** The deal goes on: what it waited for is decided, and makes nothing open of its result. */
const withoutQuestion = (table: Durable, of: number): Durable =>
  withoutTasks(
    table,
    ({ kind, round, about }) =>
      kind === "decide" && round === of && about !== DISPUTED && ASKED.every(([asked]) => asked !== about),
  );

/** The deal waits again for what had been answered, or was not asked any more: that waits for a person as before. */
function withQuestion(table: Durable, { round, what, due }: DealRecord, was: Due | null | undefined): Durable {
  const asked = what === "moved" ? [] : rulesAsked(was);
  return rulesAsked(due)
    .filter((rule) => !asked.includes(rule))
    .map((rule) => newTask("decide", round, rule, [], [rule]))
    .reduce((now, task) => (now.tasks.some(({ id }) => id === task.id) ? now : withTask(now, task)), table);
}

/** The rules by which a person decides; where none is known the law is silent. */
function rulesAsked(due: Due | null | undefined): readonly string[] {
  if (due == null || !isHeld(due)) return [];
  const { rules = [] } = due.duty;
  return rules.length > 0 ? rules : ["law-silent"];
}

/** What did not happen is nobody's to see to any more, unless it happened another time in this round. */
function withoutWithdrawn(table: Durable, { incidents }: DurableDeal, rules: readonly string[]): Durable {
  const gone = rules.filter((rule) => incidents.every(({ reason }) => reason.rule !== rule));
  if (gone.length === 0) return table;
  return withoutTasks(table, ({ round, about }) => round === table.round && gone.includes(about));
}

/** What people are asked of cards, and whether it is open. */
const ASKED: readonly (readonly [CardReason, (deal: DurableDeal) => boolean])[] = [
  ["card-outside-deal", ({ outside }) => outside !== undefined],
  ["bets-call-open", ({ isCallAsked }) => isCallAsked === true],
];

/** It waits for people for as long as it is open: until it is answered, and once more when the answer is taken back. */
const withAsked = (table: Durable, was: DurableDeal, is: DurableDeal): Durable =>
  ASKED.reduce((now, [about, isOpen]) => {
    if (!isOpen(is))
      return withoutTasks(now, (task) => task.about === about && task.rules?.includes(about) === true);
    return isOpen(was) ? now : withTask(now, newTask("decide", now.round, about, [], [about]));
  }, table);

/** What a round of cards is called, and where every place has a result of its own what the bank had. */
function cameTo({ results, values, qualifies }: DealResult): Pick<SeriesEntry, "outcome" | "bank"> {
  const [first = null] = results;
  if (first?.of.startsWith("seat-") !== true) return { outcome: first };
  const bank = values.find(({ hand }) => hand === "bank");
  if (bank === undefined) return { outcome: results.find(({ is }) => is === "wins") ?? first };
  const { total, category } = bank;
  return { outcome: first, bank: { total, category, opens: qualifies } };
}

const people: FamilyPeople = {
  callVoids: ["jefe-de-mesa"],
  callerConfirms: false,
  // A void of one hand, or of the next round, is among them.
  declarable: ({ rules }) => rules,
  isOnlyVoided: () => false,
  announcedChoices(pack) {
    const winners = winnersOf(cardPack(pack));
    if (winners.length === 0) return null;
    return winners.map((one) => ({
      announced: one.announced,
      text: outcomeLine(one, pack.names),
      colour: null,
    }));
  },
  announcedOutcome(pack, announced) {
    const winners = winnersOf(cardPack(pack));
    if (winners.length === 0) return announced === undefined ? {} : null;
    const winner = winners.find((one) => one.announced === announced);
    return winner === undefined ? null : { winner: { of: winner.of, is: winner.is } };
  },
  awaitsAnswer: ({ round: now, deal = EMPTY_DEAL }, { kind, round, about }) =>
    kind === "decide" &&
    round === now &&
    (rulesAsked(deal.due).includes(about) || ASKED.some(([asked, isOpen]) => asked === about && isOpen(deal))),
};

/** Devices of dice, which at a card table only say who is dealt first: without them people do. */
const BESIDE: readonly string[] = ["eye", "thrower"] satisfies readonly DiceDevice[];

const view: FamilyView = {
  familyParts: (durable, pack) => ({ wheel: null, dice: null, cards: cardsView(durable, cardPack(pack)) }),
  resultView(record, certificate, pack) {
    if (!("results" in record.result)) throw new RangeError(`round ${record.round} has no result of cards`);
    return dealResultView(record, record.result, certificate, pack);
  },
  closingCall: () => null,
  lastSpeaker: ({ deal = EMPTY_DEAL }) => lastSpeaker(deal),
  announcedParts: () => null,
  describePocket: () => null,
  // Where every place has a result of its own the round stands for itself.
  resolvedItem: (item, { winner }) => ({
    ...item,
    called: winner ?? { of: "announced", is: "stands" },
    outcome: winner === undefined ? STANDS : outcomeLine(winner),
  }),
  stepNumber: () => null,
  followsText: (records, { deal = EMPTY_DEAL }, pack) => followsText(records, deal, cardPack(pack)),
  countsLastRounds: false,
  besideTexts: (device) => (BESIDE.includes(device) ? DICE_TEXTS : null),
};

/** Games of cards that a shoe, a shuffler or a reader deals. */
export const SHOE_FAMILY: TableFamily = {
  name: "shoe",
  keepsSecrets: true,
  steps,
  reducer,
  texts: SHOE_TEXTS,
  people,
  view,
};

/** What can be announced of a round of cards as a whole; empty where every seat has a result of its own. */
export function winnersOf(
  pack: CardPack,
): readonly { readonly announced: string; readonly of: string; readonly is: OutcomeWord }[] {
  switch (pack.cards.outcome?.kind) {
    case "punto-y-banca":
      return [
        { announced: "punto", of: "punto", is: "wins" },
        { announced: "banca", of: "banca", is: "wins" },
        { announced: "tie", of: "round", is: "ties" },
      ];
    case "treinta-y-cuarenta":
      return [
        { announced: "row-black", of: "row-black", is: "wins" },
        { announced: "row-red", of: "row-red", is: "wins" },
        { announced: "tie", of: "round", is: "null" },
      ];
    default:
      return [];
  }
}
