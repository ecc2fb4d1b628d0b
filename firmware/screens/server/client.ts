import type { AccessLock } from "../../../src/people/access.ts";
import type { RecallWords } from "../../../src/analysis/recall-types.ts";
import type { MadeFile } from "./acta-desk.ts";
import type { Compositions } from "../../table/config/compositions.ts";
import type { MetricsInput } from "../../table/log/metrics.ts";
import { rulebookName, type Pack } from "../../../src/rules/pack.ts";
import { zoneOfRulebook } from "../../../src/rules/zones.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import type { Language, Text } from "../../../src/text/language.ts";
import type { TableLines } from "../../listen/row.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import type { AddedPages } from "./added-pages.ts";
import type { ActOffer, ActRead, ActState } from "../../../src/people/acts.ts";
import type {
  AccessEvent,
  Act,
  CertificateFiles,
  DoctorProgram,
  FromWorker,
  KnownPerson,
  PhoneSettings,
  Press,
  PressAnswer,
  TechnicianData,
  ToWorker,
  WorkerSettings,
} from "./messages.ts";
import { DisplayError } from "../../net/error.ts";
import type { HouseSettings } from "../house/desk.ts";
import { SupervisedThread } from "../../threads/supervised-thread.ts";
import { firstLine } from "../../threads/thread.ts";
import { SCREENS_MODULE, type ScreensThread } from "./screens-thread.ts";
import { REFUSALS } from "./sign-in.ts";
import { errorText } from "../../problem.ts";

export { MEMORY_MEGABYTES } from "./screens-thread.ts";
export { DisplayError, type DisplayErrorCode } from "../../net/error.ts";
export { hashPin, isPinHash } from "./sign-in.ts";
export type { CertificateFiles, KnownPerson, PressAnswer, TechnicianData } from "./messages.ts";

/** Sign of life of the main thread, twice a second. */
export const BEAT_US = US_PER_S / 2;
/**
 * Beats that a worker may leave unanswered (3 s) before it counts as stuck and is ended: another one is there before the watchdog of
 * the service would end the whole unit (`firmware/unit/supervision/supervise.ts`).
 */
export const UNANSWERED_BEATS = 6;
/** How long it may read its modules and look for its port before it counts as stuck: a small machine is slow. */
export const READY_US = 180 * US_PER_S;

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
  /** Pages with several screens, by name; none unless given. */
  readonly compositions?: Compositions;
  /** Address of the module that analyses it, as a program of its own. */
  readonly analysis?: string;
  /** Address of the module that reads it for the technician's page. */
  readonly look?: string;
  /** Where players' phones read certificates; nowhere unless given. */
  readonly phone?: PhoneSettings | null;
  /** How the house shows itself. */
  readonly house?: HouseSettings | null;
  /** Takes one line for each file of the house that is not shown. */
  readonly onHouse?: (line: string) => void;
  /** The program that examines this table for the technician's page. */
  readonly doctor?: DoctorProgram;
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
  /** Who handles what technicians do. Without a handler everything is refused. */
  onAct(handler: (act: Act) => Promise<PressAnswer>): void;
  /** Told what a technician reads at the page. */
  onRead(handler: (what: ActRead) => Promise<unknown>): void;
  /** What technicians can do at this table. */
  setActs(offer: ActOffer): void;
  /** How what one of them does stands. */
  showAct(state: ActState): void;
  /** Who finds certificates by sequence number. Without a handler there are none. */
  onCertificate(handler: (seq: number) => Promise<CertificateFiles | null>): void;
  /** What the last rounds are told from. Without it there are none. */
  setRecall(recall: RecallSource): void;
  /** Who tells what came over the lines of the table, behind a number. Without a handler nobody does. */
  onLines(handler: (after: number) => TableLines): void;
  /** The rulebook of the table, which statistics hang on. Without it there are none. `zone`: another than the rulebook's own. */
  setPack(pack: Pack, zone?: string): void;
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
  /** The acta of a game; null: there is none. Absent: no game of this table has one. */
  readonly acta?: (round: number, language: Language) => Promise<MadeFile | null>;
}

/** A table that tells nothing of its lines. */
const NO_LINES: TableLines = {
  ports: {},
  secret: {},
  items: [],
  upTo: 0,
  hasMore: false,
  gone: 0,
  withheld: 0,
};

const toStandardError = (line: string): void => void process.stderr.write(`${line}\n`);

type Send = (message: ToWorker) => void;

/**
 * Starts the screens of the table in a thread of their own, so that web work stays off the thread that reads the
 * ports. When that thread dies it is started again; nothing before it is touched.
 *
 * @throws DisplayError with one line for the technician: the port is taken, not permitted, or a person is not usable
 */
export async function startDisplay(options: DisplayOptions): Promise<Display> {
  const screens = new Screens(options);
  await screens.begin();
  return screens;
}

/** What outlives one thread of the screens, and what each is told. */
class Screens implements Display {
  readonly #options: DisplayOptions;
  readonly #host: string;
  readonly #log: (line: string) => void;
  readonly #thread: SupervisedThread<ToWorker | WorkerSettings, FromWorker>;
  readonly #begun = Promise.withResolvers<null>();
  /** The port that was taken; null: none yet. */
  #port: number | null = null;
  /** Why the first thread could not begin. */
  #failure: DisplayError | null = null;
  #views: ViewFeed | null = null;
  #view: TableView | null = null;
  #shownSeq: number | null = null;
  #technician: TechnicianData | null = null;
  #press: ((press: Press) => Promise<PressAnswer>) | null = null;
  #act: ((act: Act) => Promise<PressAnswer>) | null = null;
  #read: ((what: ActRead) => Promise<unknown>) | null = null;
  #acts: { offer: ActOffer | null; state: ActState | null } = { offer: null, state: null };
  #certificate: ((seq: number) => Promise<CertificateFiles | null>) | null = null;
  #recall: RecallSource | null = null;
  #lines: ((after: number) => TableLines) | null = null;
  #pack: Extract<ToWorker, { type: "pack" }> | null = null;
  #access: ((event: AccessEvent) => void) | null = null;
  #answered: (() => void) | null = null;

  constructor(options: DisplayOptions) {
    const { clock, host = "127.0.0.1", log = toStandardError } = options;
    this.#options = options;
    this.#host = host;
    this.#log = log;
    this.#thread = new SupervisedThread<ToWorker | WorkerSettings, FromWorker>({
      ...SCREENS_MODULE,
      clock,
      readyUs: READY_US,
      first: () => settingsOf(options, host, this.#port ?? options.port),
      beat: { everyUs: BEAT_US, most: UNANSWERED_BEATS, message: () => ({ type: "beat" }) },
      last: { type: "close" },
      onMessage: (message, reply) => this.#handle(message, reply),
      onEnd: (why, nextUs) => this.#handleEnd(why, nextUs),
    });
  }

  /** Resolves when the first thread serves. */
  async begin(): Promise<void> {
    this.#thread.start(this.#options.thread);
    await this.#begun.promise;
  }

  get url(): string {
    const host = this.#host.includes(":") ? `[${this.#host}]` : this.#host;
    return `http://${host}:${this.#port}/`;
  }

  show(view: TableView): void {
    this.#view = view;
    this.#views?.show(view);
  }

  onPress(handler: (press: Press) => Promise<PressAnswer>): void {
    this.#press = handler;
  }

  onAct(handler: (act: Act) => Promise<PressAnswer>): void {
    this.#act = handler;
  }

  onRead(handler: (what: ActRead) => Promise<unknown>): void {
    this.#read = handler;
  }

  setActs(offer: ActOffer): void {
    this.#acts.offer = offer;
    this.#send({ type: "acts", offer });
  }

  showAct(state: ActState): void {
    this.#acts.state = state;
    this.#send({ type: "act", state });
  }

  onCertificate(handler: (seq: number) => Promise<CertificateFiles | null>): void {
    this.#certificate = handler;
  }

  onAccess(handler: (event: AccessEvent) => void): void {
    this.#access = handler;
  }

  onAnswer(handler: () => void): void {
    this.#answered = handler;
  }

  shownSeq(): number | null {
    return this.#shownSeq;
  }

  setRecall(recall: RecallSource): void {
    this.#recall = recall;
    this.#send({ type: "recall-words", words: recall.words });
  }

  onLines(handler: (after: number) => TableLines): void {
    this.#lines = handler;
  }

  setPack(pack: Pack, zone = zoneOfRulebook(rulebookName(pack))): void {
    this.#pack = { type: "pack", pack, zone };
    this.#send(this.#pack);
  }

  refused(why: Text): void {
    this.#send({ type: "notice", why });
  }

  setTechnician(data: TechnicianData): void {
    this.#technician = data;
    this.#send({ type: "technician", data });
  }

  setFigures(figures: MetricsInput): void {
    this.#send({ type: "figures", figures });
  }

  restart(why: string): void {
    this.#thread.end(why);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  /** A thread that does not serve yet would not hear it; it is told as it begins to. */
  #send(message: ToWorker): void {
    if (this.#thread.isReady) this.#thread.post(message);
  }

  #handle(message: FromWorker, reply: Send): void {
    switch (message.type) {
      case "ready":
        this.#handleReady(message.port);
        return;
      case "failed":
        this.#failure = new DisplayError(message.code, message.message);
        this.#thread.noteFailure(message.message.replace(/^display: /, ""));
        return;
      case "log":
        this.#log(message.line);
        return;
      case "access":
        this.#access?.(message.event);
        return;
      case "house":
        this.#options.onHouse?.(message.line);
        return;
      case "view-taken":
        this.#shownSeq = this.#views?.noteTaken() ?? this.#shownSeq;
        return;
      case "beat-taken":
        this.#thread.noteTaken();
        this.#answered?.();
        return;
      default:
        void this.#answer(message, reply);
    }
  }

  #handleReady(port: number): void {
    const { onTrouble } = this.#options;
    this.#thread.noteReady();
    if (this.#port !== null) onTrouble?.({ up: true, what: `display: the screens run again on port ${port}` });
    this.#port = port;
    if (this.#technician !== null) this.#send({ type: "technician", data: this.#technician });
    if (this.#acts.offer !== null) this.#send({ type: "acts", offer: this.#acts.offer });
    if (this.#acts.state !== null) this.#send({ type: "act", state: this.#acts.state });
    if (this.#recall !== null) this.#send({ type: "recall-words", words: this.#recall.words });
    if (this.#pack !== null) this.#send(this.#pack);
    this.#views = new ViewFeed((view) => this.#send({ type: "view", view }));
    if (this.#view !== null) this.#views.show(this.#view);
    this.#begun.resolve(null);
  }

  #handleEnd(why: string, nextUs: number): void {
    this.#views = null;
    if (this.#port === null) {
      this.#thread.stop();
      this.#begun.reject(this.#failure ?? new DisplayError("failed", `display: ${why}`));
      return;
    }
    const what = `display: the screens' thread ended: ${why}; next start in ${nextUs / US_PER_S} s`;
    this.#options.onTrouble?.({ up: false, what });
  }

  /** Answers one question of the thread. A handler that throws costs that one answer, nothing else. */
  async #answer(
    message: Extract<
      FromWorker,
      { type: "press" | "act" | "acta" | "read" | "certificate" | "records" | "lines" }
    >,
    reply: Send,
  ): Promise<void> {
    const failed = (what: string) => (error: unknown) => {
      this.#log(JSON.stringify({ level: 50, msg: `${what} failed: ${firstLine(errorText(error))}` }));
      return null;
    };
    const { id } = message;
    if (message.type === "press") {
      const { id: _, type: __, ...press } = message;
      const done = (await this.#press?.(press).catch(failed("press"))) ?? null;
      reply({ type: "press-answer", id, answer: done ?? { ok: false, why: REFUSALS["unit-fault"] } });
    } else if (message.type === "act") {
      const { type: _, id: __, ...act } = message;
      const done = (await this.#act?.(act).catch(failed("act"))) ?? null;
      reply({ type: "act-answer", id, answer: done ?? { ok: false, why: REFUSALS["unit-fault"] } });
    } else if (message.type === "read") {
      reply({
        type: "read-answer",
        id,
        told: (await this.#read?.(message.what).catch(failed("read"))) ?? null,
      });
    } else if (message.type === "records") {
      const { from, count } = message;
      const lines = (await this.#recall?.records(from, count).catch(failed("records"))) ?? null;
      reply({ type: "records-answer", id, lines });
    } else if (message.type === "acta") {
      const { round, language } = message;
      reply({
        type: "acta-answer",
        id,
        file: (await this.#recall?.acta?.(round, language).catch(failed("acta"))) ?? null,
      });
    } else if (message.type === "lines") {
      reply({ type: "lines-answer", id, lines: this.#lines?.(message.after) ?? NO_LINES });
    } else {
      const files = (await this.#certificate?.(message.seq).catch(failed("certificate"))) ?? null;
      reply({ type: "certificate-answer", id, files });
    }
  }
}

function settingsOf(options: DisplayOptions, host: string, port: number): WorkerSettings {
  const { people, locks, hostNames = [], added = null, storage = null, analysis = null } = options;
  const {
    metrics = false,
    compositions = {},
    doctor = null,
    house = null,
    phone = null,
    look = null,
  } = options;
  return {
    host,
    port,
    people,
    locks: locks?.() ?? [],
    hostNames,
    added,
    storage,
    analysis,
    look,
    doctor,
    metrics,
    compositions,
    house,
    phone,
  };
}

/** Sends the newest view as soon as the thread took the one before, so that views never queue up. */
class ViewFeed {
  readonly #send: (view: TableView) => void;
  #sending: TableView | null = null;
  #unsent: TableView | null = null;

  constructor(send: (view: TableView) => void) {
    this.#send = send;
  }

  show(view: TableView): void {
    this.#unsent = view;
    this.#sendNext();
  }

  /** Returns the newest record in the view that was taken; null: none was on its way. */
  noteTaken(): number | null {
    const seq = this.#sending?.seq ?? null;
    this.#sending = null;
    this.#sendNext();
    return seq;
  }

  #sendNext(): void {
    if (this.#sending !== null || this.#unsent === null) return;
    this.#sending = this.#unsent;
    this.#unsent = null;
    this.#send(this.#sending);
  }
}
