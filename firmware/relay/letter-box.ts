import { join } from "node:path";
import { isThere, readdirSync, rmSync, statSync } from "../disk/disk.ts";
import { createDurably, makeFolder, namesIn } from "../journal/durable.ts";
import { readTextFile } from "../read-file.ts";
import { ANSWER_MAX_BYTES } from "../../src/orders/answer.ts";
import { ORDER_MAX_BYTES } from "../../src/orders/order.ts";
import { ANSWER_AGE_MS, ANSWERS_MAX, BOXES_MAX, LETTER_AGE_MS, LETTERS_MAX } from "./limits.ts";

/** The name of a table's box: hex SHA-256 of its log's name. */
export const BOX_NAME = /^[0-9a-f]{64}$/;
const DIGEST = BOX_NAME;

/**
 * Orders that wait for tables, and their answers, as files: `<box>/<digest>.order`, `<box>/<digest>.answer`. Nothing of what is in them is
 * believed here; a file that is lost is an order that is given again.
 */
export class LetterBox {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    makeFolder(folder);
  }

  /** Keeps an order for a table. @returns false: there is no room for it */
  put(box: string, digest: string, text: string): boolean {
    const folder = join(this.#folder, box);
    if (!isThere(folder)) {
      if (readdirSync(this.#folder).length >= BOXES_MAX) return false;
      makeFolder(folder);
    }
    const path = join(folder, `${digest}.order`);
    if (isThere(path)) return true;
    if (this.#names(box, ".order").length >= LETTERS_MAX) return false;
    createDurably(path, Buffer.from(text), 0o600);
    return true;
  }

  /** The oldest orders of a table. */
  waiting(box: string, most: number): readonly string[] {
    return this.#oldest(box, ".order")
      .slice(0, most)
      .map((name) => readTextFile(join(this.#folder, box, name), ORDER_MAX_BYTES));
  }

  /** An order waits no more. */
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
    }
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
