/** Colours as `#0b1520`, and how well one can be read on another: relative luminance and contrast of WCAG 2.2. */

/** The least contrast of a text and its ground (WCAG 2.2, 1.4.3, level AA). */
export const CONTRAST_LEAST = 4.5;
export const COLOUR = /^#[0-9a-fA-F]{6}$/;

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
export function mixColours(first: string, second: string, share: number): string {
  const other = channelsOf(second);
  const mixed = channelsOf(first).map((channel, at) => channel + ((other[at] ?? 0) - channel) * share);
  return `#${mixed.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

/** A contrast as people read it. Rounded down: what is not enough never reads as enough. */
export const contrastText = (contrast: number): string => (Math.floor(contrast * 10) / 10).toFixed(1);
