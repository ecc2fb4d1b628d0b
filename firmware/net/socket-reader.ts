import type { Socket } from "node:net";

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
