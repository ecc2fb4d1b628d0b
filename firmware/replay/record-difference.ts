import { canonical } from "../../src/record/canonical.ts";

/** Where two lines of one record differ. */
export interface FieldDifference {
  /** `result.pocket`, `reasons.0.rule`. */
  readonly field: string;
  /** Canonical JSON of both values, shortened; empty: the field is not there. */
  readonly signed: string;
  readonly judged: string;
}

/** What says most comes first; what follows from other fields or from other records comes last. */
const FIRST = ["kind", "round", "phase", "result", "certainty", "reasons", "because", "cause", "then"];
const LAST = ["src", "state", "coverage", "prev"];
const SHOWN_MAX = 120;

/** The first field, by its weight, in which a signed record and the one that was judged again differ; null: in none. */
export function firstDifference(signed: unknown, judged: unknown): FieldDifference | null {
  return differenceAt("", signed, judged);
}

function differenceAt(field: string, signed: unknown, judged: unknown): FieldDifference | null {
  if (isNode(signed) && isNode(judged) && Array.isArray(signed) === Array.isArray(judged)) {
    const keys = [...new Set([...Object.keys(signed), ...Object.keys(judged)])].sort(byWeight);
    for (const key of keys) {
      const inside = field === "" ? key : `${field}.${key}`;
      const found = differenceAt(inside, signed[key], judged[key]);
      if (found !== null) return found;
    }
    return null;
  }
  const [left, right] = [textOf(signed), textOf(judged)];
  return left === right ? null : { field, signed: shortened(left), judged: shortened(right) };
}

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const textOf = (value: unknown): string => (value === undefined ? "" : canonical(value));
const shortened = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text);

function byWeight(a: string, b: string): number {
  const weight = (key: string): number => {
    const first = FIRST.indexOf(key);
    return first >= 0 ? first : LAST.includes(key) ? 200 + LAST.indexOf(key) : 100;
  };
  return weight(a) - weight(b) || (a < b ? -1 : a > b ? 1 : 0);
}
