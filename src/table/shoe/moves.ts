import { moveCard } from "../../cards/shoe-account.ts";
import type { Key } from "../../people/keys.ts";
import type { Person } from "../../people/roles.ts";
import { keep, type Refusal } from "../keys.ts";
import type { TableContext } from "../context.ts";
import { advance, handIn, recorded, setHand, takeOut, tell, turnUp } from "./flow.ts";
import { intoBurnt } from "./early-cards.ts";
import { burnChosen } from "./held-cards.ts";
import { happen } from "./incidents.ts";
import { dealOf, setDeal, setRound } from "./live.ts";
import type { HandId, PublicCard, SaidMove } from "./plays/play.ts";
import { allowsPositions } from "./plays/exchange.ts";

/** What people say about their hands: the croupier keys it, the deal takes it as said. */

type MoveKey = Key & { readonly key: "move" };

export function said(context: TableContext, key: MoveKey, by: Person): Refusal | null {
  const { round } = dealOf(context);
  if (round?.number !== key.round || round.decided) return "no-such-round";
  const offered = round.due?.moves.find((one) => one.who === key.who);
  if (offered === undefined) return "no-such-hand";
  if (!offered.moves.includes(key.move)) return "no-such-move";
  const cards = key.cards ?? [];
  if (!fits(context, key, cards)) return "no-such-card";
  keep(context, key, by);
  const word: SaidMove = { who: key.who, move: key.move, after: round.cards, cards };
  // Which card is burnt is no word of the game.
  if (key.move !== "burn")
    setRound(context, {
      here: { ...round.here, said: [...round.here.said, word] },
      deal: { ...round.deal, said: [...round.deal.said, word] },
    });
  const turned = consequences(context, key, cards);
  advance(context);
  tell(
    context,
    turned.length > 0 ? "turned" : "said",
    turned.map((card) => recorded(context, key.who, card)),
  );
  return null;
}

/** Positions that the move needs, as the deal offers them: different cards of this very hand. */
function fits(context: TableContext, { move, who }: MoveKey, cards: readonly number[]): boolean {
  const { round } = dealOf(context);
  const size = round === null ? 0 : handIn(round.deal, who).cards.length;
  const namesCards = move === "set" || move === "exchange" || (move === "burn" && who !== "burnt");
  if (!namesCards) return cards.length === 0;
  const choose = round?.due?.moves.find((one) => one.who === who)?.choose;
  return choose !== undefined && allowsPositions(choose, cards, size);
}

/** What the word does to the hand. Returns the cards that it turned up. */
function consequences(
  context: TableContext,
  { move, who }: MoveKey,
  cards: readonly number[],
): readonly PublicCard[] {
  switch (move) {
    case "fold":
      setHand(context, who, { state: "folded" });
      return [];
    case "surrender":
      setHand(context, who, { state: "surrendered" });
      return [];
    case "lay-down":
      return turnUp(context, who);
    case "split":
      split(context, who);
      return [];
    case "exchange":
      discard(context, who, cards);
      return [];
    case "burn":
      if (who === "burnt") burntTooMany(context);
      else burnChosen(context, cards[0] ?? -1);
      return [];
    case "set":
      setHand(context, who, { low: [cards[0] ?? 0, cards[1] ?? 1] });
      return [];
    case "first": {
      const { round } = dealOf(context);
      const seat = who === "bank" ? 0 : Number(who.slice("seat-".length));
      if (round !== null) setRound(context, { deal: { ...round.deal, first: seat }, firstBy: "people" });
      return [];
    }
    default:
      return [];
  }
}

/** The second card becomes the first of a new hand of the same seat. */
function split(context: TableContext, who: HandId): void {
  const { round } = dealOf(context);
  if (round === null) return;
  const [seat = who] = who.split(".");
  const hands = round.deal.hands.filter((hand) => hand.id === seat || hand.id.startsWith(`${seat}.`));
  const hand = handIn(round.deal, who);
  const second = hand.cards[1];
  if (second === undefined) return;
  const into = `${seat}.${hands.length + 1}`;
  setHand(context, who, { cards: hand.cards.filter((card) => card.n !== second.n) });
  setHand(context, into, { cards: [second], state: "in", low: null, deemed: null });
  tell(context, "moved", [recorded(context, into, second)]);
}

/** Cards that a hand gives back for others. */
function discard(context: TableContext, hand: string, positions: readonly number[]): void {
  const { round } = dealOf(context);
  if (round === null) return;
  for (const card of positions.flatMap((at) => handIn(round.deal, hand).cards[at] ?? [])) {
    const face = round.faces[card.n] ?? null;
    const moved = moveCard(dealOf(context).account, face, "table", "discard");
    if (moved.ok) setDeal(context, { account: moved.account });
    takeOut(context, card.n);
    tell(context, "moved", [recorded(context, "discard", card)]);
  }
}

/** The croupier says that the cards which wait were burnt with the others. */
function burntTooMany(context: TableContext): void {
  const { early } = dealOf(context);
  setDeal(context, { early: [], account: early.reduce(intoBurnt, dealOf(context).account) });
  happen(context, "burn-count", "over");
  advance(context);
  tell(context, "said", []);
}
