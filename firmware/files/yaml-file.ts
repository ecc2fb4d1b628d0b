import type { z } from "zod";
import { shapeProblems } from "../../src/rules/shape.ts";
import { problemsText, readYaml, type YamlReading } from "../../src/rules/yaml.ts";
import { usageProblem } from "../problem.ts";

/**
 * What the text of a YAML file says, as its schema reads it. `ofEmpty`: the value of an empty file. Throws a Problem that
 * says everything that is wrong in one line, each with file and line.
 */
export function readYamlAs<T>(
  text: string,
  file: string,
  schema: z.ZodType<T>,
  ofEmpty: unknown = null,
): { readonly data: T } & Pick<Extract<YamlReading, { readonly ok: true }>, "problemAt"> {
  const yaml = readYaml(text, file);
  if (!yaml.ok) throw usageProblem(problemsText(yaml.problems));
  const { success, data, error } = schema.safeParse(yaml.value ?? ofEmpty);
  if (!success) throw usageProblem(problemsText(shapeProblems(error, yaml, schema)));
  return { data, problemAt: yaml.problemAt };
}
