import { createHash } from "node:crypto";
import { canonical } from "../record/canonical.ts";

/**
 * Hex SHA-256 of the RFC 8785 canonical JSON of a value: equal for equal data, whatever its key order.
 * Throws a TypeError for a value that a record could not hold either.
 */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(canonical(value), "utf8").digest("hex");
}
