import { textsOf } from "../text/text-of.ts";
import type { Text } from "../text/language.ts";

/**
 * Short names of the reasons that people call a void for, as a croupier says them: they stand over the sentence of the law on the
 * key of the reason, and are no part of the law. By the rule's id; at most 34 letters.
 */
const NAMES: Readonly<Record<string, Text>> = {
  ...textsOf("void-names.wheel"),
  ...textsOf("void-names.dice"),
  ...textsOf("void-names.cards"),
};

/** The short name of a reason; null: it has none, and the sentence of the law stands alone. */
export const voidName = (rule: string): Text | null => NAMES[rule] ?? null;
