/** The page of the analysis: what the table did, counted. It only reads; a calculation is begun by its button. */
import { h } from "preact";
import { cellText, chiText, verdictOf } from "../../../src/analysis/report-text.ts";
import type { Section, AnalysisReport, AnalysisState } from "../../../src/analysis/report.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { askedLanguage, keepAsked } from "./asked-language.ts";
import { chartOf, drawChart } from "./analysis-charts.ts";
import type { Language } from "./i18n.ts";
import { connectScreen } from "./link.ts";
import { byId, drawInto, speakIn } from "./page.ts";
import { languageButtons, testMark } from "./head.ts";

const TEXTS = textsOf("analysis");
const ASK_MS = 2000;
/** Sections with more columns or names than half the page holds. */
const WIDE: readonly string[] = ["numbers", "cards", "voids"];
/** Rows that stand open below their chart. */
const OPEN_ROWS = 12;

let chosen = askedLanguage();
let view: TableView | null = null;
let answer: AnalysisState | null = null;
/** The report and language that the sections were drawn of. */
let drawn = "";

const pageLanguage = (): Language => chosen ?? view?.languages[0] ?? "es";
const textHere = (word: keyof typeof TEXTS.page): string => TEXTS.page[word][pageLanguage()];

const isState = (value: unknown): value is AnalysisState =>
  typeof value === "object" && value !== null && "state" in value && "report" in value;

function drawHead(): void {
  const now = pageLanguage();
  speakIn(now);
  drawInto(
    byId("head"),
    testMark(view?.test === true || answer?.report?.mode === "test", now),
    h("h1", null, textHere("title")),
    h("span", null, view === null ? "" : `${view.table} · ${view.game[now]}`),
    h("nav", null, ...languageButtons(view?.languages, now, chooseLanguage)),
  );
}

function drawState(): void {
  const state = answer?.state ?? "none";
  const report = answer?.report ?? null;
  const isRunning = state === "running";
  drawInto(
    byId("state"),
    h("button", { id: "start", disabled: isRunning || answer === null, onClick: start }, textHere("start")),
    state === "done" ? null : h("p", { class: "note" }, textHere(state)),
    report === null ? null : figures(report),
  );
}

function figures({ records, from, to, leftOut, rulebook, device }: AnalysisReport) {
  const language = pageLanguage();
  const day = (at: string): string => at.slice(0, 16).replace("T", " ");
  const pairs: readonly (readonly [string, string])[] = [
    [textHere("records"), String(records)],
    [textHere("span"), `${day(from)} – ${day(to)}`],
    [TEXTS.columns.device[language], [device, rulebook].filter((one) => one !== "").join(" · ")],
    ...(leftOut > 0 ? [[TEXTS.words["left-out"][language], String(leftOut)] as const] : []),
  ];
  return h(
    "dl",
    null,
    ...pairs.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))),
  );
}

function drawSections(): void {
  const report = answer?.report ?? null;
  const key = `${pageLanguage()} ${answer?.at ?? ""} ${report === null ? "" : report.records}`;
  if (key === drawn) return;
  drawn = key;
  const sections = report?.sections ?? [];
  drawInto(byId("sections"), ...sections.map(sectionPart));
  for (const [at, section] of sections.entries()) {
    const chart = document.getElementById(`chart-${at}`);
    if (chart !== null) drawChart(chart, section);
  }
}

function sectionPart(section: Section, at: number) {
  const { id, rows, chi, notes } = section;
  const language = pageLanguage();
  const chart = chartOf(section);
  const isEmpty = rows.length === 0 && notes.length === 0;
  return h(
    "section",
    { class: WIDE.includes(id) ? "wide" : "", "data-section": id },
    h("h2", null, TEXTS.sections[id][language]),
    chart === null ? null : h("div", { class: "chart", id: `chart-${at}` }),
    chart === null ? null : h("p", { class: "note" }, textHere(chart === "bars" ? "chart" : "trend")),
    chi === null
      ? null
      : h("p", { class: `chi ${chi.p === null ? "" : verdictOf(chi.p)}` }, chiText(chi, language)),
    ...notes.map((note) => h("p", { class: "note" }, TEXTS.notes[note][language])),
    isEmpty ? h("p", { class: "note" }, TEXTS.words.none[language]) : null,
    rows.length === 0 ? null : rowsPart(section, chart !== null || rows.length > OPEN_ROWS),
  );
}

/** `isFolded`: the table is opened by whoever wants it. */
function rowsPart({ columns, rows }: Section, isFolded: boolean) {
  const language = pageLanguage();
  const classOf = (at: number) => (typeof rows[0]?.[at] === "number" ? "number" : "");
  const outside = columns.indexOf("outside");
  const table = h(
    "div",
    { class: "scroll" },
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ...columns.map((column, at) =>
            h("th", { scope: "col", class: classOf(at) }, TEXTS.columns[column][language]),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        ...rows.map((row) =>
          h(
            "tr",
            { class: outside >= 0 && row[outside] !== "" ? "outside" : "" },
            ...columns.map((column, at) =>
              h("td", { class: classOf(at) }, cellText(row[at] ?? null, column, language)),
            ),
          ),
        ),
      ),
    ),
  );
  return isFolded ? h("details", null, h("summary", null, textHere("rows")), table) : table;
}

function drawPage(): void {
  drawHead();
  drawState();
  drawSections();
}

function chooseLanguage(each: Language): void {
  chosen = each;
  keepAsked(each);
  drawPage();
}

/** Takes what the unit answers; without it the page stays as it is. */
function ask(path: string, method: "GET" | "POST"): void {
  fetch(path, { method })
    .then((response) => response.json())
    .then((value: unknown) => {
      if (!isState(value)) return;
      const isSame = JSON.stringify(value) === JSON.stringify(answer);
      answer = value;
      if (!isSame) drawPage();
    })
    .catch(() => {
      // The unit is not there: the next question may find it.
    });
}

const start = (): void => ask("/analysis/start", "POST");

connectScreen("/ws", {
  onView: (shown) => {
    const isOther = view?.table !== shown.view.table || view.test !== shown.view.test;
    view = shown.view;
    if (isOther) drawPage();
  },
});
setInterval(() => {
  if (answer === null || answer.state === "running") ask("/analysis/data", "GET");
}, ASK_MS);
ask("/analysis/data", "GET");
drawPage();
