import { z } from "zod";
import { inEveryLanguage } from "../text/every-language.ts";
import type { Text } from "../text/language.ts";
import { nearest } from "./nearest.ts";
import { meantWords, problemWords, type ProblemName } from "./problem-words.ts";
import { type Path, type Problem, tidyProblems, type YamlReading } from "./yaml.ts";

/**
 * The problems of a zod error in the words of the file: unknown and missing keys by name, each at its own line. `schema`: what
 * the file was held against, for the key that an unknown one was meant to be.
 */
export function shapeProblems(
  error: z.ZodError,
  yaml: Extract<YamlReading, { ok: true }>,
  schema?: z.ZodType,
): readonly Problem[] {
  const problems: Problem[] = [];
  const told = new Set<string>();
  const known = schema === undefined ? [] : [...keysOf(schema)];
  const meant = new Set(error.issues.flatMap((issue) => keysMeant(issue, known)));
  for (const issue of error.issues) {
    const path: Path = issue.path.map((step) => (typeof step === "number" ? step : String(step)));
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys)
        problems.push(
          yaml.problemAt(path, problemWords("unknown-key", { key, meant: meantWords(key, known) }), key),
        );
    } else if (valueAt(yaml.value, path) === undefined && path.length > 0) {
      if (meant.has(path.join("."))) continue;
      const what = problemWords("missing-key", { key: String(path.at(-1)) });
      const place = path.slice(0, -1).join(".");
      problems.push(yaml.problemAt(path, place === "" ? what : problemWords("at", { place, what })));
    } else {
      // What is of the wrong kind or size is said once, whatever else follows from it.
      if (told.has(path.join("."))) continue;
      if (issue.code !== "custom") told.add(path.join("."));
      // A key of a record that is wrong: what is wrong with it stands one level deeper.
      const [inner] = issue.code === "invalid_key" ? issue.issues : [issue];
      const what = wordsOf(inner ?? issue, valueAt(yaml.value, path));
      const place = path.length === 0 ? problemWords("the-file") : path.join(".");
      problems.push(yaml.problemAt(path, problemWords("at", { place, what })));
    }
  }
  return tidyProblems(problems);
}

/** The keys that unknown ones beside them stand for: they are not missing as well. */
function keysMeant(issue: z.core.$ZodIssue, known: readonly string[]): readonly string[] {
  if (issue.code !== "unrecognized_keys") return [];
  return issue.keys.flatMap((key) => {
    const near = nearest(key, known);
    return near === null ? [] : [[...issue.path.map(String), near].join(".")];
  });
}

/** Every key that a schema knows, at whatever depth. */
function keysOf(schema: unknown, seen = new Set<unknown>()): ReadonlySet<string> {
  const keys = new Set<string>();
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return keys;
  seen.add(schema);
  const inner = schema instanceof z.ZodObject ? schema.shape : null;
  for (const [key, value] of Object.entries(inner ?? (schema as { def?: object }).def ?? schema)) {
    if (inner !== null) keys.add(key);
    for (const deeper of keysOf(value, seen)) keys.add(deeper);
  }
  return keys;
}

function valueAt(value: unknown, path: Path): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== "object" || here === null) return undefined;
    here = (here as Record<string | number, unknown>)[step];
  }
  return here;
}

/** What zod says of a value, in words of people; in English alone what is said so by a schema that only authors meet. */
function wordsOf(issue: z.core.$ZodIssue, value: unknown): string | Text {
  const words = issue.code === "custom" ? (issue.params?.["words"] as Text | undefined) : undefined;
  if (words !== undefined) return words;
  if (!issue.message.startsWith("Invalid ") && !issue.message.startsWith("Too ")) return issue.message;
  if (issue.code === "too_big" || issue.code === "too_small") return sizeWords(issue);
  if (issue.code === "invalid_value") return oneOf(issue.values.map(String), value);
  if (issue.code === "invalid_union") return unionWords(issue, value);
  if (issue.code !== "invalid_type") return problemWords("other");
  if (issue.expected === "string" && typeof value === "number") return problemWords("must-text");
  const expected = EXPECTED[issue.expected];
  if (expected === undefined) return problemWords("other");
  return joined(problemWords(expected), givenText("not-text", value, booleanMeant(issue.expected, value)));
}

const EXPECTED: Readonly<Record<string, ProblemName>> = {
  number: "must-number",
  int: "must-whole",
  boolean: "must-boolean",
  object: "must-map",
  record: "must-map",
  array: "must-list",
};

/** How long, or how large. */
function sizeWords(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): Text {
  const { origin, inclusive } = issue;
  const what = origin === "string" ? "text" : origin === "array" ? "list" : null;
  if (issue.code === "too_big") {
    const most = String(issue.maximum);
    if (what !== null) return problemWords(`long-${what}`, { most });
    return problemWords(inclusive === false ? "less-than" : "large", { most });
  }
  const least = String(issue.minimum);
  if (what !== null) return problemWords(`short-${what}`, { least });
  return problemWords(inclusive === false ? "more-than" : "small", { least });
}

/** Of words that are written out, in whatever groups. */
function unionWords(issue: z.core.$ZodIssueInvalidUnion, value: unknown): Text {
  const known = issue.errors.flatMap((errors) =>
    errors.flatMap((one) => (one.code === "invalid_value" ? one.values.map(String) : [])),
  );
  return known.length < issue.errors.length || known.length === 0 ? problemWords("other") : oneOf(known, value);
}

function oneOf(known: readonly string[], value: unknown): Text {
  const list = known.map((word) => (/^\d+$/.test(word) ? word : `"${word}"`)).join("|");
  const near = typeof value === "string" ? nearest(value, known) : null;
  const meant = near === null ? "" : problemWords("meant", { near });
  return joined(
    problemWords(known.length === 1 ? "one-of" : "some-of", { known: list }),
    givenText("not-word", value, meant),
  );
}

const joined = (one: Text, other: Text | ""): Text =>
  other === "" ? one : inEveryLanguage((language) => `${one[language]}${other[language]}`);

const QUOTED_MAX = 60;

/**
 * What stands there instead, with the word that it was meant to be. Somebody may have named another file by mistake, or to see what is in
 * it: a key is never told, nor is a long text.
 */
function givenText(name: "not-word" | "not-text", value: unknown, meant: Text | ""): Text | "" {
  if (typeof value !== "string") return "";
  if (value.length > QUOTED_MAX || value.includes("-----"))
    return problemWords(`${name}-long`, { count: value.length });
  return problemWords(name, { said: value, meant });
}

/** YAML knows true and false alone, without quotes. */
function booleanMeant(expected: string, value: unknown): Text | "" {
  if (expected !== "boolean" || typeof value !== "string") return "";
  if (/^(?:s|si|sí|y|yes|on|bai|true)$/i.test(value)) return problemWords("meant-plain", { near: "true" });
  return /^(?:n|no|non|off|ez|false)$/i.test(value) ? problemWords("meant-plain", { near: "false" }) : "";
}
