import { inEveryLanguage } from "../../../text/every-language.ts";
import type { Text } from "../../../text/language.ts";
import { textOf } from "../../../text/text-of.ts";
import type { OutcomeWord } from "../plays/play.ts";
import { handName } from "./hands.ts";
import { outcomeText } from "./outcomes.ts";

/** What was announced stands, and is not told again. */
export const STANDS: Text = textOf("verdicts.stands");

/** `banca gana`; of the whole round only what became of it. */
export function outcomeLine({ of, is }: { readonly of: string; readonly is: string }): Text {
  const word = outcomeText(is as OutcomeWord);
  if (of === "round") return word;
  const name = handName(of);
  return inEveryLanguage((language) => `${name[language]} ${word[language]}`);
}
