import type { DayValue } from "../../../../src/analysis/drift/day-values.ts";
import type { LogStanding } from "../../../../src/floor/picture-types.ts";
import type { RoundEndCount } from "../../../../src/floor/shift-report.ts";
import type { SignedAct } from "../../../../src/floor/signed-act.ts";
import type { SignedLine } from "../../../../src/record/key-history.ts";
import type { Search } from "../../../../src/analysis/search.ts";

/** The store as the floor's page reads it. Whatever it rejects with says that the store is away: the page shows so and asks again. */
export interface PageStore {
  /** Every log that the floor knows, by its name. */
  logs(): Promise<readonly LogOfFloor[]>;
  /** Of each log the records from a number on, in their order, at most so many of each. */
  recordsFrom(wanted: readonly WantedRecords[], mostEach: number): Promise<readonly StoredRecord[]>;
  /** The verdicts of a round that come before record `before`, and people's words on it, in their order. */
  recordsOfRound(wanted: WantedRound): Promise<readonly StoredRecord[]>;
  /** What came of a round from record `seq` on, and case files that were kept since, in their order; phases of archived months are left out. */
  recordsSince(wanted: SinceRecord): Promise<readonly StoredRecord[]>;
  /** The newest records of some kinds, newest first; `log` null: of every log. What `search` wants is looked at by whoever asked. */
  find(wanted: FloorSearch): Promise<readonly StoredRecord[]>;
  /** How many rounds of each table ended how, from one instant to another, RFC 3339. */
  roundEnds(from: string, to: string): Promise<readonly RoundEndCount[]>;
  /** How often each number came at these wheels since the day of an instant (UTC), by certified results alone. */
  numbersOf(logs: readonly string[], from: string): Promise<readonly CountedNumber[]>;
  /** Days (UTC) of these wheels since that of an instant: what came, and what they measured of themselves. */
  daysOf(wheels: WheelsOfKind, from: string): Promise<StoredDays>;
  /** Heartbeats that came after this instant of the store's clock, ms; oldest first. */
  heartbeats(after: number): Promise<readonly StoredHeartbeat[]>;
  /** The smallest checkpoint of a log that covers a record, and the peaks of a batch's end at or before it; null: none yet. */
  proofParts(log: string, seq: number): Promise<ProofParts | null>;
  /** The first key of a log, and the records by which it gave way; null: the store has none. */
  keys(log: string): Promise<Pick<ProofParts, "first" | "rotations"> | null>;
  /** Tables that ask to join and have not two people yet, oldest first. */
  enrolments(): Promise<readonly WaitingEnrolment[]>;
  /** Numbers with two contents about which two people have not decided yet. */
  forks(): Promise<readonly OpenFork[]>;
  /** What was refused, the newest first. */
  refused(most: number): Promise<readonly RefusedLine[]>;
  /** Acts of people with these words, the newest first. */
  acts(does: readonly string[], most: number): Promise<readonly StoredAct[]>;
  /**
   * Adds an act. `after`: the number of the act of this word that it goes on from; null where somebody has added another one since, and then
   * nothing is added.
   */
  addAct(act: NewAct, after?: number | null): Promise<number | null>;
  /** Tells of logs that went on; `onNews` with null: anything may have changed meanwhile. */
  listen(onNews: (log: string | null) => void): Promise<{ close(): Promise<void> }>;
}

export interface LogOfFloor {
  readonly log: string;
  readonly standing: LogStanding;
  /** The number of the record that the store has not yet. */
  readonly next: number;
}

export interface WantedRecords {
  readonly log: string;
  readonly from: number;
}

export interface WantedRound {
  readonly log: string;
  readonly round: number;
  readonly before: number;
}

export interface SinceRecord {
  readonly log: string;
  readonly round: number;
  readonly seq: number;
  readonly most: number;
}

export interface StoredRecord extends SignedLine {
  readonly log: string;
  readonly seq: number;
}

/** The part of a search that the store answers by its columns; the rest is looked at line by line. */
export interface FloorSearch extends Pick<Search, "from" | "before" | "round" | "number"> {
  readonly logs: readonly string[] | null;
  /** Null: of every kind. */
  readonly kinds: readonly string[] | null;
  readonly most: number;
}

export interface CountedNumber {
  readonly log: string;
  readonly pocket: string;
  readonly count: number;
}

/** Wheels with the same pockets, each pocket with its share of the ring. */
export interface WheelsOfKind {
  readonly logs: readonly string[];
  readonly shares: Readonly<Record<string, number>>;
}

interface OfDay {
  readonly log: string;
  /** As in `2026-11-30`. */
  readonly day: string;
}

export interface StoredDays {
  /** Certified numbers, and Pearson's statistic of them against the shares. */
  readonly numbers: readonly (OfDay & { readonly spins: number; readonly statistic: number })[];
  /** Rounds without a number. */
  readonly voids: readonly (OfDay & { readonly count: number })[];
  readonly measured: readonly (OfDay & Pick<DayValue, "part" | "value"> & { readonly measure: string })[];
}

export interface StoredHeartbeat {
  readonly log: string;
  /** By the store's clock, ms since 1970. */
  readonly received: number;
  /** Records of the log that the store had then. */
  readonly stored: number;
  /** As it was sent and verified: a heartbeat with its signature. */
  readonly body: string;
}

export interface ProofParts {
  /** The signed note of the checkpoint. */
  readonly note: string;
  readonly size: number;
  /** Where a batch ended, and the peaks of the tree there, base64, largest first. */
  readonly from: number;
  readonly peaks: readonly string[];
  /** The log's first key, and the records by which it gave way. */
  readonly first: string;
  readonly rotations: readonly SignedLine[];
}

export interface WaitingEnrolment {
  readonly id: number;
  readonly log: string;
  /** Ms since 1970. */
  readonly asked: number;
  readonly vkey: string;
  readonly code: string;
  /** Who has confirmed it. */
  readonly by: readonly Actor[];
}

export interface OpenFork {
  readonly id: number;
  readonly log: string;
  readonly seq: number;
  readonly at: number;
  /** Number of the certificate that brought the other line. */
  readonly serial: string;
  readonly stored: string | null;
  readonly other: string;
  /** Hex SHA-256 of the other line, as whoever settles it signs it. */
  readonly otherHash: string;
  /** Who has said that the stored history is the table's. */
  readonly by: readonly Actor[];
}

export interface RefusedLine {
  readonly log: string;
  readonly at: number;
  readonly why: string;
  readonly seq: number | null;
}

/** A person as the certificate of the connection names them. */
export interface Actor {
  readonly person: string;
  readonly role: string;
  /** Hex SHA-256 of the public key: two people are two of these, and two names (`isSamePerson`). */
  readonly key: string;
  readonly serial: string;
}

export interface NewAct extends Actor {
  readonly does: string;
  readonly log: string | null;
  readonly enrolment: number | null;
  readonly fork: number | null;
  /** Plain JSON. */
  readonly detail: object;
  /** What the person signed; null: an act of this kind is not signed. */
  readonly signed: SignedAct | null;
}

export interface StoredAct extends Omit<NewAct, "signed"> {
  readonly id: number;
  readonly at: number;
}
