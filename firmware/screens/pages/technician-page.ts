/** The technician's page: what the unit observes, how its device does, what went wrong. It only reads. */
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import type { CardCounts } from "../../../src/table/shoe/records.ts";
import { bytesText } from "../../../src/text/bytes-text.ts";
import { fillText } from "../../../src/text/every-language.ts";
import { textOf, textsOf } from "../../../src/text/text-of.ts";
import type {
  DiskShown,
  SecondCopyState,
  StorageShown,
  TechnicianData,
  WitnessState,
} from "../server/messages.ts";
import { h, type JSX } from "preact";
import { byId, drawInto } from "./page.ts";
import { testMark } from "./head.ts";
import { HEALTH, joinParts, wordIn, type Language, type Text, type Word } from "./i18n.ts";
import { iconSign } from "./icons.ts";
import type { Listeners } from "./link.ts";

const {
  counters: COUNTERS,
  "unit-parts": UNIT_PARTS,
  "key-places": KEY_PLACES,
  levels: LEVELS,
  witness: WITNESS,
  second: SECOND,
  storage: STORAGE,
} = textsOf("pages.technician");

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

/** Of the unit itself, as it stands in the data. */
const PARTS = ["device", "log", "mode"] as const;

/** What the unit answers to the question for the technician's data. */
interface Answer {
  readonly data: TechnicianData | null;
  readonly screens: Readonly<Record<string, number>>;
}
const isAnswer = (value: unknown): value is Answer =>
  typeof value === "object" && value !== null && "data" in value && "screens" in value;

/** Where the page has what it shows from. */
export interface TechnicianSource {
  readonly connect: (listeners: Pick<Listeners, "onView" | "onFresh">) => void;
  readonly data: string;
  /** Other pages of the unit that this one has links to. */
  readonly hasOtherPages: boolean;
}

let hasOtherPages = false;
let view: TableView | null = null;
let data: TechnicianData | null = null;
let screens: Answer["screens"] = {};
let fresh = false;

export const pageLanguage = (): Language => view?.languages[0] ?? "es";
const wordHere = (name: Word) => wordIn(name, pageLanguage());

/** A code in the page's language, or as it is where it has no text. */
const codeText = (words: Readonly<Record<string, Text>>, code: string) => words[code]?.[pageLanguage()] ?? code;

type Pair = readonly [name: string, value: string | number, isTrouble?: boolean];

/** `class`: of the list, where its values are sentences. What somebody must see to stands out. */
const definitionList = (pairs: readonly Pair[], className: string | null = null) =>
  h(
    "dl",
    { class: className },
    ...pairs.flatMap(([name, value, isTrouble = false]) => [
      h("dt", null, name),
      h("dd", { class: isTrouble ? "trouble" : null }, String(value)),
    ]),
  );

const unitPart = (unit: TechnicianData) =>
  definitionList([
    [codeText(UNIT_PARTS, "release"), unit.release],
    [codeText(UNIT_PARTS, "digest"), unit.digest ?? codeText(UNIT_PARTS, "from-source")],
    ...PARTS.map((name) => [codeText(UNIT_PARTS, name), unit[name]] as const),
    [codeText(UNIT_PARTS, "vkey"), `${unit.vkey} (${codeText(KEY_PLACES, unit.keyPlace)})`],
    [codeText(UNIT_PARTS, "coverage"), unit.coverageDigest],
  ]);

/** Where the evidence lies, how much of it there is, how long its disks last, and who has seen it. */
function storagePart({ storage, witness, second }: TechnicianData) {
  const language = pageLanguage();
  const word = (name: "first" | "second" | "records" | "epochs" | "oldest" | "clock" | "reading"): string =>
    STORAGE[name][language];
  const { first, records, epochs, oldest, clock, reading } = storage;
  const pairs: readonly (Pair | null)[] = [
    first && [word("first"), diskText(first)],
    second && [SECOND.title[language], secondText(second), second.lost !== null],
    storage.second && [word("second"), diskText(storage.second)],
    [word("records"), records],
    [word("epochs"), epochs],
    oldest && [word("oldest"), fillText(STORAGE["oldest-at"], oldest)[language]],
    reading && [word("reading"), readingText(reading), true],
    witness && [WITNESS.title[language], witnessText(witness), witness.trouble !== null],
    clock && [word("clock"), STORAGE.clocks[clock][language], clock !== "synced"],
  ];
  return definitionList(
    pairs.filter((pair) => pair !== null),
    "sentences",
  );
}

function diskText({ folder, free, usedPm, days }: DiskShown): string {
  const language = pageLanguage();
  const percent = Math.ceil(usedPm / 10);
  const lasts =
    days === null
      ? STORAGE["days-unknown"]
      : days === "many"
        ? STORAGE["days-many"]
        : fillText(STORAGE.days, { days });
  return joinParts(
    folder,
    fillText(STORAGE.free, { free: bytesText(free), percent })[language],
    lasts[language],
  );
}

function readingText({ epoch, seconds, by, isBySecond }: NonNullable<StorageShown["reading"]>): string {
  const language = pageLanguage();
  const minutes = Math.floor(seconds / 60);
  if (isBySecond && by.length === 0) return fillText(STORAGE["reading-second"], { epoch, minutes })[language];
  const who = by.length > 0 ? by.join(", ") : STORAGE.somebody[language];
  return fillText(STORAGE["reading-by"], { epoch, by: who, minutes })[language];
}

/** Whether the second copy is there; how many records are behind; since when it is lost, and why. */
function secondText({ folder, required, behind, lost, since }: SecondCopyState): string {
  const language = pageLanguage();
  const there = required ? SECOND.required : SECOND.follows;
  return joinParts(
    folder,
    lost === null
      ? there[language]
      : `${fillText(SECOND.lost, { since: since ?? "?" })[language]}: ${SECOND.troubles[lost.why][language]} (${lost.detail})`,
    behind > 0 && fillText(SECOND.behind, { behind })[language],
  );
}

/** How far the witness has come; that it has not, and why. */
function witnessText(witness: WitnessState): string {
  const language = pageLanguage();
  const { name, size, time, minutes, trouble, why } = witness;
  const reached =
    time === null ? fillText(WITNESS.nothing, { name }) : fillText(WITNESS.witnessed, { name, size, time });
  const waited = minutes === 1 ? WITNESS["waiting-one"] : fillText(WITNESS.waiting, { minutes });
  return joinParts(
    minutes > 0 && waited[language],
    reached[language],
    trouble !== null && `${WITNESS.troubles[trouble][language]} (${why ?? trouble})`,
  );
}

function drawPage() {
  document.documentElement.lang = pageLanguage();
  drawInto(
    byId("head"),
    testMark(view?.test === true, pageLanguage()),
    h("h1", null, wordHere("technician")),
    h("span", null, view === null ? "" : `${view.table} · ${view.rulebook}`),
    ...(hasOtherPages ? otherPages() : []),
  );
  drawInto(byId("health"), ...healthPart());
  drawInto(
    byId("unit"),
    h("h2", null, wordHere("unit")),
    data === null ? null : unitPart(data),
    h("h2", null, STORAGE.title[pageLanguage()]),
    data === null ? null : storagePart(data),
    ...cardsPart(),
    h("h2", null, wordHere("counters")),
    definitionList(
      [...Object.entries(data?.counters ?? {}), ...Object.entries(screens)].map(([name, value]) => [
        codeText(COUNTERS, name),
        value,
      ]),
    ),
  );
  drawInto(
    byId("coverage"),
    h("h2", null, wordHere("coverage")),
    data === null ? null : coveragePart(data.coverage),
  );
}

const otherPages = (): JSX.Element[] => [
  h("a", { href: "/analysis" }, textOf("analysis.page.title")[pageLanguage()]),
  h("a", { href: "/inspector" }, textOf("recall.words.inspector")[pageLanguage()]),
];

/** Where the cards of a card table are, as figures: a face has no business on this page. */
function cardsPart(): JSX.Element[] {
  if (view === null || view.cards === null) return [];
  const { counts, shoe, warnings } = view.cards;
  return [
    h("h2", null, wordHere("shoe")),
    h("p", { class: "shoe" }, shoe.text[pageLanguage()]),
    ...warnings.map((one) =>
      h("p", { class: "code" }, `${one.id}: ${one.text[pageLanguage()]} — ${one.doThis[pageLanguage()]}`),
    ),
    counts === null
      ? h("p", null)
      : definitionList(FIGURES.map(([name, word]) => [wordHere(word), counts[name]])),
  ];
}

function healthPart(): JSX.Element[] {
  const state = !fresh || view === null ? "disconnected" : view.device.health;
  byId("health").className = state;
  const words =
    state === "disconnected"
      ? wordHere("disconnected")
      : state === "ok"
        ? wordHere("deviceOk")
        : HEALTH[state][pageLanguage()];
  const faults = fresh && view !== null ? view.device.faults : [];
  return [
    h("p", { class: "line" }, iconSign(state === "ok" ? "tick" : "warn"), h("strong", null, words)),
    ...faults.map((fault) =>
      h(
        "div",
        { class: "fault" },
        h("strong", null, fault.text[pageLanguage()]),
        h("p", null, `${wordHere("doThis")}: ${fault.doThis[pageLanguage()]}`),
        h("p", { class: "code" }, `${fault.code} · ${fault.since}`),
      ),
    ),
    faults.length === 0 && state !== "disconnected"
      ? h("p", { class: "code" }, wordHere("noFaults"))
      : h("p", null),
  ];
}

/** Without rules a text is shown: an empty table would look like missing data. */
function coveragePart(rows: TechnicianData["coverage"]) {
  if (rows.length === 0) return h("p", null, wordHere("noRules"));
  const columns = ["rule", "level", "note", "cite"] as const;
  const heads = columns.map((column) => h("th", { scope: "col" }, wordHere(column)));
  const cellsOf = (row: (typeof rows)[number]) =>
    columns.map((column) => h("td", null, column === "level" ? codeText(LEVELS, row.level) : row[column]));
  const lines = rows.map((row) => h("tr", { "data-level": row.level }, ...cellsOf(row)));
  return h("table", null, h("thead", null, h("tr", null, ...heads)), h("tbody", null, ...lines));
}

function fetchData(path: string) {
  fetch(path)
    .then((answer) => answer.json())
    .then((answer: unknown) => {
      if (!isAnswer(answer)) return;
      data = answer.data;
      screens = answer.screens;
      drawPage();
    })
    .catch(() => {
      // The line of the health already says that the unit is not there.
    });
}

/** Draws the page, and again whenever its source has something newer. */
export function startTechnicianPage(source: TechnicianSource) {
  ({ hasOtherPages } = source);
  source.connect({
    onView: (shown) => {
      view = shown.view;
      drawPage();
    },
    onFresh: (now) => {
      fresh = now;
      drawPage();
    },
  });
  setInterval(() => fetchData(source.data), ASK_MS);
  fetchData(source.data);
  drawPage();
}
