import type { Abilities } from "../../../src/rules/facts.ts";

const ABILITIES: Abilities = {
  "card-face-up": {
    level: "bounded",
    note: "a sensor inside and one at the exit see a card that lies face up there, and nowhere else",
    silence: "no",
  },
  "face-up-cards": {
    level: "bounded",
    note: "counted by the sensors inside and at the exit; a card that turns over elsewhere is not seen",
    silence: "no",
  },
  "common-card-face-up": {
    level: "bounded",
    note: "a card that was seen face up at the exit and read as it left; one that people turn over is not seen",
    silence: "no",
  },
  "cards-stuck": { level: "measured", note: "the exit measures the thickness of what leaves (message T)" },
  "extra-card": {
    level: "measured",
    note: "cards have running numbers: one that left without a hand to go to is told, in the deal and after it",
  },
  overdrawn: {
    level: "measured",
    note: "follows from the order in which the cards left and from their faces; without a face the round is not decided",
  },
  "early-card": {
    level: "measured",
    note: "every card is told as it leaves, before or after the croupier's key",
  },
  "hand-count": {
    level: "bounded",
    note: "packets are told with their number of cards; into which hand people put a card is not seen",
    silence: "no",
  },
  "cut-card": {
    level: "measured",
    note: "a sensor of its own sees the cut card before the exit and in it (message X)",
  },
  jam: { level: "measured", note: "told with its place when it begins and when it is cleared (message J)" },
  "deal-stopped": {
    level: "measured",
    note: "a jam (message J) behind which the lid was opened, or the stage is loading, shuffling, idle or out of service",
  },
  "cycle-incomplete": {
    level: "measured",
    note: "warning 3 says that a shuffle was not completed; a hand shoe does not shuffle",
  },
  "machine-out-of-service": { level: "measured", note: "stage 0 with every heartbeat, every 250 ms" },
  "cards-run-out": { level: "measured", note: "stage 8 says that the shoe is empty" },
  "foreign-card": {
    level: "bounded",
    note: "held against the loaded decks by face, back and deck; one that looks like a loaded card is not told from it",
    silence: "no",
  },
  "duplicate-card": {
    level: "bounded",
    note: "a card with a number of its own is known again; of others only a face too many for the decks",
    silence: "no",
  },
  "deck-out-of-turn": {
    level: "bounded",
    note: "cards whose codes tell their deck or their back say which of two decks is dealt; others look alike",
    silence: "no",
  },
  "count-wrong": {
    level: "bounded",
    note: "a shuffler counts and identifies its cards when it verifies them; a hand shoe only knows how many left",
    silence: "no",
  },
  "card-unread": {
    level: "measured",
    note: "each card that left is told with its face, or with the reason why it has none (message R)",
  },
  "lid-opened": { level: "measured", note: "switches at lid and door, told with every heartbeat" },
  "burn-count": { level: "measured", note: "cards that leave a new shoe are numbered from 1 after the load" },
  "tableau-broken": {
    level: "measured",
    note: "follows from the order in which the cards left and from their faces; without a face the round is not decided",
  },
};

/** What a tirada shoe can know of each fact of the shoe family, and why (docs/devices/tirada-shoe.md). */
export const tiradaShoeAbilities = (): Abilities => ABILITIES;
