/** What stands in the head of a page. */
import { h } from "preact";
import { textsOf } from "../../../src/text/text-of.ts";
import { joinParts, LANGUAGE_NAMES, wordIn, type Language, type Text } from "./i18n.ts";

const TITLES: Readonly<Record<string, Text>> = textsOf("pages.titles");

/** `Test mode: results do not count`, for the first place of a page's head, and in the title of its window; null at a table that counts. */
export function testMark(isTest: boolean, language: Language) {
  markTitle(isTest, language);
  return isTest ? h("strong", { id: "test" }, testWords(language)) : null;
}

export const testWords = (language: Language): string =>
  `${wordIn("test", language)}: ${wordIn("testMeans", language)}`;

export function markTitle(isTest: boolean, language: Language): void {
  const page = document.documentElement.dataset["page"] ?? "";
  const words = TITLES[page]?.[language];
  document.title = joinParts(isTest && wordIn("test", language), "tirada", words);
  // The heading of a page that has no room for one: for those who hear it.
  const heading = document.getElementById("heading");
  if (heading !== null && words !== undefined) heading.textContent = words;
}

/** A button for each language of the table; before it is known, for Spanish alone. */
export const languageButtons = (
  languages: readonly Language[] | undefined,
  now: Language,
  choose: (language: Language) => void,
) =>
  (languages ?? ["es"]).map((each) =>
    h(
      "button",
      {
        lang: each,
        // Its name begins with what is written on it: whoever speaks to the page says what he sees.
        "aria-label": `${each}: ${LANGUAGE_NAMES[each]}`,
        "aria-pressed": String(each === now),
        onClick: () => choose(each),
      },
      each,
    ),
  );
