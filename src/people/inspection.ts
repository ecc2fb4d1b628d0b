/**
 * What is looked at when a wheel is inspected by hand: whether each is in order, and where it is measured its figure. The houses' own books of
 * maintenance ask for these; no rulebook sets their limits.
 */
export const INSPECTION = [
  /** Out of level, tenths of a millimetre in a metre are told with one decimal. */
  { item: "level", measured: { unit: "mm/m", most: 100 } },
  { item: "magnets", measured: null },
  /** Its diameter. */
  { item: "ball", measured: { unit: "mm", most: 100 } },
  { item: "frets", measured: null },
  { item: "screws", measured: null },
  { item: "bearing", measured: null },
  { item: "track", measured: null },
] as const;
export type InspectionItem = (typeof INSPECTION)[number]["item"];
