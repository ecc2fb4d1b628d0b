/**
 * The table display, and the screens that show a part of it. It shows what the last view says, and nothing once the view cannot be
 * current any more.
 */
import { h, type JSX } from "preact";
import { byId, drawInto, speakIn } from "./page.ts";
import { seriesRow } from "./display-series.ts";
import { boardState, partAt, viewForSeat } from "./display/parts-of-table.ts";
import { stageFor, troubleBand, unreadablePanel, type Stage } from "./display/stage.ts";
import { shortText, type Voice } from "./display-parts.ts";
import { layFelt } from "./display/felt-layout.ts";
import { fitBox, fitPanel, fitPlate, whenFontsAreThere } from "./display/fit.ts";
import { fitTurn, turnLine } from "./display/turn-line.ts";
import { fillText } from "../../../src/text/every-language.ts";
import { textOf } from "../../../src/text/text-of.ts";
import { roundWord, sentenceIn, wordIn, wordText, type Language } from "./i18n.ts";
import { tellCountdown } from "./house-countdown.ts";
import { iconSign } from "./icons.ts";
import { connectScreen, type Shown } from "./link.ts";
import { markTitle } from "./head.ts";
import { houseSign, watchHouse, type HouseShown } from "./house/house.ts";
import { drawRest, restPanel, RestWatch, type Rest } from "./house/rest.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";

/** How long each of the other languages stands, where the house does not say. */
const TURN_SECONDS = 6;
/** Longer than the 3 s after which the page itself takes the number away. */
const DEAD_MAN_MS = 4500;
/** How often the page looks whether nothing happened for long enough to be at rest. */
const REST_LOOK_MS = 5000;

const PART = partAt(location);
/** Whether the house's pictures have room here. */
const HAS_REST = PART.screen === "display" || PART.screen === "result";

let shown: Shown | null = null;
let fresh = false;
let turn = 0;
/** What the other languages say in their turns. */
let stageIn: (language: Language) => readonly (JSX.Element | null)[] = () => [];
let house: HouseShown | null = null;
const watch = new RestWatch();
/** The rest that the table is in; null: something happens. */
let rest: Rest | null = null;

/** The table's languages, the main one first. */
const languagesNow = (): readonly Language[] => shown?.view.languages ?? ["es", "en"];
const voiceNow = (): Voice => ({ main: languagesNow()[0] ?? "es" });
/** The language whose turn it is; null: the table has one alone. */
function turnNow(): Language | null {
  const others = othersNow();
  return others[turn % Math.max(others.length, 1)] ?? null;
}
/** The languages that take turns: the house's choice, or the table's others. */
const othersNow = (): readonly Language[] => {
  const [main, ...others] = languagesNow();
  return (shown?.view.screens?.turns?.languages ?? others).filter((one) => one !== main);
};

/** What cannot be drawn must not leave the number before it standing as if it were current. */
function renderOrWarn() {
  try {
    drawPage();
  } catch (error) {
    console.error(error);
    document.body.dataset["phase"] = "trouble";
    byId("trouble").hidden = true;
    drawRest(null, null);
    drawInto(byId("series"));
    stageIn = (language) => [unreadablePanel({ main: language })];
    drawInto(byId("stage"), ...stageIn("es"));
    drawTurn();
    fitAll();
  }
}

/** What a screen reader says, in the main language: once, and not again when another language has its turn. */
function setSpoken(id: string, text: string) {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}

/** The main words of a part of the page, in their order. */
const wordsOf = (id: string) =>
  [...byId(id).querySelectorAll("#number, .main")].map(({ textContent }) => textContent).join(". ");

/** A screen reader too says first that it is a test. */
function spokenOf(id: string, { main }: Voice): string {
  const words = wordsOf(id);
  return words !== "" && shown?.view.test === true ? `${wordIn("test", main)}. ${words}` : words;
}

function drawPage() {
  const voice = voiceNow();
  const stage = stageFor(shown, fresh, voice);
  const { name } = stage;
  stageIn = (language) => stageWords({ main: language });
  speakIn(voice.main);
  document.body.dataset["phase"] = name;
  document.body.dataset["live"] = fresh ? "yes" : "no";
  document.body.dataset["motion"] = shown?.view.screens?.motion ?? "calm";
  markArrival(name);
  const band = shown === null ? null : troubleBand(shown.view, name, voice);
  rest = HAS_REST ? watch.restOf(shown?.view ?? null, { stage: name, hasBand: band !== null, house }) : null;
  drawRest(rest, house);
  drawInto(byId("stage"), panelOf(stage, voice));
  if (shown !== null) {
    const { view } = shown;
    drawFrame(view, voice);
    byId("trouble").hidden = band === null;
    drawInto(byId("trouble"), band);
    byId("series").hidden = PART.screen === "result" || PART.screen === "seat";
    drawInto(byId("series"), ...seriesRow(view, name, voice));
  }
  setSpoken("spoken", spokenOf("stage", voice));
  setSpoken("spoken-trouble", spokenOf("trouble", voice));
  drawTurn();
  fitAll();
  rewindDeadMan();
}

const seatText = (seat: number, language: Language): string =>
  sentenceIn(fillText(textOf("cards.seat"), { seat }), language);

/** The result that was drawn last, by the number of its record; null: none was. */
let arrived: number | null = null;

/** A result that was not there before arrives: the stage says so once, and its style moves it. */
function markArrival(stage: string) {
  const result = stage === "result" ? (shown?.view.verdict?.certificate.seq ?? null) : null;
  const isNew = result !== null && result !== arrived && byId("stage").childElementCount > 0;
  if (isNew) byId("stage").dataset["arrives"] = "";
  else if (result !== arrived) delete byId("stage").dataset["arrives"];
  arrived = result;
}

/** What this screen shows of the stage. */
function panelOf(stage: Stage, voice: Voice) {
  if (PART.screen === "board") return boardState(stage, shown?.view ?? null, voice);
  return rest === null || shown === null ? stage.panel : restPanel(rest, shown.view, house, voice);
}

/** The band and the stage in a language. */
function stageWords(voice: Voice): readonly (JSX.Element | null)[] {
  const stage = stageFor(shown, fresh, voice);
  return [shown === null ? null : troubleBand(shown.view, stage.name, voice), panelOf(stage, voice)];
}

/** The line of the language whose turn it is. It alone is drawn anew when the next one's turn comes. */
function drawTurn() {
  const language = turnNow();
  const line = language === null ? null : turnLine(stageIn(language), language);
  drawInto(byId("turn"), line);
  byId("turn").hidden = language === null;
  const drawn = byId("turn").firstElementChild;
  if (drawn instanceof HTMLElement) fitTurn(drawn);
}

/** Head, foot and the banner of the test mode. */
function drawFrame(view: TableView, voice: Voice) {
  const test = byId("test");
  test.hidden = !view.test;
  markTitle(view.test, voice.main);
  drawInto(
    test,
    iconSign("warn"),
    h("strong", null, wordIn("test", voice.main)),
    h(
      "span",
      null,
      languagesNow()
        .map((language) => wordIn("testMeans", language))
        .join(" · "),
    ),
  );
  drawInto(
    byId("head"),
    houseSign(house),
    h(
      "div",
      { class: "table-name" },
      h("bdi", null, view.table),
      PART.seat === null ? null : h("bdi", null, seatText(PART.seat, voice.main)),
      h("span", { lang: voice.main }, view.game[voice.main]),
    ),
    view.open
      ? h(
          "div",
          { class: "round" },
          h("span", null, roundWord(view, voice.main)),
          h("strong", null, String(view.round)),
        )
      : null,
    shortText(
      wordText(view.open ? "tableOpen" : "tableClosed"),
      voice,
      `open-state ${view.open ? "open" : "shut"}`,
    ),
  );
  drawInto(
    byId("foot"),
    h("span", null, view.law),
    h("span", null, view.rulebook),
    h("span", null, `${view.log} · ${view.seq}`),
    view.joining === undefined
      ? null
      : h("strong", null, fillText(wordText("joinsFloor"), view.joining)[voice.main]),
  );
}

/** Gives every box its largest text that is not cut off, and every hand its largest cards. */
function fitAll() {
  const stage = byId("stage").firstElementChild;
  if (stage instanceof HTMLElement) {
    fitPanel(stage);
    for (const felt of stage.querySelectorAll<HTMLElement>(".felt")) layFelt(felt);
  }
  const name = document.querySelector<HTMLElement>(".table-name");
  if (name !== null) fitBox(name);
  const band = byId("trouble").firstElementChild;
  if (band instanceof HTMLElement) fitPanel(band);
  for (const plate of byId("series").querySelectorAll<HTMLElement>(".chip-plate")) fitPlate(plate);
}

/**
 * The number goes out by itself unless it is wound up again by the next pulse. The compositor runs this even when the
 * page's own code hangs, so a frozen page cannot leave an old number standing.
 */
function rewindDeadMan() {
  for (const element of document.querySelectorAll("[data-live-only]")) {
    for (const animation of element.getAnimations()) animation.cancel();
    element.animate([{ opacity: 1 }, { opacity: 1, offset: 0.99 }, { opacity: 0 }], {
      duration: DEAD_MAN_MS,
      fill: "forwards",
    });
  }
}

connectScreen("/ws", {
  onView: (next) => {
    shown = { ...next, view: viewForSeat(next.view, PART.seat) };
    renderOrWarn();
  },
  onFresh: (now) => {
    fresh = now;
    renderOrWarn();
  },
  onPulse: (wall) => {
    rewindDeadMan();
    tellCountdown(wall, voiceNow().main);
  },
});
/** The next language has its turn. */
function takeTurn() {
  turn += 1;
  if (othersNow().length > 1) drawTurn();
  awaitTurn();
}
const awaitTurn = () => setTimeout(takeTurn, (shown?.view.screens?.turns?.seconds ?? TURN_SECONDS) * 1000);
awaitTurn();
watchHouse((said) => {
  house = said;
  renderOrWarn();
});
setInterval(() => {
  if (watch.isDue()) renderOrWarn();
}, REST_LOOK_MS);
document.body.dataset["screen"] = PART.screen;
addEventListener("resize", renderOrWarn);
whenFontsAreThere(renderOrWarn);
renderOrWarn();
