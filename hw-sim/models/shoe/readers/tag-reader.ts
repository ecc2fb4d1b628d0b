import type { RandomSource } from "../../../../src/time/random-source.ts";
import type { Sent } from "../../../lines/sent.ts";

/** A card with a tag that lies on the antenna for a while. */
export interface Visit {
  /** 14 hex digits. */
  readonly uid: string;
  readonly fromUs: number;
  readonly toUs: number;
}

/** What can go wrong as a card is shown. */
export const TAG_FAULTS = [
  /** It is there for a moment only: one look sees it. */
  "too-short",
  /** Another card lies on the antenna with it. */
  "two-at-once",
  /** Its number is in no table of codes. */
  "strange-tag",
] as const;
export type TagFault = (typeof TAG_FAULTS)[number];

const SHOWN_US = 400_000;
const SHORT_US = 90_000;
const OTHER_TAG = "04FFFFFFFFFFFF";

/** The visits of one card that is shown at `us`. */
export function visitsOf(uid: string, us: number, fault: TagFault | null): readonly Visit[] {
  const toUs = us + (fault === "too-short" ? SHORT_US : SHOWN_US);
  const own = { uid: fault === "strange-tag" ? OTHER_TAG : uid, fromUs: us, toUs };
  return fault === "two-at-once" ? [own, { ...own, uid: OTHER_TAG }] : [own];
}

export interface TagReaderOptions {
  /** From one look at the field to the next, µs. */
  readonly periodUs: number;
  /** Whether a tag is told at every look, or once when it comes. */
  readonly repeats: boolean;
  /** What two tags at once give: nothing, a line that is no number, or each its line. */
  readonly together: "silent" | "garbled" | "each";
  readonly lineEnd: "\r\n" | "\n" | "\r" | "\n\r";
  readonly upperCase: boolean;
}

/** Everything that the reader sends while these cards come and go: in order of time. */
export function tagLines(
  visits: readonly Visit[],
  options: TagReaderOptions,
  random: RandomSource,
): readonly Sent[] {
  const out: Sent[] = [];
  const end = Math.max(0, ...visits.map((visit) => visit.toUs));
  let before: readonly string[] = [];
  for (let us = random.below(options.periodUs); us <= end; us += options.periodUs) {
    const there = visits.filter(({ fromUs, toUs }) => fromUs <= us && us < toUs).map(({ uid }) => uid);
    const reported = there.filter((uid) => options.repeats || !before.includes(uid));
    before = there;
    const bytes = linesOf(there, reported, options, random).join("");
    if (bytes !== "") out.push({ us, bytes });
  }
  return out;
}

function linesOf(
  there: readonly string[],
  reported: readonly string[],
  { together, lineEnd, upperCase }: TagReaderOptions,
  random: RandomSource,
): readonly string[] {
  const write = (uid: string): string => (upperCase ? uid : uid.toLowerCase()) + lineEnd;
  if (there.length < 2 || together === "each") return reported.map(write);
  // Answers lie over one another: bits are or-ed, and the reader gives up somewhere.
  const mixed = Array.from(there[0] ?? "", (digit, at) => {
    const other = Number.parseInt(there[1]?.charAt(at) ?? "0", 16);
    return (Number.parseInt(digit, 16) | other).toString(16).toUpperCase();
  }).join("");
  return together === "silent" || reported.length === 0 ? [] : [write(mixed.slice(0, random.below(14)) + "?")];
}
