import { type Face, rankOf } from "../../cards/card.ts";
import {
  identifyUnreadCard,
  takeCard,
  takeUnread,
  type Broken,
  type CardIdentity,
} from "../../cards/shoe-account.ts";
import { factsOf } from "../../rules/condition.ts";
import { emitFault } from "../kernel/context.ts";
import { takeEarlyCards, keepForDeclaration } from "./early-cards.ts";
import { switchToDeckOf, checkDeckTurn } from "./alternating-decks.ts";
import {
  advanceDeal,
  dealCard,
  handIn,
  hasUnreadUp,
  hidesCards,
  isClosedEmpty,
  isFirstOpen,
  recordedCard,
  setHand,
  recordDeal,
  handWith,
} from "./flow.ts";
import { askPerson, endQuestion, waitsForDecision } from "./decision.ts";
import { EMPTY_DEAL, shownCard } from "./durable-deal.ts";
import { dealHeldCards, holdForTable, recordHeld, stuckCards, waitUnbooked } from "./held-cards.ts";
import { reportFact, tellOpen, type IncidentSubject } from "./incidents.ts";
import { recordBurnt } from "./loading.ts";
import { dealOf, gameOf, setDeal, setRound, stepsOf, type CardPlace, type RoundLive } from "./live.ts";
import { leavesOutside } from "./outside-cards.ts";
import { placeCard } from "./places.ts";
import { sayLateWords } from "./moves.ts";
import type { CardRead } from "./observation.ts";
import { outcomePlay } from "./plays/index.ts";
import type { CardDue } from "./plays/play.ts";
import { addToPacket, isPacketStep } from "./packets.ts";
import { askIfCalled, beginDealing } from "./rounds.ts";
import { markUncertain, leaveUndecided } from "./verdicts.ts";
import type { CardContext } from "./types.ts";

/** Number of the next card after `n`: the device counts to 65,535 and begins anew with 1. */
const numberAfter = (n: number): number => (n === 0xffff ? 1 : n + 1);
/** More missing numbers than a shoe has cards: the device counts anew, and no cards left. */
export const MOST_MISSED = 416;

/** A card left the device; the deal says whom it is for. `read` null: its face is not known. */
export function handleCardOut(context: CardContext, n: number, read: CardRead | null): void {
  const { suspect, lastN, unsure } = dealOf(context);
  if (suspect !== null && suspect === n) setDeal(context, { suspect: null });
  if (read !== null && n === lastN && identifyLastCard(context, read)) return;
  if (unsure !== null) markUncertain(context, unsure);
  const isMissing = countMissed(context, n);
  setDeal(context, { lastN: n });
  if (read !== null) switchToDeckOf(context, read);
  const broken = placeCardOut(context, read);
  const { phase } = context.durable;
  if (isBurning(context)) {
    countStuck(context);
    return recordBurnt(context, read?.face ?? null);
  }
  if (phase === "betting") {
    const { exposed, stuck } = dealOf(context);
    const early = { n, face: read?.face ?? null, exposed, isTold: false, stuck };
    if (broken === null && !isMissing && keepForDeclaration(context, early)) return countStuck(context);
    openDealing(context);
  }
  if (areBetsOpen(context)) {
    const now = dealOf(context).round;
    if (now !== null) keepEarly(context, now, now.cards + 1);
  }
  const { round, loaded } = dealOf(context);
  // A card that leaves while no shoe is loaded or the table rests belongs to no round, and must not be overlooked.
  if (round === null || (!loaded && !round.decided)) {
    countStuck(context);
    return emitFault(context, "shoe", "card-outside-round", { phase });
  }
  // It is not known whose the missing cards were, and so not whose any later card is: none is booked, none is shown. The same where cards lie
  // hidden and the device may have told what puts this one elsewhere.
  if (isMissing) leaveUndecided(context, round.doubts);
  else if (unsure !== null && hidesCards(context)) leaveUndecided(context, [...round.doubts, unsure]);
  addToRound(context, read?.face ?? null);
  if (broken !== null) reportBrokenAccount(context, broken);
  else if (read !== null) checkDeckTurn(context, read);
}

/** One of those that left together is dealt by nobody now: it is not waited for, and makes no other one stuck. */
const countStuck = (context: CardContext): void =>
  setDeal(context, { stuck: Math.max(0, dealOf(context).stuck - 1) });

/** The game closes its bets by words, and nobody has keyed them in this round: every card of it leaves too early. */
function areBetsOpen(context: CardContext): boolean {
  const { round } = dealOf(context);
  const { phase } = context.durable;
  if (round === null || round.decided || round.isCalled === true || phase === "no-more-bets") return false;
  return gameOf(context).cards.betsClose === "call" || round.cards === 0;
}

/** This card leaves before the bets are closed; the first that is not burnt with the others asks whether they were. */
function keepEarly(context: CardContext, { early, places = {}, number }: RoundLive, n: number): void {
  const isFirst = early.every((one) => places[one] === "burnt");
  setRound(context, { early: [...early, n] });
  if (isFirst && places[n] !== "burnt" && dealOf(context).round?.number === number) askIfCalled(context);
}

/** A card of the burn: before the bets open or the first card leaves, or of a pack that was shuffled while a round waited. */
function isBurning(context: CardContext): boolean {
  const { burning, round } = dealOf(context);
  if (burning === null) return false;
  return context.durable.phase === "preparing" || round?.waits === true || isClosedEmpty(context);
}

/** Bets are closed, by the croupier's call or by the card that leaves; what left before they were is dealt first. */
export function openDealing(context: CardContext, isCalled = false): void {
  const early = takeEarlyCards(context);
  const isClosed = isCalled && early.every(({ isTold }) => isTold);
  // What left together just now is dealt behind them.
  const { stuck: coming, stuckInAll, exposed: next } = dealOf(context);
  beginDealing(context, isClosed);
  for (const { face, exposed, isByHand, stuck = 0 } of early) {
    const { round } = dealOf(context);
    if (round === null) return;
    setDeal(context, { exposed, stuck });
    if (isByHand === true) setRound(context, { isByHand: true });
    if (isClosed) setRound(context, { early: [...round.early, round.cards + 1] });
    else keepEarly(context, round, round.cards + 1);
    addToRound(context, face);
  }
  const together = coming > 0 ? { stuckInAll } : {};
  if (early.length > 0) setDeal(context, { stuck: coming, exposed: next, ...together });
}

/** The reader had failed, and reads the same card after all. False: the round has no such card. */
function identifyLastCard(context: CardContext, read: CardRead): boolean {
  const { round } = dealOf(context);
  const n = round?.cards ?? 0;
  if (round === null || n === 0 || round.faces[n] !== undefined) return false;
  return identifyCard(context, n, read, false);
}

/** An unread card of this round is this one. False: by the account it cannot be. */
export function identifyCard(context: CardContext, n: number, card: CardIdentity, isManual: boolean): boolean {
  const { round } = dealOf(context);
  if (round === null) return false;
  const { face } = card;
  switchToDeckOf(context, card);
  const { account } = dealOf(context);
  const entered = identifyUnreadCard(account, identityOf(card), "table");
  if (!entered.ok) {
    reportBrokenAccount(context, entered.broken);
    return false;
  }
  setDeal(context, { account: entered.account });
  setRound(context, {
    faces: { ...round.faces, [n]: face },
    manual: isManual ? [...round.manual, n] : round.manual,
  });
  const hand = handWith(round.deal, n);
  if (hand === null) return true;
  setHand(context, hand.id, {
    cards: hand.cards.map((one) => (one.n === n && one.up ? { ...one, face } : one)),
  });
  if (dealOf(context).round?.decided === false) advanceDeal(context);
  const shown = handIn(dealOf(context).round?.deal ?? round.deal, hand.id).cards.find((one) => one.n === n);
  if (shown !== undefined) recordDeal(context, "turned", [recordedCard(context, hand.id, shown)]);
  return true;
}

/** Cards whose messages were lost left too: they are counted without a face, and the round is not what it seems. False: none. */
function countMissed(context: CardContext, n: number): boolean {
  const { lastN } = dealOf(context);
  if (lastN === null || n === numberAfter(lastN)) return false;
  const missed = (n > lastN ? n - lastN : n + 0xffff - lastN) - 1;
  markUncertain(context, "cards-missed");
  // Cards that had to be burnt may be among them; of a device that counts anew it is not known how many left.
  const { burning, barred } = dealOf(context);
  const isAnew = missed > MOST_MISSED;
  if (burning !== null || isAnew) setDeal(context, { barred: barred ?? "cards-missed" });
  for (let card = 0; card < missed && !isAnew; card++) {
    const entered = takeUnread(dealOf(context).account);
    if (!entered.ok) break;
    setDeal(context, { account: entered.account });
  }
  return true;
}

function placeCardOut(context: CardContext, read: CardRead | null): Broken | null {
  const { account, burning, loaded, round } = dealOf(context);
  if (!loaded) return null;
  const place = isBurning(context) || (burning !== null && round === null) ? "burnt" : "table";
  const taken = read === null ? null : takeCard(account, identityOf(read), place);
  const booked = taken?.ok === true ? taken : takeUnread(account, place);
  if (booked.ok) setDeal(context, { account: booked.account });
  const failed = taken ?? booked;
  return failed.ok ? null : failed.broken;
}

/** What a reader told of a card, as the account takes it. */
const identityOf = ({ face, id, deck, back }: CardIdentity): CardIdentity => ({ face, id, deck, back });

const DUPLICATE: readonly Broken[] = ["face-too-often", "physical-card-twice", "identity-contradicted"];

/** By the decks that were loaded there can be no such card. Which one it is does not leave the table. */
export function reportBrokenAccount(context: CardContext, why: Broken): void {
  setDeal(context, { barred: "account-broken" });
  const fact =
    why === "more-cards-than-loaded"
      ? "count-wrong"
      : DUPLICATE.includes(why)
        ? "duplicate-card"
        : "foreign-card";
  const { n } = lastDealtCard(context);
  reportFact(context, fact, true, { hand: null, n });
  markUncertain(context, fact);
}

/** The card that was dealt last in this round. */
export function lastDealtCard(context: CardContext): IncidentSubject {
  const { round } = dealOf(context);
  if (round === null || round.cards === 0) return { n: null, hand: null };
  const hand = round.deal.hands.find((one) => one.cards.some((card) => card.n === round.cards));
  return { n: round.cards, hand: hand?.id ?? null };
}

function addToRound(context: CardContext, face: Face | null): void {
  const { round, exposed, barred } = dealOf(context);
  if (round === null) return;
  // Bets were closed before the shoe was found unfit, so no phase could say it any more.
  if (round.cards === 0 && barred !== null) {
    leaveUndecided(context, [...round.doubts, barred]);
    return setRound(context, { cards: 1 });
  }
  const n = round.cards + 1;
  setRound(context, {
    cards: n,
    faces: face === null ? round.faces : { ...round.faces, [n]: face },
    stepAt: { ...round.stepAt, [n]: round.step },
  });
  setDeal(context, { exposed: false });
  const place = round.decided ? undefined : round.places?.[n];
  if (place !== undefined) sayLateWords(context, n);
  if (place !== undefined) return placeKnown(context, n, place, exposed);
  if (!round.decided && waitsForDecision(context, n, exposed)) return;
  dealCounted(context, n, exposed);
}

/** The cards that waited for a decision are dealt in their order. */
export function dealWaiting(context: CardContext, isByRule = false): void {
  const waiting = endQuestion(context, isByRule);
  // These left before them.
  dealHeldCards(context);
  // What left together just now is counted behind them.
  const { stuck: coming, stuckInAll } = dealOf(context);
  for (const { n, isOpen, stuck = 0, stuckInAll: all = 0 } of waiting) {
    setDeal(context, { stuck, stuckInAll: all });
    if (!waitsForDecision(context, n, isOpen)) dealCounted(context, n, isOpen);
  }
  if (waiting.length > 0) setDeal(context, { stuck: coming, stuckInAll });
}

/** A card that was counted goes where it is due. */
function dealCounted(context: CardContext, n: number, exposed: boolean): void {
  // What was keyed behind it is said once it is dealt, and those that wait are dealt before it.
  if (waitsInFront(context)) dealWaitingInOrder(context);
  if (!waitsInFront(context)) sayLateWords(context, n);
  const { round, stuck } = dealOf(context);
  if (round === null) return;
  const due = round.decided ? null : (round.due?.card ?? null);
  // Another one that stuck, before anybody has said which of those before it is burnt.
  if (!round.decided && round.choice != null && stuck > 0) {
    setDeal(context, { stuck: 0, stuckInAll: 0 });
    return leaveUndecided(context, ["stuck-card-choice"]);
  }
  bookCounted(context, n, due, exposed);
  if (exposed) reportFaceUp(context, n, due);
  if (stuck === 0) return;
  setDeal(context, { stuck: stuck - 1 });
  if (round.decided) return setDeal(context, { stuckInAll: 0 });
  if (stuck === 1) reportStuckCards(context, n, due);
}

function bookCounted(context: CardContext, n: number, due: CardDue | null, exposed: boolean): void {
  const { round, stuck } = dealOf(context);
  if (round === null || (due?.means != null && isBehindHeld(context, n))) return;
  if (due !== null && isPacketStep(context)) addToPacket(context, n, exposed);
  else if (due !== null) dealCard(context, n, due, exposed);
  // Where the law puts them into their order those in front wait in it.
  else if (stuck === 0 || round.decided || (stuck > 1 && isReordered(context)))
    handleExtraCard(context, n, round.decided);
  // Nothing is made of it before the last one that left with it; the count says that it has left.
  else recordDeal(context, "said", []);
}

const waitsInFront = (context: CardContext): boolean =>
  dealOf(context).round?.held.some(({ until, to }) => until === "next" && to === undefined) === true;

/** Cards that wait are dealt as far as it is said whose they are. What was keyed behind one of them is said now, before it is dealt. */
export function dealWaitingInOrder(context: CardContext): void {
  for (;;) {
    dealHeldCards(context);
    const { round } = dealOf(context);
    const [first] = round?.held ?? [];
    if (round === null || round.decided || first === undefined || !sayLateWords(context, first.n)) return;
  }
}

/** Another card waits for the hand that is asked: this one waits behind it. */
function isBehindHeld(context: CardContext, n: number): boolean {
  const { round } = dealOf(context);
  const [first] = round?.held ?? [];
  if (round === null || first === undefined || first.until === "rest" || first.to !== undefined) return false;
  return first.until === "coup" ? holdForTable(context, n) : dealBehind(context, n);
}

/** Who gets a card asked for the one that was out already; the new one is the next. */
function dealBehind(context: CardContext, n: number): boolean {
  const [first, ...others] = dealOf(context).round?.held ?? [];
  if (first === undefined) return false;
  const due = dealOf(context).round?.due?.card ?? null;
  if (due === null) return false;
  setRound(context, { held: [...others, { n, until: "next" }] });
  recordHeld(context, n);
  dealCard(context, first.n, due, false);
  return true;
}

/** Whose this card is the list of the round's inputs says: nothing else is to be made of it. */
function placeKnown(context: CardContext, n: number, place: CardPlace, isOpen: boolean): void {
  const { stuck } = dealOf(context);
  placeCard(context, n, place, isOpen);
  if (stuck > 0) setDeal(context, { stuck: stuck - 1, ...(stuck === 1 ? { stuckInAll: 0 } : {}) });
}

/** The last of the cards that left together. Where the law has one of them burnt and it was not said which, people decide. */
function reportStuckCards(context: CardContext, n: number, due: CardDue | null): void {
  const before = dealOf(context).round?.deal;
  reportFact(context, "cards-stuck", true, { hand: due?.to ?? null, n });
  const { round } = dealOf(context);
  if (isReordered(context) && isNobodys(context, n)) {
    setDeal(context, { stuckInAll: 0 });
    return reportFact(context, "extra-card", "in-deal", { hand: null, n });
  }
  const isGone = before !== undefined && round !== null && handWith(round.deal, n) === null;
  // Nothing was done about which of them it is.
  if (isGone && stuckCards(context, n).length > 0) markUncertain(context, "stuck-card-choice");
  setDeal(context, { stuckInAll: 0 });
}

function isNobodys(context: CardContext, n: number): boolean {
  const { round } = dealOf(context);
  return round !== null && !round.decided && handWith(round.deal, n) === null;
}

/** The law has stuck cards put into their order: the first is where it was due, and the one behind it is one too many. */
const isReordered = (context: CardContext): boolean =>
  context.rules.pack.rules.some(
    ({ when, verdict, effect }) =>
      factsOf(when).includes("cards-stuck") && verdict === "corrected" && effect === "none",
  );

/** The round was decided and no hand was due a card that had been held back: it is an extra card. */
export function reportLeftOver(context: CardContext): void {
  const { round } = dealOf(context);
  if (round === null || !round.decided || round.held.length === 0) return;
  const n = round.held.find(({ until }) => until === "next")?.n ?? null;
  setRound(context, { held: [] });
  if (n === null) return;
  if (context.durable.phase === "result") reportFact(context, "extra-card", "after-round", { hand: null, n });
}

function handleExtraCard(context: CardContext, n: number, isAfter: boolean): void {
  if (isAfter && leavesOutside(context, n)) return;
  const { round } = dealOf(context);
  // Dealt on before anybody had said which of the stuck cards is burnt: whose it is cannot be known.
  if (!isAfter && round?.choice != null) return leaveUndecided(context, ["stuck-card-choice"]);
  if (!isAfter && holdForTable(context, n)) return;
  if (isAfter && isOverdrawn(context)) return reportFact(context, "overdrawn", "bank", { hand: "bank", n });
  // Dealt on before people have named the card that says what is due, or said if the last one was asked for: it waits for that.
  const isAsked = round?.due?.duty.code === "card-asked";
  if (!isAfter && round !== null && !round.complete && (isAsked || hasUnreadUp(round)))
    return waitUnbooked(context, n);
  if (!isAfter && round?.isTurnedLaid === true && isCorrectedExtra(context)) return askAboutTurned(context, n);
  const isFirst = !isAfter && round !== null && isFirstOpen(context, round);
  reportFact(context, "extra-card", isAfter ? "after-round" : "in-deal", { hand: null, n });
  if (isFirst) doubtFirst(context, n);
  if (!isAfter) showAside(context, n);
}

/**
 * A card that had lain face up in the shoe was taken for one that this deal lays open. Who burnt it instead, as the law has every other one
 * burnt, deals one card more: which of them is its hand's only people know.
 */
function askAboutTurned(context: CardContext, n: number): void {
  askPerson(context, "law-silent", [], { "card-face-up": "in-deal" });
  tellOpen(context, "law-silent", n);
  showAside(context, n);
}

/** The law itself says what becomes of a card that nobody was to have, and asks no person. */
const isCorrectedExtra = (context: CardContext): boolean =>
  context.rules
    .judge({ "extra-card": { is: "word", value: "in-deal" } }, "running")
    .applying.some(({ rule, verdict }) => factsOf(rule.when).includes("extra-card") && verdict === "corrected");

/**
 * One too many, or the first of the first hand, dealt before it was said whose that is: every hand would lie one card off. Where the law
 * has it be the next of the deal that rests on who says it.
 */
function doubtFirst(context: CardContext, n: number): void {
  const isNext = dealOf(context).round?.held.some((one) => one.n === n) === true;
  if (isNext) setRound(context, { isByHand: true });
  else markUncertain(context, "card-outside-deal");
}

/** No hand has it, and no rule has said where it goes: whoever decides sees that it lies there, and can say whose it is. */
function showAside(context: CardContext, n: number): void {
  const { round } = dealOf(context);
  if (round === null || round.decided || shownCard(context.durable.deal ?? EMPTY_DEAL, n) !== null) return;
  recordDeal(context, "moved", [recordedCard(context, "burnt", { n, face: null, up: false })]);
}

/** The bank of black-jack had drawn to its end, and the first card behind that was drawn for it (Chile III.1.7, l. 1542). */
function isOverdrawn(context: CardContext): boolean {
  const { round } = dealOf(context);
  const { deal, outcome } = gameOf(context).cards;
  if (round === null || round.overdrawn || outcome?.kind !== "twenty-one") return false;
  if (!context.rules.pack.rules.some((rule) => factsOf(rule.when).includes("overdrawn"))) return false;
  const drew = deal.some((step, at) => step.step === "twenty-one-bank" && round.heres[at] !== undefined);
  const values = outcomePlay(outcome).values(outcome, round.deal);
  const total = values.findLast(({ hand }) => hand === "bank")?.total ?? 0;
  setRound(context, { overdrawn: true });
  return drew && total >= 17;
}

function reportFaceUp(context: CardContext, n: number, due: CardDue | null): void {
  const { round } = dealOf(context);
  // One that had to lie open is where it belongs: only what lies so and should not is an incident.
  if (round === null) return;
  if (due?.up === true && isLaidOpen(context, n)) return setRound(context, { isTurnedLaid: true });
  const about = { hand: due?.to ?? null, n };
  if (round.decided) {
    if (context.durable.phase === "result") reportFact(context, "card-face-up", "unasked", about);
    return;
  }
  // Where the law tells common cards apart by rank, its rule on them goes before the one on any card (Trijoker).
  if (due?.to === "board" && !due.up && asksForCommon(context)) {
    return reportFact(context, "common-card-face-up", commonWord(round.faces[n]), about);
  }
  const before = round.facts["face-up-cards"];
  reportFact(context, "face-up-cards", (before?.is === "count" ? before.atLeast : 0) + 1, about);
  const stage = due === null ? null : stageWord(context, n);
  if (stage !== null && dealOf(context).round?.decided === false)
    return reportFact(context, "face-up-stage", stage, about);
  // One that waits for a hand of this round was drawn too soon, and is no other round's.
  const isOfRound = due !== null || round.held.some((one) => one.n === n);
  const where = !isOfRound ? "unasked" : n === 1 ? "first-of-round" : "in-deal";
  if (dealOf(context).round?.decided === false) reportFact(context, "card-face-up", where, about);
}

/**
 * The deal lays this card open among hidden ones (the bank's of poker). Where every card is dealt open, or comes out for a third one,
 * one that lies face up in the shoe was turned in it (Chile III.1.7, l. 1533; Asturias, C.1, ll. 387–391).
 */
function isLaidOpen(context: CardContext, n: number): boolean {
  const steps = stepsOf(context);
  const step = steps[dealOf(context).round?.stepOf[n] ?? -1];
  return step?.step === "deal" && hidesCards(context);
}

/** Where the law tells cards apart by the words that were asked before and after them (País Vasco, 14.VI.5 and 14.VI.11, ll. 3246, 3270). */
function stageWord(context: CardContext, n: number): string | null {
  if (n === 1 || !asksAbout(context, "face-up-stage")) return null;
  const steps = stepsOf(context);
  const at = dealOf(context).round?.stepOf[n] ?? -1;
  if (!steps.slice(0, at + 1).some(({ step }) => step === "say")) return "before-words";
  return steps.slice(at + 1).some(({ step }) => step === "deal") ? null : "last-down";
}

const asksForCommon = (context: CardContext): boolean => asksAbout(context, "common-card-face-up");

const asksAbout = ({ rules: { pack } }: CardContext, fact: string): boolean =>
  pack.rules.some(({ when }) => factsOf(when).includes(fact));

/** The card lies open: naming its rank gives nothing away. */
function commonWord(face: Face | undefined): string {
  const rank = face === undefined ? null : rankOf(face);
  if (rank === null) return "not-read";
  return rank === "A" || rank === "K" || rank === "Q" || rank === "J" ? "jack-or-higher" : "below-jack";
}
