import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { z } from "zod";
import type { Signer } from "../../../src/record/keys.ts";

/**
 * A sealed part of a recording: what was recorded since the last `seal` of a card table, unreadable until the next one.
 * `<segment>.<from>.sealed` is text. Its first line is the header, each line after it one append:
 *
 * - `from`: bytes of `<segment>.jsonl` that stand before it. The part's plain text goes on exactly there.
 * - `salt`: hex SHA-256 of `tirada-seal/1`, a zero byte and the seal's key in hex: another for each seal.
 * - an append: AES-256-GCM, base64 with its tag; the nonce is the number of the append, from 0.
 *
 * The part's key is HKDF-SHA256 over the unit's signing key, with `salt`, for {@link SEALED_FORMAT}. So a unit that was killed can open
 * what it left, and the seal's key, which is published when the round is collected, opens no part. Every encryption vouches for
 * segment and `from` too, so that nothing can be moved to another place.
 */
export const SEALED_EXTENSION = ".sealed";
export const SEALED_FORMAT = "tirada-sealed/1";
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_MAX = 1_000;
const KEY = /^[0-9a-f]{64}$/;

const headerSchema = z.strictObject({
  format: z.literal(SEALED_FORMAT),
  segment: z.string().min(1).max(100),
  from: z.int().min(0),
  salt: z.string().regex(KEY),
});
type SealedHeader = z.infer<typeof headerSchema>;

/** Where a part belongs. */
export interface SealedPlace {
  readonly segment: string;
  readonly from: number;
}

export const sealedName = ({ segment, from }: SealedPlace): string =>
  `${segment}.${String(from).padStart(12, "0")}${SEALED_EXTENSION}`;

export const isSealKey = (key: string): boolean => KEY.test(key);

/** Encrypts the appends of one part, in order. */
export interface Sealer {
  /** First line of the file. */
  readonly header: string;
  /** The next append as its line. */
  readonly line: (plain: Uint8Array) => string;
}

/** Begins a part under a seal (64 hex characters), which may be used for one part only. */
export function startSealer(place: SealedPlace, seal: string, signer: Signer): Sealer {
  const salt = createHash("sha256").update(`tirada-seal/1\0${seal}`).digest();
  const header: SealedHeader = { format: SEALED_FORMAT, ...place, salt: salt.toString("hex") };
  const key = signer.derive(salt, SEALED_FORMAT);
  let appends = 0;
  return {
    header: `${JSON.stringify(header)}\n`,
    line: (plain) => `${encrypt(key, appends++, place, plain).toString("base64")}\n`,
  };
}

export type Opened =
  | {
      readonly ok: true;
      /** The plain text of all appends that are whole. */
      readonly plain: Buffer;
      /** Something in it was neither whole nor the unfinished last line, or not this unit's: it counts for nothing from there on. */
      readonly damaged: boolean;
    }
  /** The header is none of this place. */
  | { readonly ok: false };

/** Opens a part as it was left, with the unit's own key. */
export function openSealed(text: string, place: SealedPlace, signer: Signer): Opened {
  const [first = "", ...lines] = text.split("\n");
  const header = readHeader(first);
  if (header?.segment !== place.segment || header.from !== place.from) return { ok: false };
  const key = signer.derive(Buffer.from(header.salt, "hex"), SEALED_FORMAT);
  const pieces: Buffer[] = [];
  // A power cut leaves at most one unfinished line, the last; a whole file ends with a line feed.
  const whole = lines.slice(0, -1);
  for (const [n, line] of whole.entries()) {
    const piece = decrypt(key, n, place, Buffer.from(line, "base64"));
    if (piece === null) return { ok: true, plain: Buffer.concat(pieces), damaged: true };
    pieces.push(piece);
  }
  return { ok: true, plain: Buffer.concat(pieces), damaged: false };
}

function readHeader(line: string): SealedHeader | null {
  if (line.length > HEADER_MAX) return null;
  try {
    const parsed = headerSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function encrypt(key: Uint8Array, n: number, place: SealedPlace, plain: Uint8Array): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonceOf(n)).setAAD(placeBytes(place));
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Null for whatever was not made with this key, at this place, in this order. */
function decrypt(key: Uint8Array, n: number, place: SealedPlace, sealed: Buffer): Buffer | null {
  if (sealed.length < TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, nonceOf(n)).setAAD(placeBytes(place));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

function nonceOf(n: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(n, NONCE_BYTES - 6, 6);
  return nonce;
}

const placeBytes = ({ segment, from }: SealedPlace): Buffer => Buffer.from(`${segment}\0${from}`);
