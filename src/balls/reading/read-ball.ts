import type { GreyImage } from "../../vision/grey-image.ts";
import { barBelowMiddle, type BallPrint } from "../prints.ts";
import { findDisc, liesAlone } from "./disc.ts";
import { directionAt, nearness, sheetAt, shifted, toSheet, turned, type Disc, type Sheet } from "./globe.ts";
import { blotsOf, LevelMap, type Blot } from "./ink.ts";
import { matchSheet } from "./match.ts";
import { templatesOf, type Template } from "./templates.ts";

/** What a picture of the exit shows. */
export type Look =
  /** Nothing round lies there. */
  | { readonly see: "no-ball" }
  /** `disc`: where the ball lies. */
  | { readonly see: "number"; readonly number: number; readonly disc: Disc }
  /** A ball lies there whose number is not sure. `why`: no number is seen whole, or two differ. */
  | { readonly see: "unread"; readonly why: Unreadable; readonly disc: Disc };

export type Unreadable = "not-alone" | "no-bar" | "unsure" | "differ";

/** A number farther from the middle of the ball is too narrow to be read, as the cosine of its angle. */
const TILT_LEAST = 0.55;
/** The same for a bar, which may lie on the far side of its number. */
const BAR_TILT_LEAST = 0.36;
/** Sheets of one picture that are read, those nearest to the middle: more of a ball's numbers say nothing more. */
const SHEETS_MOST = 6;
/** How far the bar's length and thickness may be from those of the print, as parts. */
const BAR_LONG = [0.72, 1.25] as const;
const BAR_THICK = [0.55, 1.7] as const;
/** How much of its own rectangle a bar fills. */
const BAR_FULL = [0.72, 1.2] as const;

/** Reads balls of one print. */
export class BallPictureReader {
  readonly #print: BallPrint;
  readonly #templates: readonly Template[];

  constructor(print: BallPrint) {
    this.#print = print;
    this.#templates = templatesOf(print);
  }

  /** What lies where the ball is expected. Every number that is seen whole must be the same one. */
  look(image: GreyImage, expected: Disc): Look {
    const disc = findDisc(image, expected);
    if (disc === null) return { see: "no-ball" };
    if (!liesAlone(image, disc)) return { see: "unread", why: "not-alone", disc };
    const levels = new LevelMap(image, disc);
    const bars = this.#barsOf(image, disc, levels);
    if (bars.length === 0) return { see: "unread", why: "no-bar", disc };
    const numbers = new Set<number>();
    for (const bar of bars) {
      const number = matchSheet({ image, disc, levels }, bar, this.#templates);
      if (number !== null) numbers.add(number);
    }
    const [number] = numbers;
    if (number === undefined) return { see: "unread", why: "unsure", disc };
    return numbers.size > 1 ? { see: "unread", why: "differ", disc } : { see: "number", number, disc };
  }

  /** Where the sheet of a number would lie, for each bar and each of the two ways up. */
  #barsOf(image: GreyImage, disc: Disc, levels: LevelMap): readonly Sheet[] {
    const { barLength, barThickness } = this.#print;
    const area = barLength * barThickness * disc.radius * disc.radius;
    const blots = blotsOf(image, disc, levels, [area * 0.25, area * 2]);
    const up = barBelowMiddle(this.#print);
    return blots
      .flatMap((blot) => {
        const bar = this.#barOf(blot, disc);
        return bar === null ? [] : [shifted(bar, 0, -up), turned(shifted(bar, 0, up), Math.PI)];
      })
      .filter(({ middle }) => middle.z >= TILT_LEAST)
      .sort((one, other) => other.middle.z - one.middle.z)
      .slice(0, SHEETS_MOST);
  }

  /** A patch of ink as a bar, with the sheet at its middle along it; null: it is none. */
  #barOf({ pixels }: Blot, disc: Disc): Sheet | null {
    let [x, y] = [0, 0];
    const count = pixels.length / 2;
    for (let at = 0; at < pixels.length; at += 2) {
      x += (pixels[at] ?? 0) / count;
      y += (pixels[at + 1] ?? 0) / count;
    }
    const middle = directionAt(disc, x + 0.5, y + 0.5);
    if (middle === null || middle.z < BAR_TILT_LEAST) return null;
    const first = sheetAt(middle);
    const moments = momentsOf(pixels, disc, first);
    if (moments === null) return null;
    const { length, thickness, filled, angle, u, v } = moments;
    const { barLength, barThickness } = this.#print;
    const isBar =
      isWithin(length / barLength, BAR_LONG) &&
      isWithin(thickness / barThickness, BAR_THICK) &&
      isWithin(filled, BAR_FULL);
    return isBar ? turned(shifted(first, u, v), angle) : null;
  }
}

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean =>
  value >= least && value <= most;

interface Moments {
  readonly length: number;
  readonly thickness: number;
  /** Its area, as a part of that of its rectangle. */
  readonly filled: number;
  /** Of its long side on the sheet. */
  readonly angle: number;
  readonly u: number;
  readonly v: number;
}

/** The rectangle that a patch comes to on a sheet, by its moments of second order. */
function momentsOf(pixels: readonly number[], disc: Disc, sheet: Sheet): Moments | null {
  let [weight, u, v] = [0, 0, 0];
  const places: number[] = [];
  for (let at = 0; at < pixels.length; at += 2) {
    const to = directionAt(disc, (pixels[at] ?? 0) + 0.5, (pixels[at + 1] ?? 0) + 0.5);
    if (to === null) return null;
    const on = toSheet(sheet, to);
    // A pixel covers more of the ball where the ball turns away.
    const part = 1 / (Math.max(0.1, to.z) * nearness(to) ** 2);
    weight += part;
    u += on.u * part;
    v += on.v * part;
    places.push(on.u, on.v, part);
  }
  u /= weight;
  v /= weight;
  let [uu, uv, vv] = [0, 0, 0];
  for (let at = 0; at < places.length; at += 3) {
    const [du, dv, part] = [(places[at] ?? 0) - u, (places[at + 1] ?? 0) - v, places[at + 2] ?? 0];
    uu += (du * du * part) / weight;
    uv += (du * dv * part) / weight;
    vv += (dv * dv * part) / weight;
  }
  const spread = Math.hypot((uu - vv) / 2, uv);
  const length = Math.sqrt(12 * ((uu + vv) / 2 + spread));
  const thickness = Math.sqrt(12 * Math.max(0, (uu + vv) / 2 - spread));
  const area = weight / (disc.radius * disc.radius);
  return {
    length,
    thickness,
    filled: area / Math.max(1e-9, length * thickness),
    angle: 0.5 * Math.atan2(2 * uv, uu - vv),
    u,
    v,
  };
}
