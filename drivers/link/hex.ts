/** Upper-case hex of a fixed width, as the lines of boards and shoes have it. */

/** The value of `width` hex digits at `from`, or -1 when one of them is anything else. At most 8 digits: below 2^32. */
export function hexAt(text: string, from: number, width: number): number {
  let value = 0;
  for (let at = from; at < from + width; at++) {
    const code = text.charCodeAt(at);
    // NaN behind the end fails both comparisons.
    if (code >= 0x30 && code <= 0x39) value = value * 16 + (code - 0x30);
    else if (code >= 0x41 && code <= 0x46) value = value * 16 + (code - 0x37);
    else return -1;
  }
  return value;
}

/** The value of a whole text of exactly `width` hex digits, or -1. */
export function hexOf(text: string, width: number): number {
  return text.length === width ? hexAt(text, 0, width) : -1;
}

export function hex(value: number, width: number): string {
  return value.toString(16).toUpperCase().padStart(width, "0");
}
