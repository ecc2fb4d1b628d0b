import type { Socket } from "node:net";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { EXIT, Problem } from "../problem.ts";
import { SocketReader } from "./socket-reader.ts";

/** The longest line that a command may send, bytes. */
export const LINE_MAX = 4_096;
/** A command that sends nothing, or takes nothing of what it asked for, is left after so long: a slow stick is waited for. */
export const COMMAND_IDLE_US = 300 * US_PER_S;
/** Name of the timer under which a command is waited for that takes nothing at the moment. */
export const TAKES_PIECE = "a command takes a piece";

/** A connection to a command on this machine, as who serves it has it. What is not taken waits nowhere: the next piece is not made before. */
export class Talk {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #reader: SocketReader;
  readonly #closed: Promise<void>;

  constructor(socket: Socket, clock: Clock) {
    this.#socket = socket;
    this.#clock = clock;
    this.#reader = new SocketReader(socket);
    socket.on("error", () => socket.destroy());
    this.#closed = new Promise((resolve) => socket.once("close", () => resolve()));
  }

  /** The next line that the command sends; null when none comes, or not in time. */
  hear(): Promise<string | null> {
    return this.#inTime("a command says something", this.#reader.line(LINE_MAX));
  }

  /** Sends a piece of a file. Rejects with a Problem when the command does not take it. */
  async send(piece: Uint8Array): Promise<void> {
    this.#socket.write(`${JSON.stringify({ piece: piece.length })}\n`);
    await this.#taken(this.#socket.write(piece));
  }

  /** Sends a line of JSON. */
  async say(line: object): Promise<void> {
    await this.#taken(this.#socket.write(`${JSON.stringify(line)}\n`));
  }

  async #taken(isTaken: boolean): Promise<void> {
    if (isTaken && !this.#socket.destroyed) return;
    const drained = new Promise<void>((resolve) => this.#socket.once("drain", () => resolve()));
    await this.#inTime(TAKES_PIECE, Promise.race([drained, this.#closed]));
    if (this.#socket.destroyed)
      throw new Problem(EXIT.usage, "the command went, or took nothing any more: the file was given up");
  }

  /** A connection on which nothing moves is ended, and with it what is waited for. */
  async #inTime<T>(what: string, act: Promise<T>): Promise<T> {
    const timer = this.#clock.after(COMMAND_IDLE_US, what, () => this.#socket.destroy());
    try {
      return await act;
    } finally {
      timer.cancel();
    }
  }
}
