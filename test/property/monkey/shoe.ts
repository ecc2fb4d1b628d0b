import { tableSetup } from "../../../firmware/table/setup/table-setup.ts";
import { ShoeDevice } from "../../../hw-sim/models/shoe/device/device.ts";
import type { CardInside } from "../../../hw-sim/models/shoe/device/events.ts";
import { STAGES, WARNINGS } from "../../../hw-sim/models/shoe/device/state.ts";
import { decksFor, freshCards } from "../../../hw-sim/people/cards/stock.ts";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import type { Deck } from "../../../src/cards/decks.ts";
import { cardPack } from "../../../src/rules/pack.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import type { Happens } from "../../support/shoe-harness.ts";
import { waysOfCards } from "./offered.ts";
import { MonkeyTable } from "./table.ts";

const BEGINS: readonly Happens[] = [
  { e: "face-up", where: "exit", on: true },
  { e: "face-up", where: "exit", on: false },
  { e: "face-up", where: "inside", on: true },
  { e: "jam", where: "exit" },
  { e: "jam-cleared" },
  { e: "motor", motor: "exit", state: "stalled", mA: 2_000 },
  { e: "motor", motor: "exit", state: "runs", mA: 300 },
  { e: "self-test", bad: 3 },
  { e: "lid", which: "lid", open: true },
  { e: "lid", which: "lid", open: false },
  { e: "cut-card", where: "next" },
  { e: "cut-card", where: "passed" },
  { e: "bounce" },
  { e: "foreign", blank: true },
];

const IN_PLAY: readonly string[] = ["no-more-bets", "dealing"];

/** A game of cards at a modelled shoe. */
export class ShoeMonkey extends MonkeyTable {
  protected override readonly ports: readonly string[];
  readonly #decks: readonly Deck[];
  readonly #mode: "one-by-one" | "packets";
  readonly #byTurns: boolean;
  #turn = 0;
  #device: ShoeDevice;
  #host = "";
  #stock: CardInside[] = [];
  #number = 9;
  #burnt = 0;
  /** Faces that left the shoe, in order. */
  protected readonly drawn: string[] = [];
  /** So many of them left before a shoe was loaded in the middle of a round; -1: none was. */
  protected drawnBefore = -1;

  readonly #wire: "line" | "hid";

  constructor(rulebook: string, random: RandomSource, wire: "line" | "hid" = "line") {
    const { cards } = cardPack(loadPack(rulebook).pack);
    const decks = decksFor(cards, cards.decks.counts[0] ?? 1, "identities");
    const deals = cards.deal.filter((step) => step.step === "deal");
    const mayBe = deals.some((step) => step.ifPackets !== undefined || step.packets === true);
    const mustBe = deals.some((step) => step.packets === true);
    const mode = mustBe || (mayBe && random.oneIn(2)) ? "packets" : "one-by-one";
    const port = wire === "hid" ? "hid" : "serial";
    const setup = tableSetup(rulebook, "tirada-shoe", [], { decks, port, mode });
    super(setup, random);
    this.#wire = wire;
    this.#decks = decks;
    this.#mode = mode;
    this.#byTurns = cards.decks.byTurns !== undefined && decks.length === 2;
    this.ports = [setup.port];
    this.#device = this.#newDevice();
    this.cable(true);
    this.wait(600);
  }

  #newDevice(): ShoeDevice {
    const device = new ShoeDevice({
      wire: this.#wire,
      kind: 1,
      device: this.#number,
      decks: this.#decks.length,
      random: this.random.fork("device"),
    });
    device.power(true, this.us);
    this.#load();
    return device;
  }

  /** Of two decks that are played by turns the one that was not dealt last. */
  #load(): void {
    this.#turn = 1 - this.#turn;
    const all = freshCards(this.#decks, "identities");
    const half = all.length / 2;
    if (IN_PLAY.includes(this.durable.phase) && this.drawnBefore < 0) this.drawnBefore = this.drawn.length;
    const left = this.#byTurns ? all.slice(this.#turn * half, (this.#turn + 1) * half) : [...all];
    this.#stock = [];
    while (left.length > 0) this.#stock.push(...left.splice(this.random.below(left.length), 1));
  }

  protected override toDevice(_port: string, bytes: string): void {
    // A report on USB begins with its length.
    this.#host += this.#wire === "hid" ? bytes.slice(1) : bytes;
  }

  protected override devicesRun(us: number): void {
    const host = this.#host;
    this.#host = "";
    for (const { bytes } of this.#device.step(us, [], host))
      this.hear(this.ports[0] ?? "", this.#wire === "hid" ? String.fromCharCode(bytes.length) + bytes : bytes);
  }

  #event(event: Happens): void {
    if (event.e === "stage" && event.stage === "loading") this.#load();
    this.#device.step(this.us, [{ ...event, us: this.us }]);
  }

  #deal(count = 1): void {
    const cards = Array.from({ length: count }, () => this.#stock.pop()).filter((card) => card !== undefined);
    this.drawn.push(...cards.map(({ face }) => face));
    if (cards.length > 0) this.#event({ e: "pass", cards });
    this.wait(150);
  }

  /** As the game asks for them: one card, or the packet that is due. Now and then a packet has one too many or too few. */
  #dealDue(): void {
    const due = this.durable.deal?.due?.card?.packet ?? 1;
    if (this.#mode !== "packets" || due === 1) return this.#deal();
    const count = this.mistakes && this.random.oneIn(20) ? due + this.random.pick([1, -1]) : due;
    const cards = Array.from({ length: count }, () => this.#stock.pop()).filter((card) => card !== undefined);
    this.#event({ e: "packet", cards });
    this.wait(150 * (count + 1));
  }

  #loadAnew(): void {
    this.#event({ e: "stage", stage: "loading" });
    this.wait(300);
    this.#event({ e: "stage", stage: "ready" });
    this.wait(300);
  }

  protected override happens(): string {
    const { random } = this;
    const kind = random.below(10);
    if (kind < 5) {
      if (random.oneIn(12)) this.#deal(2);
      else if (random.oneIn(12)) this.#deal();
      else this.#dealDue();
      return "card";
    }
    if (kind < 7) {
      this.#loadAnew();
      return "loaded";
    }
    if (kind === 7 && random.oneIn(2)) {
      this.cable(false);
      this.#number++;
      this.#device = this.#newDevice();
      this.cable(true);
      return "another device";
    }
    const event = random.pick<Happens>([
      ...BEGINS,
      { e: "warning", code: random.pick(WARNINGS) },
      { e: "acknowledged", code: random.pick(WARNINGS) },
      { e: "stage", stage: random.pick(STAGES) },
    ]);
    this.#event(event);
    return JSON.stringify(event);
  }

  protected override heal(): void {
    for (const event of [
      { e: "jam-cleared" },
      { e: "face-up", where: "exit", on: false },
      { e: "face-up", where: "inside", on: false },
      { e: "lid", which: "lid", open: false },
      { e: "self-test", bad: 0 },
      { e: "motor", motor: "exit", state: "stopped", mA: 0 },
      { e: "stage", stage: "idle", mode: this.#mode },
      ...WARNINGS.map((code) => ({ e: "acknowledged", code }) as const),
    ] as const)
      this.#event(event);
  }

  protected override playOn(view: TableView): void {
    const { cards, phase, round } = view;
    if (cards === null) return;
    const offered = cards.keys.find(({ key }) => key.key === "seats");
    switch (phase) {
      case "waiting":
        return this.#loadAnew();
      case "preparing":
        // As many as a first card can ask for are burnt; after them nothing but a new load helps.
        this.#burnt = (this.#burnt + 1) % 13;
        return this.#burnt === 0 ? this.#loadAnew() : this.#deal();
      case "betting":
        if (offered !== undefined && cards.seats.length === 0)
          this.press({ key: "seats", seats: [1, 2] }, "croupier");
        if (this.press({ key: "no-more-bets" }, "croupier") === "too-few-seats" && offered !== undefined)
          this.pressAsAny(waysOfCards(offered, cards).at(-1) ?? offered.key);
        return;
      case "no-more-bets":
      case "dealing": {
        // Whether «no va más» was said before the card that left without it.
        const words = cards.keys.filter(({ key }) => key.key === "no-more-bets");
        if (words.length > 0) {
          this.pressAsAny(this.random.pick(words).key);
          return;
        }
        const stands = cards.keys.filter(({ key }) => key.key === "move" && key.move === "stand");
        const plays = cards.keys.filter(({ key }) => key.key === "turn" || key.key === "move");
        const wanted = stands.length > 0 ? stands : plays;
        if (wanted.length > 0) {
          const ways = waysOfCards(this.random.pick(wanted), cards);
          if (ways.some((key) => this.pressAsAny(key))) return;
        }
        for (const { n } of cards.unread)
          for (const role of ["croupier", "jefe-de-mesa"] as const)
            this.press({ key: "card-is", round, n, face: "2c" }, role);
        // A deck that is dealt out in the middle of a round: it is given up before another is loaded.
        if (this.#stock.length < (this.durable.deal?.due?.card?.packet ?? 1)) {
          this.press({ key: "collect", round }, "jefe-de-mesa");
          return this.#loadAnew();
        }
        this.#dealDue();
        // What leaves a shoe that is not loaded is no card of the round: it is loaded anew.
        if (cards.hands.length === 0 && this.view.cards?.counts?.inside === cards.counts?.inside)
          this.#loadAnew();
        return;
      }
      default:
        // A round that nobody can end any more is given up by the jefe de mesa.
        this.press({ key: "collect", round }, "jefe-de-mesa");
    }
  }
}
