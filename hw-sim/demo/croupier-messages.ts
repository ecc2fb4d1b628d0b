import type { MessagePort } from "node:worker_threads";
import type { Reading } from "../people/cards/scripted-readings.ts";
import type { MachineKind } from "../people/cards/machine.ts";
import type { MechanicsEvent, Screen } from "../people/cards/table-side.ts";
import type { Coding } from "../people/cards/stock.ts";
import type { Deck } from "../../src/cards/decks.ts";
import type { Mode } from "../models/shoe/device/events.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import type { Thrown } from "./played-eye.ts";

/** A person at the table takes so many times as long as the simulator, in which a card leaves every 140 ms. */
export const PACE = 7;

/** Between the simulated people of a card table, who wait for each thing that they do, and the table that they sit at. */

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

/** One thing that is done. The answer comes when it is over. */
export type Ask =
  | { readonly ask: "happens"; readonly event: MechanicsEvent; readonly forUs: number }
  | { readonly ask: "wait"; readonly us: number }
  | { readonly ask: "press"; readonly key: Key; readonly by: Person }
  | { readonly ask: "dice"; readonly thrown: Thrown }
  | { readonly ask: "plug"; readonly isIn: boolean }
  | { readonly ask: "power"; readonly on: boolean }
  | { readonly ask: "luck"; readonly reading: Reading; readonly cards: number; readonly isBlind: boolean }
  | { readonly ask: "say"; readonly line: string };

/** `over`: the demonstration ends, nothing is asked any more. */
export type Answer =
  | { readonly over: false; readonly taken: boolean; readonly screen: TableScreen }
  | { readonly over: true };

/** What a croupier's thread is started with. */
export interface CroupierSettings {
  readonly rulebook: string;
  readonly seed: string;
  readonly kind: MachineKind;
  readonly mode: Mode;
  readonly decks: readonly Deck[];
  readonly coding: Coding;
  readonly port: MessagePort;
  /** One 32-bit word: 0 while an answer is waited for. */
  readonly answered: SharedArrayBuffer;
}
