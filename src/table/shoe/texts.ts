import { inEveryLanguage, fillText, sameText } from "../../text/every-language.ts";
import type { Text } from "../../text/language.ts";
import { textsOf, textOf } from "../../text/text-of.ts";
import type { FaultText } from "../kernel/view/texts.ts";
import type { Category } from "../../cards/poker/category.ts";
import type { Move } from "../../people/keys.ts";
import type { Duty, OutcomeWord } from "./plays/play.ts";
import { DICE_BECAUSE } from "../dice/texts.ts";
import type { CardPack, NamesByLaw } from "../../rules/pack.ts";
import type { FamilyTexts } from "../kernel/family.ts";

/** What people at a card table read: reasons, faults, names of hands and combinations, duties, outcomes. */

/** One text with a name put in for `{}`, in each language its own. */
export function fillName(pattern: Text, name: Text): Text {
  return inEveryLanguage((language) => pattern[language].replace("{}", name[language]));
}

/** Hands and tables by which no outcome play can settle a round, by its code. */
export const POKER_OPEN: Readonly<Record<string, Text>> = textsOf("reasons.poker");

/** Why cards and law alone do not settle a round against a bank, by the codes of the outcome plays. */
export const BANK_GAMES_OPEN: Readonly<Record<string, Text>> = textsOf("reasons.bank-games");

/** Why a round of cards is undecided, or only reported. */
export const CARD_BECAUSE: Readonly<Record<string, Text>> = { ...POKER_OPEN, ...textsOf("reasons.cards") };

/** Warnings of a card device (page of the tirada shoe, code table), and what to do. */
export const WARNINGS: Readonly<Record<string, FaultText>> = textsOf("cards.warnings");

/**
 * Combinations as they are called: Spanish as the catalogues print them (Galicia, arts. 6, 13, 22; Cantabria, A.14), Basque as
 * País Vasco does (ll. 2548–2588, 2832–2872 eu).
 */
const CATEGORIES: Readonly<Record<Category, Text>> = textsOf("cards.categories");

/** The name of a combination: the law's own, where it has one. */
export const categoryText = (category: Category, names: NamesByLaw = {}): Text =>
  names[category] ?? CATEGORIES[category];

/** What every device can do to a round, said of a round of cards. */
export const CARD_DEVICE_BECAUSE: Readonly<Record<string, Text>> = textsOf("reasons.card-device");

/** Faults that the table itself finds with its cards, and the device's warnings. */
export const CARD_FAULTS: Readonly<Record<string, FaultText>> = {
  ...textsOf("faults.cards"),
  ...Object.fromEntries(Object.entries(WARNINGS).map(([code, warning]) => [`warning-${code}`, warning])),
};

/** Faults that every device can have, in the words of a card table: what is unplugged there is the shoe or its reader. */
export const CARD_LINK_TEXTS: Readonly<Record<string, FaultText>> = textsOf("faults.card-link");

/** What people call the hands of a table. */
const NAMED: Readonly<Record<string, Text>> = textsOf("cards.hands");

/** The name of a hand: its own, or the number of its seat. `seat-3.2` is the second hand of seat 3. */
export function handName(id: string): Text {
  const named = NAMED[id];
  if (named !== undefined) return named;
  const seat = /^seat-(\d+)(?:\.(\d+))?$/.exec(id);
  if (seat === null) return sameText(id);
  const [, place = "", hand] = seat;
  return hand === undefined
    ? fillText(textOf("cards.seat"), { seat: place })
    : fillText(textOf("cards.seat-and-hand"), { seat: place, hand });
}

/** Where a card may belong beside the hands, and one that is nobody's yet. */
export const PLACE_NAMES = textsOf("cards.places");
export const NOBODYS: Text = textOf("cards.nobodys");

/** The croupier's next duty, in the words of the table. `{}` is the hand. */
const DUTIES: Readonly<Record<Duty["code"], { readonly whose: Text; readonly nobody: Text }>> =
  textsOf("cards.duties");

export function dutyText({ code, hand }: Duty): Text {
  const { whose, nobody } = DUTIES[code];
  return hand === null ? nobody : fillName(whose, handName(hand));
}

const MOVES: Readonly<Record<Move, Text>> = textsOf("cards.moves");

/** What a player does, in the law's own words where it prints what he says. */
export const moveText = (move: Move, names: NamesByLaw = {}): Text =>
  (move === "bet" || move === "fold" ? names[move] : undefined) ?? MOVES[move];

/** Keys beside the moves. `{}` is the hand. */
export const KEY_TEXTS = textsOf("keys.cards");

/** Why a throw of the dice that begin a round does not say who is dealt first. */
const FIRST_DICE: Readonly<Record<string, Text>> = textsOf("reasons.first-dice");

export function firstDiceText(code: string): Text {
  return FIRST_DICE[code] ?? DICE_BECAUSE[code] ?? sameText(code);
}

/** Who has the bank when no player does. */
export const CROUPIER = textOf("cards.banker-is-croupier");

/** The count in words, for the screens. `{}` is who has the bank. */
export const COUNT_TEXTS = textsOf("cards.count");

/** An incident in one sentence: the rule's own, or that the law is silent. */
export function incidentText(pack: CardPack, rule: string): Text {
  return pack.rules.find((one) => one.id === rule)?.text ?? CARD_BECAUSE[rule] ?? sameText(rule);
}

/** What became of a hand or of the round. */
const WORDS: Readonly<Record<OutcomeWord, Text>> = textsOf("cards.outcomes");

export const outcomeText = (word: OutcomeWord, names: NamesByLaw = {}): Text =>
  (word === "wins-black-jack" ? names[word] : undefined) ?? WORDS[word];

const SHOE_STATES = textsOf("cards.shoe-states");

/** A game of one deck has no shoe: it is shuffled by a machine or by hand. */
const DECK_STATES: Readonly<Partial<Record<keyof typeof SHOE_STATES, Text>>> = textsOf("cards.deck-states");

export const shoeStateText = (state: keyof typeof SHOE_STATES, oneDeck = false): Text =>
  (oneDeck ? DECK_STATES[state] : undefined) ?? SHOE_STATES[state];

/** What was announced stands, and is not told again. */
export const STANDS: Text = textOf("verdicts.stands");

/** `banca gana`; of the whole round only what became of it. */
export function outcomeLine(
  { of, is }: { readonly of: string; readonly is: string },
  names: NamesByLaw = {},
): Text {
  const word = outcomeText(is as OutcomeWord, names);
  if (of === "round") return word;
  const name = handName(of);
  return inEveryLanguage((language) => `${name[language]} ${word[language]}`);
}

/** What is told in its own words at a card table. */
export const SHOE_TEXTS: FamilyTexts = {
  because: CARD_DEVICE_BECAUSE,
  faults: { ...CARD_FAULTS, ...CARD_LINK_TEXTS },
};
