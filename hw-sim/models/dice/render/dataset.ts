import type { DieFace, FaceSet } from "../../../../src/dice/faces.ts";
import type { DieNote } from "../../../../src/dice/reading/read-types.ts";
import { greyImage, type GreyImage } from "../../../../src/vision/grey-image.ts";
import { randomFrom, type RandomSource } from "../../../../src/time/random-source.ts";
import type { CameraSetupOptions } from "../camera-setup.ts";
import { CATEGORIES, randomScene, randomShot, type Category } from "../scenes.ts";
import { drawShot } from "./draw.ts";
import { truthOfPicture, type ShownTruth } from "./picture-truth.ts";
import { exposeFrame } from "./sensor.ts";
import { stageOf } from "./stage.ts";

/** Pictures with labels, as training and measuring want them; the labels have the form of those of the photographs. */

export interface DatasetOptions {
  readonly seed: string;
  readonly count: number;
  readonly set: FaceSet;
  readonly width: number;
  readonly height: number;
  /** Pictures from one camera setup, 1 or more: setting up a camera setup costs more than a picture. */
  readonly perSetup: number;
  /** Rays a pixel; 0: quick. */
  readonly fine: number;
  /** What else is asked of each camera setup. */
  readonly setup?: Omit<CameraSetupOptions, "set" | "width" | "height">;
  /** One kind only; absent: all, plain ones most. */
  readonly category?: Category;
}

export interface LabelledDie {
  /** 1 to 6, the symbol's name, or null where the die shows nothing that counts. */
  readonly value: number | string | null;
  readonly box: readonly number[];
  readonly touching?: true;
  readonly transparent?: true;
  readonly cut?: true;
  readonly face: DieFace | null;
  /** The face that looks up most, even of a die that lies askew. */
  readonly nearest: DieFace;
  /** Middle, side and corners of the top face, pixels. */
  readonly at: readonly [number, number];
  readonly size: number;
  readonly corners: readonly (readonly [number, number])[];
  readonly tilt: number;
  readonly notes: readonly DieNote[];
}

export interface Label {
  readonly w: number;
  readonly h: number;
  readonly values: readonly (number | string)[];
  readonly unread: number;
  readonly view: "overhead" | "oblique";
  readonly tier: "A" | "B" | "C";
  readonly flags: readonly string[];
  readonly source: "render";
  readonly set: FaceSet;
  readonly category: Category;
  readonly dice: readonly LabelledDie[];
}

export interface LabelledPicture {
  readonly name: string;
  readonly picture: GreyImage;
  readonly label: Label;
}

/** Plain pictures are as many as all other kinds together. */
function someCategory(random: RandomSource): Category {
  return random.oneIn(2) ? "plain" : random.pick(CATEGORIES);
}

/** The pictures one after the other; the same options give the same bytes. Throws a RangeError for counts below 1. */
export function* renderDataset(options: DatasetOptions): Generator<LabelledPicture> {
  if (options.count < 1 || options.perSetup < 1)
    throw new RangeError(`${options.count} pictures, ${options.perSetup} from each rig`);
  for (let setups = 0, made = 0; made < options.count; setups++) {
    const random = randomFrom(`${options.seed}/${options.set}/${setups}`);
    const category = options.category ?? someCategory(random);
    const scene = randomScene(random.fork("scene"), category, {
      set: options.set,
      width: options.width,
      height: options.height,
      ...options.setup,
    });
    const stage = stageOf(scene.setup.setting);
    for (let i = 0; i < options.perSetup && made < options.count; i++, made++) {
      const own = random.fork(`picture ${i}`);
      const shot = i === 0 ? scene.shot : randomShot(scene.setup, category, own);
      const radiance = drawShot(stage, shot, { fine: options.fine });
      const data = exposeFrame(stage.tables, stage.noise, radiance, options.width, 1, own);
      const label = labelOf(options, category, truthOfPicture(stage, shot));
      const name = `${options.set}-${String(made).padStart(6, "0")}`;
      yield { name, picture: greyImage(options.width, options.height, data), label };
    }
  }
}

/** Notes of dice that a reader may not give a value for. */
const UNREADABLE: readonly DieNote[] = ["cocked", "hidden", "glare"];

const valueOf = (face: DieFace): number | string => (/^[1-6]$/.test(face) ? Number(face) : face);

export function labelOf(options: DatasetOptions, category: Category, truths: readonly ShownTruth[]): Label {
  const whole = truths.filter((die) => !die.notes.some((note) => UNREADABLE.includes(note)));
  const values = whole.flatMap(({ face }) => (face === null ? [] : [valueOf(face)])).sort();
  const flags: string[] = [];
  if (truths.some(({ notes }) => notes.includes("touching"))) flags.push("touching");
  else if (truths.some(({ gap }) => gap < 2)) flags.push("near-touching");
  if (truths.some(({ notes }) => notes.includes("glare"))) flags.push("glare");
  if (truths.some(({ notes }) => notes.includes("outside"))) flags.push("off-arena");
  if (category === "hand") flags.push("hand");
  if (category === "chip") flags.push("foreign-object");
  if (category === "spinning") flags.push("motion-blur");
  if (category.startsWith("clear")) flags.push("transparent-die");
  if (options.set === "symbols") flags.push("symbol-dice");
  return {
    w: options.width,
    h: options.height,
    values,
    unread: truths.length - values.length,
    view: category === "oblique" ? "oblique" : "overhead",
    tier: category === "plain" || category === "clear-absorbed" ? "A" : category === "low-contrast" ? "B" : "C",
    flags,
    source: "render",
    set: options.set,
    category,
    dice: truths.map((truth) => labelDie(truth)),
  };
}

const round1 = (x: number): number => Math.round(x * 10) / 10;

function labelDie(truth: ShownTruth): LabelledDie {
  const face = truth.notes.some((note) => UNREADABLE.includes(note)) ? null : truth.face;
  return {
    value: face === null ? null : valueOf(face),
    box: truth.box.map(Math.round),
    ...(truth.notes.includes("touching") ? { touching: true as const } : {}),
    ...(truth.notes.includes("transparent") ? { transparent: true as const } : {}),
    ...(truth.notes.includes("hidden") ? { cut: true as const } : {}),
    face: truth.face,
    nearest: truth.nearest,
    at: [round1(truth.at.x), round1(truth.at.y)],
    size: round1(truth.size),
    corners: truth.corners.map(({ x, y }) => [round1(x), round1(y)] as const),
    tilt: round1(truth.tilt),
    notes: truth.notes,
  };
}
