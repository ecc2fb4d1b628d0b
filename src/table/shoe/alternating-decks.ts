import { type CardIdentity, withDecks } from "../../cards/shoe-account.ts";
import type { Deck } from "../../cards/decks.ts";
import { reportFact } from "./incidents.ts";
import { dealOf, gameOf, setDeal } from "./live.ts";
import type { CardContext } from "./types.ts";

/**
 * Two decks that are used alternately, each for a round, while the machine shuffles the other (Chile III.3.4.1, l. 1991; Cantabria
 * A.14.1, ll. 3532–3534; Galicia art. 3, l. 75). The first card whose deck or back is read says which one is dealt; with a reader
 * that reads neither only one deck is counted, and the alternation is not seen.
 */

const hasAlternatingDecks = (context: CardContext): boolean =>
  gameOf(context).cards.decks.byTurns !== undefined && dealOf(context).stock.length > 1;

/** The decks that are loaded into the machine: of two that are used alternately the one that was not dealt last. */
export function decksToLoad(context: CardContext): readonly Deck[] {
  const { stock, lastDeck } = dealOf(context);
  if (!hasAlternatingDecks(context)) return stock;
  const next = stock.find(({ id }) => lastDeck !== null && id !== lastDeck) ?? stock[0];
  return next === undefined ? stock : [next];
}

/** A card that is of the other deck says that that one was loaded: the account is then of it. */
export function switchToDeckOf(context: CardContext, card: CardIdentity): void {
  const { decks, account } = dealOf(context);
  const [loaded] = decks;
  if (!hasAlternatingDecks(context) || loaded === undefined) return;
  const reported = deckOf(context, card);
  if (reported === null || reported.id === loaded.id) return;
  const found = withDecks(account, [reported]);
  if (found !== null) setDeal(context, { decks: [reported], account: found });
}

/** The first card of the round whose deck is read: was this deck dealt in the last round too? */
export function checkDeckTurn(context: CardContext, card: CardIdentity): void {
  const { round, lastDeck } = dealOf(context);
  if (round === null || round.decided || round.deckOfRound !== null || !hasAlternatingDecks(context)) return;
  const reported = deckOf(context, card);
  if (reported === null) return;
  context.deal = { ...dealOf(context), lastDeck: reported.id, round: { ...round, deckOfRound: reported.id } };
  if (reported.id === lastDeck) reportFact(context, "deck-out-of-turn", true);
}

/** The one deck of the table that this card can be of; null: not known, or none of the table's. */
function deckOf(context: CardContext, { deck, back }: CardIdentity): Deck | null {
  const { stock } = dealOf(context);
  if (deck !== null) return stock.find(({ id }) => id === deck) ?? null;
  const fits = back === null ? [] : stock.filter((one) => one.back === back);
  return fits.length === 1 ? (fits[0] ?? null) : null;
}
