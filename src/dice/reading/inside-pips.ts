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
} as const;

/** Sides of a die's box, in radii of the disc that it was taken for. */
const SIZES = [2, 2.6];
const TURNS = [0, Math.PI];
/** Side of the window in which a pip's evenness is measured, pixels, and its half in radii. */
const WINDOW = 33;
const REACH = 1.6;

/** Looks inside each pip of a face; the picture is of dice of unknown size. */
export function lookInsidePips(reader: NetworkReader, mips: Mips, { pips }: Geometry): InsidePips {
  const large = pips.filter(({ radius }) => radius >= INSIDE_RULES.radius);
  const bulges = large.reduce((sum, pip) => sum + bulgesOf(mips, pip) / large.length, 0);
  const readings = large.map((pip) => lookInsidePip(reader, mips, pip));
  if (readings.some(({ inside }) => inside === "dice")) return "dice";
  const meanOf = (of: (reading: PipReading) => number): number =>
    readings.reduce((sum, reading) => sum + of(reading) / readings.length, 0);
  const isDoubtful =
    bulges > INSIDE_RULES.bulges ||
    readings.some(({ inside }) => inside === "doubt") ||
    (readings.length > 1 &&
      (meanOf(({ one }) => one) > INSIDE_RULES.ones || meanOf(({ more }) => more) > INSIDE_RULES.mores));
  return isDoubtful ? "doubt" : "pips";
}

/** What one pip is by itself, and the network's values of a one and of any other face in it. */
interface PipReading {
  readonly inside: InsidePips;
  readonly one: number;
  readonly more: number;
}

function lookInsidePip(reader: NetworkReader, mips: Mips, pip: PipSeen): PipReading {
  let inside: InsidePips = isEvenDisc(mips, pip) ? "pips" : "doubt";
  let [one, more] = [0, 0];
  for (const size of SIZES) {
    const first = { at: pip.at, size: size * pip.radius, faces: [], none: 0 };
    const sighting = lookCloser(reader, mips, first, TURNS, 0);
    if (sighting === null) continue;
    const [ofOne = 0, ...others] = sighting.faces;
    one = Math.max(one, ofOne);
    more = Math.max(more, ...others);
    const best = Math.max(...sighting.faces);
    if (best < INSIDE_RULES.both) continue;
    const { face, quality } = readPips(kernelsOf(reader), mips, sighting.at, sighting.size, false);
    // A bright rim about a dark pip, or the body about it, is all that a one needs: it proves nothing.
    if (face === null || face === "1" || quality < INSIDE_RULES.quality) continue;
    const named = facesOf("pips")[sighting.faces.indexOf(best)];
    if (named === face && best >= INSIDE_RULES.proof) return { inside: "dice", one, more };
    inside = "doubt";
  }
  if (one >= INSIDE_RULES.one || more >= INSIDE_RULES.more) inside = "doubt";
  return { inside, one, more };
}

/** Whether a disc is of one level, as a pip is but for a lamp's mirror image. */
function isEvenDisc(mips: Mips, { at, radius }: PipSeen): boolean {
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
  return other <= INSIDE_RULES.other && deviation <= INSIDE_RULES.uneven * contrast;
}
