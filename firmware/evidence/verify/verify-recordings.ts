import { createHash, type Hash } from "node:crypto";
import { join } from "node:path";
import type { LineFacts } from "../../../src/record/chain.ts";
import type { Verification } from "../../../src/record/verify.ts";
import { closeSync, fstatSync, isThere, openSync, readFileSync, readSync, statSync } from "../../files/disk.ts";
import { onDisk } from "../../files/errors.ts";
import { picturesIn, SEGMENT } from "../../files/named-files.ts";
import { stillSealed } from "./unseal.ts";

/** Where the files lie that records name. */
export interface NamedFiles {
  /** Folder of the recordings, or null: they are not looked at. */
  readonly recordings: string | null;
  /** Folder of the evidence pictures, or null. */
  readonly pictures: string | null;
}

/** Files of one kind that records name: how many are right, and the names of those that are not there. */
interface NamedCount {
  readonly right: number;
  readonly missing: readonly string[];
}

const NOTHING: NamedCount = { right: 0, missing: [] };

export interface NamedTotals {
  readonly recordings: NamedCount;
  readonly pictures: NamedCount;
}

/** What a reader must know of them. */
export function namedNotes(totals: NamedTotals, files: NamedFiles): string[] {
  return (["recording", "picture"] as const).flatMap((what) => {
    const { right, missing } = totals[`${what}s`];
    return [
      ...(right > 0 ? [`${countText(right, what)} checked against the records`] : []),
      ...(missing.length > 0 ? [absentText(what, missing, files[`${what}s`] ?? "")] : []),
    ];
  });
}

const CHUNK = 1_048_576;
/** Segments and pictures that a note lists; the rest are counted. */
const LISTED = 3;

/**
 * Holds recordings and evidence pictures against the records that name them. Each file is read once: the records of a segment name
 * longer and longer prefixes of it. What is not there is a note, what differs a problem.
 */
export class NamedFilesCheck {
  readonly #verification: Verification;
  readonly #files: NamedFiles;
  readonly #sealed: ReadonlyMap<string, number>;
  readonly #segments = { right: 0, missing: new Set<string>() };
  readonly #pictures = { right: 0, missing: [] as string[] };
  readonly #seen = new Set<string>();
  #open: OpenSegment | null = null;

  constructor(verification: Verification, files: NamedFiles) {
    this.#verification = verification;
    this.#files = files;
    const sealed = files.recordings === null ? [] : stillSealed(files.recordings);
    // The first part that is sealed: what follows it is absent.
    this.#sealed = new Map(sealed.toReversed().map(({ segment, from }) => [segment, from]));
  }

  /** A record in its order, as the verification read it; null: it is no line at all, which was reported already. */
  record(facts: LineFacts | null): void {
    if (facts === null) return;
    this.#checkRecording(facts);
    for (const hash of picturesIn(facts.fields)) this.#checkPicture(facts.seq, hash);
  }

  /** After the last record. */
  totals(): NamedTotals {
    this.#close();
    const { recordings, pictures } = this.#files;
    return {
      recordings:
        recordings === null ? NOTHING : { right: this.#segments.right, missing: [...this.#segments.missing] },
      pictures: pictures === null ? NOTHING : { ...this.#pictures, missing: [...this.#pictures.missing] },
    };
  }

  #checkRecording({ seq, fields }: LineFacts): void {
    const { recordings } = this.#files;
    const { segment, bytes, sha256 } = (fields["src"] ?? {}) as Readonly<Record<string, unknown>>;
    if (
      recordings === null ||
      typeof segment !== "string" ||
      typeof bytes !== "number" ||
      !SEGMENT.test(segment)
    )
      return;
    if (this.#segments.missing.has(segment)) return;
    if (this.#open?.segment !== segment) {
      this.#close();
      const path = join(recordings, `${segment}.jsonl`);
      if (!isThere(path)) return void this.#segments.missing.add(segment);
      this.#open = new OpenSegment(segment, path);
    }
    const open = this.#open;
    if (open.differs) return;
    const what = open.check(bytes, String(sha256));
    if (what === null) return;
    // A round that is still under seal is not in plain text yet.
    if (what === "short" && this.#sealed.has(segment)) return;
    open.differs = true;
    this.#verification.problem(
      seq,
      what === "short"
        ? `the recording ${segment} was cut: it has ${open.size} bytes, and this record came from ${bytes}`
        : `the recording ${segment} is not, in its first ${bytes} bytes, what this record came from`,
    );
  }

  #close(): void {
    if (this.#open?.differs === false) this.#segments.right++;
    this.#open?.close();
    this.#open = null;
  }

  #checkPicture(seq: number, hash: string): void {
    const { pictures } = this.#files;
    if (pictures === null || this.#seen.has(hash)) return;
    this.#seen.add(hash);
    const path = join(pictures, `${hash}.png`);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
      return void this.#pictures.missing.push(hash);
    const found = onDisk("reading the picture", path, () =>
      createHash("sha256").update(readFileSync(path)).digest("hex"),
    );
    if (found === hash) this.#pictures.right++;
    else this.#verification.problem(seq, `the picture ${hash}.png is another one than this record names`);
  }
}

/** A recording that is read once, from its first byte on. */
class OpenSegment {
  readonly segment: string;
  readonly size: number;
  differs = false;
  readonly #path: string;
  readonly #fd: number;
  readonly #hash: Hash = createHash("sha256");
  readonly #chunk = Buffer.alloc(CHUNK);
  #at = 0;

  constructor(segment: string, path: string) {
    this.segment = segment;
    this.#path = path;
    this.#fd = onDisk("reading the recording", path, () => openSync(path, "r"));
    this.size = fstatSync(this.#fd).size;
  }

  /** Null: its first `bytes` bytes have this hash. */
  check(bytes: number, sha256: string): "short" | "other" | null {
    if (bytes < this.#at) return "other";
    while (this.#at < bytes) {
      const want = Math.min(CHUNK, bytes - this.#at);
      const got = onDisk("reading the recording", this.#path, () =>
        readSync(this.#fd, this.#chunk, 0, want, this.#at),
      );
      if (got === 0) return "short";
      this.#hash.update(this.#chunk.subarray(0, got));
      this.#at += got;
    }
    return this.#hash.copy().digest("hex") === sha256 ? null : "other";
  }

  close(): void {
    closeSync(this.#fd);
  }
}

const countText = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

function absentText(what: string, names: readonly string[], folder: string): string {
  const listed = names.slice(0, LISTED).join(", ");
  const more = names.length > LISTED ? ", …" : "";
  return `${countText(names.length, what)} named by the records not in ${folder}, and not checked: ${listed}${more}`;
}
