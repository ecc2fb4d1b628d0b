import { basename, dirname, join } from "node:path";
import type { Clock } from "../../../src/time/clock.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { startBackgroundWork, type BackgroundWork } from "./background.ts";
import { casePieces, keepCase, type CaseFolders } from "../export/case-writer.ts";
import { certificateOf } from "../export/certificate-of.ts";
import { confirmRecords } from "../store/commit.ts";
import { DiskGauge } from "../../files/disk-gauge.ts";
import { EpochReaders } from "../epochs/epoch-readers.ts";
import { diskFailure, JournalError } from "../../files/errors.ts";
import { exportPieces } from "../export/export.ts";
import { GivenFiles } from "../export/given-files.ts";
import type {
  Append,
  OldestRecord,
  Operation,
  Operations,
  Reply,
  Request,
  WireError,
  WorkerOptions,
} from "./messages.ts";
import { openStorage, type Storage } from "../store/open-storage.ts";
import { ACTA_NAMESPACE, ANSWER_NAMESPACE, BUNDLE_NAMESPACE, signSsh } from "../../../src/record/sshsig.ts";
import { segmentsIn, type Recorder } from "../store/recorder.ts";
import type { SecondOptions } from "../second/begin-second.ts";
import type { SecondLink } from "../second/link.ts";
import type { Store } from "../store/store.ts";
import { checkpointOf, questionFor } from "../export/to-witness.ts";

/** Appended text is confirmed after so many characters. */
const TAKEN_STEP = 65_536;

type Handlers = { [Op in Operation]: (ask: Operations[Op]["ask"]) => MaybeLater<Operations[Op]["answer"]> };
type MaybeLater<T> = T | Promise<T>;

/** What a journal's thread and its client speak over. */
export interface JournalPort {
  postMessage(reply: Reply): void;
  on(event: "message", handle: (message: Request | Append) => void): unknown;
  close(): void;
}

/**
 * Serves a journal with its key and recordings until it is closed: opens it, and answers what comes. It keeps no time of its own
 * while it serves: every instant comes with a message. `clock`: for how long a second copy is waited for at the start. Throws nothing; what fails is a reply.
 */
export function serveJournal(port: JournalPort, options: WorkerOptions, clock = systemClock()): void {
  const fail = (error: unknown): void => {
    port.postMessage({ say: "failed", error: wireErrorOf(error, options.path) });
    port.close();
  };
  try {
    if (options.second == null) serveRequests(port, options, openStorage(options), null);
    // What comes meanwhile waits at the port.
    else openWithSecond(port, options, options.second, clock).catch(fail);
  } catch (error) {
    fail(error);
  }
}

/** Read where a table keeps a second copy; most keep none. */
async function openWithSecond(
  port: JournalPort,
  options: WorkerOptions,
  configured: SecondOptions,
  clock: Clock,
): Promise<void> {
  const { answersInTime } = await import("../second/answers.ts");
  const { SecondAtStart } = await import("../second/begin-second.ts");
  const { linkSecond } = await import("../second/link.ts");
  const found = new SecondAtStart(options.path, configured);
  if (!(await answersInTime(configured.folder, clock))) found.giveUp();
  const storage = openStorage(options, found);
  serveRequests(port, options, storage, await linkSecond(storage, found, configured.required, clock));
}

function serveRequests(
  port: JournalPort,
  options: WorkerOptions,
  storage: Storage,
  second: SecondLink | null,
): void {
  const { store, recorder } = storage;
  const { path } = store;
  const cases = new Set<Promise<void>>();
  let ended = false;
  const end = (error: unknown): void => {
    if (ended) return;
    ended = true;
    background.end();
    const reported = wireErrorOf(error, path);
    store.fail(new JournalError(reported.code, reported.message));
    port.postMessage({ say: "failed", error: reported });
  };
  const background = startBackgroundWork(
    store,
    end,
    second === null ? null : (epoch) => second.noteEpoch(epoch),
  );
  const handlers = handlersOf({ store, recorder, options, background, cases, second });
  const answers = { handlers, second, path, port, end };
  const append = createAppender(port, recorder);
  port.on("message", (message) => {
    if (message.op !== "append") {
      const answered = answerRequest(answers, message);
      tidyStore(store, message.op, end);
      if (message.op === "keepCase") {
        cases.add(answered);
        void answered.then(() => cases.delete(answered));
      }
      return;
    }
    try {
      if (!ended) append(message);
    } catch (error) {
      end(error); // nobody waits for an answer, so not even a refusal may pass in silence
    }
  });
  port.postMessage(openedReply(storage, second));
}

function openedReply({ signer, keyPlace, store, notes, restored }: Storage, second: SecondLink | null): Reply {
  const { head, snapshot, format, mode, headState, missing } = store;
  const { vkey } = signer.verifier;
  const { epoch, before } = store.start;
  const place = { epoch, epochFrom: before.size, isClosing: store.epochs.isClosing };
  const copies = { second: second?.state ?? null, copyRestored: restored };
  const found = { head, vkey, keyPlace, snapshot, format, mode, headState, missing, notes };
  return { say: "opened", ...found, ...place, ...copies };
}

/** Requests after which the second copy has something to follow. */
const NEWS: readonly Operation[] = [
  ...(["commit", "checkpoint", "cosign", "confirm", "keepCase"] as const),
  ...(["recordingOpen", "recordingFlush", "recordingClose"] as const),
];
/** Their answers show nothing of the evidence, or must come while the second copy is waited for. */
const ANSWERED_AT_ONCE: readonly Operation[] = ["checkpoint", "close"];

/** Runs after the answer was sent, so no request waits for it. `checkpoint` comes once a second. */
function tidyStore(store: Store, op: Operation, end: (error: unknown) => void): void {
  if (store.ended || (op !== "commit" && op !== "checkpoint")) return;
  try {
    store.tidy(op === "checkpoint");
  } catch (error) {
    end(error);
  }
}

interface Answers {
  readonly handlers: Handlers;
  readonly second: SecondLink | null;
  /** The journal's, for what is said of its disk. */
  readonly path: string;
  readonly port: JournalPort;
  readonly end: (error: unknown) => void;
}

async function answerRequest({ handlers, second, path, port, end }: Answers, request: Request): Promise<void> {
  const { op, id, ask } = request;
  try {
    // The table of handlers has one for each operation, with that operation's types.
    const made = (handlers[op] as (ask: unknown) => MaybeLater<Operations[Operation]["answer"]>)(ask);
    const answer = made instanceof Promise ? await made : made;
    if (NEWS.includes(op)) second?.send();
    // What only the first copy has is shown to nobody, where both are required.
    const isWaited = second?.state.required === true && !ANSWERED_AT_ONCE.includes(op);
    const inBoth = isWaited ? await second.confirmed() : true;
    port.postMessage({ say: "answer", id, answer, inBoth });
  } catch (error) {
    port.postMessage({ say: "error", id, error: wireErrorOf(error, path) });
    if (!(error instanceof JournalError) || error.fatal) end(error);
  }
  if (op === "close") port.close();
}

interface Served extends Pick<Storage, "store" | "recorder"> {
  readonly options: WorkerOptions;
  readonly background: BackgroundWork;
  /** Case files that are written into the storage folder. */
  readonly cases: ReadonlySet<Promise<void>>;
  readonly second: SecondLink | null;
}

function handlersOf({ store, recorder, options, background, cases, second }: Served): Handlers {
  const recording = (): Recorder => {
    store.requireOpen();
    if (recorder === null)
      throw new JournalError("refused", "the journal was opened without a folder for recordings");
    return recorder;
  };
  let closing = false;
  const gauge = new DiskGauge(dirname(store.path));
  const readers = new EpochReaders();
  const oldest = oldestOf(store);
  const given = new GivenFiles();
  return {
    commit: (ask) => {
      store.requireOpen();
      if (ask.recording === undefined) recorder?.sync();
      else recording().syncTo(ask.recording);
      return store.commit(ask);
    },
    recent: (count) => store.recent(count),
    records: ({ from, count }) => store.records(from, count),
    checkpoint: ({ now, wall }) => {
      store.checkFiles();
      recorder?.setWall(wall);
      recorder?.syncIfDue(now);
      const closing = store.advanceEpochs();
      background.look(now);
      second?.look(now);
      return {
        checkpoint: store.signCheckpointIfDue(now),
        closing,
        isClosing: store.epochs.isClosing,
        disk: gauge.look(now),
        oldest: oldest(),
        read: readers.look(now, store.epochs.held, (epoch) => second?.reads(epoch) ?? false),
        second: second?.state ?? null,
      };
    },
    certificate: (seq) => certificateOf(store, seq),
    ...witnessHandlers(store, options.prune?.cosigners ?? []),
    ...exportHandlers({ store, options, second }, given, () => closing),
    ...recordingHandlers(store, recording),
    close: async () => {
      closing = true;
      background.end();
      await Promise.all(cases); // each told its end; none rejects
      await given.dropAll();
      if (!store.ended) {
        recorder?.close();
        if (second !== null && store.missing === null) store.signCheckpointNow();
        second?.send();
      }
      // It reads the journal: while it does, the journal's writing cannot end. Nor can this thread, whatever ended the journal.
      await second?.end();
      store.close();
      return null;
    },
  };
}

/** The oldest record that is kept, read once and again when records were pruned. */
function oldestOf(store: Store): () => OldestRecord | null {
  let known: OldestRecord | null = null;
  return () => {
    const seq = store.epochs.set.prunedRecords;
    if (known?.seq === seq || store.ended) return known;
    const [row] = store.records(seq, 1);
    const at = row?.fields["at"];
    known = row === undefined ? null : { seq: row.seq, at: typeof at === "string" ? at : "" };
    return known;
  };
}

type RecordingOperation = "recordingOpen" | "recordingFlush" | "recordingClose";

function recordingHandlers(store: Store, recording: () => Recorder): Pick<Handlers, RecordingOperation> {
  return {
    recordingOpen: ({ segment, head, seal, epoch }) => {
      const target = recording();
      if (epoch !== store.start.epoch) store.beginEpoch(epoch);
      target.open(segment, head, seal);
      return null;
    },
    recordingFlush: () => recording().sync(),
    recordingClose: () => recording().close(),
  };
}

/** What leaves the journal in slices; `stop`: it closes. */
function exportHandlers(
  { store, options, second }: Pick<Served, "store" | "options" | "second">,
  given: GivenFiles,
  stop: () => boolean,
): Pick<
  Handlers,
  | ("openExport" | "openCase" | "piece" | "drop" | "segments" | "keepCase")
  | ("signBundle" | "signActa" | "signAnswer" | "signEnrolment")
> {
  const storage = dirname(options.path);
  const recordings = options.recordings?.dir ?? join(storage, "recordings");
  const folders: CaseFolders = { storage, recordings, pictures: join(dirname(recordings), "pictures") };
  return {
    openExport: (range) => given.open(exportPieces(store, range)),
    openCase: (ask) => given.open(casePieces(store, ask, folders)),
    piece: (id) => given.piece(id),
    drop: (id) => given.drop(id).then(() => null),
    segments: () => segmentsIn(recordings),
    keepCase: async (ask) => {
      const kept = await keepCase(store, ask, folders, stop);
      second?.noteChanged(`cases/${basename(ask.path)}`);
      return kept;
    },
    signBundle: (sha512) => signSsh(Buffer.from(sha512, "hex"), BUNDLE_NAMESPACE, store.signer),
    signActa: (sha512) => signSsh(Buffer.from(sha512, "hex"), ACTA_NAMESPACE, store.signer),
    signAnswer: (sha512) => signSsh(Buffer.from(sha512, "hex"), ANSWER_NAMESPACE, store.signer),
    signEnrolment: async (asked) => {
      // Read where a table joins a floor; most do once, or never.
      const { proveEnrolment } = await import("../../../src/floor/enrolment.ts");
      return proveEnrolment(store.keys, store.signer, asked);
    },
  };
}

function witnessHandlers(
  store: Store,
  cosigners: readonly string[],
): Pick<Handlers, "toWitness" | "cosigned" | "cosign" | "checkpointOf" | "confirm"> {
  return {
    toWitness: (old) => questionFor(store, old),
    cosigned: () => store.newestCosigned(),
    cosign: (cosignature) => {
      store.cosign(cosignature);
      return null;
    },
    checkpointOf: (size) => checkpointOf(store, size),
    confirm: ({ note, at }) => confirmRecords(store, cosigners, note, at),
  };
}

/** Takes recorder text and reports now and then how much, so that the sender can bound what is under way. */
function createAppender(port: JournalPort, recorder: Recorder | null): (append: Append) => void {
  let taken = 0;
  return ({ text, at, seal }) => {
    if (recorder === null)
      throw new JournalError("refused", "the journal was opened without a folder for recordings");
    recorder.append(text, at, seal);
    taken += text.length;
    if (taken < TAKEN_STEP) return;
    port.postMessage({ say: "taken", count: taken });
    taken = 0;
  };
}

/** What the disk did comes out as a JournalError, wherever it did it; all else is a defect. */
function wireErrorOf(error: unknown, journal: string): WireError {
  const failure = diskFailure(error, "using the storage folder of", journal);
  if (failure !== null) return { code: failure.code, message: failure.message };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    code: "worker-died",
    message: `the journal thread has a defect: ${text.split("\n").slice(0, 3).join(" |")}`,
  };
}
