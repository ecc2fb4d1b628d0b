import {
  BOARD_KINDS,
  ImageError,
  readBoardImage,
  type BoardImage,
  type BoardKind,
} from "../../../drivers/boot-section/image.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { readRegularFile, type FileError } from "../../files/read-file.ts";
import { usageProblem } from "../../problem.ts";
import { pathInRelease } from "../../release.ts";

/** Where a release has the application of a kind of board. */
export const IMAGE_PATHS: Readonly<Record<BoardKind, string>> = {
  wheel: "firmware/boards/wheel/image/wheel-board.hex",
  panel: "firmware/boards/panel/image/panel.hex",
};
export const KINDS_OF_BOARDS = Object.keys(BOARD_KINDS) as readonly BoardKind[];

/** An image is some 30 KB of Intel HEX. */
const IMAGE_FILE_MAX = 128 * 1_024;

export interface KnownImage {
  readonly image: BoardImage;
  /** Hex SHA-256 of its file. */
  readonly digest: string;
}

/** The image of the release that runs; or the one in a file. Throws a Problem that says what is wrong with it. */
export function boardImage(kind: BoardKind, file: string | null = null): KnownImage {
  const path = file ?? pathInRelease(IMAGE_PATHS[kind]);
  let bytes: Buffer;
  try {
    bytes = readRegularFile(path, IMAGE_FILE_MAX);
  } catch (error) {
    throw usageProblem((error as FileError).words, error);
  }
  try {
    return { image: readBoardImage(bytes.toString("latin1"), path), digest: sha256Hex(bytes) };
  } catch (error) {
    if (error instanceof ImageError) throw usageProblem(error.message, error);
    throw error;
  }
}
