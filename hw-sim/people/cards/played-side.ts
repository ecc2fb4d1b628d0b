import type { Key } from "../../../src/people/keys.ts";
import type { DieFace } from "../../../src/dice/faces.ts";
import type { Reading } from "./scripted-readings.ts";
import type { Screen, TableSide } from "./table-side.ts";

/** A person at the table takes so many times as long as the simulator, in which a card leaves every 140 ms. */
export const PACE = 7;

/** What the people at the table see on its screens. */
export interface TableScreen extends Screen {
  readonly open: boolean;
  /** Seats that the screens name as played; empty: none yet. */
  readonly seats: readonly number[];
  readonly hands: readonly { readonly hand: string; readonly cards: number }[];
  /** The table waits to be told who is dealt first. */
  readonly wantsFirst: boolean;
  /** Keys that somebody has to press before the table is as it should be. */
  readonly waiting: readonly Key[];
}

/** Dice of one throw as they come to rest. */
export interface Thrown {
  readonly faces: readonly DieFace[];
  /** The last of them leans against something: nobody can read it. */
  readonly isCocked: boolean;
}

/** A table that simulated people play: what the simulator's own people need, and what they see of its screens. */
export interface PlayedSide extends TableSide {
  readonly screen: TableScreen;
  /** Since the beginning, as whoever looks at the table sees time go by, µs. */
  readonly seenUs: number;
  /** The next card is read so. */
  setNextReading(reading: Reading, cards: number, isBlind: boolean): void;
  /** Dice are thrown under the table's eye. False: it has none. */
  dice(thrown: Thrown): boolean;
  /** For whoever started the demonstration. */
  say(line: string): void;
}
