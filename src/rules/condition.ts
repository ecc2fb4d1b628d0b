import { isFields } from "../load/json.ts";
import { ROLES } from "../people/roles.ts";
import { didYouMean } from "./nearest.ts";
import type { Condition } from "./pack.ts";
import type { FactSpec } from "./facts.ts";
import type { Path } from "./yaml.ts";

export interface Fault {
  readonly path: Path;
  readonly message: string;
}

/** How deep `all`, `any` and `not` may be nested, and how many conditions one of them may join. */
export const MAX_DEPTH = 8;
export const MAX_JOINED = 20;

const SHAPES = "fact + is, fact + fewerThan, fact + atLeast, all, any, not or declared";

/** What is wrong with the shape of a condition. Whether its facts exist is for {@link vocabularyFaults}. */
export function conditionFaults(value: unknown, path: Path = []): readonly Fault[] {
  if (path.length > 2 * MAX_DEPTH) return [{ path, message: `conditions nested deeper than ${MAX_DEPTH}` }];
  if (!isFields(value)) return [{ path, message: `a condition is one of ${SHAPES}` }];
  const keys = Object.keys(value).sort().join(" ");
  switch (keys) {
    case "fact is":
      return factFaults(value, path, typeof value["is"] === "string" || typeof value["is"] === "boolean", "is");
    case "fact fewerThan":
      return factFaults(value, path, isCount(value["fewerThan"], 1), "fewerThan");
    case "atLeast fact":
      return factFaults(value, path, isCount(value["atLeast"], 1), "atLeast");
    case "all":
      return joinedFaults(value["all"], [...path, "all"]);
    case "any":
      return joinedFaults(value["any"], [...path, "any"]);
    case "not":
      return innerFaults(value["not"], [...path, "not"]);
    case "declared":
      return ROLES.some((role) => role === value["declared"])
        ? []
        : [{ path: [...path, "declared"], message: `unknown role; one of ${ROLES.join(", ")}` }];
    default:
      return [{ path, message: `a condition is one of ${SHAPES}, not {${keys}}` }];
  }
}

/** Facts and words of a well-formed condition that the vocabulary does not know, and facts asked in the wrong way. */
export function vocabularyFaults(
  condition: Condition,
  vocabulary: Vocabulary,
  path: Path = [],
): readonly Fault[] {
  if ("all" in condition)
    return condition.all.flatMap((c, i) => vocabularyFaults(c, vocabulary, [...path, "all", i]));
  if ("any" in condition)
    return condition.any.flatMap((c, i) => vocabularyFaults(c, vocabulary, [...path, "any", i]));
  if ("not" in condition) return vocabularyFaults(condition.not, vocabulary, [...path, "not"]);
  if ("declared" in condition) return [];
  const spec = vocabulary.specOf(condition.fact);
  if (spec === null) {
    const hint = didYouMean(condition.fact, vocabulary.known);
    return [{ path: [...path, "fact"], message: `unknown fact "${condition.fact}"${hint}` }];
  }
  const fault = (key: string, why: string): readonly Fault[] => [
    { path: [...path, key], message: `"${condition.fact}" is a ${spec.is}: ${why}` },
  ];
  if (!("is" in condition)) {
    const key = "fewerThan" in condition ? "fewerThan" : "atLeast";
    return spec.is === "count" ? [] : fault(key, "ask with `is`");
  }
  if (spec.is === "count") return fault("is", "ask with `fewerThan` or `atLeast`");
  if (spec.is === "flag") return typeof condition.is === "boolean" ? [] : fault("is", "true or false");
  const words = spec.words ?? [];
  const hint = didYouMean(String(condition.is), words);
  return words.some((word) => word === condition.is) ? [] : fault("is", `one of ${words.join(", ")}${hint}`);
}

/** The facts that the rules of a family may ask for. */
export interface Vocabulary {
  readonly specOf: (fact: string) => FactSpec | null;
  readonly known: readonly string[];
}

/** Every fact that a condition names, in order, each once. */
export function factsOf(condition: Condition): readonly string[] {
  if ("all" in condition) return [...new Set(condition.all.flatMap(factsOf))];
  if ("any" in condition) return [...new Set(condition.any.flatMap(factsOf))];
  if ("not" in condition) return factsOf(condition.not);
  return "declared" in condition ? [] : [condition.fact];
}

function factFaults(value: Readonly<Record<string, unknown>>, path: Path, good: boolean, key: string): Fault[] {
  const faults: Fault[] = [];
  if (typeof value["fact"] !== "string")
    faults.push({ path: [...path, "fact"], message: "must be the name of a fact" });
  if (!good) {
    const want = key === "is" ? "true, false or a word" : "a whole number from 1 to 1000";
    faults.push({ path: [...path, key], message: `must be ${want}` });
  }
  return faults;
}

function joinedFaults(value: unknown, path: Path): readonly Fault[] {
  if (!Array.isArray(value) || value.length < 2 || value.length > MAX_JOINED) {
    return [{ path, message: `must be a list of 2 to ${MAX_JOINED} conditions` }];
  }
  return value.flatMap((inner, index) => innerFaults(inner, [...path, index]));
}

function innerFaults(value: unknown, path: Path): readonly Fault[] {
  if (isFields(value) && "declared" in value) {
    return [
      { path, message: "`declared` stands alone; a rule that the machine also judges says `declaredBy`" },
    ];
  }
  return conditionFaults(value, path);
}

function isCount(value: unknown, atLeast: number): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= atLeast && value <= 1000;
}

/** A condition in plain English, with facts by their names: `ball-laps fewer than 3, and relaunch`. */
export function conditionText(condition: Condition): string {
  if ("all" in condition) return joined(condition.all, "and");
  if ("any" in condition) return joined(condition.any, "or");
  if ("not" in condition) return `not (${conditionText(condition.not)})`;
  if ("declared" in condition) return `declared by ${condition.declared}`;
  if ("fewerThan" in condition) return `${condition.fact} fewer than ${condition.fewerThan}`;
  if ("atLeast" in condition) return `${condition.fact} at least ${condition.atLeast}`;
  if (condition.is === true) return condition.fact;
  return condition.is === false ? `not ${condition.fact}` : `${condition.fact} is ${condition.is}`;
}

function joined(parts: readonly Condition[], word: "and" | "or"): string {
  const one = (part: Condition): string =>
    "all" in part || "any" in part ? `(${conditionText(part)})` : conditionText(part);
  return parts.map(one).join(` ${word} `);
}
