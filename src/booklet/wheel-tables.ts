import { citeText, type WheelPack } from "../rules/pack.ts";
import { withoutLines } from "../rules/without-lines.ts";
import type { Language } from "../text/language.ts";
import { basisMark, grid, named } from "./grid.ts";
import { html, type Html } from "./html.ts";
import { BOOKLET_WORDS as WORDS } from "./words.ts";

/** The winning sets of a wheel, its ring, and what follows its special pockets. */
export function wheelTables(pack: WheelPack, language: Language): Html {
  const { wheel, suertes, result } = pack;
  const labelled = (pocket: string): string => wheel.labels?.[pocket]?.[language] ?? pocket;
  const isPaid = suertes.some(({ pays }) => pays !== undefined);
  const head = [WORDS.suerte, WORDS.winsOn, ...(isPaid ? [WORDS.pays] : []), WORDS.basis, WORDS.section];
  const rows = suertes.map(({ name, pockets, pays, basis, cite }) => [
    name[language],
    pockets.map(labelled).join(" "),
    ...(isPaid ? [pays === "push" ? WORDS.push[language] : (pays ?? "")] : []),
    basisMark(basis, language),
    citeText(cite),
  ]);
  const special = result.special.map(({ pocket, rule, basis, cite }) => [
    labelled(pocket),
    rule[language],
    basisMark(basis, language),
    citeText(cite),
  ]);
  return html`<h3>${WORDS.ring[language]}</h3>
    <p>${wheel.pockets.map(labelled).join(" ")}</p>
    <p>
      <small>${basisMark(wheel.basis, language)} · ${withoutLines(pack, wheel.note)}</small>
    </p>
    ${suertes.length === 0 ? null : grid(named(head, language), rows)}
    ${special.length === 0 ? null : grid(named([WORDS.pocket, WORDS.whatFollows, WORDS.basis, WORDS.section], language), special)}`;
}
