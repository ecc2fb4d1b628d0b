import type { z } from "zod";
import type { Options } from "../../drivers/options.ts";

type Given<O extends Options> = { [Key in keyof O]: z.ZodExactOptional<O[Key]["value"]> };

/** The keys that a section of a configuration may have for the options of its device. */
export function keysOf<O extends Options>(options: O): Given<O> {
  return Object.fromEntries(
    Object.entries(options).map(([key, { value }]) => [key, (value as z.ZodType).exactOptional()]),
  ) as Given<O>;
}

/**
 * Tells of each option that a section names and its device does not have. `devices`: those that the section is for, with `options`
 * together; another device there is refused elsewhere.
 */
export function checkOptions(
  section: { readonly device: string },
  devices: readonly { readonly name: string; readonly options: Options }[],
  options: Options,
  problem: (message: string, key: string) => void,
): void {
  const device = devices.find(({ name }) => name === section.device);
  if (device === undefined) return;
  for (const key of Object.keys(options))
    if (Object.hasOwn(section, key) && !Object.hasOwn(device.options, key))
      problem(`is no option of ${device.name}; ${ownKeys(device.options)}`, key);
}

const ownKeys = (options: Options): string =>
  Object.keys(options).length === 0 ? "it has none" : `it has ${Object.keys(options).join(", ")}`;
