import { examinedPart, type ExaminedPart } from "../../../src/record/self-examination.ts";
import { MANIFEST_FILE } from "../../delivery/releases/manifest.ts";
import { ReleaseError } from "../../delivery/releases/errors.ts";
import { readManifestFile } from "../../delivery/releases/release-folder.ts";
import { requireInstalled } from "../../delivery/releases/unpack.ts";
import { join } from "node:path";
import { examineReader, type ExaminedReader } from "./examine-reader.ts";
import { examineRecordings } from "./examine-recordings.ts";
import { examineRulebooks } from "./examine-rulebooks.ts";
import { examineSeals } from "./examine-seals.ts";
import { differencesBetween, heldFiles, type ReleaseSet } from "./release-set.ts";
import { errorText } from "../../problem.ts";

/** Works out the set of cases of the tree at `root`, whose code is this. Rejects with an Error of one line where a case does not come out. */
export async function makeSet(root: string): Promise<ReleaseSet> {
  const reader = examineReader();
  const recordings = await examineRecordings(root);
  const [wrong] = [...reader.wrong, ...recordings.wrong, ...examineSeals().wrong];
  if (wrong !== undefined) throw new Error(`a case of this release comes out otherwise: ${wrong}`);
  return {
    format: "tirada-self-examination-set/1",
    files: heldFiles(root),
    readings: reader.readings,
    recordings: recordings.records,
  };
}

/** Plays a release's own set of cases against the program that runs, part by part. `root`: where the release is installed. */
export async function* examineRelease(root: string, set: ReleaseSet): AsyncGenerator<ExaminedPart> {
  yield examinedPart("files", Object.keys(set.files).length, [
    ...manifestDifference(root),
    ...differencesBetween(set.files, heldFiles(root)),
  ]);
  const rulebooks = await examineRulebooks();
  yield examinedPart("rulebooks", rulebooks.tried, rulebooks.wrong);
  yield examinedPart("reader", Object.keys(set.readings).length, readerDifferences(set));
  const recordings = await examineRecordings(root);
  yield examinedPart("recordings", Object.keys(set.recordings).length, [
    ...recordings.wrong,
    ...differencesBetween(set.recordings, recordings.records),
  ]);
  const seals = examineSeals();
  yield examinedPart("seals", seals.tried, seals.wrong);
}

/** What the installed release has otherwise than its manifest says; empty: nothing. */
function manifestDifference(root: string): readonly string[] {
  try {
    requireInstalled(root, readManifestFile(join(root, MANIFEST_FILE)));
    return [];
  } catch (error) {
    if (error instanceof ReleaseError) return [error.message];
    throw error;
  }
}

/** A network whose weights are not those of its head reads nothing. */
function readerDifferences({ readings }: ReleaseSet): readonly string[] {
  let found: ExaminedReader;
  try {
    found = examineReader();
  } catch (error) {
    return [`the reader cannot be opened: ${errorText(error)}`];
  }
  return [...found.wrong, ...differencesBetween(readings, found.readings)];
}
