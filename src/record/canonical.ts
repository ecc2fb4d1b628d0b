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
 * Throws a TypeError that names the path, e.g. `result.pocket`. Checked and written in one pass: every record of every round is
 * written here, and its line is most of what a round costs.
 */
export function canonical(value: unknown): string {
  return textOf(value, [], null);
}

/**
 * The same text for a value whose parts never change once they are made, such as a table's durable state: parts that were seen
 * before are not written again. Give it nothing that anybody mutates.
 */
export function canonicalOfFrozen(value: unknown): string {
  return textOf(value, [], written);
}

/** True when the bytes are exactly the canonical text of what they say. */
export function isCanonical(text: string): boolean {
  try {
    return canonical(JSON.parse(text) as unknown) === text;
  } catch {
    return false;
  }
}

/** Texts of objects and lists that never change. */
const written = new WeakMap<object, string>();

/** `path`: the names that lead to the value, of which it is the text. `known`: where texts are kept, or null. */
function textOf(value: unknown, path: string[], known: WeakMap<object, string> | null): string {
  if (path.length > MAX_DEPTH) throw refusal(path, `is nested deeper than ${MAX_DEPTH} levels`);
  switch (typeof value) {
    case "string":
      if (!value.isWellFormed()) throw refusal(path, "is not well-formed Unicode (a lone surrogate)");
      return JSON.stringify(value);
    case "number":
      if (!Number.isSafeInteger(value)) throw refusal(path, `is ${value}, not a whole number within ±(2^53−1)`);
      if (Object.is(value, -0)) throw refusal(path, "is negative zero; write 0");
      return String(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      return value === null ? "null" : textOfObject(value, path, known);
    default:
      throw refusal(path, `is ${typeof value}, which JSON cannot hold`);
  }
}

function textOfObject(value: object, path: string[], known: WeakMap<object, string> | null): string {
  const before = known?.get(value);
  if (before !== undefined) return before;
  const text = Array.isArray(value) ? textOfList(value, path, known) : textOfMembers(value, path, known);
  known?.set(value, text);
  return text;
}

function textOfList(list: readonly unknown[], path: string[], known: WeakMap<object, string> | null): string {
  let text = "[";
  for (let at = 0; at < list.length; at++) {
    path.push(String(at));
    text += `${at === 0 ? "" : ","}${textOf(list[at], path, known)}`;
    path.pop();
  }
  return `${text}]`;
}

function textOfMembers(value: object, path: string[], known: WeakMap<object, string> | null): string {
  const kind: unknown = Object.getPrototypeOf(value);
  if (kind !== Object.prototype && kind !== null) throw refusal(path, "is not a plain object");
  if (Object.getOwnPropertySymbols(value).length > 0) throw refusal(path, "has a symbol as a name");
  let text = "{";
  for (const name of Object.keys(value).sort()) {
    path.push(name);
    const item = (value as Readonly<Record<string, unknown>>)[name];
    text += `${text.length === 1 ? "" : ","}${nameText(name, path)}:${textOf(item, path, known)}`;
    path.pop();
  }
  return `${text}}`;
}

/** Names of members come from types, so they are few. */
function nameText(name: string, path: readonly string[]): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  if (!name.isWellFormed()) throw refusal(path.slice(0, -1), "has a name that is not well-formed Unicode");
  const text = JSON.stringify(name);
  if (names.size < MOST_NAMES) names.set(name, text);
  return text;
}

const MOST_NAMES = 1_000;
const names = new Map<string, string>();

function refusal(path: readonly string[], why: string): TypeError {
  return new TypeError(`canonical JSON: ${path.length === 0 ? "the value" : `"${path.join(".")}"`} ${why}`);
}
