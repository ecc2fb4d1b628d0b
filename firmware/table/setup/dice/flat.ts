import { DICE_OPTIONS } from "../../config/devices.ts";
import { flatOf, portIn, readHead, type FlatOptions, type Head } from "../recorded-head.ts";
import type { DiceTableSetup } from "../setup-types.ts";
import type { DicePart, DicePartOptions, DiceTableOptions } from "./thrown-dice.ts";

/** Devices of dice, by their ports. */
const PARTS = ["eye", "thrower", "witness"] as const;
const WITNESS_REQUIRED = "witness.required";

/** `eye.knows`, `thrower.id` and so on; the faces and their number are the rulebook's. */
export function flatDice({ parts, has }: Pick<DiceTableSetup, "parts" | "has">): FlatOptions {
  return { ...flatParts(parts), [WITNESS_REQUIRED]: has.witness?.required ?? null };
}

/** The options of each device of dice, by its port. A card table may have such devices too. */
export function flatParts(parts: readonly DicePart[]): FlatOptions {
  const named = parts.flatMap(({ port: at, options }) =>
    Object.entries({ port: options.port, ...flatOf(DICE_OPTIONS, options) }).map(
      ([name, value]) => [`${at}.${name}`, value] as const,
    ),
  );
  return Object.fromEntries(named);
}

/** The options of a dice table's recording. */
export function diceOptionsOf(flat: FlatOptions): DiceTableOptions {
  return readHead(flat, readDiceParts);
}

/** Reads the options of the devices of dice from a head. A card table may have such devices too. */
export function readDiceParts(head: Head): DiceTableOptions {
  const part = (at: string): DicePartOptions => ({
    ...portIn(head, `${at}.port`, ["camera", "serial", "mqtt"] as const),
    ...head.options(DICE_OPTIONS, `${at}.`),
  });
  const required = head.takeKey(WITNESS_REQUIRED);
  const parts = Object.fromEntries(PARTS.map((at) => [at, part(at)]));
  return { ...parts, witnessRequired: required === true };
}
