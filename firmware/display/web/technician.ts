/** The technician's page: what the unit observes, how its device does, what went wrong. It only reads. */
import type { TableView } from "../../../src/table/view.ts";
import type { CardCounts } from "../../../src/table/shoe/records.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import type { TechnicianData } from "../messages.ts";
import { h, type JSX } from "preact";
import { byId, drawInto } from "./page.ts";
import { HEALTH, word, type Language, type Text, type Word } from "./i18n.ts";
import { ICONS } from "./icons.ts";
import { connect } from "./link.ts";

const { counters: COUNTERS, "unit-parts": UNIT_PARTS, levels: LEVELS } = textsOf("pages.technician");

const ASK_MS = 5000;
/** The figures of a shoe, with their words. */
const FIGURES: readonly (readonly [keyof CardCounts, Word])[] = [
  ["loaded", "loaded"],
  ["inside", "inside"],
  ["table", "onTable"],
  ["burnt", "burnt"],
  ["discard", "discard"],
  ["removed", "removed"],
];

/** What the unit answers to the question for the technician's data. */
interface Answer {
  readonly data: TechnicianData | null;
  readonly screens: Readonly<Record<string, number>>;
}
const isAnswer = (value: unknown): value is Answer =>
  typeof value === "object" && value !== null && "data" in value && "screens" in value;

let view: TableView | null = null;
let data: TechnicianData | null = null;
let screens: Answer["screens"] = {};
let fresh = false;

const language = (): Language => view?.languages[0] ?? "es";
const say = (name: Word) => word(name, language());

/** A code in the page's language, or as it is where nobody gave it words. */
const called = (words: Readonly<Record<string, Text>>, code: string) => words[code]?.[language()] ?? code;

const list = (pairs: readonly (readonly [string, string | number])[]) =>
  h("dl", null, ...pairs.flatMap(([name, value]) => [h("dt", null, name), h("dd", null, String(value))]));

function render() {
  document.documentElement.lang = language();
  drawInto(
    byId("head"),
    h("h1", null, say("technician")),
    h("span", null, view === null ? "" : `${view.table} · ${view.rulebook}`),
    view?.test === true ? h("strong", { id: "test" }, `${say("test")}: ${say("testMeans")}`) : null,
  );
  drawInto(byId("health"), ...health());
  drawInto(
    byId("unit"),
    h("h2", null, say("unit")),
    data === null
      ? null
      : list([
          [called(UNIT_PARTS, "release"), data.release],
          [called(UNIT_PARTS, "device"), data.device],
          [called(UNIT_PARTS, "log"), data.log],
          [called(UNIT_PARTS, "mode"), data.mode],
          [called(UNIT_PARTS, "vkey"), data.vkey],
          [called(UNIT_PARTS, "coverage"), data.coverageDigest],
        ]),
    ...cards(),
    h("h2", null, say("counters")),
    list(
      [...Object.entries(data?.counters ?? {}), ...Object.entries(screens)].map(([name, value]) => [
        called(COUNTERS, name),
        value,
      ]),
    ),
  );
  drawInto(byId("coverage"), h("h2", null, say("coverage")), data === null ? null : coverage(data.coverage));
}

/** Where the cards of a card table are, as figures: a face has no business on this page. */
function cards(): JSX.Element[] {
  if (view === null || view.cards === null) return [];
  const { counts, shoe, warnings } = view.cards;
  return [
    h("h2", null, say("shoe")),
    h("p", { class: "shoe" }, shoe.text[language()]),
    ...warnings.map((one) =>
      h("p", { class: "code" }, `${one.id}: ${one.text[language()]} — ${one.doThis[language()]}`),
    ),
    counts === null ? h("p", null) : list(FIGURES.map(([name, word]) => [say(word), counts[name]])),
  ];
}

function health(): JSX.Element[] {
  const state = !fresh || view === null ? "disconnected" : view.device.health;
  byId("health").className = state;
  const words =
    state === "disconnected"
      ? say("disconnected")
      : state === "ok"
        ? say("deviceOk")
        : HEALTH[state][language()];
  const faults = fresh && view !== null ? view.device.faults : [];
  return [
    h("p", { class: "line" }, ICONS[state === "ok" ? "tick" : "warn"](), h("strong", null, words)),
    ...faults.map((fault) =>
      h(
        "div",
        { class: "fault" },
        h("strong", null, fault.text[language()]),
        h("p", null, `${say("doThis")}: ${fault.doThis[language()]}`),
        h("p", { class: "code" }, `${fault.code} · ${fault.since}`),
      ),
    ),
    faults.length === 0 && state !== "disconnected" ? h("p", { class: "code" }, say("noFaults")) : h("p", null),
  ];
}

/** A table without a line would look like data that are missing; that there is nothing to observe is said. */
const coverage = (rows: TechnicianData["coverage"]) =>
  rows.length === 0 ? h("p", null, say("noRules")) : coverageTable(rows);

function coverageTable(rows: TechnicianData["coverage"]) {
  const columns = ["rule", "level", "note", "cite"] as const;
  return h(
    "table",
    null,
    h("thead", null, h("tr", null, ...columns.map((column) => h("th", { scope: "col" }, say(column))))),
    h(
      "tbody",
      null,
      ...rows.map((row) =>
        h(
          "tr",
          { "data-level": row.level },
          ...columns.map((column) =>
            h("td", null, column === "level" ? called(LEVELS, row.level) : row[column]),
          ),
        ),
      ),
    ),
  );
}

function ask() {
  fetch("/technician/data")
    .then((answer) => answer.json())
    .then((answer: unknown) => {
      if (!isAnswer(answer)) return;
      data = answer.data;
      screens = answer.screens;
      render();
    })
    .catch(() => {
      // The line of the health already says that the unit is not there.
    });
}

connect("/ws", {
  onView: (shown) => {
    view = shown.view;
    render();
  },
  onFresh: (now) => {
    fresh = now;
    render();
  },
});
setInterval(ask, ASK_MS);
ask();
render();
