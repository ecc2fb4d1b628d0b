import { PIP_CELLS } from "../../src/dice/art/pips.ts";
import { isInside } from "../../src/vision/plane-geometry.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import type { ColourImage } from "../../src/vision/colour-image.ts";
import { greyImage, type GreyImage, type Point } from "../../src/vision/grey-image.ts";
import { sampleWindow } from "../../src/vision/sample.ts";
import type { DieCrop } from "./dice-crops.ts";
import { drawGround, drawObject, OBJECTS, type Canvas, type ObjectKind } from "./dice-grounds.ts";

/** A picture that no camera took: dice of the photographs where a giant die would have its pips. */
export interface Composite {
  readonly name: string;
  readonly image: GreyImage | ColourImage;
  /** Sorted values of the dice in it. */
  readonly values: readonly number[];
}

/** Where the dice lie: the places of a face's pips, in pitches from its middle. */
const LAYOUTS = {
  "one in a tray": [{ x: 0, y: 0 }],
  "two on a diagonal": PIP_CELLS["2"],
  "three on a diagonal": PIP_CELLS["3"],
  "four in a square": PIP_CELLS["4"],
  "five as a quincunx": PIP_CELLS["5"],
  "six as two by three": PIP_CELLS["6"],
} as const satisfies Readonly<Record<string, readonly Point[]>>;
export const LAYOUT_NAMES = Object.keys(LAYOUTS) as readonly (keyof typeof LAYOUTS)[];

/** What the dice lie on: the giant die's body, as it were. */
const GROUNDS: readonly (ObjectKind | null)[] = [
  "round tray",
  "square tray",
  "round tray",
  "box",
  "sheet",
  "cup",
  null,
];
const PADDED = 12;

/** The picture of this number; the same seed, number and crops give the same bytes. Throws without crops. */
export function compositeOf(seed: string, number: number, crops: readonly DieCrop[]): Composite {
  const stream = randomFrom(`${seed}/${number}`);
  const layout = LAYOUT_NAMES[number % LAYOUT_NAMES.length] ?? "one in a tray";
  const cells = LAYOUTS[layout];
  const isOne = cells.length === 1;
  const side = 34 + stream.below(isOne ? 70 : 30);
  // Dice as near together, and as far apart, as pips are, but never on one another: neighbours of a six are one pitch apart.
  const nearest =
    1.2 /
    Math.min(
      2,
      ...cells.flatMap((one) =>
        cells.filter((other) => other !== one).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
      ),
    );
  const pitch = side * (nearest + stream.below(90) / 100);
  const kind = isOne
    ? stream.pick(["round tray", "cup", "square tray", "sheet"] as const)
    : stream.pick(GROUNDS);
  const half = isOne ? side * (1.05 + stream.below(120) / 100) : pitch + side * (0.75 + stream.below(50) / 100);
  const room = half * (1.1 + stream.below(40) / 100) + PADDED;
  const width = Math.round(2 * room * (1 + stream.below(30) / 100));
  const canvas: Canvas = {
    width,
    height: Math.round(2 * room),
    data: new Float32Array(width * Math.round(2 * room)),
  };
  const isBright = stream.oneIn(2);
  drawGround(canvas, stream.fork("ground"), isBright ? 150 + stream.below(90) : 20 + stream.below(90));
  const at = { x: width / 2 + stream.below(9) - 4, y: room + stream.below(9) - 4 };
  const turn = stream.below(628) / 100;
  const level = isBright ? 30 + stream.below(90) : 140 + stream.below(100);
  if (kind !== null) drawObject(canvas, kind, at, half, turn, level, stream.fork("object"));
  const alike = stream.oneIn(2) ? stream.pick(crops) : null;
  const values: number[] = [];
  for (const [index, cell] of cells.entries()) {
    const slack = (): number => (side * (stream.below(21) - 10)) / 100;
    const place = {
      x: at.x + pitch * (Math.cos(turn) * cell.x - Math.sin(turn) * cell.y) + slack(),
      y: at.y + pitch * (Math.sin(turn) * cell.x + Math.cos(turn) * cell.y) + slack(),
    };
    // Now and then one place holds a coin or a cap instead of a die: still no face of a giant one.
    if (index > 0 && stream.oneIn(14)) {
      const thing = stream.pick(OBJECTS);
      drawObject(canvas, thing, place, side * 0.5, turn, 90 + stream.below(120), stream.fork(`thing ${index}`));
      continue;
    }
    const crop = alike ?? stream.pick(crops);
    paste(canvas, crop, place, side * (0.95 + stream.below(11) / 100), stream.below(628) / 100);
    values.push(crop.value);
  }
  values.sort((a, b) => a - b);
  return {
    name: `${number} ${layout}, ${kind ?? "bare ground"}`,
    image: finished(canvas, stream.fork("film")),
    values,
  };
}

/** Lays a die, turned and scaled so that its box measures about `side`, over the canvas, with a soft edge and a faint shadow. */
function paste({ width, height, data }: Canvas, crop: DieCrop, at: Point, side: number, turn: number): void {
  const step = crop.side / side;
  const size = 2 * Math.ceil(0.75 * side);
  const [left, top] = [Math.round(at.x) - size / 2, Math.round(at.y) - size / 2];
  const values = sampleWindow(crop.mips, { centre: crop.centre, step, angle: turn, width: size, height: size });
  const [cos, sin] = [Math.cos(turn) * step, Math.sin(turn) * step];
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const [column, row] = [left + x, top + y];
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      let covered = 0;
      for (const [dx, dy] of SUBPIXELS) {
        const [u, v] = [x + dx - size / 2, y + dy - size / 2];
        const point = { x: crop.centre.x + cos * u - sin * v, y: crop.centre.y + sin * u + cos * v };
        if (isInside(crop.outline, point)) covered += 1 / SUBPIXELS.length;
      }
      const pixel = row * width + column;
      const under = data[pixel] ?? 0;
      data[pixel] = under + covered * ((values[y * size + x] ?? 0) - under);
    }
}

const SUBPIXELS: readonly (readonly [number, number])[] = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
];

/** Light from one side, noise, and in one of four pictures a tint, so that both greys of a colour picture are read. */
function finished({ width, height, data }: Canvas, stream: RandomSource): GreyImage | ColourImage {
  const [across, down] = [stream.below(41) - 20, stream.below(41) - 20];
  const noise = stream.below(7);
  const levels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = across * (x / width - 0.5) + down * (y / height - 0.5);
      const level = (data[y * width + x] ?? 0) + light + noise * (stream.below(1_000) / 500 - 1);
      levels[y * width + x] = Math.max(0, Math.min(255, Math.round(level)));
    }
  if (!stream.oneIn(4)) return greyImage(width, height, levels);
  const tint = [1, 0.75 + stream.below(25) / 100, 0.6 + stream.below(40) / 100];
  const colour = new Uint8Array(3 * levels.length);
  levels.forEach((level, at) =>
    tint.forEach((share, plane) => (colour[3 * at + plane] = Math.round(level * share))),
  );
  return { width, height, data: colour };
}
