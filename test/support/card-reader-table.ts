import { sha256Hex } from "../../src/record/bytes.ts";
import { CameraShoe } from "../../hw-sim/models/shoe/readers/camera-shoe.ts";
import { labelOf } from "../../hw-sim/models/shoe/readers/labels.ts";
import { scanReports } from "../../hw-sim/models/shoe/readers/scanner.ts";
import { tagLines, type TagReaderOptions } from "../../hw-sim/models/shoe/readers/tag-reader.ts";
import type { Sent } from "../../hw-sim/lines/sent.ts";
import { readCardTable } from "../../drivers/shoe/reader/card-code-map.ts";
import type { ReaderName } from "../../drivers/shoe/reader/abilities.ts";
import { newTableHead } from "../../firmware/replay/replay.ts";
import { tableSetup, type ShoeTableSetup } from "../../firmware/table/setup/table-setup.ts";
import { Pipeline, type BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { FACES, type Face } from "../../src/cards/card.ts";
import type { Deck } from "../../src/cards/decks.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Role } from "../../src/people/roles.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { monoUs } from "../../src/time/instant.ts";
import { randomFrom } from "../../src/time/random-source.ts";

const decksOf = (count: number): readonly Deck[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `0000000${at + 1}`,
    back: null,
    pack: 52,
    jokers: 0,
    removed: [],
  }));

/** Tags of one deck. */
const TAGS: TagReaderOptions = {
  periodUs: 80_000,
  repeats: true,
  together: "each",
  lineEnd: "\r\n",
  upperCase: true,
};
const tagOf = (face: Face): string =>
  `04${FACES.findIndex((one) => one === face)
    .toString(16)
    .toUpperCase()
    .padStart(12, "0")}`;

/** A simulated reader, and the hand that shows it cards. */
interface ReadCards {
  /** A card is shown to the reader, or drawn from the shoe with the camera. */
  show(face: Face, us: number): void;
  /** What comes of the device by `us`; `host`: what the unit wrote to it. */
  step(us: number, host: string): string;
}

/** Cards that are held before a scanner or laid on an antenna. */
class PresentedCards implements ReadCards {
  readonly #readings: (face: Face, us: number) => readonly Sent[];
  #due: readonly Sent[] = [];

  constructor(readings: (face: Face, us: number) => readonly Sent[]) {
    this.#readings = readings;
  }

  show(face: Face, us: number): void {
    this.#due = [...this.#due, ...this.#readings(face, us)];
  }

  step(us: number): string {
    const now = this.#due.filter((one) => one.us <= us);
    this.#due = this.#due.filter((one) => one.us > us);
    return now.map(({ bytes }) => bytes).join("");
  }
}

/** Cards that are drawn from a shoe with a camera. */
class DrawnCards implements ReadCards {
  readonly #shoe: CameraShoe;

  constructor(cards: readonly Face[]) {
    this.#shoe = new CameraShoe(
      { suits: "cdhs", aceFirst: false, damageOneIn: 0, cards },
      randomFrom("card reader"),
    );
  }

  show(face: Face, us: number): void {
    this.#shoe.drawCard(us);
    if (this.#shoe.dealt.at(-1) !== face) throw new Error(`the shoe gave another card than ${face}`);
  }

  step(us: number, host: string): string {
    return this.#shoe.step(us, host).bytes;
  }
}

function cardsOf(reader: ReaderName, dealt: readonly Face[]): ReadCards {
  const random = randomFrom("card reader");
  if (reader === "card-barcode")
    return new PresentedCards((face, us) => scanReports(us, labelOf("suit-rank", face), random));
  if (reader === "card-camera") return new DrawnCards(dealt);
  return new PresentedCards((face, us) =>
    tagLines([{ uid: tagOf(face), fromUs: 0, toUs: 400_000 }], TAGS, random).map((one) => ({
      us: one.us + us,
      bytes: one.bytes,
    })),
  );
}

/** Which tag is which card, as a table of codes has it. */
export function tagCodes(): string {
  const rows = FACES.map((face) => `${tagOf(face)},${face},${decksOf(1)[0]?.id ?? ""},`);
  return ["tirada-cards/1", ...rows].join("\n");
}

function setupOf(rulebook: string, reader: ReaderName, decks: number): ShoeTableSetup {
  const read = readCardTable(tagCodes(), "uid");
  if (!read.ok) throw new Error(read.problems.join());
  return tableSetup(rulebook, reader, [], {
    decks: decksOf(decks),
    ...(reader === "card-barcode" ? { coding: "suit-rank" as const } : {}),
    ...(reader === "card-rfid" ? { codes: { table: read.table, sha256: sha256Hex(tagCodes()) } } : {}),
    ...(reader === "card-camera" ? { suits: "cdhs" as const, ranks: "two-first" as const } : {}),
  });
}

/** A table of cards with a reader that sees only what is shown to it: its bytes in, the unit's own records out, in simulated time. */
export class CardReaderTable {
  readonly setup: ShoeTableSetup;
  readonly pipeline: Pipeline;
  readonly records: BuiltRecord[] = [];
  readonly #cards: ReadCards;
  #us = 5_000_000;
  #host = "";

  /** `dealt`: the cards in the order in which they will be shown; a shoe with a camera holds them and some more. */
  constructor(rulebook: string, reader: ReaderName, decks: number, dealt: readonly Face[]) {
    this.setup = setupOf(rulebook, reader, decks);
    this.pipeline = new Pipeline(this.setup, newTableHead(this.setup, "test", []));
    this.#cards = cardsOf(reader, [...dealt, "2c", "3c", "4c"]);
    this.#feed({ k: "seal", t: this.#t, key: "1".padStart(64, "0") });
    this.#feed({ k: "restarted", t: this.#t, detail: {} });
    this.#feed({ k: "open", t: this.#t, port: this.setup.port, name: "SIM" });
    this.wait(1_500).key("open-table", "jefe-de-mesa").key("new-shoe", "croupier").wait(500);
  }

  key(key: "open-table" | "new-shoe" | "no-more-bets", role: Role = "croupier"): this {
    return this.#press({ key }, role);
  }

  turn(hand: string): this {
    return this.#press({ key: "turn", round: this.pipeline.durable.round, hand }, "croupier");
  }

  collect(): this {
    return this.#press({ key: "collect", round: this.pipeline.durable.round }, "croupier").wait(500);
  }

  show(...faces: readonly Face[]): this {
    for (const face of faces) {
      this.#cards.show(face, this.#us);
      this.wait(1_500);
    }
    return this;
  }

  wait(ms: number): this {
    for (let at = 0; at < ms; at++) {
      this.#us += 1_000;
      const host = this.#host;
      this.#host = "";
      const bytes = this.#cards.step(this.#us, host);
      if (bytes !== "") this.#feed({ k: "in", t: this.#t, port: this.setup.port, bytes });
      const wake = this.pipeline.wakeAt();
      if (wake !== null && wake <= this.#us) this.#feed({ k: "tick", t: this.#t });
    }
    return this;
  }

  get #t(): Entry["t"] {
    return monoUs(this.#us);
  }

  #press(key: Key, role: Role): this {
    this.#feed({ k: "key", t: this.#t, key, by: { role, name: role } });
    return this;
  }

  #feed(entry: Entry): void {
    const fed = this.pipeline.feed(entry);
    this.records.push(...fed.records);
    for (const { bytes } of fed.writes) {
      this.#host += bytes;
      this.#feed({ k: "out", t: this.#t, port: this.setup.port, bytes });
    }
  }
}
