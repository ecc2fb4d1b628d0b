import type { Socket } from "node:net";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { EXIT, Problem } from "../problem.ts";

/** Reads lines and counted bytes of a connection: no more comes than is asked for, and what the socket holds. */
export class SocketReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#chunks = socket.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  }

  /** The next line without its end; null when it is longer than `most` bytes or never ends. */
  async line(most: number): Promise<string | null> {
    for (let looked = 0; ;) {
      const end = this.#held.indexOf(0x0a, looked);
      if (end > most) return null;
      if (end >= 0) return this.#take(end + 1).toString("utf8", 0, end);
      looked = this.#held.length;
      if (looked > most || !(await this.#hasMore())) return null;
    }
  }

  /** So many bytes; null when fewer come. */
  async bytes(count: number): Promise<Uint8Array | null> {
    while (this.#held.length < count) if (!(await this.#hasMore())) return null;
    return this.#take(count);
  }

  #take(count: number): Buffer {
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    return taken;
  }

  async #hasMore(): Promise<boolean> {
    try {
      const next = await this.#chunks.next();
      if (next.done === true) return false;
      this.#held = this.#held.length === 0 ? next.value : Buffer.concat([this.#held, next.value]);
      return true;
    } catch {
      return false; // the other side went
    }
  }
}

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
