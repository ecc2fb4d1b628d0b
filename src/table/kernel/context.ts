import type { DiceCommand } from "../dice/second-source.ts";
import type { ThrowPolicy, DiceLive } from "../dice/throw.ts";
import type { ShoeCommand } from "../shoe/observation.ts";
import type { DealLive } from "../shoe/live.ts";
import type { Coverage } from "../../rules/coverage.ts";
import type { Abilities, FactSheet } from "../../rules/facts.ts";
import type { Pack } from "../../rules/pack.ts";
import type { Judgement } from "../../rules/engine.ts";
import type { MonoUs } from "../../time/instant.ts";
import { applyRecord, type Durable } from "./durable/durable.ts";
import type { TableFamily } from "./family.ts";
import type { Phase } from "./phase.ts";
import type { FaultRecord, RecordBody } from "./record.ts";
import type { FaultCode } from "../../codes/faults.ts";
import { pastAfter, type PastRounds } from "./late/past-rounds.ts";
import type { WheelLive } from "../wheel/spin.ts";
import { lateMinutes } from "./late/late-window.ts";
import { isSeriesAsked } from "./durable/tasks.ts";

/** The rulebook of this table, ready to judge: pack, what the devices can see of it, and the engine bound to both. */
export interface TableRules {
  readonly pack: Pack;
  readonly coverage: Coverage;
  readonly abilities: Abilities;
  readonly family: TableFamily;
  /** For how many minutes a round may be judged anew where the law sets no time; absent: LATE_MINUTES. */
  readonly lateMinutes?: number;
  /**
   * A recording of a release that took every card which left for who might ask as asked for, and every eight that was turned as laid down.
   * Absent: a live table.
   */
  readonly takesUnkeyed?: true;
  judge(facts: FactSheet, moment: "running" | "rest"): Judgement;
}

/** What a table asks of its devices. */
export type TableCommand = ShoeCommand | DiceCommand;

/** The step context: the table as one input changes it, and what that input asks for. Local to a step, so that the table stays pure. */
export interface TableContext {
  durable: Durable;
  live: WheelLive;
  /** Card tables; null at every other table. */
  deal: DealLive | null;
  /** Tables with an eye over dice; null at every other table. */
  dice: DiceLive | null;
  /** The rounds that are over and may still be judged anew. */
  past: PastRounds;
  /** What such a table makes of its throws. */
  readonly throwPolicy: ThrowPolicy | null;
  readonly commands: TableCommand[];
  readonly records: RecordBody[];
  readonly t: MonoUs;
  /** The wall-clock label of this input. */
  readonly at: string;
  readonly rules: TableRules;
}

/** Asks for a record and applies it to the durable table. */
export function emitRecord(context: TableContext, body: RecordBody): void {
  context.records.push(body);
  const { past, durable, rules, t } = context;
  const isAsked = isSeriesAsked(durable);
  context.past = pastAfter(past, body, durable.dice?.craps ?? null, {
    minutes: lateMinutes(rules),
    t,
    isAsked,
  });
  context.durable = applyRecord(context.durable, body, context.at, context.rules.family.reducer);
}

/** Records a phase; `round` is the present one unless it is given. */
export function emitPhase(context: TableContext, phase: Phase, round = context.durable.round): void {
  emitRecord(context, { kind: "phase", round, phase });
}

export function emitFault(
  context: TableContext,
  device: string,
  code: FaultCode,
  detail: FaultRecord["detail"] = {},
  round: number | null = null,
): void {
  emitRecord(context, { kind: "fault", device, code, round, detail });
}

export function isFaultActive({ durable }: TableContext, device: string, code: FaultCode): boolean {
  return durable.faults.some((fault) => fault.device === device && fault.code === code);
}

/** Records a fault that a device reports, or its end. False: it was recorded already, or never. */
export function recordFaultChange(
  context: TableContext,
  device: string,
  { o: kind, code, detail }: FaultChange,
  round: number | null,
): boolean {
  if (isFaultActive(context, device, code) === (kind === "fault")) return false;
  emitRecord(context, { kind, device, code, round, detail });
  return true;
}

/** A fault that a device reports, or its end. */
export type FaultChange = { readonly o: FaultRecord["kind"] } & Pick<FaultRecord, "code" | "detail">;

export function clearFault(context: TableContext, device: string, code: FaultCode): void {
  recordFaultChange(context, device, { o: "fault-cleared", code, detail: {} }, null);
}

/** What is done about each kind of a device's observations. */
export type ObservationHandlers<Seen extends { readonly o: string }> = {
  readonly [O in Seen["o"]]: (context: TableContext, seen: Seen & { readonly o: O }) => void;
};

export function dispatchObservation<Seen extends { readonly o: string }>(
  handlers: ObservationHandlers<Seen>,
  context: TableContext,
  seen: Seen,
): void {
  const handler: (of: TableContext, seen: never) => void = handlers[seen.o as Seen["o"]];
  handler(context, seen as never);
}
