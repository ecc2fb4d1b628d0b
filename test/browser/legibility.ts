import type { Page } from "playwright-core";

/** How tall what players need is drawn, by the boxes that are really there. */

/** A fact that players need, and where the display draws it. */
export const FACTS = {
  number: "#number",
  call: ".call-words .main, .duty-words .main",
  winner: ".headline .main, .dice-name .main",
  "hand total": ".hand-total",
  "seat's result": ".hand-result",
  combination: ".hand-category",
  hand: ".hand-number, .hand-name .main:not(:has(.hand-number))",
  suertes: ".colour-word .main, .pays-word .main, .suerte-name .main, .choices > .choice",
  bets: ".bets-words .main",
  "no result": ".verdict-call .main",
  "first reason": ".reason-text .main",
  series: ".chip-number, .throw-total, .chip-plate",
} as const;

export type Fact = keyof typeof FACTS;
export const FACT_NAMES = Object.keys(FACTS) as readonly Fact[];

/** So many tokens of the series are to be read. */
const TOKENS = 13;

/** Cap heights in pixels of the smallest text of each fact that the page shows; 0: it is cut off or not there. */
export type CapHeights = Partial<Readonly<Record<Fact, number>>>;

const MEASURE = `(() => {
  const pen = document.createElement("canvas").getContext("2d");
  const fonts = new Map();
  /** Of the font that is really used, in sizes of it: a capital's height, and how far its baseline lies below the line's top. */
  const fontOf = ({ fontWeight, fontFamily }) => {
    const font = fontWeight + " 1000px " + fontFamily;
    if (!fonts.has(font)) {
      pen.font = font;
      const { actualBoundingBoxAscent: cap, fontBoundingBoxAscent: top } = pen.measureText("H");
      fonts.set(font, { cap: cap / 1000, top: top / 1000 });
    }
    return fonts.get(font);
  };
  /** Where the capitals of its lines stand. */
  const inkOf = (element, size, { cap, top }) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].map(({ left, right, top: above }) => ({
      left, right, top: above + (top - cap) * size, bottom: above + top * size,
    }));
  };
  const isOutside = (ink, { left, right, top, bottom }) =>
    ink.left < left - 1.5 || ink.right > right + 1.5 || ink.top < top - 1.5 || ink.bottom > bottom + 1.5;
  const isCut = (element, ink) => {
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    if (ink.some((line) => isOutside(line, screen))) return true;
    for (let up = element; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const frame = up.getBoundingClientRect();
      if (ink.some((line) => isOutside(line, frame))) return true;
    }
    return false;
  };
  const heightOf = (element) => {
    const style = getComputedStyle(element);
    const font = fontOf(style);
    const size = parseFloat(style.fontSize);
    return isCut(element, inkOf(element, size, font)) ? 0 : size * font.cap;
  };
  const isDrawn = (element) => element.getClientRects().length > 0;
  const found = {};
  for (const [fact, where] of Object.entries(${JSON.stringify(FACTS)})) {
    let all = [...document.querySelectorAll(where)].filter(isDrawn);
    if (fact === "first reason") all = all.slice(0, 1);
    if (fact === "series") {
      const tokens = [...document.querySelectorAll(".chip")].slice(0, ${TOKENS});
      all = tokens.flatMap((token) => [...token.querySelectorAll(where)]);
      if (tokens.some((token) => !isDrawn(token))) found[fact] = 0;
    }
    if (all.length > 0) found[fact] = Math.min(found[fact] ?? Infinity, ...all.map(heightOf));
  }
  return found;
})()`;

/** What a page shows now. */
export const capHeights = (page: Page): Promise<CapHeights> => page.evaluate<CapHeights>(MEASURE);

/** A monitor as it hangs: its pixels, and how it is turned. */
export const SCREENS = {
  "1920 × 1080": { width: 1920, height: 1080 },
  "3840 × 2160": { width: 3840, height: 2160 },
  "1080 × 1920": { width: 1080, height: 1920 },
} as const;
export type ScreenName = keyof typeof SCREENS;

/** Diagonals in inches. */
export const DIAGONALS = [32, 43, 55] as const;
/** Metres from which people read, and 5 mm of cap height for each of them. */
export const DISTANCES = [3, 5] as const;
export const MM_PER_METRE = 5;

/** How wide a pixel is on a panel of a diagonal, in mm. */
export function pixelMm(
  inches: number,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  return (inches * 25.4) / Math.hypot(width, height);
}

/** A fact is read at a distance where a capital is so tall. */
export const FAR_MM = MM_PER_METRE * 5;

/** What a view's facts come to on one screen in one language. */
export interface Measured {
  readonly view: string;
  readonly language: string;
  readonly screen: ScreenName;
  readonly caps: CapHeights;
}

/** A cap height of so many pixels on a panel, in mm. */
export const mmOf = (
  cap: number,
  inches: number,
  screen: { readonly width: number; readonly height: number },
): number => cap * pixelMm(inches, screen);

const percent = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${Math.floor((100 * part) / whole)} %`;

/** Every fact × size of panel × distance: the smallest cap height of all views, and the share of views in which it is tall enough. */
export function legibilityTable(measured: readonly Measured[]): string {
  const columns = DIAGONALS.flatMap((inches) => DISTANCES.map((metres) => ({ inches, metres })));
  const head = [
    "fact",
    "screen",
    'smallest on 43"',
    ...columns.map(({ inches, metres }) => `${inches}", ${metres} m`),
  ];
  const rowOf = (name: string, screen: ScreenName, facts: readonly Fact[]): string[] => {
    const caps = measured
      .filter((one) => one.screen === screen)
      .flatMap((one) => facts.flatMap((fact) => one.caps[fact] ?? []));
    const mm = (inches: number) => caps.map((cap) => mmOf(cap, inches, SCREENS[screen]));
    const read = ({ inches, metres }: (typeof columns)[number]) =>
      percent(mm(inches).filter((one) => one >= MM_PER_METRE * metres).length, caps.length);
    return [name, screen, `${Math.min(...mm(43)).toFixed(0)} mm`, ...columns.map(read)];
  };
  const screens = Object.keys(SCREENS) as ScreenName[];
  const rows = [
    ...FACT_NAMES.flatMap((fact) => screens.map((screen) => rowOf(fact, screen, [fact]))),
    ...screens.map((screen) => rowOf("**all**", screen, FACT_NAMES)),
  ];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Where so many hands lie that not everything has room: what each fact has at least, in mm. What a player needs first has the most. */
export const WEIGHED: Readonly<Record<string, Partial<Record<Fact, number>>>> = {
  "black-jack, a split hand": { hand: 21, "hand total": 21 },
  "black-jack, result": { hand: 19, "hand total": 19, "seat's result": 19 },
  // A soft count is two numbers.
  "black-jack, seven places": { hand: 15, "hand total": 15 },
  "craps, natural": { suertes: 23 },
  "craps, seven out": { suertes: 15 },
  "pai gow, result": { combination: 9, hand: 13, "seat's result": 13 },
  "pai gow, six places": { combination: 8, hand: 13, "seat's result": 13, series: 22 },
  "poker, result": { combination: 9, hand: 16, "seat's result": 16, series: 22 },
  "punto y banca, result": { hand: 24, "hand total": 24, "seat's result": 24 },
  "two cloths, result": { hand: 16, "hand total": 16, "seat's result": 16, series: 13 },
};
