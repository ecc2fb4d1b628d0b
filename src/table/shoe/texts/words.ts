import { inEveryLanguage } from "../../../text/every-language.ts";
import type { Text } from "../../../text/language.ts";

/** One text with a name put in for `{}`, in each language its own. */
export function filled(pattern: Text, name: Text): Text {
  return inEveryLanguage((language) => pattern[language].replace("{}", name[language]));
}
