import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { JournalError } from "../../../firmware/files/errors.ts";
import { keyPathOf } from "../../../firmware/journal/keys/keys.ts";
import type { WorkerOptions } from "../../../firmware/journal/thread/messages.ts";
import { openStorage } from "../../../firmware/journal/store/open-storage.ts";
import { verifyPath } from "../../../firmware/evidence/verify/verify-file.ts";
import { Problem } from "../../../firmware/problem.ts";
import { readCalibration } from "../../../firmware/table/wheel/calibration-file.ts";
import { SecondAtStart, type SecondOptions } from "../../../firmware/journal/second/begin-second.ts";
import { withDisks, type Disks } from "./guest.ts";
import { loseEvidence } from "./lost-disk.ts";
import type { Mark } from "./marks.ts";

/** What was found on a disk after a power cut. */
export interface Found {
  /** Records that the journal had as it was opened. */
  readonly records: number;
  /** Nothing was shown yet, and nothing of a journal is there. */
  readonly isNew: boolean;
  /** What is wrong, one line each; nothing for a disk as it must be. */
  readonly wrong: readonly string[];
}

/** The folder of the table on its disk. */
export const TABLE_FOLDER = "table";
const LINE_COUNT = 1_000;
const KEPT = 1_000_000_000;

/** A table's disks after a power cut. */
export interface CutTable {
  readonly disks: Disks;
  readonly log: string;
  /** The first disk died with the power: another one, with key and calibration, is in its place. */
  readonly isFirstLost: boolean;
}

/**
 * Opens what a power cut left as the unit does, and holds it against all that was acknowledged and shown before: the records are
 * there with their hashes, the chain and all signatures verify, so do the recordings and pictures that records name, the key and the
 * calibration are the ones that were used. Changes the image.
 */
export function judgeDisk(
  image: string,
  { disks, log, isFirstLost }: CutTable,
  marks: readonly Mark[],
): Promise<Found> {
  return withDisks(image, disks, (root, secondRoot) => {
    const folder = join(root, TABLE_FOLDER);
    const second = join(secondRoot, TABLE_FOLDER);
    if (isFirstLost && existsSync(folder)) loseEvidence(folder);
    if (disks === 2) mkdirSync(second, { recursive: true });
    return Promise.resolve(judgeFolder(folder, disks === 2 ? second : null, log, marks));
  }).catch((error: unknown) => ({
    records: 0,
    isNew: false,
    wrong: [`the disk cannot be read: ${String(error)}`],
  }));
}

/** The same of a folder, and of that of its second copy. */
export function judgeFolder(folder: string, second: string | null, log: string, marks: readonly Mark[]): Found {
  const due = acknowledged(marks);
  const wrong = calibrationFaults(folder, marks);
  const path = join(folder, "journal.db");
  const copied: SecondOptions | null =
    second === null
      ? null
      : { folder: second, required: true, kept: { recordingBytes: KEPT, pictureBytes: KEPT } };
  const isAnywhere = existsSync(path) || (second !== null && existsSync(join(second, "journal.db")));
  if (due.size === 0 && !isAnywhere) return { records: 0, isNew: true, wrong };
  const dir = join(folder, "recordings");
  // The unit makes it before it opens the journal.
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  try {
    const options: WorkerOptions = {
      path,
      log,
      keyPath: keyPathOf(folder, log),
      mode: "test",
      maxPages: null,
      recordings: { dir, keepBytes: KEPT },
      second: copied,
    };
    const storage = openStorage(options, copied === null ? null : new SecondAtStart(path, copied));
    if (storage.second?.loss != null) wrong.push(`the second copy is lost: ${storage.second.loss.detail}`);
    const { store, recorder, signer } = storage;
    const records = store.head.seq;
    try {
      if (store.missing !== null)
        wrong.push(
          `the journal ends with record ${records - 1}, and record ${store.missing.size - 1} was signed`,
        );
      for (const [seq, hash] of due) {
        const [row] = seq < records ? store.records(seq, 1) : [];
        if (row === undefined) wrong.push(`record ${seq} was acknowledged, and the journal has ${records}`);
        else if (hash !== null && row.hash !== hash) wrong.push(`record ${seq} is another one`);
      }
      const pressed = marks.filter(({ is }) => is === "done").length;
      if (pressed > keysIn(store, records)) wrong.push(`${pressed} keys were answered with done`);
    } finally {
      recorder?.close();
      store.fail(new JournalError("closed", "judged"));
    }
    wrong.push(...verified(folder, signer.verifier.vkey));
    if (second !== null && existsSync(join(second, "journal.db")))
      wrong.push(...verified(second, signer.verifier.vkey).map((fault) => `second copy: ${fault}`));
    return { records, isNew: records === 0, wrong: wrong.slice(0, 20) };
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return { records: 0, isNew: false, wrong: [...wrong, `the storage is refused: ${error.message}`] };
  }
}

/** Chain, signatures, and the files that records name: none of them may be absent. */
function verified(folder: string, vkey: string): string[] {
  const { problems, notes } = verifyPath(folder, { vkey });
  return [
    ...problems.map(({ seq, what }) => `record ${seq ?? "-"}: ${what}`),
    ...notes.filter((note) => note.includes("not checked")),
  ];
}

/** Records of which anybody was told, by their number, with their hash where it was said. */
function acknowledged(marks: readonly Mark[]): ReadonlyMap<number, string | null> {
  const due = new Map<number, string | null>();
  for (const mark of marks) {
    if (mark.is === "committed") due.set(mark.seq, mark.hash);
    if (mark.is !== "shown") continue;
    if (!due.has(mark.seq)) due.set(mark.seq, null);
    if (mark.certificate !== null) due.set(mark.certificate.seq, mark.certificate.hash);
  }
  return due;
}

function keysIn(store: ReturnType<typeof openStorage>["store"], records: number): number {
  let keys = 0;
  for (let from = 0; from < records; from += LINE_COUNT)
    keys += store.records(from, LINE_COUNT).filter(({ fields }) => fields["kind"] === "key").length;
  return keys;
}

/** The calibration that was written last, or the next one, whole. */
function calibrationFaults(folder: string, marks: readonly Mark[]): string[] {
  const written = marks.findLast((mark) => mark.is === "calibrated")?.zero ?? 0;
  try {
    const zero = readCalibration(folder)?.learned.zero ?? 0;
    return zero >= written ? [] : [`calibration ${written} was written, and ${zero} is there`];
  } catch (error) {
    if (error instanceof Problem) return [error.message];
    throw error;
  }
}
