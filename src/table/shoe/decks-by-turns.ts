import type { CardIdentity } from "../../cards/shoe-account.ts";
import { withDecks } from "../../cards/shoe-account.ts";
import type { Deck } from "../../cards/decks.ts";
import type { TableTurn } from "../turn.ts";
import { happen } from "./incidents.ts";
import { dealOf, gameOf, setDeal } from "./live.ts";

/**
 * Two decks that are played by turns, each a round, while the machine shuffles the other (Chile III.3.4.1, l. 1991; Cantabria A.14.1,
 * ll. 3532–3534; Galicia art. 3, l. 75). Which one is dealt the first card says that tells its deck or its back; a reader that tells
 * neither counts one deck, and sees no turn.
 */

const playsByTurns = (turn: TableTurn): boolean =>
  gameOf(turn).cards.decks.byTurns !== undefined && dealOf(turn).stock.length > 1;

/** The decks that a load puts into the machine: of two that are played by turns the one that was not dealt last. */
export function decksToLoad(turn: TableTurn): readonly Deck[] {
  const { stock, lastDeck } = dealOf(turn);
  if (!playsByTurns(turn)) return stock;
  const next = stock.find(({ id }) => lastDeck !== null && id !== lastDeck) ?? stock[0];
  return next === undefined ? stock : [next];
}

/** A card that is about to be entered may say that the other deck was loaded: the account is then of that one. */
export function findDeck(turn: TableTurn, card: CardIdentity): void {
  const { decks, account } = dealOf(turn);
  const [loaded] = decks;
  if (!playsByTurns(turn) || loaded === undefined) return;
  const told = deckOf(turn, card);
  if (told === null || told.id === loaded.id) return;
  const found = withDecks(account, [told]);
  if (found !== null) setDeal(turn, { decks: [told], account: found });
}

/** A card of the round tells its deck: whether it is that one's turn. */
export function judgeTurnOfDeck(turn: TableTurn, card: CardIdentity): void {
  const { round, lastDeck } = dealOf(turn);
  if (round === null || round.decided || round.deckOfRound !== null || !playsByTurns(turn)) return;
  const told = deckOf(turn, card);
  if (told === null) return;
  turn.deal = { ...dealOf(turn), lastDeck: told.id, round: { ...round, deckOfRound: told.id } };
  if (told.id === lastDeck) happen(turn, "deck-out-of-turn", true);
}

/** The one deck of the table that this card can be of; null: it tells none, or none that is the table's. */
function deckOf(turn: TableTurn, { deck, back }: CardIdentity): Deck | null {
  const { stock } = dealOf(turn);
  if (deck !== null) return stock.find(({ id }) => id === deck) ?? null;
  const fits = back === null ? [] : stock.filter((one) => one.back === back);
  return fits.length === 1 ? (fits[0] ?? null) : null;
}
