import type { Text } from "../../../text/language.ts";
import { textsOf, textOf } from "../../../text/text-of.ts";
import { sameText } from "../../../text/every-language.ts";
import type { FamilyTexts } from "../family.ts";
import type { Refusal } from "../people/keys.ts";

/** What people at any table read about everything that is not law, by its codes. The texts of a family are in its folder. */

/** A fault as people read it: what it is, and what to do. */
export interface FaultText {
  readonly text: Text;
  readonly doThis: Text;
}

/** What tirada's own sensors saw, or could not see. */
const DOUBTS: Readonly<Record<string, Text>> = textsOf("reasons.doubts");

/** What a wheel said, what its line lost, what a rule could not judge. */
const DEVICE: Readonly<Record<string, Text>> = textsOf("reasons.device");

/** What people said of a round that had its verdict. */
const PEOPLE: Readonly<Record<string, Text>> = textsOf("reasons.people");

/** What waits for somebody and is of no round. */
const WAITING: Readonly<Record<string, Text>> = textsOf("reasons.waiting");

/** Reason codes of undecided rounds and of numbers that are only reported; what else waits for people. */
export const BECAUSE: Readonly<Record<string, Text>> = { ...DEVICE, ...DOUBTS, ...PEOPLE, ...WAITING };

/** Causes of an aborted game. */
export const ABORTED: Readonly<Record<string, Text>> = textsOf("reasons.aborted");

/** What stands of a round by a person's word, where it is no more than that. */
export const STANDS: Text = textOf("verdicts.stands");

/** Why a key was refused. */
export const REFUSALS: Readonly<Record<Refusal, Text>> = textsOf("refusals");
export const refusalText = (refusal: Refusal, own: FamilyTexts): Text =>
  own.refusals?.[refusal] ?? REFUSALS[refusal];

/** `own`: the words of the table's family, before those of all. An unknown code stands for itself. */
export function becauseText(code: string, own?: FamilyTexts): Text {
  return (
    own?.because[code] ?? BECAUSE[code] ?? own?.ownBecause?.[code] ?? ABORTED[code] ?? faultText(code, own).text
  );
}

export function abortText(code: string, own?: FamilyTexts): Text {
  return own?.because[code] ?? ABORTED[code] ?? sameText(code);
}

/** Every fault code that a device or the unit can record, in the languages of the table. */
export const FAULT_TEXTS: Readonly<Record<string, FaultText>> = {
  ...textsOf("faults.wheel"),
  ...textsOf("faults.unit"),
  ...textsOf("faults.sensors"),
  ...textsOf("faults.reader"),
  ...textsOf("faults.shoe"),
  ...textsOf("faults.balls"),
};

/** `own`: the words of the table's family, before those of all. An unknown code stands for itself. */
export function faultText(code: string, own?: FamilyTexts): FaultText {
  return (
    own?.faults[code] ?? FAULT_TEXTS[code] ?? { text: sameText(code), doThis: textOf("faults.unknown.doThis") }
  );
}

/**
 * Short names of the reasons that people call a void for, as a croupier says them: they stand over the sentence of the law on the
 * key of the reason, and are no part of the law. By the rule's id; at most 34 letters.
 */
const NAMES: Readonly<Record<string, Text>> = {
  ...textsOf("void-names.balls"),
  ...textsOf("void-names.wheel"),
  ...textsOf("void-names.dice"),
  ...textsOf("void-names.cards"),
};

/** The short name of a reason; null: it has none, and the sentence of the law stands alone. */
export const voidName = (rule: string): Text | null => NAMES[rule] ?? null;
