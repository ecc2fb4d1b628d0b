import { readFileSync } from "node:fs";
import { openImage } from "../../drivers/dice/camera/image-file.ts";
import { convexHull } from "../../src/vision/plane-geometry.ts";
import { greyOf } from "../../src/vision/colour-image.ts";
import type { GreyImage, Point } from "../../src/vision/grey-image.ts";
import { mipsOf, type Mips } from "../../src/vision/sample.ts";

/** Single dice cut out of the photographs, to be put together into pictures that no camera took. */
export interface DieCrop {
  /** The photograph, by its name in the labels. */
  readonly photo: string;
  readonly value: number;
  readonly mips: Mips;
  readonly centre: Point;
  /** Side of the die's upright box, pixels of the photograph. */
  readonly side: number;
  /** Convex outline, pixels of the photograph. */
  readonly outline: readonly Point[];
}

const PHOTOS = new URL("../data/dice-photos/", import.meta.url);
/** Shares of its box that a die's outline may fill: half for one that stands on its corner, all for one that is not turned. */
const FILLED = { least: 0.5, most: 1.06 };
/** From the middle, in boxes: to where a die may reach, and from where a pixel is ground. */
const REACH = 0.62;
const GROUND = 0.68;
/** Grey levels that tell a die from the ground about it, and the share of what its middle differs by. */
const APART = { least: 22, share: 0.35 };

interface Boxed {
  readonly value: number;
  readonly centre: Point;
  readonly side: number;
}

/** Dice of one photograph that lie by themselves on an even ground, in the order of the labels. */
export async function cropsOf(photo: string): Promise<DieCrop[]> {
  const { image, problem } = await openImage(new URL(photo, PHOTOS).pathname);
  if (image === null) throw new Error(`${photo}: ${problem}`);
  const grey = greyOf(image, "luma");
  const mips = mipsOf(grey);
  const all = boxesOf(photo);
  return all.flatMap((one): DieCrop[] => {
    const isAlone = all.every((other) => other === one || apart(one, other) > 0.62 * (one.side + other.side));
    const outline = isAlone ? outlineOf(grey, one) : null;
    return outline === null ? [] : [{ photo, mips, outline, ...one }];
  });
}

function apart(one: Boxed, other: Boxed): number {
  return Math.hypot(one.centre.x - other.centre.x, one.centre.y - other.centre.y);
}

interface Label {
  readonly values: readonly number[];
  readonly dice?: readonly {
    readonly value: number | null;
    readonly box: readonly [number, number, number, number];
    readonly cut?: boolean;
    readonly touching?: boolean;
    readonly transparent?: boolean;
  }[];
}

const labels = JSON.parse(readFileSync(new URL("labels.json", PHOTOS), "utf8")) as {
  readonly images: Readonly<Record<string, Label>>;
};
const single = JSON.parse(readFileSync(new URL("boxes.json", PHOTOS), "utf8")) as Readonly<
  Record<string, readonly [number, number, number]>
>;

function boxesOf(photo: string): Boxed[] {
  const { values, dice } = labels.images[photo] ?? { values: [] };
  const [value] = values;
  const [x, y, side] = single[photo] ?? [];
  if (dice === undefined && value !== undefined && x !== undefined && y !== undefined && side !== undefined)
    return [{ value, centre: { x, y }, side: 1.16 * side }];
  return (dice ?? [])
    .filter(({ cut, touching, transparent }) => cut !== true && touching !== true && transparent !== true)
    .flatMap(({ value: face, box: [left, top, width, height] }) =>
      face === null
        ? []
        : [
            {
              value: face,
              centre: { x: left + width / 2, y: top + height / 2 },
              side: Math.max(width, height),
            },
          ],
    );
}

/** The hull of what differs from the ground about a box; null when that is no die's shape. */
function outlineOf(grey: GreyImage, { centre, side }: Boxed): Point[] | null {
  const { width, height, data } = grey;
  const ground: number[] = [];
  const near: { readonly at: Point; readonly level: number }[] = [];
  for (let y = Math.floor(centre.y - 0.8 * side); y <= centre.y + 0.8 * side; y++)
    for (let x = Math.floor(centre.x - 0.8 * side); x <= centre.x + 0.8 * side; x++) {
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const level = data[y * width + x] ?? 0;
      const at = { x: x + 0.5, y: y + 0.5 };
      const reach = Math.hypot(at.x - centre.x, at.y - centre.y);
      if (reach > GROUND * side) ground.push(level);
      else if (reach < REACH * side) near.push({ at, level });
    }
  const middle = ground.sort((a, b) => a - b)[ground.length >> 1] ?? 0;
  const own = near.map(({ level }) => level).sort((a, b) => a - b)[near.length >> 1] ?? 0;
  const least = Math.max(APART.least, APART.share * Math.abs(own - middle));
  const points = near.filter(({ level }) => Math.abs(level - middle) > least).map(({ at }) => at);
  if (points.length < 40) return null;
  const hull = convexHull(points);
  const filled = areaOf(hull) / (side * side);
  return filled < FILLED.least || filled > FILLED.most ? null : hull;
}

function areaOf(polygon: readonly Point[]): number {
  return Math.abs(
    polygon.reduce((sum, a, at) => {
      const b = polygon[(at + 1) % polygon.length] ?? a;
      return sum + (a.x * b.y - b.x * a.y) / 2;
    }, 0),
  );
}
