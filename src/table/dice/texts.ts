import { textsOf, textOf } from "../../text/text-of.ts";
import type { Text } from "../../text/language.ts";
import type { FaultText } from "../kernel/view/texts.ts";
import type { CrapsCall } from "../../dice/outcome-types.ts";
import { fillText } from "../../text/every-language.ts";
import type { FamilyTexts } from "../kernel/family.ts";
import type { DurableDice } from "./durable-dice.ts";

/** What people at a dice table read: reasons, faults, calls, keys. */

/** Words of the readers and of the eye, as `dice-` codes. */
export const SEEN: Readonly<Record<string, Text>> = textsOf("reasons.dice-seen");

/** Faults that every device can have, in the words of a dice table. */
export const DICE_LINK_TEXTS: Readonly<Record<string, FaultText>> = textsOf("faults.dice-link");

/** Faults that the eye itself finds. */
export const EYE_FAULT_TEXTS: Readonly<Record<string, FaultText>> = textsOf("faults.eye");

/** Faults of shakers, cages, cup switches and second sources. */
export const THROWER_FAULT_TEXTS: Readonly<Record<string, FaultText>> = textsOf("faults.thrower");

/** Why a throw is undecided, only reported or given up, as people at a dice table read it. */

const DEVICES: Readonly<Record<string, Text>> = textsOf("reasons.dice-devices");

const THROWER: Readonly<Record<string, Text>> = textsOf("reasons.dice-thrower");

const READING: Readonly<Record<string, Text>> = textsOf("reasons.dice-reading");

/** A fault may be the reason itself: one of the eye by which no face is believed, or one of a line. */
const FAULTS = Object.entries({ ...EYE_FAULT_TEXTS, ...DICE_LINK_TEXTS }).map(
  ([code, fault]) => [code, fault.text] as const,
);

export const DICE_BECAUSE: Readonly<Record<string, Text>> = {
  ...Object.fromEntries(FAULTS),
  ...DEVICES,
  ...THROWER,
  ...READING,
  ...Object.fromEntries(Object.entries(SEEN).map(([code, said]) => [`dice-${code}`, said])),
};

/** What a throw of craps is called at the table. No catalogue prints these words but the point's. */
export const CRAPS_CALLS: Readonly<Record<CrapsCall, Text>> = textsOf("dice.craps-calls");

/** What is written on the keys of a dice table, but for the calls, whose words are in the rulebook. */
export const DICE_KEY_TEXTS: Readonly<Record<string, Text>> = textsOf("keys.dice");

export const DUTY_TEXTS = textsOf("dice.duties");

/** What reminds people that the dice in play, or the croupier who throws, are due to be changed. */
export const CLOCK_TEXTS = textsOf("dice.clock");

/** The answers to whether a result was announced before its dice were touched. */
export const WAS_ANNOUNCED = textsOf("dice.was-announced");

/** The answers to whether a die that fell in the series was found. */
export const DIE_FOUND = textsOf("dice.die-found");

const POINT_STANDS = textsOf("dice.point-stands");

/** The key by which the point is confirmed as the machine has it; null: there is none. */
export const pointStandsText = (point: number | null): Text =>
  point === null ? POINT_STANDS.none : fillText(POINT_STANDS.point, { point });

/** To whom the dice go after a seven that loses: `next` where the law does not say which way. */
const PASSES = textsOf("dice.passes");

/** The duty after a seven that loses, or after a shooter who throws no more. `from`: his place; null: it was not said. */
export function passText({ from, isLost }: NonNullable<DurableDice["passing"]>, to: keyof typeof PASSES): Text {
  const passes = PASSES[to];
  if (isLost === true)
    return from === null ? passes : fillText(textOf("dice.passes-of-place"), { from, passes });
  if (from === null) return fillText(textOf("dice.seven"), { passes });
  return fillText(textOf("dice.seven-of-place"), { from, passes });
}

/** What is told in its own words at a dice table. */
export const DICE_TEXTS: FamilyTexts = {
  because: DICE_BECAUSE,
  faults: { ...THROWER_FAULT_TEXTS, ...EYE_FAULT_TEXTS, ...DICE_LINK_TEXTS },
};
