import type { Category } from "../../cards/poker/category.ts";
import type { FamilyKeys } from "../../people/keys.ts";
import type { FamilyPacks } from "../../rules/pack.ts";
import type { DiceCommand } from "../dice/second-source.ts";
import type { DiceLive } from "../dice/throw.ts";
import type { DiceInput, ThrowSteps } from "../dice/types.ts";
import type { TableContext } from "../kernel/context.ts";
import type { Registered } from "../kernel/family-types.ts";
import type { KeyOf } from "../kernel/people/key-of.ts";
import type { WheelLive } from "../wheel/spin.ts";
import type { DurableDeal } from "./durable-deal.ts";
import type { DealLive } from "./live.ts";
import type { ShoeCommand, ShoeObservation } from "./observation.ts";
import type { CardRecord, DealResult } from "./records.ts";
import type { CardViews } from "./view-types.ts";

declare module "../kernel/family-types.ts" {
  interface Families {
    readonly shoe: CardTypes;
  }
}

/** What the kernel keeps, records and shows of a table with cards. */
export type CardTypes = Registered<{
  readonly pack: FamilyPacks["shoe"];
  readonly key: FamilyKeys["shoe"];
  readonly input: CardInput | DiceInput;
  readonly command: ShoeCommand | DiceCommand;
  readonly live: {
    /** Of a wheel, and never used: recordings of every table have had it since the first. */
    readonly live: WheelLive;
    /** What the judging process alone may know. */
    deal: DealLive;
    /** Of an eye over the dice by which a round begins. Absent: there is none. */
    dice?: DiceLive;
  };
  readonly steps: ThrowSteps;
  readonly durable: {
    /** Hands, duty, incidents, counts. */
    readonly deal?: DurableDeal;
  };
  readonly record: CardRecord;
  readonly result: DealResult;
  readonly seen: CardsSeen;
  readonly cameTo: {
    /** The first result of the round, e.g. `banca wins`. */
    readonly outcome?: { readonly of: string; readonly is: string } | null;
    /** With places: what the bank had; absent where no bank showed its cards. */
    readonly bank?: BankHand;
  };
  readonly resolved: {
    /** Where the round has one result: who won. */
    readonly winner?: { readonly of: string; readonly is: string };
  };
  readonly view: CardViews["view"];
  readonly item: CardViews["item"];
  readonly resultView: CardViews["result"];
}>;

/** What a card device reports, and the secret of what follows, 64 hex characters. */
export type CardInput =
  | { readonly i: "cards"; readonly seen: readonly ShoeObservation[] }
  | { readonly i: "seal"; readonly key: string };

/** A key that can be pressed at a card table. */
export type KeyAtCards = KeyOf<CardTypes>;

export type CardContext = TableContext<CardTypes>;

export interface CardsSeen {
  /** Cards that left the shoe in the round. */
  readonly cards: number;
}

/** The bank's hand as a round left it: its count or its combination, and whether it opened (null: it need not). */
export interface BankHand {
  readonly total: number | null;
  readonly category: Category | null;
  readonly opens: boolean | null;
}
