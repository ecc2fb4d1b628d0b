/**
 * Rings for tests, laid out as the catalogues ask: no two equal cells side by side; in Cantabria eight sectors of eight
 * cells that alternate with "1", equal cells opposite each other. The packs' own rings rule at a table.
 */

/** Cantabria, A.13: 64 cells; sectors with 10 alternate with those of 40 and 20. */
export const CANTABRIA_RING: readonly string[] = ["40", "10", "20", "10", "40", "10", "20", "10"].flatMap(
  (top) => ["1", "2", "1", "5", "1", "2", "1", top],
);

/** País Vasco, art. 2.10: 24 × 24, 15 × 15, 7 × 7, 4 × 4, 2 × 2 and two jokers; the order is free. */
export const PAIS_VASCO_RING = spread({ "24": 24, "15": 15, "7": 7, "4": 4, "2": 2, joker: 2 });

/** Chile, II.3.3.1: 24 × 1, 15 × 2, 7 × 5, 4 × 10, 2 × 20 and two 40s of different design; the order is free. */
export const CHILE_RING = spread({ "1": 24, "2": 15, "5": 7, "10": 4, "20": 2, "40-a": 1, "40-b": 1 });

/** Boule: 1 to 9, twice. */
export const BOULE_RING: readonly string[] = [
  "1",
  "2",
  "3",
  "4",
  "5",
  "6",
  "7",
  "8",
  "9",
  "1",
  "2",
  "3",
  "4",
  "5",
  "6",
  "7",
  "8",
  "9",
];

/** The most frequent names first, into every second cell and then into the cells between: no two alike side by side. */
function spread(counts: Readonly<Record<string, number>>): readonly string[] {
  const names = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const all = names.flatMap(([name, count]) => Array.from({ length: count }, () => name));
  const half = Math.ceil(all.length / 2);
  return all.map((_, cell) => all[cell % 2 === 0 ? cell / 2 : half + (cell - 1) / 2] ?? "");
}
