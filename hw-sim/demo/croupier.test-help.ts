import type { WantedFault } from "../people/cards/owed-faults.ts";
import { PACE, type TableScreen, type PlayedSide } from "../people/cards/played-side.ts";
import { ShoeDevice } from "../models/shoe/device/device.ts";
import { gameOf } from "../people/cards/games/game-list.ts";
import { ScriptedReadings, SCRIPTED_ERRORS, type Reading } from "../people/cards/scripted-readings.ts";
import { DEVICE_KIND, Machine } from "../people/cards/machine.ts";
import type { MechanicsEvent } from "../people/cards/table-side.ts";
import { decksFor } from "../people/cards/stock.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import { cardPack } from "../../src/rules/pack.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { SimSide } from "../sim/shoe/side.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import { machineOf } from "./cards.ts";
import { Croupier } from "../people/cards/croupier.ts";
import { RemoteReadings } from "./croupier-side.ts";
import { tableScreenOf } from "./croupier-table.ts";

/** The demonstration's people at the unit's own pipeline, in simulated time. */
export class QuickTable implements PlayedSide {
  readonly records: RecordBody[] = [];
  readonly said: string[] = [];
  readonly croupier: Croupier;
  /** Whoever is at the control page too: called before each thing that the people do. */
  meddle: (screen: TableScreen) => void = () => undefined;
  readonly #sim: SimSide;
  readonly #readings: ScriptedReadings;

  constructor(rulebook: string, seed: string, wanted?: readonly WantedFault[]) {
    const pack = cardPack(loadPack(rulebook).pack);
    const game = gameOf(rulebook);
    if (game === null) throw new RangeError(`no game ${rulebook}`);
    const decks = decksFor(pack.cards, pack.cards.decks.counts[0] ?? 1, "identities");
    const kind = machineOf(pack.cards);
    const random = randomFrom(seed);
    this.#readings = new ScriptedReadings(random.fork("reader"));
    const device = new ShoeDevice({
      wire: "line",
      kind: DEVICE_KIND[kind],
      device: 1,
      decks: decks.length,
      random: this.#readings,
      errors: SCRIPTED_ERRORS,
    });
    const setup = tableSetup(rulebook, "tirada-shoe", [], { decks, port: "serial", mode: "one-by-one" });
    this.#sim = new SimSide({
      setup,
      device,
      seed,
      onFed: (fed) => this.records.push(...fed.records.map(({ body }) => body)),
    });
    this.croupier = new Croupier(this, {
      pack,
      game,
      machine: new Machine({
        kind,
        mode: "one-by-one",
        decks,
        coding: "identities",
        game: pack.cards,
        random: random.fork("machine"),
      }),
      readings: new RemoteReadings(this, random.fork("far")),
      random: random.fork("people"),
      wanted,
    });
  }

  get us(): number {
    return this.#sim.us;
  }

  get seenUs(): number {
    return this.#sim.us * PACE;
  }

  get screen(): TableScreen {
    return tableScreenOf(this.#sim.pipeline.durable);
  }

  /** Verdicts so far, one a round. */
  get verdicts(): RecordBody[] {
    return this.records.filter(({ kind }) => ["result", "void", "undecided", "aborted"].includes(kind));
  }

  emitEvent(event: MechanicsEvent, forUs: number): void {
    this.meddle(this.screen);
    this.#sim.emitEvent(event, forUs);
  }

  wait(us: number): void {
    this.#sim.wait(us);
  }

  press(key: Key, by: Person): boolean {
    this.meddle(this.screen);
    return this.#sim.press(key, by);
  }

  /** A key of somebody else. */
  pressed(key: Key, by: Person): boolean {
    return this.#sim.press(key, by);
  }

  /** No eye looks at these dice: he says it. */
  dice(): boolean {
    return false;
  }

  plug(isIn: boolean): void {
    this.#sim.plug(isIn);
  }

  power(on: boolean): void {
    this.#sim.power(on);
  }

  setNextReading(reading: Reading, cards: number, isBlind: boolean): void {
    this.#readings.setNext(reading, cards, isBlind);
  }

  say(line: string): void {
    this.said.push(line);
  }

  acknowledgeWarnings(by: Person): void {
    for (const key of this.screen.waiting)
      if (key.key === "acknowledge" && key.what.startsWith("warning/")) this.press(key, by);
  }

  confirmVoid(by: Person): void {
    this.#sim.confirmVoid(by);
  }
}
