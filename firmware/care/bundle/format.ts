import { createHash } from "node:crypto";
import { z } from "zod";
import { parseJson } from "../../../src/load/json.ts";
import { sameBytes } from "../../../src/record/bytes.ts";
import { canonical } from "../../../src/record/canonical.ts";
import { parseVkey } from "../../../src/record/keys.ts";
import { BUNDLE_NAMESPACE, MAX_SSHSIG, sshSignatureFault } from "../../../src/record/sshsig.ts";
import {
  isTarName,
  readTarHeader,
  TAR_BLOCK,
  TAR_END,
  tarHeader,
  tarPadding,
} from "../../../src/record/tar.ts";

/**
 * A bundle: what somebody far away needs to find out what is wrong with a table, in one tar file (`src/record/tar.ts`). First the
 * files, then `manifest.json` with the name, length and SHA-256 of each, then the SSH signature of the table's key over the manifest.
 * It goes out encrypted, to one person, as an age file (age-encryption.org/v1).
 */
export const BUNDLE_FORMAT = "tirada-bundle";
export const BUNDLE_FOLDER = "tirada-bundle/";
const MANIFEST = `${BUNDLE_FOLDER}manifest.json`;
const SIGNATURE = `${MANIFEST}.sig`;
/** The whole bundle. */
export const BUNDLE_BYTES_MAX = 64 * 1024 * 1024;
export const BUNDLE_FILES_MAX = 1_000;
/** What manifest, signature, headers and padding may take of it. */
export const BUNDLE_RESERVE = 2 * 1024 * 1024;

export interface BundleFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const manifestSchema = z.strictObject({
  format: z.literal(BUNDLE_FORMAT),
  v: z.literal(1),
  /** RFC 3339, by the unit's clock. */
  at: z.string().max(40),
  log: z.string().max(200),
  vkey: z.string().max(400),
  release: z.string().max(200),
  /** Files that belong into it and did not fit, or could not be read, each with the reason. */
  missing: z
    .array(z.strictObject({ name: z.string().max(200), why: z.string().max(300) }))
    .max(BUNDLE_FILES_MAX),
  files: z
    .array(z.strictObject({ name: z.string().max(200), bytes: z.int().min(0), sha256: z.string().length(64) }))
    .max(BUNDLE_FILES_MAX),
});
export type BundleManifest = z.infer<typeof manifestSchema>;

const hexOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** The text of the manifest of these files; its SHA-512 is signed. */
export function manifestText(
  files: readonly BundleFile[],
  of: Omit<BundleManifest, "format" | "v" | "files">,
): string {
  const listed = files.map(({ name, bytes }) => ({ name, bytes: bytes.length, sha256: hexOf(bytes) }));
  return canonical({ format: BUNDLE_FORMAT, v: 1, ...of, files: listed });
}

export const sha512Of = (text: string): Buffer => createHash("sha512").update(text).digest();

/** The tar file. Throws a RangeError for a name that it cannot hold, or when it is too large. */
export function packBundle(files: readonly BundleFile[], manifest: string, signature: string): Uint8Array {
  const all = [
    ...files,
    { name: MANIFEST, bytes: Buffer.from(manifest) },
    { name: SIGNATURE, bytes: Buffer.from(signature) },
  ];
  const pieces = all.flatMap(({ name, bytes }) => [
    tarHeader({ name, bytes: bytes.length }),
    bytes,
    new Uint8Array(tarPadding(bytes.length)),
  ]);
  const tar = Buffer.concat([...pieces, new Uint8Array(TAR_END)]);
  if (tar.length > BUNDLE_BYTES_MAX)
    throw new RangeError(`a bundle of ${tar.length} bytes: at most ${BUNDLE_BYTES_MAX} go out`);
  return tar;
}

/** A bundle that was opened. */
export interface OpenedBundle {
  readonly manifest: BundleManifest;
  readonly files: readonly BundleFile[];
}

/** Opens a tar file as `packBundle` makes it. Throws an Error that says what is wrong: nothing of it is to be believed then. */
export function openBundle(tar: Uint8Array): OpenedBundle {
  if (tar.length > BUNDLE_BYTES_MAX)
    throw new Error(`it has ${tar.length} bytes; at most ${BUNDLE_BYTES_MAX} make sense`);
  const entries = entriesOf(tar);
  const [manifestFile, signatureFile] = entries.slice(-2);
  if (manifestFile?.name !== MANIFEST || signatureFile?.name !== SIGNATURE)
    throw new Error("it does not end with its manifest and the signature of that");
  const text = Buffer.from(manifestFile.bytes).toString("utf8");
  const manifest = readManifest(text);
  const signature = Buffer.from(signatureFile.bytes.subarray(0, MAX_SSHSIG)).toString("latin1");
  const fault = sshSignatureFault(signature, sha512Of(text), BUNDLE_NAMESPACE, parseVkey(manifest.vkey));
  if (fault !== null) throw new Error(`its signature: ${fault}`);
  const files = entries.slice(0, -2);
  const isAsListed =
    files.length === manifest.files.length &&
    files.every(({ name, bytes }, at) => {
      const listed = manifest.files[at];
      return listed?.name === name && listed.bytes === bytes.length && listed.sha256 === hexOf(bytes);
    });
  if (!isAsListed) throw new Error("its files are not those of its manifest");
  return { manifest, files };
}

function readManifest(text: string): BundleManifest {
  const value = parseJson(text);
  if (value === undefined) throw new Error("its manifest is no JSON");
  const read = manifestSchema.safeParse(value);
  if (!read.success) throw new Error("its manifest is not of a form that this release knows");
  if (canonical(read.data) !== text) throw new Error("its manifest is not in its canonical form");
  return read.data;
}

function entriesOf(tar: Uint8Array): readonly BundleFile[] {
  const entries: BundleFile[] = [];
  let at = 0;
  for (; at + TAR_END < tar.length;) {
    const header = readTarHeader(tar.subarray(at, at + TAR_BLOCK));
    if (header === null || !header.name.startsWith(BUNDLE_FOLDER) || !isTarName(header.name))
      throw new Error(`at byte ${at} it is no tar file of a bundle`);
    const from = at + TAR_BLOCK;
    const end = from + header.bytes;
    at = end + tarPadding(header.bytes);
    if (at > tar.length || entries.length >= BUNDLE_FILES_MAX + 2)
      throw new Error("it was cut off, or has too many files");
    entries.push({ name: header.name, bytes: tar.subarray(from, end) });
    if (!sameBytes(tar.subarray(end, at), new Uint8Array(at - end)))
      throw new Error("it has bytes between its files");
  }
  if (at + TAR_END !== tar.length || tar.subarray(at).some((byte) => byte !== 0))
    throw new Error("it does not end as a tar file does");
  return entries;
}
