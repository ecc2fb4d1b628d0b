import type { Ability } from "../src/rules/facts.ts";

/** What a device can know of one fact. Each takes why, in one sentence with its source, as `Ability.note` says. */

export const measuredBy = (note: string): Ability => ({ level: "measured", note });

export const boundedBy = (note: string): Ability => ({ level: "bounded", note });

/** Bounded, since something may pass unseen. When the device reported nothing in a round that it watched, the fact is false. */
export const boundedSilenceMeansNo = (note: string): Ability => ({ level: "bounded", note, silence: "no" });

/** Bounded, since most of it passes unseen: the device reports the fact where it sees it; its silence proves nothing. */
export const boundedSilenceTellsNothing = (note: string): Ability => ({
  level: "bounded",
  note,
  silence: "tells-nothing",
});

export const unknownBecause = (note: string): Ability => ({ level: "none", note });
