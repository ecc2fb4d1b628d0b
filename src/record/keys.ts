import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { base64, sha256, sha256Hex, strictBase64, utf8 } from "./bytes.ts";

/** What a key signs: C2SP signed-note type bytes. `note`: the log's own key. `cosignature`: a witness's. */
export type KeyUse = "note" | "cosignature";
const TYPE_BYTE: Readonly<Record<KeyUse, number>> = { note: 0x01, cosignature: 0x04 };
const MAX_VKEY = 512;
const MAX_PEM = 4_096;

/** A public key with its name, as the inspector holds it from enrolment. */
export interface Verifier {
  readonly name: string;
  readonly use: KeyUse;
  /** First four bytes of SHA-256(name ‖ 0x0A ‖ type ‖ public key), eight hex digits. */
  readonly id: string;
  /** `name+id+base64(type ‖ public key)`. */
  readonly vkey: string;
  /** The raw public key, 32 bytes. */
  readonly raw: Uint8Array;
  readonly key: KeyObject;
  /** True when `signature` (64 bytes) is this key's over exactly these bytes (Ed25519, RFC 8032). */
  verify(bytes: Uint8Array, signature: Uint8Array): boolean;
}

/** SHA-256 of the public key, in groups of four digits: what people compare. */
export const fingerprintText = ({ raw }: Verifier): string =>
  `SHA-256 ${sha256Hex(raw).replace(/.{4}(?=.)/g, "$& ")}`;

/** A private key with its name. */
export interface Signer {
  readonly verifier: Verifier;
  /** 64 bytes, the same for the same bytes (RFC 8032 section 5.1.6). */
  sign(bytes: Uint8Array): Buffer;
  /** 32 bytes that only the holder of this key can make again: HKDF-SHA256 (RFC 5869) over the private key. */
  derive(salt: Uint8Array, info: string): Buffer;
}

/** A key that is not one, or one that may not be enrolled. The message is for the technician. */
export class KeyError extends Error {
  override readonly name = "KeyError";
}

/** A key name of C2SP signed-note: not empty, no Unicode space, no plus. At most 255 characters. */
export function checkKeyName(name: string): string {
  if (name === "" || name.length > 255 || /[\p{White_Space}+\p{Cc}]/u.test(name) || !name.isWellFormed())
    throw new KeyError(`"${name}" cannot name a key: no spaces and no plus, up to 255 characters`);
  return name;
}

/** Throws a KeyError for a key of another kind, off the curve or of small order. */
export function verifierOf(name: string, raw: Uint8Array, use: KeyUse = "note"): Verifier {
  checkKeyName(name);
  if (raw.length !== 32)
    throw new KeyError(`the key of ${name} has ${raw.length} bytes; an Ed25519 key has 32`);
  const fault = pointFault(raw);
  if (fault !== null) throw new KeyError(`the key of ${name} ${fault}; do not enrol it`);
  const key = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(raw).toString("base64url") },
    format: "jwk",
  });
  const material = Buffer.concat([Uint8Array.of(TYPE_BYTE[use]), raw]);
  const id = sha256(utf8(`${name}\n`), material).toString("hex", 0, 4);
  return {
    name,
    use,
    id,
    vkey: `${name}+${id}+${base64(material)}`,
    raw: Uint8Array.from(raw),
    key,
    verify: (bytes, signature) => signature.length === 64 && verify(null, bytes, key, signature),
  };
}

/** Reads `name+id+base64` (C2SP signed-note). Throws a KeyError that says what is wrong with it. */
export function parseVkey(vkey: string): Verifier {
  const parts = vkey.length > MAX_VKEY ? null : /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(vkey);
  const [, name, id, material] = parts ?? [];
  if (name === undefined || id === undefined || material === undefined)
    throw new KeyError("this is not a vkey: it is written name+8 hex digits+base64, on one line");
  const bytes = strictBase64(material);
  const use = (Object.keys(TYPE_BYTE) as KeyUse[]).find((known) => TYPE_BYTE[known] === bytes?.[0]);
  if (bytes === null || use === undefined || bytes.length !== 33)
    throw new KeyError(`the vkey of ${name} holds no Ed25519 key (type 1 or 4)`);
  const verifier = verifierOf(name, bytes.subarray(1), use);
  if (verifier.id !== id)
    throw new KeyError(`the vkey of ${name} says ${id} but its key gives ${verifier.id}: copied wrong?`);
  return verifier;
}

/** A signer from an Ed25519 private key. Throws a KeyError for any other kind. */
export function signerOf(name: string, key: KeyObject, use: KeyUse = "note"): Signer {
  if (key.type !== "private" || key.asymmetricKeyType !== "ed25519")
    throw new KeyError(`the key of ${name} is not an Ed25519 private key`);
  return {
    verifier: verifierOf(name, rawPublic(createPublicKey(key)), use),
    sign: (bytes) => sign(null, bytes, key),
    derive: (salt, info) => Buffer.from(hkdfSync("sha256", rawPrivate(key), salt, info, 32)),
  };
}

/** A signer from PKCS#8 PEM (RFC 8410). Throws a KeyError. */
export function signerFromPem(name: string, pem: string, use: KeyUse = "note"): Signer {
  return signerOf(name, fromPem(name, pem, createPrivateKey), use);
}

/** SubjectPublicKeyInfo PEM, as `openssl pkeyutl -pubin -inkey` reads it. */
export function publicPem(verifier: Verifier): string {
  return verifier.key.export({ type: "spki", format: "pem" }) as string;
}

/** PKCS#8 PEM of a private key. */
export function privatePem(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }) as string;
}

/** RFC 8410: both DER forms of an Ed25519 key end with its 32 bytes. */
const rawPublic = (key: KeyObject): Buffer => key.export({ type: "spki", format: "der" }).subarray(-32);
const rawPrivate = (key: KeyObject): Buffer => key.export({ type: "pkcs8", format: "der" }).subarray(-32);

function fromPem(name: string, pem: string, read: (pem: string) => KeyObject): KeyObject {
  if (pem.length > MAX_PEM) throw new KeyError(`the key of ${name} is over ${MAX_PEM} bytes: not a PEM key`);
  try {
    return read(pem);
  } catch {
    throw new KeyError(`the key of ${name} is not readable as PEM`);
  }
}

/**
 * Whether 32 bytes may serve as an Ed25519 public key. OpenSSL, and so Node, takes any: with a point of small
 * order one signature fits many messages. Arithmetic of RFC 8032 section 5.1 with big integers; it runs once a
 * key, on public bytes, so its time tells nothing.
 */
const P = 2n ** 255n - 19n;
/** Bit 255 says whether x is odd; the rest is y. */
const SIGN = 2n ** 255n;
const D = mod(-121665n * power(121666n, P - 2n));

/** Null for a usable key, or what is wrong with it, to be read after "the key of X". */
export function pointFault(raw: Uint8Array): string | null {
  const number = BigInt(`0x${Buffer.from(raw).reverse().toString("hex")}`);
  const sign = number >= SIGN;
  const y = number % SIGN;
  if (y >= P) return "is not in canonical form (y >= p)";
  const yy = mod(y * y);
  const u = mod(yy - 1n);
  const v = mod(D * yy + 1n);
  // x² = u/v has a root just when u·v is a square (v is never 0 on this curve).
  const euler = power(mod(u * v), (P - 1n) / 2n);
  if (euler !== 0n && euler !== 1n) return "is not a point of the curve";
  if (u === 0n && sign) return "is not in canonical form (x = 0 with a sign)";
  return hasSmallOrder(y) ? "is a point of small order" : null;
}

/**
 * The order divides 8 just when y is 1 (order 1), −1 (2), 0 (4) or y of an order-8 point. Doubling such a point
 * gives y = 0, so x² = −y², and the curve −x² + y² = 1 + d·x²·y² becomes d·y⁴ + 2·y² = 1.
 */
function hasSmallOrder(y: bigint): boolean {
  const yy = mod(y * y);
  return yy === 0n || yy === 1n || mod(D * yy * yy + 2n * yy) === 1n;
}

function mod(value: bigint): bigint {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let b = mod(base), e = exponent; e > 0n; e >>= 1n, b = mod(b * b))
    if ((e & 1n) === 1n) result = mod(result * b);
  return result;
}
