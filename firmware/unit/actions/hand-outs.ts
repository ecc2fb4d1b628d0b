import { join } from "node:path";
import { fillText } from "../../../src/text/every-language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { lstatSync, readdirSync, rmSync } from "../../files/disk.ts";
import { makeFolder, makePrivate } from "../../files/durable.ts";
import { onDisk } from "../../files/errors.ts";
import { partOf, type Given, type Pieces } from "../../journal/export/export.ts";
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
/** What ends the name of one that is written. */
const PART = partOf("");
/** The same, with what lies beside one of them, and one that a killed unit did not finish. */
const OURS = /^((?:export|case|bundle)-[0-9a-f]{16}\.[a-z-]{1,16})(?:\.\w{1,32})*$/;
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

  /** Takes away the oldest and what was not finished, so that there is room for one. @returns its folder. Throws a Problem where the disk is nearly full. */
  makeRoom(): string {
    this.#requireRoom();
    onDisk("making room in", this.#folder, () => {
      makeFolder(this.#folder);
      makePrivate([this.#folder]);
      const kept = this.files().slice(0, HANDED_OUT_MAX - 1);
      const isKept = (name: string): boolean =>
        kept.some((one) => one.name === OURS.exec(name)?.[1]) && !name.endsWith(PART);
      for (const name of namesIn(this.#folder))
        if (!isKept(name)) rmSync(join(this.#folder, name), { force: true });
    });
    return this.#folder;
  }

  /** The same pieces, as long as the disk has room: a table whose evidence finds none ends. Throws as {@link makeRoom}. */
  async *whileThereIsRoom(pieces: Pieces<Given>): Pieces<Given> {
    try {
      for (;;) {
        const next = await pieces.next();
        if (next.done === true) return next.value;
        this.#requireRoom();
        yield next.value;
      }
    } finally {
      await pieces.return(undefined as never);
    }
  }

  #requireRoom(): void {
    const { disk } = this.#parts.journal.looked;
    // Refused while nobody knows: a table whose evidence finds no room ends.
    if (disk === null) throw new Problem(EXIT.storage, WORDS["not-measured"]);
    const { usedPm } = disk;
    if (usedPm >= STORAGE_SHORT_PM)
      throw new Problem(EXIT.storage, fillText(WORDS.full, { percent: Math.ceil(usedPm / 10) }));
  }

  /** The newest first. */
  files(): readonly HandedOut[] {
    const names = onDisk("looking into", this.#folder, () => namesIn(this.#folder)).filter((name) =>
      NAME.test(name),
    );
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
    return readdirSync(folder).filter((name) => OURS.test(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
