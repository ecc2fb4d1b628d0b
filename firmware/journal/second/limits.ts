import { US_PER_S } from "../../../src/time/instant.ts";

/** Limits of the second copy. */

/**
 * Without a sign of life for so long it counts as lost: longer than a disk takes that wakes up or remaps a sector, and as long as
 * people at a table wait without asking.
 */
export const SECOND_SILENT_US = 15 * US_PER_S;
/** One that was lost is tried again after so long. */
export const SECOND_RETRY_US = 10 * US_PER_S;
/** How long an orderly end waits for it. */
export const SECOND_END_US = 5 * US_PER_S;
/** A slice of both copies is read again so often, and so many bytes of them: some 90 GB a day. */
export const COMPARE_EVERY_US = 60 * US_PER_S;
export const COMPARE_BYTES = 67_108_864;
/** So many damaged files are named at once; the rest is found again once these are put right. */
export const DAMAGED_MAX = 1_000;
