import { formatBatch } from "../../src/floor/sent-lines.ts";
import { refusesResults } from "../../src/codes/faults.ts";
import type { Person } from "../../src/people/roles.ts";
import type { Signer } from "../../src/record/keys.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemSecrets } from "../../src/time/secret.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import { HEARTBEAT_MS } from "../../src/floor/heartbeat.ts";
import type { CollectorAnswer } from "../../firmware/afar/floor/collector-answer.ts";
import { Heartbeats, type HeartbeatFacts, type SenderFacts } from "../../firmware/afar/floor/heartbeats.ts";
import { Publisher, type CollectorsPort, type PublishState } from "../../firmware/afar/floor/publisher.ts";
import { RELEASE_ID } from "../../firmware/release.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { PROFILES, type ElectronicDevice } from "../sim/profiles.ts";
import type { SimTable } from "../sim/table.ts";
import { simulatedTable } from "../sim/wheels.ts";
import { FaultyLine } from "./faulty-line.ts";
import { MemoryJournal } from "./memory-journal.ts";

/** What a table plays: from the same choice it makes the same lines, byte for byte. */
export interface LightChoice {
  readonly log: string;
  readonly name: string;
  readonly rulebook: string;
  readonly device: ElectronicDevice;
  readonly seed: string;
  /** What its clock of the day says as it begins, ms since 1970. */
  readonly wall: number;
}

export interface LightParts {
  readonly choice: LightChoice;
  readonly clock: Clock;
  /** How many times faster than real it plays. */
  readonly pace: number;
  /** What it has played before it is seen, µs of simulated time: no two tables of a floor were begun at one instant. */
  readonly aheadUs: number;
  readonly signer: Signer;
  /** PEM of its certificate's key. */
  readonly key: string;
  /** Its collectors, over TLS with its certificate. */
  readonly collectors: CollectorsPort;
  /** Whole days that certificate and list count. */
  readonly days: SenderFacts["days"];
}

export const playedTable = ({ log, rulebook, device, seed, wall }: LightChoice): SimTable =>
  simulatedTable({ rulebook, device, seed, profile: PROFILES.default, board: "fast", life: { log, wall } });

/** What the machine of a table says of itself. */
export type MachineFacts = Pick<HeartbeatFacts, "release" | "disks" | "second" | "witness" | "faults"> &
  Pick<SenderFacts, "days" | "temperature">;

const JEFE: Person = { role: "jefe-de-mesa", name: "Ana" };
/** How long a jefe de mesa takes to call a void aloud, simulated. */
const CALLED_US = 20 * US_PER_S;
/** A checkpoint is due at the latest after so long, simulated, as a unit's is. */
const CHECKPOINT_US = 60 * US_PER_S;
const START_HEX = 16;

/** When the unit was started anew, by stretches of simulated time that were played before. */
export type Restarts = readonly number[];

/** What people do at a light table: they call a void aloud. Nothing of it depends on the floor. */
function answerTasks(table: SimTable, since: Map<string, number>): void {
  for (const { id, kind, round, about } of table.pipeline.durable.tasks) {
    if (kind !== "confirm-void") continue;
    const from = since.get(id) ?? table.us;
    since.set(id, from);
    if (table.us - from < CALLED_US) continue;
    table.press({ key: "confirm-void", round, rule: about }, JEFE);
    since.delete(id);
  }
}

/** One stretch of a table's simulated time, with the records that came of it. `isAttended`: the jefe de mesa is there. */
function playStretch(table: SimTable, since: Map<string, number>, isAttended = true): readonly BuiltRecord[] {
  table.deliver(table.advance());
  if (isAttended) answerTasks(table, since);
  return table.drain().records;
}

/** Plays a choice again, without a floor, up to so many records. */
export function* replayedLines(choice: LightChoice, restarts: Restarts, upTo: number): Generator<string> {
  const table = playedTable(choice);
  const since = new Map<string, number>();
  let made = 0;
  for (let stretches = 0; made < upTo; stretches++) {
    for (const _ of restarts.filter((at) => at === stretches)) table.restart();
    for (const { line } of playStretch(table, since)) {
      if (++made > upTo) return;
      yield line;
    }
  }
}

/**
 * A table as light as it can be: the unit's own pipeline under a simulated wheel, its records signed into a journal in memory, and the
 * unit's own publisher and heartbeats. Many live in one thread.
 */
export class LightTable {
  readonly journal: MemoryJournal;
  readonly line: FaultyLine;
  /** When each record was committed, µs of the clock. */
  readonly committedAt: number[] = [];
  /** How long each took until the store's answer was here, µs; by number. */
  readonly answeredAfter: number[] = [];
  readonly restarts: number[] = [];
  /** Records that the floor said it has, and of which it said later that it has them not. */
  takenBack = 0;
  readonly #parts: LightParts;
  readonly #table: SimTable;
  readonly #tasksSince = new Map<string, number>();
  /** Since when each decision waits, ms since 1970. */
  readonly #waitsSince = new Map<string, number>();
  /** What its machine says, besides what one says of which all is well. */
  #machine: Partial<MachineFacts> = {};
  #isAttended = true;
  /** Which fault hits each of its spins; null: those that its seed has. */
  #hitBy: string | null = null;
  #publisher: Publisher;
  #heartbeats: Heartbeats;
  #beating: Timer | null = null;
  #running: Promise<void> = Promise.resolve();
  /** When the simulated time began, µs of the clock. */
  #from: number;
  #stretches = 0;
  #checkpointUs = 0;
  #isUp = true;
  #start = "";
  #startedAt = 0;
  #beats = 0;
  #answered = 0;
  #state: PublishState | null = null;
  #rounds: HeartbeatFacts["rounds"] = { certified: 0, reported: 0, void: 0, undecided: 0, aborted: 0 };
  #last: HeartbeatFacts["last"] = null;

  constructor(parts: LightParts) {
    this.#parts = parts;
    this.journal = new MemoryJournal(parts.signer);
    this.line = new FaultyLine(parts.collectors, parts.clock, randomFrom(`${parts.choice.seed}/line`));
    this.#table = playedTable(parts.choice);
    this.#from = parts.clock.now() - Math.round(parts.aheadUs / parts.pace);
    this.#publisher = this.#newPublisher();
    this.#heartbeats = new Heartbeats(this.line);
    this.#begin();
  }

  get choice(): LightChoice {
    return this.#parts.choice;
  }

  get state(): PublishState | null {
    return this.#state;
  }

  /** Plays up to now. */
  play(): void {
    if (!this.#isUp) return;
    const { clock, pace } = this.#parts;
    const until = (clock.now() - this.#from) * pace;
    while (this.#table.us < until) {
      const records = playStretch(this.#table, this.#tasksSince, this.#isAttended);
      this.#stretches++;
      for (const record of records) this.#commit(record);
      const isDue = this.#table.us - this.#checkpointUs >= CHECKPOINT_US;
      if (isDue) this.journal.close();
      if (isDue || this.journal.checkpoint === this.journal.size) this.#checkpointUs = this.#table.us;
      if (records.length > 0 || isDue) this.#tell();
    }
  }

  /** The unit's process ends at once; what was committed is in its journal. */
  kill(): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    this.#publisher.stop();
    this.#beating?.cancel();
    this.#state = null;
  }

  /** And is started again. */
  revive(): void {
    if (this.#isUp) return;
    const { clock, pace } = this.#parts;
    this.#isUp = true;
    this.#from = clock.now() - Math.round(this.#table.us / pace);
    this.restarts.push(this.#stretches);
    this.#table.restart();
    this.#publisher = this.#newPublisher();
    this.#heartbeats = new Heartbeats(this.line);
    this.#begin();
  }

  /** Somebody pulls out the cable of its wheel. From here on it makes other lines than those of its choice alone, as after the next three. */
  unplug(): void {
    this.#table.setCable(false);
  }

  /** Its jefe de mesa goes away: what waits for him waits. */
  leaveAlone(): void {
    this.#isAttended = false;
  }

  /** From now on this fault of the wheel's catalogue hits each of its spins. */
  hitSpins(fault: string): void {
    this.#hitBy = fault;
    this.#table.inject(fault);
  }

  /** Its machine says so from now on. */
  sayOfMachine(facts: Partial<MachineFacts>): void {
    this.#machine = { ...this.#machine, ...facts };
  }

  /** Another unit with this one's folder and certificate brings what it signed in the place of the store's newest record. */
  async bringOtherHistory(): Promise<CollectorAnswer | null> {
    const seq = (this.#state?.next ?? 0) - 1;
    const other = this.journal.otherLine(seq);
    if (other === null) return null;
    const question = { what: "lines", body: formatBatch([other]) } as const;
    // A connection that stood idle may be over, as for every table.
    const first = await this.#parts.collectors.ask(question);
    return first.is === "silent" ? this.#parts.collectors.ask(question) : first;
  }

  /** Plays no more; what it has goes on to the floor. */
  rest(): void {
    this.#isUp = false;
    this.journal.close();
    this.#tell();
  }

  async stop(): Promise<void> {
    this.#isUp = false;
    this.#beating?.cancel();
    this.#publisher.stop();
    await this.#running;
  }

  #begin(): void {
    const { clock } = this.#parts;
    this.#start = systemSecrets().slice(0, START_HEX);
    this.#startedAt = clock.now();
    this.#beats = 0;
    this.#running = this.#publisher.run();
    this.#tell();
    const beat = (): void => void this.#beat();
    // Not all tables of a floor were started at one instant.
    const first = randomFrom(`${this.choice.log}/beat`).below(HEARTBEAT_MS) * US_PER_MS;
    this.#beating = clock.after(first, "first heartbeat", () => {
      beat();
      this.#beating = clock.every(HEARTBEAT_MS * US_PER_MS, "heartbeat", beat);
    });
  }

  #newPublisher(): Publisher {
    const { clock, choice } = this.#parts;
    return new Publisher({
      log: choice.log,
      clock,
      random: randomFrom(`${choice.seed}/waits/${this.restarts.length}`),
      journal: this.journal,
      collectors: this.line,
      // Two people confirmed its key before it was first started.
      prove: () => Promise.resolve(null),
      onState: (state) => this.#follow(state),
    });
  }

  #follow(state: PublishState): void {
    this.#state = state;
    this.takenBack = Math.max(this.takenBack, this.#answered - (state.next ?? this.#answered));
    const now = this.#parts.clock.now();
    for (; this.#answered < (state.next ?? 0); this.#answered++)
      this.answeredAfter[this.#answered] = now - (this.committedAt[this.#answered] ?? now);
  }

  #commit({ line, hash, seq, at, body }: BuiltRecord): void {
    this.journal.append(line, hash);
    this.committedAt.push(this.#parts.clock.now());
    const { kind } = body;
    if (kind !== "result" && kind !== "void" && kind !== "undecided" && kind !== "aborted") return;
    if (this.#hitBy !== null) this.#table.inject(this.#hitBy);
    const counted = kind !== "result" ? kind : body.certainty.level === "certified" ? "certified" : "reported";
    this.#rounds = { ...this.#rounds, [counted]: this.#rounds[counted] + 1 };
    this.#last = { seq, round: this.#table.pipeline.durable.round, kind, at: Date.parse(at) };
  }

  #tell(): void {
    this.#publisher.tell({ records: this.journal.size, checkpoint: this.journal.checkpoint, cosigned: 0 });
  }

  async #beat(): Promise<void> {
    const { key, days } = this.#parts;
    const { days: said = days, temperature = null } = this.#machine;
    const published = this.#state?.next ?? 0;
    await this.#heartbeats.send(this.#facts(), { key, days: said, published, temperature });
  }

  #facts(): HeartbeatFacts {
    const { choice, clock } = this.#parts;
    const { tableSetup, pipeline } = this.#table;
    const { pack, rulebook } = tableSetup;
    const { durable } = pipeline;
    const shown = viewOf(durable, this.journal.size - 1, null, {
      table: choice.name,
      log: choice.log,
      pack,
      rulebook,
      houseRules: [],
      languages: LANGUAGES,
      test: true,
    });
    const now = clock.wall();
    const { release = RELEASE_ID, disks = [], second = null, witness = null } = this.#machine;
    const ofMachine = this.#machine.faults ?? [];
    return {
      log: choice.log,
      start: this.#start,
      count: ++this.#beats,
      at: now,
      upSeconds: Math.floor((clock.now() - this.#startedAt) / US_PER_S),
      name: choice.name,
      family: pack.family,
      rulebook,
      edition: /@(.*)$/.exec(rulebook)?.[1] ?? "",
      devices: [choice.device],
      release,
      phase: durable.phase,
      phaseSince: now,
      last: this.#last,
      waits: this.#waits(shown.tasks, now),
      faults: [
        ...durable.faults.map(({ device, code, since }) => ({
          device,
          code,
          since: Date.parse(since),
          refuses: refusesResults(code),
        })),
        ...ofMachine,
      ],
      update: null,
      clock: { quality: "synced", offsetMs: 0 },
      disks,
      second,
      witness,
      records: this.journal.size,
      rounds: this.#rounds,
    };
  }

  #waits(
    tasks: readonly { readonly id: string; readonly round: number | null; readonly for: string }[],
    now: number,
  ): HeartbeatFacts["waits"] {
    for (const id of this.#waitsSince.keys())
      if (!tasks.some((one) => one.id === id)) this.#waitsSince.delete(id);
    return tasks.map(({ id, round, for: role }) => {
      const since = this.#waitsSince.get(id) ?? now;
      this.#waitsSince.set(id, since);
      return { round: round ?? 0, what: id, role, since };
    });
  }
}
