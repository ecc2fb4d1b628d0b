import { moveCard, returnCard, takeUnread } from "../../cards/shoe-account.ts";
import type { TableTurn } from "../turn.ts";
import { advance, dealTo, handIn, putCard, recorded, takeOut, tell, undeal, whereIs } from "./flow.ts";
import { dealOf, setDeal, setRound, type HeldCard } from "./live.ts";
import type { CardDue } from "./plays/play.ts";

/** Cards that came too much or too soon: they are held for whom the law gives them to, chosen among, or set aside. */

/** The card is taken back as if it had not been dealt, and waits. Of a decided round it is the next round's. */
export function holdCard(turn: TableTurn, n: number, until: HeldCard["until"] = "next"): void {
  const { round } = dealOf(turn);
  if (round === null) return;
  if (round.decided) return carry(turn, n);
  undeal(turn, n);
  if (until === "rest") forget(turn, n);
  const held = dealOf(turn).round?.held ?? [];
  setRound(turn, { held: [...held, { n, until }] });
  advance(turn);
  tell(turn, "said", []);
}

/** The card left behind the result: it is the first of the next round, or of those that follow it. */
function carry(turn: TableTurn, n: number): void {
  const { round, early } = dealOf(turn);
  const card = { n, face: round?.faces[n] ?? null, exposed: false, isTold: true };
  setDeal(turn, { early: [...early, card] });
}

/**
 * Punto stood, or has not spoken, and a card is out for a third one. Cards that were dealt before the coup came to third cards are
 * left where they are; one that leaves later is held as well.
 */
export function holdForBank(turn: TableTurn, side: "banca-takes" | "banca-shows"): void {
  const { round } = dealOf(turn);
  if (round === null || round.decided) return;
  const n = round.cards;
  const hand = whereIs(round.deal, n);
  setRound(turn, { deal: { ...round.deal, bound: [...round.deal.bound, side] } });
  if (hand !== null && hand.cards.findIndex((card) => card.n === n) === 2) return holdCard(turn, n, "coup");
  advance(turn);
  tell(turn, "said", []);
}

/**
 * A card leaves while the banker's cards are still to be turned: the first is held for his table, a second is discarded (Asturias,
 * C.2, ll. 416–423). False: nothing is held at this table now.
 */
export function heldForTable(turn: TableTurn, n: number): boolean {
  const { round } = dealOf(turn);
  if (round?.deal.bound.includes("banca-shows") !== true) return false;
  const isSecond =
    round.held.some(({ until }) => until === "coup") || handIn(round.deal, "banca").cards.length > 2;
  if (isSecond) setAside(turn, n);
  else setRound(turn, { held: [...round.held, { n, until: "coup" }] });
  return true;
}

/** Cards that were held back go to the hands that are due one; those of a coup that has no use for them are set aside. */
export function dealHeld(turn: TableTurn): void {
  for (;;) {
    const { round } = dealOf(turn);
    const [first] = round?.held ?? [];
    if (round === null || round.decided || first === undefined) return;
    const due = round.due?.card ?? null;
    if (due === null && round.complete && first.until !== "next") {
      setRound(turn, { held: round.held.slice(1) });
      setAside(turn, first.n);
      continue;
    }
    // Who may still ask or stand says so first.
    if (due === null || due.means !== null) return;
    setRound(turn, { held: round.held.slice(1) });
    dealTo(turn, first.n, due, false);
  }
}

/** The rest of the pack lies in a heap: whichever card is taken from it, people name it once it is turned. */
function forget(turn: TableTurn, n: number): void {
  const { round, account } = dealOf(turn);
  if (round === null) return;
  const faces = Object.fromEntries(Object.entries(round.faces).filter(([at]) => at !== String(n)));
  const back = returnCard(account, round.faces[n] ?? null, "table");
  const out = takeUnread(back.account);
  if (back.ok && out.ok) setDeal(turn, { account: out.account });
  setRound(turn, { faces });
}

/** The card is nobody's: it goes to the burnt ones, and the record says so. */
export function setAside(turn: TableTurn, n: number): void {
  const { account, round } = dealOf(turn);
  const moved = moveCard(account, round?.faces[n] ?? null, "table", "burnt");
  if (moved.ok) setDeal(turn, { account: moved.account });
  tell(turn, "moved", [recorded(turn, "burnt", { n, face: null, up: false })]);
}

/** Numbers of the cards that left together, the last of them this one; none once something was done about them. */
export function stuckCards(turn: TableTurn, n: number): readonly number[] {
  const { stuckInAll } = dealOf(turn);
  return Array.from({ length: stuckInAll }, (_, at) => n - stuckInAll + 1 + at).filter((one) => one > 0);
}

/**
 * The cards lie with the hand that was to have the first of them until somebody says which one is burnt. False: they left for nobody,
 * or lie where no hand can choose.
 */
export function askWhichIsBurnt(turn: TableTurn, n: number): boolean {
  const cards = stuckCards(turn, n);
  const [first] = cards;
  const { round } = dealOf(turn);
  const hand = round === null || first === undefined ? null : whereIs(round.deal, first);
  const up = hand?.cards.find((card) => card.n === first)?.up ?? false;
  if (hand === null || cards.length < 2) return false;
  for (const one of cards.toReversed()) undeal(turn, one);
  const lying = cards.map((one) => recorded(turn, hand.id, putCard(turn, hand.id, one, up)));
  setDeal(turn, { stuckInAll: 0 });
  setRound(turn, { choice: { hand: hand.id, cards } });
  advance(turn);
  tell(turn, "moved", lying);
  return true;
}

/** Somebody has chosen, by its place in the hand, the stuck card that is burnt. The first of the others is the hand's, the rest follow. */
export function burnChosen(turn: TableTurn, at: number): void {
  const { round } = dealOf(turn);
  if (round?.choice == null) return;
  const { hand, cards } = round.choice;
  const chosen = handIn(round.deal, hand).cards[at]?.n;
  if (chosen === undefined || !cards.includes(chosen)) return;
  setRound(turn, { choice: null });
  for (const n of cards) takeOut(turn, n);
  setAside(turn, chosen);
  advance(turn);
  const [first, ...others] = cards.filter((n) => n !== chosen);
  const due: CardDue | null = dealOf(turn).round?.due?.card ?? null;
  const held = others.map((n): HeldCard => ({ n, until: "next" }));
  setRound(turn, { held: [...held, ...(dealOf(turn).round?.held ?? [])] });
  if (first === undefined) return;
  if (due === null) setRound(turn, { held: [{ n: first, until: "next" }, ...held] });
  else dealTo(turn, first, due, false);
}
