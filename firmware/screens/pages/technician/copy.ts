/** A long word that somebody has to take along: one touch copies it, or marks it whole where a page may not copy. */
import { h, type JSX } from "preact";
import { textsOf } from "../../../../src/text/text-of.ts";
import { byId } from "../page.ts";
import type { Telling } from "./parts.ts";

const WORDS = textsOf("pages.technician.copy");

/** What became of the last touch, by the element of the word. */
const done = new Map<string, "copied" | "marked">();

/** `id`: of the element that holds the word; `again`: draws the page. */
export function copied(id: string, word: string, { language }: Telling, again: () => void): JSX.Element {
  const became = done.get(id);
  return h(
    "span",
    { class: "copied" },
    h("code", { id, class: "word" }, word),
    h(
      "button",
      { type: "button", class: "copy", onClick: () => void copy(id, word).then(again) },
      WORDS.copy[language],
    ),
    h("span", { role: "status", class: "when" }, became === undefined ? "" : WORDS[became][language]),
  );
}

/** Browsers copy for a page of this machine or of https alone; elsewhere the word is marked, and people copy it. */
async function copy(id: string, word: string): Promise<void> {
  getSelection()?.selectAllChildren(byId(id));
  try {
    // There is no clipboard at all where a page may not copy.
    await (navigator.clipboard as Clipboard | undefined)?.writeText(word);
    done.set(id, window.isSecureContext ? "copied" : "marked");
  } catch {
    done.set(id, "marked");
  }
}
