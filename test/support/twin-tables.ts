import { ShoeDevice } from "../../hw-sim/models/shoe/device/device.ts";
import type { CardInside, ShoeEvent } from "../../hw-sim/models/shoe/device/events.ts";
import type { Machine } from "../../hw-sim/people/cards/machine.ts";
import {
  screenOf,
  type MechanicsEvent,
  type Screen,
  type TableSide,
} from "../../hw-sim/people/cards/table-side.ts";
import { newTableHead } from "../../firmware/replay/replay.ts";
import { Pipeline, type FeedResult } from "../../firmware/table/pipeline/pipeline.ts";
import type { ShoeTableSetup } from "../../firmware/table/setup/table-setup.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import { sha256Hex } from "../../src/record/bytes.ts";
import type { Entry, SegmentHead } from "../../src/recording/entry.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { monoUs } from "../../src/time/instant.ts";

/** A modelled device and the unit's pipeline behind it. */
interface Half {
  readonly device: ShoeDevice;
  pipeline: Pipeline;
  host: string;
}

/** What both tables gave out because of one and the same thing that happened. */
export interface Pair {
  readonly entry: Entry;
  readonly a: FeedResult;
  /** Null: the cards of this round lie open by now, and they differ. */
  readonly b: FeedResult | null;
}

export interface TwinParts {
  readonly setup: ShoeTableSetup;
  readonly wire: "hid" | "line";
  readonly kind: 1 | 2 | 3;
  readonly seed: string;
  readonly onPair: (pair: Pair, tables: TwinTables) => void;
}

const PLUGGED_US = 300_000;

/**
 * Two tables at which the same people do the same things at the same instants, and at which every card that is dealt face up is the
 * same. The cards that are dealt face down are others. From the first of them that is turned the second table is left alone until the
 * next round, at which it begins again as the first table's double.
 */
export class TwinTables implements TableSide {
  readonly setup: ShoeTableSetup;
  readonly #parts: TwinParts;
  readonly #head: SegmentHead;
  readonly #a: Half;
  readonly #b: Half;
  #us = PLUGGED_US;
  #seals = 0;
  #isAlike = true;
  /** Cards at the end of the shoe lie face down at the second table in place of those that the first one deals. */
  machine: Machine | null = null;
  readonly #lent = new Map<CardInside, CardInside>();
  /** Cards of this round that are another one at the second table, by their number. */
  #exchanged = new Set<number>();
  /** Hidden cards that were another one at the second table, and rounds that it followed to their very end. */
  exchanges = 0;
  roundsAlike = 0;
  /** What lies face down at the first table in this round. */
  readonly hidden: CardInside[] = [];

  constructor(parts: TwinParts) {
    this.#parts = parts;
    this.setup = parts.setup;
    this.#head = newTableHead(parts.setup, "test", []);
    this.#a = this.#half();
    this.#b = this.#half();
    this.#newSeal();
    this.#feed({ k: "open", t: monoUs(PLUGGED_US), port: this.setup.port, name: "shoe" });
    this.wait(PLUGGED_US);
  }

  #half(): Half {
    const { setup, wire, kind, seed } = this.#parts;
    const device = new ShoeDevice({
      wire,
      kind,
      device: 1,
      decks: setup.decks.length,
      random: randomFrom(seed),
    });
    device.power(true, 0);
    device.step(PLUGGED_US);
    return { device, pipeline: new Pipeline(setup, this.#head), host: "" };
  }

  get pipeline(): Pipeline {
    return this.#a.pipeline;
  }

  get double(): Pipeline {
    return this.#b.pipeline;
  }

  get us(): number {
    return this.#us;
  }

  get screen(): Screen {
    return screenOf(this.#a.pipeline.durable);
  }

  /** The second table begins the round as the first one's double. */
  nextRound(): void {
    if (this.#isAlike && this.#exchanged.size > 0) this.roundsAlike++;
    const { state, chain, clock } = this.#a.pipeline;
    const head = {
      ...this.#head,
      ...clock,
      state: structuredClone(state),
      chain: { seq: chain.seq, prev: chain.prev },
    };
    this.#b.pipeline = new Pipeline(this.setup, head);
    this.#isAlike = true;
    this.#lent.clear();
    this.#exchanged = new Set();
    this.hidden.length = 0;
  }

  emitEvent(event: MechanicsEvent, forUs: number): void {
    const own = { ...event, us: this.#us } as ShoeEvent;
    this.#run(this.#us + Math.ceil(forUs), [own], [this.#other(own)]);
  }

  wait(us: number): void {
    this.#run(this.#us + us, [], []);
  }

  press(key: Key, by: Person): boolean {
    return this.#feed({ k: "key", t: monoUs(this.#us), key, by }).refusal === null;
  }

  plug(): void {
    throw new Error("nobody pulls a cable here");
  }

  power(): void {
    throw new Error("nobody cuts the power here");
  }

  acknowledgeWarnings(): void {
    throw new Error("nothing warns here");
  }

  confirmVoid(): void {
    throw new Error("nothing is annulled here");
  }

  /** The same event with another card in it, when the card is to lie face down. */
  #other(event: ShoeEvent): ShoeEvent {
    const [card] = event.e === "pass" ? event.cards : [];
    if (card === undefined) return event;
    const due = this.#a.pipeline.durable.deal?.due?.card ?? null;
    const isHidden = due !== null && !due.up;
    if (isHidden) this.hidden.push(card);
    const back = this.#lent.get(card);
    // Dealt face up at the first table, it cannot be at the second one too, where it lies face down already.
    if (back !== undefined && !isHidden) this.#isAlike = false;
    const other = back ?? (isHidden ? this.#lend(card) : null);
    if (other === null) return event;
    this.exchanges++;
    this.#exchanged.add((this.#a.pipeline.state.table.deal?.round?.cards ?? 0) + 1);
    return { us: event.us, e: "pass", cards: [other] };
  }

  /** A card from the end of the shoe, for which this one lies there at the second table. */
  #lend(card: CardInside): CardInside | null {
    const other = this.machine?.inside.findLast((one) => one.face !== card.face && !this.#lent.has(one));
    if (other === undefined) return null;
    this.#lent.set(other, card);
    return other;
  }

  #run(until: number, a: readonly ShoeEvent[], b: readonly ShoeEvent[]): void {
    const hosts = [this.#a.host, this.#b.host];
    this.#a.host = this.#b.host = "";
    const sent = this.#a.device.step(until, a, hosts[0]);
    const other = this.#b.device.step(until, b, hosts[1]);
    if (sent.map(({ us }) => us).join() !== other.map(({ us }) => us).join())
      throw new Error("the two devices did not speak at the same instants");
    this.#us = until;
    sent.forEach(({ us, bytes }, at) => {
      this.#wakeUpTo(us);
      const entry = (of: string): Entry => ({
        k: "in",
        t: monoUs(us),
        port: this.setup.port,
        bytes: this.#framed(of),
      });
      this.#feed(entry(bytes), entry(other[at]?.bytes ?? ""));
    });
    this.#wakeUpTo(until);
  }

  #framed(bytes: string): string {
    return this.#parts.wire === "hid" ? String.fromCharCode(bytes.length) + bytes : bytes;
  }

  #wakeUpTo(us: number): void {
    for (let at = this.#a.pipeline.wakeAt(); at !== null && at <= us; at = this.#a.pipeline.wakeAt()) {
      if (this.#isAlike && this.#b.pipeline.wakeAt() !== at)
        throw new Error("the two tables do not wake at the same instant");
      this.#feed({ k: "tick", t: at });
      if (this.#a.pipeline.wakeAt() === at) return;
    }
  }

  #feed(entry: Entry, other = entry): FeedResult {
    const a = this.#a.pipeline.feed(entry);
    if (this.#isAlike && this.#turnsExchanged(a)) this.#isAlike = false;
    const b = this.#isAlike ? this.#b.pipeline.feed(other) : null;
    this.#parts.onPair({ entry, a, b }, this);
    for (const { bytes } of a.writes) {
      for (const half of [this.#a, this.#b]) half.host += this.#unframed(bytes);
      this.#feed({ k: "out", t: entry.t, port: this.setup.port, bytes });
    }
    if (a.sealDue) this.#newSeal();
    return a;
  }

  #turnsExchanged(fed: FeedResult): boolean {
    return fed.records.some(
      ({ body }) =>
        body.kind === "deal" && body.cards.some(({ n, face }) => face !== null && this.#exchanged.has(n)),
    );
  }

  #unframed(bytes: string): string {
    if (this.#parts.wire !== "hid") return bytes;
    let reports = "";
    for (let at = 0; at < bytes.length; at += 1 + bytes.charCodeAt(at))
      reports += bytes.slice(at + 1, at + 1 + bytes.charCodeAt(at));
    return reports;
  }

  #newSeal(): void {
    const key = sha256Hex(`${this.#parts.seed}/seal/${this.#seals++}`);
    this.#feed({ k: "seal", t: monoUs(this.#us), key });
  }
}
