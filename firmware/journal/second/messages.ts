import type { DiskUse } from "../../files/disk-gauge.ts";
import type { JournalErrorCode } from "../../files/errors.ts";
import type { ClosedFile, News } from "./second-copy.ts";

/** What the thread is started with. */
export interface SecondThreadOptions {
  readonly firstJournal: string;
  readonly secondFolder: string;
  readonly vkey: string;
}

/** What the thread is asked, one at a time. */
export type SecondRequest =
  | {
      readonly op: "open";
      readonly id: number;
      readonly openEpoch: number;
      readonly closed: readonly ClosedFile[];
      readonly prunable: number;
    }
  | { readonly op: "follow"; readonly id: number; readonly news: News }
  | { readonly op: "close" };

/** What it says. */
export type SecondReply =
  /** One file more was copied: it lives. */
  | { readonly say: "step" }
  /** All of it is durable; `next`: number of the next record that the second copy takes. `disk`: null, it does not say. */
  | { readonly say: "done"; readonly id: number; readonly next: number; readonly disk: DiskUse | null }
  /** It failed, and is closed until it is opened again. */
  | { readonly say: "lost"; readonly id: number; readonly code: JournalErrorCode; readonly message: string };

/** Whether the second copy is there, and how far. */
export interface SecondState {
  readonly folder: string;
  readonly required: boolean;
  /** So many records the first has and the second has not. */
  readonly behind: number;
  /** Why it takes nothing; null: it does. */
  readonly lost: { readonly why: SecondLoss; readonly detail: string } | null;
  /** So many files are damaged in one copy and are put right by the next start. */
  readonly damaged: number;
  /** Its disk, as it was last written; null: nothing is known of it. */
  readonly disk: DiskUse | null;
}

/** A code of the journal's errors; `slow`: it gave no answer in time. `catching-up`: it is there and still behind. */
export type SecondLoss = JournalErrorCode | "slow" | "catching-up";
