import type { EnrolmentProof } from "../../../src/floor/enrolment.ts";
import type { Certificate } from "../../../src/record/certificate.ts";
import type { ChainHead } from "../../../src/record/chain.ts";
import type { Mode } from "../../../src/record/mode.ts";
import type { MonoUs, WallMs } from "../../../src/time/instant.ts";
import type { Cosignature } from "../../evidence/log/cosignatures.ts";
import type { Cosigned } from "../../evidence/log/epoch-set.ts";
import type { HeadMark, HeadState } from "../../evidence/log/head-file.ts";
import type { RecentRecord, Snapshot, StoredCheckpoint } from "../../evidence/log/rows.ts";
import { JournalError } from "../../files/errors.ts";
import { startThread } from "../../threads/thread.ts";
import type { PruneRule } from "../epochs/prune-rule.ts";
import type { CaseKept, CaseRequest } from "../export/case-writer.ts";
import type { Given, Pieces, Range } from "../export/export.ts";
import type { WitnessQuestion } from "../export/to-witness.ts";
import type { KeyPlace } from "../keys/key-files.ts";
import type { CopyRestored, SecondOptions } from "../second/begin-second.ts";
import type { SecondState } from "../second/messages.ts";
import type { Confirmed, Committed } from "../store/commit.ts";
import type { RecorderOptions, Segment } from "../store/recorder.ts";
import type {
  ClosedRecording,
  CommitRequest,
  EnrolmentAsked,
  Operation,
  Looked,
  Operations,
  Reply,
  WorkerOptions,
} from "./messages.ts";
import { ThreadRequests, type JournalThread } from "./thread-requests.ts";

/** Requests that may wait for the thread at once. */
export const QUEUE = 256;
/** Characters of recorder text that may wait for the thread at once. */
export const APPENDS_UNDER_WAY = 4_194_304;
const MAX_APPEND = 262_144;

export interface JournalOptions {
  /** The SQLite file, e.g. `/var/lib/tirada/journal.db`; `-wal`, `-shm` and `-lock` lie beside it. */
  readonly path: string;
  /** The table's signing key: PKCS#8 PEM, mode 0600. Created with the journal, never after. */
  readonly keyPath: string;
  /** The log's name, e.g. `tirada.example/casino-1/table-07`. */
  readonly log: string;
  /** The mode that the table runs in, which key and journal must be of; left out: whatever they are, for an export. */
  readonly mode?: Mode;
  /** Where recordings go and how many are kept, or null for a journal without them. */
  readonly recordings: RecorderOptions | null;
  /** When old records may be pruned; left out: never. */
  readonly prune?: PruneRule | null;
  /** The largest the journal may grow, in pages of 4 KiB. */
  readonly maxPages?: number;
  /** Where a second copy of the evidence is kept; left out: nowhere. */
  readonly second?: SecondOptions;
  /** How many requests may wait at once; 256 unless given. */
  readonly queue?: number;
}

const startJournal = (data: WorkerOptions): JournalThread =>
  startThread({ url: new URL("./journal-thread.ts", import.meta.url), name: "journal", data });

/**
 * Opens the journal in a thread of its own and checks all that is in it (see `check.ts`). Rejects with a
 * JournalError: `busy` when another process has it, `corrupt` when it is not as it was signed, `key`, …
 */
export function openJournal(options: JournalOptions, start = startJournal): Promise<Journal> {
  const thread = start({
    path: options.path,
    keyPath: options.keyPath,
    log: options.log,
    mode: options.mode ?? null,
    maxPages: options.maxPages ?? null,
    recordings: options.recordings,
    prune: options.prune ?? null,
    second: options.second ?? null,
  });
  return new Promise((resolve, reject) => {
    thread.listen({
      onEnd: (why) =>
        reject(
          new JournalError("worker-died", `the journal thread ended while opening ${options.path}: ${why}`),
        ),
      onMessage: (reply) => {
        if (reply.say === "opened") resolve(new Journal(thread, options, reply));
        else if (reply.say === "failed") reject(new JournalError(reply.error.code, reply.error.message));
        else reject(new JournalError("worker-died", `the journal thread answered out of turn`));
      },
    });
  });
}

/** An epoch that takes records: its number, and that of its first record. */
export interface OpenEpoch {
  readonly number: number;
  readonly from: number;
}

/** The journal as the rest of the unit sees it. Requests are served strictly in the order they are made. */
export class Journal {
  /** The key that inspectors enrol. */
  readonly vkey: string;
  /** Where it lies. */
  readonly keyPlace: KeyPlace;
  /** Format of the newest record as the journal was opened; null: there was none. */
  readonly format: 1 | 2 | null;
  /** Whether its records count. */
  readonly mode: Mode;
  /** What was found amiss in recordings as the journal was opened, one line each. */
  readonly notes: readonly string[];
  /** What the head file was found to be. */
  readonly headState: HeadState;
  /** The newest record that the head file names, where the journal does not reach so far: all up to it must be restored. */
  readonly missing: HeadMark | null;
  /** What came back from the second copy as the journal was opened: detail of the record that says so; null: nothing did. */
  readonly copyRestored: CopyRestored | null;
  /** Resolves with the reason when the journal takes nothing more; stays open while all is well and after `close`. */
  readonly failed: Promise<JournalError>;
  readonly #requests: ThreadRequests;
  #head: ChainHead;
  #snapshot: Snapshot | null;
  #epoch: OpenEpoch;
  #isClosing: boolean;
  #second: SecondState | null;
  #looked: Pick<Looked, "disk" | "oldest" | "read"> = { disk: null, oldest: null, read: null };
  #recording = false;
  #underWay = 0;

  constructor(thread: JournalThread, options: JournalOptions, opened: Reply & { readonly say: "opened" }) {
    const taken = (count: number): void => void (this.#underWay -= count);
    this.#requests = new ThreadRequests(thread, options.path, options.queue ?? QUEUE, taken);
    this.failed = this.#requests.failed;
    this.#head = opened.head;
    this.#snapshot = opened.snapshot;
    this.vkey = opened.vkey;
    this.keyPlace = opened.keyPlace;
    this.format = opened.format;
    this.#epoch = { number: opened.epoch, from: opened.epochFrom };
    this.#isClosing = opened.isClosing;
    this.mode = opened.mode;
    this.notes = opened.notes;
    this.headState = opened.headState;
    this.missing = opened.missing;
    this.copyRestored = opened.copyRestored;
    this.#second = opened.second;
  }

  /**
   * Keeps a record. Resolves only when it is signed and durable, and so is the recording up to `recording`; `inBoth`: in the second
   * copy too, where one is required. Rejects with `overflow` or `refused` when nothing was stored and the journal goes on; with any other code it has ended.
   */
  commit(record: CommitRequest): Promise<Committed & { readonly inBoth: boolean }> {
    const { snapshot } = record;
    return this.#requests.ask("commit", record).then(({ answer: done, inBoth }) => {
      // An answer that comes behind that to a later record takes nothing back.
      if (done.seq >= this.#head.seq) this.#head = { ...this.#head, seq: done.seq + 1, prev: done.hash };
      if (snapshot !== undefined) this.#snapshot = { seq: done.seq, body: snapshot };
      return { ...done, inBoth };
    });
  }

  /** The second copy of the evidence as it was last looked at; null: the table keeps none. */
  get second(): SecondState | null {
    return this.#second;
  }

  /** The disk, the oldest record and who reads an epoch, as the journal was last looked at. */
  get looked(): Pick<Looked, "disk" | "oldest" | "read"> {
    return this.#looked;
  }

  /** Requests that wait for the thread. */
  get waitingCount(): number {
    return this.#requests.count;
  }

  /** Where the chain stands: all before it is durable. */
  head(): ChainHead {
    return this.#head;
  }

  /** The open epoch, as the newest recording that was asked for goes into it. */
  get epoch(): OpenEpoch {
    return this.#epoch;
  }

  /** No record closes the epoch before the open one yet, as far as is known here. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** The newest durable state to resume from, vouched for by the record it names. */
  snapshot(): Snapshot | null {
    return this.#snapshot;
  }

  /** The last `count` records, newest last; at most 1000. */
  recent(count: number): Promise<RecentRecord[]> {
    return this.#ask("recent", count);
  }

  /** Records from number `from` on, at most `count` and at most 1000. */
  records(from: number, count: number): Promise<RecentRecord[]> {
    return this.#ask("records", { from, count });
  }

  /**
   * To be called now and then with the time: signs a checkpoint when there are new records and the last moment
   * without any is 60 s ago, makes a waiting recording durable, looks whether every open file is where it was, and goes on
   * closing an epoch that was left.
   */
  checkpoint(now: MonoUs, wall: WallMs): Promise<Looked> {
    return this.#ask("checkpoint", { now, wall }).then((looked) => {
      this.#isClosing = looked.isClosing;
      this.#second = looked.second;
      // The disk is not measured at each look.
      this.#looked = { ...looked, disk: looked.disk ?? this.#looked.disk };
      return looked;
    });
  }

  /** The two files that prove record `seq`. */
  certificate(seq: number): Promise<Certificate> {
    return this.#ask("certificate", seq);
  }

  /** What a witness that knows `old` records is to be asked; null: there is no checkpoint yet, or it knows more than there is. */
  toWitness(old: number): Promise<WitnessQuestion | null> {
    return this.#ask("toWitness", old);
  }

  /** The newest checkpoint that a witness cosigned, with its line; null: none did. */
  cosigned(): Promise<Cosigned | null> {
    return this.#ask("cosigned", null);
  }

  /** Keeps a cosignature that was checked. Rejects with `refused` where the journal has no such checkpoint. */
  async cosign(cosignature: Cosignature): Promise<void> {
    await this.#ask("cosign", cosignature);
  }

  /** Signs the log's own root of its first `size` records: what a witness of another history is shown. */
  checkpointOf(size: number): Promise<StoredCheckpoint> {
    return this.#ask("checkpointOf", size);
  }

  /** Keeps an inspector's receipt (see `confirm.ts`); `at`: RFC 3339. */
  confirm(note: string, at: string): Promise<Confirmed> {
    return this.#ask("confirm", { note, at });
  }

  /** Keeps a case file in the storage folder (see `case-writer.ts`); commits pass while it is written. */
  keepCase(request: CaseRequest & { readonly path: string }): Promise<CaseKept> {
    return this.#ask("keepCase", request);
  }

  /** Signs the manifest of a bundle for diagnosis, by its hex SHA-512. */
  signBundle(sha512: string): Promise<string> {
    return this.#ask("signBundle", sha512);
  }

  /** The table's signature over an acta, of which this is the hex SHA-512. */
  signActa(sha512: string): Promise<string> {
    return this.#ask("signActa", sha512);
  }

  /** The unit's signature over an answer to an order, of which this is the hex SHA-512. */
  signAnswer(sha512: string): Promise<string> {
    return this.#ask("signAnswer", sha512);
  }

  /** The proof with which the table asks to join a floor, by its newest key. */
  signEnrolment(asked: EnrolmentAsked): Promise<EnrolmentProof> {
    return this.#ask("signEnrolment", asked);
  }

  /** Gives an export (see `export.ts`); commits pass between its pieces. */
  exportPieces(range: Range): Pieces<Given> {
    return this.#pieces(() => this.#ask("openExport", range));
  }

  /** Gives a case file (see `case-writer.ts`). */
  casePieces(request: CaseRequest): Pieces<Given> {
    return this.#pieces(() => this.#ask("openCase", request));
  }

  /**
   * Begins `<segment>.jsonl` with its head line, ending the current one. With a `seal` it is sealed from its first byte. `epoch`: the
   * open one, or the next, which then begins with it.
   */
  async recordingOpen(
    segment: string,
    head: string,
    { seal = null, epoch = this.#epoch }: { readonly seal?: string | null; readonly epoch?: OpenEpoch } = {},
  ): Promise<void> {
    const opened = this.#ask("recordingOpen", { segment, head, seal, epoch: epoch.number });
    this.#isClosing ||= epoch !== this.#epoch;
    this.#epoch = epoch;
    this.#recording = true;
    await opened.catch((error: unknown) => {
      this.#recording = false;
      throw error;
    });
  }

  /**
   * Adds whole lines to the recording; durable with the next commit, or 2 s of `at` later. Not answered: a disk
   * that fails ends the journal (`failed`). Throws a JournalError `refused` or `overflow`. `seal`: the text is that entry,
   * and all that was sealed before it is opened.
   */
  recordingAppend(text: string, at: MonoUs, seal: string | null = null): void {
    this.#requests.requireOpen();
    if (!this.#recording) throw new JournalError("refused", "no recording is open: open one before appending");
    if (!text.endsWith("\n") || text.length > MAX_APPEND)
      throw new JournalError(
        "refused",
        `a recording takes whole lines, at most ${MAX_APPEND} characters at once`,
      );
    if (this.#underWay + text.length > APPENDS_UNDER_WAY)
      throw new JournalError(
        "overflow",
        `the recording is behind by ${this.#underWay} characters: the disk is too slow`,
      );
    this.#underWay += text.length;
    this.#requests.append({ op: "append", text, at, seal });
  }

  /** Makes the recording durable; resolves with how many bytes of the segment are. */
  recordingFlush(): Promise<number> {
    return this.#ask("recordingFlush", null);
  }

  /** Ends the recording. Resolves with its length and hash, null when none was open. */
  recordingClose(): Promise<ClosedRecording | null> {
    this.#recording = false;
    return this.#ask("recordingClose", null);
  }

  /** The segments in the folder, oldest first. */
  segments(): Promise<Segment[]> {
    return this.#ask("segments", null);
  }

  /** Ends the recording, seals what is new, lets go of the files and ends the thread. Twice is once. */
  close(): Promise<void> {
    return this.#requests.close();
  }

  async *#pieces(open: () => Promise<number>): AsyncGenerator<Uint8Array, Given, undefined> {
    const id = await open();
    try {
      for (;;) {
        const next = await this.#ask("piece", id);
        if (!(next instanceof Uint8Array)) return next;
        if (next.length > 0) yield next;
      }
    } finally {
      // It names nothing any more where all of it was given.
      await this.#ask("drop", id).catch(() => undefined);
    }
  }

  #ask<Op extends Operation>(op: Op, ask: Operations[Op]["ask"]): Promise<Operations[Op]["answer"]> {
    return this.#requests.ask(op, ask).then(({ answer }) => answer);
  }
}
