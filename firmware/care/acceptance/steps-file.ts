import { fileURLToPath } from "node:url";
import { z } from "zod";
import { MAX_FILE_BYTES, problemsText } from "../../../src/rules/yaml.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { readTextFile } from "../../files/read-file.ts";
import { readYamlAs } from "../../files/yaml-file.ts";
import { usageProblem } from "../../problem.ts";

/** The steps by which a device is accepted: data in the device's own folder (`acceptance.yaml`, docs/technician/acceptance.md). */

const SECONDS_MAX = 3_600;

export const STEP_TEXTS = textsOf("acceptance.steps");
/** What a person is asked to do; the words stand in the language files. */
export type StepKind = keyof typeof STEP_TEXTS;

const word = z.string().min(1).max(60);
const alikeSchema = z.strictObject({
  words: z.record(word, z.int().min(1).max(1_000)),
  percent: z.int().min(1).max(100),
});
const stepSchema = z.strictObject({
  step: z.string(),
  /** Stands in the text of the step. */
  count: z.int().min(1).max(100).optional(),
  /** Of a wheel of this kind alone; left out: of every one. */
  wheel: z.enum(["roulette", "bowl", "disc"]).optional(),
  /** The step has failed when it is not done within so many seconds. */
  within: z.int().min(1).max(SECONDS_MAX),
  /** The step lasts so many seconds, in which nothing else may be seen. */
  lasts: z.int().min(1).max(SECONDS_MAX).optional(),
  /** Words, and how often each must be seen at least. */
  sees: z.record(word, z.int().min(1).max(10_000)).default({}),
  /** Words that may be seen as well. Any other one fails the step. */
  allows: z.array(word).default([]),
  /** The word of which a person says the value that they see, each time. */
  agrees: word.optional(),
  /** Words that must be seen equally often, for each turn so many times, but for so many per cent. */
  alike: alikeSchema.optional(),
  turning: alikeSchema.optional(),
  /** The device is asked for its reading each time that a person has named theirs. */
  looks: z.literal(true).optional(),
  /** A person answers yes. */
  asks: z.literal(true).optional(),
});

const fileSchema = z.strictObject({
  acceptance: z.literal(1, "must be 1: the format of acceptances that this release reads"),
  device: z.string(),
  steps: z.array(stepSchema).min(1).max(20),
});

export type Step = Omit<z.infer<typeof stepSchema>, "step"> & { readonly step: StepKind };

/** What an acceptance asks of a device. */
export interface DeviceSteps {
  readonly device: string;
  readonly steps: readonly Step[];
}

/** The steps of a device, from its own folder. Throws a Problem that names file, line and column. */
export const readSteps = (file: URL, wheel: string | null): DeviceSteps => {
  const path = fileURLToPath(file);
  const { device, steps } = stepsOf(readTextFile(path, MAX_FILE_BYTES), path);
  return { device, steps: steps.filter((one) => one.wheel === undefined || one.wheel === wheel) };
};

/** Steps from their text. Throws as {@link readSteps}. */
export function stepsOf(text: string, file: string): DeviceSteps {
  const { data, problemAt } = readYamlAs(text, file, fileSchema);
  const steps = data.steps.map((one, at): Step => {
    const refuse = (key: string, message: string): never => {
      throw usageProblem(problemsText([problemAt(["steps", at, key], message)]));
    };
    if (!Object.hasOwn(STEP_TEXTS, one.step))
      refuse("step", `unknown step "${one.step}"; known: ${Object.keys(STEP_TEXTS).join(", ")}`);
    const isNothing = Object.keys(one.sees).length === 0 && one.lasts === undefined && one.asks === undefined;
    if (isNothing)
      refuse("step", "a step that sees, lasts and asks nothing cannot fail: say sees, lasts or asks");
    if (one.agrees !== undefined && one.sees[one.agrees] === undefined)
      refuse("agrees", `${one.agrees} is none of the words that the step sees`);
    if (one.lasts !== undefined && one.lasts >= one.within)
      refuse("within", "must be longer than the step lasts");
    return { ...one, step: one.step as StepKind };
  });
  return { device: data.device, steps };
}
