import { createHash, type Hash } from "node:crypto";
import { CASE_PICTURES, CASE_RECORDINGS, CASE_RECORDS } from "../../../src/record/case-file.ts";
import type { LineFacts } from "../../../src/record/chain.ts";
import type { Verifier } from "../../../src/record/keys.ts";
import type { Report } from "../../../src/record/report.ts";
import { EVIDENCE_NAMESPACE, sshSignatureFault } from "../../../src/record/sshsig.ts";
import type { Trust } from "../../../src/record/trust.ts";
import type { Verification } from "../../../src/record/verify.ts";
import type { CaseContents } from "./case-contents.ts";
import { JournalError } from "../../files/errors.ts";
import { MAX_EXPORT_LINE } from "../log/export-lines.ts";
import { verifyExportLines } from "../verify/verify-export-lines.ts";
import { picturesIn } from "../../files/named-files.ts";

/**
 * Verifies a case file: the signature of its manifest, the digest of every file, the records with their proofs, and each recording and
 * picture against the records that name it. Throws a JournalError of one line for records that are no export.
 */
export function verifyCase(reader: CaseContents, trust: Trust | null, witnesses: readonly Verifier[]): Report {
  const { manifest, path } = reader;
  const files = new CaseFilesCheck(reader);
  const lines = reader.lines(CASE_RECORDS, MAX_EXPORT_LINE);
  return verifyExportLines(path, lines, {
    subject: "case",
    trust,
    witnesses,
    onRecord: (verification, facts) => files.record(verification, facts),
    atEnd: (verification, verifier, head) => {
      checkManifest(verification, reader, verifier);
      for (const what of ["from", "to", "log"] as const)
        if (manifest[what] !== head[what])
          verification.problem(
            null,
            `the manifest says ${what} ${manifest[what]}, and its records ${head[what]}`,
          );
      files.end(verification);
    },
  });
}

function checkManifest(verification: Verification, reader: CaseContents, verifier: Verifier): void {
  const { manifest, manifestBytes, signature } = reader;
  if (manifest.vkey !== verifier.vkey)
    verification.problem(null, `the case file says its key is ${manifest.vkey}, not ${verifier.vkey}`);
  const sha512 = createHash("sha512").update(manifestBytes).digest();
  const fault = sshSignatureFault(signature, sha512, EVIDENCE_NAMESPACE, verifier);
  if (fault !== null) verification.problem(null, `the signature of its manifest: ${fault}`);
  for (const name of reader.differing())
    verification.problem(null, `${name} is not the file that its manifest names`);
  const { missing } = manifest;
  const [first = ""] = missing;
  if (missing.length > 0)
    verification.note(
      `${missing.length} files were gone when it was made, and are not in it: ${first}${missing.length > 1 ? ", …" : ""}`,
    );
}

/** Recordings and pictures in a case file against the records that name them. */
class CaseFilesCheck {
  readonly #reader: CaseContents;
  readonly #pictures = new Map<string, string>();
  #recording: GrowingRecording | null = null;
  readonly #differing = new Set<string>();
  readonly #absent = new Set<string>();
  /** Records that were decided on what was sealed when the file was made. */
  #sealed = 0;

  constructor(reader: CaseContents) {
    this.#reader = reader;
    for (const { name, sha256 } of reader.manifest.files)
      if (name.startsWith(CASE_PICTURES)) this.#pictures.set(name, sha256);
  }

  record(verification: Verification, facts: LineFacts | null): void {
    if (facts === null) return;
    const { segment, bytes, sha256 } = (facts.fields["src"] ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof segment === "string" && typeof bytes === "number")
      this.#checkRecording(verification, facts.seq, { segment, bytes, sha256: String(sha256) });
    for (const hash of picturesIn(facts.fields)) {
      const name = `${CASE_PICTURES}${hash}.png`;
      const found = this.#pictures.get(name);
      if (found === undefined) this.#require(verification, facts.seq, name);
      else if (found !== hash) verification.problem(facts.seq, `${name} is another picture than it names`);
    }
  }

  end(verification: Verification): void {
    if (this.#sealed > 0)
      verification.note(
        `${this.#sealed} records were decided on what was sealed until the next round is collected: their recording ends before them`,
      );
  }

  #checkRecording(
    verification: Verification,
    seq: number,
    { segment, bytes, sha256 }: { readonly segment: string; readonly bytes: number; readonly sha256: string },
  ): void {
    const name = `${CASE_RECORDINGS}${segment}.jsonl`;
    if (this.#recording?.name !== name) {
      if (!this.#reader.parts.has(name)) return this.#require(verification, seq, name);
      this.#recording = new GrowingRecording(name, this.#reader);
    }
    if (this.#differing.has(name)) return;
    const what = this.#recording.check(bytes, sha256);
    if (what === "short") this.#sealed++;
    if (what !== "other") return;
    this.#differing.add(name);
    verification.problem(seq, `${name} is not, in its first ${bytes} bytes, what this record came from`);
  }

  /** What a record names is in it, or its manifest says that it is not. */
  #require(verification: Verification, seq: number, name: string): void {
    if (this.#absent.has(name)) return;
    this.#absent.add(name);
    if (!this.#reader.manifest.missing.includes(name))
      verification.problem(seq, `${name}, which it names, is not in the case file`);
  }
}

/** A recording that is read once, as the records of its segment name longer and longer beginnings of it. */
class GrowingRecording {
  readonly name: string;
  readonly #pieces: Iterator<Uint8Array>;
  readonly #hash: Hash = createHash("sha256");
  readonly #size: number;
  #rest: Uint8Array = new Uint8Array(0);
  #at = 0;

  constructor(name: string, reader: CaseContents) {
    this.name = name;
    this.#size = reader.parts.get(name)?.bytes ?? 0;
    this.#pieces = reader.pieces(name);
  }

  /** Null: its first `bytes` bytes have this hash. */
  check(bytes: number, sha256: string): "short" | "other" | null {
    if (bytes > this.#size) return "short";
    if (bytes < this.#at) return "other";
    while (this.#at < bytes) {
      if (this.#rest.length === 0) {
        const next = this.#pieces.next();
        if (next.done === true) throw new JournalError("corrupt", `${this.name} ends before its length`);
        this.#rest = next.value;
      }
      const piece = this.#rest.subarray(0, bytes - this.#at);
      this.#hash.update(piece);
      this.#at += piece.length;
      this.#rest = this.#rest.subarray(piece.length);
    }
    return this.#hash.copy().digest("hex") === sha256 ? null : "other";
  }
}
