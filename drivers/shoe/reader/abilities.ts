import type { Abilities } from "../../../src/rules/facts.ts";

export type ReaderName = "card-barcode" | "card-rfid" | "card-camera";

/** What no reader of single cards can know: it sees the cards that are shown to it, and nothing of where they came from. */
const NONE: Abilities = {
  "card-face-up": { level: "none", note: "a reader sees a card when it is shown, not how it lies in the shoe" },
  "cards-counted": { level: "none", note: "a reader does not know how many cards the shoe holds" },
  "device-opened": { level: "none", note: "there is no switch at the shoe's lid" },
  "card-taken-after": {
    level: "none",
    note: "what becomes of a card after it was read is seen by people and cameras, not by the reader",
  },
};

const ABILITIES: Readonly<Record<ReaderName, Abilities>> = {
  "card-barcode": {
    ...NONE,
    "card-face": { level: "measured", note: "printed on the card; a code that is not whole is told as unread" },
    "card-order": {
      level: "bounded",
      note: "the order in which the cards were shown; one that was never shown to the scanner leaves no trace",
    },
    "card-identity": {
      level: "bounded",
      note: "only where the codes carry the deck and the physical card (codings tirada and table)",
    },
    "cards-stuck": { level: "none", note: "of two cards that lie on one another the scanner sees one" },
    "cut-card": { level: "bounded", note: "only where the cut card carries a code of its own" },
  },
  "card-rfid": {
    ...NONE,
    "card-face": {
      level: "measured",
      note: "from the tag's number by the house's table; another number is unread",
    },
    "card-order": {
      level: "bounded",
      note: "the order in which the tags were seen; a card that passed too fast or beside the antenna leaves no trace",
    },
    "card-identity": { level: "measured", note: "every tag has a number of its own" },
    "cards-stuck": {
      level: "bounded",
      note: "two tags in the field are told when the reader tells both; most give no reading at all then",
    },
    "cut-card": { level: "bounded", note: "only where the cut card carries a tag of its own" },
  },
  "card-camera": {
    ...NONE,
    "card-face": {
      level: "measured",
      note: "from its picture; what cannot be read or seen twice is told as unread",
    },
    "card-order": {
      level: "measured",
      note: "each card lies before the camera until it goes out, and the exit is watched",
    },
    "card-identity": { level: "none", note: "two cards of one face look the same" },
    "cards-stuck": { level: "none", note: "the camera sees the card in front only" },
    "cut-card": { level: "none", note: "the cut card is a picture that cannot be read" },
  },
};

/** What a card reader can know of a deal, by the name of the fact, and why. */
export function abilitiesOf(reader: ReaderName): Abilities {
  return ABILITIES[reader];
}
