import type { Abilities, Fact, FactSheet } from "../facts.ts";

/**
 * The vocabulary of the shoe family: every fact that a rule about a deal may ask for. Each is the ordinary value (`no`, false,
 * `right`) until something happens, and then judged at once; a gap in what the device reported makes all of them unknown.
 */
export const SHOE_FACTS = {
  "card-face-up": {
    is: "word",
    words: ["no", "first-of-round", "in-deal", "unasked"],
    about:
      "a card lay face up in the device or at its exit: the first one of a round, one in its course, one that nobody was to have",
  },
  "face-up-stage": {
    is: "word",
    words: ["no", "before-words", "last-down"],
    about:
      "a card that lay face up in the device or at its exit was not the first and came before anybody was asked a word, or was the last of the deal and should lie face down; only for laws that ask",
  },
  "face-up-cards": { is: "count", about: "cards of this round that lay face up in the device or at its exit" },
  "common-card-face-up": {
    is: "word",
    words: ["no", "below-jack", "jack-or-higher", "not-read"],
    about:
      "a common card that should lie face down lay face up, told apart by rank (an ace is higher); only for laws that ask",
  },
  "cards-stuck": { is: "flag", about: "two cards or more left together" },
  "extra-card": {
    is: "word",
    words: ["no", "in-deal", "after-round"],
    about: "a card left that no hand was to have: in the course of the deal, or after the round was decided",
  },
  overdrawn: {
    is: "word",
    words: ["no", "bank"],
    about: "the bank of black-jack had 17 or more and had drawn to its end, and one card more left behind it",
  },
  "early-card": { is: "flag", about: "the first card of a round left before bets were closed by the croupier" },
  "hand-count": {
    is: "word",
    words: ["right", "player-short", "player-over", "bank-short", "bank-over", "board-short", "board-over"],
    about:
      "a packet or a hand has another number of cards than the game gives it; common cards come in no packet, so that of them only people know",
  },
  "cut-card": {
    is: "word",
    words: ["no", "first-of-round", "in-round", "omitted"],
    about: "the cut card appeared: as the first thing of a round, in its course; or it was passed over",
  },
  jam: {
    is: "word",
    words: ["no", "shuffling", "dealing"],
    about: "the machine jammed, in its shuffle or in a deal",
  },
  "deal-stopped": {
    is: "flag",
    about: "after a jam in the deal the machine was opened, unloaded or shut down before the deal was complete",
  },
  "cycle-incomplete": { is: "flag", about: "the machine did not complete its shuffle" },
  "machine-out-of-service": { is: "flag", about: "the machine is out of service" },
  "cards-run-out": { is: "flag", about: "the shoe was empty before the round was complete" },
  "foreign-card": { is: "flag", about: "a card left that does not belong to the loaded decks" },
  "deck-out-of-turn": {
    is: "flag",
    about: "of two decks that are played by turns the one of the last round is dealt again",
  },
  "duplicate-card": {
    is: "flag",
    about: "a physical card left twice, or a face more often than the decks allow",
  },
  "count-wrong": { is: "flag", about: "cards loaded, or left over, are not as many as they should be" },
  "card-unread": { is: "flag", about: "a card's face is known neither from the reader nor from two people" },
  "lid-opened": { is: "flag", about: "the device was opened in the course of a round" },
  "burn-count": {
    is: "word",
    words: ["right", "short", "over"],
    about: "cards burnt out of a new shoe, against the game's rule",
  },
  "tableau-broken": {
    is: "word",
    words: ["no", "punto", "banca"],
    about: "the turned cards show that a side drew or stood against the table of third cards that bound it",
  },
} as const satisfies Record<string, { is: Fact["is"]; words?: readonly string[]; about: string }>;

export type ShoeFactName = keyof typeof SHOE_FACTS;

/**
 * The facts of a round that was watched whole and in which nothing was reported: the ordinary value of every fact that the
 * device would have reported. What it cannot know stays unknown.
 */
export function ordinaryFacts(abilities: Abilities): FactSheet {
  const facts: Record<string, Fact> = {};
  for (const [name, ordinary] of Object.entries(ORDINARY)) {
    const ability = Object.hasOwn(abilities, name) ? abilities[name] : undefined;
    if (ability?.level === "measured" || ability?.silence === "no") facts[name] = ordinary;
  }
  return facts;
}

const ORDINARY: Readonly<Record<string, Fact>> = Object.fromEntries(
  Object.entries(SHOE_FACTS).map(([name, spec]): [string, Fact] => {
    if (spec.is === "word") return [name, { is: "word", value: spec.words[0] }];
    return [name, spec.is === "flag" ? { is: "flag", value: false } : { is: "count", atLeast: 0, atMost: 0 }];
  }),
);
