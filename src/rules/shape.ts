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
        issue.code === "invalid_key" ? (issue.issues[0]?.message ?? issue.message) : issue.message;
      problems.push(yaml.problemAt(path, `${path.join(".") || "the file"}: ${plain(message)}`));
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

function plain(message: string): string {
  return message.replace(/^Invalid (input|option): /, "");
}
