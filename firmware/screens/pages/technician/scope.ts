/** The wheel's last spins as on an oscilloscope: pulses of each sensor, the rotor's speed, the ball's laps, stages. */
import type { ChannelTrace, InsideReport, Sample, SpinTrace } from "../../../../src/analysis/wheel-trace.ts";
import { decimalIn, fillText } from "../../../../src/text/every-language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { h, type JSX } from "preact";
import { joinParts, wordIn, type Word } from "../i18n.ts";
import { definitionList, fold, type Telling } from "./parts.ts";
import { agoText, instantText } from "./time.ts";

const WORDS = textsOf("pages.technician.scope");
/** What a spin without a result came to. */
const ENDS: Readonly<Record<string, Word>> = {
  void: "voided",
  undecided: "undecidedMark",
  aborted: "abortedMark",
};

/** Tenths of a millisecond in a second. */
const TENTHS_PER_S = 10_000;
const [ROW, PLOT, AXIS, NAMES] = [20, 90, 22, 46];
/** The shortest stretch that is drawn, and by how much a touch narrows or widens it. */
const SPAN_LEAST = 500;
const ZOOM = 2;

/** The spin that somebody has chosen, null: the newest, and the stretch of it that is drawn; null: all of it. */
let chosen: number | null = null;
let stretch: readonly [from: number, to: number] | null = null;

/** What is in an answer; null: nothing was read yet. */
export function insideIn(answer: unknown): InsideReport | null {
  if (typeof answer !== "object" || answer === null || !("report" in answer)) return null;
  const { report } = answer;
  const isInside =
    typeof report === "object" && report !== null && "format" in report && report.format === "tirada-inside/1";
  return isInside ? (report as InsideReport) : null;
}

/** `redraw`: called when somebody has chosen something. */
export function scopePart(inside: InsideReport | null, telling: Telling, redraw: () => void): JSX.Element[] {
  const { language, time } = telling;
  if (inside === null || inside.spins === null) return [];
  const { spins, at } = inside;
  const spin = spins.find(({ round }) => round === chosen) ?? spins[0];
  return [
    h("h2", null, WORDS.title[language]),
    h("p", { class: "when" }, fillText(WORDS.read, { ago: agoText(at, time, language) })[language]),
    ...(spin === undefined
      ? [h("p", null, WORDS.none[language])]
      : [spinChoice(spins, spin, telling, redraw), ...spinDrawn(spin, telling, redraw)]),
  ];
}

const spinChoice = (
  spins: readonly SpinTrace[],
  shown: SpinTrace,
  { language, time }: Telling,
  redraw: () => void,
): JSX.Element =>
  h(
    "div",
    { class: "choice" },
    ...spins.map((one) =>
      h(
        "button",
        {
          type: "button",
          "data-round": one.round,
          "aria-pressed": String(one === shown),
          onClick: () => {
            [chosen, stretch] = [one.round, null];
            redraw();
          },
        },
        joinParts(String(one.round), one.outcome || endText(one.end, language)),
        h("small", null, instantText(one.at, time, language)),
      ),
    ),
  );

function spinDrawn(spin: SpinTrace, { language }: Telling, redraw: () => void): JSX.Element[] {
  const shown = stretch ?? [0, spin.span];
  const height = spin.channels.length * ROW + plotsOf(spin).length * PLOT + AXIS;
  const seconds = (tenths: number): string => decimalIn(tenths / TENTHS_PER_S, 1, language);
  const between = fillText(WORDS.between, { from: seconds(shown[0]), to: seconds(shown[1]) })[language];
  const look = (next: readonly [number, number] | null) => (): void => {
    stretch = next === null ? null : within(next, spin.span);
    redraw();
  };
  const [from, to] = shown;
  const [middle, width] = [(from + to) / 2, to - from];
  const keys = [
    ["◀", WORDS.earlier, [from - width / 2, to - width / 2]],
    ["−", WORDS.wider, [middle - (width * ZOOM) / 2, middle + (width * ZOOM) / 2]],
    ["+", WORDS.closer, [middle - width / ZOOM / 2, middle + width / ZOOM / 2]],
    ["▶", WORDS.later, [from + width / 2, to + width / 2]],
  ] as const;
  return [
    h(
      "div",
      { class: "keys" },
      ...keys.map(([sign, words, next]) =>
        h("button", { type: "button", "aria-label": words[language], onClick: look(next) }, sign),
      ),
      h(
        "button",
        { type: "button", "aria-pressed": String(stretch === null), onClick: look(null) },
        WORDS.whole[language],
      ),
      h("span", { class: "when" }, between),
    ),
    h("canvas", {
      class: "scope",
      role: "img",
      "aria-label": joinParts(String(spin.round), between, ...spin.channels.map(countText)),
      "data-height": height,
      // What is drawn says what it is drawn from: another spin or stretch is another picture.
      "data-drawn": `${spin.round} ${from} ${to}`,
      ref: (canvas: HTMLCanvasElement | null) => {
        if (canvas !== null) drawSpin(canvas, spin, shown, height, language);
      },
    }),
    fold(
      "scope-counts",
      WORDS.counts[language],
      definitionList([
        ...spin.channels.map(({ channel, pulses }) => [channel, widthsText(pulses, language)] as const),
        ...spin.stages.map(([at, stage]) => [`${seconds(at)} s`, stage] as const),
      ]),
    ),
  ];
}

function endText(end: string, language: Telling["language"]): string {
  const word = ENDS[end];
  return word === undefined ? end : wordIn(word, language);
}

const countText = ({ channel, pulses }: ChannelTrace): string => `${channel} ${pulses.length}`;

/** How many pulses, and how long the middle one of them was. */
function widthsText(pulses: ChannelTrace["pulses"], language: Telling["language"]): string {
  const widths = pulses.map(([, width]) => width).toSorted((one, other) => one - other);
  const middle = (widths[Math.floor(widths.length / 2)] ?? 0) / 10;
  return fillText(WORDS.pulses, { n: pulses.length, ms: decimalIn(middle, 1, language) })[language];
}

/** Kept within the spin, and no shorter than can be drawn. */
function within([from, to]: readonly [number, number], span: number): readonly [number, number] | null {
  const width = Math.max(SPAN_LEAST, Math.round(to - from));
  if (width >= span) return null;
  const begin = Math.min(Math.max(0, Math.round(from)), span - width);
  return [begin, begin + width];
}

interface Plot {
  readonly name: "rotor" | "laps";
  readonly samples: readonly Sample[];
  /** What a value is divided by for its unit. */
  readonly by: number;
}

const plotsOf = ({ rotor, laps }: SpinTrace): readonly Plot[] =>
  (
    [
      { name: "rotor", samples: rotor, by: 10 },
      { name: "laps", samples: laps, by: 1 },
    ] as const
  ).filter(({ samples }) => samples.length > 1);

function drawSpin(
  canvas: HTMLCanvasElement,
  spin: SpinTrace,
  [from, to]: readonly [number, number],
  height: number,
  language: Telling["language"],
): void {
  const width = canvas.parentElement?.clientWidth ?? 600;
  const ratio = window.devicePixelRatio || 1;
  [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  [canvas.style.width, canvas.style.height] = [`${width}px`, `${height}px`];
  const context = canvas.getContext("2d");
  if (context === null) return;
  const style = getComputedStyle(canvas);
  const colour = (name: string): string => style.getPropertyValue(name);
  context.scale(ratio, ratio);
  context.font = "12px sans-serif";
  context.textBaseline = "middle";
  const xOf = (at: number): number => NAMES + ((at - from) / (to - from)) * (width - NAMES);
  const pen: Pen = { context, width, xOf, colour, shown: [from, to], language };
  let y = 0;
  for (const { channel, pulses } of spin.channels) {
    drawPulses(pen, channel, pulses, y);
    y += ROW;
  }
  for (const plot of plotsOf(spin)) {
    drawPlot(pen, plot, WORDS[plot.name][language], y);
    y += PLOT;
  }
  drawStages(pen, spin.stages, y);
  drawAxis(pen, y);
}

interface Pen {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly xOf: (at: number) => number;
  readonly colour: (name: string) => string;
  readonly shown: readonly [number, number];
  readonly language: Telling["language"];
}

function drawPulses(
  { context, width, xOf, colour }: Pen,
  name: string,
  pulses: ChannelTrace["pulses"],
  y: number,
): void {
  context.fillStyle = colour("--muted");
  context.fillText(name, 2, y + ROW / 2);
  context.fillStyle = colour("--line");
  context.fillRect(NAMES, y + ROW - 4, width - NAMES, 1);
  context.fillStyle = colour("--ok");
  for (const [at, length] of pulses) {
    const x = xOf(at);
    const end = xOf(at + length);
    // A pulse is seen however short it is.
    if (end >= NAMES && x <= width) context.fillRect(Math.max(NAMES, x), y + 4, Math.max(1, end - x), ROW - 8);
  }
}

function drawPlot(
  { context, width, xOf, colour, shown }: Pen,
  { samples, by }: Plot,
  name: string,
  y: number,
): void {
  const values = samples.map(([, value]) => value / by);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const yOf = (value: number): number =>
    y + PLOT - 14 - ((value - least) / Math.max(1e-6, most - least)) * (PLOT - 34);
  context.fillStyle = colour("--muted");
  context.fillText(name, NAMES, y + 9);
  context.fillText(String(Math.round(most)), 2, yOf(most));
  if (most !== least) context.fillText(String(Math.round(least)), 2, yOf(least));
  context.strokeStyle = colour("--brass");
  context.lineWidth = 2;
  context.save();
  context.beginPath();
  context.rect(NAMES, y, width - NAMES, PLOT);
  context.clip();
  context.beginPath();
  for (const [at, value] of samples) context.lineTo(xOf(at), yOf(value / by));
  context.stroke();
  context.fillStyle = colour("--brass");
  for (const [at, value] of samples)
    if (at >= shown[0] && at <= shown[1]) context.fillRect(xOf(at) - 2, yOf(value / by) - 2, 4, 4);
  context.restore();
}

function drawStages({ context, width, xOf, colour }: Pen, stages: SpinTrace["stages"], height: number): void {
  context.fillStyle = colour("--ask");
  for (const [at] of stages) {
    const x = xOf(at);
    if (x >= NAMES && x <= width) context.fillRect(x, 0, 1, height);
  }
}

/** Seconds, with as many lines as have room. */
function drawAxis({ context, width, xOf, colour, shown: [from, to], language }: Pen, y: number): void {
  const room = Math.max(2, Math.floor((width - NAMES) / 70));
  const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60].map((one) => one * TENTHS_PER_S);
  const step = steps.find((one) => (to - from) / one <= room) ?? 60 * TENTHS_PER_S;
  context.fillStyle = colour("--muted");
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    context.fillRect(xOf(at), y, 1, 5);
    const words = `${decimalIn(at / TENTHS_PER_S, step < TENTHS_PER_S ? 1 : 0, language)} s`;
    context.fillText(words, Math.min(xOf(at), width - context.measureText(words).width), y + 13);
  }
}
