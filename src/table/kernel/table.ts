import type { FaultCode } from "../../codes/faults.ts";
import type { Person } from "../../people/roles.ts";
import type { MonoUs } from "../../time/instant.ts";
import type { AnyFamily, FamilyTypes } from "./family-types.ts";
import type { KeyOf } from "./people/key-of.ts";
import { contestRound, disputeRound } from "./late/late-verdict.ts";
import type { Refusal } from "./people/keys.ts";
import { takeOver } from "./people/posts.ts";
import type { Durable } from "./durable/durable.ts";
import type { RecordBody } from "./record.ts";
import { NO_PAST, type PastRounds } from "./late/past-rounds.ts";
import { emitRecord, type StepContext, type TableRules, type TableContext } from "./context.ts";

/** A whole table as plain JSON: what outlives a restart, and what does not. */
export type Table<Family extends FamilyTypes = AnyFamily> = {
  readonly durable: Durable<Family>;
  /** The rounds that are over and may still be judged anew. Absent: none is. */
  readonly past?: PastRounds<Family>;
} & Readonly<Family["live"]>;

/** What one input did: the table after it, and the records that it asks for, in order. */
export interface TableStep<Family extends FamilyTypes = AnyFamily> {
  readonly table: Table<Family>;
  readonly records: readonly RecordBody<Family>[];
  /** Why a key was refused, or null. */
  readonly refusal: Refusal | null;
  /** What the devices are asked for. */
  readonly commands: readonly Family["command"][];
  /** The family keeps secrets: the round is over and collected; a new secret must be given before anything else (entry `seal`). */
  readonly sealDue: boolean;
}

interface DeviceFault {
  readonly device: string;
  readonly code: FaultCode;
  readonly detail: Readonly<Record<string, string | number>>;
  readonly stands: boolean;
}

export type TableInput<Family extends FamilyTypes = AnyFamily> = KernelInput<Family> | Family["input"];

/** What the kernel itself knows what to do with, or hands on as a key; all else is of the family's devices. */
type KernelInput<Family extends FamilyTypes> =
  | { readonly i: "key"; readonly key: KeyOf<Family>; readonly by: Person }
  | { readonly i: "tick" }
  /** A device beside the wheel is in trouble, or is well again. */
  | ({ readonly i: "fault" } & DeviceFault)
  /** The unit started: an interrupted round is never completed from memory. */
  | { readonly i: "restarted" }
  | { readonly i: "auto-open" };

/**
 * The pure heart: table + input → table + records. Nothing here knows of files, ports, clocks or screens.
 * `at` is the wall-clock label of the input; rules never read it.
 */
export function tableStep<Family extends FamilyTypes = AnyFamily>(
  table: Table<Family>,
  input: TableInput<Family>,
  t: MonoUs,
  at: string,
  rules: TableRules<Family>,
): TableStep<Family>;
export function tableStep(
  table: Table,
  input: TableInput,
  t: MonoUs,
  at: string,
  rules: TableRules,
): TableStep {
  const { steps } = rules.family;
  const context: TableContext = {
    ...steps.liveOf(table),
    durable: table.durable,
    past: table.past ?? NO_PAST,
    commands: [],
    records: [],
    t,
    at,
    rules,
  };
  steps.checkTimeouts(context);
  const refusal = input.i === "key" ? handleKey(context, input.key, input.by) : null;
  if (input.i !== "key") applyInput(context, input);
  const { durable, past } = context;
  return {
    table: { durable, ...steps.liveOf(context), ...(past === NO_PAST ? {} : { past }) },
    records: context.records,
    refusal,
    commands: context.commands,
    sealDue: steps.isSealDue(context),
  };
}

/** At every table a round may be disputed and contested, and a post taken, whatever it is played with and whether the table is open. */
function handleKey(context: TableContext, key: KeyOf, by: Person): Refusal | null {
  switch (key.key) {
    case "dispute":
      return disputeRound(context, key, by);
    case "contest":
      return contestRound(context, key, by);
    case "take-over":
      return takeOver(context, key, by);
    default:
      return context.rules.family.steps.handleKey(context, key, by);
  }
}

function applyInput(context: TableContext, input: Exclude<TableInput, { i: "key" }>): void {
  const { steps } = context.rules.family;
  switch (input.i) {
    case "fault":
      return recordDeviceFault(context, input);
    case "restarted":
      context.past = { ...context.past, since: context.t };
      return steps.handleRestart(context);
    case "auto-open":
      if (context.durable.open) return;
      emitRecord(context, { kind: "phase", round: context.durable.round, phase: "waiting" });
      return steps.handleOpened(context);
    case "tick":
      return;
    default:
      steps.handleInput(context, input);
  }
}

/**
 * A device beside those that are read (the panel): recorded when it begins to stand and when it is over. It changes nothing in
 * the round, for such a device measures nothing.
 */
function recordDeviceFault(context: StepContext, { device, code, detail, stands }: DeviceFault): void {
  const standing = context.durable.faults.some((other) => other.device === device && other.code === code);
  if (standing === stands) return;
  emitRecord(context, { kind: stands ? "fault" : "fault-cleared", device, code, round: null, detail });
}

/** When the table must be woken although nothing comes, or null. */
export function tableDeadline<Family extends FamilyTypes = AnyFamily>(
  table: Table<Family>,
  rules: TableRules<Family>,
): MonoUs | null {
  return rules.family.steps.nextDeadline(table, rules);
}
