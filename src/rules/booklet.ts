import { ROLE_NAMES } from "../people/roles.ts";
import { categoryText } from "../table/shoe/texts/categories.ts";
import type { Language, Text } from "../text/language.ts";
import { BASIS_NAMES, BOOKLET_WORDS as WORDS } from "./booklet-words.ts";
import { conditionText } from "./condition-text.ts";
import { LEVEL_NAMES, VERDICT_NAMES } from "./coverage-text.ts";
import { adoptedOf } from "./engine.ts";
import { type Coverage, LEVELS, type RuleCoverage } from "./coverage.ts";
import { citeText, type Pack, type Rule, rulebookName } from "./pack.ts";

/** What a booklet is made of. */
export interface Booklet {
  readonly pack: Pack;
  readonly digest: string;
  /** What a device sees of it; null: no device was named. */
  readonly coverage: { readonly device: string; readonly seen: Coverage } | null;
  readonly language: Language;
}

/** HTML that is safe to be put into a page. Everything else is escaped. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Part = Html | string | number | null | readonly Part[];

/** Template of a page: what is put in is escaped, unless it is HTML of this template itself. */
function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const put = (part: Part): string => {
    if (part === null) return "";
    if (part instanceof Html) return part.text;
    if (typeof part === "object") return part.map(put).join("");
    return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  };
  return new Html(strings.reduce((page, text, at) => `${page}${put(parts[at - 1] ?? null)}${text}`));
}

const STYLE = new Html(`@page { size: A4; margin: 18mm 16mm; }
body { font: 10.5pt/1.4 Georgia, "Times New Roman", serif; color: #111; max-width: 178mm; margin: 0 auto; }
h1 { font-size: 20pt; margin: 0; } h2 { font-size: 13pt; border-bottom: 1px solid #111; margin: 9mm 0 3mm; break-after: avoid; }
article { break-inside: avoid; border-left: 3px solid #999; padding-left: 3mm; margin: 0 0 4mm; }
article.inferred, article.external { border-left-style: dashed; }
h3 { font-size: 10.5pt; margin: 0; } p { margin: 1mm 0; } ol { margin: 1mm 0; padding-left: 6mm; }
small, .mark { color: #444; font-size: 9pt; } table { border-collapse: collapse; font-size: 9.5pt; break-inside: avoid; margin: 2mm 0; }
th, td { border: 1px solid #999; padding: 0.6mm 2mm; text-align: left; vertical-align: top; } code { font-size: 8.5pt; overflow-wrap: anywhere; }`);

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
        <h1>${t(pack.title)}</h1>
        <p>${pack.law.name}<br /><small>${pack.law.published}</small></p>
        <table>
          <tr>
            <th>${t(WORDS.edition)}</th>
            <td>${name}</td>
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
            <td>${coverage?.device ?? t(WORDS.noDevice)}</td>
          </tr>
          <tr>
            <th>${t(WORDS.houseRules)}</th>
            <td>${coverage?.seen.houseRules.join(", ") || t(WORDS.none)}</td>
          </tr>
        </table>
        ${coverageSection(booklet)}
        <h2>${t(WORDS.rules)}</h2>
        ${pack.rules.length === 0 ? html`<p>${t(WORDS.noRules)}</p>` : pack.rules.map((rule) => ruleArticle(booklet, rule))}
        <h2>${t(WORDS.calls)}</h2>
        ${callTable(booklet)} ${tableSections(booklet)}
        <h2>${t(WORDS.remarks)}</h2>
        ${pack.remarks.map(({ about, text, cite }) => html`<p><b>${about}</b>: ${text} <small>${cite === undefined ? "" : citeText(cite)}</small></p>`)}
      </body>
    </html> `.text;
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

function ruleArticle({ pack, coverage, language }: Booklet, rule: Rule): Html {
  const covered = coverage?.seen.rules.find((one) => one.rule === rule.id) ?? null;
  const verdict = covered?.verdict ?? rule.verdict;
  const adopted = adoptedOf(rule, coverage?.seen.houseRules ?? []);
  const call = (adopted ?? rule).announce;
  const steps = (adopted ?? rule).then.flatMap((id) => pack.steps.filter((step) => step.id === id));
  const basis = adopted !== null ? WORDS.houseRule[language] : BASIS_NAMES[rule.basis][language];
  return html`<article class="${rule.basis}">
    <h3>${rule.text[language]}</h3>
    <p>
      <b>${VERDICT_NAMES[verdict][language]}</b> · ${citeText(rule.cite)} · <span class="mark">${basis}</span> ·
      <code>${rule.id}</code>
    </p>
    <p><small>${WORDS.condition[language]}: ${conditionText(rule.when)}</small></p>
    ${covered === null ? null : levelLine(covered, language)}
    ${call === undefined ? null : html`<p>«${call.say[language]}» (${ROLE_NAMES[call.by][language]})</p>`}
    ${rule.declaredBy === undefined ? null : html`<p><small>${WORDS.declares[language]}: ${ROLE_NAMES[rule.declaredBy][language]}</small></p>`}
    ${
      steps.length === 0
        ? null
        : html`<ol>
            ${steps.map((step) => html`<li>${step.text[language]} <small>(${ROLE_NAMES[step.who][language]})</small></li>`)}
          </ol>`
    }
    ${rule.note === undefined ? null : html`<p><small>${rule.note}</small></p>`}
  </article> `;
}

function levelLine({ level, facts }: RuleCoverage, language: Language): Html {
  const notes = facts.map(({ fact, note }) => `${fact}: ${note}`).join("; ");
  return html`<p><small>${LEVEL_NAMES[level][language]}${notes === "" ? "" : ` (${notes})`}</small></p>`;
}

function callTable({ pack, language }: Booklet): Html {
  const rows = pack.announcements.map(
    ({ phase, say, by, basis, cite }) =>
      html`<tr>
        <td>${phase}</td>
        <td>«${say[language]}»</td>
        <td>${ROLE_NAMES[by][language]}</td>
        <td>${BASIS_NAMES[basis][language]}</td>
        <td>${cite === undefined ? "" : citeText(cite)}</td>
      </tr>`,
  );
  return html`<table>
    ${rows}
  </table>`;
}

/** The winning sets of a wheel, what a throw wins, the law's tables of a card game. */
function tableSections({ pack, language }: Booklet): Html | null {
  const head = html`<h2>${WORDS.tables[language]}</h2>`;
  if (pack.family === "wheel") {
    const rows = pack.suertes.map(
      ({ name, pockets, pays, cite }) =>
        html`<tr>
          <td>${name[language]}</td>
          <td>${pockets.join(" ")}</td>
          <td>${pays ?? ""}</td>
          <td>${citeText(cite)}</td>
        </tr>`,
    );
    return html`${head}
      <table>
        ${rows}
      </table>`;
  }
  if (pack.family === "dice") {
    const rows = pack.dice.suertes.map(
      ({ id, name, cite }) =>
        html`<tr>
          <td>${name[language]}</td>
          <td><code>${id}</code></td>
          <td>${citeText(cite)}</td>
        </tr>`,
    );
    return html`${head}
      <table>
        ${rows}
      </table>`;
  }
  const { outcome, deal } = pack.cards;
  if (outcome === null) return null;
  const soft = deal.flatMap((step) => (step.step === "twenty-one-bank" ? [step.soft] : []))[0];
  return html`${head} ${"tableau" in outcome ? tableauTable(outcome.tableau, language) : null}
    ${
      "ranking" in outcome
        ? html`<ol>
              ${outcome.ranking.order.map((one) => html`<li>${categoryText(one)[language]}</li>`)}
            </ol>
            <p><small>${outcome.ranking.source}</small></p>`
        : null
    }
    ${"qualifies" in outcome && outcome.qualifies !== null ? html`<p>${WORDS.least[language]}: ${categoryText(outcome.qualifies.category)[language]} ${outcome.qualifies.ranks.join(" ")}</p>` : null}
    ${soft === undefined ? null : html`<p>17: ${soft}</p>`}
    ${"colour" in outcome ? html`<p>${outcome.colour}</p>` : null}
    <p><small>${outcome.kind} · ${citeText(outcome.cite)}</small></p>`;
}

function tableauTable(
  tableau: { readonly punto: string; readonly banca: readonly string[]; readonly source: string },
  language: Language,
): Html {
  const cells = (row: string): readonly Html[] => row.split("").map((cell) => html`<td>${cell}</td>`);
  const across = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "P"].map((one) => html`<th>${one}</th>`);
  return html`<p>${WORDS.cells[language]}</p>
    <table>
      <tr>
        <th>Punto</th>
        ${["0", "1", "2", "3", "4", "5", "6", "7"].map((one) => html`<th>${one}</th>`)}
      </tr>
      <tr>
        <th></th>
        ${cells(tableau.punto)}
      </tr>
    </table>
    <table>
      <tr>
        <th>Banca</th>
        ${across}
      </tr>
      ${tableau.banca.map(
        (row, points) =>
          html`<tr>
            <th>${points}</th>
            ${cells(row)}
          </tr>`,
      )}
    </table>
    <p><small>${tableau.source}</small></p>`;
}
