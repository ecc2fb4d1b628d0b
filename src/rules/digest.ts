import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/**
 * Hex SHA-256 of the RFC 8785 canonical JSON of a value: equal for equal data, whatever its key order.
 * Throws a TypeError for a value that JSON cannot hold.
 */
export function digestOf(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("this value has no JSON form, so it has no digest");
  return createHash("sha256").update(text, "utf8").digest("hex");
}
