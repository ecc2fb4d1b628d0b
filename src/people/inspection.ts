/**
 * What is looked at by hand, by the act that it is a form of: whether each is in order, and where it is measured its figure. The houses' own
 * books of maintenance ask for these; no rulebook sets their limits.
 */
export const INSPECTIONS = {
  "inspect-wheel": [
    /** Out of level, tenths of a millimetre in a metre are told with one decimal. */
    { item: "level", measured: { unit: "mm/m", most: 100 } },
    { item: "magnets", measured: null },
    /** Its diameter. */
    { item: "ball", measured: { unit: "mm", most: 100 } },
    { item: "frets", measured: null },
    { item: "screws", measured: null },
    { item: "bearing", measured: null },
    { item: "track", measured: null },
  ],
  /** Dice, and the shaker, cage or cup that throws them. */
  "inspect-dice": [
    /** The edge of the largest of them. */
    { item: "dice", measured: { unit: "mm", most: 100 } },
    { item: "faces", measured: null },
    { item: "balance", measured: null },
    { item: "thrower", measured: null },
    { item: "seals", measured: null },
  ],
  /** The cards before they are used, or after. Who made them, which model and lot, is said in the remarks. */
  "check-cards": [
    { item: "decks", measured: { unit: "decks", most: 16 } },
    { item: "complete", measured: null },
    { item: "backs", measured: null },
    { item: "edges", measured: null },
    { item: "boxes", measured: null },
  ],
} as const;
export type InspectionAct = keyof typeof INSPECTIONS;
export type InspectionItem = (typeof INSPECTIONS)[InspectionAct][number]["item"];
/** Acts whose remarks say what was looked at: without them the record would be of no cards that anybody finds again. */
export const NAMED_IN_REMARKS: readonly InspectionAct[] = ["check-cards"];
export const isInspection = (act: string): act is InspectionAct => Object.hasOwn(INSPECTIONS, act);
