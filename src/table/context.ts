import type { DiceCommand } from "./dice/command.ts";
import type { ThrowPolicy } from "./dice/policy.ts";
import type { DiceLive } from "./dice/live.ts";
import type { ShoeCommand } from "./shoe/command.ts";
import type { DealLive } from "./shoe/live.ts";
import type { Coverage } from "../rules/coverage.ts";
import type { Abilities, FactSheet } from "../rules/facts.ts";
import type { Pack } from "../rules/pack.ts";
import type { Judgement } from "../rules/engine.ts";
import type { MonoUs } from "../time/instant.ts";
import { applyRecord, type Durable } from "./durable.ts";
import type { TableFamily } from "./family.ts";
import type { RecordBody } from "./record.ts";
import type { Live } from "./wheel/spin.ts";

/** The rulebook of this table, ready to judge: pack, what the devices can see of it, and the engine bound to both. */
export interface TableRules {
  readonly pack: Pack;
  readonly coverage: Coverage;
  readonly abilities: Abilities;
  readonly family: TableFamily;
  judge(facts: FactSheet, moment: "running" | "rest"): Judgement;
}

/** What a table wants of its devices. */
export type TableCommand = ShoeCommand | DiceCommand;

/** One input under way: the table so far and the records that it asks for. Local to a step, so the table stays pure. */
export interface TableContext {
  durable: Durable;
  live: Live;
  /** Card tables: the deal under way; null at every other table. */
  deal: DealLive | null;
  /** Tables with an eye over dice: the throw under way; null at every other table. */
  dice: DiceLive | null;
  /** What such a table makes of throws; null at every other one. */
  readonly course: ThrowPolicy | null;
  /** What the table wants of its devices. */
  readonly commands: TableCommand[];
  readonly records: RecordBody[];
  readonly t: MonoUs;
  /** The wall-clock label of this input. */
  readonly at: string;
  readonly rules: TableRules;
}

/** Asks for a record and moves the durable table on by it. */
export function emitRecord(context: TableContext, body: RecordBody): void {
  context.records.push(body);
  context.durable = applyRecord(context.durable, body, context.at, context.rules.family.fold);
}
