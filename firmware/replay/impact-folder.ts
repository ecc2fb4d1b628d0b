import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { SegmentHead } from "../../src/recording/entry.ts";
import { JournalError } from "../files/errors.ts";
import { journalEpochs } from "../evidence/log/record-lines.ts";
import { readBack } from "../evidence/log/rows.ts";
import { sealedNotes } from "../evidence/verify/unseal.ts";
import { TextLogError } from "../table/recording/text-log.ts";
import type { LoadedPack } from "../table/rules/load.ts";
import type { Codes } from "../../drivers/shoe/device.ts";
import { Problem, usageProblem } from "../problem.ts";
import type { TableSetup } from "../table/setup/table-setup.ts";
import { CaptureError, readCapture, type Capture } from "./capture.ts";
import { canonicalEnd, impactOf, type RoundImpact, type Signed } from "./impact.ts";
import { setupOfHead } from "./recorded-setup.ts";
import { completedFormat1 } from "./replay.ts";

/** Two editions, and the past that they are held against. */
export interface ImpactTask {
  readonly before: LoadedPack;
  readonly after: LoadedPack;
  /** A storage folder, or the recordings in it. */
  readonly folder: string;
  /** Card readers: the table of codes that the recordings were made with, where there is one. */
  readonly codes: Codes | null;
  /** House rules under the other edition; null: those that were adopted then. */
  readonly houseRules: readonly string[] | null;
}

/** `note`: what of the folder is not judged, or only known in part, and why; one line. */
export type ImpactLine = { readonly note: string } | RoundImpact;

/** Segments of one folder. */
const MAX_SEGMENTS = 20_000;

/**
 * Every round of the recordings in a folder under both editions, in the order of the segments. Throws Problem when there is no
 * recording there. A recording that cannot be judged becomes a note, and the others are judged.
 */
export function* folderImpact(task: ImpactTask): Generator<ImpactLine> {
  const folder = recordingsIn(task.folder);
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort(compareByNumber);
  if (files.length === 0) throw usageProblem(`${task.folder}: no recordings lie there (*.jsonl)`);
  if (files.length > MAX_SEGMENTS)
    throw usageProblem(
      `${task.folder}: ${files.length} recordings; at most ${MAX_SEGMENTS} are judged at once`,
    );
  const signed = signedEndsOf(join(dirname(folder), "journal.db"));
  yield* signed.notes.map((note) => ({ note }));
  for (const file of files) yield* segmentImpact(task, join(folder, file), signed.ends);
  for (const note of sealedNotes(folder)) yield { note };
}

/** The storage folder's own recordings, or the folder itself. */
function recordingsIn(folder: string): string {
  if (!existsSync(folder)) throw usageProblem(`${folder}: there is no such folder`);
  const inside = join(folder, "recordings");
  return existsSync(inside) ? inside : folder;
}

/** `wheel-10` after `wheel-9`. */
function compareByNumber(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

function* segmentImpact(
  task: ImpactTask,
  path: string,
  signed: ReadonlyMap<string, Signed> | null,
): Generator<ImpactLine> {
  const name = basename(path, ".jsonl");
  const ready = setUpBoth(task, path);
  if (typeof ready === "string") {
    yield { note: `${name}: ${ready}; not judged` };
    return;
  }
  const { capture, head, setups } = ready;
  for (const note of capture.notes) yield { note: `${name}: ${note}` };
  const ends = signed === null ? null : (signed.get(name) ?? new Map<number, string>());
  yield* impactOf(capture, head, ...setups, ends);
}

/** A recording with its table under both editions, or why it cannot be judged. */
interface Ready {
  readonly capture: Capture;
  readonly head: SegmentHead;
  readonly setups: readonly [TableSetup, TableSetup];
}

function setUpBoth(task: ImpactTask, path: string): Ready | string {
  try {
    const capture = readCapture(path);
    const { own } = capture;
    if (own === null) return "it is no recording of tirada";
    if (own.rulebook !== task.before.name) return `made under ${own.rulebook}, not under ${task.before.name}`;
    const before = setupOfHead(own, task.codes, task.before);
    const houseRules = task.houseRules ?? own.houseRules;
    const after = setupOfHead({ ...own, houseRules }, task.codes, task.after);
    const head = capture.isFormat1 === true ? completedFormat1(own, before) : own;
    return { capture, head, setups: [before, after] };
  } catch (error) {
    if (!(error instanceof CaptureError) && !(error instanceof TextLogError) && !(error instanceof Problem))
      throw error;
    return error.message;
  }
}

/** How each round ended as it was signed, by segment; null, with a note: there is no journal to ask. */
function signedEndsOf(journal: string): {
  readonly ends: ReadonlyMap<string, Signed> | null;
  readonly notes: string[];
} {
  if (!existsSync(journal))
    return {
      ends: null,
      notes: [`no journal lies beside the recordings: how rounds ended is what their replay says`],
    };
  const ends = new Map<string, Map<number, string>>();
  try {
    for (const row of journalEpochs(journal).records()) {
      const { fields } = readBack(row);
      if (!["result", "void", "undecided", "aborted"].includes(String(fields["kind"]))) continue;
      const { segment } = (fields["src"] ?? {}) as { readonly segment?: string };
      const of = ends.get(String(segment)) ?? new Map<number, string>();
      ends.set(String(segment), of.set(Number(fields["round"]), canonicalEnd(fields)));
    }
    return { ends, notes: [] };
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return { ends: null, notes: [`the journal beside the recordings cannot be read: ${error.message}`] };
  }
}
