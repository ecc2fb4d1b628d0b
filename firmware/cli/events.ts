import type { Command } from "commander";
import { everyEvent, type EventRow } from "../../src/analysis/events.ts";
import type { Language } from "../../src/text/language.ts";
import { LANGUAGE_OPTION, printFound } from "./common.ts";

/** `tirada events`. */
export function addEvents(command: Command): void {
  command
    .option(...LANGUAGE_OPTION)
    .option("--json", "one JSON object a line, with the texts in every language")
    .action((options) => {
      for (const event of everyEvent()) printFound(options, event, () => [eventText(event, options.lang)]);
    });
}

/** Three lines: what it is and its code, its text, what to do. */
function eventText({ kind, code, of, text, remedy, stands, refusesResults }: EventRow, lang: Language): string {
  const words = [
    kind,
    code,
    ...(of === "" ? [] : [`(${of})`]),
    ...(stands === undefined ? [] : [stands ? "stands" : "momentary"]),
    ...(refusesResults === true ? ["nothing is certified"] : []),
  ];
  return `${words.join("  ")}\n    ${text[lang]}\n    → ${remedy[lang]}`;
}
