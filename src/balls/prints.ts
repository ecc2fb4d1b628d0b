import dejavuSansBold from "./typefaces/dejavu-sans-bold.json" with { type: "json" };
import liberationSerifBold from "./typefaces/liberation-serif-bold.json" with { type: "json" };
import robotoBold from "./typefaces/roboto-bold.json" with { type: "json" };

/** The figures of a typeface: outlines as paths of `M`, `L`, `Q` and `Z`, thousandths of an em, y up from the line that they stand on. */
export interface Typeface {
  /** Where the outlines come from, and under which licence. */
  readonly source: string;
  readonly licence: string;
  readonly digits: readonly { readonly advance: number; readonly path: string }[];
}

/** How a maker prints the number of a ball: figures with a bar under them, several times around the ball. Lengths in radii of the ball. */
export interface BallPrint {
  readonly name: PrintName;
  readonly typeface: Typeface;
  /** Of a figure, from the line that it stands on. */
  readonly figureHeight: number;
  /** Between that line and the bar. */
  readonly barGap: number;
  readonly barThickness: number;
  /** The same under every number. */
  readonly barLength: number;
}

export const PRINT_NAMES = ["dejavu", "liberation", "roboto"] as const;
export type PrintName = (typeof PRINT_NAMES)[number];

const LAYOUT = { figureHeight: 0.42, barGap: 0.08, barThickness: 0.075, barLength: 0.62 } as const;

/** The prints that a camera can be set to read. */
export const PRINTS: Readonly<Record<PrintName, BallPrint>> = {
  dejavu: { name: "dejavu", typeface: dejavuSansBold, ...LAYOUT },
  liberation: {
    name: "liberation",
    typeface: liberationSerifBold,
    ...LAYOUT,
    figureHeight: 0.44,
    barLength: 0.56,
  },
  roboto: { name: "roboto", typeface: robotoBold, ...LAYOUT, barLength: 0.66 },
};

/** Where the middle of figures and bar lies above the bar's middle, in radii of the ball. */
export const barBelowMiddle = ({ figureHeight, barGap, barThickness }: BallPrint): number =>
  (figureHeight + barGap + barThickness) / 2 - barThickness / 2;

/** Figures of Latin typefaces reach so high, thousandths of an em; by it the height of a figure is set. */
export function figureEm({ digits }: Typeface): number {
  const path = digits[1]?.path ?? "";
  let top = 1;
  for (const [, , y = "0"] of path.matchAll(/(-?\d+) (-?\d+)/g)) top = Math.max(top, Number(y));
  return top;
}
