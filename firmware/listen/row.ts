import type { Decoded } from "../../drivers/decoding.ts";
import type { Entry } from "../../src/recording/entry.ts";
import type { MonoUs } from "../../src/time/instant.ts";

/** How sure it is which device speaks. */
export type Certainty = "sure" | "likely" | "none";

/** What came over a line or went out, for people. */
export interface Row {
  /** When its first byte came. */
  readonly t: MonoUs;
  readonly way: "in" | "out";
  /** Its bytes, one character a byte, without the end of a text line; null: they are kept from people. */
  readonly bytes: string | null;
  /** Null: nobody knows what it says, or it is damaged. */
  readonly decoded: Decoded | null;
  /** The device that was found does not say such a thing. */
  readonly isDamaged: boolean;
}

/** What happens to a port, as it is recorded. */
export type PortEntry = Extract<Entry, { readonly port: string }>;

/** One thing that happened to a line. `n` counts them from 1. */
export type LineItem =
  | { readonly n: number; readonly port: string; readonly entry: PortEntry }
  /** Of a line that may hold cards: what may be seen of it. */
  | { readonly n: number; readonly port: string; readonly row: Row };

/** What is shown of the lines of a running table. */
export interface LineAnswer {
  readonly items: readonly LineItem[];
  /** The number up to which they were given: the next question goes on behind it. */
  readonly upTo: number;
  /** More of them are there now. */
  readonly hasMore: boolean;
  /** So many were too many and are gone. */
  readonly gone: number;
  /** Of the round that runs: they are shown when it has its verdict. */
  readonly withheld: number;
}

/** The same as a table that runs gives it, with the device of each port. */
export interface TableLines extends LineAnswer {
  readonly ports: Readonly<Record<string, string>>;
  /** Of lines that may hold cards, which the table itself reads: how sure it is that their device speaks. */
  readonly secret: Readonly<Record<string, Certainty>>;
}
