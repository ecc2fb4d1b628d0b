/** The most minutes after its result for which a rulebook or a house may let a round be judged anew. */
export const LATE_MINUTES_MAX = 240;
