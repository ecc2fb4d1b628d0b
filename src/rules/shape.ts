import { z } from "zod";
import { didYouMean, nearest } from "./nearest.ts";
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
  const known = schema === undefined ? [] : [...keysOf(schema)];
  const meant = new Set(error.issues.flatMap((issue) => keysMeant(issue, known)));
  for (const issue of error.issues) {
    const path: Path = issue.path.map((step) => (typeof step === "number" ? step : String(step)));
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys)
        problems.push(yaml.problemAt(path, `unknown key "${key}"${didYouMean(key, known)}`, key));
    } else if (valueAt(yaml.value, path) === undefined && path.length > 0) {
      if (meant.has(path.join("."))) continue;
      problems.push(yaml.problemAt(path, `missing key "${String(path.at(-1))}"`));
    } else {
      // A key of a record that is wrong: what is wrong with it stands one level deeper.
      const message =
        issue.code === "invalid_key" ? (issue.issues[0]?.message ?? issue.message) : wordsOf(issue);
      const given = givenText(issue, valueAt(yaml.value, path));
      problems.push(yaml.problemAt(path, `${path.join(".") || "the file"}: ${plain(message)}${given}`));
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

/** What zod says of a length, in words of people. */
function wordsOf(issue: z.core.$ZodIssue): string {
  if (!issue.message.startsWith("Too ") || !("origin" in issue)) return issue.message;
  const { origin } = issue;
  const unit = origin === "string" ? "characters" : origin === "array" ? "entries" : null;
  if (unit === null) return issue.message;
  if (issue.code === "too_big") return `is too long: it has at most ${String(issue.maximum)} ${unit}`;
  if (issue.code === "too_small") return `is too short: it has at least ${String(issue.minimum)} ${unit}`;
  return issue.message;
}

/** What stands there instead, with the word that it was meant to be; nothing where the message is the schema's own. */
function givenText(issue: z.core.$ZodIssue, value: unknown): string {
  if (!issue.message.startsWith("Invalid ") || typeof value !== "string") return "";
  if (issue.code === "invalid_value")
    return `, not ${quoted(value)}${didYouMean(value, issue.values.map(String))}`;
  if (issue.code !== "invalid_type") return "";
  const meant = issue.expected === "boolean" ? booleanMeant(value) : null;
  return `, not the text ${quoted(value)}${meant === null ? "" : ` (did you mean ${meant}?)`}`;
}

const QUOTED_MAX = 60;

/** Somebody may have named another file by mistake, or to see what is in it: a key is never told, nor is a long text. */
const quoted = (value: string): string =>
  value.length > QUOTED_MAX || value.includes("-----") ? `of ${value.length} characters` : `"${value}"`;

/** YAML knows true and false alone, without quotes. */
function booleanMeant(value: string): boolean | null {
  if (/^(?:s|si|sí|y|yes|on|bai|true)$/i.test(value)) return true;
  return /^(?:n|no|non|off|ez|false)$/i.test(value) ? false : null;
}

function plain(message: string): string {
  return message.replace(/^Invalid (input|option): /, "").replace(/, received string$/, "");
}
