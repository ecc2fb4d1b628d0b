import { newTableHead } from "../../../firmware/replay/replay.ts";
import type { TableSetup } from "../../../firmware/table/setup/table-setup.ts";
import { Pipeline } from "../../../firmware/table/pipeline/pipeline.ts";
import type { Key } from "../../../src/people/keys.ts";
import { ROLES, type Role } from "../../../src/people/roles.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { tableStep } from "../../../src/table/kernel/table.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { countsOf } from "../../../src/table/shoe/live.ts";
import { viewOf } from "../../../src/table/kernel/view/view-of.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { offeredKeys, refusedToAll } from "./offered.ts";
import type { Durable } from "../../../src/table/kernel/durable/durable.ts";
import type { RecordBody } from "../../../src/table/kernel/record.ts";
import { Watch } from "./watch.ts";
import { Wire, WIRE_TROUBLES } from "./wire.ts";

const CERTIFICATE = { seq: 1, hash: "0".repeat(64), short: "0000 0000", qr: "", at: "" };

/** A whole table in simulated time that anything may be done to: its devices' lines, its people's keys, its unit's restarts. */
export abstract class MonkeyTable {
  readonly setup: TableSetup;
  readonly watch = new Watch();
  /** What was done, for whoever reads a failure. */
  readonly done: string[] = [];
  protected readonly random: RandomSource;
  us = 5_000_000;
  #pipeline: Pipeline;
  #seals = 0;
  /** What is done may be wrong; not any more once all is to be well. */
  protected mistakes = true;
  readonly #wires = new Map<string, Wire>();
  /** Ports whose cable is out. */
  readonly #out = new Set<string>();
  /** Whoever keeps an account of their own of what goes in and comes out. */
  readonly listeners: ((entry: Entry, records: readonly RecordBody[]) => void)[] = [];
  /** Each line comes at its own instant within a step. */
  protected readonly isTimed: boolean = false;

  protected constructor(setup: TableSetup, random: RandomSource) {
    this.setup = setup;
    this.random = random;
    this.#pipeline = new Pipeline(setup, newTableHead(setup, "test", []));
    this.#begin();
  }

  /** Something that happens in and at the device; its name. */
  protected abstract happens(): string;
  /** Everything at the device is well again. */
  protected abstract heal(): void;
  /** One step of people who want a result. */
  protected abstract playOn(view: TableView): void;
  /** What the table wants of its devices. */
  protected abstract toDevice(port: string, bytes: string): void;
  protected abstract devicesRun(us: number): void;

  /** The stretch of time, µs, between two looks at the devices. */
  protected stepUs(): number {
    return 25_000;
  }

  /** Results as people want them. */
  protected get results(): number {
    return this.watch.certified;
  }

  get durable(): Durable {
    return this.#pipeline.durable;
  }

  get view(): TableView {
    const { durable } = this;
    const { pack, rulebook } = this.setup;
    return viewOf(durable, 1, durable.verdict === null ? null : CERTIFICATE, {
      pack,
      rulebook,
      houseRules: [],
      table: "T",
      log: "tirada.test/t",
      languages: ["es"],
      test: false,
    });
  }

  #begin(): void {
    if (this.setup.rules.family.keepsSecrets) this.#seal();
    this.feed({ k: "restarted", t: monoUs(this.us), detail: {} });
  }

  #seal(): void {
    this.#seals++;
    this.feed({ k: "seal", t: monoUs(this.us), key: String(this.#seals).padStart(64, "0") });
  }

  protected feed(entry: Entry): string | null {
    const { records, writes, sealDue, refusal } = this.#pipeline.feed(entry);
    const bodies = records.map(({ body }) => body);
    for (const body of bodies) this.watch.take(body);
    for (const hears of this.listeners) hears(entry, bodies);
    for (const { port, bytes } of writes) {
      if (this.#out.has(port)) continue;
      this.toDevice(port, bytes);
      this.feed({ k: "out", t: monoUs(this.us), port, bytes });
    }
    if (sealDue) this.#seal();
    return refusal;
  }

  /** A line of a device, through whatever stands between it and the unit. */
  protected hear(port: string, bytes: string): void {
    if (this.#out.has(port)) return;
    for (const { bytes: part, ms, lost } of this.wire(port).carry(bytes, this.us)) {
      if (ms > 0) this.us += ms * 1_000;
      if (lost !== undefined && lost > 0) this.feed({ k: "overrun", t: monoUs(this.us), port, lost });
      else if (part !== "") this.feed({ k: "in", t: monoUs(this.us), port, bytes: part });
    }
  }

  /** A line that was out at `us`. */
  protected hearAt(us: number, port: string, bytes: string): void {
    for (let at = this.#pipeline.wakeAt(); at !== null && at <= us; at = this.#pipeline.wakeAt()) {
      this.feed({ k: "tick", t: at });
      if (this.#pipeline.wakeAt() === at) break;
    }
    this.us = Math.max(this.us, Math.ceil(us));
    this.hear(port, bytes);
  }

  protected wire(port: string): Wire {
    const known = this.#wires.get(port) ?? new Wire(this.random.fork(`wire ${port}`));
    this.#wires.set(port, known);
    return known;
  }

  protected isIn(port: string): boolean {
    return !this.#out.has(port);
  }

  /** In 100 lines of each device so many are lost, doubled, damaged. */
  protected set noise(of100: number) {
    for (const port of this.ports) this.wire(port).noise = of100;
  }

  press(key: Key, role: Role, name: string = role): string | null {
    return this.feed({ k: "key", t: monoUs(this.us), key, by: { role, name } });
  }

  /** Why the table would refuse it now; null: it would take it. Nothing is changed. */
  protected refusalOf(key: Key, role: Role, name: string): string | null {
    const { table } = this.#pipeline.state;
    const input = { i: "key", key, by: { role, name } } as const;
    return tableStep(table, input, monoUs(this.us), "at", this.setup.rules).refusal;
  }

  /** Whoever may presses it. */
  pressAsAny(key: Key): boolean {
    return ROLES.some((role) => this.press(key, role) === null);
  }

  wait(ms: number): void {
    const until = this.us + ms * 1_000;
    while (this.us < until) {
      const next = Math.min(until, this.us + this.stepUs());
      if (!this.isTimed) this.us = next;
      this.devicesRun(next);
      this.us = Math.max(this.us, next);
      for (const [port, wire] of this.#wires) {
        const bytes = wire.takeHeld(this.us);
        if (bytes !== "" && !this.#out.has(port)) this.feed({ k: "in", t: monoUs(this.us), port, bytes });
      }
      const wake = this.#pipeline.wakeAt();
      if (wake !== null && wake <= this.us) this.feed({ k: "tick", t: monoUs(this.us) });
    }
  }

  protected abstract readonly ports: readonly string[];

  protected cable(isIn: boolean, ports: readonly string[] = this.ports): void {
    for (const port of ports) {
      this.wire(port).cut();
      if (isIn) this.#out.delete(port);
      else this.#out.add(port);
      this.feed(
        isIn
          ? { k: "open", t: monoUs(this.us), port, name: "sim" }
          : { k: "lost", t: monoUs(this.us), port, why: "unplugged" },
      );
    }
  }

  /** The unit ends without a word and starts again. */
  protected restartUnit(): void {
    const { durable } = this.#pipeline;
    const { seq, prev } = this.#pipeline.chain;
    const head = newTableHead(this.setup, "test", []);
    const { devices } = this.setup;
    const state = {
      table: { ...devices.newTable(), durable },
      session: devices.initial(),
      lastT: monoUs(this.us),
    };
    this.#pipeline = new Pipeline(this.setup, {
      ...head,
      t: monoUs(this.us),
      state,
      chain: { ...head.chain, seq, prev },
    });
    this.#begin();
    this.cable(true);
  }

  /** One act of the monkey. */
  act(): void {
    const { random } = this;
    const kind = random.below(20);
    if (kind < 8) this.done.push(this.happens());
    else if (kind < 16) this.#pressOffered();
    else if (kind === 16) this.#pressAny();
    else if (kind === 17) this.noise = random.pick([0, 0, 3, 20]);
    else if (kind === 18) this.wait(random.pick([300, 1_500, 12_000]));
    else this.#disturb();
    this.wait(random.pick([25, 25, 300]));
    this.checkOffered();
    this.checkTakenBack();
    this.checkTold();
  }

  #pressOffered(): void {
    const offered = offeredKeys(this.view, this.setup.pack);
    if (offered.length === 0) return;
    const key = this.random.pick(this.random.pick(offered).ways);
    this.done.push(`key ${JSON.stringify(key)} ${this.pressAsAny(key)}`);
  }

  /** A rule of the law that somebody declares or calls, in its moment or not, or the key of another moment. */
  #pressAny(): void {
    const { random } = this;
    const { view } = this;
    const round = Math.max(1, view.round - random.below(3));
    const rules = [...view.voidReasons, ...view.incidents];
    const rule = rules.length === 0 ? "none" : random.pick(rules).rule;
    const hands = view.cards?.hands.map(({ id }) => id) ?? [];
    const hand = hands.length > 0 && random.oneIn(2) ? { hand: random.pick(hands) } : {};
    const { cards = [], places = [] } = view.cards?.sheet ?? {};
    const to = places.length === 0 ? "burnt" : random.pick(places).id;
    const moved = cards.length === 0 ? [1] : [random.pick(cards).n];
    const key = random.pick<Key>([
      { key: "put-right", round: view.round, cards: moved, to },
      { key: "put-right", round: view.round, cards: moved, to },
      { key: "take-back", round: view.round },
      { key: "no-more-bets", said: false },
      { key: "void", round, rule, ...hand },
      { key: "declare", round, rule, ...hand },
      { key: "no-more-bets" },
      { key: "close-table" },
      { key: "open-table" },
      { key: "new-shoe" },
      { key: "collect", round },
      { key: "open-bets" },
      { key: "change-dice" },
      { key: "last-three-spins" },
      { key: "contest", round },
      { key: "dispute", round, words: "images" },
      { key: "resolve", round, outcome: random.pick(["stands", "void", "otherwise", "goes-on", "upheld"]) },
    ]);
    this.done.push(`any ${JSON.stringify(key)} ${this.pressAsAny(key)}`);
  }

  #disturb(): void {
    const { random } = this;
    const port = random.pick(this.ports);
    switch (random.below(5)) {
      case 0:
        this.done.push("restart");
        return this.restartUnit();
      case 1:
        this.done.push(`cable of ${port} out and in`);
        this.cable(false, [port]);
        this.wait(random.pick([25, 1_000, 5_000]));
        return this.cable(true, [port]);
      case 2:
        this.done.push(`cable of ${port} ${this.isIn(port) ? "out" : "in"}`);
        return this.cable(!this.isIn(port), [port]);
      case 3: {
        const what = random.pick(WIRE_TROUBLES);
        this.done.push(`${what} on ${port}`);
        return this.wire(port).trouble(what, this.us);
      }
      default:
        this.done.push("silence");
        this.wire(port).noise = 100;
        this.wait(2_500);
        this.wire(port).noise = 0;
    }
  }

  /** What a screen builds from the records is what the table knows. */
  protected checkTold(): void {
    const { deal = null } = this.#pipeline.state.table;
    const told = this.#pipeline.durable.deal;
    // Of a packet nothing is told before the machine says that it is out.
    if (deal?.round == null || told === undefined || deal.round.packet.length > 0) return;
    const known = JSON.stringify([countsOf(deal).inside, handsOf(deal.round.deal.hands)]);
    const shown = JSON.stringify([told.counts?.inside, handsOf(told.hands)]);
    if (known !== shown)
      this.watch.problems.push(`in ${this.view.phase} the table knows ${known}, told was ${shown}`);
  }

  /** What can be taken back is offered, and the other way round; a deal that waits for a person then waits for him as a task. */
  checkTakenBack(): void {
    const { lastSpeaker = null, round, phase } = this.view;
    const key = { key: "take-back", round } as const;
    const by = { role: "jefe-de-mesa", name: "somebody else" } as const;
    const { refusal, table } = tableStep(
      this.#pipeline.state.table,
      { i: "key", key, by },
      monoUs(this.us),
      "at",
      this.setup.rules,
    );
    if ((lastSpeaker === null) !== (refusal !== null))
      this.watch.problems.push(`in ${phase} ${lastSpeaker ?? "nobody"} can take back, and is told ${refusal}`);
    const { deal, tasks } = table.durable;
    const asked = refusal === null && deal?.due?.duty.code === "decision" ? (deal.due.duty.rules ?? []) : [];
    for (const rule of asked)
      if (!tasks.some(({ kind, about }) => kind === "decide" && about === rule))
        this.watch.problems.push(`in ${phase} nobody is asked about ${rule} any more`);
  }

  /** Every offered key is somebody's. */
  checkOffered(): void {
    const { table } = this.#pipeline.state;
    const refused = refusedToAll(table, this.setup.rules, this.us, offeredKeys(this.view, this.setup.pack));
    for (const one of refused)
      if (!Object.hasOwn(REFUSED_WITH_REASON, one))
        this.watch.problems.push(`in ${this.view.phase} everybody is refused ${one}`);
  }

  /**
   * All is well, and people play: a certified result must follow, or the table has come to a dead end. Where hardly a round can be certified
   * that is played at random, five that the law leaves to a person show as much.
   */
  recover(steps: number): void {
    this.noise = 0;
    this.mistakes = false;
    this.cable(
      true,
      this.ports.filter((port) => !this.isIn(port)),
    );
    this.heal();
    this.wait(3_000);
    const before = this.results;
    const left = this.watch.leftByPlay;
    const isBack = (): boolean => this.results > before || this.watch.leftByPlay >= left + 5;
    for (let step = 0; step < steps && !isBack(); step++) {
      const { view } = this;
      if (!view.open) this.press({ key: "open-table" }, "jefe-de-mesa");
      else if (!this.#settles(view)) this.playOn(view);
      this.wait(100);
    }
    if (!isBack())
      this.watch.problems.push(
        `dead end in ${this.view.phase}: ${this.view.device.faults.map(({ code }) => code).join(" ")}`,
      );
  }

  /** People deal with what waits for them, one thing at a time. False: nothing waits. */
  #settles(view: TableView): boolean {
    const waits = offeredKeys(view, this.setup.pack).filter(({ name }) => SETTLING.includes(name));
    return waits.some(({ ways }) => ways.some((key) => this.pressAsAny(key)));
  }
}

type HandCards = { readonly id: string; readonly cards: readonly { readonly n: number }[] };
const handsOf = (hands: readonly HandCards[]): unknown =>
  hands.flatMap(({ id, cards }) =>
    cards.length === 0 || id === "burnt" ? [] : [[id, cards.map(({ n }) => n)]],
  );

/** Keys that the page always draws, and that say why they do nothing now. */
const REFUSED_WITH_REASON: Readonly<Record<string, string>> = {
  "close-table: cards-on-table": "a card left before the bets were closed and waits for a word",
  "new-shoe: cards-on-table": "the same",
  "close-table: series-stands": "a point stands: somebody says first where the series stands",
};

const SETTLING: readonly string[] = [
  "acknowledge",
  "confirm-void",
  "resolve void",
  "resolve otherwise",
  "resolve stands",
  "resolve goes-on",
  "resolve upheld",
  "put-right",
];
