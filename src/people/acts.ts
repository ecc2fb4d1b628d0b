import type { Text } from "../text/language.ts";
import { ACTION_NAMES, ruleOf, type ActionName } from "./actions.ts";

/**
 * What a technician does at the table with a PIN, on the technician's page: an act begins, asks for one thing after the other, and ends.
 * Each of these is a record. One goes on at a time; an order from afar (`src/orders/`) is an act too, signed by a certificate instead.
 */

/** What can be begun at the table: the actions that come that way. */
export const ACT_NAMES = ACTION_NAMES.filter((action) =>
  ruleOf(action).ways.includes("table"),
) as readonly ActName[];
export type ActName = Exclude<ActionName, "diagnose" | "verify-release" | "visit">;

/** What an act is told when it begins, by name. */
export type ActValues = Readonly<Record<string, string>>;

/**
 * What the technician's page asks of the table. `text`: a whole configuration; `number`: of the act that goes on; `step`: of the question that
 * is answered.
 */
export type ActRequest =
  | { readonly do: "begin"; readonly act: ActName; readonly values: ActValues; readonly text?: string }
  | { readonly do: "answer"; readonly number: number; readonly step: number; readonly answer: string }
  | { readonly do: "give-up"; readonly number: number }
  /** Whoever began it still has the page before them. */
  | { readonly do: "here"; readonly number: number };

/** What the act waits for: that somebody says that it is so, or one of a few answers. */
export interface ActQuestion {
  readonly step: number;
  readonly text: Text;
  /** It is answered by a second person, with a PIN. */
  readonly isForSecond: boolean;
  /** What may be answered, each with its words; the first is the usual one. */
  readonly answers: readonly { readonly answer: string; readonly text: Text }[];
}

/** How an act ended. */
export const ACT_ENDS = [
  "done",
  "failed",
  "given-up",
  "asleep",
  "opened",
  "device-lost",
  "interrupted",
] as const;
export type ActEnd = (typeof ACT_ENDS)[number];

/** An act as the page shows it. */
export interface ActState {
  /** Counts the acts of this start, from 1. */
  readonly number: number;
  readonly act: ActName;
  readonly by: string;
  /** What it said, the newest last. */
  readonly said: readonly Text[];
  readonly asked: ActQuestion | null;
  /** Null: it goes on. */
  readonly ended: { readonly is: ActEnd; readonly why: Text | null } | null;
}

/** What a table offers: its acts, and the devices that can be tested. */
export interface ActOffer {
  readonly acts: readonly ActName[];
  readonly devices: readonly string[];
}

/** What is read at the page by whoever may begin these: it stands on no other screen. */
export const READS = {
  configuration: "configure",
  updates: "check",
  files: "export",
  sticks: "export",
} as const satisfies Readonly<Record<string, ActName>>;
export type ActRead = keyof typeof READS;
