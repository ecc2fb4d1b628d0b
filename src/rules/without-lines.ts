import { textsOf } from "../text/text-of.ts";
import type { Language } from "../text/language.ts";
import { type Cite, citeText, type Pack } from "./pack.ts";
import { NOTE_LANGUAGE } from "./notes.ts";

const ELSEWHERE = textsOf("booklet.elsewhere");

/** Lines of a text as it was read: `2084–2150`, `3603–3664; 3670–3710`, `2578–2618 (es), 2548–2588 (eu)`, `2849 to 2859`. */
const SPAN = String.raw`\d{1,5}(?!\d|\.[\dIVX]|:\d)(?:(?:[–-]| to )\d{1,5})?(?: \((?:es|eu)\))?`;
const SPANS = `${SPAN}(?:(?:, |; | and | or )${SPAN})*`;

const IN_BRACKETS = new RegExp(String.raw` ?\((?:lines? |ll?\. )?(${SPANS})\)`, "gi");
const IN_A_SENTENCE = new RegExp(String.raw`\b([Ll])(?:ines? |l?\. )(${SPANS})`, "g");
const AFTER_A_SECTION = new RegExp(String.raw`, ll?\. ${SPANS}`, "g");

/**
 * A note or remark of a pack as people read it. Packs name lines of the text as it was read, which nobody else has: in their place
 * stands the section in which the pack cites them, `II.2.7`. Lines that the pack cites nowhere are left out, in a sentence they are
 * "another place", in the note's language.
 */
export function withoutLines(pack: Pack, text: string, language: Language = NOTE_LANGUAGE): string {
  const cites = citesOf(pack);
  const named = (spans: string): string =>
    [
      ...new Set(
        [...spans.matchAll(/\d{1,5}/g)].flatMap(([line]) => sectionOf(cites, Number(line))?.split(", ") ?? []),
      ),
    ].join(", ");
  return text
    .replace(IN_BRACKETS, (whole, spans: string) => {
      // `(32)` is no line, nor is a number in a note that speaks of none.
      if (!/\(l/i.test(whole) && !/\d{3}/.test(spans)) return whole;
      const sections = named(spans);
      if (sections !== "") return ` (${sections})`;
      return /\(l/i.test(whole) || /\blines? \d/i.test(text) ? "" : whole;
    })
    .replace(
      IN_A_SENTENCE,
      (_whole, l: string, spans: string) =>
        named(spans) || ELSEWHERE[l === "L" ? "begins" : "inside"][language],
    );
}

/** Where one of the law's tables stands, as people read it: `Chile, III.3.5.1`. One without a section gets that of the citation beside it. */
export function sourceWithoutLines(source: string, cite: Cite | null): string {
  return source.replace(AFTER_A_SECTION, (_whole, at: number) => {
    const before = source.slice(0, at);
    const isOther = /[,;]/.test(before) || cite === null;
    return isOther ? "" : `, ${citeText(cite)}`;
  });
}

/** The section of the narrowest citation that holds a line; of equal ones that which names one section alone. */
function sectionOf(cites: readonly Cite[], line: number): string | null {
  let found: { readonly section: string; readonly width: number } | null = null;
  for (const cite of cites)
    for (const [first, last] of [cite.lines, ...(cite.also ?? [])]) {
      const width = (last - first + 1) * (cite.section.includes(", I") || cite.section.includes("→") ? 100 : 1);
      if (first <= line && line <= last && (found === null || width < found.width))
        found = { section: citeText(cite), width };
    }
  return found?.section ?? null;
}

/** Citations of the packs whose notes were told: a booklet tells a hundred of one pack. */
const known = new WeakMap<Pack, readonly Cite[]>();

function citesOf(pack: Pack): readonly Cite[] {
  const cites = known.get(pack) ?? citesIn(pack);
  known.set(pack, cites);
  return cites;
}

/** Every citation of a pack, wherever it stands. */
function citesIn(value: unknown): readonly Cite[] {
  if (typeof value !== "object" || value === null) return [];
  if ("section" in value && "lines" in value) return [value as Cite];
  return Object.values(value).flatMap(citesIn);
}
