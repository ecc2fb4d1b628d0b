import type { Abilities } from "../../../src/rules/facts.ts";
import { boundedSilenceMeansNo, measuredBy } from "../../abilities.ts";

const ABILITIES: Abilities = {
  "card-face-up": boundedSilenceMeansNo(
    "a sensor inside and one at the exit see a card that lies face up there, and nowhere else",
  ),
  "face-up-cards": boundedSilenceMeansNo(
    "counted by the sensors inside and at the exit; a card that turns over elsewhere is not seen",
  ),
  "face-up-stage": boundedSilenceMeansNo(
    "a sensor inside and one at the exit see a card that lies face up there, and nowhere else",
  ),
  "common-card-face-up": boundedSilenceMeansNo(
    "a card that was seen face up at the exit and read as it left; one that people turn over is not seen",
  ),
  "cards-stuck": measuredBy("the exit measures the thickness of what leaves (message T)"),
  "extra-card": measuredBy(
    "cards have running numbers: one that left without a hand to go to is told, in the deal and after it",
  ),
  overdrawn: measuredBy(
    "follows from the order in which the cards left and from their faces; without a face the round is not decided",
  ),
  "early-card": measuredBy("every card is told as it leaves, before or after the croupier's key"),
  "hand-count": boundedSilenceMeansNo(
    "packets are told with their number of cards; into which hand people put a card is not seen",
  ),
  "cut-card": measuredBy("a sensor of its own sees the cut card before the exit and in it (message X)"),
  jam: measuredBy("told with its place when it begins and when it is cleared (message J)"),
  "deal-stopped": measuredBy(
    "a jam (message J) behind which the lid was opened, or the stage is loading, shuffling, idle or out of service",
  ),
  "cycle-incomplete": measuredBy(
    "warning 3 says that a shuffle was not completed; a hand shoe does not shuffle",
  ),
  "machine-out-of-service": measuredBy("stage 0 with every heartbeat, every 250 ms"),
  "cards-run-out": measuredBy("stage 8 says that the shoe is empty"),
  "foreign-card": boundedSilenceMeansNo(
    "held against the loaded decks by face, back and deck; one that looks like a loaded card is not told from it",
  ),
  "duplicate-card": boundedSilenceMeansNo(
    "a card with a number of its own is known again; of others only a face too many for the decks",
  ),
  "deck-out-of-turn": boundedSilenceMeansNo(
    "cards whose codes tell their deck or their back say which of two decks is dealt; others look alike",
  ),
  "count-wrong": boundedSilenceMeansNo(
    "a shuffler counts and identifies its cards when it verifies them; a hand shoe only knows how many left",
  ),
  "card-unread": measuredBy(
    "each card that left is told with its face, or with the reason why it has none (message R)",
  ),
  "lid-opened": measuredBy("switches at lid and door, told with every heartbeat"),
  "burn-count": measuredBy("cards that leave a new shoe are numbered from 1 after the load"),
  "tableau-broken": measuredBy(
    "follows from the order in which the cards left and from their faces; without a face the round is not decided",
  ),
};

/** What a tirada shoe can know of each fact of the shoe family, and why (docs/devices/tirada-shoe.md). */
export const tiradaShoeAbilities = (): Abilities => ABILITIES;
