import type { Option, Options, Values } from "../../../drivers/options.ts";

/**
 * A table's options as flat values, as they stand in boot records and in the heads of recordings, and back again. A head holds
 * the options of all devices of its family, so that all heads of a family have the same keys. A key that this release does not
 * know, or a value that an option cannot have, is an error: a recording that is replayed with half its options proves nothing.
 */
export type FlatOptions = Readonly<Record<string, string | number | boolean | null>>;

/** The options of a family, each as one value. */
export function flatOf(options: Options, values: object): FlatOptions {
  const all = new Map<string, unknown>(Object.entries(values));
  const flat = (value: unknown): FlatOptions[string] =>
    Array.isArray(value) ? value.join(" ") : (value as FlatOptions[string]);
  return Object.fromEntries(Object.keys(options).map((key) => [key, flat(all.get(key))]));
}

/** Reads the keys of a head one by one; keys that are left at the end are unknown. */
export class Head {
  readonly #left: Map<string, FlatOptions[string]>;

  constructor(flat: FlatOptions) {
    this.#left = new Map(Object.entries(flat));
  }

  /** The value of a key, which is then known; undefined: the head does not hold it. */
  takeKey(key: string): FlatOptions[string] | undefined {
    const value = this.#left.get(key);
    this.#left.delete(key);
    return value;
  }

  has(key: string): boolean {
    return this.#left.has(key);
  }

  /** Those of the given options that the head holds below a prefix. Throws RangeError for a value that an option cannot have. */
  options<O extends Options>(options: O, prefix = ""): Partial<Values<O>> {
    const found = Object.entries(options).flatMap(([key, one]) => {
      const flat = this.takeKey(prefix + key);
      return flat === undefined ? [] : [[key, valueOf(prefix + key, one, flat)] as const];
    });
    return Object.fromEntries(found) as Partial<Values<O>>;
  }

  /** Throws RangeError when a key was not read. */
  refuseUnknownKeys(): void {
    const [unknown] = this.#left.keys();
    if (unknown !== undefined)
      throw new RangeError(
        `the recording's option ${unknown} is unknown to this release; replay it with the release that made it`,
      );
  }
}

function valueOf(key: string, { value, otherwise }: Option, flat: FlatOptions[string]): unknown {
  if (flat === otherwise) return flat;
  const isList = Array.isArray(otherwise);
  const given = isList && typeof flat === "string" ? flat.split(" ").filter((one) => one !== "") : flat;
  const read = value.safeParse(given);
  if (read.success) return read.data;
  throw new RangeError(
    `the recording's option ${key} cannot be ${JSON.stringify(flat)} in this release; it is damaged, or of another release`,
  );
}

/** Reads a head whole. Throws RangeError for a key or value that this release does not know. */
export function readHead<T>(flat: FlatOptions, read: (head: Head) => T): T {
  const head = new Head(flat);
  const found = read(head);
  head.refuseUnknownKeys();
  return found;
}

/** How a device was plugged in, where the head says it. */
export function portIn<const Port extends string>(
  head: Head,
  key: string,
  ports: readonly Port[],
): { readonly port?: Port } {
  const value = head.takeKey(key);
  const port = ports.find((one) => one === value);
  return port === undefined ? {} : { port };
}
