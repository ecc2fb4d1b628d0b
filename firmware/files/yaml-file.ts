import type { z } from "zod";
import { shapeProblems } from "../../src/rules/shape.ts";
import { problemsText, readYaml, type YamlReading } from "../../src/rules/yaml.ts";
import { usageProblem } from "../problem.ts";

/** What a YAML file holds, and where in it everything stands. */
export interface ShapedYaml<T> {
  readonly data: T;
  readonly problemAt: Extract<YamlReading, { readonly ok: true }>["problemAt"];
}

/**
 * Reads the text of a YAML file in the shape of `schema`. Throws a Problem that says everything
 * that is wrong in one line, each with file and line.
 */
export function shapedYaml<Schema extends z.ZodType>(
  text: string,
  path: string,
  schema: Schema,
): ShapedYaml<z.infer<Schema>> {
  const yaml = readYaml(text, path);
  if (!yaml.ok) throw usageProblem(problemsText(yaml.problems));
  const parsed = schema.safeParse(yaml.value);
  if (!parsed.success) throw usageProblem(problemsText(shapeProblems(parsed.error, yaml, schema)));
  return { data: parsed.data, problemAt: yaml.problemAt };
}
