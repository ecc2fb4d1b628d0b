import type { Rule } from "../../../src/rules/pack.ts";
import { recordReading } from "./card-faults.ts";
import { liveSeatHandsOf, seatHandsOf, type CorrectionMoment, type HandName } from "./cloth.ts";
import type { Dealing } from "./dealing.ts";
import { BINDING_EFFECTS, bindToTableau, declareRule } from "./declarations.ts";
import { declarable, forgottenRule, wrongHandRules } from "./law/rules.ts";
import { CARD_US } from "./machine.ts";
import { RoundOver } from "./round-events.ts";
import { CROUPIER } from "./table-side.ts";

/** What the croupier does wrong with the cards. The device cannot see it: it never knows whom a card is for. */

/** Cards that the first deal gives a hand, before anybody is asked anything. */
export function firstDealCards(dealing: Dealing, hand: HandName): number {
  const { deal } = dealing.parts.pack.cards;
  const name = hand.startsWith("seat-") ? "seats" : hand;
  const places = name === "seats" || name === "bank" ? ["places", name] : [name];
  let cards = 0;
  for (const step of deal) {
    if (step.step === "first-seat") continue;
    if (step.step !== "deal") break;
    const portions = dealing.isPackets && step.ifPackets !== undefined ? step.ifPackets : step.to;
    const times = portions === step.to ? step.times : 1;
    for (const portion of portions) if (places.includes(portion.hand)) cards += portion.cards * times;
  }
  return cards;
}

export const isInFirstDeal = (dealing: Dealing, hand: HandName): boolean =>
  dealing.cloth.facesOf(hand).length < firstDealCards(dealing, hand);

/** One of the croupier's mistakes with the card that this hand should have. True: nothing is left to do for it. */
export function makeMistake(dealing: Dealing, to: HandName, up: boolean): boolean {
  if (dealing.isHeld || dealing.isAnnounced) return withholdCard(dealing, to);
  return (
    forgetSeat(dealing, to) ||
    (!dealing.isPackets && dealToWrongHand(dealing, to, up)) ||
    withholdCard(dealing, to)
  );
}

/** The seat is passed over, and the croupier goes on as if it had none: its cards go to the hands after it. */
function forgetSeat(dealing: Dealing, to: HandName): boolean {
  const isSeat = to.startsWith("seat-") && dealing.cloth.facesOf(to).length === 0;
  if (!isSeat || liveSeatHandsOf(dealing).length < 3 || dealing.takeFault(["seat-forgotten"]) === null)
    return false;
  dealing.cloth.handOf(to).state = "out";
  dealing.forgotten = to;
  dealing.isMisled = true;
  const { pack, random } = dealing.parts;
  if (forgottenRule(pack) !== null && !random.oneIn(3)) return true;
  dealing.unobservable.add("seat-forgotten");
  return true;
}

/** Somebody sees that a seat has no cards, before anybody has said a word: the jefe de mesa says so. */
export function noticeSeat(dealing: Dealing, next: HandName | null): void {
  const { forgotten, unobservable, parts } = dealing;
  if (forgotten === null || unobservable.size > 0 || dealing.isOver) return;
  const isDealt = liveSeatHandsOf(dealing).every((seat) => !isInFirstDeal(dealing, seat));
  const isLast = next === null || (isDealt && !isInFirstDeal(dealing, next));
  if (!isLast && !parts.random.oneIn(4)) return;
  const rule = forgottenRule(parts.pack);
  // Until the machine has laid a card there nobody is to be told of anything.
  if (rule === null || (next !== null && !isLast && !hasFollowed(dealing, forgotten))) return;
  dealing.forgotten = null;
  if (declareRule(dealing, rule, forgotten)) dealing.isMisled = false;
  else dealing.unobservable.add("seat-forgotten");
}

/** A card left after the seat was passed over. */
const hasFollowed = (dealing: Dealing, seat: HandName): boolean => {
  const number = Number(seat.slice("seat-".length));
  const after = [...dealing.seats.filter((other) => other > number).map((other) => `seat-${other}`), "bank"];
  return after.some((hand) => dealing.cloth.facesOf(hand).length > 0);
};

/** The card is laid to another hand of the first deal, whose own one comes here. */
function dealToWrongHand(dealing: Dealing, to: HandName, up: boolean): boolean {
  const others = [...seatHandsOf(dealing), "bank", "punto", "banca", "cloth-1", "cloth-2"].filter(
    (hand) => hand !== to && dealing.cloth.isIn(hand) && isInFirstDeal(dealing, hand),
  );
  if (!isInFirstDeal(dealing, to) || others.length === 0 || dealing.takeFault(["wrong-hand"]) === null)
    return false;
  const { pack, random } = dealing.parts;
  const rules = wrongHandRules(pack);
  if (rules.length === 0 || random.oneIn(3)) {
    const other = random.pick(others);
    dealing.unobservable.add("wrong-hand");
    dealing.isMisled = true;
    dealing.swapped = { [other]: to };
    dealing.dealNext(other, up);
    return true;
  }
  // People see it, and it is put right, annulled or left to somebody at once; put right, the card lies where it is due.
  dealing.dealNext(to, up);
  if (dealing.isOver) return true;
  declareRule(dealing, random.pick(rules), null);
  return true;
}

/** A card is due, and the croupier collects instead. */
function withholdCard(dealing: Dealing, to: HandName): boolean {
  const isThird =
    !["punto", "banca", "cloth-1", "cloth-2"].includes(to) || dealing.cloth.facesOf(to).length === 2;
  // With bets open a round of which only an early card has left is not given up: the card is burnt, or the bets are closed.
  const isOpen = dealing.parts.side.screen.phase === "betting";
  if (dealing.cards === 0 || isOpen || dealing.isHeld || !isThird) return false;
  if (dealing.takeFault(["card-withheld"]) === null) return false;
  return collectEarly(dealing, "card-withheld");
}

/** A hand stays face down, and the croupier collects. */
export function omitTurning(dealing: Dealing, hand: HandName): void {
  const { cards } = dealing.cloth.handOf(hand);
  if (!cards.some(({ up }) => !up) || dealing.takeFault(["turn-omitted"]) === null) return;
  collectEarly(dealing, "turn-omitted");
}

/** The table refuses it; the jefe de mesa gives the round up, and it is left to a person. */
function collectEarly(dealing: Dealing, why: string): never {
  const { side } = dealing.parts;
  const { round } = side.screen;
  if (dealing.pressKey(() => side.press({ key: "collect", round }, CROUPIER)))
    dealing.wronglyTaken.push("collect");
  dealing.doubts.add(why);
  throw new RoundOver(why);
}

/** Which rule may be declared at which moment: the paragraphs speak of that very moment. */
const FITS_MOMENT: Readonly<Record<CorrectionMoment, (rule: Rule) => boolean>> = {
  dealt: ({ effect, deem }) =>
    deem === "natural" || BINDING_EFFECTS.includes(effect ?? "") || effect === "hold-for-bank",
  stands: ({ effect }) => effect === "hold-by-table",
  third: ({ deem }) => deem === 9,
  shown: ({ deem, effect }) => deem === 0 && effect === "none",
  asked: ({ effect }) => effect === "burn-and-close",
};

export function correctError(dealing: Dealing, at: CorrectionMoment, hand: HandName | null): void {
  const { pack, random } = dealing.parts;
  const rules = declarable(pack).filter(FITS_MOMENT[at]);
  if (rules.length === 0 || dealing.isHeld || dealing.takeFault(["card-corrected"]) === null) return;
  const rule = random.pick(rules);
  if (rule.effect === "hold-for-bank" || rule.effect === "hold-by-table") return holdCard(dealing, rule);
  if (rule.effect === "burn-and-close") return disputeCard(dealing, rule, hand);
  if (BINDING_EFFECTS.includes(rule.effect ?? "")) {
    if (declareRule(dealing, rule, null)) bindToTableau(dealing, rule);
    return;
  }
  if (rule.deem !== undefined) deemHand(dealing, rule, rule.deem);
}

/** A card of one side is lost in the basket, or thrown there unshown: it counts what the rule says. */
function deemHand(dealing: Dealing, rule: Rule, worth: number | "natural"): void {
  const { cloth } = dealing;
  const hands = ["punto", "banca", "cloth-1", "cloth-2"].filter(
    (name) => cloth.facesOf(name).length > 0 && cloth.isIn(name),
  );
  const name = worth === 0 ? dealing.parts.random.pick(hands) : "punto";
  if (!hands.includes(name) || !declareRule(dealing, rule, name)) return;
  cloth.handOf(name).deemed = worth;
  // Whether a card that it drew adds to that no text says.
  if (name === "banca") dealing.excuses.add("deemed-hand-drew");
}

/** A card leaves too soon, or for a punto who wants none: it is held until it is known whose it is. */
function holdCard(dealing: Dealing, rule: Rule): void {
  const card = dealing.drawCard();
  const n = ++dealing.cards;
  dealing.cloth.shown.add(card.face);
  dealing.parts.side.emitEvent({ e: "pass", cards: [card] }, CARD_US);
  recordReading(dealing, card);
  if (!dealing.isOver && declareRule(dealing, rule, null)) dealing.layBeside(card, n, false);
  else dealing.setAside.push(card);
  dealing.stopIfOver();
}

/** A player says that he asked for no card: it is burnt, and he gets no more (Chile III.1.7, l. 1540). */
function disputeCard(dealing: Dealing, rule: Rule, hand: HandName | null): void {
  const laid = hand === null ? undefined : dealing.cloth.handOf(hand).cards.at(-1);
  if (hand === null || laid === undefined || !declareRule(dealing, rule, hand)) return;
  dealing.burnCard(hand, laid);
  dealing.cloth.handOf(hand).isClosed = true;
}
