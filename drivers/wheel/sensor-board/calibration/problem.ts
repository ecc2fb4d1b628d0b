import { fillText, type Values } from "../../../../src/text/every-language.ts";
import type { Text } from "../../../../src/text/language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";

/** What is wrong with a step of the guided spin, and what to do. */
export interface Problem {
  readonly what: Text;
  readonly doThis: Text;
}

const PROBLEMS = textsOf("acts.problems");

/** A problem by its name, with values put in. */
export function problemOf(name: keyof typeof PROBLEMS, values: Values = {}): Problem {
  const { what, doThis } = PROBLEMS[name];
  return { what: fillText(what, values), doThis: fillText(doThis, values) };
}
