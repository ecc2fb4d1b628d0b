import type { PortWrite } from "../../../drivers/dice/device-group.ts";
import { canonicalOfFrozen } from "../../../src/record/canonical.ts";
import { nextLine, type ChainHead } from "../../../src/record/chain.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import type { Entry, SegmentHead } from "../../../src/recording/entry.ts";
import { Segment } from "../../../src/recording/codec.ts";
import { applyRecord, type Durable, type StandingFault } from "../../../src/table/kernel/durable/durable.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Person } from "../../../src/people/roles.ts";
import type { Refusal } from "../../../src/table/kernel/people/keys.ts";
import { previewKey, type Preview } from "../../../src/table/kernel/preview.ts";
import type { LifeRecord, RecordBody } from "../../../src/table/kernel/record.ts";
import type { TableCommand } from "../../../src/table/kernel/context.ts";
import {
  tableStep,
  tableDeadline,
  type Table,
  type TableInput,
  type TableStep,
} from "../../../src/table/kernel/table.ts";
import type { TableDevices, DevicesStep } from "./devices/table-devices.ts";
import type { PipelineSetup } from "./pipeline-setup.ts";
import { sessionInput } from "./session-input.ts";
import { isOwnFinding } from "../../../src/codes/faults.ts";
import { monoUs, rfc3339, US_PER_MS, wallMs, type MonoUs } from "../../../src/time/instant.ts";

/** A record ready to be signed: the line that is kept for ever, and what the table was after it. */
export interface BuiltRecord {
  readonly seq: number;
  readonly line: string;
  readonly hash: string;
  readonly body: RecordBody;
  readonly at: string;
  /** The durable table after this record, and its canonical text; the line carries its SHA-256. */
  readonly durable: Durable;
  readonly snapshot: string;
}

export type { PipelineSetup } from "./pipeline-setup.ts";

/** What one entry did. */
export interface FeedResult {
  /** Text to append to the recording before any of the records is committed. */
  readonly recording: string;
  readonly records: readonly BuiltRecord[];
  /** Bytes for the devices, in order. */
  readonly writes: readonly PortWrite[];
  readonly refusal: Refusal | null;
  /** Card tables: the round was collected, and an entry `seal` with a new secret must be the very next one. */
  readonly sealDue: boolean;
}

/** How often one entry may go from the table to its device and back. A device answers by its bytes, not at once. */
export const DEVICE_ROUND_TRIPS_MAX = 4;

/** A table and its device session, as a segment's head stores them. */
export interface PipelineState {
  readonly table: Table;
  readonly session: unknown;
  readonly lastT: MonoUs;
}

/** A feed under way. */
type FeedUnderWay = { -readonly [Key in "refusal" | "sealDue"]: FeedResult[Key] } & {
  readonly records: BuiltRecord[];
  readonly writes: PortWrite[];
};

/** Fields of every record that come from the segment's head. */
type HeadFields = Pick<SegmentHead, "boot" | "epoch" | "rel" | "rulebook" | "device">;

/**
 * The one way through the house, without a single wire: recording entry → codec and session → observations → round and
 * rulebook → records. The unit, the replay and the simulator all run this, so the same entries give the same lines.
 */
export class Pipeline {
  readonly #setup: PipelineSetup;
  #fields: HeadFields;
  #segment: Segment;
  #chain: ChainHead;
  #table: Table;
  readonly #devices: TableDevices;
  #session: unknown;
  #lastT: MonoUs;
  #clock: Pick<SegmentHead, "t" | "wall" | "trust">;

  constructor(setup: PipelineSetup, head: SegmentHead) {
    const state = head.state as PipelineState;
    this.#setup = setup;
    // A recording may be judged by another edition than its own: the lines name the one that judged.
    this.#fields = { ...head, rulebook: setup.rulebook };
    this.#segment = new Segment(head);
    this.#chain = { log: head.log, ...head.chain };
    this.#table = state.table;
    this.#devices = setup.devices;
    this.#session = state.session;
    this.#lastT = state.lastT;
    this.#clock = { t: head.t, wall: head.wall, trust: head.trust };
  }

  get durable(): Durable {
    return this.#table.durable;
  }

  get state(): PipelineState {
    return { table: this.#table, session: this.#session, lastT: this.#lastT };
  }

  get chain(): ChainHead {
    return this.#chain;
  }

  /**
   * The pair of instants that wall-clock labels count from. The head of a new segment repeats it, so that a replay makes the
   * same labels.
   */
  get clock(): Pick<SegmentHead, "t" | "wall" | "trust"> {
    return this.#clock;
  }

  /** Bytes of the present segment and its head line, for the recorder. */
  get segment(): {
    readonly name: string;
    readonly headLine: string;
    readonly bytes: number;
    readonly sha256: string;
  } {
    const { bytes, sha256 } = this.#segment.mark();
    return { name: this.#segment.name, headLine: this.#segment.headLine, bytes, sha256 };
  }

  /** Goes on in a new segment. The head must have been made from this pipeline's own state and chain. */
  rotate(head: SegmentHead): string {
    this.#segment = new Segment(head);
    this.#fields = { ...this.#fields, epoch: head.epoch };
    return this.#segment.headLine;
  }

  /** When the table must be woken although nothing comes, or null. */
  wakeAt(): MonoUs | null {
    const times = [this.#devices.wakeAt(this.#session), tableDeadline(this.#table, this.#setup.rules)].filter(
      (at) => at !== null,
    );
    return times.length === 0 ? null : monoUs(Math.min(...times));
  }

  /** One input. Time may stand still but never goes back: an earlier instant is taken as the last one. */
  feed(given: Entry): FeedResult {
    const entry = given.t < this.#lastT ? { ...given, t: this.#lastT } : given;
    this.#lastT = entry.t;
    const recording = this.#segment.add(entry);
    const done: FeedUnderWay = { records: [], writes: [], refusal: null, sealDue: false };
    if (entry.k === "clock") this.#clock = { t: entry.t, wall: entry.wall, trust: entry.trust };
    const life = lifeRecordOf(entry);
    if (life !== null) {
      // The table's step does not see this entry: its effect on the durable state is applied here.
      const durable = applyRecord(
        this.#table.durable,
        life,
        this.#label(entry.t),
        this.#setup.rules.family.reducer,
      );
      this.#table = { ...this.#table, durable };
      done.records.push(this.#buildRecord(life, entry.t, durable));
    }
    this.#runInputs(this.#inputsOf(entry, done), entry.t, done);
    return { recording, ...done };
  }

  /** What a key would come to now: nothing is written, and the table stays as it is. */
  preview(key: Key, by: Person, now: MonoUs): Preview {
    const t = now < this.#lastT ? this.#lastT : now;
    return previewKey(this.#table, key, by, t, this.#label(t), this.#setup.rules);
  }

  /** Steps the table with the inputs, gives its commands to the devices, steps it with their immediate answers, and so on. */
  #runInputs(first: readonly TableInput[], t: MonoUs, done: FeedUnderWay): void {
    let inputs = first;
    for (let roundTrips = 0; inputs.length > 0; roundTrips++) {
      const commands = inputs.flatMap((input) => this.#stepTable(input, t, done));
      if (roundTrips > DEVICE_ROUND_TRIPS_MAX) return;
      inputs =
        roundTrips < DEVICE_ROUND_TRIPS_MAX
          ? this.#acceptDevices(this.#devices.applyCommands(this.#session, commands, t), done)
          : this.#devices.refuse(commands);
    }
  }

  /** Steps the table with one input. Returns its commands to the devices. */
  #stepTable(input: TableInput, t: MonoUs, done: FeedUnderWay): readonly TableCommand[] {
    const before = this.#table.durable;
    const step: TableStep = tableStep(this.#table, input, t, this.#label(t), this.#setup.rules);
    done.records.push(...this.#buildRecords(step.records, before, t));
    this.#table = step.table;
    done.refusal = step.refusal ?? done.refusal;
    done.sealDue ||= step.sealDue;
    return [...step.commands, ...this.#devices.greeting(input)];
  }

  /**
   * Whether the table's own deadline has come. Most lines of a sensor board do not concern the round, which is then stepped
   * only at its deadline.
   */
  #isDue(t: MonoUs): boolean {
    const at = tableDeadline(this.#table, this.#setup.rules);
    return at !== null && at <= t;
  }

  #inputsOf(entry: Entry, done: FeedUnderWay): readonly TableInput[] {
    switch (entry.k) {
      case "key":
        return [{ i: "key", key: entry.key, by: entry.by }];
      case "fault": {
        const { device, code, detail, stands } = entry;
        return [{ i: "fault", device, code, detail, stands }];
      }
      case "restarted":
        return [{ i: "restarted" }, ...this.#endFormerFaults()];
      case "auto-open":
        return [{ i: "auto-open" }];
      case "seal":
        return [{ i: "seal", key: entry.key }];
      case "clock":
      case "event":
      case "end":
        return [{ i: "tick" }];
      default: {
        const input = sessionInput(entry, null);
        if (input === null) return [];
        const heard = { at: "port" in entry ? entry.port : null, input, isDue: this.#isDue(entry.t) };
        return this.#acceptDevices(this.#devices.step(this.#session, heard), done);
      }
    }
  }

  /** What a device left that is none of this table's any more: nothing will ever report its end. */
  #endFormerFaults(): readonly TableInput[] {
    const { standingFaults } = this.#devices;
    const isOurs = ({ device, code }: StandingFault): boolean =>
      isOwnFinding(code) || standingFaults.some((one) => one.device === device && one.code === code);
    return this.durable.faults
      .filter((fault) => DEVICE_ROLES.includes(fault.device) && !isOurs(fault))
      .map(({ device, code }) => ({ i: "fault", device, code, detail: {}, stands: false }));
  }

  /** Stores the devices' step; returns its inputs for the table. */
  #acceptDevices({ state, writes, inputs }: DevicesStep, done: FeedUnderWay): readonly TableInput[] {
    this.#session = state;
    done.writes.push(...writes);
    return inputs;
  }

  #buildRecords(bodies: readonly RecordBody[], before: Durable, t: MonoUs): BuiltRecord[] {
    let durable = before;
    const built: BuiltRecord[] = [];
    for (const body of bodies) {
      durable = applyRecord(durable, body, this.#label(t), this.#setup.rules.family.reducer);
      built.push(this.#buildRecord(body, t, durable));
    }
    return built;
  }

  #buildRecord(body: RecordBody, t: MonoUs, durable: Durable): BuiltRecord {
    const at = this.#label(t);
    const snapshot = canonicalOfFrozen(durable);
    const { boot, epoch, rel, rulebook, device } = this.#fields;
    const fields = {
      ...body,
      at,
      boot,
      mono: t,
      clock: this.#clock.trust,
      dev: device,
      rulebook,
      coverage: this.#setup.rules.coverage.digest,
      src: this.#segment.mark(),
      state: sha256Hex(snapshot),
    };
    const chained = nextLine(this.#chain, fields, { epoch, rel });
    const seq = this.#chain.seq;
    this.#chain = chained.head;
    return { seq, line: chained.line, hash: chained.hash, body, at, durable, snapshot };
  }

  #label(t: MonoUs): string {
    return rfc3339(wallMs(this.#clock.wall + Math.floor((t - this.#clock.t) / US_PER_MS)));
  }
}

/** The devices that sessions speak for, as faults name them. */
const DEVICE_ROLES: readonly string[] = ["wheel", "shoe", "eye", "thrower", "witness"];

/** The record that an entry leads to without the table. */
function lifeRecordOf(entry: Entry): LifeRecord | null {
  switch (entry.k) {
    case "clock":
      return { kind: "clock", detail: { wall: entry.wall, trust: entry.trust } };
    case "restarted":
      return { kind: "boot", detail: entry.detail };
    case "event":
      return { kind: entry.event, detail: entry.detail };
    case "end":
      return { kind: "shutdown", detail: { why: entry.why } };
    default:
      return null;
  }
}
