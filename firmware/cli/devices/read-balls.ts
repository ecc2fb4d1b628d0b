import { InvalidArgumentError, Option, type Command } from "commander";
import { openImage } from "../../../drivers/dice/camera/image-file.ts";
import { PRINT_NAMES, PRINTS } from "../../../src/balls/prints.ts";
import { BallPictureReader } from "../../../src/balls/reading/read-ball.ts";
import { isDark } from "../../../src/balls/reading/watch.ts";
import { greyOf } from "../../../src/vision/colour-image.ts";
import type { GreyImage } from "../../../src/vision/grey-image.ts";
import { EXIT } from "../../problem.ts";
import { type OptionsOf, printLine } from "../common.ts";

/** `tirada read-balls`: reads pictures of a ball at the exit of a bingo machine, to try a camera, its light and its place. */
export function addReadBalls(command: Command): void {
  declareReadBalls(command).action(readAll);
}

const declareReadBalls = (command: Command) =>
  command
    .argument("<image...>", "picture files: JPEG, PNG, WebP, TIFF or GIF, up to 4096 pixels a side")
    .option(
      "--ball <x,y,radius>",
      "where the ball lies, pixels; in the middle, most of the picture, unless told",
      discOption,
    )
    .addOption(
      new Option("--print <print>", "how the balls are printed")
        .choices(PRINT_NAMES)
        .default("dejavu" as const),
    )
    .option("--json", "one JSON object a line");

type ReadBallsOptions = OptionsOf<typeof declareReadBalls>;
type Disc = ReturnType<typeof discOption>;

/** A ball of fewer pixels has figures that nobody reads. */
const RADIUS_LEAST = 40;

function discOption(text: string): { readonly x: number; readonly y: number; readonly radius: number } {
  const [x = Number.NaN, y = Number.NaN, radius = 0] = text.split(",").map(Number);
  const isDisc = /^\d+,\d+,\d+$/.test(text) && radius >= RADIUS_LEAST;
  if (!isDisc)
    throw new InvalidArgumentError(
      `x,y,radius of the ball in pixels, such as 128,116,88; radius ${RADIUS_LEAST} or more`,
    );
  return { x, y, radius };
}

async function readAll(images: readonly string[], { ball, print, json }: ReadBallsOptions): Promise<void> {
  const reader = new BallPictureReader(PRINTS[print]);
  for (const path of images) {
    const { image, problem } = await openImage(path);
    if (image === null) {
      process.stderr.write(`tirada: ${path}: ${problem}\n`);
      process.exitCode = EXIT.usage;
      continue;
    }
    const answer = answerOf(reader, greyOf(image, "luma"), ball);
    printLine(json === true ? JSON.stringify({ image: path, ...answer }) : textLine(path, answer));
  }
}

interface Answer {
  readonly number: number | null;
  /** Null: it was read. */
  readonly why: keyof typeof REASONS | null;
}

const REASONS = {
  dark: "the picture is dark",
  "no-ball": "no ball lies there whole, lighter than what is around it",
  "not-alone": "something lies beside it",
  "no-bar": "no bar is seen under a number",
  unsure: "a number is there and is not sure",
  differ: "two numbers are read",
} as const;

function answerOf(reader: BallPictureReader, image: GreyImage, ball: Disc | undefined): Answer {
  const { width, height } = image;
  if (isDark(image)) return { number: null, why: "dark" };
  const middle = { x: width / 2, y: height / 2, radius: Math.round(0.38 * Math.min(width, height)) };
  const look = reader.look(image, ball ?? middle);
  if (look.see === "number") return { number: look.number, why: null };
  return { number: null, why: look.see === "no-ball" ? "no-ball" : look.why };
}

const textLine = (path: string, { number, why }: Answer): string =>
  why === null ? `${path}: ${number}` : `${path}: NOT READ  ${REASONS[why]}`;
