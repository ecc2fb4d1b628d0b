import type { CardPack } from "../../rules/pack.ts";
import { isThrowing, newDiceLive } from "../dice/throw.ts";
import type { DiceDevice } from "../../dice/observation.ts";
import { handleDiceObservation } from "../dice/observe.ts";
import { diceDeadline, checkThrowTimeout } from "../dice/throw-timeouts.ts";
import { DICE_TEXTS } from "../dice/texts.ts";
import type { CardReason } from "../../codes/reasons.ts";
import { withIncident, withOwn, type Durable } from "../kernel/durable/durable.ts";
import type { FamilyReducer, FamilyPeople, FamilySteps, FamilyView, TableFamily } from "../kernel/family.ts";
import { emitRecord } from "../kernel/context.ts";
import { handleCardKey } from "./card-keys.ts";
import { keepOverruled } from "./corrections.ts";
import { EMPTY_DEAL, isCardRecord, reduceDeal, withoutCallAsked, type DurableDeal } from "./durable-deal.ts";
import { dealOf, setDeal, type DealLive } from "./live.ts";
import { handleShoeObservation } from "./observe.ts";
import type { DealRecord, DealResult } from "./records.ts";
import { isVerdictPhase, type Phase } from "../kernel/phase.ts";
import type { RecordBody } from "../kernel/record.ts";
import { openWhenReady } from "./rounds.ts";
import { lastDeclaredOf, lastSpeaker, reduceSaid } from "./said-words.ts";
import { acceptSeal } from "./seal.ts";
import { categoryText, outcomeLine, outcomeText, SHOE_TEXTS, stepText } from "./texts.ts";
import { STANDS } from "../kernel/view/texts.ts";
import { cardsView, dealResultView, unreadUp } from "./view-cards.ts";
import { ABSENT_PARTS } from "../absent-parts.ts";
import type { Moment } from "../../rules/windows.ts";
import type { NamesByLaw } from "../../rules/pack.ts";
import type { Text } from "../../text/language.ts";
import { followsText } from "./preview.ts";
import { FIRST_DICE_POLICY } from "./first-dice.ts";
import type { Due, OutcomeWord } from "./plays/play.ts";
import { DISPUTED, newTask, withTask, withoutTasks } from "../kernel/durable/tasks.ts";
import type { BankHand, CardContext, CardTypes } from "./types.ts";

const steps: FamilySteps<CardTypes> & CardTypes["steps"] = {
  liveOf: ({ live, deal, dice }) => ({ live, deal, ...(dice === undefined ? {} : { dice }) }),
  throwPolicy: FIRST_DICE_POLICY,
  checkTimeouts(context) {
    if (context.dice !== undefined) checkThrowTimeout(context);
  },
  handleInput(context, input) {
    if (input.i === "cards") for (const seen of input.seen) handleShoeObservation(context, seen);
    if (input.i === "seal") acceptSeal(context, input.key);
    // A table without an eye has no use for what one tells.
    if (input.i === "dice" && context.dice !== undefined)
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
    const isLoaded = deal.barred !== "machine-removed" && hasShoe(deal);
    const isDealing = deal.round !== null && deal.round.cards > 0;
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
function handleRestart(context: CardContext): void {
  const { phase, round, open } = context.durable;
  if (context.dice !== undefined) context.dice = newDiceLive(context.dice.has);
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

const reducer: FamilyReducer<CardTypes> = {
  start: () => ({ deal: EMPTY_DEAL }),
  reduce(before, table, body) {
    const after = body.kind === "incident" ? withIncident(table, body) : table;
    if (before.deal === undefined && !isCardRecord(body)) return withOwn<CardTypes>(after, {});
    // A verdict on a round that is over is about no card that lies there now.
    if ("late" in body) return withOwn<CardTypes>(after, {});
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
    return withOwn<CardTypes>(withAsked(held, before.deal ?? EMPTY_DEAL, deal), { deal });
  },
  outcomeOf: (body) => (body.kind === "result" ? cameTo(body.result) : {}),
  // The cards of a round are collected before the table waits for another.
  clearedIn: ["waiting", "preparing"],
  countIncidents: ({ deal = EMPTY_DEAL }, rule) =>
    deal.incidents.filter(({ reason }) => reason.rule === rule).length,
  endsWords(body, { deal }) {
    // A duty that is told anew, and cards that lie elsewhere now or are turned, are no new ones: the count says whether one has left.
    if (body.kind === "deal") return body.counts.inside !== deal?.counts?.inside;
    return body.kind === "shoe" || body.kind === "first-dice";
  },
};

/** The words that close the bets are taken back, with what was dealt by them. */
const isReopened = ({ phase, round }: Durable<CardTypes>, body: RecordBody<CardTypes>): boolean =>
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
function cameTo({ results, values, qualifies }: DealResult): CardTypes["cameTo"] {
  const [first = null] = results;
  if (first?.of.startsWith("seat-") !== true) return { outcome: first };
  const bank = values.find(({ hand }) => hand === "bank");
  if (bank === undefined) return { outcome: results.find(({ is }) => is === "wins") ?? first };
  const { total, category } = bank;
  return { outcome: first, bank: { total, category, opens: qualifies } };
}

const people: FamilyPeople<CardTypes> = {
  momentOf: shownMoment,
  callVoids: ["jefe-de-mesa"],
  callerConfirms: false,
  // A void of one hand, or of the next round, is among them.
  declarable: ({ rules }) => rules,
  isOnlyVoided: () => false,
  announcedChoices(pack) {
    const winners = winnersOf(pack);
    if (winners.length === 0) return null;
    return winners.map((one) => ({
      announced: one.announced,
      text: outcomeLine(one, pack.names),
      colour: null,
    }));
  },
  announcedOutcome(pack, announced) {
    const winners = winnersOf(pack);
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

const view: FamilyView<CardTypes> = {
  absent: ABSENT_PARTS,
  familyParts: (durable, pack) => ({ cards: cardsView(durable, pack) }),
  resultView: dealResultView,
  stopReason(durable) {
    const { shoe, hands } = durable.deal ?? EMPTY_DEAL;
    if (shoe.warnings.length > 0) return "warning";
    return unreadUp(hands).length > 0 ? "unread-card" : null;
  },
  closingCall: () => null,
  lastSpeaker: ({ deal = EMPTY_DEAL }) => lastSpeaker(deal),
  lastDeclared: ({ deal = EMPTY_DEAL }) => lastDeclaredOf(deal),
  announcedParts: () => null,
  cameToView: ({ outcome, bank }, { names }) => ({
    outcome: outcome == null ? null : outcomeLine(outcome, names),
    called: outcome ?? null,
    bank: bank === undefined ? null : { total: bank.total, says: bankSays(bank, names) },
  }),
  // Where every place has a result of its own the round stands for itself.
  resolvedItem: ({ winner }) => ({
    called: winner ?? { of: "announced", is: "stands" },
    outcome: winner === undefined ? STANDS : outcomeLine(winner),
  }),
  resolvedText: ({ winner }, { names }) => (winner === undefined ? null : outcomeLine(winner, names)),
  stepText,
  previewed: ["put-right"],
  followsText: (records, { deal = EMPTY_DEAL }, pack) => followsText(records, deal, pack),
  countsLastRounds: false,
  besideTexts: (device) => (BESIDE.includes(device) ? DICE_TEXTS : null),
};

/** Games of cards that a shoe, a shuffler or a reader deals. */
export const SHOE_FAMILY: TableFamily<CardTypes> = {
  name: "shoe",
  keepsSecrets: true,
  steps,
  reducer,
  texts: SHOE_TEXTS,
  people,
  view,
};

/** The moment of a round of cards as the screens know it; null: no round is on the table, and no rule is out of its time. */
function shownMoment({ phase, deal = EMPTY_DEAL }: Durable<CardTypes>): Moment | null {
  const isDealt = phase === "dealing" || phase === "no-more-bets";
  const decided = isVerdictPhase(phase);
  if (!isDealt && !decided) return null;
  const cards = deal.hands.reduce((sum, hand) => sum + hand.cards.length, 0);
  const thirds = deal.hands.filter(({ cards: lying }) => lying.length > 2).length;
  return { cards, thirds, decided, early: deal.isCallAsked === true };
}

/** A bank that does not open has nothing to show for. */
function bankSays({ category, opens }: BankHand, names: NamesByLaw | undefined): Text | null {
  if (opens === false) return outcomeText("bank-not-qualified");
  return category === null ? null : categoryText(category, names);
}

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
