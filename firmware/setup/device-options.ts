import { KNOWS } from "../../drivers/dice/eye/codes.ts";
import { CODING_NAMES } from "../../drivers/shoe/barcode/codings.ts";
import {
  CALIBRATION_NUMBERS,
  type LearnedCalibration,
} from "../../drivers/wheel/sensor-board/calibration/learned.ts";
import { DEVICE_DEFAULTS } from "./wheel-devices.ts";
import { MAX_DECKS, type Deck } from "../../src/cards/decks.ts";
import type { DiceOptions } from "./dice-devices.ts";
import type { Codes, ShoeOptions } from "./shoe-devices.ts";
import { deckOfWord, deckWord } from "./shoe-decks.ts";
import type { DicePart, DicePartOptions, DiceTableOptions } from "./dice-setup.ts";
import type {
  DiceTableSetup,
  ShoeTableOptions,
  TableOptions,
  TableSetup,
  WheelTableSetup,
} from "./table-setup.ts";

/** A table's options as flat values, as they stand in boot records and in the heads of recordings, and back again. */
export type FlatOptions = Readonly<Record<string, string | number | boolean | null>>;

const DECK = "deck.";
const CALIBRATION = "calibration.";

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

function flatWheel({ options, pack }: Pick<WheelTableSetup, "options" | "pack">): FlatOptions {
  const { rotorVariationRpm10, protocol, ask, gameMode, ring, calibration, baud } = options;
  const names = ring.join(" ");
  return {
    rotorVariationRpm10,
    protocol,
    ask,
    gameMode,
    ...(names === pack.wheel.pockets.join(" ") ? {} : { ring: names }),
    ...(baud === DEVICE_DEFAULTS.baud ? {} : { baud }),
    ...flatCalibration(calibration),
  };
}

/** `calibration.sensorB` and so on; nothing for a wheel without one. */
export function flatCalibration(learned: LearnedCalibration | null): Readonly<Record<string, number>> {
  if (learned === null) return {};
  return Object.fromEntries(CALIBRATION_NUMBERS.map((name) => [`${CALIBRATION}${name}`, learned[name]]));
}

/** A table of codes is named by its digest alone: it is as secret as the cards, and too long for a head. */
function flatShoe({ decks, codes, ...plain }: ShoeOptions): FlatOptions {
  const words = decks.map((deck, at) => [`${DECK}${at + 1}`, deckWord(deck)] as const);
  return { ...plain, codes: codes?.sha256 ?? null, ...Object.fromEntries(words) };
}

/** `eye.knows`, `thrower.id` and so on; the faces and their number are the rulebook's. */
function flatDice({ parts, has }: Pick<DiceTableSetup, "parts" | "has">): FlatOptions {
  return { ...flatParts(parts), "witness.required": has.witness?.required ?? null };
}

/** Of each device of dice, by its port. A card table may have such too. */
export function flatParts(parts: readonly DicePart[]): FlatOptions {
  const named = parts.flatMap(({ port: at, options: { knows, ...options } }) =>
    Object.entries(flatPart(knows, options)).map(([name, value]) => [`${at}.${name}`, value] as const),
  );
  return Object.fromEntries(named);
}

/** The faces and their number are the rulebook's. */
function flatPart(
  knows: readonly string[],
  { port, digest, topic, id, input, output }: Omit<DiceOptions, "knows">,
): FlatOptions {
  return { port, digest, knows: knows.join(" "), topic, id, input, output };
}

/** The options of a dice table's recording. */
export function diceOptionsOf(flat: FlatOptions): DiceTableOptions {
  const part = (at: string): DicePartOptions => {
    const knows = flat[`${at}.knows`];
    return {
      ...known("port", flat[`${at}.port`], ["camera", "serial", "mqtt"]),
      ...(typeof knows === "string" ? { knows: KNOWS.filter((name) => knows.split(" ").includes(name)) } : {}),
      ...texts(flat, at),
    };
  };
  return {
    eye: part("eye"),
    thrower: part("thrower"),
    witness: part("witness"),
    witnessRequired: flat["witness.required"] === true,
  };
}

function texts(flat: FlatOptions, at: string): DicePartOptions {
  const names = ["digest", "topic", "id", "input", "output"] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = flat[`${at}.${name}`];
      return typeof value === "string" ? [[name, value] as const] : [];
    }),
  );
}

/** The options of a recording's head. Values of other releases that are not known here are left out. */
export function optionsOf(flat: FlatOptions): TableOptions {
  const { rotorVariationRpm10, protocol, ask, gameMode, ring, baud } = flat;
  const calibration = calibrationOf(flat);
  return {
    ...(typeof rotorVariationRpm10 === "number" ? { rotorVariationRpm10 } : {}),
    ...(protocol === "basic" || protocol === "advanced" || protocol === "extended" ? { protocol } : {}),
    ...(typeof ask === "boolean" ? { ask } : {}),
    ...(typeof gameMode === "number" || gameMode === null ? { gameMode } : {}),
    ...(typeof baud === "number" && baud > 0 ? { baud } : {}),
    ...(typeof ring === "string" ? { ring: ring.split(" ") } : {}),
    ...(calibration === null ? {} : { calibration }),
  };
}

/**
 * The options of a card table's recording. `codes`: what was found for the table of codes that it names. Throws
 * RangeError when a deck in it is none.
 */
export function shoeOptionsOf(flat: FlatOptions, codes: Codes | null): ShoeTableOptions {
  const { port, number, mode, coding, lines, at, suits, ranks } = flat;
  return {
    decks: decksOf(flat),
    codes,
    ...known("port", port, ["serial", "hid", "keyboard"]),
    ...known("mode", mode, ["one-by-one", "packets", "continuous", "sort"]),
    ...known("coding", coding, CODING_NAMES),
    ...known("lines", lines, [1, 2]),
    ...known("at", at, ["inside", "exit"]),
    ...known("suits", suits, ["cdhs", "shdc", "shcd", "hdcs", "dchs"]),
    ...known("ranks", ranks, ["two-first", "ace-first"]),
    ...(typeof number === "string" ? { number } : {}),
    ...(flat["eye.port"] === undefined ? {} : { firstDice: diceOptionsOf(flat) }),
  };
}

function known<const Name extends string, const Value>(
  name: Name,
  value: unknown,
  values: readonly Value[],
): { readonly [Key in Name]?: Value } {
  const found = values.find((one) => one === value);
  return found === undefined ? {} : ({ [name]: found } as { readonly [Key in Name]: Value });
}

function decksOf(flat: FlatOptions): Deck[] {
  const decks: Deck[] = [];
  for (let at = 1; at <= MAX_DECKS; at++) {
    const word = flat[`${DECK}${at}`];
    if (word === undefined) break;
    const deck = typeof word === "string" ? deckOfWord(word) : null;
    if (deck === null) throw new RangeError(`the recording's deck ${at} cannot be read; it is damaged`);
    decks.push(deck);
  }
  return decks;
}

function calibrationOf(flat: FlatOptions): LearnedCalibration | null {
  const value = (name: (typeof CALIBRATION_NUMBERS)[number]): number => {
    const found = flat[`${CALIBRATION}${name}`];
    return typeof found === "number" ? found : NaN;
  };
  const learned = {
    sensorB: value("sensorB"),
    sensorC: value("sensorC"),
    zero: value("zero"),
    dropLapUs: value("dropLapUs"),
    marks: value("marks"),
    board: value("board"),
  };
  return Object.values(learned).some(Number.isNaN) ? null : learned;
}
