import type { Codes } from "../../drivers/shoe/device.ts";
import type { FaceSet } from "../../src/dice/faces.ts";
import { sha256Hex, utf8 } from "../../src/record/bytes.ts";
import { canonicalOfFrozen, canonical } from "../../src/record/canonical.ts";
import { CASE_RECORDINGS, CASE_RECORDS } from "../../src/record/case-file.ts";
import { isSameRelease, readLine, type LineFacts, type ReleaseId } from "../../src/record/chain.ts";
import { KEY_ROTATED } from "../../src/record/key-history.ts";
import type { SegmentHead } from "../../src/recording/entry.ts";
import type { CaseContents } from "../evidence/case/case-contents.ts";
import { MAX_EXPORT_LINE, readExportLine } from "../evidence/log/export-lines.ts";
import { JournalError } from "../files/errors.ts";
import { Problem } from "../problem.ts";
import { releaseText } from "../release.ts";
import { Pipeline, type PipelineState } from "../table/pipeline/pipeline.ts";
import { CaptureError, readCaptureText, type Capture } from "./capture.ts";
import { CasePictures } from "./case-pictures.ts";
import { CaseRulebooks } from "./case-rulebooks.ts";
import { setupOfHead } from "./recorded-setup.ts";

/** What a case file is judged again with. */
export interface RejudgeOptions {
  /** The release that runs. */
  readonly release: ReleaseId;
  /** The table of codes by which cards were read by a device of this type; null: none is at hand. */
  readonly codes: ((device: string) => Codes) | null;
}

/** The first record that comes out otherwise than it was signed. */
export interface RejudgeDifference extends FieldDifference {
  readonly seq: number;
  /** What it was decided on; null: it was a picture that was read otherwise. */
  readonly entry: { readonly segment: string; readonly line: number; readonly text: string } | null;
}

export interface Rejudged {
  /** Records that came out as they were signed, byte for byte. */
  readonly same: number;
  readonly recordings: number;
  /** Evidence pictures in which the dice were read again as the record has them. */
  readonly pictures: number;
  readonly notes: readonly string[];
  readonly difference: RejudgeDifference | null;
}

/** A case that cannot be judged again here, in one line. */
export class RejudgeError extends Error {
  override readonly name = "RejudgeError";
}

const ENTRY_SHOWN_MAX = 200;
const VERDICTS = ["result", "void", "undecided", "aborted"] as const;

/**
 * Judges every record of a case file again, from its recordings and rulebooks alone: each line must come out as it was signed, byte for
 * byte, and in each picture no other dice may be read. Ends at the first difference. The case file must have been verified before.
 * Throws RejudgeError where it cannot be judged: another release, a recording or rulebook that is not in it. Memory is that of one
 * recording.
 */
export async function rejudgeCase(reader: CaseContents, options: RejudgeOptions): Promise<Rejudged> {
  requireRelease(reader, options.release);
  const rulebooks = new CaseRulebooks(reader);
  const pictures = new CasePictures(reader);
  let segment = null as SegmentReplay | null;
  let before: LineFacts | null = null;
  const sealed: number[] = [];
  let rotations = 0;
  const done = { same: 0, recordings: 0 };
  const end = (difference: RejudgeDifference | null): Rejudged => ({
    ...done,
    pictures: pictures.same,
    notes: [...sealedNotes(sealed), ...rotationNotes(rotations), ...pictures.notes()],
    difference,
  });
  for (const { line, facts } of signedRecords(reader)) {
    const { segment: name } = (facts.fields["src"] ?? {}) as { readonly segment?: unknown };
    if (isRotation(facts)) {
      before = facts;
      rotations++;
      continue;
    }
    if (typeof name !== "string") throw new RejudgeError(`record ${facts.seq} names no recording`);
    if (isAllSealed(reader, name)) {
      sealed.push(passOverUnsealed(reader, facts));
      before = facts;
      continue;
    }
    if (segment?.name !== name) {
      segment = new SegmentReplay(reader, name, rulebooks, options);
      done.recordings++;
      const breach = before === null ? null : segment.headDifference(before);
      if (breach !== null) return end(breach);
    }
    const outcome = segment.compare(line, facts);
    if (outcome === "sealed") sealed.push(passOverUnsealed(reader, facts));
    else if (outcome !== null) return end(outcome);
    else done.same++;
    const otherwise = await pictures.difference(facts, segment.head, segment.faceSet);
    if (otherwise !== null) return end(otherwise);
    before = facts;
  }
  return end(null);
}

function requireRelease({ manifest, path }: CaseContents, release: ReleaseId): void {
  const other = manifest.releases.find((one) => !isSameRelease(one, release));
  if (other === undefined) return;
  throw new RejudgeError(
    `${path} was made by release ${releaseText(other)}, and this is ${releaseText(release)}: name the folder of that release with --release`,
  );
}

function* signedRecords(reader: CaseContents): Generator<{ readonly line: string; readonly facts: LineFacts }> {
  let number = 0;
  for (const bytes of reader.lines(CASE_RECORDS, MAX_EXPORT_LINE)) {
    number++;
    if (number === 1) continue;
    const read = readExportLine(
      Buffer.from(bytes).toString("utf8"),
      `${reader.path}, line ${number} of its records`,
    );
    if (!("line" in read)) continue;
    const facts = readLine(utf8(read.line));
    if (typeof facts === "string") throw new RejudgeError(`${reader.path}: a record cannot be read: ${facts}`);
    yield { line: read.line, facts };
  }
}

/** Whether a recording is sealed from its first byte on: the case file then holds no part of it. */
const isAllSealed = ({ parts }: CaseContents, name: string): boolean =>
  parts.get(`${CASE_RECORDINGS}${name}.jsonl`)?.bytes === 0;

/** A record whose recording ends before it. A verdict that cannot be judged again is not passed over. */
function passOverUnsealed({ path }: CaseContents, { seq, kind }: LineFacts): number {
  if (!VERDICTS.some((one) => one === kind)) return seq;
  throw new RejudgeError(
    `record ${seq}, a verdict, was decided on what is not in ${path}: ask for another copy`,
  );
}

const sealedNotes = (sealed: readonly number[]): string[] =>
  sealed.length === 0
    ? []
    : [
        `${sealed.length} records from ${sealed[0]} on were decided on what was sealed until the next round is collected: they were not judged again`,
      ];

/** The record of a new signing key, made while the unit was stopped: nothing at the table decided it, and whoever verifies the file followed it. */
const isRotation = ({ kind, fields }: LineFacts): boolean =>
  kind === KEY_ROTATED && fields["src"] === undefined;

const rotationNotes = (count: number): string[] =>
  count === 0 ? [] : [`${count} records say that the key gave way: no recording decides them`];

/** One recording of a case file, replayed as far as its records ask. */
class SegmentReplay {
  readonly name: string;
  readonly head: SegmentHead;
  /** The faces that the dice of its game have. */
  readonly faceSet: FaceSet;
  readonly #bytes: number;
  readonly #entries: Capture["entries"];
  readonly #texts: readonly string[];
  readonly #pipeline: Pipeline;
  readonly #ready: { readonly seq: number; readonly line: string; readonly entry: number }[] = [];
  #at = 0;

  constructor(reader: CaseContents, name: string, rulebooks: CaseRulebooks, { codes }: RejudgeOptions) {
    this.name = name;
    const file = `${CASE_RECORDINGS}${name}.jsonl`;
    if (!reader.parts.has(file)) throw new RejudgeError(`the recording ${name} is not in ${reader.path}`);
    const text = reader.text(file);
    try {
      const { own, entries, isFormat1 } = readCaptureText(text, file);
      if (own === null) throw new RejudgeError(`${file} is no recording of tirada`);
      if (isFormat1 === true)
        throw new RejudgeError(
          `${file} is of recording format 1: name the folder of release ${own.rel.version}`,
        );
      const loaded = rulebooks.edition(own.rulebook);
      if (typeof loaded === "string") throw new RejudgeError(`${reader.path}: ${loaded}`);
      this.head = own;
      const { dice } = loaded.pack as { readonly dice?: { readonly faces?: FaceSet } };
      this.faceSet = dice?.faces ?? "pips";
      this.#bytes = reader.parts.get(file)?.bytes ?? 0;
      this.#entries = entries;
      this.#texts = text.split("\n");
      this.#pipeline = new Pipeline(setupOfHead(own, requiredCodes(own, codes), loaded), own);
    } catch (error) {
      if (error instanceof CaptureError || error instanceof Problem)
        throw new RejudgeError(error.message, { cause: error });
      throw error;
    }
  }

  /** Where it does not go on from the record before it; null: it does. */
  headDifference({ seq, state }: LineFacts): RejudgeDifference | null {
    const { table } = this.head.state as PipelineState;
    const own = sha256Hex(canonicalOfFrozen(table.durable));
    if (state === null || own === state || this.head.chain.seq !== seq + 1) return null;
    const entry = { segment: this.name, line: 1, text: "the head of the recording" };
    return { seq, field: "state", signed: state, judged: own, entry };
  }

  /** Null: it comes out as it was signed. `sealed`: the recording ends before the entry that decides it. */
  compare(line: string, { seq, fields }: LineFacts): RejudgeDifference | "sealed" | null {
    const judged = this.#recordOf(seq);
    if (judged === null) {
      const { bytes } = fields["src"] as { readonly bytes: number };
      if (bytes > this.#bytes) return "sealed";
      return {
        seq,
        field: "kind",
        signed: String(fields["kind"]),
        judged: "",
        entry: this.#entry(this.#at - 1),
      };
    }
    if (judged.line === line) return null;
    const difference = firstDifference(fields, JSON.parse(judged.line));
    if (difference === null) throw new JournalError("corrupt", `record ${seq} is not in canonical form`);
    return { seq, ...difference, entry: this.#entry(judged.entry) };
  }

  /** The record of this number, as it is judged now; null: the recording makes none. */
  #recordOf(seq: number): { readonly line: string; readonly entry: number } | null {
    for (;;) {
      const next = this.#ready.shift();
      if (next !== undefined && next.seq >= seq) return next.seq === seq ? next : null;
      if (next !== undefined) continue;
      const entry = this.#entries[this.#at];
      if (entry === undefined) return null;
      for (const built of this.#pipeline.feed(entry).records)
        this.#ready.push({ seq: built.seq, line: built.line, entry: this.#at });
      this.#at++;
    }
  }

  /** The head is line 1. */
  #entry(at: number): RejudgeDifference["entry"] {
    const text = this.#texts[at + 1] ?? "";
    const shown = text.length > ENTRY_SHOWN_MAX ? `${text.slice(0, ENTRY_SHOWN_MAX)}…` : text;
    return { segment: this.name, line: at + 2, text: shown };
  }
}

/** A recording names its table of codes by its digest: another one would read other cards. */
function requiredCodes(
  { options, segment, device }: SegmentHead,
  given: RejudgeOptions["codes"],
): Codes | null {
  const sha256 = options["codes"];
  if (typeof sha256 !== "string") return null;
  const codes = given?.(device.split("+", 1)[0] ?? device) ?? null;
  if (codes?.sha256 === sha256) return codes;
  throw new RejudgeError(
    codes === null
      ? `the recording ${segment} was made with a table of codes, which is not in a case file: say --codes FILE`
      : `the table of codes is not the one that the recording ${segment} was made with (${sha256})`,
  );
}

/** Where two lines of one record differ. */
interface FieldDifference {
  /** `result.pocket`, `reasons.0.rule`. */
  readonly field: string;
  /** Canonical JSON of both values, shortened; empty: the field is not there. */
  readonly signed: string;
  readonly judged: string;
}

/** What says most comes first; what follows from other fields or from other records comes last. */
const FIRST = ["kind", "round", "phase", "result", "certainty", "reasons", "because", "cause", "then"];
const LAST = ["src", "state", "coverage", "prev"];
const SHOWN_MAX = 120;

/** The first field, by its weight, in which a signed record and the one that was judged again differ; null: in none. */
function firstDifference(signed: unknown, judged: unknown): FieldDifference | null {
  return differenceAt("", signed, judged);
}

function differenceAt(field: string, signed: unknown, judged: unknown): FieldDifference | null {
  if (isNode(signed) && isNode(judged) && Array.isArray(signed) === Array.isArray(judged)) {
    const keys = [...new Set([...Object.keys(signed), ...Object.keys(judged)])].sort(byWeight);
    for (const key of keys) {
      const inside = field === "" ? key : `${field}.${key}`;
      const found = differenceAt(inside, signed[key], judged[key]);
      if (found !== null) return found;
    }
    return null;
  }
  const [left, right] = [textOf(signed), textOf(judged)];
  return left === right ? null : { field, signed: shorten(left), judged: shorten(right) };
}

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const textOf = (value: unknown): string => (value === undefined ? "" : canonical(value));
const shorten = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text);

function byWeight(a: string, b: string): number {
  const weight = (key: string): number => {
    const first = FIRST.indexOf(key);
    return first >= 0 ? first : LAST.includes(key) ? 200 + LAST.indexOf(key) : 100;
  };
  return weight(a) - weight(b) || (a < b ? -1 : a > b ? 1 : 0);
}
