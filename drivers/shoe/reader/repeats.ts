import type { MonoUs } from "../../../src/time/instant.ts";

/**
 * Whether a reading may be one physical card read twice. A code that identifies its card tells this by itself. A code without
 * identity cannot tell a second reading from a second card of the same face, so only a short time between the two is taken as a
 * sign of it.
 */

/** A code without identity that comes again within this time after its last reading is suspected. */
export const SAME_CODE_US = 1_500_000;
/** A card with identity that comes again within this time is suspected, whatever came in between. */
export const SAME_CARD_US = 60_000_000;
/** Readings that are kept. */
export const RECENT_MAX = 16;

export interface Reading {
  /** Identity of the card, or its code when that has none. */
  readonly key: string;
  readonly at: MonoUs;
}

/** The newest readings, each key once, the newest last; at most `RECENT_MAX`. */
export type Recent = readonly Reading[];

/** `identity`: the key is that of one physical card. */
export function isRepeat(recent: Recent, key: string, identity: boolean, t: MonoUs): boolean {
  const before = recent.find((reading) => reading.key === key);
  if (before === undefined) return false;
  // A card that was the last one to be read cannot be the next one too, however long it took.
  if (identity && recent.at(-1) === before) return true;
  return t - before.at < (identity ? SAME_CARD_US : SAME_CODE_US);
}

export function remember(recent: Recent, key: string, t: MonoUs): Recent {
  return [...recent.filter((reading) => reading.key !== key), { key, at: t }].slice(-RECENT_MAX);
}
