import { z } from "zod";
import { expectError } from "../../../../src/record/bytes.ts";
import { canonical, isCanonical } from "../../../../src/record/canonical.ts";
import { historyFrom, KEYS_MAX, type KeyHistory } from "../../../../src/record/key-history.ts";
import { KeyError, parseVkey } from "../../../../src/record/keys.ts";

/** The keys of a table as its casino's collector tells the group's: two people confirmed them in the casino. */
const shape = z.strictObject({
  v: z.literal(1),
  log: z.string().max(120),
  first: z.string().max(512),
  rotations: z.array(z.strictObject({ line: z.string(), sig: z.string().max(128) })).max(KEYS_MAX - 1),
});

export const formatVouchedKeys = ({ log, first, rotations }: KeyHistory): string =>
  canonical({ v: 1, log, first: first.vkey, rotations: rotations.map(({ line, sig }) => ({ line, sig })) });

/** Null: these are no keys of this log. */
export function readVouchedKeys(text: string, log: string): KeyHistory | null {
  const parsed = isCanonical(text) ? shape.safeParse(JSON.parse(text)) : null;
  if (parsed?.success !== true || parsed.data.log !== log) return null;
  try {
    const keys = historyFrom(parseVkey(parsed.data.first), parsed.data.rotations);
    return typeof keys === "string" || keys.log !== log ? null : keys;
  } catch (error) {
    expectError(error, KeyError);
    return null;
  }
}
