import { editionText, isInForce } from "../../../src/rules/editions.ts";
import { zoneOfRulebook } from "../../../src/rules/zones.ts";
import type { PlayedSpan } from "../../../src/record/played-days.ts";
import { wallMs } from "../../../src/time/instant.ts";
import { dayIn, isZone } from "../../../src/time/day.ts";
import { editionsOf, readPack } from "./load.ts";

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
