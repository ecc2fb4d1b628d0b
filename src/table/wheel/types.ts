import type { FamilyKeys } from "../../people/keys.ts";
import type { FamilyPacks } from "../../rules/pack.ts";
import type { TableContext } from "../kernel/context.ts";
import type { Registered } from "../kernel/family-types.ts";
import type { DurableWheel } from "./durable-wheel.ts";
import type { WheelObservation } from "./observation.ts";
import type { WheelLive } from "./spin.ts";
import type { WheelViews } from "./view-types.ts";

declare module "../kernel/family-types.ts" {
  interface Families {
    readonly wheel: WheelTypes;
  }
}

/** What the kernel keeps, records and shows of a table with a wheel. */
export type WheelTypes = Registered<{
  readonly pack: FamilyPacks["wheel"];
  readonly key: FamilyKeys["wheel"];
  readonly input: { readonly i: "observations"; readonly seen: readonly WheelObservation[] };
  readonly live: { live: WheelLive };
  readonly durable: {
    /** What the next spins are held against. */
    readonly wheel: DurableWheel;
  };
  readonly result: WheelResult;
  readonly seen: WheelSeen;
  readonly cameTo: {
    /** The number, null when there was none. */
    readonly pocket?: string | null;
  };
  readonly resolved: { readonly pocket?: string };
  readonly view: WheelViews["view"];
  readonly item: WheelViews["item"];
  readonly resultView: WheelViews["result"];
}>;

export type WheelContext = TableContext<WheelTypes>;

/** Where a ball or a pointer came to rest. */
export interface WheelResult {
  readonly pocket: string;
  readonly suertes: readonly string[];
  /** Place in the ring, from 0, where the pocket's name stands there more than once. */
  readonly cell?: number;
}

/** What the next spins are held against. */
export interface WheelSeen {
  readonly rotor: "cw" | "ccw" | null;
  readonly deviceGame: number | null;
}
