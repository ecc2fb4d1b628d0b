import type { ColourImage } from "../../src/vision/colour-image.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { randomScene } from "../../hw-sim/models/dice/scenes.ts";
import { labelOf, type DatasetOptions, type Label } from "../../hw-sim/models/dice/render/dataset.ts";
import { drawShot } from "../../hw-sim/models/dice/render/draw.ts";
import type { Rgb, Shot } from "../../hw-sim/models/dice/render/looks.ts";
import { truthOfPicture } from "../../hw-sim/models/dice/render/picture-truth.ts";
import { exposeFrame } from "../../hw-sim/models/dice/render/sensor.ts";
import { stageOf, type Setting, type Stage } from "../../hw-sim/models/dice/render/stage.ts";

/** The three lights that a colour camera sees. */
const CHANNELS: readonly Rgb[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** A setting made ready for drawing in colour: red, green and blue one after the other, with one exposure for all. */
export function colourStages(setting: Setting): readonly Stage[] {
  return CHANNELS.map((weights) => stageOf({ ...setting, light: { ...setting.light, weights } }));
}

export function drawColour(stages: readonly Stage[], shot: Shot, fine: number, seed: string): ColourImage {
  const [first] = stages;
  if (first === undefined) throw new RangeError("no channel to draw");
  const { width, height } = first.setting.camera;
  const data = new Uint8Array(3 * width * height);
  stages.forEach((stage, channel) => {
    const random = randomFrom(`${seed}/channel ${channel}`);
    const grey = exposeFrame(
      stage.tables,
      stage.noise,
      drawShot(stage, shot, { fine }),
      width,
      shot.drift,
      random,
    );
    for (let i = 0; i < grey.length; i++) data[3 * i + channel] = grey[i] ?? 0;
  });
  return { width, height, data };
}

export interface ColourPicture {
  readonly name: string;
  readonly picture: ColourImage;
  readonly label: Label;
}

/** As `dataset`, in colour; each picture is of a camera setup of its own. */
export function* renderColourDataset(
  options: DatasetOptions & Required<Pick<DatasetOptions, "category">>,
): Generator<ColourPicture> {
  for (let made = 0; made < options.count; made++) {
    const seed = `${options.seed}/${options.set}/colour ${made}`;
    const { set, width, height, category, setup } = options;
    const scene = randomScene(randomFrom(seed), category, { set, width, height, ...setup });
    const stages = colourStages(scene.setup.setting);
    const picture = drawColour(stages, scene.shot, options.fine, seed);
    // What glares or shows through is told by what a grey camera would see
    const label = labelOf(options, category, truthOfPicture(stageOf(scene.setup.setting), scene.shot));
    yield { name: `${set}-colour-${String(made).padStart(6, "0")}`, picture, label };
  }
}
