import type { z } from "zod";
import { packFaults } from "./check.ts";
import { digestOf } from "./digest.ts";
import type { Pack } from "./pack.ts";
import { packSchema } from "./schema.ts";
import { type Path, type Problem, readYaml, tidyProblems, type YamlReading } from "./yaml.ts";

export type PackReading =
  | {
      readonly ok: true;
      readonly pack: Pack;
      /** Hex SHA-256 of the RFC 8785 canonical JSON of the pack. */
      readonly digest: string;
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Reads a rulebook pack. Every problem names file, line and column; a pack with one problem is not used at all.
 * `file` is only a name for the messages.
 */
export function parsePack(text: string, file: string): PackReading {
  const yaml = readYaml(text, file);
  if (!yaml.ok) return yaml;
  const shaped = packSchema.safeParse(yaml.value);
  if (!shaped.success) return { ok: false, problems: shapeProblems(shaped.error, yaml) };
  const pack: Pack = shaped.data;
  const faults = packFaults(pack);
  if (faults.length > 0) {
    return {
      ok: false,
      problems: tidyProblems(faults.map((fault) => yaml.problemAt(fault.path, fault.message))),
    };
  }
  return { ok: true, pack, digest: digestOf(pack) };
}

/** The problems of a zod error in the words of the file: unknown and missing keys by name, each at its own line. */
export function shapeProblems(error: z.ZodError, yaml: Extract<YamlReading, { ok: true }>): readonly Problem[] {
  const problems: Problem[] = [];
  for (const issue of error.issues) {
    const path: Path = issue.path.map((step) => (typeof step === "number" ? step : String(step)));
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) problems.push(yaml.problemAt(path, `unknown key "${key}"`, key));
    } else if (valueAt(yaml.value, path) === undefined && path.length > 0) {
      problems.push(yaml.problemAt(path, `missing key "${String(path.at(-1))}"`));
    } else {
      problems.push(yaml.problemAt(path, `${path.join(".") || "the file"}: ${plain(issue.message)}`));
    }
  }
  return tidyProblems(problems);
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
