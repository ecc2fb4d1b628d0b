/** The technician's page: what is wrong and what was, what the unit observes, how its device does; each subject is a part of its own. */
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import type { CardCounts } from "../../../src/table/shoe/records.ts";
import { LANGUAGES } from "../../../src/text/language.ts";
import { textOf, textsOf } from "../../../src/text/text-of.ts";
import type { PastFaults, TechnicianData } from "../server/messages.ts";
import { h, type ComponentChild, type JSX } from "preact";
import { askedLanguage, inAsked, keepAsked } from "./asked-language.ts";
import { byId, drawChanged, speakIn } from "./page.ts";
import { languageButtons, testMark } from "./head.ts";
import { wordIn, type Language, type Word } from "./i18n.ts";
import type { Listeners } from "./link.ts";
import { useTableZone } from "./table-hours.ts";
import { copied } from "./technician/copy.ts";
import { coveragePart } from "./technician/coverage.ts";
import { evidencePart } from "./technician/evidence.ts";
import { healthPart } from "./technician/faults.ts";
import { figuresPart } from "./technician/figures.ts";
import { historyPart } from "./technician/history.ts";
import { codeText, definitionList, type Telling } from "./technician/parts.ts";
import { placeLinks, showPlace } from "./technician/places.ts";
import { usualPart, weeksIn, type ShownWeeks } from "./technician/weeks.ts";

const { "unit-parts": UNIT_PARTS, "key-places": KEY_PLACES } = textsOf("pages.technician");

const ASK_MS = 5_000;
/** How long ago something was, changes by the minute. */
const TICK_MS = 15_000;
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
const PARTS = ["device", "log", "mode", "zone"] as const;

/** What the unit answers to the question for the technician's data. `now`: its own wall clock, RFC 3339. */
interface Answer {
  readonly data: TechnicianData | null;
  readonly screens: Readonly<Record<string, number>>;
  readonly now: string;
}
const isAnswer = (value: unknown): value is Answer =>
  typeof value === "object" && value !== null && "data" in value && "screens" in value && "now" in value;
/** What the unit told longer ago is no longer current: it did not answer three times. */
const STALE_MS = 3 * ASK_MS;
/** How often the weeks are asked for: until they are told, and then. */
const [WEEKS_SOON_MS, WEEKS_MS] = [3_000, 300_000];
const isPastFaults = (value: unknown): value is PastFaults =>
  typeof value === "object" && value !== null && "faults" in value && "since" in value;

/** One subject of the page. */
export interface PagePart {
  /** The section that it is drawn into. */
  readonly id: string;
  /** Called whenever the page is drawn; null: what stands there stays. */
  readonly draw: (telling: Telling, view: TableView | null) => readonly ComponentChild[] | null;
}

/** Where the page has what it shows from. */
export interface TechnicianSource {
  readonly connect: (listeners: Pick<Listeners, "onView" | "onFresh">) => void;
  /** Null: it cannot be asked from here. */
  readonly data: string | null;
  readonly faults: string;
  readonly weeks: string | null;
  /** The table's zone, where the unit told it before; left out: it comes with the data. */
  readonly zone?: string;
  /** Other pages of the unit that this one has links to. */
  readonly hasOtherPages: boolean;
  /** Codes of faults whose cause the page says itself. */
  readonly explained?: () => readonly string[];
  /** What else stands on the page. */
  readonly parts: readonly PagePart[];
}

let source: TechnicianSource | null = null;
let chosen = askedLanguage();
let view: TableView | null = null;
let data: TechnicianData | null = null;
let screens: Answer["screens"] = {};
let past: PastFaults | "unread" | null = null;
let weeks: ShownWeeks | null = null;
let fresh = false;
/** The unit's wall clock, and when it said so by this page's own. */
let said: { readonly now: number; readonly at: number } | null = null;

const pageLanguage = (): Language => chosen ?? view?.languages[0] ?? "es";
const wordHere = (name: Word) => wordIn(name, pageLanguage());

function tellingNow(): Telling {
  const now = said === null ? null : said.now + performance.now() - said.at;
  return { language: pageLanguage(), time: { now, zone: data?.zone ?? source?.zone ?? "UTC" } };
}

/** From when what the page shows is; null: the unit told it just now, or nothing yet. */
function staleSince(): string | null {
  if (said === null || performance.now() - said.at < STALE_MS) return null;
  return new Date(said.now).toISOString();
}

const drawPart = (id: string, children: readonly ComponentChild[]): void => drawChanged(byId(id), ...children);

/** Draws what has changed. */
export function drawPage(): void {
  const telling = tellingNow();
  const { language } = telling;
  speakIn(language);
  drawPart("head", [
    testMark(view?.test === true, language),
    h("h1", null, wordHere("technician")),
    h("span", null, view === null ? "" : `${view.table} · ${view.rulebook}`),
    h("nav", null, ...(source?.hasOtherPages === true ? otherPages() : [])),
    h("div", { class: "languages" }, ...languageButtons(LANGUAGES, language, chooseLanguage)),
  ]);
  const current = fresh ? view : null;
  const isTrouble = current === null || current.device.health !== "ok" || current.device.faults.length > 0;
  drawPart("places", placeLinks(language, isTrouble));
  byId("health").className = current === null ? "disconnected" : current.device.health;
  drawPart("health", healthPart(current, staleSince(), telling, source?.explained?.() ?? []));
  drawPart("past", historyPart(past, weeks, telling, drawPage));
  drawPart("usual", usualPart(weeks, telling));
  for (const { id, draw } of source?.parts ?? []) {
    const drawn = draw(telling, view);
    if (drawn !== null) drawPart(id, drawn);
  }
  if (data === null) return;
  drawPart("evidence", evidencePart(data, telling));
  drawPart("figures", figuresPart({ ...data.counters, ...screens }, telling));
  drawPart("unit", [h("h2", null, wordHere("unit")), unitPart(data, telling), ...cardsPart()]);
  drawPart("coverage", coveragePart(data.coverage, telling));
}

function chooseLanguage(language: Language): void {
  chosen = language;
  keepAsked(language);
  drawPage();
}

const otherPages = (): JSX.Element[] => [
  h("a", { href: inAsked("/analysis", chosen) }, textOf("analysis.page.title")[pageLanguage()]),
  h("a", { href: inAsked("/inspector", chosen) }, textOf("recall.words.inspector")[pageLanguage()]),
];

function unitPart(unit: TechnicianData, telling: Telling): JSX.Element {
  const nameOf = (name: string): string => codeText(UNIT_PARTS, name, telling.language);
  return definitionList([
    [nameOf("release"), unit.release],
    [nameOf("digest"), unit.digest ?? nameOf("from-source")],
    ...PARTS.map((name) => [nameOf(name), unit[name]] as const),
    [
      `${nameOf("vkey")} (${codeText(KEY_PLACES, unit.keyPlace, telling.language)})`,
      copied("vkey", unit.vkey, telling, drawPage),
    ],
    [nameOf("coverage"), unit.coverageDigest],
  ]);
}

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
    ...(counts === null
      ? []
      : [definitionList(FIGURES.map(([name, word]) => [wordHere(word), String(counts[name])]))]),
  ];
}

/** What the server answers; null: nothing that can be used. */
export async function ask(path: string, request: RequestInit = {}): Promise<unknown> {
  try {
    const answer = await fetch(path, request);
    return answer.ok ? await answer.json() : null;
  } catch {
    // The line of the health already says that the unit is not there.
    return null;
  }
}

async function lookAgain(from: TechnicianSource): Promise<void> {
  if (document.hidden) return;
  const answer = from.data === null ? null : await ask(from.data);
  if (isAnswer(answer)) {
    ({ data, screens } = answer);
    if (data !== null) useTableZone(data.zone);
    said = { now: Date.parse(answer.now), at: performance.now() };
  }
  const answered = await ask(from.faults);
  // What was read before stays true; that nothing was ever read is said.
  if (isPastFaults(answered)) past = answered;
  else past ??= "unread";
  drawPage();
}

/** Asks what the last weeks were; while nobody sees the page nothing is read for it. */
async function askWeeks(from: TechnicianSource): Promise<void> {
  if (from.weeks === null) return;
  const told = document.hidden ? null : weeksIn(await ask(from.weeks));
  if (told !== null) {
    weeks = told;
    drawPage();
  }
  setTimeout(() => void askWeeks(from), weeks === null ? WEEKS_SOON_MS : WEEKS_MS);
}

/** Draws the page, and again whenever its source has something newer. */
export function startTechnicianPage(from: TechnicianSource): void {
  source = from;
  if (from.zone !== undefined) useTableZone(from.zone);
  from.connect({
    onView: (shown) => {
      ({ view } = shown);
      drawPage();
    },
    onFresh: (now) => {
      fresh = now;
      drawPage();
    },
  });
  showPlace();
  window.addEventListener("hashchange", () => {
    showPlace();
    drawPage();
  });
  // A telephone that sleeps stops the clocks of its pages: what it shows is renewed as it wakes.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void lookAgain(from);
  });
  setInterval(() => void lookAgain(from), ASK_MS);
  setInterval(drawPage, TICK_MS);
  void lookAgain(from);
  void askWeeks(from);
  drawPage();
}
