import type { Abilities, Ability } from "../../../src/rules/facts.ts";
import {
  boundedSilenceMeansNo,
  boundedSilenceTellsNothing,
  measuredBy,
  unknownBecause,
} from "../../abilities.ts";

export type ReaderName = "card-barcode" | "card-rfid" | "card-camera";

const SHOWN_ONLY = "it sees the cards that are shown to it, and nothing of where they came from";

/** What no reader of single cards can know. */
const NONE: Abilities = {
  "card-face-up": unknownBecause(`how a card lies in the shoe is not seen: ${SHOWN_ONLY}`),
  "face-up-cards": unknownBecause(`how cards lie in the shoe is not seen: ${SHOWN_ONLY}`),
  "face-up-stage": unknownBecause(`how a card lies in the shoe is not seen: ${SHOWN_ONLY}`),
  "common-card-face-up": unknownBecause(`how cards lie on the table is not seen: ${SHOWN_ONLY}`),
  "deal-stopped": unknownBecause(`what happens in the shoe is not seen: ${SHOWN_ONLY}`),
  "cycle-incomplete": unknownBecause(`a reader shuffles nothing: ${SHOWN_ONLY}`),
  "machine-out-of-service": unknownBecause(`whether the shoe works is not seen: ${SHOWN_ONLY}`),
  "count-wrong": unknownBecause(`how many cards the shoe holds is not known: ${SHOWN_ONLY}`),
  "lid-opened": unknownBecause("there is no switch at the shoe's lid"),
};

/** What follows from the cards themselves, as far as all of them were seen. */
function bySight(unseen: string): Abilities {
  const bounded = (what: string): Ability => boundedSilenceMeansNo(`${what}; ${unseen}`);
  return {
    "extra-card": bounded("a card that was read without a hand to go to is told"),
    overdrawn: bounded("follows from the order in which the cards were read"),
    "early-card": bounded("a card that is read before the croupier's key is told"),
    "hand-count": bounded("counted by the cards that were read; into which hand people put them is not seen"),
    "foreign-card": bounded("held against the loaded decks by what is read from it"),
    "deck-out-of-turn": bounded("told by cards whose codes tell their deck or their back"),
    "duplicate-card": bounded(
      "a card with an identity of its own is known again, of others only a face too many",
    ),
    "burn-count": bounded("counted by the cards that were read"),
    "tableau-broken": bounded("follows from the order in which the cards were read"),
  };
}

const ABILITIES: Readonly<Record<ReaderName, Abilities>> = {
  "card-barcode": {
    ...NONE,
    ...bySight("one that was never shown to the scanner leaves no trace"),
    "cards-stuck": unknownBecause("of two cards that lie on one another the scanner sees one"),
    "cut-card": boundedSilenceMeansNo("only where the cut card carries a code of its own"),
    jam: unknownBecause(`what happens in the shoe is not seen: ${SHOWN_ONLY}`),
    "cards-run-out": unknownBecause(`how many cards are left is not known: ${SHOWN_ONLY}`),
    "card-unread": boundedSilenceMeansNo(
      "a code that is not whole is told as unread; a card that was never shown leaves no trace",
    ),
  },
  "card-rfid": {
    ...NONE,
    ...bySight("one that passed too fast or beside the antenna leaves no trace"),
    "cards-stuck": boundedSilenceTellsNothing(
      "two tags in the field are told when the reader tells both; most give no reading at all then",
    ),
    "cut-card": boundedSilenceMeansNo("only where the cut card carries a tag of its own"),
    jam: unknownBecause(`what happens in the shoe is not seen: ${SHOWN_ONLY}`),
    "cards-run-out": unknownBecause(`how many cards are left is not known: ${SHOWN_ONLY}`),
    "card-unread": boundedSilenceMeansNo(
      "a number that is damaged or not in the table is told as unread; a card that passed too fast leaves no trace",
    ),
  },
  "card-camera": {
    ...NONE,
    ...bySight("each card lies before the camera until it goes out, but a second one behind it is not seen"),
    "cards-stuck": unknownBecause("the camera sees the card in front only"),
    "cut-card": unknownBecause("the cut card is a picture that cannot be read"),
    jam: boundedSilenceMeansNo(
      "a card that does not come or does not go within a second is told; what jams elsewhere is not seen",
    ),
    "cards-run-out": measuredBy("answer 254: nothing lies before the camera"),
    "card-unread": measuredBy("what cannot be read or be seen twice is told as unread when it leaves"),
  },
};

/** What a card reader can know of each fact of the shoe family, and why. */
export function abilitiesOf(reader: ReaderName): Abilities {
  return ABILITIES[reader];
}
