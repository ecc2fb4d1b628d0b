import { MAX_DECKS, type Deck } from "../../src/cards/decks.ts";
import type { Option, Options, Values } from "../../drivers/options.ts";
import type { Codes } from "../../drivers/shoe/device.ts";
import { WHEEL_BAUD } from "../../drivers/wheel/pace.ts";
import { DICE_OPTIONS, SHOE_OPTIONS, WHEEL_OPTIONS, WHEEL_TYPES } from "../config/devices.ts";
import type { DicePart, DicePartOptions, DiceTableOptions } from "./dice-setup.ts";
import { deckOfWord, deckWord } from "./shoe-decks.ts";
import type {
  DiceTableSetup,
  ShoeTableOptions,
  ShoeTableSetup,
  TableOptions,
  TableSetup,
  WheelTableSetup,
} from "./table-setup.ts";

/**
 * A table's options as flat values, as they stand in boot records and in the heads of recordings, and back again. A head holds the
 * options of all devices of its family, so that all heads of a family have the same keys. A key that this release does not know, or
 * a value that an option cannot have, is an error: a recording that is replayed by half proves nothing.
 */
export type FlatOptions = Readonly<Record<string, string | number | boolean | null>>;

const DECK = "deck.";
const CALIBRATION = "calibration.";
/** Devices of dice, by their ports. */
const PARTS = ["eye", "thrower", "witness"] as const;
const WITNESS_REQUIRED = "witness.required";

/** All that a replay needs to read the line as the unit did. */
export function flatOptions(setup: TableSetup): FlatOptions {
  switch (setup.family) {
    case "wheel":
      return flatWheel(setup);
    case "shoe":
      return { ...flatShoe(setup.options), ...(setup.dice === null ? {} : flatParts(setup.dice.parts)) };
    case "dice":
      return flatDice(setup);
  }
}

/** The options of a family, each as one value. */
function flatOf(options: Options, values: object): FlatOptions {
  const all = new Map<string, unknown>(Object.entries(values));
  const flat = (value: unknown): FlatOptions[string] =>
    Array.isArray(value) ? value.join(" ") : (value as FlatOptions[string]);
  return Object.fromEntries(Object.keys(options).map((key) => [key, flat(all.get(key))]));
}

function flatWheel({ options, pack }: Pick<WheelTableSetup, "options" | "pack">): FlatOptions {
  const { ring, calibration, baud } = options;
  const names = ring.join(" ");
  return {
    ...flatOf(WHEEL_OPTIONS, options),
    ...(names === pack.wheel.pockets.join(" ") ? {} : { ring: names }),
    ...(baud === WHEEL_BAUD ? {} : { baud }),
    ...flatCalibration(calibration),
  };
}

/** `calibration.sensorB` and so on; nothing for a wheel without one. */
export function flatCalibration(
  learned: Readonly<Record<string, number>> | null,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(learned ?? {}).map(([name, value]) => [`${CALIBRATION}${name}`, value]),
  );
}

/** A table of codes is named by its digest alone: it is as secret as the cards, and too long for a head. */
function flatShoe({ decks, port, codes, ...options }: ShoeTableSetup["options"]): FlatOptions {
  const words = decks.map((deck, at) => [`${DECK}${at + 1}`, deckWord(deck)] as const);
  return {
    ...flatOf(SHOE_OPTIONS, options),
    port,
    codes: codes?.sha256 ?? null,
    ...Object.fromEntries(words),
  };
}

/** `eye.knows`, `thrower.id` and so on; the faces and their number are the rulebook's. */
function flatDice({ parts, has }: Pick<DiceTableSetup, "parts" | "has">): FlatOptions {
  return { ...flatParts(parts), [WITNESS_REQUIRED]: has.witness?.required ?? null };
}

/** Of each device of dice, by its port. A card table may have such too. */
export function flatParts(parts: readonly DicePart[]): FlatOptions {
  const named = parts.flatMap(({ port: at, options }) =>
    Object.entries({ port: options.port, ...flatOf(DICE_OPTIONS, options) }).map(
      ([name, value]) => [`${at}.${name}`, value] as const,
    ),
  );
  return Object.fromEntries(named);
}

/** Takes the keys of a head one by one; what is left at the end is unknown. */
class Head {
  readonly #left: Map<string, FlatOptions[string]>;

  constructor(flat: FlatOptions) {
    this.#left = new Map(Object.entries(flat));
  }

  /** The value of a key, which is then known; undefined: the head does not hold it. */
  take(key: string): FlatOptions[string] | undefined {
    const value = this.#left.get(key);
    this.#left.delete(key);
    return value;
  }

  has(key: string): boolean {
    return this.#left.has(key);
  }

  /** The options that it holds, of these, below a prefix. Throws RangeError for a value that an option cannot have. */
  options<O extends Options>(options: O, prefix = ""): Partial<Values<O>> {
    const found = Object.entries(options).flatMap(([key, one]) => {
      const flat = this.take(prefix + key);
      return flat === undefined ? [] : [[key, valueOf(prefix + key, one, flat)] as const];
    });
    return Object.fromEntries(found) as Partial<Values<O>>;
  }

  /** Throws RangeError when a key is left that nobody took. */
  end(): void {
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
function reading<T>(flat: FlatOptions, read: (head: Head) => T): T {
  const head = new Head(flat);
  const found = read(head);
  head.end();
  return found;
}

/** The options of a wheel's recording. */
export function wheelOptionsOf(flat: FlatOptions): TableOptions {
  return reading(flat, (head) => {
    const calibration = calibrationOf(head);
    const [ring, baud] = [head.take("ring"), head.take("baud")];
    return {
      ...head.options(WHEEL_OPTIONS),
      ...(typeof baud === "number" && baud > 0 ? { baud } : {}),
      ...(typeof ring === "string" ? { ring: ring.split(" ") } : {}),
      ...(calibration === null ? {} : { calibration }),
    };
  });
}

/**
 * The options of a card table's recording. `codes`: what was found for the table of codes that it names. Throws RangeError when a
 * deck in it is none.
 */
export function shoeOptionsOf(flat: FlatOptions, codes: Codes | null): ShoeTableOptions {
  return reading(flat, (head) => {
    const decks = decksOf(head);
    head.take("codes");
    const hasDice = head.has("eye.port");
    return {
      ...head.options(SHOE_OPTIONS),
      ...portOf(head, "port", ["serial", "hid", "keyboard"] as const),
      decks,
      codes,
      ...(hasDice ? { firstDice: partsOf(head) } : {}),
    };
  });
}

/** The options of a dice table's recording. */
export function diceOptionsOf(flat: FlatOptions): DiceTableOptions {
  return reading(flat, partsOf);
}

function partsOf(head: Head): DiceTableOptions {
  const part = (at: string): DicePartOptions => ({
    ...portOf(head, `${at}.port`, ["camera", "serial", "mqtt"] as const),
    ...head.options(DICE_OPTIONS, `${at}.`),
  });
  const required = head.take(WITNESS_REQUIRED);
  const parts = Object.fromEntries(PARTS.map((at) => [at, part(at)]));
  return { ...parts, witnessRequired: required === true };
}

function portOf<const Port extends string>(
  head: Head,
  key: string,
  ports: readonly Port[],
): { readonly port?: Port } {
  const value = head.take(key);
  const port = ports.find((one) => one === value);
  return port === undefined ? {} : { port };
}

function decksOf(head: Head): Deck[] {
  const decks: Deck[] = [];
  for (let at = 1; at <= MAX_DECKS; at++) {
    const word = head.take(`${DECK}${at}`);
    if (word === undefined) break;
    const deck = typeof word === "string" ? deckOfWord(word) : null;
    if (deck === null) throw new RangeError(`the recording's deck ${at} cannot be read; it is damaged`);
    decks.push(deck);
  }
  return decks;
}

/** All numbers that one of the devices learns, or none: half a calibration is none. */
function calibrationOf(head: Head): Readonly<Record<string, number>> | null {
  const names = WHEEL_TYPES.flatMap(({ learning }) => learning?.numbers ?? []);
  const values = names.map((name) => [name, head.take(`${CALIBRATION}${name}`)] as const);
  const learned = WHEEL_TYPES.map(({ learning }) => learning?.numbers ?? []).find(
    (numbers) =>
      numbers.length > 0 &&
      numbers.every((name) => values.some(([one, value]) => one === name && typeof value === "number")),
  );
  if (learned === undefined) return null;
  return Object.fromEntries(values.filter(([name]) => learned.includes(name))) as Record<string, number>;
}
