import type { Cite } from "../../../src/rules/pack.ts";
import type { Text } from "../../../src/text/language.ts";

/** Every text of a pack with the place where it stands. */
export function textsOf(value: unknown, place: string): readonly (readonly [string, Text])[] {
  if (typeof value !== "object" || value === null) return [];
  if ("es" in value && "eu" in value) return [[place, value as Text]];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${place}.${key}`));
}

/** Every citation of a pack. */
export function citesOf(value: unknown): readonly Cite[] {
  if (typeof value !== "object" || value === null) return [];
  if ("section" in value && "lines" in value) return [value as Cite];
  return Object.values(value).flatMap(citesOf);
}

/**
 * Lines that hold for every game of a law: Cantabria, the text as Decreto 67/2014 left it; Chile, payment held back while the recorded images are reviewed, tournaments; País Vasco, who decides what
 * the Catálogo does not foresee (es and eu).
 */
export const OF_ALL_GAMES: readonly (readonly [number, number])[] = [
  [117, 129],
  [164, 164],
  [4977, 4983],
  [5160, 5162],
  [2364, 2364],
  [2398, 2398],
];
