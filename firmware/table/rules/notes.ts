import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { PlayedSpan } from "../../../src/record/played-days.ts";
import { editionText, isInForce } from "../../../src/rules/editions.ts";
import { parseNotes, type Notes } from "../../../src/rules/notes.ts";
import { zoneOfRulebook } from "../../../src/rules/zones.ts";
import { dayIn, isZone } from "../../../src/time/day.ts";
import { wallMs } from "../../../src/time/instant.ts";
import { DATA, RulebookError, fileText } from "./library.ts";
import { firstProblemText, editionsOf, readPack } from "./load.ts";

/** The notes of installed rulebooks that this process has read: they do not change under a release. */
const read = new Map<string, Notes>();

/**
 * What the notes and remarks of a jurisdiction's rulebooks say in other languages; none where nobody translated them. Throws a
 * {@link RulebookError}: its file cannot be used.
 */
export function notesOf(jurisdiction: string, data: URL = DATA): Notes {
  const before = data === DATA ? read.get(jurisdiction) : undefined;
  if (before !== undefined) return before;
  const file = new URL(`${jurisdiction}/translations/notes.yaml`, data);
  if (!existsSync(file)) return new Map();
  const reading = parseNotes(fileText(file), fileURLToPath(file), jurisdiction);
  if (!reading.ok)
    throw new RulebookError(`notes of "${jurisdiction}" are not usable: ${firstProblemText(reading.problems)}`);
  if (data === DATA) read.set(jurisdiction, reading.notes);
  return reading.notes;
}

/**
 * Notes on verdicts that were given under an edition of the law outside its days, by the time that their records carry. Of an edition that
 * this release does not know nothing is said.
 */
export function playedNotes(spans: readonly PlayedSpan[]): readonly string[] {
  return spans.flatMap(({ rulebook, zone, earliest, latest }) => {
    if (rulebook === null) return [];
    const [id = ""] = rulebook.split("@", 1);
    if (!editionsOf(id).includes(rulebook)) return [];
    const read = readPack(rulebook);
    if (!read.ok) return [];
    const place = zone !== null && isZone(zone) ? zone : zoneOfRulebook(rulebook);
    const outside = [earliest, latest]
      .map(({ seq, at }) => ({ seq, day: dayIn(place, wallMs(at)) }))
      .filter(({ day }) => !isInForce(read.pack, day));
    return [...new Map(outside.map((one) => [one.seq, one])).values()].map(
      ({ seq, day }) =>
        `record ${seq} is of ${day}, and ${id} was judged by edition ${editionText(read.pack)}: on that day it was not the law`,
    );
  });
}
