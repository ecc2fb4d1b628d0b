import { stat } from "node:fs/promises";
import sharp from "sharp";
import type { ColourImage } from "../../../src/vision/colour-image.ts";
import { greyImage, IMAGE_SIDE_MAX, type GreyImage } from "../../../src/vision/grey-image.ts";

/** The largest picture file that is opened, bytes. */
export const FILE_MAX = 64 * 1024 * 1024;

/** What a picture file turned out to be: pixels, or in one line why not. */
export type OpenedImage =
  | { readonly image: ColourImage; readonly problem: null }
  | { readonly image: null; readonly problem: string };

/**
 * The pixels of a JPEG, PNG, WebP, TIFF or GIF file (its first picture), as they are stored: the camera's orientation mark is
 * ignored. A missing, damaged, cut or oversized file is a problem in words, never an exception and never pixels.
 */
export async function openImage(path: string): Promise<OpenedImage> {
  try {
    const found = await stat(path);
    if (!found.isFile())
      return refused(found.isDirectory() ? "it is a folder, name a file in it" : "it is no file");
    const { size } = found;
    if (size > FILE_MAX) return refused(`${size} bytes; at most ${FILE_MAX} are opened`);
    const picture = sharp(path, { failOn: "error", limitInputPixels: IMAGE_SIDE_MAX * IMAGE_SIDE_MAX });
    const { width, height } = await picture.metadata();
    if (width > IMAGE_SIDE_MAX || height > IMAGE_SIDE_MAX)
      return refused(`${width} by ${height} pixels; at most ${IMAGE_SIDE_MAX} a side are read`);
    const { data, info } = await picture
      .flatten({ background: "#808080" })
      .toColourspace("srgb")
      .removeAlpha()
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) return refused(`${info.channels} channels instead of three`);
    return { image: { width: info.width, height: info.height, data: new Uint8Array(data) }, problem: null };
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The grey picture that these bytes hold (one frame of a camera that codes JPEG, an evidence picture): luma of ITU-R
 * BT.601 as the file stores it. Null for bytes that are damaged, cut or no picture.
 */
export async function decodeGrey(bytes: Uint8Array): Promise<GreyImage | null> {
  try {
    const { data, info } = await sharp(bytes, {
      failOn: "warning",
      limitInputPixels: IMAGE_SIDE_MAX * IMAGE_SIDE_MAX,
    })
      .toColourspace("b-w")
      .removeAlpha()
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    return info.channels === 1 ? greyImage(info.width, info.height, new Uint8Array(data)) : null;
  } catch {
    return null;
  }
}

/** A grey picture of any height as a PNG, without loss. */
export async function encodePng({ width, height, data }: GreyImage): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace("b-w")
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/** A drawing (SVG of the same size) laid over a grey picture, as a PNG. */
export async function drawOver({ width, height, data }: GreyImage, svg: string): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace("srgb")
    .composite([{ input: Buffer.from(svg), left: 0, top: 0 }])
    .png()
    .toBuffer();
}

/** The most pixels of a picture that is fitted into a box. */
export const FIT_PIXELS_MAX = 40_000_000;

/**
 * A PNG, JPEG or WebP picture, told by its first bytes, as a WebP of its first frame, upright, no larger than the box and without whatever
 * else the file holds. Any other kind, a damaged, cut or oversized one is a problem in words.
 */
export async function fitPicture(
  bytes: Uint8Array,
  box: { readonly width: number; readonly height: number },
): Promise<
  { readonly bytes: Buffer; readonly problem: null } | { readonly bytes: null; readonly problem: string }
> {
  const no = (problem: string) => ({ bytes: null, problem: problem.replace(/\s*\n\s*/g, "; ") });
  if (!isPlainPicture(bytes)) return no("it is no PNG, JPEG or WebP picture");
  try {
    const picture = sharp(bytes, { failOn: "error", limitInputPixels: false, sequentialRead: true });
    const { width, height } = await picture.metadata();
    if (width * height > FIT_PIXELS_MAX)
      return no(`${width} by ${height} pixels; at most ${FIT_PIXELS_MAX / 1_000_000} million make sense`);
    const fitted = picture.autoOrient().resize({ ...box, fit: "inside", withoutEnlargement: true });
    return { bytes: await fitted.webp({ quality: 84 }).toBuffer(), problem: null };
  } catch (error) {
    return no(`it cannot be read as a picture: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** By the first bytes of PNG, of JPEG, and of RIFF with WebP. */
function isPlainPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return /^(?:\x89PNG\r\n\x1a\n|\xff\xd8\xff|RIFF[^]{4}WEBP)/.test(head);
}

function refused(why: string): OpenedImage {
  return { image: null, problem: why.replace(/\s*\n\s*/g, "; ") };
}
