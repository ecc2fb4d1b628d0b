/** The line in which the other languages take turns: what the stage says, in one of them. */
import { h, isValidElement, toChildArray, type ComponentChildren, type JSX } from "preact";
import { LANGUAGE_NAMES, type Language } from "../i18n.ts";

/** What a part of the stage is called whose words have no turn: headings, proof, what is done behind the table. */
const SILENT = /^(?:label|certificate|cite|steps|felt|shoe-line|deviation|because)\b/;

/** Sizes of the line, in the size of what players need, until it has room; below the last one its end is left out. */
const SIZES = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52];

/** Words that stand alone. */
const textOf = (children: ComponentChildren): string =>
  toChildArray(children)
    .map((part) => (isValidElement(part) ? "" : String(part)))
    .join("");

/** The words of a drawing, in their order. */
function wordsOf(child: ComponentChildren): readonly string[] {
  return toChildArray(child).flatMap((part): readonly string[] => {
    if (!isValidElement(part)) return [];
    const { class: name = "", children } = part.props as { class?: string; children?: ComponentChildren };
    if (SILENT.test(name)) return [];
    return name === "main" ? [textOf(children)] : wordsOf(children);
  });
}

/** What is said in a language, each of it once; null: nothing. */
export function turnLine(drawn: readonly (JSX.Element | null)[], language: Language): JSX.Element | null {
  const words = [...new Set(wordsOf([...drawn]))];
  if (words.length === 0) return null;
  return h(
    "p",
    { class: "turn", lang: language },
    h("span", { class: "turn-language", role: "img", "aria-label": LANGUAGE_NAMES[language] }, language),
    h("span", { class: "turn-words" }, ...words.map((one) => h("span", { class: "turn-word" }, one))),
  );
}

/** Gives the line its largest size; what still has no room is left out, from its end. */
export function fitTurn(line: HTMLElement): void {
  const words = [...line.querySelectorAll<HTMLElement>(".turn-word")];
  const isWide = () => line.scrollWidth > line.clientWidth;
  for (const size of SIZES) {
    line.style.setProperty("--turn", String(size));
    if (!isWide()) return;
  }
  for (const word of words.slice(1).toReversed()) {
    word.hidden = true;
    if (!isWide()) return;
  }
}
