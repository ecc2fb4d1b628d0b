import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { Clock } from "../../../src/time/clock.ts";
import { SecretAddresses } from "./secret-addresses.ts";

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

/** Files that a browser fetches without a PIN, at addresses that whoever is signed in was told. */
export class TakenFiles {
  readonly #addresses: SecretAddresses<OfferedFile>;

  constructor(clock: Clock) {
    this.#addresses = new SecretAddresses(clock);
  }

  /** Makes an address for each. */
  offer(files: readonly OfferedFile[]): readonly ShownFile[] {
    return files.map((file) => {
      const address = `/technician/file/${this.#addresses.keep(file)}`;
      return { name: file.name, bytes: file.bytes, address };
    });
  }

  /** The file at an address; null: there is none, or not any more. */
  async open(
    word: string,
  ): Promise<{ readonly name: string; readonly bytes: number; readonly body: Readable } | null> {
    const file = this.#addresses.find(word);
    if (file === null) return null;
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
