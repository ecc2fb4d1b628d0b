import { medianOf } from "../../vision/numbers.ts";
import { sampleWindow, type Mips } from "../../vision/sample.ts";
import { facesOf } from "../faces.ts";
import { readPips, type Geometry, type PipSeen } from "./geometry/reader.ts";
import { bulgesOf } from "./round-pips.ts";
import { kernelsOf, lookCloser, type NetworkReader } from "./network/search.ts";

/**
 * What the pips of a face are when looked at closely. Where the dice's size is unknown, four dice in a square look like the
 * four of one giant die, and a tray with a die in it like its one. `pips`: even discs. `dice`: both readers name a face of
 * two or more inside one of them. `doubt`: structure or an outline that no pip has, yet no face that both name.
 */
export type InsidePips = "pips" | "doubt" | "dice";

/** Chosen on the photographs' own pips and on composites of them: docs/dice-reading.md, "Giant dice". */
export const INSIDE_RULES = {
  /** Pixels of radius below which nothing inside could be read. */
  radius: 6,
  /** Share of a pip's inner area that is not of its own level, at most. Lamps mirrored in drilled pips take up to 0.14. */
  other: 0.16,
  /** Deviation of the levels there, in contrasts of the pip, at most. Pips have up to 0.27. */
  uneven: 0.3,
  /** How far the pips' outlines are from ellipses, on the average, at most. Photographs' own faces have up to 0.18. */
  bulges: 0.19,
  /** The network's value of a one inside a pip, at most; pips have up to 0.75. */
  one: 0.8,
  /** The same of any other face; pips of plain dice have up to 0.51. */
  more: 0.55,
  /** The same on the average of two pips or more, which have up to 0.6 and 0.44. */
  ones: 0.68,
  mores: 0.46,
  /** From this value on the network's face counts together with geometry's. */
  both: 0.4,
  /** From this value on the two together prove a die. */
  proof: 0.55,
  /** Quality of a geometric fit inside a pip, at least. */
  quality: 0.5,
};

export type InsideRules = Readonly<typeof INSIDE_RULES>;

/** What the pips of a face have of what `InsideRules` limit: the most of any of them, of `bulges`, `ones` and `mores` the mean. */
export type InsideMeasures = Readonly<
  Record<"other" | "uneven" | "bulges" | "one" | "more" | "ones" | "mores", number>
>;

/** What the pips of a face are, and by which measures; no measures of pips too small to look into. */
export interface InsideLook {
  readonly inside: InsidePips;
  readonly measures: InsideMeasures | null;
}

/** Sides of a die's box, in radii of the disc that it was taken for. */
const SIZES = [2, 2.6];
const TURNS = [0, Math.PI];
/** Side of the window in which a pip's evenness is measured, pixels, and its half in radii. */
const WINDOW = 33;
const REACH = 1.6;

/** Looks inside each pip of a face; the picture is of dice of unknown size. */
export function lookInsidePips(
  reader: NetworkReader,
  mips: Mips,
  { pips }: Geometry,
  rules: InsideRules = INSIDE_RULES,
): InsideLook {
  const large = pips.filter(({ radius }) => radius >= rules.radius);
  if (large.length === 0) return { inside: "pips", measures: null };
  const readings = large.map((pip) => lookInsidePip(reader, mips, pip, rules));
  const meanOf = (of: (reading: PipReading) => number): number =>
    readings.reduce((sum, reading) => sum + of(reading) / readings.length, 0);
  const mostOf = (of: (reading: PipReading) => number): number => Math.max(...readings.map(of));
  const measures = {
    other: mostOf(({ other }) => other),
    uneven: mostOf(({ uneven }) => uneven),
    bulges: large.reduce((sum, pip) => sum + bulgesOf(mips, pip) / large.length, 0),
    one: mostOf(({ one }) => one),
    more: mostOf(({ more }) => more),
    ones: meanOf(({ one }) => one),
    mores: meanOf(({ more }) => more),
  };
  if (readings.some(({ names }) => names === "dice")) return { inside: "dice", measures };
  const isDoubtful =
    measures.bulges > rules.bulges ||
    measures.other > rules.other ||
    measures.uneven > rules.uneven ||
    measures.one >= rules.one ||
    measures.more >= rules.more ||
    readings.some(({ names }) => names === "doubt") ||
    (readings.length > 1 && (measures.ones > rules.ones || measures.mores > rules.mores));
  return { inside: isDoubtful ? "doubt" : "pips", measures };
}

/** What faces name in one pip, how even it is, and the network's values of a one and of any other face in it. */
interface PipReading extends Evenness {
  readonly names: InsidePips;
  readonly one: number;
  readonly more: number;
}

function lookInsidePip(reader: NetworkReader, mips: Mips, pip: PipSeen, rules: InsideRules): PipReading {
  const evenness = evennessOf(mips, pip);
  let names: InsidePips = "pips";
  let [one, more] = [0, 0];
  for (const size of SIZES) {
    const first = { at: pip.at, size: size * pip.radius, faces: [], none: 0 };
    const sighting = lookCloser(reader, mips, first, TURNS, 0);
    if (sighting === null) continue;
    const [ofOne = 0, ...others] = sighting.faces;
    one = Math.max(one, ofOne);
    more = Math.max(more, ...others);
    const best = Math.max(...sighting.faces);
    if (best < rules.both) continue;
    const { face, quality } = readPips(kernelsOf(reader), mips, sighting.at, sighting.size, false);
    // A bright rim about a dark pip, or the body about it, is all that a one needs: it proves nothing.
    if (face === null || face === "1" || quality < rules.quality) continue;
    const named = facesOf("pips")[sighting.faces.indexOf(best)];
    if (named === face && best >= rules.proof) return { names: "dice", one, more, ...evenness };
    names = "doubt";
  }
  return { names, one, more, ...evenness };
}

/** How far a disc is from one level, which a pip has but for a lamp's mirror image. */
interface Evenness {
  /** Share of its inner area that is of another level. */
  readonly other: number;
  /** Deviation of its levels, in contrasts. */
  readonly uneven: number;
}

function evennessOf(mips: Mips, { at, radius }: PipSeen): Evenness {
  const step = (2 * REACH * radius) / WINDOW;
  const values = sampleWindow(mips, { centre: at, step, angle: 0, width: WINDOW, height: WINDOW });
  const inner: number[] = [];
  const around: number[] = [];
  values.forEach((value, index) => {
    const [x, y] = [(index % WINDOW) - (WINDOW - 1) / 2, Math.floor(index / WINDOW) - (WINDOW - 1) / 2];
    const reach = (Math.hypot(x, y) * step) / radius;
    if (reach < 0.75) inner.push(value);
    else if (reach > 1.4) around.push(value);
  });
  const level = medianOf(inner);
  const contrast = Math.max(1, Math.abs(level - medianOf(around)));
  const other = inner.filter((value) => Math.abs(value - level) > 0.4 * contrast).length / inner.length;
  const deviation = Math.sqrt(inner.reduce((sum, value) => sum + (value - level) ** 2, 0) / inner.length);
  return { other, uneven: deviation / contrast };
}
