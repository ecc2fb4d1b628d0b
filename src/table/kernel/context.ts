import type { Coverage } from "../../rules/coverage.ts";
import type { Abilities, FactSheet } from "../../rules/facts.ts";
import type { Judgement } from "../../rules/engine.ts";
import type { MonoUs } from "../../time/instant.ts";
import { applyRecord, type Durable } from "./durable/durable.ts";
import type { AnyFamily, FamilyTypes } from "./family-types.ts";
import type { TableFamily } from "./family.ts";
import type { Phase } from "./phase.ts";
import type { FaultRecord, RecordBody } from "./record.ts";
import type { FaultCode } from "../../codes/faults.ts";
import { pastAfter, type PastRounds } from "./late/past-rounds.ts";
import { lateMinutes } from "./late/past-rounds.ts";

/** The rulebook of this table, ready to judge: pack, what the devices can see of it, and the engine bound to both. */
export interface TableRules<Family extends FamilyTypes = AnyFamily> {
  readonly pack: Family["pack"];
  readonly coverage: Coverage;
  readonly abilities: Abilities;
  readonly family: TableFamily<Family>;
  /** For how many minutes a round may be judged anew where the law sets no time; absent: LATE_MINUTES. */
  readonly lateMinutes?: number;
  /** The house counts down so many seconds for bets from when they open; absent: it does not. The law knows nothing of it. */
  readonly betsSeconds?: number;
  /**
   * A recording of a release that took every card which left for who might ask as asked for, and every eight that was turned as laid down.
   * Absent: a live table.
   */
  readonly takesUnkeyed?: true;
  judge(facts: FactSheet, moment: "running" | "rest"): Judgement;
}

/** What a step of the table is taken in: the table as one input changes it, and what that input asks for. Local to the step, so that the table stays pure. */
export interface StepContext<Family extends FamilyTypes = AnyFamily> {
  durable: Durable<Family>;
  /** The rounds that are over and may still be judged anew. */
  past: PastRounds<Family>;
  readonly commands: Family["command"][];
  readonly records: RecordBody<Family>[];
  readonly t: MonoUs;
  /** The wall-clock label of this input. */
  readonly at: string;
  readonly rules: TableRules<Family>;
}

/** A step under way, with the family's own fields that do not outlive a restart. */
export type TableContext<Family extends FamilyTypes = AnyFamily> = StepContext<Family> & Family["live"];

/** What a table asks of its devices. */
export type TableCommand = AnyFamily["command"];

/** Asks for a record and applies it to the durable table. */
export function emitRecord<Family extends FamilyTypes>(
  context: StepContext<Family>,
  body: NoInfer<RecordBody<Family>>,
): void;
export function emitRecord(context: StepContext, body: RecordBody): void {
  context.records.push(body);
  const { past, durable, rules, t, at } = context;
  const { reducer } = rules.family;
  context.past = pastAfter(past, body, durable, { minutes: lateMinutes(rules), t, reducer });
  context.durable = applyRecord(durable, body, at, reducer);
}

/** Records a phase; `round` is the present one unless it is given. */
export function emitPhase(context: StepContext, phase: Phase, round = context.durable.round): void {
  const { betsSeconds } = context.rules;
  const countdown = phase === "betting" && betsSeconds !== undefined ? { houseCountdown: betsSeconds } : {};
  emitRecord(context, { kind: "phase", round, phase, ...countdown });
}

export function emitFault(
  context: StepContext,
  device: string,
  code: FaultCode,
  detail: FaultRecord["detail"] = {},
  round: number | null = null,
): void {
  emitRecord(context, { kind: "fault", device, code, round, detail });
}

export function isFaultActive({ durable }: StepContext, device: string, code: FaultCode): boolean {
  return durable.faults.some((fault) => fault.device === device && fault.code === code);
}

/** Records a fault that a device reports, or its end. False: it was recorded already, or never. */
export function recordFaultChange(
  context: StepContext,
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

export function clearFault(context: StepContext, device: string, code: FaultCode): void {
  recordFaultChange(context, device, { o: "fault-cleared", code, detail: {} }, null);
}

/** What is done about each kind of a device's observations. */
export type ObservationHandlers<Seen extends { readonly o: string }, Context> = {
  readonly [O in Seen["o"]]: (context: Context, seen: Seen & { readonly o: O }) => void;
};

export function dispatchObservation<Seen extends { readonly o: string }, Context>(
  handlers: ObservationHandlers<Seen, Context>,
  context: Context,
  seen: Seen,
): void {
  const handler: (of: Context, seen: never) => void = handlers[seen.o as Seen["o"]];
  handler(context, seen as never);
}
