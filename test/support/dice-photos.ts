import { readFileSync } from "node:fs";
import { openImage } from "../../drivers/dice/camera/image-file.ts";
import { openKernels, openNetworks } from "../../drivers/dice/camera/reader-files.ts";
import type { FaceNetwork } from "../../src/dice/reading/network/network.ts";
import { INSIDE_RULES, type InsideRules } from "../../src/dice/reading/inside-pips.ts";
import { isCounted } from "../../src/dice/reading/judge-die.ts";
import { READ_DEFAULTS, readDice, gatherPicture, type PictureSeen } from "../../src/dice/reading/read-dice.ts";
import type { Reading } from "../../src/dice/reading/read-types.ts";
import type { ColourImage } from "../../src/vision/colour-image.ts";
import type { GreyImage } from "../../src/vision/grey-image.ts";

/** The real photographs, read as the command reads them, each only by the network that was not trained on it. */
const PHOTOS = new URL("../data/dice-photos/", import.meta.url);

export interface Photo {
  readonly name: string;
  readonly tier: "A" | "B" | "C";
  /** Sorted values of the readable top faces. */
  readonly values: readonly number[];
  readonly source: string;
  readonly flags: readonly string[];
}

/** All photographs of the labels. */
export function photos(): Photo[] {
  const { images } = JSON.parse(readFileSync(new URL("labels.json", PHOTOS), "utf8")) as {
    images: Record<string, Omit<Photo, "name">>;
  };
  return Object.entries(images).map(([name, { tier, values, source, flags }]) => ({
    name,
    tier,
    values,
    source,
    flags,
  }));
}

/**
 * Networks by the fold that they were trained on. A photograph of fold a is read by pips-b alone and the other way round;
 * the product, which averages both, is only measured on pictures that neither has seen.
 */
export class FoldReader {
  private readonly folds: Readonly<Record<"a" | "b", ReadonlySet<string>>>;
  private readonly trainedOn: Readonly<Record<"a" | "b", FaceNetwork>>;

  constructor() {
    const folds = JSON.parse(readFileSync(new URL("folds.json", PHOTOS), "utf8")) as Record<
      "a" | "b",
      string[]
    >;
    this.folds = { a: new Set(folds.a), b: new Set(folds.b) };
    const [a, b] = openNetworks(openKernels(), ["pips-a", "pips-b"]);
    if (a === undefined || b === undefined) throw new Error("a network is missing");
    this.trainedOn = { a, b };
  }

  /** The fold of a photograph. Throws for one that is in none or in both. */
  foldOf(name: string): "a" | "b" {
    const [inA, inB] = [this.folds.a.has(name), this.folds.b.has(name)];
    if (inA === inB) throw new Error(`${name} is in ${inA ? "both folds" : "no fold"}`);
    return inA ? "a" : "b";
  }

  /** No count, no arena: as the command reads a file. `die`: side of a die, pixels, as `--die` gives it. */
  async read({ name }: Photo, die: number | null = null): Promise<Reading> {
    const { image, problem } = await openImage(new URL(name, PHOTOS).pathname);
    if (image === null) throw new Error(`${name}: ${problem}`);
    return this.readUnseen(image, this.foldOf(name), die);
  }

  /** What the unseen network and geometry see in a photograph, to be judged by rules of any kind. */
  async see({ name }: Photo, inside: InsideRules = INSIDE_RULES): Promise<PictureSeen> {
    const { image, problem } = await openImage(new URL(name, PHOTOS).pathname);
    if (image === null) throw new Error(`${name}: ${problem}`);
    const network = this.trainedOn[this.foldOf(name) === "a" ? "b" : "a"];
    return gatherPicture(image, { ...READ_DEFAULTS, inside, networks: [network] });
  }

  /** The same for a picture made of photographs of this fold. */
  readUnseen(
    image: GreyImage | ColourImage,
    fold: "a" | "b",
    die: number | null = null,
    inside: InsideRules = INSIDE_RULES,
  ): Reading {
    const networks = [this.trainedOn[fold === "a" ? "b" : "a"]];
    return readDice(image, { ...READ_DEFAULTS, die, inside, networks });
  }
}

export type Outcome = "exact" | "silent" | "undecided";

/** What a reading says, in one line: its verdict, and of a readable one the faces from low to high. */
export function reportedOf({ dice, verdict }: Reading): string {
  if (verdict === "undecided") return verdict;
  const faces = dice
    .filter(isCounted)
    .map(({ face }) => Number(face))
    .sort((a, b) => a - b);
  return `${verdict} ${faces.join(" ")}`;
}

/** Exact: readable with the labelled faces. Silent: readable with any others, the one error that may not happen. */
export function outcomeOfTold({ values }: Pick<Photo, "values">, line: string): Outcome {
  if (line === "undecided") return "undecided";
  return line === `readable ${[...values].sort((a, b) => a - b).join(" ")}` ? "exact" : "silent";
}

export function outcomeOf(photo: Pick<Photo, "values">, reading: Reading): Outcome {
  return outcomeOfTold(photo, reportedOf(reading));
}

/** The photograph's file. */
export function photoBytes({ name }: Photo): Uint8Array {
  return readFileSync(new URL(name, PHOTOS));
}
