import { canonical, isCanonical } from "../record/canonical.ts";
import { utf8 } from "../record/bytes.ts";
import { MAX_LINE_BYTES } from "../record/chain.ts";
import type { SignedLine } from "../record/key-history.ts";

/** Lines of one batch at the most. */
export const BATCH_LINES_MAX = 64;
/** Bytes of a batch, unless one line alone is longer. */
export const BATCH_BYTES_MAX = 65_536;
/** The longest body that a collector reads: one record of the longest kind, each byte of it escaped as six. */
export const BODY_BYTES_MAX = 6 * MAX_LINE_BYTES + 1_024;
/** A signature in base64, and a signed note of a checkpoint with its cosignatures. */
const SIG_MAX = 128;
const NOTE_MAX = 131_072;

/** A checkpoint of the table's log: a signed note (C2SP tlog-checkpoint), with what witnesses cosigned of it. */
export interface SentCheckpoint {
  readonly checkpoint: string;
}

/** One line of a batch. A checkpoint comes right after the record that completes it; one that was cosigned later comes once more. */
export type SentLine = SignedLine | SentCheckpoint;

export const isRecord = (line: SentLine): line is SignedLine => "line" in line;

/** A batch as text: canonical JSON, a line feed after each line. `jq -j .line` gives back the very bytes that were signed. */
export const formatBatch = (lines: readonly SentLine[]): string =>
  lines.map((line) => `${canonical(line)}\n`).join("");

/** The lines of a batch, of which nothing is proven yet; a text says what is wrong with it. */
export function readBatch(text: string): readonly SentLine[] | string {
  if (text === "") return [];
  if (!text.endsWith("\n")) return "its last line has no end";
  const parts = text.slice(0, -1).split("\n");
  if (parts.length > BATCH_LINES_MAX) return `it has ${parts.length} lines; ${BATCH_LINES_MAX} is the limit`;
  if (parts.length > 1 && utf8(text).length > BATCH_BYTES_MAX)
    return `it has over ${BATCH_BYTES_MAX} bytes in more than one line`;
  const lines: SentLine[] = [];
  for (const [at, part] of parts.entries()) {
    const line = readSentLine(part);
    if (line === null) return `its line ${at + 1} is no record and no checkpoint in canonical JSON`;
    lines.push(line);
  }
  return lines;
}

function readSentLine(text: string): SentLine | null {
  if (!isCanonical(text)) return null;
  const value = JSON.parse(text) as unknown;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { line, sig, checkpoint } = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(value).length;
  if (names === 2 && typeof line === "string" && typeof sig === "string")
    return sig.length <= SIG_MAX ? { line, sig } : null;
  if (names === 1 && typeof checkpoint === "string")
    return checkpoint.length <= NOTE_MAX ? { checkpoint } : null;
  return null;
}

/** Cuts lines into batches that a collector takes, in their order. */
export function* cutBatches(lines: Iterable<SentLine>): Generator<readonly SentLine[]> {
  let batch: SentLine[] = [];
  let bytes = 0;
  for (const line of lines) {
    const more = utf8(canonical(line)).length + 1;
    const isFull = batch.length === BATCH_LINES_MAX || bytes + more > BATCH_BYTES_MAX;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(line);
    bytes += more;
  }
  if (batch.length > 0) yield batch;
}
