import type { Opening } from "../../table/config/house-hours.ts";
import type { Text } from "../../../src/text/language.ts";

/** What the pages are told of the house, at `/house`. Nothing of it reaches a record, and no number of the game is in it. */
export interface HouseShown {
  /** In any script; null: the house says none. */
  readonly name: string | null;
  /** A picture is at `/house/logo`. */
  readonly logo: boolean;
  /** What a closed table shows. */
  readonly closed: Attraction;
  /** What a table shows on which nothing but open bets was for so many minutes; null: its call, however long. */
  readonly idle: (Attraction & { readonly minutes: number }) | null;
  /** Null: the house says none. */
  readonly limits: LimitsShown | null;
  /** Rules in brief, in the rulebook's own words, with their paragraphs. */
  readonly rules: readonly RuleShown[];
  /** Null: the house says no hours. */
  readonly opening: Opening | null;
}

/** Pictures are at `/house/closed-picture` and `/house/idle-picture`, silent videos at `/house/closed-video` and `/house/idle-video`. */
export interface Attraction {
  readonly picture: boolean;
  readonly video: boolean;
}

export interface LimitsShown {
  /** By its three letters. */
  readonly currency: string;
  /** Between which amounts the casino is authorised to set its limits; null: it says none. */
  readonly band: Limit | null;
  /** Of any bet; null: only suertes have limits. */
  readonly table: Limit | null;
  readonly suertes: readonly (Limit & {
    readonly id: string;
    readonly name: Text;
    /** What the rulebook pays, `35:1`; null: it does not say, or not in one figure. */
    readonly pays: string | null;
  })[];
}

export interface Limit {
  readonly minimum: number | null;
  readonly maximum: number | null;
}

export interface RuleShown {
  readonly rule: string;
  /** The round is annulled; null: the text says what becomes of it, or nothing does. */
  readonly verdict: "void" | null;
  readonly text: Text;
  readonly cite: string;
  /** The law's text is silent: the rule is a reading of it. */
  readonly inferred?: true;
}
