import type { TableScreen, Thrown } from "../people/cards/played-side.ts";
import type { MessagePort } from "node:worker_threads";
import type { Reading } from "../people/cards/scripted-readings.ts";
import type { MachineKind } from "../people/cards/machine.ts";
import type { MechanicsEvent } from "../people/cards/table-side.ts";
import type { WantedFault } from "../people/cards/owed-faults.ts";
import type { Coding } from "../people/cards/stock.ts";
import type { Deck } from "../../src/cards/decks.ts";
import type { Mode } from "../models/shoe/device/events.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";

/** Between the simulated people of a card table, who wait for each thing that they do, and the table that they sit at. */

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

/** `us`: since the people began, as a visitor sees time go by. `over`: the demonstration ends, nothing is asked any more. */
export type Answer =
  | { readonly over: false; readonly taken: boolean; readonly screen: TableScreen; readonly us: number }
  | { readonly over: true };

/** What a croupier's thread is started with. */
export interface CroupierSettings {
  readonly rulebook: string;
  readonly seed: string;
  readonly kind: MachineKind;
  readonly mode: Mode;
  readonly decks: readonly Deck[];
  readonly coding: Coding;
  /** Of a scenario; left out: what a demonstration shows. */
  readonly wanted?: readonly WantedFault[];
  readonly port: MessagePort;
  /** One 32-bit word: 0 while an answer is waited for. */
  readonly answered: SharedArrayBuffer;
}
