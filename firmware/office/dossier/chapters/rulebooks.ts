import { bookletPage } from "../../../../src/booklet/page.ts";
import { html, type Html, type Part } from "../../../../src/booklet/html.ts";
import type { CaseFile } from "../../../../src/cases/cases.ts";
import { loadCases, loadInheritedCases } from "../../../table/rules/load-cases.ts";
import type { LoadedPack } from "../../../table/rules/load.ts";
import { notesOf } from "../../../table/rules/notes.ts";
import {
  figureHtml,
  paragraphs,
  typed,
  type Chapter,
  type DossierLanguage,
  type Figure,
  type Say,
} from "../page.ts";
import type { Sources } from "../sources.ts";

/** The folder of the rulebooks in a checkout. */
const RULES_FOLDER = "src/rules/data/";

/** The page of a rulebook's booklet, beside the chapters: `booklets/cl-craps-2023-03.html`. */
export const bookletFile = ({ name }: LoadedPack): string => `booklets/${name.replaceAll(/[/@]/g, "-")}.html`;

/** The list of the rulebooks, and how to see a case of one fail. */
export function rulebooksChapter({ rulebooks }: Sources, language: DossierLanguage, say: Say): Chapter {
  const first = rulebooks[0]?.name ?? "";
  return {
    id: "rulebooks",
    title: say("rulebooks.title"),
    parts: [
      paragraphs(say("rulebooks.text")),
      {
        id: "rulebooks.list",
        title: say("rulebooks.list"),
        command: "tirada rules check",
        head: [say("rulebook"), say("game"), say("rules"), say("cases"), say("digest"), say("file")],
        rows: rulebooks.map((one) => [
          html`<a href="${bookletFile(one)}"><code>${one.name}</code></a>`,
          one.pack.title[language],
          one.pack.rules.length,
          casesOf(one).reduce((sum, { cases }) => sum + cases.length, 0),
          html`<code>${one.digest}</code>`,
          [one.name, ...one.inherited.map(({ from }) => from)].map(
            (name) => html`<div>${fileOfRules(name)}</div>`,
          ),
        ]),
      },
      paragraphs(say("rulebooks.fail")),
      typed([
        `tirada rules check ${first}`,
        `$EDITOR ${fileOfRules(first)}`,
        `tirada rules check ${first}`,
        "git checkout src/rules/data",
      ]),
    ],
  };
}

/** Where a rulebook, or a part that it extends, stands: `src/rules/data/cl/craps/2023-03.yaml`. */
const fileOfRules = (name: string): string => `${RULES_FOLDER}${name.replace("@", "/")}.yaml`;

/** A booklet with its cases below it, as one page. */
export function bookletWithCases(loaded: LoadedPack, language: DossierLanguage, say: Say): string {
  const { pack, digest } = loaded;
  const page = bookletPage({ pack, digest, notes: notesOf(pack.jurisdiction), coverage: null, language });
  const back = html`<p><a href="../rulebooks.html">${say("rulebooks.title")}</a></p>`;
  const figures = figuresOfRulebook(loaded, say).map((figure) => figureHtml(figure, say));
  return page
    .replace("<main>", () => `<main>${back.text}`)
    .replace("</main>", () => `<h2>${say("cases")}</h2>${html`${figures}`.text}</main>`);
}

/** The worked cases of a rulebook, and what its results, deals or throws come to. */
export function figuresOfRulebook(loaded: LoadedPack, say: Say): readonly Figure[] {
  const files = casesOf(loaded);
  const id = loaded.name.replaceAll(/[/@]/g, "-");
  const results = files.flatMap(({ results: spins, deals, throws }) => [...spins, ...deals, ...throws]);
  return [
    {
      id: `rulebooks.${id}.cases`,
      title: say("rulebooks.cases"),
      command: null,
      head: [
        say("rule"),
        say("section"),
        say("case"),
        say("given"),
        say("moment"),
        say("applies"),
        say("comes-to"),
        say("file"),
      ],
      rows: files.flatMap(({ cases }) => cases).map((one) => caseRow(one, say)),
    },
    {
      id: `rulebooks.${id}.results`,
      title: say("rulebooks.results"),
      command: null,
      head: [say("case"), say("comes-to")],
      rows: results.map((one) => {
        const [[, first] = [], ...rest] = Object.entries(one) as [string, unknown][];
        return [wordsOf(first), rest.map(([key, value]) => fact(key, value))];
      }),
    },
  ];
}

const casesOf = (loaded: LoadedPack): readonly CaseFile[] => [...loadInheritedCases(loaded), loadCases(loaded)];

const caseRow = (one: CaseFile["cases"][number], say: Say): readonly Part[] => [
  html`<code>${one.rule}</code>`,
  one.cite,
  one.case,
  Object.entries(one.given).map(([key, value]) => fact(key, value)),
  one.when,
  say(one.applies),
  Object.entries(one.then).map(([key, value]) => fact(key, value)),
  // Below the folder of the rulebooks, wherever the checkout lies.
  one.at?.split(RULES_FOLDER).at(-1) ?? "",
];

const fact = (key: string, value: unknown): Html => html`<div>${key}: ${wordsOf(value)}</div>`;

const wordsOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(wordsOf).join(", ")
    : typeof value === "object" && value !== null
      ? Object.entries(value)
          .map(([key, one]) => `${key} ${wordsOf(one)}`)
          .join(", ")
      : String(value);
