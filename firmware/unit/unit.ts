import { join } from "node:path";
import type { PortWrite } from "../../drivers/dice/device-group.ts";
import { PortError, type OpenPort, type PortEvents } from "../../drivers/port.ts";
import type { KeeperListener, PortKeeper } from "../../drivers/transport/port-keeper.ts";
import type { Preview } from "../../src/table/kernel/preview.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import { EPOCH_CLOSED } from "../../src/record/epoch.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { toBytes, toText } from "../../src/recording/codec.ts";
import type { Phase } from "../../src/table/kernel/phase.ts";
import { refusalText } from "../../src/table/kernel/view/texts.ts";
import type { Text } from "../../src/text/language.ts";
import type { Timer } from "../../src/time/clock.ts";
import { US_PER_MS, US_PER_S, wallMs, type MonoUs } from "../../src/time/instant.ts";
import type { FeedResult, Pipeline } from "../table/pipeline/pipeline.ts";
import { bootDetail, configurationChange } from "./boot-detail.ts";
import { ClockMeter } from "../table/clock/clock-meter.ts";
import type { SecondCopyState } from "../screens/server/messages.ts";
import type { ClockQuality } from "../table/clock/clock-quality.ts";
import { unitFamily } from "../table/setup/families.ts";
import type { LineRing } from "../listen/line-ring.ts";
import type { TableLines } from "../listen/row.ts";
import { unitFailure } from "./failure.ts";
import { Evidence } from "./evidence/evidence.ts";
import type { UnitParts } from "./parts.ts";
import { SecondCopyNotices } from "./evidence/second-watch.ts";
import { isRoundRunning, ringOf } from "./table-lines.ts";
import { StandingDevices } from "./standing-devices.ts";
import { SilentPorts } from "./silent-ports.ts";
import { StorageWatch } from "./evidence/storage-watch.ts";
import { restoreTail, type Tail } from "./evidence/restore-tail.ts";
import { keepCounted, valueRecords } from "./configuration/counted-configuration.ts";
import { unfilledNotices } from "./configuration/unfilled-roles.ts";

/** The fault of each policy of a rulebook. */
const CLOCK_FAULTS = { certify: null, mark: "clock-unvouched", stop: "clock-untrusted" } as const;
/** Folder of the recordings in the storage folder. */
export const RECORDINGS = "recordings";
/** The wall clock may drift by this before its labels are set anew. */
const CLOCK_STEP_MS = 1_000;
const CLOCK_LOOK_US = US_PER_S;
const QUALITY_WORDS: Readonly<Record<ClockQuality, string>> = {
  synced: "another clock vouches for the time of day (synced)",
  rtc: "only the clock with a battery agrees with the time of day (rtc)",
  unsynced: "nothing vouches for the time of day (unsynced)",
};
/** The most that one round of cards may record, bytes; it is held in memory and on the disk sealed until it is over. */
export const ROUND_RECORDING_MAX = 16 * 1024 * 1024;
/** Phases in which cards are on the table and no verdict is. */
const DEALING: readonly Phase[] = ["dealing", "no-more-bets"];

/**
 * One running table: the port's bytes and the people's keys go into the pipeline as entries, each recorded before it
 * acts; records leave it towards the journal, and only what the journal has made durable goes on to anyone.
 */
export class Unit {
  readonly #parts: UnitParts;
  readonly #evidence: Evidence;
  readonly pipeline: Pipeline;
  readonly #timers: Timer[] = [];
  #wake: Timer | null = null;
  readonly #keepers = new Map<string, PortKeeper>();
  /** Ports that are open now. */
  readonly #open = new Set<string>();
  /** Who hears a port beside the table. */
  readonly #lent = new Map<string, PortEvents>();
  #wallOffsetMs: number;
  /** Null: the configuration names no source that vouches for the time of day. */
  #meter: ClockMeter | null = null;
  readonly #storage: StorageWatch;
  readonly #second: SecondCopyNotices;
  /** The lines of the table, as technicians see them. */
  readonly lines: LineRing;
  readonly #silences = new SilentPorts();
  /** What stands at the ports. */
  readonly devices: StandingDevices;
  /** The epoch that a record was made for which closes it. */
  #closedEpoch: number | null = null;
  #hasEnded = false;
  #hasFailed = false;
  #isLimiting = false;
  #presses = 0;
  #refusesPresses = false;
  readonly #counters = {
    bytesIn: 0,
    bytesOut: 0,
    connections: 0,
    portLosses: 0,
    records: 0,
    keysRefused: 0,
    clockSteps: 0,
  };

  constructor(parts: UnitParts, pipeline: Pipeline, evidence: Evidence, lines: LineRing) {
    this.#parts = parts;
    this.lines = lines;
    this.pipeline = pipeline;
    this.#evidence = evidence;
    this.#wallOffsetMs = this.#wallOffset();
    const { faults } = pipeline.durable;
    this.#storage = new StorageWatch(faults);
    this.devices = new StandingDevices(parts, pipeline, (entry) => this.feed(entry));
    this.#second = new SecondCopyNotices(parts, faults, (entry) => this.feed(entry));
  }

  /** Starts the table where its journal left it. Rejects with a JournalError when the storage cannot be used. */
  static async start(parts: UnitParts): Promise<Unit> {
    const seal = parts.setup.rules.family.keepsSecrets ? parts.secrets() : null;
    const tail = await restoreTail({
      journal: parts.journal,
      dir: join(parts.config.storage.folder, RECORDINGS),
      release: parts.release,
      codes: unitFamily(parts.setup.family).codes(parts.setup),
    });
    const { evidence, pipeline } = await Evidence.begin(parts, seal);
    const unit = new Unit(parts, pipeline, evidence, await ringOf(parts));
    void parts.journal.failed.then((error) => unit.#fail(error));
    for (const note of [...parts.journal.notes, ...tail.notices, ...unfilledNotices(parts.setup, parts.config)])
      parts.events.onNotice(note);
    // The secret of what follows comes before everything else.
    if (seal !== null) await unit.feed({ k: "seal", t: parts.clock.now(), key: seal });
    const { configuration: told } = pipeline.durable;
    const change = configurationChange(told, parts.config);
    await unit.feed({ k: "restarted", t: parts.clock.now(), detail: bootDetail(parts) });
    await unit.#second.start();
    if (tail.restored !== null) await unit.#recordRestored(tail.restored);
    for (const detail of [...(change === null ? [] : [change]), ...valueRecords(parts.config, told)])
      await unit.feed({ k: "event", t: parts.clock.now(), event: "configuration", detail });
    keepCounted(parts.config);
    for (const port of parts.setup.devices.ports)
      unit.#keepers.set(port, parts.keep(port, unit.#listener(port)));
    unit.#timers.push(
      parts.clock.every(CLOCK_LOOK_US, "wall clock", () => unit.#checkClockStep()),
      parts.clock.every(US_PER_S, "checkpoint", () => void unit.lookAtJournal()),
      parts.clock.every(US_PER_S, "silent ports", () => unit.#reopenSilent()),
    );
    unit.#meterClock();
    return unit;
  }

  /** Once a second: a checkpoint when one is due; and an epoch that was left is closed by a record, once its file is known. */
  async lookAtJournal(): Promise<void> {
    const { clock, journal, onCheckpoint } = this.#parts;
    // What ends the journal is told by `failed`.
    const looked = await journal.checkpoint(clock.now(), clock.wall()).catch(() => null);
    if (looked?.disk != null)
      for (const entry of this.#storage.look(looked.disk.usedPm, clock.now())) void this.feed(entry);
    if (looked !== null) void this.#second.look();
    if (looked !== null) onCheckpoint?.(looked.checkpoint);
    const detail = looked?.closing ?? null;
    if (detail === null || detail["epoch"] === this.#closedEpoch) return;
    this.#closedEpoch = Number(detail["epoch"]);
    await this.feed({ k: "event", t: clock.now(), event: EPOCH_CLOSED, detail });
  }

  /** From here on records say how far the time of day can be trusted. */
  #meterClock(): void {
    const { config, clock, events, clockPaths } = this.#parts;
    this.#followClockPolicy("unsynced");
    if (config.clock === undefined) return;
    this.#meter = new ClockMeter(
      config.clock,
      clock,
      (quality) => this.#recordQuality(quality),
      (line) => events.onNotice(line),
      clockPaths,
    );
  }

  #recordQuality(quality: ClockQuality): void {
    this.#parts.events.onNotice(`clock: ${QUALITY_WORDS[quality]}`);
    this.#recordClock();
    this.#followClockPolicy(quality);
  }

  /** What the rulebook wants while nothing vouches for the time of day: a fault that withholds results, or their certificate. */
  #followClockPolicy(quality: ClockQuality): void {
    const { clock, setup } = this.#parts;
    const { untrustedClock = "certify" } = setup.pack;
    const due = quality === "unsynced" ? CLOCK_FAULTS[untrustedClock] : null;
    for (const code of ["clock-untrusted", "clock-unvouched"] as const) {
      const isActive = this.pipeline.durable.faults.some((one) => one.device === "unit" && one.code === code);
      const stands = code === due;
      if (isActive !== stands)
        void this.feed({ k: "fault", t: clock.now(), device: "unit", code, detail: {}, stands });
    }
  }

  /** Labels count from here on from the wall clock as it is now, with its quality; both are a record. */
  #recordClock(): void {
    const { clock } = this.#parts;
    this.#wallOffsetMs = this.#wallOffset();
    const trust = this.#meter?.quality ?? "unsynced";
    void this.feed({ k: "clock", t: clock.now(), wall: wallMs(clock.wall()), trust });
  }

  /** What the journal had lost is there again: a record says which, and a line too. */
  async #recordRestored(detail: NonNullable<Tail["restored"]>): Promise<void> {
    const { clock, events } = this.#parts;
    events.onNotice(
      `records ${detail.from} to ${detail.to} were missing from the journal and were restored from the recording, hash for hash: ` +
        "look at the disk",
    );
    await this.feed({ k: "event", t: clock.now(), event: "restored", detail });
  }

  /** Certificate view and durable table of the newest committed record. */
  get shown(): Evidence["shown"] {
    return this.#evidence.shown;
  }

  /** The unit ended because it could not go on, not because it was asked to. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Since the start, for the technician's page. */
  get counters(): Readonly<Record<string, number>> {
    const { setup } = this.#parts;
    const figures = setup.devices.figures(this.pipeline.state.session);
    const { bytesIn, bytesOut, ...rest } = this.#counters;
    // How much a card device says can depend on the card.
    const bytes = setup.rules.family.keepsSecrets ? {} : { bytesIn, bytesOut };
    return { ...bytes, ...rest, ...figures };
  }

  /** Every port is open, or known to be missing and tried again. */
  arePortsServed(now: MonoUs): boolean {
    return [...this.#keepers.values()].every((keeper) => keeper.isServed(now));
  }

  /**
   * Lends the line of a device to who asks or teaches it: it hears what the table hears, and what it sends is recorded as what the table
   * sends. One at a time; whoever lends it sees that nobody plays.
   */
  lend(port: string): OpenPort {
    return (events) => {
      if (!this.#open.has(port) || this.#lent.has(port))
        return Promise.reject(
          new PortError("missing", `${port}: it is not connected; check its cable and power`),
        );
      this.#lent.set(port, events);
      return Promise.resolve({
        name: port,
        write: async (bytes) => {
          await (this.#keepers.get(port)?.write(bytes) ??
            Promise.reject(new Error(`${port}: there is no such port`)));
          void this.feed({ k: "out", t: this.#parts.clock.now(), port, bytes: toText(bytes) });
        },
        close: () => {
          if (this.#lent.get(port) === events) this.#lent.delete(port);
          return Promise.resolve();
        },
      });
    };
  }

  /** Lets go of a device that has one owner. @returns what takes it back */
  async letGo(port: string): Promise<() => void> {
    await this.#keepers.get(port)?.stop();
    return () => {
      if (!this.#hasEnded) this.#keepers.set(port, this.#parts.keep(port, this.#listener(port)));
    };
  }

  /** What came over the lines of a table and went out, as far as it may be seen now: of a round that runs nothing. */
  readLines({ port, after }: { readonly port: string | null; readonly after: number }): TableLines {
    return this.lines.read(after, port, this.#isRoundShown);
  }

  /** What is durable decides, as everywhere that something is shown. */
  get #isRoundShown(): boolean {
    return isRoundRunning(this.shown.durable.phase);
  }

  /** The second copy of the evidence; null: the table keeps none. */
  get second(): SecondCopyState | null {
    return this.#second.state;
  }

  /** Key presses since the start, refused ones too. */
  get presses(): number {
    return this.#presses;
  }

  /** From here on no key counts: the table ends. */
  refusePresses(): void {
    this.#refusesPresses = true;
  }

  get setup(): UnitParts["setup"] {
    return this.#parts.setup;
  }

  /** How far the time of day can be trusted; null: the configuration names nothing that vouches for it. */
  get clockQuality(): ClockQuality | null {
    return this.#meter?.quality ?? null;
  }

  /** How far the time of day is ahead of what another clock says, ms; null: nothing says it. */
  get clockAheadMs(): number | null {
    return this.#meter?.aheadMs ?? null;
  }

  /**
   * A key that a person pressed. Resolves once its records are durable, or at once with the reason of the refusal.
   * Rejects when it could not be stored, so that the press is never confirmed.
   */
  async press(pressed: Key, by: Person): Promise<{ ok: true } | { ok: false; why: Text }> {
    this.#presses++;
    const { setup } = this.#parts;
    const key = unitFamily(setup.family).completeKey?.(setup, pressed) ?? pressed;
    const entry = { k: "key", t: this.#parts.clock.now(), key, by } as const;
    const taken = this.#refusesPresses ? null : await this.#tryPut(entry);
    if (taken === null) throw new Error(`the key ${key.key} was not kept: the unit has stopped`);
    return taken.refusal === null
      ? { ok: true }
      : { ok: false, why: refusalText(taken.refusal, setup.rules.family.texts) };
  }

  /** What a key would come to. Nothing is stored, and the table stays as it is. */
  preview(key: Key, by: Person): Preview {
    return this.pipeline.preview(key, by, this.#parts.clock.now());
  }

  /** One input of the table, in the order of arrival. Resolves once all its records are durable, or the unit has stopped. */
  async feed(entry: Entry): Promise<void> {
    await this.#tryPut(entry);
  }

  /** Null when the entry or one of its records could not be kept. */
  async #tryPut(entry: Entry): Promise<FeedResult | null> {
    if (this.#hasEnded) return null;
    try {
      return await this.#putEntry(entry);
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  async #putEntry(entry: Entry): Promise<FeedResult> {
    const fed = this.pipeline.feed(entry);
    this.#parts.tap?.(entry);
    this.lines.take(entry, isRoundRunning(this.pipeline.durable.phase), this.#isRoundShown);
    this.#countEntry(entry, fed);
    const done = this.#evidence.store(fed, entry.t, entry.k === "seal" ? entry.key : null);
    for (const one of fed.writes) this.#write(one);
    this.devices.look(entry);
    this.#scheduleWake();
    // Nothing comes between the end of a round and its successor's secret.
    const sealed = fed.sealDue ? this.#sealAnew(entry.t) : this.#limitRound(entry.t);
    await Promise.all([done, sealed]);
    return fed;
  }

  /** A card table: everything from here on is under a new secret, and what was under the old one is opened. */
  async #sealAnew(t: MonoUs): Promise<void> {
    const key = this.#parts.secrets();
    const rotated = this.#evidence.rotateBefore(key);
    await Promise.all([rotated, this.#putEntry({ k: "seal", t, key })]);
  }

  /** A round whose recording has grown too long is given up; a table that only waits goes on under a new secret. */
  async #limitRound(t: MonoUs): Promise<void> {
    const bytes = this.#evidence.sealed;
    const { keepsSecrets } = this.#parts.setup.rules.family;
    if (!keepsSecrets || bytes <= ROUND_RECORDING_MAX || this.#isLimiting) return;
    this.#isLimiting = true;
    const isRunning = DEALING.includes(this.pipeline.durable.phase);
    const fault = { device: "unit", code: "round-recording-full", detail: { bytes }, stands: true } as const;
    const reported = isRunning ? this.#putEntry({ k: "fault", t, ...fault }) : null;
    const sealed = this.#sealAnew(t);
    this.#isLimiting = false;
    await Promise.all([reported, sealed]);
  }

  /**
   * Ends the table in an orderly way: last record, recording and journal closed, port free. Rejects when the last
   * record could not be kept; all is closed then too.
   */
  async stop(why: string): Promise<void> {
    const last = this.#hasEnded
      ? Promise.resolve(null)
      : this.#putEntry({ k: "end", t: this.#parts.clock.now(), why });
    this.#hasEnded = true;
    const [end] = await Promise.allSettled([last]);
    for (const timer of [...this.#timers, this.#wake]) timer?.cancel();
    this.#meter?.stop();
    await Promise.all([...this.#keepers.values()].map((keeper) => keeper.stop()));
    await this.#parts.journal.close();
    if (end.status === "rejected") throw unitFailure(end.reason, this.#parts.setup.rules.family);
  }

  #countEntry(entry: Entry, fed: FeedResult): void {
    const counters = this.#counters;
    if (entry.k === "in") counters.bytesIn += entry.bytes.length;
    if (entry.k === "out") counters.bytesOut += entry.bytes.length;
    if (entry.k === "open") counters.connections++;
    if (entry.k === "lost") counters.portLosses++;
    if (entry.k === "clock") counters.clockSteps++;
    if (fed.refusal !== null) counters.keysRefused++;
    counters.records += fed.records.length;
  }

  #fail(error: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#hasFailed = true;
    for (const timer of [...this.#timers, this.#wake]) timer?.cancel();
    this.#meter?.stop();
    this.#parts.events.onFailed(unitFailure(error, this.#parts.setup.rules.family));
  }

  #listener(port: string): KeeperListener {
    const onNotice = (line: string): void => this.#parts.events.onNotice(`${port}: ${line}`);
    return {
      onOpened: (name, tries, at) => {
        this.#open.add(port);
        this.devices.opened(port);
        onNotice(`connected to ${name}${tries > 1 ? ` after ${tries} tries` : ""}`);
        void this.feed({ k: "open", t: at, port, name });
      },
      onBytes: (bytes, at) => {
        this.#silences.heard(port);
        void this.feed({ k: "in", t: at, port, bytes: toText(bytes) });
        this.#lent.get(port)?.onBytes(bytes, at);
      },
      onLost: (loss, at) => {
        this.#open.delete(port);
        onNotice(loss.detail);
        void this.feed({ k: "lost", t: at, port, why: loss.why });
        this.#lent.get(port)?.onLost(loss, at);
      },
      onMissing: (missing, at) => {
        onNotice(`${missing.detail}${missing.tries > 1 ? ` (${missing.tries} tries)` : ""}`);
        // A unit that starts without its wheel says so on the screens; after a loss this is known already.
        void this.feed({ k: "lost", t: at, port, why: missing.code });
      },
    };
  }

  /** A port that stays and brings nothing more is opened anew, in growing waits. */
  #reopenSilent(): void {
    const { clock, setup } = this.#parts;
    const silent = setup.devices.silentPorts(this.pipeline.state.session);
    for (const { port, silentS } of this.#silences.look(silent, clock.now())) {
      const detail = `nothing came for ${silentS} s: the port is opened anew`;
      void this.#keepers.get(port)?.reopen({ why: "silent", detail });
    }
  }

  /** What the session wants sent; the bytes are recorded once the port took them. */
  #write({ port, bytes }: PortWrite): void {
    const { clock } = this.#parts;
    this.#keepers
      .get(port)
      ?.write(toBytes(bytes))
      .then(
        () => void this.feed({ k: "out", t: clock.now(), port, bytes }),
        // Nothing went out: the port reports its own loss, and the question ends in the queue's time-out.
        () => undefined,
      );
  }

  #scheduleWake(): void {
    this.#wake?.cancel();
    const at = this.pipeline.wakeAt();
    const { clock } = this.#parts;
    this.#wake =
      at === null
        ? null
        : clock.after(
            Math.max(0, at - clock.now()) + US_PER_MS,
            "table",
            () => void this.feed({ k: "tick", t: clock.now() }),
          );
  }

  #wallOffset(): number {
    const { clock } = this.#parts;
    return clock.wall() - Math.floor(clock.now() / US_PER_MS);
  }

  /** The wall clock was set: order and results do not depend on it, the labels follow it, and the step is a record. */
  #checkClockStep(): void {
    const step = this.#wallOffset() - this.#wallOffsetMs;
    if (Math.abs(step) < CLOCK_STEP_MS) return;
    const { events } = this.#parts;
    const way = step < 0 ? "back" : "forward";
    events.onNotice(
      `clock: stepped ${way} by ${Math.abs(step)} ms; order and results do not depend on it, it was recorded`,
    );
    this.#recordClock();
  }
}
