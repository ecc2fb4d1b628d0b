import type { AccessLock } from "../../src/people/access.ts";
import type { RecallWords } from "../../src/analysis/recall-types.ts";
import type { MetricsInput } from "../metrics/metrics.ts";
import type { TableView } from "../../src/table/view.ts";
import type { Text } from "../../src/text/language.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import type { AddedPages } from "./added-pages.ts";
import type {
  AccessEvent,
  CertificateFiles,
  FromWorker,
  KnownPerson,
  Press,
  PressAnswer,
  TechnicianData,
  ToWorker,
  WorkerSettings,
} from "./messages.ts";
import { DisplayError } from "./error.ts";
import { startScreensThread, type ScreensThread } from "./screens-thread.ts";
import { REFUSALS } from "./sign-in.ts";
import { errorText } from "../problem.ts";

export { MEMORY_MEGABYTES } from "./screens-thread.ts";
export { DisplayError, type DisplayErrorCode } from "./error.ts";
export { hashPin, isPinHash } from "./sign-in.ts";
export type { CertificateFiles, KnownPerson, PressAnswer, TechnicianData } from "./messages.ts";

/** Sign of life of the main thread, twice a second. */
export const BEAT_US = US_PER_S / 2;
/** A worker that died is started again after 1 s, then 2, 4 … at most 30 s. */
export const FIRST_RESTART_US = US_PER_S;
export const LONGEST_RESTART_US = 30 * US_PER_S;
/**
 * Beats that a worker may leave unanswered (3 s) before it counts as stuck and is ended: another one is there before the watchdog of
 * the service would end the whole unit (`firmware/supervision/passes.ts`).
 */
export const UNANSWERED_BEATS = 6;
/** How long `close` waits for the worker before it is ended. */
const CLOSE_US = 3 * US_PER_S;

export interface DisplayOptions {
  /** Address to serve on; 127.0.0.1 by default. */
  readonly host?: string;
  /** TCP port, 0 for any free one. */
  readonly port: number;
  /** Who may sign in on the control page. */
  readonly people: readonly KnownPerson[];
  /** The composition root's clock: for the sign of life, restarts and the limit of `close`. */
  readonly clock: Clock;
  /** Names, besides addresses and `localhost`, under which browsers may know this unit. */
  readonly hostNames?: readonly string[];
  /** Takes each JSON line of the web server's log; to standard error by default. */
  readonly log?: (line: string) => void;
  /** Called with one line when the screens' thread died or could not be started again, and once it runs again. */
  readonly onTrouble?: (trouble: { readonly up: boolean; readonly what: string }) => void;
  /** Locks that stand in the table's durable state; asked for whenever the screens' thread begins anew. */
  readonly locks?: () => readonly AccessLock[];
  /** Pages beside the table's own. Only for a table that says that it is a test. */
  readonly added?: AddedPages | null;
  /** The table's storage folder, whose evidence pictures are shown. */
  readonly storage?: string;
  /** Whether `/metrics` is there; false unless given. */
  readonly metrics?: boolean;
  /** Address of the module that analyses it, as a program of its own. */
  readonly analysis?: string;
  /** The thread to begin with, where one was started ahead. */
  readonly thread?: ScreensThread | undefined;
}

export interface Display {
  /** `http://127.0.0.1:8080/`, with the port that was really taken. */
  readonly url: string;
  /** Shows a view on every screen. Never blocks; while the screens' thread is busy only the newest view is kept. */
  show(view: TableView): void;
  /** Who handles presses. Sign-in and role are already checked. Without a handler every press is refused. */
  onPress(handler: (press: Press) => Promise<PressAnswer>): void;
  /** Who finds certificates by sequence number. Without a handler there are none. */
  onCertificate(handler: (seq: number) => Promise<CertificateFiles | null>): void;
  /** What the last rounds are told from. Without it there are none. */
  setRecall(recall: RecallSource): void;
  /** Gets sign-ins, sign-outs, refusals and locks, in order. */
  onAccess(handler: (event: AccessEvent) => void): void;
  /** Called whenever the screens' thread has taken a sign of life. */
  onAnswer(handler: () => void): void;
  /** The newest record that is in a view which the screens' thread has taken; null: it has taken none. */
  shownSeq(): number | null;
  /** Says on every control page why a press of the table's panel was refused. */
  refused(why: Text): void;
  /** What the technician's page shows. */
  setTechnician(data: TechnicianData): void;
  /** What `/metrics` is made of. */
  setFigures(figures: MetricsInput): void;
  /** Ends the screens' thread; another one is there a second later. */
  restart(why: string): void;
  /** Closes every connection and ends the thread. */
  close(): Promise<void>;
}

/** The words of a table, and its durable records from a number on, at most so many, as their lines. */
export interface RecallSource {
  readonly words: RecallWords;
  readonly records: (from: number, count: number) => Promise<readonly string[]>;
}

/** What outlives one worker. */
interface Desk {
  view: TableView | null;
  technician: TechnicianData | null;
  press: ((press: Press) => Promise<PressAnswer>) | null;
  certificate: ((seq: number) => Promise<CertificateFiles | null>) | null;
  recall: RecallSource | null;
  access: ((event: AccessEvent) => void) | null;
  answered: (() => void) | null;
  shownSeq: number | null;
}

const newDesk = (): Desk => ({
  view: null,
  technician: null,
  press: null,
  certificate: null,
  recall: null,
  access: null,
  answered: null,
  shownSeq: null,
});

const toStandardError = (line: string): void => void process.stderr.write(`${line}\n`);

/** One running worker. */
interface Running {
  readonly port: number;
  readonly gone: Promise<string>;
  send(message: ToWorker): void;
  /** Gives the sign of life, and ends a worker that takes none any more. */
  beat(): void;
  readonly viewChanged: () => void;
  /** Ends it at once. */
  readonly endNow: (why: string) => void;
  end(clock: Clock): Promise<void>;
}

/**
 * Starts the screens of the table in a thread of their own, so that web work stays off the thread that reads the
 * ports. When that thread dies it is started again; nothing before it is touched.
 *
 * @throws DisplayError with one line for the technician: the port is taken, not permitted, or a person is not usable
 */
export async function startDisplay(options: DisplayOptions): Promise<Display> {
  const { clock, host = "127.0.0.1", log = toStandardError } = options;
  const desk = newDesk();
  const start = (port: number, thread?: ScreensThread): Promise<Running> =>
    startWorker(thread ?? startScreensThread(), settingsOf(options, host, port), desk, log);

  let running: Running | null = await start(options.port, options.thread);
  const { port } = running;
  let closed = false;
  let restart: Timer | null = null;

  const watchWorker = (watched: Running): void => {
    void watched.gone.then((why) => {
      running = null;
      if (!closed) scheduleRestart(FIRST_RESTART_US, `the screens' thread ended: ${why}`);
    });
  };
  const scheduleRestart = (delayUs: number, what: string): void => {
    options.onTrouble?.({ up: false, what: `display: ${what}; next start in ${delayUs / US_PER_S} s` });
    restart = clock.after(delayUs, "restart of the screens", () => {
      start(port).then(
        (started) => {
          if (closed) return void started.end(clock);
          running = started;
          watchWorker(started);
          options.onTrouble?.({ up: true, what: `display: the screens run again on port ${port}` });
        },
        (error: unknown) => {
          if (!closed) scheduleRestart(Math.min(delayUs * 2, LONGEST_RESTART_US), oneLine(error));
        },
      );
    });
  };
  watchWorker(running);
  const beat = clock.every(BEAT_US, "sign of life to the screens", () => running?.beat());

  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}/`,
    show: (view) => {
      desk.view = view;
      running?.viewChanged();
    },
    ...handlersOf(desk),
    setRecall: (recall) => {
      desk.recall = recall;
      running?.send({ type: "recall-words", words: recall.words });
    },
    refused: (why) => running?.send({ type: "notice", why }),
    setTechnician: (data) => {
      desk.technician = data;
      running?.send({ type: "technician", data });
    },
    setFigures: (figures) => running?.send({ type: "figures", figures }),
    restart: (why) => running?.endNow(why),
    close: async () => {
      if (closed) return;
      closed = true;
      beat.cancel();
      restart?.cancel();
      await running?.end(clock);
    },
  };
}

/** Who is asked from now on, and what was shown. */
function handlersOf(
  desk: Desk,
): Pick<Display, "onPress" | "onCertificate" | "onAccess" | "onAnswer" | "shownSeq"> {
  return {
    onPress: (handler) => void (desk.press = handler),
    onCertificate: (handler) => void (desk.certificate = handler),
    onAccess: (handler) => void (desk.access = handler),
    onAnswer: (handler) => void (desk.answered = handler),
    shownSeq: () => desk.shownSeq,
  };
}

function settingsOf(options: DisplayOptions, host: string, port: number): WorkerSettings {
  const { people, locks, hostNames = [], added = null, storage = null, analysis = null } = options;
  const { metrics = false } = options;
  return { host, port, people, locks: locks?.() ?? [], hostNames, added, storage, analysis, metrics };
}

async function startWorker(
  thread: ScreensThread,
  settings: WorkerSettings,
  desk: Desk,
  log: (line: string) => void,
): Promise<Running> {
  const worker = thread.begin(settings);
  const send = (message: ToWorker): void => worker.postMessage(message);
  let failure = "";
  const endNow = (why: string): void => void ((failure = why), worker.terminate());
  let unanswered = 0;
  const views = viewFeed(desk, send);
  const ready = new Promise<number>((resolve, reject) => {
    worker.on("message", (message: FromWorker) => {
      if (message.type === "ready") resolve(message.port);
      else if (message.type === "failed") reject(new DisplayError(message.code, message.message));
      else if (message.type === "log") log(message.line);
      else if (message.type === "access") desk.access?.(message.event);
      else if (message.type === "beat-taken") unanswered = handleBeat(desk);
      else if (message.type === "view-taken") views.taken();
      else void answerWorker(message, desk, send, log);
    });
    worker.on("error", (error) => {
      failure = oneLine(error);
    });
    worker.on("exit", (code) =>
      reject(new DisplayError("failed", `display: ${failure || `exit status ${code}`}`)),
    );
  });
  const gone = new Promise<string>((resolve) => {
    worker.once("exit", (code) => resolve(failure || `exit status ${code}`));
  });
  const port = await ready;
  if (desk.technician !== null) send({ type: "technician", data: desk.technician });
  if (desk.recall !== null) send({ type: "recall-words", words: desk.recall.words });
  views.changed();

  return {
    port,
    gone,
    send,
    beat: () => {
      unanswered += 1;
      if (unanswered <= UNANSWERED_BEATS) send({ type: "beat" });
      else endNow("it took no message for 3 s");
    },
    viewChanged: views.changed,
    endNow,
    end: async (clock) => {
      send({ type: "close" });
      const limit = clock.after(CLOSE_US, "end of the screens", () => void worker.terminate());
      await gone;
      limit.cancel();
    },
  };
}

/** The screens' thread took a sign of life. Gives how many it has left unanswered since: none. */
function handleBeat(desk: Desk): 0 {
  desk.answered?.();
  return 0;
}

/** Sends the newest view as soon as the worker took the one before, so that views never queue up. */
function viewFeed(desk: Desk, send: (message: ToWorker) => void): { changed: () => void; taken: () => void } {
  let isSending = false;
  let unsent: TableView | null = null;
  let seq = 0;
  const next = (): void => {
    if (isSending || unsent === null) return;
    isSending = true;
    seq = unsent.seq;
    send({ type: "view", view: unsent });
    unsent = null;
  };
  return {
    changed: () => {
      unsent = desk.view;
      next();
    },
    taken: () => {
      desk.shownSeq = seq;
      isSending = false;
      next();
    },
  };
}

/** Answers one question of the worker. A handler that throws costs that one answer, nothing else. */
async function answerWorker(
  message: Extract<FromWorker, { type: "press" | "certificate" | "records" }>,
  desk: Desk,
  send: (message: ToWorker) => void,
  log: (line: string) => void,
): Promise<void> {
  const failed = (what: string) => (error: unknown) => {
    log(JSON.stringify({ level: 50, msg: `${what} failed: ${oneLine(error)}` }));
    return null;
  };
  if (message.type === "press") {
    const { id: _, type: __, ...press } = message;
    const done = (await desk.press?.(press).catch(failed("press"))) ?? null;
    send({ type: "press-answer", id: message.id, answer: done ?? { ok: false, why: REFUSALS["unit-fault"] } });
  } else if (message.type === "records") {
    const lines = (await desk.recall?.records(message.from, message.count).catch(failed("records"))) ?? null;
    send({ type: "records-answer", id: message.id, lines });
  } else {
    const files = (await desk.certificate?.(message.seq).catch(failed("certificate"))) ?? null;
    send({ type: "certificate-answer", id: message.id, files });
  }
}

function oneLine(error: unknown): string {
  return errorText(error).split("\n", 1)[0] ?? "";
}
