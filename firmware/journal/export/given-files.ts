import type { Given, Pieces } from "./export.ts";
import { JournalError } from "../../files/errors.ts";

/** Files that are given at once: a reader that stops holds one of them until its time is over. */
export const FILES_GIVEN_MAX = 2;

/** The files that the journal's thread gives piece by piece. A file that nobody asks for costs nothing but its place here. */
export class GivenFiles {
  readonly #files = new Map<number, Pieces<Given>>();
  #next = 0;

  /** Throws `refused` where too many are given already. */
  open(pieces: Pieces<Given>): number {
    if (this.#files.size >= FILES_GIVEN_MAX)
      throw new JournalError(
        "refused",
        `${FILES_GIVEN_MAX} exports or case files are written already: wait for one, or end its command`,
      );
    const id = this.#next++;
    this.#files.set(id, pieces);
    return id;
  }

  async piece(id: number): Promise<Uint8Array | Given> {
    const pieces = this.#files.get(id);
    if (pieces === undefined) throw new JournalError("refused", "this file is given no more: ask for it again");
    try {
      const next = await pieces.next();
      if (next.done === true) this.#files.delete(id);
      return next.value;
    } catch (error) {
      this.#files.delete(id);
      throw error;
    }
  }

  async drop(id: number): Promise<void> {
    const pieces = this.#files.get(id);
    this.#files.delete(id);
    await pieces?.return(undefined as never);
  }

  async dropAll(): Promise<void> {
    for (const id of this.#files.keys()) await this.drop(id);
  }
}
