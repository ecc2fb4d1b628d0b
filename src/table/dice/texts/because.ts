import { textsOf } from "../../../text/text-of.ts";
import type { Text } from "../../../text/language.ts";
import { EYE_FAULT_TEXTS } from "./fault-texts.ts";
import { SEEN } from "./seen.ts";

/** Why a throw is undecided, only reported or given up, as people at a dice table read it. */

const DEVICES: Readonly<Record<string, Text>> = textsOf("reasons.dice-devices");

const THROWER: Readonly<Record<string, Text>> = textsOf("reasons.dice-thrower");

const READING: Readonly<Record<string, Text>> = textsOf("reasons.dice-reading");

/** A fault of the eye by which no face is believed is reason enough. */
const EYE_FAULTS = Object.entries(EYE_FAULT_TEXTS).map(([code, fault]) => [code, fault.text] as const);

export const DICE_BECAUSE: Readonly<Record<string, Text>> = {
  ...Object.fromEntries(EYE_FAULTS),
  ...DEVICES,
  ...THROWER,
  ...READING,
  ...Object.fromEntries(Object.entries(SEEN).map(([code, said]) => [`dice-${code}`, said])),
};
