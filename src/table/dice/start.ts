import { BARE_TABLE } from "../durable.ts";
import type { Table } from "../table.ts";
import { NEW_LIVE } from "../wheel/spin.ts";
import { newDice, type DiceHas } from "./live.ts";
import { noDice } from "./shown.ts";

/** A new dice table. `craps`: its game is played in series. */
export function diceTableStart(has: DiceHas, craps: boolean): Table {
  return { durable: { ...BARE_TABLE, dice: noDice(craps) }, live: NEW_LIVE, dice: newDice(has) };
}
