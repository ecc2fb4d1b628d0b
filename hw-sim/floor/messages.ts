import type { SignedLine } from "../../src/record/key-history.ts";
import type { PublishState } from "../../firmware/afar/floor/publisher.ts";
import type { Pair } from "./casino.ts";
import type { LightChoice, MachineFacts, Restarts } from "./light-table.ts";

/** A table of a thread, with all that it needs. */
export interface TableOrder extends LightChoice {
  /** PEM of the key that it signs records with. */
  readonly signer: string;
  readonly pair: Pair;
  /** What it has played before it is seen, µs of simulated time. */
  readonly aheadUs: number;
  /** In the order in which it asks them. */
  readonly collectors: readonly string[];
}

export interface TablesOrder {
  readonly tables: readonly TableOrder[];
  readonly pace: number;
  /** PEM. */
  readonly ca: string;
  readonly crl: string;
}

/** What may be done to one table. */
export type TableAct =
  | "cut"
  | "slow"
  | "mend"
  | "kill"
  | "revive"
  | "double"
  | "flip"
  | "copy"
  /** Those of here on have it make other lines than it makes by itself. */
  | "unplug"
  | "leave-alone"
  | { readonly hitsSpins: string }
  | { readonly says: Partial<MachineFacts> };

export type TablesQuestion =
  | { readonly ask: "begin"; readonly order: TablesOrder }
  | { readonly ask: "act"; readonly log: string; readonly act: TableAct }
  | { readonly ask: "state" }
  /** They play no more; what they have goes on to the floor. */
  | { readonly ask: "rest" }
  | { readonly ask: "truth"; readonly log: string }
  /** Whether a table's lines are those that it makes without a floor. */
  | { readonly ask: "replay"; readonly log: string }
  | { readonly ask: "end" };

/** How far a table and its floor are, by the table. */
export interface TableState {
  readonly log: string;
  readonly records: number;
  readonly stored: number;
  /** Records that the store said it has, and later that it has them not, at the most. */
  readonly takenBack: number;
  readonly trouble: NonNullable<PublishState["trouble"]>["kind"] | null;
}

/** What a table committed, with when (µs of the machine's clock) and how long the store's answer took (µs). */
export interface TableTruth {
  readonly lines: readonly SignedLine[];
  readonly committedAt: readonly number[];
  readonly answeredAfter: readonly number[];
  readonly restarts: Restarts;
}

export type TablesAnswer =
  | { readonly is: "done"; readonly said: string }
  | { readonly is: "state"; readonly tables: readonly TableState[]; readonly latestUs: number }
  | { readonly is: "truth"; readonly truth: TableTruth }
  /** Number of the first line that is another; null: they are the same. */
  | { readonly is: "replayed"; readonly other: number | null };
