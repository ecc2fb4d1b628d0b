import type { OpenPort } from "../../../drivers/port.ts";
import { oneLineOf, PortError } from "../../../drivers/port.ts";
import { isModemLine, portKindOf } from "../../../drivers/transport/modem.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import { toBytes } from "../../../src/recording/codec.ts";
import { LISTENED_BEGINS, LISTENED_FORMAT, type ListenedHead } from "../../../src/recording/listened.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { US_PER_MS, US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import { requireWriteTarget, targetError } from "../../journal/export/write-target.ts";
import type { KnownLine } from "../../listen/known-lines.ts";
import { findRate, HeardPort, type Chunk, type Tried } from "../../listen/listen-to-port.ts";
import { ListenedCapture } from "../../listen/listened-capture.ts";
import { LineListener } from "../../listen/listener.ts";
import type { Row } from "../../listen/row.ts";
import { questionFor } from "../../listen/questions.ts";
import { lineName, rowLine, rowObject, verdictLines, verdictObject } from "../../listen/row-text.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import { RELEASE } from "../../release.ts";
import { asProblem } from "../../unit/failure.ts";
import { printLine, printLines, stopSignal } from "../common.ts";
import type { ListenOptions } from "./listen.ts";

/** A port that can be listened to. */
export interface LineSource {
  /** As it was named. */
  readonly name: string;
  /** The real path of a serial port; null: it is none. */
  readonly device: string | null;
  readonly lines: readonly KnownLine[];
  /** Speeds to be tried; none: it is opened as it is set up. */
  readonly rates: readonly number[];
  /** False: whatever it was opened at, it has no speed of its own, or another part of the program set it. */
  readonly hasRate: boolean;
  readonly open: (rate: number) => OpenPort;
  /** What the device says of itself when it is plugged in, for people; empty: nothing. */
  readonly identity?: () => Promise<string>;
  /** The table that the port is of. */
  readonly table?: ListenedHead["table"];
}

/** How often a port that was lost is looked for. */
const REOPEN_US = US_PER_S;
const LOOK_US = 250 * US_PER_MS;
/** What is heard while nobody knows what it is, until a capture begins all the same. */
const HELD_ENTRIES = 10_000;

/** Listens to a port until its time is over or somebody ends it. Rejects with a Problem; status `device` where nothing was found. */
export async function listenToSource(source: LineSource, options: ListenOptions, clock: Clock): Promise<void> {
  if (options.out !== undefined) requireCaptureTarget(options.out, options.replace === true);
  const over = new Over(clock, options.for);
  try {
    const found = await findRate({
      open: source.open,
      rates: source.rates.length === 0 ? [0] : source.rates,
      lines: source.lines,
      clock,
      isOver: () => over.isOver,
      onTried: (tried) => source.rates.length > 1 && sayTried(tried, options),
    });
    if (found === null) throw nothing(source, source.rates.map((rate) => `${rate}`).join(", "));
    const { line, rivals } = found.tried.identified;
    const session = new ListenSession(
      source,
      options,
      clock,
      found.tried.baud,
      line === null ? source.lines : [line, ...rivals],
    );
    await session.run(found.heard, found.chunks, over);
  } catch (error) {
    if (error instanceof PortError) throw new Problem(statusOf(error), error.message, { cause: error });
    throw error;
  } finally {
    over.cancel();
  }
}

const statusOf = ({ code }: PortError): number =>
  code === "unusable" || code === "ambiguous" ? EXIT.usage : EXIT.device;

function nothing({ name }: LineSource, rates: string): Problem {
  const at = rates === "" ? "" : ` at ${rates} baud`;
  return new Problem(
    EXIT.device,
    `${name}: none: no device that is known spoke${at}; check plug, power and which wire is which, or name a device that only answers (--as, --send)`,
  );
}

function sayTried({ baud, bytes, identified }: Tried, { json }: ListenOptions): void {
  if (json) return printLine(JSON.stringify({ ...verdictObject(identified, baud), kind: "tried", bytes }));
  const { line, certainty } = identified;
  printLine(`${baud} baud: ${bytes} bytes, ${line === null ? "none" : `${certainty}: ${lineName(line)}`}`);
}

function requireCaptureTarget(path: string, isReplaced: boolean): void {
  const isOlder = (start: Buffer): boolean => start.toString("latin1").startsWith(LISTENED_BEGINS);
  try {
    requireWriteTarget({ path, what: "a capture", isOlder, replace: isReplaced ? "asked" : "no" });
  } catch (error) {
    throw asProblem(error);
  }
}

/** When listening ends: its time is over, or somebody ended it. */
class Over {
  isOver = false;
  readonly done: Promise<unknown>;
  readonly #timer: Timer | null;

  constructor(clock: Clock, seconds: number | undefined) {
    const { promise, resolve } = Promise.withResolvers<null>();
    const end = (): void => {
      this.isOver = true;
      resolve(null);
    };
    this.done = promise;
    this.#timer = seconds === undefined ? null : clock.after(seconds * US_PER_S, "listening", end);
    void stopSignal().then(end);
  }

  cancel(): void {
    this.#timer?.cancel();
  }
}

/** One port whose line is followed. */
class ListenSession {
  readonly #source: LineSource;
  readonly #options: ListenOptions;
  readonly #clock: Clock;
  readonly #baud: number;
  readonly #listener: LineListener;
  #capture: ListenedCapture | null = null;
  /** Entries that came before anybody knew what they are. */
  #held: Entry[] = [];
  #heard: HeardPort | null = null;
  #since: MonoUs | null = null;
  #said = "";
  #identity = "";
  #asked = false;
  #isModem = false;
  #problem: unknown = null;

  constructor(
    source: LineSource,
    options: ListenOptions,
    clock: Clock,
    baud: number,
    lines: readonly KnownLine[],
  ) {
    this.#source = source;
    this.#options = options;
    this.#clock = clock;
    this.#baud = baud;
    this.#listener = new LineListener(lines, { showsFaces: options.faces === true });
  }

  async run(heard: HeardPort, chunks: readonly Chunk[], over: Over): Promise<void> {
    this.#since = heard.openedAt;
    // What a device says of itself helps; without it it is heard all the same.
    this.#identity = (await this.#source.identity?.().catch(() => "")) ?? "";
    this.#keep({ k: "clock", t: heard.openedAt, wall: this.#clock.wall(), trust: "unsynced" });
    this.#opened(heard);
    for (const { t, bytes } of chunks) this.#receive(bytes, t);
    this.#follow(heard);
    const timer = this.#clock.every(LOOK_US, "line", () => this.#look());
    await Promise.race([over.done, this.#ended.promise]);
    timer.cancel();
    this.#closing = true;
    await this.#heard?.port.close();
    this.#end();
  }

  readonly #ended = Promise.withResolvers<null>();
  #closing = false;

  #opened(heard: HeardPort): void {
    this.#heard = heard;
    this.#keep({ k: "open", t: heard.openedAt, port: this.#port, name: heard.port.name });
    const { name } = heard.port;
    const identity = this.#identity;
    if (this.#options.json) printLine(JSON.stringify({ kind: "open", t: heard.openedAt, name, identity }));
    else
      printLine(
        `${name} is open${this.#rate === "" ? "" : ` at ${this.#rate}`}${identity === "" ? "" : `: ${identity}`}`,
      );
  }

  #follow(heard: HeardPort): void {
    heard.hear({
      onBytes: (bytes, t) => this.#receive(bytes, t),
      onLost: (loss, t) => {
        if (this.#closing) return;
        this.#heard = null;
        this.#keep({ k: "lost", t, port: this.#port, why: loss.why });
        this.#note("lost", loss.detail);
        void this.#reopen();
      },
    });
  }

  /** A cable that is wiggled comes back. */
  async #reopen(): Promise<void> {
    for (let said = ""; !this.#closing;) {
      await this.#clock.sleep(REOPEN_US);
      try {
        const heard = await HeardPort.open(this.#source.open(this.#baud), this.#clock);
        this.#listener.restart();
        this.#opened(heard);
        this.#follow(heard);
        return;
      } catch (error) {
        const why = oneLineOf(error);
        if (why !== said) this.#note("missing", why);
        said = why;
      }
    }
  }

  #note(what: string, detail: string): void {
    if (this.#options.json) printLine(JSON.stringify({ kind: what, t: this.#clock.now(), detail }));
    else printLine(`${what}: ${detail}`);
  }

  /** Its speed, baud: that of its device where the port has none. */
  get #speed(): number {
    return this.#source.hasRate ? this.#baud : (this.#listener.identified.line?.baud ?? 0);
  }

  get #rate(): string {
    return this.#speed > 0 ? `${this.#speed} baud` : "";
  }

  /** The port in the entries: that of the family whose device it is. */
  get #port(): string {
    return (this.#listener.identified.line ?? this.#source.lines[0])?.port ?? "wheel";
  }

  #receive(bytes: string, t: MonoUs): void {
    this.#keep({ k: "in", t, port: this.#port, bytes });
    this.#sayRows(this.#listener.receive(bytes, t));
  }

  #look(): void {
    this.#sayRows(this.#listener.checkTime(this.#clock.now()));
    this.#sayVerdict();
    if (this.#options.send !== undefined && !this.#asked) void this.#ask(this.#options.send);
  }

  #sayRows(rows: readonly Row[]): void {
    for (const row of rows) {
      if (row.decoded === null && row.bytes !== null && isModemLine(row.bytes)) this.#isModem = true;
      if (this.#options.json) printLine(JSON.stringify(rowObject(row)));
      else printLine(rowLine(row, this.#since ?? row.t, this.#options.bytes === true));
    }
  }

  #sayVerdict(): void {
    const { identified } = this.#listener;
    const now = `${identified.certainty} ${identified.line === null ? "" : lineName(identified.line)} ${identified.rivals.length}`;
    if (now === this.#said) return;
    this.#said = now;
    if (this.#options.json)
      printLine(JSON.stringify({ ...verdictObject(identified, this.#speed), ...this.#listener.counts }));
    else printLines(verdictLines(identified, this.#rate));
  }

  /** Asks once it is known who is asked, or was said. A modem is never sent anything. */
  async #ask(name: string): Promise<void> {
    const { line, rivals } = this.#listener.identified;
    const heard = this.#heard;
    if (heard === null || (line === null && this.#options.as === undefined)) return;
    this.#asked = true;
    try {
      await this.#requireNoModem(line !== null);
      const { bytes } = questionFor(name, line === null ? this.#source.lines : [line, ...rivals]);
      const t = this.#clock.now();
      this.#keep({ k: "out", t, port: this.#port, bytes });
      this.#sayRows(this.#listener.send(bytes, t));
      await heard.port.write(toBytes(bytes));
    } catch (error) {
      this.#problem =
        error instanceof Problem ? error : new Problem(EXIT.device, oneLineOf(error), { cause: error });
      this.#ended.resolve(null);
    }
  }

  /** `isKnown`: a device of a table has spoken here. */
  async #requireNoModem(isKnown: boolean): Promise<void> {
    const { device, name } = this.#source;
    const kind = device === null ? "other" : await portKindOf(device);
    const why =
      kind === "modem" || this.#isModem
        ? "this is a modem"
        : kind === "maybe-modem" && !isKnown
          ? "the kernel takes it for a modem, and no device of a table has spoken"
          : null;
    if (why !== null)
      throw new Problem(EXIT.device, `${name}: nothing was sent: ${why}; a modem is never sent anything`);
  }

  /** Keeps an entry for the capture, which begins once it is known what is heard. */
  #keep(entry: Entry): void {
    if (this.#options.out === undefined) return;
    if (this.#capture !== null) return this.#add(entry);
    this.#held.push(entry);
    if (this.#listener.identified.line !== null || this.#held.length > HELD_ENTRIES) this.#beginCapture();
  }

  #add(entry: Entry): void {
    const { isFull } = this.#capture ?? { isFull: true };
    if (this.#capture?.add(entry) === false && !isFull)
      this.#note(
        "full",
        `${this.#options.out ?? ""} ${this.#capture.trouble === null ? "is full" : "takes no more"} at ${this.#capture.bytes} bytes; listening goes on`,
      );
  }

  #beginCapture(): void {
    const { out } = this.#options;
    if (out === undefined || this.#capture !== null) return;
    const { line } = this.#listener.identified;
    if (line?.decoding.isSecret === true && this.#options.faces !== true) {
      this.#problem = usageProblem(
        `${out}: not written: this is a reader of cards, and a capture holds their faces. Say --faces where nobody plays with these cards`,
      );
      return this.#ended.resolve(null);
    }
    const head: ListenedHead = {
      k: "listened",
      v: LISTENED_FORMAT,
      release: RELEASE,
      device: line?.devices[0] ?? this.#options.as ?? null,
      protocol: line?.decoder.protocol ?? null,
      baud: this.#speed,
      name: this.#source.name,
      wall: this.#clock.wall(),
      table: this.#source.table ?? null,
    };
    try {
      this.#capture = new ListenedCapture(out, head);
    } catch (error) {
      this.#problem = asProblem(targetError(error, out));
      return this.#ended.resolve(null);
    }
    const held = this.#held;
    this.#held = [];
    // The port of the first entries was not known when they came.
    for (const entry of held) this.#add("port" in entry ? { ...entry, port: this.#port } : entry);
  }

  #end(): void {
    if (this.#problem === null) this.#beginCapture();
    if (this.#capture !== null) {
      this.#capture.end(this.#clock.now(), "listening ended");
      const { bytes, trouble } = this.#capture;
      const out = this.#options.out ?? "";
      this.#note("written", `${out}, ${bytes} bytes`);
      if (trouble !== null) this.#problem ??= asProblem(targetError(trouble, out));
    }
    if (this.#problem !== null) throw this.#problem as Error;
    const { identified, counts } = this.#listener;
    if (identified.line === null) throw nothing(this.#source, this.#source.hasRate ? String(this.#baud) : "");
    this.#said = "";
    this.#sayVerdict();
    if (!this.#options.json)
      printLine(`${counts.bytesIn} bytes came, ${counts.rows} rows, ${counts.damaged} damaged`);
  }
}
