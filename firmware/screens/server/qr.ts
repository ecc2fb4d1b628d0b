import { encode, renderUnicodeCompact } from "uqr";

/** A QR code as one SVG path over a square of `size` units, quiet zone of 4 modules included. */
export interface QrPath {
  readonly size: number;
  readonly path: string;
}

/** Longest text that is drawn: version 20 at level M, still readable from a table display. */
export const QR_TEXT_LIMIT = 660;

/**
 * Draws the text as a QR code, error correction M (ISO/IEC 18004).
 * Null when the text is empty or longer than `QR_TEXT_LIMIT` bytes: the page then shows the short hash alone.
 */
export function qrPath(text: string): QrPath | null {
  if (text === "" || new TextEncoder().encode(text).length > QR_TEXT_LIMIT) return null;
  const code = encode(text, { ecc: "M", border: 4 });
  const runs: string[] = [];
  code.data.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== true) continue;
      const from = x;
      while (row[x + 1] === true) x++;
      runs.push(`M${from} ${y}h${x - from + 1}v1h-${x - from + 1}z`);
    }
  });
  return { size: code.size, path: runs.join("") };
}

/** Draws the text as a QR code in lines for a terminal, dark on light. Throws a RangeError for a text that is empty or too long. */
export function qrText(text: string): string {
  if (text === "" || new TextEncoder().encode(text).length > QR_TEXT_LIMIT)
    throw new RangeError(`a text of ${text.length} characters has no QR code`);
  return renderUnicodeCompact(text, { ecc: "M", border: 4 });
}
