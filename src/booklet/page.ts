import { ROLE_NAMES } from "../people/roles.ts";
import type { Language, Text } from "../text/language.ts";
import { fillText, inEveryLanguage } from "../text/every-language.ts";
import { textsOf } from "../text/text-of.ts";
import { LATE_MINUTES } from "../table/kernel/late/past-rounds.ts";
import { BOOKLET_WORDS as WORDS, PHASE_NAMES } from "./words.ts";
import { noteWords, type NoteSource, html, Html, basisMark, grid, named } from "./html.ts";
import { LEVEL_NAMES, VERDICT_NAMES } from "../rules/coverage-text.ts";
import { adoptedOf } from "../rules/engine.ts";
import { type Coverage, LEVELS } from "../rules/coverage.ts";
import type { Notes } from "../rules/notes.ts";
import { citeText, type Pack, rulebookName } from "../rules/pack.ts";
import { materialSection } from "./material.ts";
import { callWords, ruleArticle } from "./rule-article.ts";
import { BOOKLET_TABLES } from "./families.ts";

/** The law's tables of a pack under their heading: the deal, the winning sets of a wheel, what the dice win, tables of third cards. */
export function tableSections({ pack, notes, language }: NoteSource): Html | null {
  const tables = BOOKLET_TABLES.get(pack.family).of(pack, { notes, language });
  return tables === null
    ? null
    : html`<h2>${WORDS.tables[language]}</h2>
        ${tables}`;
}

/** House rules that are no reading of one rule. */
const HOUSE: Readonly<Record<string, Text>> = textsOf("booklet.house");

/** What a booklet is made of. */
export interface Booklet {
  readonly pack: Pack;
  readonly digest: string;
  /** What its notes and remarks say in other languages. */
  readonly notes: Notes;
  /** What a device sees of it; null: no device was named. */
  readonly coverage: { readonly device: string; readonly seen: Coverage } | null;
  readonly language: Language;
}

const STYLE =
  new Html(`@page { size: A4; margin: 18mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt Georgia, serif; } }
* { print-color-adjust: exact; }
body { font: 10.5pt/1.4 Georgia, "Times New Roman", serif; color: #111; background: #fff; max-width: 178mm; margin: 0 auto; overflow-wrap: break-word; }
h1 { font-size: 20pt; margin: 0; } h2 { font-size: 13pt; border-bottom: 1px solid #111; margin: 9mm 0 3mm; break-after: avoid; }
article { break-inside: avoid; border-left: 3px solid #777; padding-left: 3mm; margin: 0 0 4mm; }
article.inferred, article.external { border-left-style: dashed; }
h3 { font-size: 10.5pt; margin: 2mm 0 0; break-after: avoid; } article h3 { margin: 0; } p { margin: 1mm 0; orphans: 3; widows: 3; }
ol { margin: 1mm 0; padding-left: 6mm; } small { color: #333; font-size: 9pt; }
.mark { color: #111; font-size: 9pt; border: 1px solid #777; border-radius: 2mm; padding: 0 1.5mm; white-space: nowrap; }
.mark.inferred, .mark.external { border-style: dashed; } .mark.house { font-weight: bold; border: 2px solid #111; }
table { border-collapse: collapse; font-size: 9.5pt; margin: 2mm 0; max-width: 100%; } thead { display: table-header-group; } tr { break-inside: avoid; }
th, td { border: 1px solid #777; padding: 0.6mm 2mm; text-align: left; vertical-align: top; } thead th { background: #eee; }
.cell { text-align: center; } .cell.T { background: #ddd; font-weight: bold; } .cell.O, .cell.U { outline: 2px dashed #111; outline-offset: -3px; }
code { font-size: 8.5pt; overflow-wrap: anywhere; }`);

/** Remarks that tell how a pack cites lines: for whoever reads the pack, not for whoever reads its sections. */
const FOR_PACKS: readonly string[] = ["two-languages"];

/**
 * A rulebook for a lawyer as one page of HTML that needs nothing else: what the machine judges, only bounds, has attested or cannot
 * see, every rule with paragraph, basis, words and steps, and the law's tables. Prints on A4.
 */
export function bookletPage(booklet: Booklet): string {
  const { pack, digest, coverage, language } = booklet;
  const name = rulebookName(pack);
  const t = (text: Text): string => text[language];
  const until = pack.until === undefined ? "" : ` – ${pack.until}`;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${t(pack.title)} · ${name}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <main>
          <h1>${t(pack.title)}</h1>
          <p>${pack.law.name}<br /><small>${pack.law.published}</small></p>
          <table>
            <tr>
              <th>${t(WORDS.edition)}</th>
              <td><code>${name}</code></td>
            </tr>
            <tr>
              <th>${t(WORDS.inForce)}</th>
              <td>${pack.inForce}${until}</td>
            </tr>
            <tr>
              <th>SHA-256</th>
              <td><code>${digest}</code></td>
            </tr>
            <tr>
              <th>${t(WORDS.device)}</th>
              <td>${coverage === null ? t(WORDS.noDevice) : html`<code>${coverage.device}</code>`}</td>
            </tr>
            <tr>
              <th>${t(WORDS.houseRules)}</th>
              <td>${houseRulesOf(booklet)}</td>
            </tr>
            <tr>
              <th>${t(WORDS.afterResult)}</th>
              <td>${t(afterResultText(pack))}</td>
            </tr>
          </table>
          ${coverageSection(booklet)} ${materialSection(pack, language)} ${tableSections(booklet)}
          <h2>${t(WORDS.rules)}</h2>
          ${pack.rules.length === 0 ? html`<p>${t(WORDS.noRules)}</p>` : pack.rules.map((rule, at) => ruleArticle({ ...booklet, seen: coverage?.seen ?? null }, rule, at + 1))}
          <h2>${t(WORDS.calls)}</h2>
          ${callTable(booklet)} ${sessionSteps(booklet)} ${remarkSection(booklet)}
        </main>
      </body>
    </html> `.text;
}

/** For how long a result may be contested, annulled or put right: as the law says, or for the usual time of a house. */
function afterResultText({ afterResult }: Pack): Text {
  if (afterResult === undefined) return fillText(WORDS.minutesOfHouse, { n: LATE_MINUTES });
  const said = fillText(WORDS.minutesAfter, { n: afterResult.minutes });
  return inEveryLanguage((language) => `${said[language]} · ${citeText(afterResult.cite)}`);
}

function coverageSection({ coverage, language }: Booklet): Html | null {
  if (coverage === null) return null;
  const { rules } = coverage.seen;
  const rows = LEVELS.map((level) => {
    const ids = rules.filter((rule) => rule.level === level).map((rule) => rule.text[language]);
    return html`<tr>
      <th>${LEVEL_NAMES[level][language]}</th>
      <td>${ids.length}</td>
      <td>${ids.join(" · ")}</td>
    </tr>`;
  });
  return html`<h2>${WORDS.coverage[language]}</h2>
    <table>
      ${rows}
    </table>`;
}

function callTable(booklet: Booklet): Html {
  const { pack, language } = booklet;
  const rows = pack.announcements.map(({ phase, say, printed, by, basis, cite, note }) => [
    PHASE_NAMES[phase][language],
    callWords(say, printed, language),
    ROLE_NAMES[by][language],
    html`${basisMark(basis, language)}${note === undefined ? null : html`<br /><small>${noteWords(booklet, note)}</small>`}`,
    cite === undefined ? "" : citeText(cite),
  ]);
  return grid(
    [WORDS.phase, WORDS.said, WORDS.by, WORDS.basis, WORDS.section].map((word) => word[language]),
    rows,
  );
}

/** What the law wants done as the table is opened and closed. */
function sessionSteps({ pack, language }: Booklet): Html | null {
  const lists = [
    [WORDS.opening, pack.session?.opening ?? []],
    [WORDS.closing, pack.session?.closing ?? []],
  ] as const;
  return html`${lists.map(([title, ids]) =>
    ids.length === 0
      ? null
      : html`<h2>${title[language]}</h2>
          <ol>
            ${pack.steps
              .filter(({ id }) => ids.includes(id))
              .map(
                ({ text, who }) =>
                  html`<li>${text[language]} <small>(${ROLE_NAMES[who][language]})</small></li>`,
              )}
          </ol>`,
  )}`;
}

/** Where the law is silent or wrong, and what is held instead, by its sections. */
function remarkSection(booklet: Booklet): Html {
  const { pack, language } = booklet;
  const rows = pack.remarks
    .filter(({ about }) => !FOR_PACKS.includes(about))
    .map(({ text, cite }) => [
      cite === undefined ? WORDS.whole[language] : citeText(cite),
      noteWords(booklet, text),
    ]);
  return html`<h2>${WORDS.remarks[language]}</h2>
    ${grid(named([WORDS.section, WORDS.about], language), rows)}`;
}

/** The house rules of a table: each with the rule that it reads, and what that becomes. */
function houseRulesOf({ pack, coverage, language }: Booklet): Html | string {
  if (coverage === null) return WORDS.noDevice[language];
  const { houseRules } = coverage.seen;
  if (houseRules.length === 0) return WORDS.none[language];
  return html`${houseRules.map((id) => {
    const rule = pack.rules.find((one) => adoptedOf(one, [id]) !== null);
    const adopted = rule === undefined ? null : adoptedOf(rule, [id]);
    return rule === undefined || adopted === null
      ? html`<div>${HOUSE[id]?.[language] ?? id}</div>`
      : html`<div>${rule.text[language]} → <b>${VERDICT_NAMES[adopted.verdict][language]}</b></div>`;
  })}`;
}
