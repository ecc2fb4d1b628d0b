import { Fields } from "../../link/fields.ts";
import { parseFixedLine, type NumberedLine } from "../../link/numbered-line.ts";

/** The line that all open devices of a dice table speak (docs/devices/dice-line.md). */

/** Bytes of each field, by the letter of the message. */
export type Shapes = Readonly<Record<string, readonly number[]>>;

/** Line feed not counted. */
export const LINE_LIMIT = 100;

/** One line of a device without its line feed; null when it is damaged or no line of this format. */
export function parseDeviceLine(text: string, shapes: Shapes): NumberedLine | null {
  return parseFixedLine(text, LINE_LIMIT, (letter) =>
    Object.hasOwn(shapes, letter) ? shapes[letter] : undefined,
  );
}

/** The identity of a device of the dice line (docs/devices/dice-line.md, "Identity"). */
export interface Identity {
  readonly major: number;
  readonly minor: number;
  readonly kind: number;
  /** Eight hex digits. */
  readonly device: string;
  /** `M.m.p`. */
  readonly firmware: string;
  /** Resets since it was made. */
  readonly boots: number;
  readonly cause: (typeof CAUSES)[number];
  /** Its equipment or build, as bits whose meaning depends on the kind of device: 0 to FFFF. */
  readonly made: number;
}

const CAUSES = ["power", "reset", "brownout", "watchdog"] as const;
export const IDENTITY_WIDTHS: readonly number[] = [1, 1, 1, 4, 1, 1, 1, 4, 1, 2];
/** The protocol's `major` that this driver supports. */
export const VERSION = 1;

/** The codes of the kinds of device. */
export const KIND = { cage: 2, cup: 3 } as const;

/** Null when a field has a value that the specification does not give it. */
export function parseIdentity(texts: readonly string[]): Identity | null {
  const fields = new Fields(texts);
  const [major, minor, kind] = [fields.number(), fields.number(), fields.number()];
  const device = fields.text();
  const firmware = [fields.number(), fields.number(), fields.number()].join(".");
  const [boots, cause, made] = [fields.number(), fields.code(CAUSES), fields.number()];
  return fields.isGood ? { major, minor, kind, device, firmware, boots, cause, made } : null;
}
