/** Signs that say with a shape what the colour says too. All drawn in a square of 100 units. */
import { cloneElement, h, type JSX } from "preact";

const icon = (name: string, ...children: JSX.Element[]) =>
  h("svg", { viewBox: "0 0 100 100", class: `icon icon-${name}`, "aria-hidden": "true" }, ...children);

const stroke = (d: string, more: object = {}) =>
  h("path", {
    d,
    fill: "none",
    stroke: "currentColor",
    "stroke-width": 9,
    "stroke-linecap": "round",
    ...more,
  });

const ring = (r: number, more: object = {}) =>
  h("circle", { cx: 50, cy: 50, r, fill: "none", stroke: "currentColor", "stroke-width": 7, ...more });

/** A star of twelve points, the edge of a seal. */
const SEAL = `M${Array.from({ length: 24 }, (_, at) => {
  const [angle, r] = [(at * Math.PI) / 12, at % 2 === 0 ? 46 : 38];
  return `${(50 + r * Math.sin(angle)).toFixed(2)} ${(50 - r * Math.cos(angle)).toFixed(2)}`;
}).join("L")}z`;

export type Colour = "red" | "black" | "zero" | "other" | "none";
export type Shape = Colour | "punto" | "banca" | "tie" | "round";

/**
 * The outline of a pocket colour: red is a disc, black a square, zero a hexagon, a bowl's five a diamond; a disc's cells
 * have no colour and are drawn as cells. Of cards: the punto is a disc, the banca a square, a tie a hexagon, and a round in
 * which every place has an outcome of its own a card.
 */
export const SHAPES = {
  red: () => h("circle", { cx: 50, cy: 50, r: 45 }),
  black: () => h("rect", { x: 7, y: 7, width: 86, height: 86, rx: 6 }),
  zero: () => h("path", { d: "M50 3 93 27v46L50 97 7 73V27z", "stroke-linejoin": "round" }),
  other: () => h("path", { d: "M50 3 97 50 50 97 3 50z", "stroke-linejoin": "round" }),
  punto: () => h("circle", { cx: 50, cy: 50, r: 45 }),
  banca: () => h("rect", { x: 7, y: 7, width: 86, height: 86, rx: 6 }),
  tie: () => h("path", { d: "M50 3 93 27v46L50 97 7 73V27z", "stroke-linejoin": "round" }),
  round: () => h("rect", { x: 16, y: 4, width: 68, height: 92, rx: 9 }),
  none: () => h("path", { d: "M4 15Q50 -1 96 15L84 93Q50 84 16 93z", "stroke-linejoin": "round" }),
};

export function shape(colour: Shape) {
  const outline: JSX.Element = SHAPES[colour]();
  return icon(`shape-${colour}`, cloneElement(outline, { class: `shape shape-${colour}` }));
}

/** Signs by name. */
export const ICONS = {
  /** A seal with a tick. */
  certified: () =>
    icon(
      "certified",
      h("path", {
        d: SEAL,
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 6,
        "stroke-linejoin": "round",
      }),
      stroke("M32 48l13 14 24-28", { "stroke-linejoin": "round" }),
    ),
  /** A triangle with an exclamation mark. */
  warn: () =>
    icon(
      "warn",
      stroke("M50 10 94 88H6z", { "stroke-linejoin": "round", "stroke-width": 8 }),
      stroke("M50 40v20"),
      h("circle", { cx: 50, cy: 75, r: 5.5, fill: "currentColor" }),
    ),
  /** A ring struck through. */
  void: () => icon("void", ring(42, { "stroke-width": 9 }), stroke("M22 78 78 22")),
  undecided: () =>
    icon(
      "undecided",
      ring(43),
      stroke("M36 38c0-19 29-19 29 0 0 12-15 12-15 24", { "stroke-linejoin": "round" }),
      h("circle", { cx: 50, cy: 78, r: 5.5, fill: "currentColor" }),
    ),
  aborted: () => icon("aborted", ring(43), stroke("M30 50h40")),
  /** A screen with nothing to show. */
  disconnected: () =>
    icon(
      "disconnected",
      h("rect", {
        x: 6,
        y: 12,
        width: 88,
        height: 60,
        rx: 7,
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 7,
      }),
      stroke("M32 90h36", { "stroke-width": 7 }),
      stroke("M37 29l26 26M63 29 37 55", { "stroke-width": 7 }),
    ),
  closed: () =>
    icon(
      "closed",
      h("rect", {
        x: 18,
        y: 44,
        width: 64,
        height: 46,
        rx: 6,
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 8,
      }),
      stroke("M32 44V30a18 18 0 0 1 36 0v14", { "stroke-width": 8 }),
    ),
  waiting: () => icon("waiting", ring(43), stroke("M50 26v26l17 12", { "stroke-linejoin": "round" })),
  /** A casino chip. */
  betting: () =>
    icon(
      "betting",
      ring(42, { "stroke-width": 10, "stroke-dasharray": "22 22" }),
      ring(42, { "stroke-width": 2.5 }),
      ring(27, { "stroke-width": 4 }),
      stroke("M50 38v24M38 50h24", { "stroke-width": 7 }),
    ),
  /** A pack of cards in its shoe. */
  preparing: () =>
    icon(
      "preparing",
      h("path", {
        d: "M8 62 60 26l32 20v34H8z",
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 7,
        "stroke-linejoin": "round",
      }),
      stroke("M24 62 62 36M38 68 76 42M8 80h84", { "stroke-width": 5 }),
    ),
  /** Two cards. */
  dealing: () =>
    icon(
      "dealing",
      h("rect", {
        x: 14,
        y: 20,
        width: 42,
        height: 62,
        rx: 6,
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 6,
        transform: "rotate(-10 35 51)",
      }),
      h("rect", {
        x: 44,
        y: 18,
        width: 42,
        height: 62,
        rx: 6,
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 6,
        transform: "rotate(8 65 49)",
      }),
    ),
  /** The wheel with the ball on its way. */
  "ball-in-play": () =>
    icon(
      "ball-in-play",
      ring(44, { "stroke-width": 3 }),
      ring(27, { "stroke-width": 4 }),
      stroke("M50 23v54M23 50h54M31 31l38 38M69 31 31 69", { "stroke-width": 2 }),
      h("circle", { class: "ball", cx: 50, cy: 14.5, r: 7, fill: "currentColor" }),
    ),
  /** Two dice as they tumble. */
  throwing: () =>
    icon(
      "throwing",
      h(
        "g",
        { class: "tumble" },
        h("rect", {
          x: 8,
          y: 40,
          width: 42,
          height: 42,
          rx: 8,
          fill: "none",
          stroke: "currentColor",
          "stroke-width": 6,
          transform: "rotate(-14 29 61)",
        }),
        ...[
          [19, 54],
          [29, 61],
          [39, 68],
        ].map(([cx, cy]) => h("circle", { cx, cy, r: 4.6, fill: "currentColor" })),
      ),
      h(
        "g",
        { class: "tumble tumble-second" },
        h("rect", {
          x: 52,
          y: 22,
          width: 38,
          height: 38,
          rx: 7,
          fill: "none",
          stroke: "currentColor",
          "stroke-width": 6,
          transform: "rotate(22 71 41)",
        }),
        ...[
          [64, 32],
          [79, 36],
          [62, 46],
          [77, 51],
        ].map(([cx, cy]) => h("circle", { cx, cy, r: 4.2, fill: "currentColor" })),
      ),
      stroke("M8 24q14-13 32-12M62 82q14 4 28-5", { "stroke-width": 5 }),
    ),
  /** A bowl with its holes, and the ball on the outer edge. */
  "ball-in-bowl": () =>
    icon(
      "ball-in-bowl",
      ring(44, { "stroke-width": 3 }),
      ring(13, { "stroke-width": 4 }),
      ring(23, { "stroke-width": 7, "stroke-dasharray": "0.1 15.96", "stroke-linecap": "round" }),
      h("circle", { class: "ball", cx: 50, cy: 14, r: 6, fill: "currentColor" }),
    ),
  /** An upright wheel with its pointer. */
  "disc-turning": () =>
    icon(
      "disc-turning",
      ring(36, { cy: 56, "stroke-width": 4 }),
      h(
        "g",
        { class: "disc" },
        stroke("M50 26v60M20 56h60M29 35l42 42M71 35 29 77", { "stroke-width": 2 }),
        ring(36, { cy: 56, "stroke-width": 9, "stroke-dasharray": "1.6 7.824" }),
      ),
      h("circle", { cx: 50, cy: 56, r: 8, fill: "currentColor" }),
      h("path", { d: "M43 2h14L50 24z", fill: "currentColor" }),
    ),
  /** Two bars: a tie. */
  push: () => icon("push", ring(43), stroke("M30 41h40M30 61h40", { "stroke-width": 10 })),
  /** A bar: no entry. */
  "no-more-bets": () =>
    icon("no-more-bets", ring(43, { "stroke-width": 9 }), stroke("M28 50h44", { "stroke-width": 13 })),
  /** An arrow to what comes next. */
  next: () =>
    icon("next", stroke("M10 50h72M54 20l30 30-30 30", { "stroke-width": 12, "stroke-linejoin": "round" })),
  tick: () => icon("tick", stroke("M14 54l24 26 48-60", { "stroke-width": 13, "stroke-linejoin": "round" })),
  cross: () => icon("cross", stroke("M20 20l60 60M80 20 20 80", { "stroke-width": 13 })),
  bang: () =>
    icon(
      "bang",
      stroke("M50 14v44", { "stroke-width": 15 }),
      h("circle", { cx: 50, cy: 84, r: 9, fill: "currentColor" }),
    ),
} satisfies Readonly<Record<string, () => JSX.Element>>;

export type IconName = keyof typeof ICONS;

/** Whether there is a sign of that name: a phase or a kind of verdict need not have one. */
const isIcon = (name: string): name is IconName => Object.hasOwn(ICONS, name);

/** The sign of that name, or another one where there is none. */
export const iconOr = (name: string, otherwise: IconName): JSX.Element =>
  ICONS[isIcon(name) ? name : otherwise]();
