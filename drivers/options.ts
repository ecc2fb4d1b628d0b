import type { z } from "zod";

/** The plain values that an option may have. */
type Plain = string | number | boolean | null | readonly string[];

/**
 * One option of a device: a key of the configuration, of the head of recordings and of the manual, defined once in the device's own
 * folder.
 */
export interface Option<Value extends Plain = Plain, Otherwise extends Plain = Plain> {
  /** For people: one sentence without a full stop, its unit in it. */
  readonly about: string;
  /** The values that a configuration may give. */
  readonly value: z.ZodType<Value>;
  /** The value in a configuration that does not give it; null: nothing is set. */
  readonly otherwise: Otherwise;
  /** The value in a recording, a simulation or a replay that does not give it, where that is a different one. */
  readonly unsaid?: Value;
}

export type Options = Readonly<Record<string, Option>>;

/** The values of options, each with its own or the one for none. */
export type Values<O extends Options> = {
  readonly [Key in keyof O]: O[Key] extends Option<infer Value, infer Otherwise> ? Value | Otherwise : never;
};

/** An option with the types of its value and of the value for none. */
export const option = <Value extends Plain, const Otherwise extends Value | null>(
  one: Option<Value, Otherwise>,
): Option<Value, Otherwise> => one;

type Merged<O> = (O extends unknown ? (one: O) => void : never) extends (all: infer All) => void ? All : never;
/** The options of several devices together. */
export type OptionsOf<Device extends { readonly options: Options }> = Simple<Merged<Device["options"]>>;
type Simple<O> = O extends Options ? { readonly [Key in keyof O]: O[Key] } : never;

/**
 * The options of all devices of a family, in the devices' order: configurations and heads have one set of keys for a family.
 * Throws TypeError when two devices define one name differently.
 */
export function mergeOptions<Device extends { readonly name: string; readonly options: Options }>(
  devices: readonly Device[],
): OptionsOf<Device> {
  const all: Record<string, Option> = {};
  for (const { name, options } of devices)
    for (const [key, one] of Object.entries(options)) {
      if (Object.hasOwn(all, key) && all[key] !== one)
        throw new TypeError(`${name} defines the option ${key}, and so does another device of its family`);
      all[key] = one;
    }
  return all as unknown as OptionsOf<Device>;
}

/** The options among the keys of a section, as far as they are given. */
export function optionsOf<O extends Options>(section: object, options: O): Partial<Values<O>> {
  const said = Object.entries(section).filter(([key]) => Object.hasOwn(options, key));
  return Object.fromEntries(said) as Partial<Values<O>>;
}

/** The value of each option in a configuration that does not give it. */
export function defaultValues<O extends Options>(options: O): Values<O> {
  return mapOptions(options, ({ otherwise }) => otherwise) as Values<O>;
}

/** The value of each option in a recording, a simulation or a replay that does not give it. */
export function unrecordedValues<O extends Options>(options: O): Values<O> {
  return mapOptions(options, ({ unsaid, otherwise }) => unsaid ?? otherwise) as Values<O>;
}

function mapOptions(options: Options, of: (one: Option) => Plain): Record<string, Plain> {
  return Object.fromEntries(Object.entries(options).map(([key, one]) => [key, of(one)]));
}
