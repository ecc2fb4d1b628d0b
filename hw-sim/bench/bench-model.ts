import type { WheelSession } from "../../drivers/wheel/session.ts";
import { isMomentary } from "../../src/codes/faults.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { type RecordBody } from "../../src/table/kernel/record.ts";
import {
  addInjection,
  addVerdict,
  type Injections,
  markRunning,
  resolveInjections,
  type SpinEnd,
} from "./injections.ts";
import type {
  BenchFrame,
  BenchHello,
  EdgeRow,
  Figures,
  PictureRow,
  SeenRow,
  TableNow,
  VerdictNow,
} from "./page-messages.ts";
import { UnitFollower } from "./unit-follower.ts";
import { resultText } from "../../src/table/every-family/results.ts";

/** What the page needs to begin: edges of the last seconds, at most so many. */
const HISTORY_EDGES = 6_000;
const HISTORY_SEEN = 60;
/** What may wait for the next frame; a bench that makes none keeps only the history. */
const WAITING_LIMIT = 20_000;
const VERDICTS_KEPT = 20;
/** Observations with which a spin has begun. */
const BEGINS = ["ball-on-track", "ball-direction"];

/** What came since the last frame. */
interface Waiting {
  readonly edges: EdgeRow[];
  readonly seen: SeenRow[];
  readonly pictures: PictureRow[];
}

export type HelloHead = Omit<BenchHello, "history" | "type">;

/** All that the bench knows, without a thread or a socket. `t0`: the unit's instant that its times count from. */
export class BenchModel {
  readonly #shadow: UnitFollower;
  readonly #head: HelloHead;
  readonly #t0: number;
  #table: TableNow = TABLE_START;
  #injections: Injections = [];
  #verdicts: readonly VerdictNow[] = [];
  #edges: EdgeRow[] = [];
  #seen: SeenRow[] = [];
  #waiting: Waiting = nothingWaiting();
  #spin = 0;

  constructor(session: WheelSession, head: HelloHead, t0: number) {
    this.#shadow = new UnitFollower(session, t0);
    this.#head = head;
    this.#t0 = t0;
  }

  addEntry(entry: Entry): void {
    const { edges, seen } = this.#shadow.followEntry(entry);
    this.#table = applyEntry(this.#table, entry);
    for (const edge of edges) this.#edges.push(edge);
    if (this.#edges.length > 2 * HISTORY_EDGES) this.#edges = this.#edges.slice(-HISTORY_EDGES);
    this.#seen = seen.length === 0 ? this.#seen : [...this.#seen, ...seen].slice(-HISTORY_SEEN);
    if (seen.some(({ o }) => BEGINS.includes(o))) this.#injections = markRunning(this.#injections, this.#spin);
    const { waiting } = this;
    for (const edge of edges) waiting.edges.push(edge);
    for (const one of seen) waiting.seen.push(one);
  }

  /** A record became durable at `mono` of the unit's clock. */
  addRecord(body: RecordBody, mono: number): void {
    const before = this.#table.verdict;
    this.#table = applyRecord(this.#table, body, mono - this.#t0);
    const { verdict } = this.#table;
    if (verdict === null || verdict === before) return;
    this.#verdicts = [...this.#verdicts, verdict].slice(-VERDICTS_KEPT);
    this.#injections = addVerdict(this.#injections, verdict);
  }

  addPicture(row: PictureRow): void {
    this.#spin = row[5];
    this.waiting.pictures.push(row);
  }

  /** A fault was injected at `t`. */
  recordInjection(fault: string, t: number): void {
    this.#injections = addInjection(this.#injections, fault, t);
  }

  /** A spin of the simulated wheel is over. */
  endSpin(end: SpinEnd): void {
    this.#injections = resolveInjections(this.#injections, end, this.#verdicts);
  }

  createHello(): BenchHello {
    const history = { edges: this.#edges.slice(-HISTORY_EDGES), seen: this.#seen, injected: this.#injections };
    return { type: "hello", ...this.#head, history };
  }

  /** What came since the last frame. */
  createFrame(now: number, lateUs: number | null): BenchFrame {
    const { waiting } = this;
    this.#waiting = nothingWaiting();
    return {
      type: "frame",
      now,
      ...waiting,
      figures: this.#figures(lateUs),
      table: this.#table,
      injected: this.#injections,
    };
  }

  /** Drops what waits for the next frame, since no page is connected. */
  discardWaiting(): void {
    this.#waiting = nothingWaiting();
  }

  get waiting(): Waiting {
    const { edges, seen, pictures } = this.#waiting;
    if (edges.length + seen.length + pictures.length > WAITING_LIMIT) this.#waiting = nothingWaiting();
    return this.#waiting;
  }

  #figures(lateUs: number | null): Figures {
    const { board, identity, bytesPerS, spin } = this.#shadow;
    return { board, identity, bytesPerS, ...spin, lateUs };
  }
}

const nothingWaiting = (): Waiting => ({ edges: [], seen: [], pictures: [] });

/** The state of the table after the durable records, for the head line of the bench's page. */
export const TABLE_START: TableNow = { phase: null, round: null, link: "gone", faults: [], verdict: null };

/** One entry of the unit. */
export function applyEntry(table: TableNow, entry: Entry): TableNow {
  if (entry.k === "open") return { ...table, link: "open" };
  return entry.k === "lost" ? { ...table, link: "gone" } : table;
}

/** One durable record, at `t`. */
export function applyRecord(table: TableNow, body: RecordBody, t: number): TableNow {
  switch (body.kind) {
    case "phase":
      return { ...table, phase: body.phase, round: body.round };
    case "result":
    case "void":
    case "undecided":
    case "aborted":
      return { ...table, phase: body.kind, round: body.round, verdict: verdictOf(body, t) };
    case "fault":
      if (isMomentary(body.code)) return table;
      return { ...table, faults: [...new Set([...table.faults, body.code])].slice(-FAULTS_SHOWN) };
    case "fault-cleared":
      return { ...table, faults: table.faults.filter((code) => code !== body.code) };
    default:
      return table;
  }
}

const FAULTS_SHOWN = 6;

function verdictOf(
  body: Extract<RecordBody, { kind: "result" | "void" | "undecided" | "aborted" }>,
  t: number,
): VerdictNow {
  const one = { kind: body.kind, round: body.round, t, certified: false };
  switch (body.kind) {
    case "result":
      return { ...one, text: resultText(body.result), certified: body.certainty.level === "certified" };
    case "void":
      return { ...one, text: body.reasons.map(({ rule }) => rule).join(", ") };
    case "undecided":
      return { ...one, text: body.because.join(", ") };
    case "aborted":
      return { ...one, text: body.cause };
  }
}
