import type { RandomSource } from "../../../../src/time/random-source.ts";
import type { Sent } from "../../../lines/sent.ts";

/** What can go wrong with one scan. None of them makes a whole code of another card. */
export const SCAN_FAULTS = [
  /** The Enter is not typed. */
  "no-enter",
  /** The code ends before its last character, without Enter. */
  "cut",
  /** One report is lost on its way. */
  "lost-report",
  /** The reports of keys that are down come again and again. */
  "held",
  /** One report says that too many keys are down. */
  "rollover",
  /** The scanner stops for 300 ms in the middle of the code. */
  "slow",
  /** The card is read again 0.6 s later. */
  "twice",
  /** A key that is in no code goes down. */
  "strange-key",
] as const;
export type ScanFault = (typeof SCAN_FAULTS)[number];

/** Reports from one to the next, µs. */
const REPORT_US = 2_000;
const AGAIN_US = 600_000;
const SLOW_US = 300_000;

const DIGITS = "1234567890";
const ENTER: Stroke = [0, 0x28];
/** Modifiers and key. */
type Stroke = readonly [number, number];

/** How a scanner types a character: letters as they are printed, with shift where they are capitals. */
function strokeOf(character: string, shift: number): Stroke {
  if (/[A-Z]/.test(character)) return [shift, character.charCodeAt(0) - 65 + 0x04];
  const digit = DIGITS.indexOf(character);
  if (digit >= 0) return [0, 0x1e + digit];
  const other = { " ": 0x2c, "-": 0x2d, ".": 0x37, "/": 0x38 }[character];
  if (other === undefined) throw new RangeError("a character that this scanner does not type");
  return [0, other];
}

const reportOf = ([modifiers, key]: Stroke): string => String.fromCharCode(modifiers, 0, key, 0, 0, 0, 0, 0);
const UP = reportOf([0, 0]);

/**
 * The reports of one scan that begins at `us`: every key down and up, then Enter. Written after the keyboard's usage
 * tables, apart from the driver.
 */
export function scanReports(
  us: number,
  label: string,
  random: RandomSource,
  fault: ScanFault | null = null,
): readonly Sent[] {
  const shift = random.pick([0x02, 0x20]);
  let strokes = [...Array.from(label, (character) => strokeOf(character, shift)), ENTER];
  if (fault === "no-enter") strokes = strokes.slice(0, -1);
  if (fault === "cut") strokes = strokes.slice(0, 1 + random.below(label.length - 1));
  if (fault === "strange-key") strokes.splice(random.below(strokes.length), 0, [0, 0x3a + random.below(12)]);
  const reports = strokes.flatMap((one) => [reportOf(one), UP]);
  if (fault === "lost-report") reports.splice(random.below(reports.length), 1);
  if (fault === "rollover")
    reports.splice(2 * random.below(strokes.length), 0, "\x00\x00\x01\x01\x01\x01\x01\x01");
  const typed = fault === "held" ? reports.flatMap((one) => [one, one, one]) : reports;
  const pauseAt = fault === "slow" ? 2 * (1 + random.below(strokes.length - 1)) : -1;
  let at = us;
  const out = typed.map((bytes, index): Sent => {
    at += index === pauseAt ? SLOW_US : REPORT_US;
    return { us: at, bytes };
  });
  return fault === "twice" ? [...out, ...scanReports(us + AGAIN_US, label, random)] : out;
}
