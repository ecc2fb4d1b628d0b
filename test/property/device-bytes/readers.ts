import { tableSetup, type ShoeTableSetup } from "../../../firmware/table/setup/table-setup.ts";
import { readCardTable } from "../../../drivers/shoe/reader/card-code-map.ts";
import type { ReaderName } from "../../../drivers/shoe/reader/abilities.ts";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import { CAMERA_FAULTS, CameraShoe } from "../../../hw-sim/models/shoe/readers/camera-shoe.ts";
import { labelOf } from "../../../hw-sim/models/shoe/readers/labels.ts";
import { SCAN_FAULTS, scanReports, type ScanFault } from "../../../hw-sim/models/shoe/readers/scanner.ts";
import { tagLines } from "../../../hw-sim/models/shoe/readers/tag-reader.ts";
import type { Sent } from "../../../hw-sim/lines/sent.ts";
import { decksFor, freshCards, type PhysicalCard } from "../../../hw-sim/people/cards/stock.ts";
import type { Face } from "../../../src/cards/card.ts";
import { cardPack } from "../../../src/rules/pack.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { waysOfCards } from "../monkey/offered.ts";
import { MonkeyTable } from "../monkey/table.ts";
import { areAmong, onVerdicts, SeenFaces, watchAbsences } from "./account.ts";

/** A reader, and the hand that shows it cards or draws them from it. */
interface Reader {
  /** The next card leaves the shoe; null: it has none. */
  draw(us: number): Face | null;
  fail(us: number): string;
  heal(us: number): void;
  step(us: number, host: string): string;
}

/** Readings that come by themselves, one after the other. */
class ShownCards implements Reader {
  #due: Sent[] = [];
  readonly #stock: PhysicalCard[];
  readonly #read: (card: PhysicalCard, us: number, fails: boolean) => readonly Sent[];
  #fails = false;

  constructor(
    stock: PhysicalCard[],
    read: (card: PhysicalCard, us: number, fails: boolean) => readonly Sent[],
  ) {
    this.#stock = stock;
    this.#read = read;
  }

  draw(us: number): Face | null {
    const card = this.#stock.pop();
    if (card === undefined) return null;
    this.#due.push(...this.#read(card, us, this.#fails));
    this.#fails = false;
    return card.face;
  }

  fail(): string {
    this.#fails = true;
    return "the next reading fails";
  }

  heal(): void {
    this.#fails = false;
  }

  step(us: number): string {
    const now = this.#due.filter((one) => one.us <= us);
    this.#due = this.#due.filter((one) => one.us > us);
    return now.map(({ bytes }) => bytes).join("");
  }
}

class CameraCards implements Reader {
  readonly #shoe: CameraShoe;
  readonly #random: RandomSource;

  constructor(cards: readonly Face[], random: RandomSource) {
    this.#shoe = new CameraShoe(
      { suits: "cdhs", aceFirst: false, damageOneIn: 0, cards },
      random.fork("camera"),
    );
    this.#random = random;
  }

  draw(us: number): Face | null {
    return this.#shoe.drawCard(us) ? (this.#shoe.dealt.at(-1) ?? null) : null;
  }

  fail(us: number): string {
    const fault = this.#random.pick(CAMERA_FAULTS.filter((one) => one !== "stale"));
    this.#shoe.inject(fault, us);
    return fault;
  }

  heal(us: number): void {
    this.#shoe.freeStuck(us);
  }

  step(us: number, host: string): string {
    return this.#shoe.step(us, host).bytes;
  }
}

const uidOf = ({ uid }: PhysicalCard): string =>
  `04${((uid * 2_654_435_761) % 281_474_976_710_656).toString(16).toUpperCase().padStart(12, "0")}`;
const TAGS = { periodUs: 80_000, repeats: true, together: "each", lineEnd: "\r\n", upperCase: true } as const;

function readerSetup(rulebook: string, reader: ReaderName, random: RandomSource): ShoeTableSetup {
  const { cards } = cardPack(loadPack(rulebook).pack);
  const decks = decksFor(cards, cards.decks.counts[0] ?? 1, "faces");
  const at = random.pick(["inside", "exit"] as const);
  if (reader === "card-barcode") return tableSetup(rulebook, reader, [], { decks, coding: "suit-rank", at });
  if (reader === "card-camera")
    return tableSetup(rulebook, reader, [], { decks, suits: "cdhs", ranks: "two-first" });
  const rows = freshCards(decks, "faces").map((card) => `${uidOf(card)},${card.face},,`);
  const read = readCardTable(["tirada-cards/1", ...rows].join("\n"), "uid");
  if (!read.ok) throw new Error(read.problems.join());
  const codes = { table: read.table, sha256: "0".repeat(64) };
  return tableSetup(rulebook, reader, [], { decks, codes, at, lines: 2 });
}

/** A game of cards at a scanner that types, a reader of tags or a shoe with a camera. */
export class ReaderBytes extends MonkeyTable {
  protected override readonly ports: readonly string[];
  readonly #kind: ReaderName;
  #device: Reader;
  #host = "";
  #burnt = 0;
  /** Cards that left since the last verdict, in order. */
  #drawn: Face[] = [];
  /** Of these, so many left in play while nobody could hear of it. */
  #unheard = 0;
  readonly #faces: SeenFaces;

  constructor(rulebook: string, kind: ReaderName, random: RandomSource) {
    const setup = readerSetup(rulebook, kind, random.fork("set-up"));
    super(setup, random);
    this.#kind = kind;
    this.ports = [setup.port];
    this.#device = this.#newDevice();
    this.#faces = new SeenFaces(this);
    watchAbsences(this, this.ports);
    onVerdicts(this, {
      certified: ({ round, result }) => {
        if (!("cards" in result)) return;
        const faces = result.cards.flatMap((hand) => hand.faces).filter((face) => face !== null);
        if (!areAmong(faces, this.#drawn))
          this.watch.problems.push(
            `round ${round}: certified ${faces.join(" ")}, and ${this.#drawn.join(" ")} left the shoe`,
          );
        if (this.#unheard > 0)
          this.watch.problems.push(`round ${round}: certified, and ${this.#unheard} cards left unheard`);
      },
      ended: () => {
        this.#drawn = [];
        this.#unheard = 0;
      },
    });
    this.cable(true);
    this.wait(1_500);
  }

  #newDevice(): Reader {
    const { random } = this;
    const { decks } = (this.setup as ShoeTableSetup).options;
    const left = freshCards(decks, "faces");
    const stock: PhysicalCard[] = [];
    while (left.length > 0) stock.push(...left.splice(random.below(left.length), 1));
    if (this.#kind === "card-camera")
      return new CameraCards(
        stock.map(({ face }) => face),
        random.fork("shoe"),
      );
    if (this.#kind === "card-rfid")
      return new ShownCards(stock, (card, us, fails) =>
        tagLines([{ uid: uidOf(card), fromUs: us, toUs: us + (fails ? 90_000 : 400_000) }], TAGS, random),
      );
    return new ShownCards(stock, (card, us, fails) =>
      scanReports(
        us,
        labelOf("suit-rank", card.face),
        random,
        fails ? random.pick<ScanFault>(SCAN_FAULTS) : null,
      ),
    );
  }

  protected override toDevice(_port: string, bytes: string): void {
    this.#host += bytes;
  }

  protected override devicesRun(us: number): void {
    const host = this.#host;
    this.#host = "";
    const bytes = this.#device.step(us, host);
    const [port = ""] = this.ports;
    // A kernel gives a keyboard's reports one by one; bytes of a line come as they come.
    if (this.#kind !== "card-barcode" && bytes !== "") this.hear(port, bytes);
    else for (let at = 0; at < bytes.length; at += 8) this.hear(port, bytes.slice(at, at + 8));
  }

  /** `isSlow`: as slowly as every reader can follow. */
  #draw(isSlow = false): string {
    const face = this.#device.draw(this.us);
    if (face === null) return "no card";
    this.#drawn.push(face);
    const { phase } = this.view;
    const [port = ""] = this.ports;
    if (!this.isIn(port) && (phase === "dealing" || phase === "no-more-bets")) this.#unheard++;
    this.wait(isSlow ? 1_600 : this.random.pick([300, 600, 1_500]));
    return `card ${face}`;
  }

  protected override happens(): string {
    const { random } = this;
    this.#faces.lookAt(this.view);
    const kind = random.below(12);
    if (kind < 8) return this.#draw();
    if (kind === 8) return this.#loadAnew();
    if (kind === 9) {
      this.cable(false);
      this.wait(random.pick([25, 2_000]));
      this.#device = this.#newDevice();
      this.cable(true);
      this.wait(random.pick([25, 1_500]));
      return "another device";
    }
    if (kind === 10) return this.#device.fail(this.us);
    this.#device.heal(this.us);
    return "freed";
  }

  #loadAnew(): string {
    // A shoe is switched off while it is filled.
    const isShoe = this.#kind === "card-camera";
    if (isShoe) this.cable(false);
    this.#device = this.#newDevice();
    if (isShoe) this.cable(true);
    this.wait(1_500);
    this.pressAsAny({ key: "new-shoe" });
    return "loaded";
  }

  protected override heal(): void {
    this.cable(false);
    this.wait(1_000);
    this.#device = this.#newDevice();
    this.cable(true);
  }

  protected override playOn(view: TableView): void {
    this.#faces.lookAt(view);
    const { cards, phase, round } = view;
    if (cards === null) return;
    switch (phase) {
      case "waiting":
        return void this.#loadAnew();
      case "preparing":
        this.#burnt = (this.#burnt + 1) % 13;
        return void (this.#burnt === 0 ? this.#loadAnew() : this.#draw(true));
      case "betting": {
        const offered = cards.keys.find(({ key }) => key.key === "seats");
        if (offered !== undefined && cards.seats.length === 0)
          this.press({ key: "seats", seats: [1, 2] }, "croupier");
        this.press({ key: "no-more-bets" }, "croupier");
        return;
      }
      case "no-more-bets":
      case "dealing":
        return this.#dealOn(view);
      default:
        this.press({ key: "collect", round }, "jefe-de-mesa");
    }
  }

  #dealOn({ cards, round }: TableView): void {
    if (cards === null) return;
    const words = cards.keys.filter(({ key }) => key.key === "no-more-bets");
    if (words.length > 0) return void this.pressAsAny(this.random.pick(words).key);
    const stands = cards.keys.filter(({ key }) => key.key === "move" && key.move === "stand");
    const plays = cards.keys.filter(({ key }) => key.key === "turn" || key.key === "move");
    const wanted = stands.length > 0 ? stands : plays;
    if (wanted.length > 0 && waysOfCards(this.random.pick(wanted), cards).some((key) => this.pressAsAny(key)))
      return;
    for (const { n } of cards.unread)
      for (const role of ["croupier", "jefe-de-mesa"] as const)
        this.press({ key: "card-is", round, n, face: "2c" }, role);
    if (this.#draw(true) === "no card") {
      this.#device.heal(this.us);
      this.wait(2_500);
    }
  }
}
