/**
 * The screen of statistics: what came in a span of rounds, `/screen/statistics?span=100` (`20`, `300`, `shoe`, `today`, `FROM..TO`). The
 * unit counts; this page draws what it is told, and says up to which record.
 */
import { h, type JSX } from "preact";
import type { StatisticsAnswer } from "../../../src/statistics/statistics-setup.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { fill, fillText } from "../../../src/text/every-language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { joinParts, wordIn, type Language, type Text } from "./i18n.ts";
import { connectScreen } from "./link.ts";
import { byId, drawInto, speakIn } from "./page.ts";
import { fitBox, whenFontsAreThere } from "./display/fit.ts";
import { cardParts } from "./statistics/cards.ts";
import { diceParts } from "./statistics/dice.ts";
import { wheelParts } from "./statistics/wheel.ts";
import { markTitle } from "./head.ts";
import { houseSign, watchHouse, type HouseShown } from "./house/house.ts";

const WORDS = textsOf("statistics");
/** Asked for no more often than this, however quickly records come. */
const ASK_MS = 500;
/** A late verdict on a round of long ago changes no view: asked for again after so long at the latest. */
const AGAIN_MS = 30_000;
/** An answer that takes longer hangs: what is shown is old. */
const OLD_MS = 10_000;

let view: TableView | null = null;
let isFresh = false;
let house: HouseShown | null = null;
let told: StatisticsAnswer | null = null;
/** The unit knows no such span: no connection is missing. */
let isUnknownSpan = false;
/** The last question had no answer in time: rounds may be missing in what is shown. */
let isOld = false;
let askedAt = -Infinity;
let waiting: ReturnType<typeof setTimeout> | null = null;

const spanAsked = (): string | null => new URLSearchParams(location.search).get("span");

/** Cards from a shoe are counted by the shoe, everything else by its last hundred results. */
const spanNow = (): string => spanAsked() ?? (view?.cards != null && !view.cards.oneDeck ? "shoe" : "100");

function spanText(span: string): Text {
  if (span === "shoe") return WORDS.shoe;
  if (span === "today") return WORDS.today;
  const [from = "", to] = span.split("..");
  if (to === undefined) return fillText(WORDS.last, { n: span });
  return fillText(WORDS.span, { from: timeText(from), to: to === "" ? WORDS.now : timeText(to) });
}

/** Day and hour by the clocks where the table stands: `28.11. 03:12`. */
function timeText(at: string): string {
  const parts = new Intl.DateTimeFormat("de", {
    day: "2-digit",
    month: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: told?.zone ?? "UTC",
  });
  return parts.format(Date.parse(at)).replace(",", "");
}

async function ask(): Promise<void> {
  waiting = null;
  askedAt = performance.now();
  try {
    const signal = AbortSignal.timeout(OLD_MS);
    // What else stands in the page's address goes along: a floor has many tables.
    const asked = new URLSearchParams(location.search);
    asked.set("span", spanNow());
    const answer = await fetch(`/statistics?${asked}`, { signal });
    isUnknownSpan = answer.status === 400;
    told = answer.ok ? ((await answer.json()) as StatisticsAnswer) : null;
    isOld = false;
  } catch (error) {
    // What hangs may answer yet: what came before is still true, and is said to be old.
    isOld = error instanceof DOMException && error.name === "TimeoutError";
    if (isOld) askSoon();
    else told = null;
  }
  drawPage();
}

function askSoon(): void {
  waiting ??= setTimeout(() => void ask(), Math.max(0, askedAt + ASK_MS - performance.now()));
}

function drawPage(): void {
  const language: Language = view?.languages[0] ?? "es";
  speakIn(language);
  const live = isFresh && view !== null ? told : null;
  document.body.dataset["live"] = live === null ? "no" : "yes";
  document.body.dataset["old"] = isOld ? "yes" : "no";
  document.body.dataset["kind"] = told?.statistics.kind ?? "none";
  drawFrame(language);
  drawInto(byId("statistics"), ...(live === null ? [lostSign(language)] : partsOf(live, language)));
}

const lostSign = (language: Language): JSX.Element =>
  h("p", { class: "nothing" }, WORDS[isFresh && isUnknownSpan ? "noSpan" : "lost"][language]);

function partsOf({ statistics, setup }: StatisticsAnswer, language: Language): JSX.Element[] {
  if (statistics.last.length === 0) return [h("p", { class: "nothing" }, WORDS.none[language])];
  switch (statistics.kind) {
    case "wheel":
      return wheelParts(statistics, setup.names, language);
    case "dice":
      return diceParts(statistics, setup.names, language);
    case "cards":
      return cardParts(statistics, language);
  }
}

function drawFrame(language: Language): void {
  const test = byId("test");
  test.hidden = view?.test !== true;
  markTitle(view?.test === true, language);
  drawInto(test, view?.test === true ? h("strong", null, wordIn("test", language)) : null);
  drawInto(
    byId("head"),
    houseSign(house),
    h("h1", null, h("bdi", null, view?.table ?? ""), h("span", null, view?.game[language] ?? "")),
    h("strong", { class: "span" }, spanText(spanNow())[language]),
    isOld ? h("strong", { class: "old", role: "status" }, WORDS.old[language]) : null,
    told === null ? null : standingsSign(told, language),
  );
  drawInto(
    byId("foot"),
    h("span", null, view?.rulebook ?? ""),
    told?.since == null ? null : h("span", null, fill(WORDS.since, language, { time: timeText(told.since) })),
    told === null ? null : h("span", null, joinParts(view?.log, String(told.seq))),
  );
  fitHead();
}

/** Long names become smaller and stand on two lines: none is cut. */
function fitHead(): void {
  const heading = document.querySelector<HTMLElement>("h1");
  if (heading !== null) fitBox(heading);
}

/** How many results are counted, and apart from them what is not certified and what has no result. */
function standingsSign({ statistics }: StatisticsAnswer, language: Language): JSX.Element {
  const rest = (["notCertified", "void", "undecided", "aborted", "overruled"] as const).filter(
    (one) => statistics[one] > 0,
  );
  return h(
    "ul",
    { class: "standings" },
    h(
      "li",
      null,
      h("strong", null, String(statistics.certified)),
      " ",
      fill(WORDS.certified, language, { n: statistics.certified }),
    ),
    ...rest.map((one) =>
      h(
        "li",
        { class: `standing-${one}` },
        h("strong", null, String(statistics[one])),
        " ",
        fill(WORDS[one], language, { n: statistics[one] }),
      ),
    ),
  );
}

connectScreen("/ws", {
  onView: (next) => {
    view = next.view;
    askSoon();
  },
  onFresh: (now) => {
    isFresh = now;
    drawPage();
    if (now) askSoon();
  },
});
watchHouse((said) => {
  house = said;
  drawPage();
});
setInterval(() => {
  if (performance.now() - askedAt >= AGAIN_MS) askSoon();
}, AGAIN_MS);
addEventListener("resize", fitHead);
whenFontsAreThere(fitHead);
drawPage();
