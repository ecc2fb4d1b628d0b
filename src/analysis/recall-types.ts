import type { NamesByLaw } from "../rules/pack.ts";
import type { Text } from "../text/language.ts";

/** The words of one table that records only name by id. */
export interface RecallWords {
  /** Rules and steps of the rulebook. */
  readonly rules: Readonly<Record<string, Text>>;
  /** What the law has called as a phase begins, or what such a game has it called. */
  readonly calls: Readonly<Record<string, Text>>;
  /** Reasons and causes, in the words of the table's family. */
  readonly codes: Readonly<Record<string, Text>>;
  /** What a fault is called while it stands, which may be told otherwise as a reason. */
  readonly faults: Readonly<Record<string, Text>>;
  readonly suertes: Readonly<Record<string, Text>>;
  /** Outcomes of cards that the law of this game calls otherwise than others do. */
  readonly names: NamesByLaw;
}

/** One record as people read it, in one language. Nothing of a card that lies face down is in it. */
export interface RecallStep {
  readonly seq: number;
  /** RFC 3339. */
  readonly at: string;
  readonly kind: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** Who pressed or called: `Ana Ruiz · croupier`. */
  readonly person: string | null;
  /** Cards by hand: `punto`, then faces; null lies face down or was not read. */
  readonly cards: readonly { readonly hand: string; readonly faces: readonly (string | null)[] }[];
  /** Hex SHA-256 of an evidence picture. */
  readonly picture: string | null;
}

/** A round in the list. */
export interface RecalledRound {
  readonly round: number;
  /** When its first record was made, RFC 3339. */
  readonly at: string;
  /** The kind of its newest verdict, or what a person has decided since; null: it is under way. */
  readonly end: "result" | "void" | "undecided" | "aborted" | null;
  /** What it came to, in words; empty without a result. */
  readonly result: string;
}

/** The last rounds, newest first, and one of them step by step. */
export interface Recall {
  readonly rounds: readonly RecalledRound[];
  /** The round whose steps these are; null: there is none. */
  readonly round: number | null;
  readonly steps: readonly RecallStep[];
  /** Steps that are not listed. */
  readonly leftOut: number;
  /** What was asked for is no round of the last 24 hours: the newest ones come in its place. Absent: it is among these. */
  readonly isMissing?: true;
}
