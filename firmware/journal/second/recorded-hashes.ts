import { join } from "node:path";
import { readLine } from "../../../src/record/chain.ts";
import { isThere } from "../../files/disk.ts";
import { JournalError } from "../../files/errors.ts";
import { readLines } from "../../files/files.ts";
import type { Store } from "../store/store.ts";
import { evidenceIn, RECORDINGS, type Folder } from "./folders.ts";
import type { NewestSource } from "./restore-files.ts";

/** `recordings/wheel-000001.jsonl`, with the number that orders the recordings. */
const NAME = /^recordings\/([a-z0-9-]*?(\d{6,12}))\.jsonl$/;
/** So many records are looked through for one that names what it came from. */
const LOOK = 64;
const MAX_HEAD = 2_097_152;

interface Named extends NewestSource {
  readonly seq: number;
  readonly number: number;
}

/**
 * What the newest record says that came from this recording; null: none that is kept did. Recordings follow one another as records
 * do, so it is looked for by halves.
 */
export function newestSourceIn(store: Store, name: string): NewestSource | null {
  const [, segment, digits] = NAME.exec(name) ?? [];
  if (segment === undefined) return null;
  let [low, high] = [store.epochs.set.prunedRecords, store.head.seq];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = namedFrom(store, middle, middle + LOOK);
    if (found === undefined || found.number > Number(digits)) high = middle;
    else low = middle + 1;
  }
  // The first record of a later one is `low`; those before it are of this one or an earlier one.
  const found = store.rows(Math.max(0, low - LOOK), LOOK).flatMap((row) => sourceOf(row.seq, row.line) ?? []);
  return found.findLast((one) => one.seq < low && one.segment === segment) ?? null;
}

/** The first of these records that names what it came from. */
function namedFrom(store: Store, from: number, to: number): Named | undefined {
  for (const row of store.rows(from, to - from)) {
    const found = sourceOf(row.seq, row.line);
    if (found !== null) return found;
  }
  return undefined;
}

function sourceOf(seq: number, line: Uint8Array): Named | null {
  const facts = readLine(line);
  const src = typeof facts === "string" ? null : (facts.fields["src"] as Partial<NewestSource> | undefined);
  const { segment, bytes, sha256 } = src ?? {};
  if (typeof segment !== "string" || typeof bytes !== "number" || typeof sha256 !== "string") return null;
  return { seq, segment, bytes, sha256, number: Number(/\d+$/.exec(segment)?.[0] ?? 0) };
}

/** The hash of the whole recording, as the head of the next one in the same folder says it; null: that says nothing of it. */
export function wholeHashIn(folder: Folder, name: string): string | null {
  const [, segment] = NAME.exec(name) ?? [];
  const names = evidenceIn(folder, RECORDINGS).filter((one) => one.endsWith(".jsonl"));
  const next = names[names.indexOf(name.slice(RECORDINGS.length + 1)) + 1];
  if (segment === undefined || next === undefined) return null;
  const previous = previousIn(join(folder.folder, RECORDINGS, next));
  return previous?.segment === segment ? (previous.sha256 ?? null) : null;
}

function previousIn(path: string): { readonly segment?: string; readonly sha256?: string } | null {
  if (!isThere(path)) return null;
  try {
    for (const line of readLines(path, MAX_HEAD, () => undefined)) {
      const head = JSON.parse(line.toString("utf8")) as {
        readonly previous?: { readonly segment?: string } | null;
      };
      return head.previous ?? null;
    }
  } catch (error) {
    if (!(error instanceof JournalError) && !(error instanceof SyntaxError)) throw error;
  }
  return null;
}
