import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { readCapture } from "../../replay/capture.ts";
import { setupOfHead } from "../../replay/recorded-setup.ts";
import { replay } from "../../replay/replay.ts";
import { loadFamilyOfDevices } from "../../table/setup/load-families.ts";
import { readCodes } from "../../table/setup/shoe/codes.ts";
import { isThere } from "../../files/disk.ts";
import { errorText } from "../../problem.ts";
import { sha256Of } from "./release-set.ts";

/** Where the recordings lie, below a release or the sources. */
export const RECORDINGS_FOLDER = "firmware/care/self-examination/recordings";

/** Beside a recording of tags, which of them is which card. */
export const CODES_END = ".codes.csv";

/** What the recorded lines of devices come to. */
export interface ExaminedRecordings {
  /** SHA-256 of the records, by recording. */
  readonly records: Readonly<Record<string, string>>;
  /** Recordings that cannot be played, or come to no verdict; a line each. */
  readonly wrong: readonly string[];
}

/** Plays every recording of the release at `root` through sessions, tables and rulebooks, as the table did. */
export async function examineRecordings(root: string): Promise<ExaminedRecordings> {
  const records: Record<string, string> = {};
  const wrong: string[] = [];
  for (const file of globSync(`${RECORDINGS_FOLDER}/*.jsonl.gz`, { cwd: root }).sort()) {
    const name = basename(file, ".jsonl.gz");
    try {
      const lines = await recordsOf(join(root, file));
      records[name] = sha256Of(lines.join("\n"));
      if (!lines.some((line) => line.includes('"kind":"result"'))) wrong.push(`${name}: it comes to no result`);
    } catch (error) {
      wrong.push(`${name}: ${errorText(error)}`);
    }
  }
  return { records, wrong };
}

/** The lines that a recording comes to. Rejects where it cannot be played. */
async function recordsOf(path: string): Promise<readonly string[]> {
  const capture = readCapture(path);
  const head = capture.own;
  if (head === null) throw new Error("it is no recording of a table");
  await loadFamilyOfDevices(head.device);
  const list = path.replace(/\.jsonl\.gz$/, CODES_END);
  const codes = isThere(list) ? readCodes(list, head.device) : null;
  // They hold what came over the lines and from people; the table is woken whenever it asks for it.
  return Array.from(replay({ ...capture, own: null }, setupOfHead(head, codes), head), ({ line }) => line);
}
