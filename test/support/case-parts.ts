import { createHash } from "node:crypto";
import { join } from "node:path";
import { loadOrCreateKey } from "../../firmware/journal/keys/keys.ts";
import {
  CASE_MANIFEST,
  CASE_SIGNATURE,
  caseManifestText,
  type CaseManifest,
} from "../../src/record/case-file.ts";
import type { Signer, Verifier } from "../../src/record/keys.ts";
import { allowedSigner, EVIDENCE_NAMESPACE, signSsh } from "../../src/record/sshsig.ts";
import { readTarHeader, TAR_BLOCK, TAR_END, tarHeader, tarPadding } from "../../src/record/tar.ts";

/** Takes case files apart and puts them together again, right or wrong: what somebody can do who has one, with the key or without. */

export interface CasePiece {
  readonly name: string;
  readonly bytes: Buffer;
}

export function piecesOf(file: Buffer): CasePiece[] {
  const pieces: CasePiece[] = [];
  for (let at = 0; ;) {
    const entry = readTarHeader(file.subarray(at, at + TAR_BLOCK));
    if (entry === null) return pieces;
    const from = at + TAR_BLOCK;
    pieces.push({ name: entry.name, bytes: file.subarray(from, from + entry.bytes) });
    at = from + entry.bytes + tarPadding(entry.bytes);
  }
}

export function packed(pieces: readonly CasePiece[]): Buffer {
  const blocks = pieces.flatMap(({ name, bytes }) => [
    tarHeader({ name, bytes: bytes.length }),
    bytes,
    new Uint8Array(tarPadding(bytes.length)),
  ]);
  return Buffer.concat([...blocks, new Uint8Array(TAR_END)]);
}

/** With one file changed, and nothing signed again. */
export function withPiece(file: Buffer, name: string | RegExp, change: (bytes: Buffer) => Buffer): Buffer {
  const pieces = piecesOf(file);
  const at = pieces.findIndex((one) => (typeof name === "string" ? one.name === name : name.test(one.name)));
  const piece = pieces[at];
  if (piece === undefined) throw new Error(`the case file has no ${String(name)}`);
  pieces[at] = { name: piece.name, bytes: change(piece.bytes) };
  return packed(pieces);
}

/** With the manifest made anew of what is there and signed again: what only the table itself can do. */
export function signedAnew(
  pieces: readonly CasePiece[],
  signer: Signer,
  change: (manifest: CaseManifest) => CaseManifest = (manifest) => manifest,
): Buffer {
  const inside = pieces.filter(({ name }) => name !== CASE_MANIFEST && name !== CASE_SIGNATURE);
  const text = pieces.find(({ name }) => name === CASE_MANIFEST)?.bytes.toString("utf8") ?? "{}";
  const files = inside.map(({ name, bytes }) => ({
    name,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  }));
  const manifest = Buffer.from(caseManifestText(change({ ...(JSON.parse(text) as CaseManifest), files })));
  const signature = signSsh(createHash("sha512").update(manifest).digest(), EVIDENCE_NAMESPACE, signer);
  return packed([
    ...inside,
    { name: CASE_MANIFEST, bytes: manifest },
    { name: CASE_SIGNATURE, bytes: Buffer.from(signature) },
  ]);
}

/** The key of the table that a storage folder is of. */
export function signerOf(storage: string, log: string): Signer {
  return loadOrCreateKey(join(storage, "test.key.pem"), log, false);
}

export const manifestOf = (file: Buffer): CaseManifest =>
  JSON.parse(
    piecesOf(file)
      .find(({ name }) => name === CASE_MANIFEST)
      ?.bytes.toString("utf8") ?? "{}",
  ) as CaseManifest;

/** The line of `allowed_signers` for a table, from its key alone. */
export const signersLine = (verifier: Verifier): string => allowedSigner(verifier, EVIDENCE_NAMESPACE);
