import type { Abilities } from "../../../src/rules/facts.ts";

/** What a tirada shoe can know of a deal, and why (docs/devices/tirada-shoe.md). */
export function tiradaShoeAbilities(): Abilities {
  return {
    "card-face": {
      level: "measured",
      note: "the reader tells each card's face with its confidence; one that it is not sure of is told as unread",
    },
    "card-order": {
      level: "measured",
      note: "cards and messages have running numbers of their own: a card that was missed leaves a number out",
    },
    "card-identity": {
      level: "bounded",
      note: "known only for cards whose code carries a deck and a physical card; others cannot be told from a second reading",
    },
    "cards-stuck": { level: "measured", note: "the exit measures the thickness of what leaves" },
    "card-face-up": {
      level: "bounded",
      note: "a sensor inside and one at the exit see a card that lies face up there, and nowhere else",
      silence: "no",
    },
    "cut-card": { level: "measured", note: "a sensor of its own sees the cut card before the exit and in it" },
    "cards-counted": {
      level: "bounded",
      note: "a shuffler counts and identifies its cards when it verifies them; a hand shoe only knows how many left",
    },
    "device-opened": { level: "measured", note: "switches at lid and door, told with every heartbeat" },
    "card-taken-after": {
      level: "none",
      note: "what becomes of a card after it has left the exit is seen by people and cameras, not by the shoe",
    },
  };
}
