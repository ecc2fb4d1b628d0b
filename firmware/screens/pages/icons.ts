/** Signs that say with a shape what the colour says too. All drawn in a square of 100 units. */
import { cloneElement, h, type JSX } from "preact";

const svgSign = (name: string, ...children: JSX.Element[]) =>
  h("svg", { viewBox: "0 0 100 100", class: `icon icon-${name}`, "aria-hidden": "true" }, ...children);

const OUTLINED = { fill: "none", stroke: "currentColor" };
const ROUNDED = { "stroke-linejoin": "round" };

/** A line with round ends. `joins`: its corners are round too. */
const lineOf = (d: string, width = 9, joins: object = {}) =>
  h("path", { d, ...OUTLINED, "stroke-width": width, "stroke-linecap": "round", ...joins });

/** The outline of a closed path. */
const outlineOf = (d: string, width: number) =>
  h("path", { d, ...OUTLINED, "stroke-width": width, ...ROUNDED });

const ringOf = (r: number, width = 7, more: object = {}) =>
  h("circle", { cx: 50, cy: 50, r, ...OUTLINED, "stroke-width": width, ...more });

/** The outline of a rectangle, with its corners rounded by `rx`. */
const boxOf = (
  x: number,
  y: number,
  width: number,
  height: number,
  rx: number,
  stroke: number,
  transform?: string,
) => h("rect", { x, y, width, height, rx, ...OUTLINED, "stroke-width": stroke, transform });

const dotOf = (cx: number, cy: number, r: number, more: object = {}) =>
  h("circle", { cx, cy, r, fill: "currentColor", ...more });

/** A star of twelve points, the edge of a seal. */
const SEAL = `M${Array.from({ length: 24 }, (_, at) => {
  const [angle, r] = [(at * Math.PI) / 12, at % 2 === 0 ? 46 : 38];
  return `${(50 + r * Math.sin(angle)).toFixed(2)} ${(50 - r * Math.cos(angle)).toFixed(2)}`;
}).join("L")}z`;

export type Colour = "red" | "black" | "zero" | "other" | "none";
export type Shape = Colour | "punto" | "banca" | "tie" | "round";

const discOutline = () => h("circle", { cx: 50, cy: 50, r: 45 });
const squareOutline = () => h("rect", { x: 7, y: 7, width: 86, height: 86, rx: 6 });
const hexagonOutline = () => h("path", { d: "M50 3 93 27v46L50 97 7 73V27z", ...ROUNDED });

/**
 * The outline of a pocket colour: red is a disc, black a square, zero a hexagon, a bowl's five a diamond; a disc's cells
 * have no colour and are drawn as cells. Of cards: the punto is a disc, the banca a square, a tie a hexagon, and a round in
 * which every place has an outcome of its own a card.
 */
const SHAPES: Readonly<Record<Shape, () => JSX.Element>> = {
  red: discOutline,
  black: squareOutline,
  zero: hexagonOutline,
  other: () => h("path", { d: "M50 3 97 50 50 97 3 50z", ...ROUNDED }),
  punto: discOutline,
  banca: squareOutline,
  tie: hexagonOutline,
  round: () => h("rect", { x: 9, y: 4, width: 82, height: 92, rx: 9 }),
  none: () => h("path", { d: "M4 15Q50 -1 96 15L84 93Q50 84 16 93z", ...ROUNDED }),
};

export const shapeSign = (colour: Shape) =>
  svgSign(`shape-${colour}`, cloneElement(SHAPES[colour](), { class: `shape shape-${colour}` }));

/** The parts of each sign, by its name. */
const PARTS = {
  /** A seal with a tick. */
  certified: () => [outlineOf(SEAL, 6), lineOf("M32 48l13 14 24-28", 9, ROUNDED)],
  /** A triangle with an exclamation mark. */
  warn: () => [lineOf("M50 10 94 88H6z", 8, ROUNDED), lineOf("M50 40v20"), dotOf(50, 75, 5.5)],
  /** A ring struck through. */
  void: () => [ringOf(42, 9), lineOf("M22 78 78 22")],
  undecided: () => [
    ringOf(43),
    lineOf("M36 38c0-19 29-19 29 0 0 12-15 12-15 24", 9, ROUNDED),
    dotOf(50, 78, 5.5),
  ],
  aborted: () => [ringOf(43), lineOf("M30 50h40")],
  /** A screen with nothing to show. */
  disconnected: () => [
    boxOf(6, 12, 88, 60, 7, 7),
    lineOf("M32 90h36", 7),
    lineOf("M37 29l26 26M63 29 37 55", 7),
  ],
  closed: () => [boxOf(18, 44, 64, 46, 6, 8), lineOf("M32 44V30a18 18 0 0 1 36 0v14", 8)],
  waiting: () => [ringOf(43), lineOf("M50 26v26l17 12", 9, ROUNDED)],
  /** A casino chip. */
  betting: () => [
    ringOf(42, 10, { "stroke-dasharray": "22 22" }),
    ringOf(42, 2.5),
    ringOf(27, 4),
    lineOf("M50 38v24M38 50h24", 7),
  ],
  /** A pack of cards in its shoe. */
  preparing: () => [outlineOf("M8 62 60 26l32 20v34H8z", 7), lineOf("M24 62 62 36M38 68 76 42M8 80h84", 5)],
  /** Two cards. */
  dealing: () => [
    boxOf(14, 20, 42, 62, 6, 6, "rotate(-10 35 51)"),
    boxOf(44, 18, 42, 62, 6, 6, "rotate(8 65 49)"),
  ],
  /** The wheel with the ball on its way. */
  "ball-in-play": () => [
    ringOf(44, 3),
    ringOf(27, 4),
    lineOf("M50 23v54M23 50h54M31 31l38 38M69 31 31 69", 2),
    dotOf(50, 14.5, 7, { class: "ball" }),
  ],
  /** Two dice as they tumble. */
  throwing: () => [
    h(
      "g",
      { class: "tumble" },
      boxOf(8, 40, 42, 42, 8, 6, "rotate(-14 29 61)"),
      dotOf(19, 54, 4.6),
      dotOf(29, 61, 4.6),
      dotOf(39, 68, 4.6),
    ),
    h(
      "g",
      { class: "tumble tumble-second" },
      boxOf(52, 22, 38, 38, 7, 6, "rotate(22 71 41)"),
      dotOf(64, 32, 4.2),
      dotOf(79, 36, 4.2),
      dotOf(62, 46, 4.2),
      dotOf(77, 51, 4.2),
    ),
    lineOf("M8 24q14-13 32-12M62 82q14 4 28-5", 5),
  ],
  /** A bowl with its holes, and the ball on the outer edge. */
  "ball-in-bowl": () => [
    ringOf(44, 3),
    ringOf(13, 4),
    ringOf(23, 7, { "stroke-dasharray": "0.1 15.96", "stroke-linecap": "round" }),
    dotOf(50, 14, 6, { class: "ball" }),
  ],
  /** An upright wheel with its pointer. */
  "disc-turning": () => [
    ringOf(36, 4, { cy: 56 }),
    h(
      "g",
      { class: "disc" },
      lineOf("M50 26v60M20 56h60M29 35l42 42M71 35 29 77", 2),
      ringOf(36, 9, { cy: 56, "stroke-dasharray": "1.6 7.824" }),
    ),
    dotOf(50, 56, 8),
    h("path", { d: "M43 2h14L50 24z", fill: "currentColor" }),
  ],
  /** Two bars: a tie. */
  push: () => [ringOf(43), lineOf("M30 41h40M30 61h40", 10)],
  /** A bar: no entry. */
  "no-more-bets": () => [ringOf(43, 9), lineOf("M28 50h44", 13)],
  /** An arrow to what comes next. */
  next: () => [lineOf("M10 50h72M54 20l30 30-30 30", 12, ROUNDED)],
  tick: () => [lineOf("M14 54l24 26 48-60", 13, ROUNDED)],
  cross: () => [lineOf("M20 20l60 60M80 20 20 80", 13)],
  bang: () => [lineOf("M50 14v44", 15), dotOf(50, 84, 9)],
} satisfies Readonly<Record<string, () => JSX.Element[]>>;

export type IconName = keyof typeof PARTS;

export const iconSign = (name: IconName): JSX.Element => svgSign(name, ...PARTS[name]());

/** Whether there is a sign of that name: a phase or a kind of verdict need not have one. */
const isIcon = (name: string): name is IconName => Object.hasOwn(PARTS, name);

/** The sign of that name, or another one where there is none. */
export const iconOr = (name: string, otherwise: IconName): JSX.Element =>
  iconSign(isIcon(name) ? name : otherwise);
