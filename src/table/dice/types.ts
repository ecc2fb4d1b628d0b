import type { CrapsState, SeriesThrow } from "../../dice/outcome-types.ts";
import type { DiceObservation } from "../../dice/observation.ts";
import type { FamilyKeys } from "../../people/keys.ts";
import type { FamilyPacks } from "../../rules/pack.ts";
import type { TableContext } from "../kernel/context.ts";
import type { FamilyAmong, Registered } from "../kernel/family-types.ts";
import type { WheelLive } from "../wheel/spin.ts";
import type { DurableDice } from "./durable-dice.ts";
import type { DiceResult, DiceSetRecord, ThrowIncidentRecord } from "./records.ts";
import type { DiceCommand } from "./second-source.ts";
import type { DiceLive, ThrowPolicy } from "./throw.ts";
import type { DiceViews } from "./view-types.ts";

declare module "../kernel/family-types.ts" {
  interface Families {
    readonly dice: DiceTypes;
  }
}

/** What the kernel keeps, records and shows of a table with dice. */
export type DiceTypes = Registered<{
  readonly pack: FamilyPacks["dice"];
  readonly key: FamilyKeys["dice"];
  readonly input: DiceInput;
  readonly command: DiceCommand;
  readonly live: {
    /** Of a wheel, and never used: recordings of every table have had it since the first. */
    readonly live: WheelLive;
    dice: DiceLive;
  };
  readonly steps: ThrowSteps;
  readonly durable: {
    /** Series of craps, set, incidents. */
    readonly dice: DurableDice;
  };
  readonly record: ThrowIncidentRecord | DiceSetRecord;
  readonly result: DiceResult;
  readonly seen: DiceSeen;
  readonly cameTo: {
    /** What was thrown. */
    readonly dice?: SeriesThrow | null;
  };
  readonly resolved: {
    readonly thrown?: SeriesThrow;
    /** Craps, with `upheld`: where the series stands again, and whether the dice pass on. Null, with `void`: somebody has to say where. */
    readonly series?: CrapsState | null;
    readonly passes?: true;
  };
  readonly late: {
    /** Craps: where the series stands after it; null: a person must say so. Absent: it does not change. */
    readonly series?: CrapsState | null;
  };
  readonly past: {
    /** Craps: where the series stood before it. Absent: not known, or the game is played in none. */
    readonly before?: CrapsState;
    /** Craps: what the result made of the series. */
    readonly craps?: CrapsChange;
  };
  readonly word: {
    /** Of a point: where the series stood before it. */
    readonly series?: Pick<DurableDice, "craps">;
  };
  readonly view: DiceViews["view"];
  readonly item: DiceViews["item"];
  readonly resultView: DiceViews["result"];
}>;

/** What the devices of dice report, at a dice table and beside cards. */
export interface DiceInput {
  readonly i: "dice";
  readonly seen: readonly DiceObservation[];
}

/** A table of any family with an eye over dice has these steps. */
export interface ThrowSteps {
  /** What becomes of a throw. */
  readonly throwPolicy: ThrowPolicy;
}

export type DiceContext = TableContext<DiceTypes>;

/** Where dice are thrown: at a dice table, and at one of cards whose round they begin. */
export type ThrowContext = TableContext<FamilyAmong<"dice" | "shoe">>;

export interface DiceSeen {
  /** The device's own number of the throw; null when people named the dice. */
  readonly throw: number | null;
}

export interface CrapsChange {
  readonly after: CrapsState;
  /** The seven that loses: the dice pass on. */
  readonly isLost: boolean;
}
