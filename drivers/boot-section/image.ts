import { crc32 } from "node:zlib";
import { readIntelHex } from "../../src/load/intel-hex.ts";
import { PAGE_BYTES, PAGES_MAX } from "./lines.ts";

/** Kinds of boards with a boot section: their number, their line, and the words by which their application goes into it. */
export const BOARD_KINDS = {
  wheel: { number: 1, baudRate: 115_200 },
  panel: { number: 2, baudRate: 57_600 },
} as const;
export type BoardKind = keyof typeof BOARD_KINDS;

/** The kind with this number; null: none that is known. */
export const boardKindOf = (number: number): BoardKind | null =>
  (Object.keys(BOARD_KINDS) as BoardKind[]).find((kind) => BOARD_KINDS[kind].number === number) ?? null;

/** An application's image for a board. */
export interface BoardImage {
  readonly kind: BoardKind;
  readonly hardware: number;
  /** `M.m.p`. */
  readonly version: string;
  readonly pages: readonly Uint8Array[];
  /** CRC-32 of all pages. */
  readonly crc: number;
}

const FLASH_BYTES = 32_768;
/** Behind the interrupt vectors. */
const NAME_AT = 0x68;
const NAME = "tirada";

/** An image that cannot be used, in one line: what, and what to do. */
export class ImageError extends Error {
  override readonly name = "ImageError";
}

/**
 * Reads an application's image, Intel HEX. It names its kind of board itself. Throws an ImageError when it is damaged, has no name (an
 * image of an earlier release), or is a boot section.
 */
export function readBoardImage(text: string, where: string): BoardImage {
  const refuse = (why: string, cause?: unknown): ImageError => new ImageError(`${where}: ${why}`, { cause });
  let memory: Uint8Array;
  try {
    memory = readIntelHex(text, FLASH_BYTES);
  } catch (error) {
    throw refuse((error as Error).message, error);
  }
  const bytes = 1 + memory.findLastIndex((byte) => byte !== 0xff);
  if (bytes > PAGES_MAX * PAGE_BYTES)
    throw refuse("reaches into the boot section, which no cable writes: take the application's image");
  const name = new TextDecoder("latin1").decode(memory.subarray(NAME_AT, NAME_AT + NAME.length));
  const [number = 0, hardware = 0, ...version] = memory.subarray(
    NAME_AT + NAME.length,
    NAME_AT + NAME.length + 5,
  );
  const kind = boardKindOf(number);
  if (name !== NAME || kind === null)
    throw refuse("does not say which board it is for: take the image of this release");
  const pages = Array.from({ length: Math.ceil(bytes / PAGE_BYTES) }, (_, at) =>
    memory.slice(at * PAGE_BYTES, (at + 1) * PAGE_BYTES),
  );
  return { kind, hardware, version: version.join("."), pages, crc: crc32(Buffer.concat(pages)) };
}
