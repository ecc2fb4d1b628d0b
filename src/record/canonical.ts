import serialize from "canonicalize";

/** Nesting deeper than this is a programming error, not a record. */
export const MAX_DEPTH = 32;

export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [name: string]: CanonicalValue };

/**
 * The one text of a value: RFC 8785 (JCS). Two programs that agree on the value agree on every byte.
 *
 * Narrower than the RFC on purpose: fractions, exponents, negative zero and integers beyond 2^53 print
 * differently from one JSON tool to the next, and `undefined` or a `Date` would vanish or change silently.
 * Throws a TypeError that names the path, e.g. `result.pocket`.
 */
export function canonical(value: unknown): string {
  refuseOthers(value, [], 0);
  // Only what has no JSON form, and was refused above, has no text.
  return serialize(value) as string;
}

/** True when the bytes are exactly the canonical text of what they say. */
export function isCanonical(text: string): boolean {
  try {
    return canonical(JSON.parse(text) as unknown) === text;
  } catch {
    return false;
  }
}

function refuseOthers(value: unknown, path: readonly string[], depth: number): void {
  if (depth > MAX_DEPTH) throw refusal(path, `is nested deeper than ${MAX_DEPTH} levels`);
  if (value === null || typeof value === "boolean") return;
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw refusal(path, "is not well-formed Unicode (a lone surrogate)");
    return;
  }
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw refusal(path, `is ${value}, not a whole number within ±(2^53−1)`);
    if (Object.is(value, -0)) throw refusal(path, "is negative zero; write 0");
    return;
  }
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) refuseOthers(value[i], [...path, String(i)], depth + 1);
    return;
  }
  if (typeof value !== "object") throw refusal(path, `is ${typeof value}, which JSON cannot hold`);
  refuseOtherObject(value, path, depth);
}

function refuseOtherObject(value: object, path: readonly string[], depth: number): void {
  const kind: unknown = Object.getPrototypeOf(value);
  if (kind !== Object.prototype && kind !== null) throw refusal(path, "is not a plain object");
  if (Object.getOwnPropertySymbols(value).length > 0) throw refusal(path, "has a symbol as a name");
  for (const [name, item] of Object.entries(value)) {
    if (!name.isWellFormed()) throw refusal(path, "has a name that is not well-formed Unicode");
    refuseOthers(item, [...path, name], depth + 1);
  }
}

function refusal(path: readonly string[], why: string): TypeError {
  return new TypeError(`canonical JSON: ${path.length === 0 ? "the value" : `"${path.join(".")}"`} ${why}`);
}

/**
 * The same text for a value whose parts never change once they are made, such as a table's durable state: parts that were seen
 * before are not written again. Give it nothing that anybody mutates.
 */
export function canonicalOfFrozen(value: unknown): string {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value);
  if (typeof value !== "object" || value === null) return canonical(value);
  const known = written.get(value);
  if (known !== undefined) return known;
  // What is no plain object would vanish or change silently, as above.
  const kind: unknown = Object.getPrototypeOf(value);
  const isPlain = Array.isArray(value) || kind === Object.prototype || kind === null;
  if (!isPlain || Object.getOwnPropertySymbols(value).length > 0) return canonical(value);
  const text = Array.isArray(value)
    ? `[${value.map((item) => canonicalOfFrozen(item)).join(",")}]`
    : `{${Object.keys(value)
        .sort()
        .map((name) => `${nameText(name)}:${canonicalOfFrozen((value as Record<string, unknown>)[name])}`)
        .join(",")}}`;
  written.set(value, text);
  return text;
}

const written = new WeakMap<object, string>();

/** Names of members come from types, so they are few. */
function nameText(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const text = canonical(name);
  if (names.size < MOST_NAMES) names.set(name, text);
  return text;
}

const MOST_NAMES = 1_000;
const names = new Map<string, string>();
