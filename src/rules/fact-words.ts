import type { Fact, FactSpec } from "./facts.ts";

/** A fact from the words of a case: `3`, `2..?`, `true`, `with-rotor`, `unknown`; null when they are not of its kind. */
export function readFact(spec: FactSpec, value: boolean | number | string): Fact | null {
  if (spec.is === "flag") {
    if (typeof value === "boolean") return { is: "flag", value };
    return value === "unknown" ? { is: "flag", value: null } : null;
  }
  if (spec.is === "word") {
    if (value === "unknown") return { is: "word", value: null };
    return typeof value === "string" && spec.words?.includes(value) === true ? { is: "word", value } : null;
  }
  if (typeof value === "number") return countOf(value, value);
  if (value === "unknown") return { is: "count", atLeast: 0, atMost: null };
  const range = typeof value === "string" ? /^(\d{1,4})\.\.(\d{1,4}|\?)$/.exec(value) : null;
  if (range === null) return null;
  return countOf(Number(range[1]), range[2] === "?" ? null : Number(range[2]));
}

/** Null: no count of whole things, or one that runs back. */
function countOf(atLeast: number, atMost: number | null): Fact | null {
  const isCount = Number.isSafeInteger(atLeast) && atLeast >= 0 && (atMost === null || atLeast <= atMost);
  return isCount ? { is: "count", atLeast, atMost } : null;
}

/** How a fact of this kind is written in a case. */
export function howToWrite(spec: FactSpec): string {
  if (spec.is === "flag") return "true, false or unknown";
  if (spec.is === "word") return `${(spec.words ?? []).join(", ")} or unknown`;
  return "3, 2..4, 2..? or unknown";
}
