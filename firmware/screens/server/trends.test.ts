import { expect, it } from "vitest";
import { monoUs } from "../../../src/time/instant.ts";
import { PLACE_US, PLACES_MOST, Trends } from "./trends.ts";

const at = (place: number): ReturnType<typeof monoUs> => monoUs(place * PLACE_US);

it("tells by how much each counter grew in ten minutes, the newest last, and of those that did not nothing", () => {
  const trends = new Trends(at(0));
  trends.look({ bytesIn: 1_000, portLosses: 2, records: 7 }, at(0));
  trends.look({ bytesIn: 1_400, portLosses: 2, records: 7 }, at(0.5));
  trends.look({ bytesIn: 1_900, portLosses: 3, records: 7 }, at(1));
  expect(trends.shown).toEqual({ minutes: 10, counters: { bytesIn: [400, 500], portLosses: [0, 1] } });
});

it("goes on where a device counts from the beginning again", () => {
  const trends = new Trends(at(0));
  trends.look({ resets: 90 }, at(0));
  trends.look({ resets: 4 }, at(0.1));
  expect(trends.shown.counters).toEqual({ resets: [4] });
});

it("keeps a day, and a limited number of counters", () => {
  const trends = new Trends(at(0));
  for (let place = 0; place < 2 * PLACES_MOST; place++)
    trends.look(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`c${n}`, place])), at(place));
  const { counters } = trends.shown;
  expect(Object.keys(counters)).toHaveLength(100);
  expect(counters["c0"]).toHaveLength(PLACES_MOST);
});
