import type { Deck } from "../../cards/decks.ts";
import { newDice, type DiceHas } from "../dice/live.ts";
import { BARE_TABLE } from "../durable.ts";
import type { Table } from "../table.ts";
import { NEW_LIVE } from "../wheel/spin.ts";
import type { ShoeMode } from "./command.ts";
import { newDeal } from "./live.ts";
import { NO_DEAL } from "./shown.ts";

/** A new card table. `decks` are those of its configuration; `has`: an eye sees the dice by which its game begins. */
export function cardTableStart(decks: readonly Deck[], mode?: ShoeMode, has: DiceHas | null = null): Table {
  return {
    durable: { ...BARE_TABLE, deal: NO_DEAL },
    live: NEW_LIVE,
    deal: newDeal(decks, mode),
    ...(has === null ? {} : { dice: newDice(has) }),
  };
}
