import type { Role } from "../people/roles.ts";

/**
 * What a rule can be asked about. A fact is never just true or false: it may be unknown, and a count may be known
 * only within bounds. Device sessions and rounds produce facts; packs name them in their conditions.
 */
export type Fact =
  /** `null`: not known. */
  | { readonly is: "flag"; readonly value: boolean | null }
  /** One of a fixed set of words, e.g. a direction; `null`: not known. */
  | { readonly is: "word"; readonly value: string | null }
  /** A whole number known to lie in [atLeast, atMost]; `atMost: null` means no upper bound is known. */
  | { readonly is: "count"; readonly atLeast: number; readonly atMost: number | null };

/** All facts of one round, by name. A name that is missing is unknown. */
export type FactSheet = Readonly<Record<string, Fact>>;

/**
 * How well a device can know a fact.
 * - `measured`: it reports the fact itself, both ways.
 * - `bounded`: it can settle the fact in some cases only; `note` says which.
 * - `none`: it cannot know it.
 */
export interface Ability {
  readonly level: "measured" | "bounded" | "none";
  /** Why, in one English sentence with its source; printed by `tirada rules coverage`. */
  readonly note: string;
  /**
   * `no`: a watched round in which the device said nothing of the fact did not have it, within the limits of `note`.
   * For facts that are `bounded` because something could pass unseen; a `measured` fact needs no such word.
   * `tells-nothing`: the device tells of the fact where it sees it, and can never say that it is not so.
   */
  readonly silence?: "no" | "tells-nothing";
}

/** What a device type can know of each fact of its family. A fact that is missing is `none`. */
export type Abilities = Readonly<Record<string, Ability>>;

/** What is known about one fact of a family's vocabulary. */
export interface FactSpec {
  readonly is: Fact["is"];
  /** The words that a fact of kind `word` may take. */
  readonly words?: readonly string[];
  /** `table`: the table knows it from its own records, whatever device is installed. */
  readonly from?: "table";
  /** `disc`: only a vertical wheel has it. */
  readonly of?: "disc";
  readonly about: string;
}

/** A rule as it applied to one round. */
export interface Reason {
  readonly rule: string;
  readonly cite: string;
  readonly observed: Readonly<Record<string, string | number | boolean | null>>;
}

/** Something to do next, in order: a step of the pack and who does it. */
export interface NextStep {
  readonly step: string;
  readonly who: Role;
  /** The hands that it is about, where the cards say which. Absent: it is about none of its own, or people know. */
  readonly hands?: readonly string[];
}
