import type { Face } from "../../cards/card.ts";
import type { CardCounts, FirstDiceRecord, IncidentRecord } from "./records.ts";
import type { Naming } from "./naming.ts";
import type { Due, HandId, PublicHand } from "./plays/play.ts";

/**
 * The card part of the durable table: what the screens are drawn from. A fold over the records and nothing else, so it can hold
 * no face that is not public.
 */
export interface DealShown {
  /** In the order in which they came to be. Empty before the first card of a round. */
  readonly hands: readonly ShownHand[];
  readonly seats: readonly number[];
  /** What the table waits for; null between rounds. */
  readonly due: Due | null;
  readonly counts: CardCounts | null;
  /** Incidents of the present round, oldest first, at most INCIDENTS_MAX. */
  readonly incidents: readonly IncidentRecord[];
  readonly shoe: {
    readonly state: "none" | "loading" | "shuffling" | "burning" | "ready" | "out-of-service" | "removed";
    readonly cutCardSeen: boolean;
    /** Warning codes that wait for a person. */
    readonly warnings: readonly string[];
  };
  /** The last throw of the dice by which the round begins; absent: none was seen. */
  readonly firstDice?: FirstDiceRecord;
  /** Unread cards that somebody has named and a second person must name too. Absent: none. */
  readonly naming?: readonly Naming[];
  /** The next round is annulled before it begins (Chile: the next pase after an extra card). */
  readonly nextVoid: boolean;
}

export interface ShownHand {
  readonly id: HandId;
  readonly cards: readonly ShownCard[];
  readonly state: PublicHand["state"];
}

export interface ShownCard {
  readonly n: number;
  readonly up: boolean;
  readonly face: Face | null;
  readonly manual: boolean;
  readonly unread: boolean;
}

export const INCIDENTS_MAX = 8;

export const NO_DEAL: DealShown = {
  hands: [],
  seats: [],
  due: null,
  counts: null,
  incidents: [],
  shoe: { state: "none", cutCardSeen: false, warnings: [] },
  nextVoid: false,
};
