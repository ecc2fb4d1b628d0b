import { join } from "node:path";
import { fillText } from "../../../src/text/every-language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { lstatSync, readdirSync, rmSync } from "../../files/disk.ts";
import { makeFolder, makePrivate } from "../../files/durable.ts";
import { onDisk } from "../../files/errors.ts";
import { EXIT, Problem } from "../../problem.ts";
import { STORAGE_SHORT_PM } from "../evidence/storage-watch.ts";
import type { ActionParts } from "./action-parts.ts";

/** A file that somebody at the table may take along. */
export interface HandedOut {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** So many are kept, the newest. */
export const HANDED_OUT_MAX = 2;
const NAME = /^(?:export|case|bundle)-[0-9a-f]{16}\.[a-z-]{1,16}$/;
const { files: WORDS } = textsOf("acts");

/** Files that were made at the technician's page: in the storage folder, few, and none where the disk is nearly full. */
export class HandOuts {
  readonly #parts: Pick<ActionParts, "config" | "journal">;

  constructor(parts: Pick<ActionParts, "config" | "journal">) {
    this.#parts = parts;
  }

  get #folder(): string {
    return join(this.#parts.config.storage.folder, "handed-out");
  }

  /** Takes away the oldest, so that there is room for one. @returns its folder. Throws a Problem where the disk is nearly full. */
  makeRoom(): string {
    const usedPm = this.#parts.journal.looked.disk?.usedPm ?? 0;
    if (usedPm >= STORAGE_SHORT_PM)
      throw new Problem(EXIT.storage, fillText(WORDS.full, { percent: Math.ceil(usedPm / 10) }));
    onDisk("making room in", this.#folder, () => {
      makeFolder(this.#folder);
      makePrivate([this.#folder]);
      for (const { path } of this.files().slice(HANDED_OUT_MAX - 1)) rmSync(path, { force: true });
    });
    return this.#folder;
  }

  /** The newest first. */
  files(): readonly HandedOut[] {
    const names = onDisk("looking into", this.#folder, () => namesIn(this.#folder));
    return names
      .map((name) => ({ name, path: join(this.#folder, name) }))
      .map((one) => {
        const { mtimeMs, size } = onDisk("looking at", one.path, () => lstatSync(one.path));
        return { ...one, mtimeMs, size };
      })
      .sort((one, other) => other.mtimeMs - one.mtimeMs)
      .map(({ name, path, size }) => ({ name, path, bytes: size }));
  }
}

/** Of a folder that is not there yet: none. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => NAME.test(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
