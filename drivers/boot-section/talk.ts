import { crc32 } from "node:zlib";
import { toBytes, toText } from "../../src/recording/codec.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import { addChecksum } from "../link/numbered-line.ts";
import { oneLineOf, type BytePort, type OpenPort } from "../port.ts";
import { BOARD_KINDS, boardKindOf, type BoardImage, type BoardKind } from "./image.ts";
import { BoardHearing } from "./heard.ts";
import { encodeBootLine, type BootMessage, type BootRefusal, type BootRequest } from "./lines.ts";

/** What came of a board, where it is not what was wanted. Each has its own remedy. */
export type BootFault =
  /** Nothing came, or nothing that is understood. */
  | "no-answer"
  | "not-understood"
  /** Its application answers, and there is no boot section behind it. */
  | "no-boot-section"
  /** The image is for another board. */
  | "other-kind"
  /** Another program flashes it. */
  | "two-hosts"
  /** Its flash does not hold what is written. */
  | "flash"
  | "lost";

/** In one line: what, and what to do. */
export class BootError extends Error {
  override readonly name = "BootError";
  readonly fault: BootFault;
  constructor(fault: BootFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

export type BootIdentity = BootMessage & { readonly m: "identity" };

export interface BootTalkOptions {
  readonly open: OpenPort;
  readonly clock: Clock;
  /** What is expected at the port. */
  readonly kind: BoardKind;
  readonly baudRate: number;
  /** Another number from 1 to 65,535 each time: it tells this host from another one. */
  readonly session: number;
}

/** What flashing came to. */
export interface Flashed {
  readonly before: BootIdentity;
  /** Pages that were written; the others were right already. */
  readonly written: number;
}

/** Pages that differ. */
export interface Verified {
  readonly identity: BootIdentity;
  readonly differing: readonly number[];
}

/** A line is said again after its time-out, so often in all. */
const TRIES = 5;
/** An answer: a page's line takes 47 ms at 57,600 baud, its writing 9, and adapters hold bytes back for 16. */
const ANSWER_US = 400 * US_PER_MS;
/** The board reads its whole image, up to three times. */
const IMAGE_ANSWER_US = 4 * US_PER_S;
/** A board that is reset as its port is opened listens for 100 ms, some time within this. */
const OPENED_US = 600 * US_PER_MS;
/** The longest line is past. */
const QUIET_US = 100 * US_PER_MS;
/** From the application's word to the boot section's. */
const ENTERED_US = 1.2 * US_PER_S;
const KNOCK_US = 25 * US_PER_MS;
/** How long an application has to say who it is. */
const STARTED_US = 1.5 * US_PER_S;

/** The word by which an application goes into its boot section (docs/devices/boot-section.md, "Into it"). */
const ENTER: Readonly<Record<BoardKind, string>> = {
  wheel: `${addChecksum("U boot")}\n`,
  panel: "\xf0\x0bboot\xf7",
};
/** Who are you, to an application. */
const ASK: Readonly<Record<BoardKind, string>> = { wheel: `${addChecksum("I")}\n`, panel: "\xf0\x79\xf7" };

interface Asking {
  readonly wants: (message: BootMessage) => boolean;
  readonly end: (message: BootMessage | null) => void;
}

/** A conversation with the boot section of one board. One question at a time, each with a limit. */
export class BootTalk {
  readonly #options: BootTalkOptions;
  readonly #hearing = new BoardHearing();
  #port: BytePort | null = null;
  #asking: Asking | null = null;
  #lost: string | null = null;

  private constructor(options: BootTalkOptions) {
    this.#options = options;
  }

  /** Opens the port exclusively. Rejects with PortError. */
  static async open(options: BootTalkOptions): Promise<BootTalk> {
    const talk = new BootTalk(options);
    talk.#port = await options.open({
      onBytes: (bytes) => talk.#take(toText(bytes)),
      onLost: (loss) => talk.#lose(loss.detail),
    });
    return talk;
  }

  async close(): Promise<void> {
    await this.#port?.close();
  }

  /**
   * Brings the board into its boot section, where it waits, and says who is there. A board that is there already only answers. Rejects
   * with a BootError that says what is at the port instead.
   */
  async enter(): Promise<BootIdentity> {
    const { kind } = this.#options;
    const waiting = await this.#knock(OPENED_US);
    if (waiting !== null) return this.#checkKind(waiting);
    this.#say(ENTER[kind]);
    const entered = await this.#knock(ENTERED_US);
    if (entered !== null) return this.#checkKind(entered);
    this.#say(ASK[kind]);
    await this.#options.clock.sleep(ANSWER_US);
    throw this.#nobody();
  }

  /** Writes the image, page by page, and has the board mark it at last. What is right already is not written again. */
  async flash(image: BoardImage, onPage: (page: number) => void = () => undefined): Promise<Flashed> {
    const before = await this.identify();
    this.#requireFor(image, before);
    const { session } = this.#options;
    const { hardware, pages, crc } = image;
    const kind = BOARD_KINDS[image.kind].number;
    await this.#order({ r: "begin", session, kind, hardware, pages: pages.length, crc }, "begun");
    let written = 0;
    for (const [page, bytes] of pages.entries()) {
      if ((await this.#look(page)) !== crcOf(bytes)) {
        const done = await this.#order(
          { r: "write", session, page, bytes },
          "written",
          (one) => one.page === page,
        );
        if (done.crc !== crcOf(bytes)) throw this.#refusal("flash");
        written++;
      }
      onPage(page);
    }
    await this.#finish(image);
    return { before, written };
  }

  /** Holds every page of the board against the image, and the mark. */
  async verify(image: BoardImage): Promise<Verified> {
    const identity = await this.identify();
    this.#requireFor(image, identity);
    const differing: number[] = [];
    for (const [page, bytes] of image.pages.entries())
      if ((await this.#look(page)) !== crcOf(bytes)) differing.push(page);
    return { identity, differing };
  }

  identify(): Promise<BootIdentity> {
    return this.#order({ r: "identify" }, "identity");
  }

  /** Starts the application. @returns the version that it says it has; null: it said none in time */
  async run(): Promise<string | null> {
    await this.#order({ r: "run" }, "runs");
    this.#hearing.forget();
    const { clock, kind } = this.#options;
    for (let left = STARTED_US; left > 0; left -= ANSWER_US / 4) {
      await clock.sleep(ANSWER_US / 4);
      const { application } = this.#hearing;
      if (application !== null) return application;
      if (left < STARTED_US / 2) this.#say(ASK[kind]);
    }
    return null;
  }

  /** The answer to `finish` may be lost, and its repetition refused: then the mark tells. */
  async #finish(image: BoardImage): Promise<void> {
    const { session } = this.#options;
    const end = await this.#ask({ r: "finish", session }, ["finished"], IMAGE_ANSWER_US);
    if (end?.m === "finished") return;
    const now = await this.identify();
    if (now.image === "valid" && now.crc === image.crc) return;
    throw this.#refusal(end?.m === "refused" ? end.why : null);
  }

  async #look(page: number): Promise<number> {
    const { crc } = await this.#order({ r: "look", page }, "page", (one) => one.page === page);
    return crc;
  }

  /** Asks until the answer comes. Rejects with a BootError when it is refused, or does not come. */
  async #order<M extends BootMessage["m"]>(
    request: BootRequest,
    m: M,
    fits: (message: BootMessage & { readonly m: M }) => boolean = () => true,
  ): Promise<BootMessage & { readonly m: M }> {
    const is = (message: BootMessage): message is BootMessage & { readonly m: M } => message.m === m;
    const answer = await this.#ask(request, [m], request.r === "begin" ? IMAGE_ANSWER_US : ANSWER_US, (one) =>
      is(one) ? fits(one) : true,
    );
    if (answer !== null && is(answer)) return answer;
    throw this.#refusal(answer?.m === "refused" ? answer.why : null);
  }

  /** Null: nothing came to any of the tries. A line that arrived damaged is said again. */
  async #ask(
    request: BootRequest,
    wanted: readonly BootMessage["m"][],
    answerUs: number,
    fits: (message: BootMessage) => boolean = () => true,
  ): Promise<BootMessage | null> {
    const line = encodeBootLine(request);
    for (let left = TRIES; left > 0; left--) {
      const answer = await this.#askOnce(
        line,
        (one) => (wanted.includes(one.m) && fits(one)) || one.m === "refused",
        answerUs,
      );
      if (answer !== null && (answer.m !== "refused" || answer.why !== "line")) return answer;
      // A board that answers hears nothing meanwhile: what is still on its way is let past.
      if (answer !== null) await this.#options.clock.sleep(QUIET_US);
    }
    return null;
  }

  #askOnce(text: string, wants: Asking["wants"], answerUs: number): Promise<BootMessage | null> {
    if (this.#lost !== null) throw this.#loss(this.#lost);
    return new Promise((resolve, reject) => {
      const timer: Timer = this.#options.clock.after(answerUs, "answer of a board", () => end(null));
      const end = (message: BootMessage | null): void => {
        timer.cancel();
        this.#asking = null;
        if (this.#lost === null) resolve(message);
        else reject(this.#loss(this.#lost));
      };
      this.#asking = { wants, end };
      this.#say(text);
    });
  }

  /** Asks who waits, again and again: a board that starts listens only for a moment. */
  async #knock(forUs: number): Promise<BootIdentity | null> {
    const line = encodeBootLine({ r: "identify" });
    for (let left = forUs; left > 0; left -= KNOCK_US) {
      const answer = await this.#askOnce(line, ({ m }) => m === "identity" || m === "waits", KNOCK_US);
      if (answer === null) continue;
      await this.#options.clock.sleep(QUIET_US);
      return this.identify();
    }
    return null;
  }

  #say(text: string): void {
    // A write that fails ends in the time-out, or in the loss that the port reports.
    this.#port?.write(toBytes(text)).catch(() => undefined);
  }

  #take(text: string): void {
    for (const message of this.#hearing.take(text)) {
      const asking = this.#asking;
      if (asking?.wants(message) === true) asking.end(message);
    }
  }

  #lose(detail: string): void {
    this.#lost = detail;
    this.#asking?.end(null);
  }

  #checkKind(identity: BootIdentity): BootIdentity {
    const { kind } = this.#options;
    if (identity.kind === BOARD_KINDS[kind].number) return identity;
    const found = boardKindOf(identity.kind);
    throw new BootError(
      "other-kind",
      `the board at this port is ${found === null ? `of kind ${identity.kind}` : `a ${found} board`}, not a ${kind} board: nothing was written; name the other port`,
    );
  }

  #requireFor(image: BoardImage, { kind, hardware }: BootIdentity): void {
    if (kind === BOARD_KINDS[image.kind].number && hardware === image.hardware) return;
    const found = boardKindOf(kind);
    throw new BootError(
      "other-kind",
      `the image is for a ${image.kind} board, hardware ${image.hardware}; at this port is ${found ?? `kind ${kind}`}, hardware ${hardware}: nothing was written; take its own image`,
    );
  }

  #nobody(): BootError {
    const { application, bytes } = this.#hearing;
    const { kind, baudRate } = this.#options;
    if (application !== null)
      return new BootError(
        "no-boot-section",
        `the board runs ${kind} firmware ${application} and has no boot section behind it: give it one with a programmer, once (docs/technician/boards.md); nothing was changed`,
      );
    return bytes === 0
      ? new BootError(
          "no-answer",
          `nothing came from the board at ${baudRate} baud: look at its cable, power and port; press its reset button and say it again; is it a ${kind} board?`,
        )
      : new BootError(
          "not-understood",
          `what comes is understood neither as a ${kind} board nor as its boot section at ${baudRate} baud: another device or another speed (--baud), or noise on the line`,
        );
  }

  #loss(detail: string): BootError {
    return new BootError(
      "lost",
      `the board was lost: ${oneLineOf(detail)}; plug it in and say it again: it goes on where it stopped`,
    );
  }

  #refusal(why: BootRefusal | null): BootError {
    switch (why) {
      case "session":
        return new BootError("two-hosts", "another program flashes this board: end it, then say it again");
      case "kind":
      case "size":
        return new BootError(
          "other-kind",
          "the board refuses this image as another board's; it waits for its own",
        );
      case "flash":
      case "image":
        return new BootError(
          "flash",
          "the board's flash does not hold what is written: say it again, and change the board if it comes again",
        );
      case "waits":
        return new BootError("flash", "the board has no image that it may start: flash it");
      default:
        return new BootError(
          "not-understood",
          "the board answers no more: look at its cable, and say it again: it goes on where it stopped",
        );
    }
  }
}

const crcOf = (page: Uint8Array): number => crc32(page);
