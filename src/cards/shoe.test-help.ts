import type { Face } from "./card.ts";
import type { Deck } from "./decks.ts";
import { takeCard, type CardIdentity, type AccountStep, type ShoeAccount } from "./shoe-account.ts";

export const deck = (id: string, more: Partial<Deck> = {}): Deck => ({
  id,
  back: null,
  pack: 52,
  jokers: 0,
  removed: [],
  ...more,
});
export const decks = (count: number): Deck[] =>
  Array.from({ length: count }, (_, at) => deck(String(at + 1), { back: at % 2 === 0 ? "red" : "blue" }));
export const read = (face: Face, more: Partial<CardIdentity> = {}): CardIdentity => ({
  face,
  id: null,
  deck: null,
  back: null,
  ...more,
});

/** The account after a step that must be allowed. */
export function accountAfter(entered: AccountStep): ShoeAccount {
  if (!entered.ok) throw new Error(`refused: ${entered.broken}`);
  return entered.account;
}
export const takeAll = (account: ShoeAccount, ...faces: Face[]): ShoeAccount =>
  faces.reduce((now, face) => accountAfter(takeCard(now, read(face))), account);
export const refusalOf = (entered: AccountStep): string => (entered.ok ? "ok" : entered.broken);
