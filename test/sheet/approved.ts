import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import pixelmatch from "pixelmatch";
import sharp from "sharp";

/**
 * What was looked at and found right: every picture as a small grey one, all of them in one file, and their names beside it. It tells a
 * line that wrapped, a box that moved or vanished, a colour that became another brightness; it does not tell a letter.
 */

const FOLDER = new URL("./approved/", import.meta.url);
const NAMES = new URL("names.json", FOLDER);
const TILES = new URL("tiles.webp", FOLDER);

/** A small picture, and how many stand beside each other. */
export const TILE = { width: 64, height: 48 } as const;
const ACROSS = 24;
/** Greys of a small picture. */
const GREYS = 32;
/**
 * Two pixels are alike up to this share of the way from black to white (what letters that are drawn a hair's breadth otherwise come to,
 * scaled down, is below 0.03), and two pictures while no more than this share of their pixels differ.
 */
export const PIXEL_THRESHOLD = 0.1;
export const SHARE_MOST = 0.004;

/** A picture as its small grey one: so many bytes as pixels. */
export const smallOf = async (png: Buffer): Promise<Buffer> => {
  const grey = await sharp(png)
    .flatten({ background: "#000" })
    .resize({ ...TILE, fit: "fill", kernel: "mitchell" })
    .grayscale()
    .raw()
    .toBuffer();
  return grey.map((value) => Math.round((value * (GREYS - 1)) / 255) * Math.floor(255 / (GREYS - 1))) as Buffer;
};

export interface Difference {
  /** Share of the pixels that differ. */
  readonly share: number;
  /** The small picture, with what differs in red, as raw RGBA. */
  readonly drawn: Uint8Array;
}

/** How two small pictures differ. */
export function differenceOf(one: Buffer, other: Buffer): Difference {
  const { width, height } = TILE;
  const drawn = new Uint8Array(width * height * 4);
  const count = pixelmatch(rgbaOf(one), rgbaOf(other), drawn, width, height, { threshold: PIXEL_THRESHOLD });
  return { share: count / (width * height), drawn };
}

const rgbaOf = (grey: Buffer): Uint8Array =>
  Uint8Array.from({ length: grey.length * 4 }, (_, at) => (at % 4 === 3 ? 255 : (grey[at >> 2] ?? 0)));

/** Writes what is approved from now on. */
export async function writeApproved(small: ReadonlyMap<string, Buffer>): Promise<number> {
  const names = [...small.keys()].toSorted();
  const rows = Math.ceil(names.length / ACROSS);
  const raw = { width: TILE.width, height: TILE.height, channels: 1 } as const;
  const webp = await sharp({
    create: { width: ACROSS * TILE.width, height: rows * TILE.height, channels: 3, background: "#000" },
  })
    .composite(
      names.map((name, at) => ({
        input: small.get(name)!,
        raw,
        left: (at % ACROSS) * TILE.width,
        top: Math.floor(at / ACROSS) * TILE.height,
      })),
    )
    .webp({ lossless: true, effort: 6 })
    .toBuffer();
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(TILES, webp);
  writeFileSync(NAMES, `${JSON.stringify(names, null, 2)}\n`);
  return webp.length;
}

/** What is approved, by name. */
export async function readApproved(): Promise<ReadonlyMap<string, Buffer>> {
  const names = JSON.parse(readFileSync(NAMES, "utf8")) as readonly string[];
  const sheet = await sharp(readFileSync(TILES)).grayscale().raw().toBuffer({ resolveWithObject: true });
  return new Map(names.map((name, at) => [name, tileOf(sheet.data, sheet.info.width, at)]));
}

function tileOf(sheet: Buffer, across: number, at: number): Buffer {
  const [left, top] = [(at % ACROSS) * TILE.width, Math.floor(at / ACROSS) * TILE.height];
  const rows = Array.from({ length: TILE.height }, (_, y) => {
    const from = (top + y) * across + left;
    return sheet.subarray(from, from + TILE.width);
  });
  return Buffer.concat(rows);
}
