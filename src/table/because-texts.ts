import { textsOf } from "../text/text-of.ts";
import type { Text } from "../text/language.ts";
import type { WheelDoubt } from "./wheel/observation.ts";

/** Why a round is undecided, or its number only reported, as people at the table read it. */

/** What tirada's own sensors saw, or could not see. */
const DOUBTS: Readonly<Record<WheelDoubt, Text>> = textsOf("reasons.doubts");

/** What a wheel said, what its line lost, what a rule could not judge. */
const DEVICE: Readonly<Record<string, Text>> = textsOf("reasons.device");

/** Reason codes of undecided rounds and of numbers that are only reported. */
export const BECAUSE: Readonly<Record<string, Text>> = { ...DEVICE, ...DOUBTS };
