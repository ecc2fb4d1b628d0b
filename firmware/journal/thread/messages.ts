import type { EnrolmentProof, EnrolmentText } from "../../../src/floor/enrolment.ts";
import type { Certificate } from "../../../src/record/certificate.ts";
import type { ChainHead } from "../../../src/record/chain.ts";
import type { closingDetail } from "../../../src/record/epoch.ts";
import type { Mode } from "../../../src/record/mode.ts";
import type { RecordingMark } from "../../../src/recording/entry.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import type { Cosignature } from "../../evidence/log/cosignatures.ts";
import type { EpochRead } from "../epochs/epoch-readers.ts";
import type { Cosigned } from "../../evidence/log/epoch-set.ts";
import type { HeadMark, HeadState } from "../../evidence/log/head-file.ts";
import type { RecentRecord, Snapshot, StoredCheckpoint } from "../../evidence/log/rows.ts";
import type { DiskUse } from "../../files/disk-gauge.ts";
import type { JournalErrorCode } from "../../files/errors.ts";
import type { PruneRule } from "../epochs/prune-rule.ts";
import type { CaseKept, CaseRequest } from "../export/case-writer.ts";
import type { Given, Range } from "../export/export.ts";
import type { WitnessQuestion } from "../export/to-witness.ts";
import type { KeyPlace } from "../keys/key-files.ts";
import type { CopyRestored, SecondOptions } from "../second/begin-second.ts";
import type { SecondState } from "../second/messages.ts";
import type { Confirmed, Commit, Committed } from "../store/commit.ts";
import type { RecorderOptions, Segment } from "../store/recorder.ts";

/** What the thread is started with. */
export interface WorkerOptions {
  readonly path: string;
  readonly keyPath: string;
  readonly log: string;
  /** The mode that the table runs in; null: whatever the journal is. */
  readonly mode: Mode | null;
  readonly maxPages: number | null;
  readonly recordings: RecorderOptions | null;
  /** When old records may be pruned; null or absent: never. */
  readonly prune?: PruneRule | null;
  /** Null or absent: the table keeps no second copy. */
  readonly second?: SecondOptions | null;
}

/** What a table joins a floor with. */
export type EnrolmentAsked = Pick<EnrolmentText, "holder" | "code">;

/** A record with the recording it was decided on, which is made durable first. */
export interface CommitRequest extends Commit {
  readonly recording?: RecordingMark;
}

/** A recording that was ended. */
export interface ClosedRecording extends Segment {
  /** Hex SHA-256 of the whole file, for the next segment's head. */
  readonly sha256: string;
}

/** The oldest record that is kept: its number, and its time as it stands in it. */
export interface OldestRecord {
  readonly seq: number;
  readonly at: string;
}

/** What a look at the journal found. */
export interface Looked {
  /** The newest checkpoint; null: there are no records. */
  readonly checkpoint: StoredCheckpoint | null;
  /** Detail of the record that closes the epoch before the open one, once it is known and while the record is not there. */
  readonly closing: ReturnType<typeof closingDetail> | null;
  /** No record closes the epoch before the open one yet. */
  readonly isClosing: boolean;
  /** The second copy of the evidence; null: the table keeps none. */
  readonly second: SecondState | null;
  /** How much of the disk is in use; null: it was not measured this time. */
  readonly disk: DiskUse | null;
  /** The oldest record that is kept; null: there is none. */
  readonly oldest: OldestRecord | null;
  /** An epoch that cannot be closed because a program reads it; null: none waits, or not for long. */
  readonly read: EpochRead | null;
}

/** Requests that are answered, in the order they were made (a piece and a case file alone may be overtaken). */
export interface Operations {
  commit: { ask: CommitRequest; answer: Committed };
  recent: { ask: number; answer: RecentRecord[] };
  /** At most 1000 records from a number on. */
  records: { ask: { readonly from: number; readonly count: number }; answer: RecentRecord[] };
  /** `wall`: the time of day in ms since 1970, by which recordings have their age. */
  checkpoint: { ask: { readonly now: MonoUs; readonly wall: number }; answer: Looked };
  certificate: { ask: number; answer: Certificate };
  /** What a witness that knows `ask` records is to be asked; null: there is no checkpoint, or it knows more than there is. */
  toWitness: { ask: number; answer: WitnessQuestion | null };
  /** The newest checkpoint that a witness cosigned, with its line. */
  cosigned: { ask: null; answer: Cosigned | null };
  cosign: { ask: Cosignature; answer: null };
  /** Keeps an inspector's cosignature beside the checkpoint that it is of. */
  confirm: { ask: { readonly note: string; readonly at: string }; answer: Confirmed };
  /** The log's own checkpoint of so many records, signed anew and kept nowhere: what a witness of another history is shown. */
  checkpointOf: { ask: number; answer: StoredCheckpoint };
  /** A case file in the storage folder, written in slices; it may be overtaken. */
  keepCase: { ask: CaseRequest & { readonly path: string }; answer: CaseKept };
  /** Hex SHA-512 of a bundle's manifest; its SSH signature, in a namespace in which no evidence is signed. */
  signBundle: { ask: string; answer: string };
  /** Hex SHA-512 of an acta that the unit made of its records. */
  signActa: { ask: string; answer: string };
  /** Hex SHA-512 of the line of an answer to an order. */
  signAnswer: { ask: string; answer: string };
  /** A certificate and a one-time code; the proof that this table asks to join a floor with them, which is all that is signed for it. */
  signEnrolment: { ask: EnrolmentAsked; answer: EnrolmentProof };
  /** Begins a file that is given piece by piece, and names it by a number. */
  openExport: { ask: Range; answer: number };
  openCase: { ask: CaseRequest; answer: number };
  /** The next piece, or what was given; after that, and after an error, the number names nothing any more. */
  piece: { ask: number; answer: Uint8Array | Given };
  /** Nobody asks for more of it. */
  drop: { ask: number; answer: null };
  /**
   * `seal`: card tables, the secret that the segment begins under. `epoch`: that its records belong to; the next one is begun when
   * it is not the open one.
   */
  recordingOpen: {
    ask: {
      readonly segment: string;
      readonly head: string;
      readonly seal: string | null;
      readonly epoch: number;
    };
    answer: null;
  };
  recordingFlush: { ask: null; answer: number };
  recordingClose: { ask: null; answer: ClosedRecording | null };
  segments: { ask: null; answer: Segment[] };
  close: { ask: null; answer: null };
}

export type Operation = keyof Operations;

export type Request = {
  [Op in Operation]: { readonly op: Op; readonly id: number; readonly ask: Operations[Op]["ask"] };
}[Operation];

/** Text of the recording. It is not answered: `taken` says now and then how much was. */
export interface Append {
  readonly op: "append";
  readonly text: string;
  readonly at: MonoUs;
  /** Card tables: the text is the entry `seal` with this key. */
  readonly seal: string | null;
}

export interface WireError {
  readonly code: JournalErrorCode;
  readonly message: string;
}

/** What the thread says. */
export type Reply =
  | {
      readonly say: "opened";
      readonly head: ChainHead;
      readonly vkey: string;
      /** Where the key lies that signs. */
      readonly keyPlace: KeyPlace;
      /** Format of the newest line; null: there is none. */
      readonly format: 1 | 2 | null;
      /** The open epoch, and the number of its first record. */
      readonly epoch: number;
      readonly epochFrom: number;
      /** No record closes the epoch before it yet. */
      readonly isClosing: boolean;
      readonly mode: Mode;
      readonly snapshot: Snapshot | null;
      /** What the head file was found to be, and the newest record that it names while the journal lacks it. */
      readonly headState: HeadState;
      readonly missing: HeadMark | null;
      /** One line for each recording that a seal was left on and that could not be opened whole. */
      readonly notes: readonly string[];
      /** The second copy, and what came back from it; null: the table keeps none; nothing did. */
      readonly second: SecondState | null;
      readonly copyRestored: CopyRestored | null;
    }
  /** `inBoth`: false where the second copy is required, was lost, and lacks what is answered. */
  | {
      readonly say: "answer";
      readonly id: number;
      readonly answer: Operations[Operation]["answer"];
      readonly inBoth: boolean;
    }
  | { readonly say: "error"; readonly id: number; readonly error: WireError }
  /** So many characters of appended text were taken since the last time. */
  | { readonly say: "taken"; readonly count: number }
  /** The journal takes nothing more. */
  | { readonly say: "failed"; readonly error: WireError };
