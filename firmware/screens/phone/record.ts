import type { Text } from "../../../src/text/language.ts";

/** One record of a round as a person reads it, in one language, without names of people. */
export interface PhoneStep {
  readonly seq: number;
  /** RFC 3339. */
  readonly at: string;
  readonly title: string;
  readonly lines: readonly string[];
}

/** What a phone is told of one certificate. */
export interface PhoneRecord {
  readonly table: string;
  readonly game: Text;
  readonly law: string;
  readonly rulebook: string;
  readonly log: string;
  readonly round: number;
  /** What is played: the kind of the table's wheel, `cards` or `dice`. */
  readonly played: string | null;
  /** By which the table's hours count: `Europe/Madrid`. */
  readonly zone: string;
  readonly isTest: boolean;
  readonly kind: "result" | "void" | "undecided" | "aborted";
  /** Of a result: whether the machine watched all of the round. */
  readonly isCertified: boolean;
  readonly step: PhoneStep;
  /** Paragraphs that the record names, with their rules in brief. */
  readonly rules: readonly { readonly text: string; readonly cite: string }[];
  /** Every verdict on the round and every decision about one, this one too, the oldest first. */
  readonly history: readonly PhoneStep[];
  /** The certificate's two files. */
  readonly json: string;
  readonly proof: string;
}
