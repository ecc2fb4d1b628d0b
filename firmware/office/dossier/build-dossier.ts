import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { html } from "../../../src/booklet/html.ts";
import { loadEveryFamily } from "../../table/setup/every-family.ts";
import { changesChapter } from "./chapters/changes.ts";
import { diagramsChapter } from "./chapters/diagrams.ts";
import { eventsChapter } from "./chapters/events.ts";
import { failuresChapter } from "./chapters/failures.ts";
import { manualsChapter } from "./chapters/manual-list.ts";
import { parametersChapter } from "./chapters/parameters.ts";
import { productChapter } from "./chapters/product.ts";
import { protocolsChapter } from "./chapters/protocols.ts";
import {
  buildChapter,
  digestsChapter,
  listFile,
  listText,
  manifestCopy,
  partsChapter,
  sbomCopy,
  SUM_SCRIPT,
  SUM_SOURCE,
} from "./chapters/release.ts";
import { bookletFile, bookletWithCases, figuresOfRulebook, rulebooksChapter } from "./chapters/rulebooks.ts";
import { testsChapter } from "./chapters/tests.ts";
import { conformityChapter, hiddenChapter, keysChapter } from "./chapters/told.ts";
import { verifyChapter } from "./chapters/verify.ts";
import { manualFiles, Manuals, pictureFiles, placeOf, type Manual } from "./manuals.ts";
import {
  DOSSIER_LANGUAGES,
  figureHtml,
  isFigure,
  pageHtml,
  sayIn,
  type Chapter,
  type DossierLanguage,
  type Figure,
  type Say,
} from "./page.ts";
import type { Sources } from "./sources.ts";
import { manifestText } from "../../delivery/releases/manifest.ts";

type MakeChapter = (
  sources: Sources,
  language: DossierLanguage,
  say: Say,
  manuals: Manuals,
) => Chapter | Promise<Chapter>;

/** The chapters in their order, by their ids; each is made of the sources alone. */
const CHAPTERS: Readonly<Record<string, MakeChapter>> = {
  verify: verifyChapter,
  product: productChapter,
  diagrams: diagramsChapter,
  protocols: protocolsChapter,
  rulebooks: rulebooksChapter,
  conformity: conformityChapter,
  digests: digestsChapter,
  build: buildChapter,
  parts: partsChapter,
  keys: keysChapter,
  parameters: parametersChapter,
  events: eventsChapter,
  hidden: hiddenChapter,
  failures: failuresChapter,
  tests: testsChapter,
  changes: changesChapter,
  manuals: manualsChapter,
};

/** Chapters in one language: those that are named. */
async function chaptersIn(
  sources: Sources,
  language: DossierLanguage,
  ids: readonly string[] = Object.keys(CHAPTERS),
): Promise<readonly Chapter[]> {
  await loadEveryFamily();
  const manuals = new Manuals(sources.checkout.root, sources.read);
  const chapters: Chapter[] = [];
  for (const id of ids) {
    const made = await CHAPTERS[id]?.(sources, language, sayIn(language), manuals);
    if (made !== undefined) chapters.push(made);
  }
  return chapters;
}

/** The figures of a chapter in one language, or of all, by their ids; those of the rulebooks with the chapter that lists them. */
export async function figuresIn(
  sources: Sources,
  language: DossierLanguage,
  chapter?: string,
): Promise<ReadonlyMap<string, Figure>> {
  const chapters = await chaptersIn(sources, language, chapter === undefined ? undefined : [chapter]);
  const ofRulebooks = chapters.some(({ id }) => id === "rulebooks") ? sources.rulebooks : [];
  const all = [
    ...chapters.flatMap(({ parts }) => parts.filter(isFigure)),
    ...ofRulebooks.flatMap((one) => figuresOfRulebook(one, sayIn(language))),
  ];
  return new Map(all.map((figure) => [figure.id, figure]));
}

/** The files of a dossier by their paths in it, but for its PDFs, its list and its signature. */
export type DossierFiles = ReadonlyMap<string, string | Uint8Array>;

/** The pages and data of a dossier; `pdf`: each page leads to its PDF. The same sources give the same bytes. */
export async function dossierFiles(sources: Sources, pdf: boolean): Promise<DossierFiles> {
  const files = new Map<string, string | Uint8Array>();
  const { checkout, read } = sources;
  for (const language of DOSSIER_LANGUAGES) {
    const say = sayIn(language);
    const chapters = await chaptersIn(sources, language);
    for (const chapter of chapters)
      files.set(`${language}/${chapter.id}.html`, chapterPage(chapter, sources, language, say, pdf));
    for (const one of sources.rulebooks)
      files.set(`${language}/${bookletFile(one)}`, bookletWithCases(one, language, say));
    files.set(`${language}/index.html`, contentsPage(chapters, sources, language, say, pdf));
  }
  const manuals = new Manuals(checkout.root, read);
  for (const file of manualFiles(checkout.root)) {
    const manual = manuals.page(file);
    files.set(manual.page, manualPage(manual, sources, pdf));
  }
  for (const file of pictureFiles(checkout.root))
    files.set(placeOf(file), readFileSync(join(checkout.root, file)));
  for (const one of sources.releases) {
    const { platform } = one.manifest;
    files.set(listFile(platform), listText(one));
    files.set(manifestCopy(platform), manifestText(one.manifest));
    files.set(sbomCopy(platform), one.sbom);
  }
  files.set(SUM_SCRIPT, read(SUM_SOURCE));
  files.set("index.html", startPage(sources));
  return files;
}

/** The list of all files of a dossier, as `sha256sum -c` reads it. */
export const listOf = (files: DossierFiles): string =>
  [...files]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, bytes]) => `${createHash("sha256").update(bytes).digest("hex")}  ${path}\n`)
    .join("");

const footIn = ({ version, checkout }: Sources, say: Say): string =>
  say("foot")
    .replace("{version}", version)
    .replace("{commit}", checkout.commit.slice(0, 12))
    .replace("{at}", checkout.at);

function chapterPage(
  { id, title, parts }: Chapter,
  sources: Sources,
  language: DossierLanguage,
  say: Say,
  pdf: boolean,
): string {
  const other = language === "es" ? "en" : "es";
  return pageHtml({
    language,
    title: `${title} · tirada ${sources.version}`,
    links: [
      { href: "index.html", name: say("contents") },
      { href: `../${other}/${id}.html`, name: say("other-language") },
      ...(pdf ? [{ href: `${id}.pdf`, name: say("as-pdf") }] : []),
    ],
    body: html`<h1>${title}</h1>
      ${parts.map((part) => (isFigure(part) ? figureHtml(part, say) : part))}`,
    foot: footIn(sources, say),
  });
}

function contentsPage(
  chapters: readonly Chapter[],
  sources: Sources,
  language: DossierLanguage,
  say: Say,
  pdf: boolean,
): string {
  const title = `${say("dossier")} · tirada ${sources.version}`;
  return pageHtml({
    language,
    title,
    links: [{ href: `../${language === "es" ? "en" : "es"}/index.html`, name: say("other-language") }],
    body: html`<h1>${title}</h1>
      <ol>
        ${chapters.map(
          ({ id, title: name }) =>
            html`<li><a href="${id}.html">${name}</a> ${pdf ? html`(<a href="${id}.pdf">PDF</a>)` : null}</li>`,
        )}
      </ol>`,
    foot: footIn(sources, say),
  });
}

/** A manual, with a way back to both tables of contents. */
const manualPage = ({ page, title, language, html: body }: Manual, sources: Sources, pdf: boolean): string =>
  pageHtml({
    language,
    title: `${title} · tirada ${sources.version}`,
    links: [
      ...DOSSIER_LANGUAGES.map((one) => ({
        href: posix.relative(posix.dirname(page), `${one}/manuals.html`),
        name: sayIn(one)("manuals.title"),
      })),
      ...(pdf ? [{ href: posix.basename(page).replace(/html$/, "pdf"), name: "PDF" }] : []),
    ],
    body,
    foot: footIn(sources, sayIn("en")),
  });

const startPage = (sources: Sources): string =>
  pageHtml({
    language: "es",
    title: `tirada ${sources.version}`,
    links: [],
    body: html`<h1>tirada ${sources.version}</h1>
      ${DOSSIER_LANGUAGES.map(
        (one) => html`<p lang="${one}"><a href="${one}/index.html">${sayIn(one)("dossier")}</a></p>`,
      )}`,
    foot: footIn(sources, sayIn("es")),
  });
