import { join } from "node:path";
import { ANSWER_MAX_BYTES } from "../../../src/orders/answer.ts";
import { ORDER_MAX_BYTES, parseOrder } from "../../../src/orders/order.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import {
  isThere,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "../../files/disk.ts";
import { createDurably, makeFolder, namesIn } from "../../files/durable.ts";
import { readTextFile } from "../../files/read-file.ts";
import {
  ANSWER_AGE_MS,
  ANSWERS_MAX,
  BOXES_MAX,
  LETTER_AGE_MS,
  LETTERS_MAX,
  LETTERS_OF_PERSON_MAX,
  TABLE_AGE_MS,
  TABLE_NOTED_MS,
} from "./limits.ts";

/** By which name a table's box is asked for: its log's name has slashes. */
export const boxOf = (log: string): string => sha256Hex(log);

/** The name of a table's box: hex SHA-256 of its log's name. */
export const BOX_NAME = /^[0-9a-f]{64}$/;
const DIGEST = BOX_NAME;

/** A file in a table's box: its time of change is when the table last came with a certificate of the authority. */
const SEEN = "table.seen";

/** A letter that was kept, or why it was not. */
export type PutLetter = "waits" | "unknown-table" | "too-many";

/**
 * Orders that wait for tables, and their answers, as files: `<box>/<digest>.order`, `<box>/<digest>.answer`. A table has a box from the
 * time on that it came itself: a person makes none. A file that is lost is an order that is given again.
 */
export class LetterBox {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    makeFolder(folder);
  }

  /** A table came with its certificate. `now`: milliseconds since 1970. @returns false: there is no room for one more table */
  noteTable(box: string, now: number): boolean {
    const folder = join(this.#folder, box);
    const path = join(folder, SEEN);
    const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (at !== undefined && at <= now && at + TABLE_NOTED_MS > now) return true;
    if (!isThere(folder)) {
      if (readdirSync(this.#folder).length >= BOXES_MAX) return false;
      makeFolder(folder);
    }
    writeFileSync(path, "");
    utimesSync(path, now / 1_000, now / 1_000);
    return true;
  }

  /** Keeps an order of a person for a table that is known. */
  put(
    box: string,
    digest: string,
    { text, person }: { readonly text: string; readonly person: string },
  ): PutLetter {
    const folder = join(this.#folder, box);
    if (!isThere(join(folder, SEEN))) return "unknown-table";
    const path = join(folder, `${digest}.order`);
    if (isThere(path)) return "waits";
    const waiting = this.#names(box, ".order");
    const own = waiting.filter((name) => this.#personOf(box, name) === person);
    if (waiting.length >= LETTERS_MAX || own.length >= LETTERS_OF_PERSON_MAX) return "too-many";
    createDurably(path, Buffer.from(text), 0o600);
    return "waits";
  }

  /** The oldest orders of a table. */
  waiting(box: string, most: number): readonly string[] {
    return this.#oldest(box, ".order")
      .slice(0, most)
      .map((name) => readTextFile(join(this.#folder, box, name), ORDER_MAX_BYTES));
  }

  /** Removes an order that has been given to its table. */
  take(box: string, digest: string): void {
    rmSync(join(this.#folder, box, `${digest}.order`), { force: true });
  }

  /** Keeps an answer, and lets go of the oldest beyond the limit. An answer that is there stays. */
  answer(box: string, digest: string, text: string): void {
    const path = join(this.#folder, box, `${digest}.answer`);
    if (!isThere(join(this.#folder, box)) || isThere(path)) return;
    createDurably(path, Buffer.from(text), 0o600);
    const over = this.#oldest(box, ".answer").slice(0, -ANSWERS_MAX);
    for (const name of over) rmSync(join(this.#folder, box, name), { force: true });
  }

  /** Null: there is none. */
  answerTo(box: string, digest: string): string | null {
    const path = join(this.#folder, box, `${digest}.answer`);
    return DIGEST.test(digest) && isThere(path) ? readTextFile(path, ANSWER_MAX_BYTES) : null;
  }

  /** Takes away what is too old. `now`: milliseconds since 1970. */
  tidy(now: number): void {
    for (const box of readdirSync(this.#folder)) {
      if (!BOX_NAME.test(box)) continue;
      for (const [end, age] of [
        [".order", LETTER_AGE_MS],
        [".answer", ANSWER_AGE_MS],
      ] as const)
        for (const name of this.#names(box, end))
          if (this.#madeAt(box, name) + age < now) rmSync(join(this.#folder, box, name), { force: true });
      this.#tidyBox(box, now);
    }
  }

  /** A box goes once it is empty and its table did not come for long, or never did. */
  #tidyBox(box: string, now: number): void {
    const folder = join(this.#folder, box);
    const isLeft = this.#madeAt(box, SEEN) + TABLE_AGE_MS < now;
    if (!isLeft || namesIn(folder).some((name) => name !== SEEN)) return;
    rmSync(join(folder, SEEN), { force: true });
    rmdirSync(folder);
  }

  #personOf(box: string, name: string): string | null {
    return parseOrder(readTextFile(join(this.#folder, box, name), ORDER_MAX_BYTES))?.said.person ?? null;
  }

  #names(box: string, end: string): readonly string[] {
    const folder = join(this.#folder, box);
    return isThere(folder) ? namesIn(folder).filter((name) => name.endsWith(end)) : [];
  }

  #oldest(box: string, end: string): readonly string[] {
    return this.#names(box, end).toSorted((one, other) => this.#madeAt(box, one) - this.#madeAt(box, other));
  }

  #madeAt(box: string, name: string): number {
    return statSync(join(this.#folder, box, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }
}
