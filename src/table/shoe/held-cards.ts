import { returnCard, takeUnread } from "../../cards/shoe-account.ts";
import {
  advanceDeal,
  dealCard,
  handIn,
  isAskedFor,
  putCard,
  recordedCard,
  removeCard,
  recordDeal,
  takeBackCard,
  handWith,
  advanceAndRecord,
  bookFromTable,
} from "./flow.ts";
import { dealOf, setDeal, setRound, type HeldCard } from "./live.ts";
import type { CardDue } from "./plays/play.ts";
import type { CardContext } from "./types.ts";

/** Cards that came too much or too soon: they are held for whom the law gives them to, chosen among, or set aside. */

/** The card is taken back as if it had not been dealt, and waits. Of a decided round it is the next round's. */
export function holdCard(context: CardContext, n: number, until: HeldCard["until"] = "next"): void {
  const { round } = dealOf(context);
  if (round === null) return;
  if (round.decided) return carryToNextRound(context, n);
  takeBackCard(context, n);
  if (until === "rest") forgetFace(context, n);
  waitAside(context, { n, until });
  advanceDeal(context);
  recordHeld(context, n);
}

/** The card lies in no hand yet: it waits until one is due it. */
export function waitUnbooked(context: CardContext, n: number): void {
  waitAside(context, { n, until: "next" });
  // What may be said only before the next card ends with it.
  advanceDeal(context);
  recordHeld(context, n);
}

function waitAside(context: CardContext, card: HeldCard): void {
  setRound(context, { held: [...(dealOf(context).round?.held ?? []), card] });
}

/** The screens show that the card waits, whoever is to have it. */
export function recordHeld(context: CardContext, n: number): void {
  recordDeal(context, "dealt", [recordedCard(context, "held", { n, face: null, up: false })]);
}

/** The card left behind the result: it is the first of the next round, or of those that follow it. */
export function carryToNextRound(context: CardContext, n: number, isByHand = false): void {
  const { round, early } = dealOf(context);
  const hand = isByHand ? { isByHand: true as const } : {};
  const card = { n, face: round?.faces[n] ?? null, exposed: false, isTold: true, ...hand };
  // They are dealt as they left, whichever of them somebody spoke of first.
  setDeal(context, { early: [...early, card].toSorted((a, b) => a.n - b.n) });
}

/**
 * Punto stood, or has not spoken, and a card is out for a third one. Cards that were dealt before the coup came to third cards are
 * left where they are; one that leaves later is held as well.
 */
export function holdForBank(context: CardContext, side: "banca-takes" | "banca-shows"): void {
  const { round } = dealOf(context);
  if (round === null || round.decided) return;
  const n = round.cards;
  const hand = handWith(round.deal, n);
  setRound(context, { deal: { ...round.deal, bound: [...round.deal.bound, side] } });
  if (hand !== null && hand.cards.findIndex((card) => card.n === n) === 2) return holdCard(context, n, "coup");
  advanceAndRecord(context);
}

/**
 * A card leaves while the banker's cards are still to be turned: the first is held for his table, a second is discarded (Asturias,
 * C.2, ll. 416–423). False: nothing is held at this table now.
 */
export function holdForTable(context: CardContext, n: number): boolean {
  const { round } = dealOf(context);
  if (round === null) return false;
  // Drawn behind a fifth card of which it is not known yet whose it is.
  const waits = round.held.some(({ until }) => until === "coup");
  if (round.deal.bound.includes("banca-takes") && waits) {
    waitAside(context, { n, until: "next" });
    recordHeld(context, n);
    return true;
  }
  if (!round.deal.bound.includes("banca-shows")) return false;
  const isSecond =
    round.held.some(({ until }) => until === "coup") || handIn(round.deal, "banca").cards.length > 2;
  if (isSecond) setCardAside(context, n);
  else {
    waitAside(context, { n, until: "coup" });
    recordHeld(context, n);
  }
  return true;
}

/** Cards that were held back go to the hands that are due one; those of a coup that has no use for them are set aside. */
export function dealHeldCards(context: CardContext): void {
  for (;;) {
    const { round } = dealOf(context);
    const [first] = round?.held ?? [];
    if (round === null || round.decided || first === undefined) return;
    const due = round.due?.card ?? null;
    if (first.to !== undefined && due?.to !== first.to) return;
    if (due === null && round.complete && first.until !== "next") {
      setRound(context, { held: round.held.slice(1) });
      setCardAside(context, first.n);
      continue;
    }
    if (due === null) return;
    // Who may still ask or stand says so first; who has asked has the card that is out.
    if (due.means !== null && !isAskedFor(round, due.means.who)) return;
    setRound(context, { held: round.held.slice(1) });
    dealCard(context, first.n, due, false);
  }
}

/** The rest of the pack lies in a heap: whichever card is taken from it, people name it once it is turned. */
function forgetFace(context: CardContext, n: number): void {
  const { round, account } = dealOf(context);
  if (round === null) return;
  const faces = Object.fromEntries(Object.entries(round.faces).filter(([at]) => at !== String(n)));
  const back = returnCard(account, round.faces[n] ?? null, "table");
  const out = takeUnread(back.account);
  if (back.ok && out.ok) setDeal(context, { account: out.account });
  setRound(context, { faces });
}

/** The card is nobody's: it goes to the burnt ones, and the record says so. */
export function setCardAside(context: CardContext, n: number): void {
  bookFromTable(context, n, "burnt");
  recordDeal(context, "moved", [recordedCard(context, "burnt", { n, face: null, up: false })]);
}

/**
 * Numbers of the cards that left together, the last of them this one, but for those of which somebody has said whose they are; none once
 * something was done about them.
 */
export function stuckCards(context: CardContext, n: number): readonly number[] {
  const { stuckInAll, round } = dealOf(context);
  const isOpen = (one: number): boolean => one > 0 && round?.places?.[one] === undefined;
  return Array.from({ length: stuckInAll }, (_, at) => n - stuckInAll + 1 + at).filter(isOpen);
}

/**
 * The cards lie with the hand that was to have the first of them until somebody says which one is burnt. False: they left for nobody,
 * or lie where no hand can choose.
 */
export function askWhichIsBurnt(context: CardContext, n: number): boolean {
  const cards = stuckCards(context, n);
  const [first] = cards;
  const { round } = dealOf(context);
  const hand = round === null || first === undefined ? null : handWith(round.deal, first);
  const up = hand?.cards.find((card) => card.n === first)?.up ?? false;
  const isHeld = round?.held.some(({ n: one }) => cards.includes(one)) === true;
  if (hand === null || hand.id === "burnt" || cards.length < 2 || isHeld) return false;
  for (const one of cards.toReversed()) takeBackCard(context, one);
  const lying = cards.map((one) => recordedCard(context, hand.id, putCard(context, hand.id, one, up)));
  setDeal(context, { stuckInAll: 0 });
  setRound(context, { choice: { hand: hand.id, cards } });
  advanceDeal(context);
  recordDeal(context, "moved", lying);
  return true;
}

/** Somebody has chosen, by its place in the hand, the stuck card that is burnt. Returns the others, which lie in no hand now. */
export function burnChosen(context: CardContext, at: number): readonly number[] {
  const { round } = dealOf(context);
  if (round?.choice == null) return [];
  const { hand, cards } = round.choice;
  const chosen = handIn(round.deal, hand).cards[at]?.n;
  if (chosen === undefined || !cards.includes(chosen)) return [];
  setRound(context, { choice: null });
  for (const n of cards) removeCard(context, n);
  setCardAside(context, chosen);
  advanceDeal(context);
  return cards.filter((n) => n !== chosen);
}

/** Of the stuck cards that are not burnt the first is whose it is due, the rest follow. */
export function dealKept(context: CardContext, [first, ...others]: readonly number[]): void {
  const due: CardDue | null = dealOf(context).round?.due?.card ?? null;
  const held = others.map((n): HeldCard => ({ n, until: "next" }));
  setRound(context, { held: [...held, ...(dealOf(context).round?.held ?? [])] });
  if (first === undefined) return;
  if (due === null) setRound(context, { held: [{ n: first, until: "next" }, ...held] });
  else dealCard(context, first, due, false);
}
