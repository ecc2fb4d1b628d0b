import { z } from "zod";
import type { Options } from "../../../drivers/options.ts";
import { problemWords } from "../../../src/rules/problem-words.ts";
import type { Text } from "../../../src/text/language.ts";
import { FamilyParts } from "../../../src/load/parts.ts";

/** Speeds of a serial line to a device other than a wheel, baud. */
export const serialBaud = z
  .union([z.literal(9600), z.literal(19200), z.literal(38400), z.literal(57600), z.literal(115200)])
  .exactOptional();

/** A whole number between `least` and `most`; `default` where the configuration has none. */
export const withinLimits = (limits: {
  readonly least: number;
  readonly most: number;
  readonly default: number;
}) => z.int().min(limits.least).max(limits.most).default(limits.default);

/** Adds problems to what a schema found; `key`: of which key. */
export const problemsOf =
  (context: Pick<z.RefinementCtx, "addIssue">) =>
  (words: Text, key?: string): void =>
    context.addIssue({
      code: "custom",
      message: words.en,
      params: { words },
      path: key === undefined ? [] : [key],
    });

type Given<O extends Options> = { [Key in keyof O]: z.ZodExactOptional<O[Key]["value"]> };

/** The keys that a section of a configuration may have for the options of its device. */
export function keysOf<O extends Options>(options: O): Given<O> {
  return Object.fromEntries(
    Object.entries(options).map(([key, { value }]) => [key, (value as z.ZodType).exactOptional()]),
  ) as Given<O>;
}

/**
 * Reports each option that a section names and its device does not have. `devices`: those that the section is for, with `options`
 * together; another device there is refused elsewhere.
 */
export function checkOptions(
  section: { readonly device: string },
  devices: readonly { readonly name: string; readonly options: Options }[],
  options: Options,
  problem: (words: Text, key: string) => void,
): void {
  const device = devices.find(({ name }) => name === section.device);
  if (device === undefined) return;
  for (const key of Object.keys(options))
    if (Object.hasOwn(section, key) && !Object.hasOwn(device.options, key)) problem(noOption(device), key);
}

function noOption({ name: device, options }: { readonly name: string; readonly options: Options }): Text {
  const known = Object.keys(options).join(", ");
  return known === "" ? problemWords("no-options", { device }) : problemWords("no-option", { device, known });
}

/** The section of a configuration that holds the devices of a family's tables, under the family's name. */
export interface ConfigSection {
  /** `at a card table`: where a configuration has it. */
  readonly at: string;
  readonly schema: z.ZodType<object>;
}

export const CONFIG_SECTIONS = new FamilyParts<ConfigSection>("config");
