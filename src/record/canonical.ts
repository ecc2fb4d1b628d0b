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
  return textOf(value, 0, null);
}

/**
 * The same text for a value whose parts never change once they are made, such as a table's durable state: parts that were seen
 * before are not written again. Give it nothing that anybody mutates.
 */
export function canonicalOfFrozen(value: unknown): string {
  return textOf(value, 0, written);
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

/** The names, and places in lists, that lead to the value that is written: of each depth the newest. */
const path: (string | number)[] = [];

/** Text that JSON writes as it stands. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** `depth`: how many names lead to the value. `known`: where texts are kept, or null. */
function textOf(value: unknown, depth: number, known: WeakMap<object, string> | null): string {
  if (depth > MAX_DEPTH) throw refusal(depth, `is nested deeper than ${MAX_DEPTH} levels`);
  switch (typeof value) {
    case "string":
      if (PLAIN.test(value)) return `"${value}"`;
      if (!value.isWellFormed()) throw refusal(depth, "is not well-formed Unicode (a lone surrogate)");
      return JSON.stringify(value);
    case "number":
      if (!Number.isSafeInteger(value))
        throw refusal(depth, `is ${value}, not a whole number within ±(2^53−1)`);
      if (Object.is(value, -0)) throw refusal(depth, "is negative zero; write 0");
      return String(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      return value === null ? "null" : textOfObject(value, depth, known);
    default:
      throw refusal(depth, `is ${typeof value}, which JSON cannot hold`);
  }
}

function textOfObject(value: object, depth: number, known: WeakMap<object, string> | null): string {
  const before = known?.get(value);
  if (before !== undefined) return before;
  const text = Array.isArray(value) ? textOfList(value, depth, known) : textOfMembers(value, depth, known);
  known?.set(value, text);
  return text;
}

function textOfList(list: readonly unknown[], depth: number, known: WeakMap<object, string> | null): string {
  let text = "[";
  for (let at = 0; at < list.length; at++) {
    path[depth] = at;
    text += at === 0 ? textOf(list[at], depth + 1, known) : `,${textOf(list[at], depth + 1, known)}`;
  }
  return `${text}]`;
}

function textOfMembers(value: object, depth: number, known: WeakMap<object, string> | null): string {
  const kind: unknown = Object.getPrototypeOf(value);
  if (kind !== Object.prototype && kind !== null) throw refusal(depth, "is not a plain object");
  if (Object.getOwnPropertySymbols(value).length > 0) throw refusal(depth, "has a symbol as a name");
  let text = "{";
  for (const { name, before } of membersOf(Object.keys(value), depth)) {
    path[depth] = name;
    text += before + textOf((value as Readonly<Record<string, unknown>>)[name], depth + 1, known);
  }
  return `${text}}`;
}

/** A name of an object, and what stands before its value: a comma but for the first, the name, a colon. */
interface Member {
  readonly name: string;
  readonly before: string;
}

/** Names in the order in which objects had them, and their members in that of the text. */
interface Names {
  readonly after: Map<string, Names>;
  members: readonly Member[] | null;
}

/** Objects come from types, so the rows of their names are few, and the names short. What somebody else's file has beyond is not kept. */
const MOST_NAMES = 4_000;
const LONGEST_NAME = 64;
const rows: Names = { after: new Map(), members: null };
let namesKnown = 0;

/** The members of an object with these names, in the order of the text. */
function membersOf(names: readonly string[], depth: number): readonly Member[] {
  let row = rows;
  for (const name of names) {
    let next = row.after.get(name);
    if (next === undefined) {
      if (namesKnown === MOST_NAMES || name.length > LONGEST_NAME) return sortedMembers(names, depth);
      next = { after: new Map(), members: null };
      row.after.set(name, next);
      namesKnown++;
    }
    row = next;
  }
  return (row.members ??= sortedMembers(names, depth));
}

function sortedMembers(names: readonly string[], depth: number): Member[] {
  return [...names].sort().map((name, at) => {
    if (!name.isWellFormed()) throw refusal(depth, "has a name that is not well-formed Unicode");
    return { name, before: `${at === 0 ? "" : ","}${PLAIN.test(name) ? `"${name}"` : JSON.stringify(name)}:` };
  });
}

function refusal(depth: number, why: string): TypeError {
  const names = path.slice(0, depth);
  return new TypeError(`canonical JSON: ${depth === 0 ? "the value" : `"${names.join(".")}"`} ${why}`);
}
