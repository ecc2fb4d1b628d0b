import { hash } from "node:crypto";

/** SHA-256 of the parts joined together. */
export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const [only] = parts;
  return hash("sha256", parts.length === 1 && only !== undefined ? only : Buffer.concat(parts), "buffer");
}

/** SHA-256 of bytes, or of a text in UTF-8, as 64 lower-case hex digits. */
export function sha256Hex(data: Uint8Array | string): string {
  return hash("sha256", data, "hex");
}

export function utf8(text: string): Buffer {
  return Buffer.from(text, "utf8");
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/**
 * Bytes of a base64 text (RFC 4648 section 4), or null. Node's own decoder skips what it does not know and drops
 * the unused last bits; here every text has one meaning and every meaning one text, so a changed bit never goes
 * unseen.
 */
export function strictBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : null;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/** The error, when it is of this kind; any other one is a defect of ours and is thrown on. */
export function expectError<E extends Error>(error: unknown, kind: abstract new (...args: never[]) => E): E {
  if (error instanceof kind) return error;
  throw error;
}
