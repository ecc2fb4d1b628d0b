import { InvalidArgumentError } from "commander";
import { LANGUAGES, type Language } from "../../src/text/language.ts";

/** `--lang`. */
export const LANGUAGE_OPTION = [
  "--lang <language>",
  `language of the texts: ${LANGUAGES.join(", ")}`,
  (text: string): Language => {
    const found = LANGUAGES.find((one) => one === text);
    if (found === undefined) throw new InvalidArgumentError(`known: ${LANGUAGES.join(", ")}`);
    return found;
  },
  "es" as Language,
] as const;
