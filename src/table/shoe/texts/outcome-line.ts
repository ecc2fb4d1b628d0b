import type { Language, Text } from "../../../text/language.ts";
import type { OutcomeWord } from "../plays/play.ts";
import { handName } from "./hands.ts";
import { outcomeText } from "./outcomes.ts";

/** What was announced stands, and is not told again. */
export const STANDS: Text = {
  es: "vale lo anunciado",
  eu: "iragarritakoak balio du",
  gl: "vale o anunciado",
  en: "what was announced stands",
};

/** `banca gana`; of the whole round only what became of it. */
export function outcomeLine({ of, is }: { readonly of: string; readonly is: string }): Text {
  const word = outcomeText(is as OutcomeWord);
  if (of === "round") return word;
  const name = handName(of);
  const both = (language: Language): string => `${name[language]} ${word[language]}`;
  return { es: both("es"), eu: both("eu"), gl: both("gl"), en: both("en") };
}
