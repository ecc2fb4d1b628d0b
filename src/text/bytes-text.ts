import { decimalIn, inEveryLanguage } from "./every-language.ts";
import type { Text } from "./language.ts";

const UNITS = ["B", "KB", "MB", "GB", "TB"];

/** `12 GB`; one digit behind the point below ten. */
export function bytesText(bytes: number): Text {
  let size = bytes;
  let unit = 0;
  while (size >= 1_000 && unit < UNITS.length - 1) {
    size /= 1_000;
    unit++;
  }
  const decimals = size < 10 && unit > 0 ? 1 : 0;
  return inEveryLanguage((language) => `${decimalIn(size, decimals, language)} ${UNITS[unit] ?? ""}`);
}
