import { fillText, type Values } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { Problem } from "../../problem.ts";

const WORDS = textsOf("acts.eye-problems");

/** What is not in order with an eye that is taught, and what to do, in words. */
export const eyeProblemText = (name: keyof typeof WORDS, values: Values = {}): Text =>
  fillText(WORDS[name], values);

/** The same, for whoever cannot go on. */
export const eyeProblem = (status: number, name: keyof typeof WORDS, values: Values = {}): Problem =>
  new Problem(status, eyeProblemText(name, values));
