/**
 * Opens the pictures of a house and gives them back in the size and kind in which screens are sent them: a program of its own, so that a
 * picture that harms its decoder harms nothing else. What to open comes on standard input, what came of it goes to standard output.
 */
import { text } from "node:stream/consumers";
import { fitPicture } from "../../../drivers/dice/camera/image-file.ts";
import { lowerPriority } from "../../lower-priority.ts";
import { fileProblem, PICTURE_FILE_MAX, readBelow, type HouseFile, type HousePicture } from "./files.ts";

export interface PicturesAsked {
  readonly folder: string;
  readonly pictures: readonly HouseFile<HousePicture>[];
}

export interface PicturesRead {
  /** WebP in base64, by name. */
  readonly pictures: Readonly<Partial<Record<HousePicture, string>>>;
  /** One line for each that is not shown. */
  readonly problems: readonly string[];
}

/** The longest sides of what is sent, pixels: a logo is a few lines high, the other pictures fill a screen. */
const LOGO_BOX = { width: 1_200, height: 400 } as const;
const SCREEN_BOX = { width: 2_560, height: 2_560 } as const;

async function readPictures({ folder, pictures }: PicturesAsked): Promise<PicturesRead> {
  const read: Partial<Record<HousePicture, string>> = {};
  const problems: string[] = [];
  for (const { name, key, path } of pictures)
    try {
      const bytes = readBelow(folder, path, PICTURE_FILE_MAX);
      const fitted = await fitPicture(bytes, name === "logo" ? LOGO_BOX : SCREEN_BOX);
      if (fitted.problem === null) read[name] = fitted.bytes.toString("base64");
      else problems.push(fileProblem(key, new Error(`${path}: ${fitted.problem}`)));
    } catch (error) {
      problems.push(fileProblem(key, error));
    }
  return { pictures: read, problems };
}

lowerPriority();
const asked = JSON.parse(await text(process.stdin)) as PicturesAsked;
process.stdout.write(JSON.stringify(await readPictures(asked)));
