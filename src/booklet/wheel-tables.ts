import { citeText, type LayoutRule, type WheelBet, type WheelPack } from "../rules/pack.ts";
import { fillText, inEveryLanguage } from "../text/every-language.ts";
import type { Language, Text } from "../text/language.ts";
import { textsOf } from "../text/text-of.ts";
import { html, type Html, basisMark, grid, named, type NoteSource, noteWords } from "./html.ts";
import { BOOKLET_WORDS as WORDS } from "./words.ts";

const ORDER = textsOf("booklet.order");
const CLOSE = textsOf("booklet.close");
const MATERIAL = textsOf("booklet.material");
const PARTS = textsOf("result-call.parts");

/** The winning sets of a wheel, its ring, and what follows its special pockets. */
export function wheelTables(pack: WheelPack, source: Omit<NoteSource, "pack">): Html {
  const { language } = source;
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
      <small>${basisMark(wheel.basis, language)} · ${noteWords({ ...source, pack }, wheel.note)}</small>
    </p>
    ${orderTable(wheel.layout ?? [], labelled, language)}
    ${grid(
      ["", "", WORDS.section[language]],
      [
        [MATERIAL.close[language], CLOSE[wheel.betsClose][language], ""],
        [
          WORDS.saidAloud[language],
          result.announce.map((part) => PARTS[part][language]).join(", "),
          citeText(result.cite),
        ],
      ],
    )}
    ${suertes.length === 0 ? null : grid(named(head, language), rows)}
    ${pack.bets === undefined ? null : betTable(pack.bets, language)}
    ${special.length === 0 ? null : grid(named([WORDS.pocket, WORDS.whatFollows, WORDS.basis, WORDS.section], language), special)}`;
}

/** What the law asks of the order of the pockets or cells. */
function orderTable(
  layout: readonly LayoutRule[],
  labelled: (pocket: string) => string,
  language: Language,
): Html | null {
  if (layout.length === 0) return null;
  return grid(
    named([WORDS.order, WORDS.section], language),
    layout.map((rule) => [orderText(rule, labelled)[language], citeText(rule.cite)]),
  );
}

function orderText(rule: LayoutRule, labelled: (pocket: string) => string): Text {
  switch (rule.rule) {
    case "equal-sectors": {
      const each = Object.entries(rule.each).map(([name, n]) =>
        fillText(ORDER.each, { n, name: labelled(name) }),
      );
      return fillText(ORDER["equal-sectors"], {
        n: rule.sectors,
        each: inEveryLanguage((language) => each.map((text) => text[language]).join(", ")),
      });
    }
    case "alternate-sectors":
      return fillText(ORDER["alternate-sectors"], { n: rule.sectors, name: labelled(rule.name) });
    default:
      return ORDER[rule.rule];
  }
}

/** What may be staked, how many numbers it covers and what it pays. */
function betTable(bets: readonly WheelBet[], language: Language): Html {
  return html`<h3>${WORDS.bets[language]}</h3>
    ${grid(
      named([WORDS.bet, WORDS.covers, WORDS.pays, WORDS.section], language),
      bets.map(({ name, numbers, pays, cite }) => [name[language], numbers, pays, citeText(cite)]),
    )}`;
}
