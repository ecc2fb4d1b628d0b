import { frame, FRAMER_START } from "../../../drivers/line-framer.ts";
import type { BytePort, OpenPort } from "../../../drivers/port.ts";
import type { Edge } from "../../../drivers/wheel/sensor-board/edge.ts";
import {
  encodeHostLine,
  LEVEL_LETTERS,
  LINE_LIMIT,
  parseLine,
  type BoardMessage,
  type Identity,
  type Setting,
} from "../../../drivers/wheel/sensor-board/lines.ts";
import { placeOf, SEQUENCE_START, afterLine, tickOf } from "../../../drivers/wheel/sensor-board/sequence.ts";
import type { Levels } from "../../../drivers/wheel/sensor-board/tracker/tracker.ts";
import { toBytes, toText } from "../../../src/recording/codec.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import { EXIT, Problem } from "../../problem.ts";

/** Who listens to the board's edges. Every call is in order and in the board's own time. */
export interface BoardListener {
  handleEdge(edge: Edge): void;
  /** No edge is missing up to `tick`. */
  handleHeartbeat(tick: number, levels: Levels): void;
  /** Edges are missing. */
  onGap(): void;
}

/** A board whose port was just opened may still be starting: each question is asked up to four times, this far apart. */
const TRIES = 4;
const ANSWER_US = 1.5 * US_PER_S;
/** The board's test light takes a while. */
const SELF_TEST_US = 10 * US_PER_S;

/** The heartbeat comes every 250 ms. */
const SILENCE_US = 3 * US_PER_S;

interface Waiting {
  readonly wants: (message: BoardMessage) => boolean;
  readonly answered: (message: BoardMessage) => void;
  readonly failed: (problem: Problem) => void;
}

/** A technician's conversation with a sensor board while no unit runs on it: one question at a time, each with a limit. */
export class BoardTalk {
  readonly #clock: Clock;
  #framer = FRAMER_START;
  #sequence = SEQUENCE_START;
  #port: BytePort | null = null;
  #waiting: Waiting | null = null;
  #listener: BoardListener | null = null;
  #lost: Problem | null = null;
  #receivedAt: MonoUs;
  #silenceTimer: Timer | null = null;

  private constructor(clock: Clock) {
    this.#clock = clock;
    this.#receivedAt = clock.now();
  }

  /** Opens the port exclusively. Rejects with PortError. */
  static async open(open: OpenPort, clock: Clock): Promise<BoardTalk> {
    const talk = new BoardTalk(clock);
    talk.#port = await open({
      onBytes: (bytes) => talk.#handleBytes(toText(bytes)),
      onLost: (loss) => talk.#fail(new Problem(EXIT.device, `the board was lost: ${loss.detail}`)),
    });
    return talk;
  }

  /** From now on every edge goes to `listener`; null: to none. A board that falls silent meanwhile is lost. */
  listen(listener: BoardListener | null): void {
    this.#listener = listener;
    this.#silenceTimer?.cancel();
    this.#silenceTimer =
      listener === null ? null : this.#clock.every(US_PER_S, "board silence", () => this.#checkSilence());
  }

  /** Throws the Problem that ended the conversation, if one did. */
  throwIfLost(): void {
    if (this.#lost !== null) throw this.#lost;
  }

  #checkSilence(): void {
    if (this.#lost === null && this.#clock.now() - this.#receivedAt > SILENCE_US)
      this.#fail(new Problem(EXIT.device, "the board is silent; check its cable and power"));
  }

  async askIdentity(): Promise<Identity> {
    const message = await this.#ask("I", "identity");
    const { board, firmware, kind, marks, boots, cause } = message;
    return { board, firmware, kind, marks, boots, cause };
  }

  async get(key: Setting): Promise<string> {
    return (await this.#ask(`C ${key}`, "setting", (one) => one.key === key)).value;
  }

  /** Sets, then asks for it again: what counts is what the board holds. Rejects when it holds something else. */
  async set(key: Setting, value: string): Promise<string> {
    await this.#ask(`C ${key} ${value}`, "setting", (one) => one.key === key);
    const held = await this.get(key);
    if (held !== value)
      throw new Problem(EXIT.device, `${key} ${value} was not taken, the board holds ${held}; set it again`);
    return held;
  }

  async selfTest(): Promise<Readonly<Record<string, number>>> {
    // A board that is just opened may be deaf for a moment, and a self-test is long to wait for in vain.
    await this.askIdentity();
    return (await this.#ask("S", "self-test", () => true, SELF_TEST_US)).answered;
  }

  async close(): Promise<void> {
    this.listen(null);
    await this.#port?.close();
  }

  async #ask<M extends BoardMessage["m"]>(
    body: string,
    m: M,
    matches: (message: BoardMessage & { readonly m: M }) => boolean = () => true,
    answerUs = ANSWER_US,
  ): Promise<BoardMessage & { readonly m: M }> {
    const is = (message: BoardMessage): message is BoardMessage & { readonly m: M } => message.m === m;
    for (let left = TRIES; left > 0; left--) {
      const message = await this.#askOnce(body, (one) => is(one) && matches(one), answerUs);
      if (message !== null && is(message)) return message;
    }
    throw new Problem(
      EXIT.device,
      `the board did not answer "${body}"; check cable and speed (115200), and that it is a wheel sensor board`,
    );
  }

  /** Null: no answer in time, or the board did not get the line whole. */
  #askOnce(body: string, wants: Waiting["wants"], answerUs: number): Promise<BoardMessage | null> {
    return new Promise((resolve, reject) => {
      if (this.#lost !== null) {
        reject(this.#lost);
        return;
      }
      const end = (act: () => void): void => {
        timer.cancel();
        this.#waiting = null;
        act();
      };
      const timer: Timer = this.#clock.after(answerUs, "board answer", () => end(() => resolve(null)));
      const refusal = (why: string): Problem =>
        new Problem(EXIT.device, `the board refused "${body}": ${why}; nothing was changed`);
      this.#waiting = {
        // A question that arrived damaged, or while the board is busy, is repeated after its timeout.
        wants: (one) => wants(one) || (one.m === "refused" && one.why !== "crc" && one.why !== "busy"),
        answered: (message) =>
          end(() => {
            if (message.m === "refused") reject(refusal(message.why));
            else resolve(message);
          }),
        failed: (problem) => end(() => reject(problem)),
      };
      // A write that fails ends in the time-out, or in the loss that the port reports.
      this.#port?.write(toBytes(encodeHostLine(body))).catch(() => undefined);
    });
  }

  #fail(problem: Problem): void {
    this.#lost = problem;
    this.#waiting?.failed(problem);
    this.#listener?.onGap();
  }

  #handleBytes(text: string): void {
    const framed = frame(this.#framer, text, LINE_LIMIT);
    this.#framer = framed.state;
    for (const line of framed.lines) {
      const message = line.whole ? parseLine(line.text) : null;
      if (message !== null) this.#handleMessage(message);
    }
  }

  #handleMessage(message: BoardMessage): void {
    this.#receivedAt = this.#clock.now();
    if (placeOf(this.#sequence, message) !== "next") {
      // Number or time do not follow the line before: lines are missing, or the board was reset.
      this.#listener?.onGap();
      this.#sequence = SEQUENCE_START;
    }
    if (this.#waiting?.wants(message) === true) this.#waiting.answered(message);
    const tick = tickOf(this.#sequence, message);
    this.#sequence = afterLine(this.#sequence, message);
    const listener = this.#listener;
    if (listener === null) return;
    if (message.m === "lost") listener.onGap();
    if (message.m === "heartbeat") listener.handleHeartbeat(tick, levelsOf(message));
    if (message.m === "edges")
      for (const { after, channel, on, hole } of message.edges)
        listener.handleEdge({ tick: tick + after, channel, on, hole });
  }
}

function levelsOf({ levels, holesH, holesG }: BoardMessage & { readonly m: "heartbeat" }): Levels {
  const active = Array.from(LEVEL_LETTERS, (letter, bit) => (((levels >> bit) & 1) === 1 ? letter : "")).join(
    "",
  );
  return { active, holesH, holesG };
}
