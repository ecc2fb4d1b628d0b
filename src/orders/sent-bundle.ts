import { z } from "zod";
import { sha256Hex } from "../record/bytes.ts";

/** Bundles that leave a table by order (`firmware/care/bundle/`): encrypted to one person, in parts, each of which the answer names. */

/** A person's public key of age, `age1…`. */
export const AGE_RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/;

/** A bundle as it is sent: 64 MiB of files, and what encrypts them. */
export const BUNDLE_SENT_MAX = 65 * 1_048_576;
/** Every part but the last has so many bytes. */
export const BUNDLE_PART_BYTES = 1_048_576;
export const BUNDLE_PARTS_MAX = Math.ceil(BUNDLE_SENT_MAX / BUNDLE_PART_BYTES);

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const shape = z.strictObject({
  bytes: z.int().min(1).max(BUNDLE_SENT_MAX),
  /** Hex SHA-256 of all of it, and of each part. */
  sha256: digest,
  parts: z.array(digest).min(1).max(BUNDLE_PARTS_MAX),
  recipient: z.string().regex(AGE_RECIPIENT),
  /** Files in it. */
  files: z.int().min(0),
  /** Files that belong into it and are not there, each with the reason. */
  missing: z.array(z.strictObject({ name: z.string().max(200), why: z.string().max(300) })).max(200),
});
/** What the answer to the order says of a bundle. */
export type SentBundle = z.infer<typeof shape>;

/** The bundle of an answer's result; null: it names none. */
export function bundleIn(result: unknown): SentBundle | null {
  const parsed = shape.safeParse(result);
  if (!parsed.success) return null;
  const { bytes, parts } = parsed.data;
  return parts.length === Math.ceil(bytes / BUNDLE_PART_BYTES) ? parsed.data : null;
}

/** The bytes of an encrypted bundle in parts. */
export function partsOf(sealed: Uint8Array): readonly Uint8Array[] {
  const count = Math.ceil(sealed.length / BUNDLE_PART_BYTES);
  return Array.from({ length: count }, (_, at) =>
    sealed.subarray(at * BUNDLE_PART_BYTES, (at + 1) * BUNDLE_PART_BYTES),
  );
}

/** Bytes of one part. */
export const lengthOfPart = ({ bytes }: Pick<SentBundle, "bytes">, part: number): number =>
  Math.min(BUNDLE_PART_BYTES, bytes - part * BUNDLE_PART_BYTES);

/** Why these bytes are not that part of the bundle; null: they are. */
export function partFault(bundle: SentBundle, part: number, bytes: Uint8Array): string | null {
  const length = lengthOfPart(bundle, part);
  if (bytes.length < length) return `cut off: ${bytes.length} of ${length} bytes`;
  if (bytes.length > length) return `too large: ${bytes.length} bytes, not ${length}`;
  const found = sha256Hex(bytes);
  if (found === bundle.parts[part]) return null;
  const other = bundle.parts.indexOf(found);
  return other < 0
    ? "changed, or of another bundle: it is not what the table signed"
    : `part ${other + 1} in its place`;
}
