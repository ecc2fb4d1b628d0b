import { isThere } from "../files/disk.ts";
import { replaceDurably } from "../files/durable.ts";
import { readTextFile } from "../files/read-file.ts";

const FILE_BYTES = 64;
const MODE = 0o600;

/** Up to where a table's results were told to what cannot ask for more: a file of its own, beside the journal. */
export class KeptPlace {
  readonly #path: string;
  readonly #onNotice: (line: string) => void;
  #records: number | null;

  constructor(path: string, onNotice: (line: string) => void) {
    this.#path = path;
    this.#onNotice = onNotice;
    this.#records = read(path);
  }

  /** So many records were told, by an earlier life or this one; null: nobody knows. */
  get records(): number | null {
    return this.#records;
  }

  /** So many records are told. */
  note(records: number): void {
    if (records === this.#records) return;
    this.#records = records;
    try {
      replaceDurably(this.#path, `${records}\n`, { mode: MODE });
    } catch (error) {
      // The journal's own thread says what is wrong with the disk.
      this.#onNotice(`feeds: ${this.#path}: ${(error as NodeJS.ErrnoException).code ?? "cannot be written"}`);
    }
  }
}

/** What is no count says nothing. */
function read(path: string): number | null {
  if (!isThere(path)) return null;
  try {
    const text = readTextFile(path, FILE_BYTES);
    return /^\d{1,15}\n$/.test(text) ? Number(text) : null;
  } catch {
    return null;
  }
}
