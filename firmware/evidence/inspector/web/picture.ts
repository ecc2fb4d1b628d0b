/** The text of a QR code in a picture. */
import jsQR from "jsqr";

/** Bytes of a picture that is read, and its pixels: a camera's largest. */
export const MOST_PICTURE_BYTES = 16 * 1_024 * 1_024;
const MOST_PIXELS = 50_000_000;
/** Longer sides are drawn smaller before a code is looked for. */
const SIDES = [1_600, 800, 2_600] as const;

const PNG = [0x89, 0x50, 0x4e, 0x47];
const JPEG = [0xff, 0xd8, 0xff];
const begins = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, i) => bytes[i] === byte);

export const isPicture = (bytes: Uint8Array): boolean => begins(bytes, PNG) || begins(bytes, JPEG);

/** Width times height as the file's head says it, before anything is decoded; null: it does not say. */
export function pixelsOf(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (begins(bytes, PNG)) return bytes.length < 24 ? null : view.getUint32(16) * view.getUint32(20);
  for (let at = 2; at + 9 < bytes.length && view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return view.getUint16(at + 5) * view.getUint16(at + 7);
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

/** The text of the code in the picture, or null when none is found or the picture cannot be read. */
export async function codeInPicture(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const pixels = pixelsOf(bytes);
  if (pixels === null || pixels === 0 || pixels > MOST_PIXELS) return null;
  try {
    const picture = await createImageBitmap(new Blob([bytes]));
    for (const side of SIDES) {
      const text = codeAt(picture, side);
      if (text !== null) return text;
    }
    return null;
  } catch {
    return null;
  }
}

function codeAt(picture: ImageBitmap, side: number): string | null {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const drawing = canvas.getContext("2d");
  if (drawing === null) return null;
  drawing.fillStyle = "white";
  drawing.fillRect(0, 0, width, height);
  drawing.drawImage(picture, 0, 0, width, height);
  return jsQR(drawing.getImageData(0, 0, width, height).data, width, height)?.data ?? null;
}
