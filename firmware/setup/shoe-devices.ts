import { codingOf, type CodingName } from "../../drivers/shoe/barcode/codings.ts";
import { barcodeSession } from "../../drivers/shoe/barcode/session.ts";
import type { CardOrder } from "../../drivers/shoe/camera/answers.ts";
import { cameraSession } from "../../drivers/shoe/camera/session.ts";
import { abilitiesOf } from "../../drivers/shoe/reader/abilities.ts";
import type { CardTable } from "../../drivers/shoe/reader/card-table.ts";
import { rfidSession } from "../../drivers/shoe/rfid/session.ts";
import type { ShoeMode, ShoeSession } from "../../drivers/shoe/session.ts";
import { tiradaShoeAbilities } from "../../drivers/shoe/tirada-shoe/abilities.ts";
import { tiradaShoeSession } from "../../drivers/shoe/tirada-shoe/session.ts";
import type { Abilities } from "../../src/rules/facts.ts";
import type { Deck } from "../../src/cards/decks.ts";

/** How a card device is plugged in. `keyboard`: a scanner that types; its keys are kept from everything else. */
export type ShoePortKind = "serial" | "hid" | "keyboard";

/** A table of codes as it was read, with the digest of its file. */
export interface Codes {
  readonly table: CardTable;
  /** Hex SHA-256 of the file; a recording names it, so that its replay can ask for the same one. */
  readonly sha256: string;
}

/** What a table's configuration says of its card device, as far as its session needs it. */
export interface ShoeOptions {
  /** The decks that are loaded, in any order. */
  readonly decks: readonly Deck[];
  readonly port: ShoePortKind;
  /** tirada shoe: its number, eight hex digits; null: any. */
  readonly number: string | null;
  /** tirada shoe: told to it whenever it attaches; null: it is left as it is. */
  readonly mode: ShoeMode | null;
  /** Bar codes: what they hold. */
  readonly coding: CodingName | null;
  /** Bar codes with coding `table`, radio tags: which code is which card. */
  readonly codes: Codes | null;
  /** Radio tags: equal lines that a tag needs. */
  readonly lines: 1 | 2;
  /** Where a scanner or tag reader sits. */
  readonly at: "inside" | "exit";
  /** Camera: how it counts its cards. */
  readonly suits: CardOrder["suits"] | null;
  readonly ranks: CardOrder["ranks"] | null;
}

/** A card device that tirada can be installed on. */
export interface ShoeDeviceType {
  readonly name: string;
  readonly family: "shoe";
  readonly about: string;
  readonly baudRate: number;
  /** Ways to plug it in, the usual one first. */
  readonly ports: readonly ShoePortKind[];
  /** What it can know of each fact of the shoe family, however it is set. */
  readonly abilities: Abilities;
  /** Throws an Error of one line when the options do not fit it: what is missing or contradicts itself. */
  session(options: ShoeOptions): ShoeSession;
  /** It reads a card before it leaves: what it said in one round may be a card of the next. */
  readsAhead(options: Pick<ShoeOptions, "at">): boolean;
}

const never = (): boolean => false;
const whereInside = ({ at }: Pick<ShoeOptions, "at">): boolean => at === "inside";

export const SHOE_DEFAULTS: Omit<ShoeOptions, "decks" | "port"> = {
  number: null,
  mode: null,
  coding: null,
  codes: null,
  lines: 2,
  at: "exit",
  suits: null,
  ranks: null,
};

export const SHOE_DEVICES = {
  "tirada-shoe": {
    name: "tirada-shoe",
    family: "shoe",
    about: "a shoe or shuffler of the open tirada protocol, USB HID or serial 115200 8N1",
    baudRate: 115_200,
    ports: ["hid", "serial"],
    abilities: tiradaShoeAbilities(),
    readsAhead: never,
    session: ({ port, number, decks }) => {
      if (port === "keyboard") throw new TypeError("a tirada-shoe is no keyboard");
      return tiradaShoeSession({
        carrier: port === "hid" ? "hid" : "line",
        device: number,
        decks: decks.length,
      });
    },
  },
  "card-barcode": {
    name: "card-barcode",
    family: "shoe",
    about: "a bar-code scanner that types what is printed on the cards, USB keyboard",
    baudRate: 9_600,
    ports: ["keyboard"],
    abilities: abilitiesOf("card-barcode"),
    readsAhead: whereInside,
    session: ({ coding, codes, at }) => {
      if (coding === null)
        throw new TypeError("shoe.coding is missing: what the bar codes hold is never guessed");
      return barcodeSession({ coding: codingOf(coding, codes?.table ?? null), at });
    },
  },
  "card-rfid": {
    name: "card-rfid",
    family: "shoe",
    about: "a radio tag reader that sends a line a reading, serial 9600 8N1",
    baudRate: 9_600,
    ports: ["serial"],
    abilities: abilitiesOf("card-rfid"),
    readsAhead: whereInside,
    session: ({ codes, lines, at }) => {
      if (codes === null) throw new TypeError("shoe.codes is missing: a tag's number alone names no card");
      return rfidSession({ table: codes.table, lines, at });
    },
  },
  "card-camera": {
    name: "card-camera",
    family: "shoe",
    about: "a shoe with a camera over the card in front, serial 115200 8N1",
    baudRate: 115_200,
    ports: ["serial"],
    abilities: abilitiesOf("card-camera"),
    readsAhead: () => true,
    session: ({ suits, ranks }) => {
      if (suits === null || ranks === null)
        throw new TypeError("shoe.suits and shoe.ranks are missing: the camera does not tell how it counts");
      return cameraSession({ order: { suits, ranks } });
    },
  },
} as const satisfies Record<string, ShoeDeviceType>;

export type ShoeDeviceName = keyof typeof SHOE_DEVICES;
