import { InvalidArgumentError, Option, type Command } from "commander";
import { openImage } from "../../../drivers/dice/camera/image-file.ts";
import { openKernels, openNetworks, NETWORKS } from "../../../drivers/dice/camera/reader-files.ts";
import { FACE_SETS, type DieFace } from "../../../src/dice/faces.ts";
import { isCounted } from "../../../src/dice/reading/judge-die.ts";
import { READ_DEFAULTS, readDice, type ReadOptions } from "../../../src/dice/reading/read-dice.ts";
import type { Reading, ReadReason } from "../../../src/dice/reading/read-types.ts";
import { EXIT } from "../../problem.ts";
import { type OptionsOf, printLine, wholeNumber } from "../common.ts";

const DICE_MOST = 40;

/** `tirada read-dice`: reads picture files, for the technician and for measuring, as the table does but without its calibration. */
export function addReadDice(command: Command): void {
  declareReadDice(command).action(readAll);
}

const declareReadDice = (command: Command) =>
  command
    .argument("<image...>", "picture files: JPEG, PNG, WebP, TIFF or GIF, up to 4096 pixels a side")
    .option("--die <px>", "side of a die, pixels, when it is known", pixelsOption)
    .addOption(new Option("--set <set>", "what the dice bear").choices(FACE_SETS).default("pips"))
    .option("--count <n>", "how many dice there must be", wholeNumber("--count", 1, DICE_MOST))
    .option("--json", "one JSON object a line");

type ReadDiceOptions = OptionsOf<typeof declareReadDice>;

function pixelsOption(text: string): number {
  const value = Number(text);
  if (value >= 16 && value <= 2_048) return value;
  throw new InvalidArgumentError("pixels, 16 to 2048");
}

async function readAll(images: readonly string[], { die, set, count, json }: ReadDiceOptions): Promise<void> {
  const networks = openNetworks(openKernels(), NETWORKS[set]);
  const options: ReadOptions = { ...READ_DEFAULTS, networks, set, die: die ?? null, count: count ?? null };
  for (const image of images) {
    const reading = await readOne(image, options);
    printLine(json ? jsonLine(image, reading) : textLine(image, reading));
  }
}

/** Why nothing could be read at all. */
type NoPicture = "file" | "picture-size";

/** What the command says of one file. */
type Answer = Omit<Reading, "reasons"> & { readonly reasons: readonly (ReadReason | NoPicture)[] };

/** The reading of a file; one that cannot be opened or read is undecided, says why, and fails the command at the end. */
async function readOne(path: string, options: ReadOptions): Promise<Answer> {
  const { image, problem } = await openImage(path);
  if (image === null) return unreadAnswer(path, "file", problem);
  try {
    return readDice(image, options);
  } catch (error) {
    if (error instanceof RangeError) return unreadAnswer(path, "picture-size", error.message);
    throw error;
  }
}

function unreadAnswer(path: string, reason: NoPicture, why: string): Answer {
  process.stderr.write(`tirada: ${path}: ${why}\n`);
  process.exitCode = EXIT.usage;
  return { dice: [], verdict: "undecided", reasons: [reason] };
}

/** The stable output: `faces` are those that both readers agree on, from left to right. */
function jsonLine(image: string, { dice: all, verdict, reasons }: Answer): string {
  const tenth = (value: number): number => Math.round(value * 10) / 10;
  return JSON.stringify({
    image,
    faces: all.filter(isCounted).map(({ face }) => shownFace(face)),
    dice: all.map(({ face, at, size, confidence, notes }) => ({
      face: shownFace(face),
      x: tenth(at.x),
      y: tenth(at.y),
      size: tenth(size),
      confidence: confidence / 1_000,
      notes,
    })),
    verdict,
    reasons,
  });
}

function textLine(image: string, { dice: all, verdict, reasons }: Answer): string {
  const faces = all.map(({ face }) => face ?? "?").join(" ");
  return verdict === "readable"
    ? `${image}: ${faces}`
    : `${image}: UNDECIDED  ${faces}  (${reasons.join(", ")})`;
}

/** Numbers as numbers, symbols by name. */
function shownFace(face: DieFace | null): number | string | null {
  return face === null || !/^[1-6]$/.test(face) ? face : Number(face);
}
