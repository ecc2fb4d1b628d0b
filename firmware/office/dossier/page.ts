import { grid, html, Html, type Part } from "../../../src/booklet/html.ts";
import words from "./words.json" with { type: "json" };

/** The languages of a dossier. */
export const DOSSIER_LANGUAGES = ["es", "en"] as const;
export type DossierLanguage = (typeof DOSSIER_LANGUAGES)[number];

/** A text of `words.json` in the language of a page. */
export type Say = (id: keyof typeof words) => string;
export const sayIn =
  (language: DossierLanguage): Say =>
  (id) =>
    words[id][language];

/** A table or a drawing, with the command that produces it. */
export interface Figure {
  /** Its name, the same in both languages: `failures.faults`. */
  readonly id: string;
  readonly title: string;
  /** The command that produces it on its own; null: `tirada dossier --figure ID` alone does. */
  readonly command: string | null;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Part[])[];
  /** What is shown instead of rows. */
  readonly drawing?: Html;
}

/** One part of the dossier in one language. */
export interface Chapter {
  /** Name of its page: `failures`. */
  readonly id: string;
  readonly title: string;
  readonly parts: readonly (Html | Figure)[];
}

export const isFigure = (part: Html | Figure): part is Figure => !(part instanceof Html);

/** The command that produces a figure, as its caption names it. */
export const commandOf = ({ id, command }: Figure): string => command ?? `tirada dossier --figure ${id}`;

/** A figure on its page. */
export function figureHtml(figure: Figure, say: Say): Html {
  const { id, title, head, rows, drawing } = figure;
  return html`<figure id="${id}">
    <figcaption>
      <b>${title}</b> ${drawing === undefined ? html`(${rows.length})` : null}<br />${say("made-by")}
      <code>${commandOf(figure)}</code>
    </figcaption>
    ${drawing ?? grid(head, rows)}
  </figure>`;
}

/** A figure as lines of text: its cells with tabs between them. */
export function figureLines({ head, rows, drawing }: Figure): readonly string[] {
  if (drawing !== undefined) return drawing.text.split("\n");
  return [head, ...rows].map((row) => row.map(cellText).join("\t"));
}

/** A cell without its tags, on one line. */
function cellText(cell: Part): string {
  const text = html`${cell}`.text.replaceAll(/<[^>]*>/g, " ");
  return text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The paragraphs of a text: what stands between empty lines. */
export const paragraphs = (text: string): Html => html`${text.split("\n\n").map((one) => html`<p>${one}</p>`)}`;

/** A text that is filled in where it is shown: what stands in its gaps, by name. */
export const withoutGaps = (text: string): string =>
  text
    .replaceAll(/\{\w+\|[^|}]*\|([^}]*)\}/g, (_, many: string) => many.replace("#", "N"))
    .replaceAll(/\{(\w+)\}/g, "‹$1›");

/** What is typed, line by line. */
export const typed = (lines: readonly string[]): Html => html`<pre>${lines.join("\n")}</pre>`;

const STYLE =
  new Html(`@page { size: A4; margin: 16mm 14mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; } }
* { print-color-adjust: exact; box-sizing: border-box; }
body { font: 10.5pt/1.45 "DejaVu Sans", Verdana, sans-serif; color: #111; background: #fff; max-width: 190mm; margin: 0 auto; padding: 4mm; overflow-wrap: break-word; }
nav { font-size: 9pt; border-bottom: 1px solid #111; padding-bottom: 2mm; margin-bottom: 4mm; } nav a { margin-right: 3mm; }
h1 { font-size: 19pt; line-height: 1.2; margin: 0 0 4mm; } h2 { font-size: 13.5pt; border-bottom: 1px solid #111; margin: 9mm 0 3mm; break-after: avoid; }
h3 { font-size: 11pt; margin: 6mm 0 2mm; break-after: avoid; } h4 { margin: 4mm 0 1mm; break-after: avoid; } p { margin: 2mm 0; orphans: 3; widows: 3; }
a { color: #0b3d91; } img, svg { max-width: 100%; height: auto; } ol, ul { padding-left: 7mm; }
code, pre { font-family: "DejaVu Sans Mono", monospace; font-size: 8.5pt; } code { overflow-wrap: anywhere; }
pre { background: #f1f1f1; border: 1px solid #bbb; padding: 2mm 3mm; white-space: pre-wrap; overflow-wrap: anywhere; }
figure { margin: 5mm 0; } figcaption { font-size: 9pt; margin-bottom: 1.5mm; break-after: avoid; }
table { border-collapse: collapse; font-size: 8.5pt; margin: 2mm 0; width: 100%; } thead { display: table-header-group; } tr { break-inside: avoid; }
th, td { border: 1px solid #777; padding: 0.7mm 1.5mm; text-align: left; vertical-align: top; overflow-wrap: break-word; } thead th { background: #eee; }
.path { font-family: "DejaVu Sans Mono", monospace; font-size: 8.5pt; color: #333; } .note { border-left: 3px solid #111; padding-left: 3mm; }
footer { border-top: 1px solid #111; margin-top: 8mm; padding-top: 2mm; font-size: 8.5pt; color: #333; }
@media print { body { padding: 0; max-width: none; } nav { display: none; } }`);

/** What a page is made of; `links`: what its head leads to, by name. */
export interface Page {
  readonly language: string;
  readonly title: string;
  readonly links: readonly { readonly href: string; readonly name: string }[];
  readonly body: Part;
  /** Which release and which commit, at its end. */
  readonly foot: string;
}

/** A page of HTML that needs nothing else. */
export const pageHtml = ({ language, title, links, body, foot }: Page): string =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <nav>${links.map(({ href, name }) => html`<a href="${href}">${name}</a> `)}</nav>
        <main>${body}</main>
        <footer>${foot}</footer>
      </body>
    </html> `.text;
