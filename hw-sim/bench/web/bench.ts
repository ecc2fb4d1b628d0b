/** The bench page: a wheel as its sensors see it and as it truly is. Only there when the table is a test. */
import { connectBench } from "./link.ts";
import { figurePanel, injected, orders, seenList, verdictText } from "./panels.ts";
import { scopeHands } from "./hands.ts";
import { pictureStore } from "./pictures.ts";
import { scope, span, WINDOWS_S } from "./scope.ts";
import { sensedWheel } from "./sensed.ts";
import { COLOURS } from "./draw.ts";
import { benchTime } from "./time.ts";
import { wheelDrawing } from "./wheel.ts";
import { benchWord, type BenchWord } from "./words.ts";
import { h } from "preact";
import { byId, drawInto } from "../../../firmware/display/web/page.ts";
import { LANGUAGES } from "../../../src/text/language.ts";
import { LANGUAGE_NAMES, PHASES, word } from "../../../firmware/display/web/i18n.ts";
import type { Language } from "../../../firmware/display/web/i18n.ts";
import type { BenchFrame, BenchHello, SeenRow } from "../page-messages.ts";

const time = benchTime();
const wheelCanvas = canvasOf("wheel-canvas");
const scopeCanvas = canvasOf("scope-canvas");
const wheel = wheelDrawing(wheelCanvas);
const traces = scope(scopeCanvas, time);
const layers = { truth: true, sensed: true };

let language: Language = "es";
let hello: BenchHello | null = null;
let frame: BenchFrame | null = null;
let connected = false;
let sensed = sensedWheel(null, 37);
const pictures = pictureStore();
/** Moments worth a line on the oscilloscope. */
let moments: { t: number; text: string; colour: string }[] = [];
/** The last of what the session saw, in order of time: a new language tells it anew. */
let lately: readonly SeenRow[] = [];
let seen = seenList(language);
let figures = figurePanel(language, "roulette");
let headSaid = "";
let injectedSaid = "";
let shownSecond = "";

function canvasOf(id: string): HTMLCanvasElement {
  const found = byId(id);
  if (!(found instanceof HTMLCanvasElement)) throw new Error(`#${id} of the page is no canvas`);
  return found;
}

const tell = (key: BenchWord) => benchWord(key, language);

const link = connectBench({
  onHello: (message) => {
    connected = true;
    const again = hello !== null && hello.table === message.table;
    hello = message;
    if (!again) language = message.language;
    begin(message);
  },
  onFrame: (message) => take(message),
  onClosed: () => {
    connected = false;
    head();
  },
});

function begin(now: BenchHello): void {
  const { kind, ring, calibration, speed, history, board } = now;
  document.documentElement.lang = language;
  document.body.dataset["kind"] = kind;
  time.begin(speed);
  sensed = sensedWheel(calibration, ring.length);
  pictures.clear();
  moments = [];
  traces.begin(kind);
  layers.truth = board !== "real";
  lately = history.seen;
  words(now);
  aim(now);
  for (const row of history.edges) sensed.add(row);
  note(history.seen);
}

/** Everything that is written in the page's language. */
function words(now: BenchHello): void {
  headSaid = injectedSaid = "";
  seen = seenList(language);
  seen.add(lately);
  figures = figurePanel(language, now.kind);
  orders(now, language, link.ask);
  wheelCanvas.setAttribute("aria-label", tell("wheelAlt"));
  scopeCanvas.setAttribute("aria-label", tell("scopeAlt"));
  layerBar(now);
  scopeBar();
  injected(frame?.injected ?? now.history.injected, language);
  head();
}

/** What the drawing must know of the wheel. */
function aim({ kind, ring, labels, calibration, reader }: BenchHello): void {
  wheel.begin({
    kind,
    ring,
    shown: ring.map((name) => labels[name] ?? name),
    // Of a real wheel nobody knows it, and any place is as good.
    reader: reader ?? 0.5,
    holeZero: kind === "bowl" ? (calibration?.zero ?? 0) : 0,
  });
}

function take(message: BenchFrame): void {
  if (hello === null) return;
  frame = message;
  time.heard(message.now);
  pictures.add(message.pictures);
  for (const row of message.edges) sensed.add(row);
  note(message.seen);
  seen.add(message.seen);
  lately = [...lately, ...message.seen].slice(-30);
  if (!time.frozen()) {
    sensed.tidy(message.now);
    pictures.tidy(message.now);
    if (moments.length > 200) moments = moments.slice(-100);
  }
  figures.show(message.figures, message.table.faults, message.now);
  const said = JSON.stringify(message.injected);
  if (said !== injectedSaid) injected(message.injected, language);
  injectedSaid = said;
  head();
}

/** Moments of the session that the oscilloscope shows. */
function note(rows: readonly SeenRow[]): void {
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

function head() {
  const { table = null } = frame ?? {};
  const phase = table?.phase ?? null;
  const verdict = table?.verdict ?? null;
  const gone = !connected ? tell("disconnected") : table?.link === "gone" ? tell("linkGone") : null;
  const said = JSON.stringify([language, connected, phase, verdict, table?.link, hello?.table]);
  if (said === headSaid) return;
  headSaid = said;
  document.body.dataset["phase"] = phase ?? "";
  document.body.dataset["link"] = connected ? (table?.link ?? "") : "lost";
  const what =
    hello === null
      ? ""
      : `${hello.table} · ${hello.rulebook} · ${tell(hello.board === "real" ? "real" : "simulated")}`;
  const speed = hello !== null && hello.speed !== 1 ? ` · ×${hello.speed}` : "";
  drawInto(
    byId("head"),
    h("h1", null, tell("bench")),
    h("span", { class: "muted" }, `${what}${speed}${hello?.board === "emulated" ? " · AVR" : ""}`),
    h("strong", { id: "test" }, `${word("test", language)}: ${word("testMeans", language)}`),
    h("span", { id: "phase" }, phase === null ? "" : PHASES[phase][language]),
    verdict === null
      ? null
      : h(
          "span",
          { id: "verdict", class: verdict.kind, title: verdictText(verdict, language) },
          `${verdict.round}: ${verdictText(verdict, language)}`,
        ),
    gone === null ? null : h("strong", { id: "gone" }, gone),
    languages(),
  );
}

function languages() {
  const options = Object.entries(LANGUAGE_NAMES).map(([code, name]) =>
    h("option", { value: code, selected: code === language }, name),
  );
  const choose = ({ target }: Event): void => {
    const found = LANGUAGES.find((one) => target instanceof HTMLSelectElement && one === target.value);
    if (found === undefined || hello === null) return;
    language = found;
    document.documentElement.lang = language;
    words(hello);
  };
  return h("select", { "aria-label": tell("language"), onChange: choose }, ...options);
}

const toggle = (text: string, on: boolean, act: () => void, id?: string) =>
  h("button", { type: "button", class: "toggle", id, "aria-pressed": String(on), onClick: act }, text);

function layerBar(now: BenchHello): void {
  const flip = (layer: "truth" | "sensed") => () => {
    layers[layer] = !layers[layer];
    layerBar(now);
  };
  drawInto(
    byId("layers"),
    now.board === "real" ? null : toggle(tell("truth"), layers.truth, flip("truth"), "layer-truth"),
    toggle(tell("sensed"), layers.sensed, flip("sensed"), "layer-sensed"),
    h("span", { id: "spin", class: "muted" }, ""),
  );
}

function scopeBar() {
  drawInto(
    byId("scope-bar"),
    ...WINDOWS_S.map((s) =>
      toggle(`${s} s`, traces.windowUs() === s * 1e6, () => {
        traces.setWindow(s * 1e6);
        scopeBar();
      }),
    ),
    toggle(tell(time.frozen() ? "go" : "freeze"), time.frozen(), freeze, "freeze"),
    h("span", { id: "delta", class: "muted" }, tell("noMark")),
  );
}

function freeze() {
  time.freeze(!time.frozen());
  scopeBar();
}

scopeHands(scopeCanvas, time, traces, { freeze, changed: () => scopeBar() });

/** Cursor, mark and what lies between. */
function delta() {
  const at = time.cursor();
  const mark = time.mark();
  const between =
    at === null || mark === null
      ? ""
      : ` · Δt ${span(at - mark)} · ${(1e6 / Math.abs(at - mark || 1)).toFixed(2)} Hz`;
  const said =
    at === null
      ? mark === null
        ? tell("noMark")
        : ""
      : `${tell("cursor")} ${(at / 1e6).toFixed(4)} s${between}`;
  if (said !== shownSecond) byId("delta").textContent = said;
  shownSecond = said;
}

function paint() {
  requestAnimationFrame(paint);
  if (hello === null) return;
  const t = time.shown();
  wheel.draw(pictures.at(t), sensed, t, layers);
  traces.draw(sensed, moments);
  delta();
}
requestAnimationFrame(paint);
