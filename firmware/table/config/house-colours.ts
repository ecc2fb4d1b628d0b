/** Colours of a house as `#0b1520`, and how well one can be read on another: relative luminance and contrast of WCAG 2.2. */

/** The least contrast of a text and its ground (WCAG 2.2, 1.4.3, level AA). */
export const CONTRAST_LEAST = 4.5;
export const COLOUR = /^#[0-9a-fA-F]{6}$/;

export const LOOKS = ["dark", "light"] as const;
/** Light words on a dark ground, or dark ones on a light ground. */
export type Look = (typeof LOOKS)[number];

/** What a house says of its colours, each as `#0b1520`; what it leaves out follows from the others. */
export interface HousePalette {
  readonly background: string;
  readonly text: string;
  readonly accent: string;
  /** Text of less weight. */
  readonly muted?: string | undefined;
  /** Boxes on the background. */
  readonly panel?: string | undefined;
  /** The cloth below cards and dice. */
  readonly felt?: string | undefined;
}

/** Words that mean something at every house: well, warning, question, alarm. No house changes them. */
export const SIGNALS: Readonly<Record<Look, Readonly<Record<"ok" | "warn" | "ask" | "alarm", string>>>> = {
  dark: { ok: "#58c98b", warn: "#ffb938", ask: "#8fb7ff", alarm: "#ff7a6b" },
  light: { ok: "#0a6338", warn: "#754700", ask: "#1d4f9e", alarm: "#a81c12" },
};

/** What a house has that says nothing of a look: our own. */
export const OUR_PALETTES: Readonly<Record<Look, HousePalette>> = {
  dark: { background: "#0a0c0e", text: "#f6f1e6", accent: "#d9b36a" },
  light: { background: "#f7f4ec", text: "#14171a", accent: "#7a5210" },
};
const OUR_FELT = "#0d4a34";
const [BLACK, WHITE, PAPER, INK] = ["#000000", "#ffffff", "#f6f1e6", "#14171a"];

/** Every colour of the pages that follows from those of a house, by the name of its variable in their styles. */
export type HouseColours = Readonly<Record<(typeof VARIABLES)[number], string>>;
const VARIABLES = [
  "ground",
  "glow",
  "panel",
  "panel-2",
  "inset",
  "line",
  "ivory",
  "muted",
  "brass",
  "bright",
  "ok",
  "warn",
  "ask",
  "alarm",
  "ok-ground",
  "warn-ground",
  "ask-ground",
  "alarm-ground",
  "felt",
  "felt-deep",
  "felt-inset",
  "felt-edge",
  "felt-ink",
  "felt-text",
  "felt-muted",
] as const;

/** Whether a cloth wants light words. */
export const isDarkFelt = ({ felt = OUR_FELT }: Pick<HousePalette, "felt">): boolean =>
  contrastOf(PAPER, felt) >= contrastOf(INK, felt);

/** The colours of a house's pages. */
export function houseColours(palette: HousePalette, look: Look): HouseColours {
  const { background, text, accent } = palette;
  const panel = palette.panel ?? mixColours(background, text, 0.05);
  const signals = SIGNALS[look];
  const tinted = (signal: string): string => mixColours(background, signal, 0.13);
  const felt = palette.felt ?? OUR_FELT;
  const [ink, away, towards] = isDarkFelt(palette) ? [PAPER, BLACK, WHITE] : [INK, WHITE, BLACK];
  const deep = mixColours(felt, away, 0.5);
  return {
    ground: background,
    glow: mixColours(background, text, 0.06),
    panel,
    "panel-2": mixColours(panel, text, 0.05),
    inset: mixColours(background, text, 0.03),
    line: mixColours(background, text, 0.2),
    ivory: text,
    muted: palette.muted ?? readableOn(mixColours(panel, text, 0.05), mixColours(text, background, 0.25), text),
    brass: accent,
    bright: mixColours(accent, text, 0.4),
    ...signals,
    "ok-ground": tinted(signals.ok),
    "warn-ground": tinted(signals.warn),
    "ask-ground": tinted(signals.ask),
    "alarm-ground": tinted(signals.alarm),
    felt,
    "felt-deep": deep,
    "felt-inset": mixColours(deep, away, 0.4),
    "felt-edge": mixColours(accent, away, 0.35),
    "felt-ink": ink,
    "felt-text": readableOn(felt, accent, towards),
    "felt-muted": readableOn(felt, mixColours(ink, felt, 0.25), towards),
  };
}

/** A colour, changed towards black or white until it can be read there. */
function readableOn(ground: string, colour: string, towards: string): string {
  for (let share = 0; share < 1; share += 0.1) {
    const mixed = mixColours(colour, towards, share);
    if (contrastOf(mixed, ground) >= CONTRAST_LEAST) return mixed;
  }
  return towards;
}

/** A pair of colours that cannot be told apart well enough. `key`: which of the palette is to be changed. */
export interface LowContrast {
  readonly key: keyof HousePalette;
  /** What it is seen with: another key of the palette, or one of our signals. */
  readonly other: string;
  readonly contrast: number;
}

/** Every colour that a house says and that is read badly where the pages use it, with the first of its pairs that is. */
export function lowContrasts(palette: HousePalette, look: Look): readonly LowContrast[] {
  const colours = houseColours(palette, look);
  const box = colours["panel-2"];
  const texts = [
    ["text", colours.ivory],
    ["accent", colours.brass],
    [palette.muted === undefined ? "text" : "muted", colours.muted],
  ] as const;
  const pairs: readonly (readonly [key: keyof HousePalette, other: string, text: string, ground: string])[] = [
    ...texts.map(([key, text]) => [key, "background", text, colours.ground] as const),
    ...texts.map(([key, text]) =>
      palette.panel === undefined ? ([key, box, text, box] as const) : (["panel", key, text, box] as const),
    ),
    ["felt", colours["felt-ink"], colours["felt-ink"], colours.felt],
    ...(["ok", "warn", "ask", "alarm"] as const).flatMap((name) =>
      [colours.ground, box, colours[`${name}-ground`]].map(
        (ground) => ["background", `${name} ${colours[name]}`, colours[name], ground] as const,
      ),
    ),
  ];
  const low = pairs
    .map(([key, other, text, ground]) => ({ key, other, contrast: contrastOf(text, ground) }))
    .filter(({ contrast }) => contrast < CONTRAST_LEAST);
  return low.filter(({ key }, at) => low.findIndex((one) => one.key === key) === at);
}

type Channels = readonly [red: number, green: number, blue: number];

const channelsOf = (colour: string): Channels => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
];

/** Relative luminance, 0 for black to 1 for white. */
function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, 1 (the same) to 21 (black and white). */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour between two; `share` of the second, 0 to 1. */
function mixColours(first: string, second: string, share: number): string {
  const other = channelsOf(second);
  const mixed = channelsOf(first).map((channel, at) => channel + ((other[at] ?? 0) - channel) * share);
  return `#${mixed.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

/** A contrast as people read it. Rounded down: what is not enough never reads as enough. */
export const contrastText = (contrast: number): string => (Math.floor(contrast * 10) / 10).toFixed(1);
