import type { ShoeSession } from "../../drivers/shoe/session.ts";
import type { WheelSession } from "../../drivers/wheel/session.ts";
import type { Deck } from "../../src/cards/decks.ts";
import type { ShoeCommand } from "../../src/table/shoe/command.ts";
import { cardTableStart, TABLE_START, type Table } from "../../src/table/table.ts";
import type { TableRules } from "../../src/table/turn.ts";

/** All that does not change while a table runs. */
export type PipelineSetup = WheelPipelineSetup | ShoePipelineSetup;

interface CommonSetup {
  readonly rules: TableRules;
  readonly rulebook: string;
  /** The device's port, as recordings name it. */
  readonly port: string;
}

export interface WheelPipelineSetup extends CommonSetup {
  readonly family: "wheel";
  readonly session: WheelSession;
}

export interface ShoePipelineSetup extends CommonSetup {
  readonly family: "shoe";
  readonly session: ShoeSession;
  /** What the device is told whenever it attaches. */
  readonly greeting: readonly ShoeCommand[];
  readonly decks: readonly Deck[];
  /** The device reads cards before they leave: its recording is opened one round later. */
  readonly readsAhead: boolean;
}

/** A new table of this kind. */
export function tableStart(setup: PipelineSetup): Table {
  if (setup.family !== "shoe") return TABLE_START;
  const mode = setup.greeting.find((command) => command.c === "mode");
  return cardTableStart(setup.decks, mode?.mode);
}
