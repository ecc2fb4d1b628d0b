import type { BallsPack } from "../../rules/balls-game.ts";
import type { TableContext } from "../kernel/context.ts";
import type { Task } from "../kernel/durable/tasks.ts";
import type { Registered } from "../kernel/family-types.ts";
import type { BallKey } from "./balls-key.ts";
import type { DurableBalls } from "./durable-balls.ts";
import type { BallObservation } from "./observation.ts";
import type { BallRecord, BallsResult, BallsSetRecord, CardCheckRecord } from "./records.ts";
import type { BallsViews } from "./view-types.ts";

declare module "../kernel/family-types.ts" {
  interface Families {
    readonly balls: BallsTypes;
  }
}

/** What the kernel keeps, records and shows of a table of balls. */
export type BallsTypes = Registered<{
  readonly pack: BallsPack;
  readonly key: BallKey;
  readonly input: { readonly i: "balls"; readonly seen: readonly BallObservation[] };
  readonly command: BallsCommand;
  readonly live: { balls: BallsLive };
  readonly durable: { readonly balls: DurableBalls };
  readonly record: BallRecord | BallsSetRecord | CardCheckRecord;
  readonly result: BallsResult;
  readonly seen: { readonly readerGame: number | null };
  readonly cameTo: {
    /** How many balls a game had. */
    readonly balls?: number | null;
  };
  readonly word: {
    /** How the game stood before it. */
    readonly before?: DurableBalls;
    /** The count that the session waited for. */
    readonly due?: Task;
  };
  readonly view: BallsViews["view"];
  readonly item: BallsViews["item"];
  readonly resultView: BallsViews["result"];
}>;

/** What does not outlive a restart. */
export interface BallsLive {
  /** What the reader is at; null: it is not understood. */
  readonly reader: LiveReader | null;
}

/** Where a reader is; of one that counts nothing both are null. */
export interface LiveReader {
  readonly game: number | null;
  readonly drawn: number | null;
}

/** What the table asks of its reader: to say the balls of its game again, from this one on. */
export interface BallsCommand {
  readonly c: "ask-balls";
  readonly from: number;
}

export type BallsContext = TableContext<BallsTypes>;
