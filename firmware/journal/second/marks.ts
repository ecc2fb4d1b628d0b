import { join } from "node:path";
import { isThere } from "../../files/disk.ts";
import { removeDurably, replaceDurably } from "../../files/durable.ts";
import { DAMAGED_MARK } from "../../evidence/log/epoch-files.ts";
import { JournalError } from "../../files/errors.ts";
import { readSmall } from "../../files/files.ts";
import { DAMAGED_MAX } from "./limits.ts";

const MAX_BYTES = 262_144;
const NAME = /^[a-z]+(?:\.[a-z]+)?(?:\/[\w.-]+)?$/;

const pathIn = (folder: string): string => join(folder, DAMAGED_MARK);

/** Names within the storage folder, sorted. A mark that cannot be read names nothing: it is found again. */
export function damagedNames(folder: string): readonly string[] {
  const path = pathIn(folder);
  if (!isThere(path)) return [];
  try {
    const names = readSmall(path, MAX_BYTES).toString("utf8").split("\n");
    return [...new Set(names.filter((name) => NAME.test(name)))].sort().slice(0, DAMAGED_MAX);
  } catch (error) {
    if (error instanceof JournalError) return [];
    throw error;
  }
}

/** Makes these the files that the next start looks at; durable on return. The disk's own errors come through. */
export function writeDamaged(folder: string, names: readonly string[]): void {
  const path = pathIn(folder);
  if (names.length === 0) {
    removeDurably(path);
    return;
  }
  replaceDurably(path, names.map((name) => `${name}\n`).join(""), { mode: 0o600 });
}

/** Adds files to those that the next start looks at. Returns how many there are then. */
export function addDamaged(folder: string, names: readonly string[]): number {
  const all = [...new Set([...damagedNames(folder), ...names])].sort().slice(0, DAMAGED_MAX);
  writeDamaged(folder, all);
  return all.length;
}
