import type { DiceRig, RigState } from "../../drivers/dice/rig.ts";
import type { ShoeSession } from "../../drivers/shoe/session.ts";
import type { WheelSession } from "../../drivers/wheel/session.ts";
import type { Deck } from "../../src/cards/decks.ts";
import type { DiceHas } from "../../src/table/dice/live.ts";
import type { ShoeCommand } from "../../src/table/shoe/command.ts";
import { cardTableStart, diceTableStart, TABLE_START, type Table } from "../../src/table/table.ts";
import type { TableRules } from "../../src/table/turn.ts";

/** All that does not change while a table runs. */
export type PipelineSetup = WheelPipelineSetup | ShoePipelineSetup | DicePipelineSetup;

interface CommonSetup {
  readonly rules: TableRules;
  readonly rulebook: string;
  /** The device's port, as recordings name it; at a dice table that of its eye. Segments are named after it. */
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
  /** What sees, and maybe throws, the dice by which the game begins; null: people say who is dealt first. */
  readonly dice: { readonly rig: DiceRig; readonly has: DiceHas } | null;
}

/** State of a card table's devices, where it has any beside the one that gives the cards. */
export interface ShoeAndDice {
  readonly shoe: unknown;
  readonly dice: RigState;
}

export interface DicePipelineSetup extends CommonSetup {
  readonly family: "dice";
  /** All devices of the table, each on a port of its own. */
  readonly session: DiceRig;
  readonly has: DiceHas;
  /** The game is played in series. */
  readonly craps: boolean;
}

/** All devices of the table, as recordings name them. */
export function deviceOf(setup: PipelineSetup): string {
  const { device } = setup.session;
  return setup.family === "shoe" && setup.dice !== null ? `${device}+${setup.dice.rig.device}` : device;
}

/** Every port of the table, the first is that of segments. */
export function portsOf(setup: PipelineSetup): readonly string[] {
  if (setup.family === "dice") return setup.session.ports;
  return setup.family === "shoe" && setup.dice !== null ? [setup.port, ...setup.dice.rig.ports] : [setup.port];
}

/** The devices' sessions before anything was heard. */
export function sessionStart(setup: PipelineSetup): unknown {
  if (setup.family !== "shoe" || setup.dice === null) return setup.session.initial();
  return { shoe: setup.session.initial(), dice: setup.dice.rig.initial() } satisfies ShoeAndDice;
}

/** What the devices' sessions count, for the technician. */
export function figuresOf(setup: PipelineSetup, state: unknown): Readonly<Record<string, number>> {
  if (setup.family === "dice") return setup.session.figures(state as RigState);
  if (setup.family !== "shoe" || setup.dice === null) return setup.session.figures?.(state) ?? {};
  const { shoe, dice } = state as ShoeAndDice;
  return { ...setup.session.figures?.(shoe), ...setup.dice.rig.figures(dice) };
}

/** A new table of this kind. */
export function tableStart(setup: PipelineSetup): Table {
  if (setup.family === "wheel") return TABLE_START;
  if (setup.family === "dice") return diceTableStart(setup.has, setup.craps);
  const mode = setup.greeting.find((command) => command.c === "mode");
  return cardTableStart(setup.decks, mode?.mode, setup.dice?.has ?? null);
}
