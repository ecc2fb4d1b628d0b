/** The bench page: a wheel as its sensors see it and as it truly is. Only there when the table is a test. */
import { connectBench } from "./link.ts";
import {
  benchWord,
  type BenchWord,
  createFigurePanel,
  createSeenList,
  drawInjections,
  drawOrders,
  verdictText,
} from "./panels.ts";
import { attachScopeControls, createScope, durationText, WINDOWS_S } from "./scope.ts";
import { createPictureStore } from "./pictures.ts";
import { createSensedWheel } from "./sensed.ts";
import { COLOURS } from "./draw.ts";
import { createBenchTime } from "./time.ts";
import { createWheelDrawing } from "./wheel.ts";
import { h } from "preact";
import { byId, drawInto } from "../../../firmware/screens/pages/page.ts";
import { LANGUAGES } from "../../../src/text/language.ts";
import { LANGUAGE_NAMES, PHASES, wordIn, type Language } from "../../../firmware/screens/pages/i18n.ts";
import type { BenchFrame, BenchHello, SeenRow } from "../page-messages.ts";

const time = createBenchTime();
const wheelCanvas = canvasOf("wheel-canvas");
const scopeCanvas = canvasOf("scope-canvas");
const wheel = createWheelDrawing(wheelCanvas);
const traces = createScope(scopeCanvas, time);
const layers = { truth: true, sensed: true };

let language: Language = "es";
let hello: BenchHello | null = null;
let frame: BenchFrame | null = null;
let connected = false;
let sensed = createSensedWheel(null, 37);
const pictures = createPictureStore();
/** Moments worth a line on the oscilloscope. */
let moments: { t: number; text: string; colour: string }[] = [];
/** The last of what the session saw, in order of time: a new language tells it anew. */
let lastSeen: readonly SeenRow[] = [];
let seen = createSeenList(language);
let figures = createFigurePanel(language, "roulette");
let headSaid = "";
let injectedSaid = "";
let shownSecond = "";

function canvasOf(id: string): HTMLCanvasElement {
  const found = byId(id);
  if (!(found instanceof HTMLCanvasElement)) throw new Error(`#${id} of the page is no canvas`);
  return found;
}

const translate = (key: BenchWord) => benchWord(key, language);

const link = connectBench({
  onHello: (message) => {
    connected = true;
    const again = hello !== null && hello.table === message.table;
    hello = message;
    if (!again) language = message.language;
    showTable(message);
  },
  onFrame: (message) => showFrame(message),
  onClosed: () => {
    connected = false;
    drawHead();
  },
});

function showTable(now: BenchHello): void {
  const { kind, ring, calibration, speed, history, board } = now;
  document.documentElement.lang = language;
  document.body.dataset["kind"] = kind;
  time.begin(speed);
  sensed = createSensedWheel(calibration, ring.length);
  pictures.clear();
  moments = [];
  traces.begin(kind);
  layers.truth = board !== "real";
  lastSeen = history.seen;
  drawWords(now);
  setUpDrawing(now);
  for (const row of history.edges) sensed.add(row);
  noteMoments(history.seen);
}

/** Everything that is written in the page's language. */
function drawWords(now: BenchHello): void {
  headSaid = injectedSaid = "";
  seen = createSeenList(language);
  seen.add(lastSeen);
  figures = createFigurePanel(language, now.kind);
  drawOrders(now, language, link.ask);
  wheelCanvas.setAttribute("aria-label", translate("wheelAlt"));
  scopeCanvas.setAttribute("aria-label", translate("scopeAlt"));
  drawLayerBar(now);
  drawScopeBar();
  drawInjections(frame?.injected ?? now.history.injected, language);
  drawHead();
}

/** What the drawing must know of the wheel. */
function setUpDrawing({ kind, ring, labels, calibration, reader }: BenchHello): void {
  wheel.begin({
    kind,
    ring,
    shown: ring.map((name) => labels[name] ?? name),
    // Of a real wheel nobody knows it, and any place is as good.
    reader: reader ?? 0.5,
    holeZero: kind === "bowl" ? (calibration?.zero ?? 0) : 0,
  });
}

function showFrame(message: BenchFrame): void {
  if (hello === null) return;
  frame = message;
  time.heard(message.now);
  pictures.add(message.pictures);
  for (const row of message.edges) sensed.add(row);
  noteMoments(message.seen);
  seen.add(message.seen);
  lastSeen = [...lastSeen, ...message.seen].slice(-30);
  if (!time.frozen()) {
    sensed.tidy(message.now);
    pictures.tidy(message.now);
    if (moments.length > 200) moments = moments.slice(-100);
  }
  figures.show(message.figures, message.table.faults, message.now);
  const said = JSON.stringify(message.injected);
  if (said !== injectedSaid) drawInjections(message.injected, language);
  injectedSaid = said;
  drawHead();
}

/** Moments of the session that the oscilloscope shows. */
function noteMoments(rows: readonly SeenRow[]): void {
  for (const { t, o, text } of rows) {
    if (o === "gap" || o === "attached") sensed.forget();
    if (o === "stage") moments.push({ t, text: text.replace(/^stage /, ""), colour: COLOURS.brass });
    else if (!["ball-laps", "drop-predicted", "disc-turns", "fault-cleared"].includes(o))
      moments.push({
        t,
        text: o,
        colour: /gap|fault|doubt|left|foreign|stopped|irregular/.test(o) ? COLOURS.alarm : COLOURS.sensed,
      });
  }
}

function drawHead() {
  const { table = null } = frame ?? {};
  const phase = table?.phase ?? null;
  const verdict = table?.verdict ?? null;
  const gone = !connected ? translate("disconnected") : table?.link === "gone" ? translate("linkGone") : null;
  const said = JSON.stringify([language, connected, phase, verdict, table?.link, hello?.table]);
  if (said === headSaid) return;
  headSaid = said;
  document.body.dataset["phase"] = phase ?? "";
  document.body.dataset["link"] = connected ? (table?.link ?? "") : "lost";
  const what =
    hello === null
      ? ""
      : `${hello.table} · ${hello.rulebook} · ${translate(hello.board === "real" ? "real" : "simulated")}`;
  const speed = hello !== null && hello.speed !== 1 ? ` · ×${hello.speed}` : "";
  drawInto(
    byId("head"),
    h("h1", null, translate("bench")),
    h("span", { class: "muted" }, `${what}${speed}${hello?.board === "emulated" ? " · AVR" : ""}`),
    h("strong", { id: "test" }, `${wordIn("test", language)}: ${wordIn("testMeans", language)}`),
    h("span", { id: "phase" }, phase === null ? "" : PHASES[phase][language]),
    verdict === null
      ? null
      : h(
          "span",
          { id: "verdict", class: verdict.kind, title: verdictText(verdict, language) },
          `${verdict.round}: ${verdictText(verdict, language)}`,
        ),
    gone === null ? null : h("strong", { id: "gone" }, gone),
    languageChoice(),
  );
}

function languageChoice() {
  const options = Object.entries(LANGUAGE_NAMES).map(([code, name]) =>
    h("option", { value: code, selected: code === language }, name),
  );
  const choose = ({ target }: Event): void => {
    const found = LANGUAGES.find((one) => target instanceof HTMLSelectElement && one === target.value);
    if (found === undefined || hello === null) return;
    language = found;
    document.documentElement.lang = language;
    drawWords(hello);
  };
  return h("select", { "aria-label": translate("language"), onChange: choose }, ...options);
}

const toggleButton = (text: string, on: boolean, act: () => void, id?: string) =>
  h("button", { type: "button", class: "toggle", id, "aria-pressed": String(on), onClick: act }, text);

function drawLayerBar(now: BenchHello): void {
  const flip = (layer: "truth" | "sensed") => () => {
    layers[layer] = !layers[layer];
    drawLayerBar(now);
  };
  drawInto(
    byId("layers"),
    now.board === "real" ? null : toggleButton(translate("truth"), layers.truth, flip("truth"), "layer-truth"),
    toggleButton(translate("sensed"), layers.sensed, flip("sensed"), "layer-sensed"),
    h("span", { id: "spin", class: "muted" }, ""),
  );
}

function drawScopeBar() {
  drawInto(
    byId("scope-bar"),
    ...WINDOWS_S.map((s) =>
      toggleButton(`${s} s`, traces.windowUs() === s * 1e6, () => {
        traces.setWindow(s * 1e6);
        drawScopeBar();
      }),
    ),
    toggleButton(translate(time.frozen() ? "go" : "freeze"), time.frozen(), toggleFreeze, "freeze"),
    h("span", { id: "delta", class: "muted" }, translate("noMark")),
  );
}

function toggleFreeze() {
  time.freeze(!time.frozen());
  drawScopeBar();
}

attachScopeControls(scopeCanvas, time, traces, { freeze: toggleFreeze, changed: () => drawScopeBar() });

/** Cursor, mark and what lies between. */
function showCursor() {
  const at = time.cursor();
  const mark = time.mark();
  const between =
    at === null || mark === null
      ? ""
      : ` · Δt ${durationText(at - mark)} · ${(1e6 / Math.abs(at - mark || 1)).toFixed(2)} Hz`;
  const said =
    at === null
      ? mark === null
        ? translate("noMark")
        : ""
      : `${translate("cursor")} ${(at / 1e6).toFixed(4)} s${between}`;
  if (said !== shownSecond) byId("delta").textContent = said;
  shownSecond = said;
}

function paintFrame() {
  requestAnimationFrame(paintFrame);
  if (hello === null) return;
  const t = time.shown();
  wheel.draw(pictures.at(t), sensed, t, layers);
  traces.draw(sensed, moments);
  showCursor();
}
requestAnimationFrame(paintFrame);
