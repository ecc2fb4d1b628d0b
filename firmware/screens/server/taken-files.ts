import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { Clock } from "../../../src/time/clock.ts";
import { after, US_PER_S, type MonoUs } from "../../../src/time/instant.ts";

/** A file of the unit that somebody who is signed in may fetch. */
interface OfferedFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** The same, as the page is told of it. */
export interface ShownFile {
  readonly name: string;
  readonly bytes: number;
  /** Where it is fetched, for a while. */
  readonly address: string;
}

/** For so long a file may be fetched after somebody signed in was told of it. */
export const TAKEN_US = 600 * US_PER_S;
/** Addresses that count at once. */
export const ADDRESSES_MAX = 16;

/** Addresses of files that only those know who were told of them, signed in: a browser fetches a file without a PIN. */
export class TakenFiles {
  readonly #clock: Clock;
  readonly #offered = new Map<string, OfferedFile & { readonly until: MonoUs }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Makes an address for each. */
  offer(files: readonly OfferedFile[]): readonly ShownFile[] {
    const until = after(this.#clock.now(), TAKEN_US);
    return files.map((file) => {
      const word = randomBytes(24).toString("base64url");
      this.#offered.set(word, { ...file, until });
      for (const oldest of [...this.#offered.keys()].slice(0, -ADDRESSES_MAX)) this.#offered.delete(oldest);
      return { name: file.name, bytes: file.bytes, address: `/technician/file/${word}` };
    });
  }

  /** The file at an address; null: there is none, or not any more. */
  async open(
    word: string,
  ): Promise<{ readonly name: string; readonly bytes: number; readonly body: Readable } | null> {
    const file = this.#offered.get(word);
    if (file === undefined || this.#clock.now() > file.until) return null;
    const size = await stat(file.path).then(
      (found) => (found.isFile() ? found.size : null),
      () => null,
    );
    return size === null ? null : { name: file.name, bytes: size, body: createReadStream(file.path) };
  }
}

/** What the main thread told of files. */
export const filesIn = (told: unknown): readonly OfferedFile[] =>
  Array.isArray(told) ? (told as OfferedFile[]) : [];
