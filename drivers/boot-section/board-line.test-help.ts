import { crc16 } from "../link/fields.ts";
import { IMAGE_STATES, type ImageState } from "./lines.ts";

/** A line of a boot section, as a board says it. */
export function boardLine(letter: string, ...fields: readonly number[]): string {
  const bytes = [letter.charCodeAt(0), ...fields];
  const crc = crc16(String.fromCharCode(...bytes));
  const halves = [...bytes, crc >> 8, crc & 0xff].flatMap((byte) => [0x40 | (byte >> 4), 0x40 | (byte & 0x0f)]);
  return `!${String.fromCharCode(...halves)}\n`;
}

/** What a board says once a second that waits. */
export const waitingLine = (kind: number, image: ImageState): string =>
  boardLine("W", kind, 1, 0x10, IMAGE_STATES.indexOf(image));
