import type { Ability } from "../src/rules/facts.ts";

/** What a device can know of one fact. Each takes why, in one sentence with its source, as `Ability.note` says. */

export const measuredBy = (note: string): Ability => ({ level: "measured", note });

export const boundedBy = (note: string): Ability => ({ level: "bounded", note });

/** Bounded because something could pass unseen: a watched round without a word of the device did not have the fact. */
export const boundedIfSilent = (note: string): Ability => ({ level: "bounded", note, silence: "no" });

export const unknownBecause = (note: string): Ability => ({ level: "none", note });
