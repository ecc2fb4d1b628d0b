import type { FaultCode } from "../../codes/faults.ts";
import type { DiceLive } from "../dice/throw.ts";
import type { DiceObservation } from "../../dice/observation.ts";
import type { Key } from "../../people/keys.ts";
import type { Person } from "../../people/roles.ts";
import type { MonoUs } from "../../time/instant.ts";
import type { FamilySteps } from "./family.ts";
import { contestRound, disputeRound } from "./late/late-verdict.ts";
import type { Refusal } from "./people/keys.ts";
import type { Durable } from "./durable/durable.ts";
import type { RecordBody } from "./record.ts";
import { NO_PAST, type PastRounds } from "./late/past-rounds.ts";
import type { DealLive } from "../shoe/live.ts";
import type { ShoeObservation } from "../shoe/observation.ts";
import { emitRecord, type TableCommand, type TableRules, type TableContext } from "./context.ts";
import type { WheelObservation } from "../wheel/observation.ts";
import type { WheelLive } from "../wheel/spin.ts";

/** A whole table as plain JSON: what outlives a restart, and what does not. */
export interface Table {
  readonly durable: Durable;
  readonly live: WheelLive;
  /** Card tables: what the judging process alone may know. Absent at every other table. */
  readonly deal?: DealLive;
  /** Dice tables, and card tables with an eye over dice: the throw under way. Absent at every other table. */
  readonly dice?: DiceLive;
  /** The rounds that are over and may still be judged anew. Absent: none is. */
  readonly past?: PastRounds;
}

/** What one input did: the table after it, and the records that it asks for, in order. */
export interface TableStep {
  readonly table: Table;
  readonly records: readonly RecordBody[];
  /** Why a key was refused, or null. */
  readonly refusal: Refusal | null;
  /** What the devices are asked for. */
  readonly commands: readonly TableCommand[];
  /** Card tables: the round is over and collected; a new secret must be given before anything else (entry `seal`). */
  readonly sealDue: boolean;
}

interface DeviceFault {
  readonly device: string;
  readonly code: FaultCode;
  readonly detail: Readonly<Record<string, string | number>>;
  readonly stands: boolean;
}

export type TableInput =
  | { readonly i: "observations"; readonly seen: readonly WheelObservation[] }
  | { readonly i: "cards"; readonly seen: readonly ShoeObservation[] }
  | { readonly i: "dice"; readonly seen: readonly DiceObservation[] }
  /** Card tables: the secret of what follows, 64 hex characters. */
  | { readonly i: "seal"; readonly key: string }
  | { readonly i: "key"; readonly key: Key; readonly by: Person }
  | { readonly i: "tick" }
  /** A device beside the wheel is in trouble, or is well again. */
  | ({ readonly i: "fault" } & DeviceFault)
  /** The unit started: an interrupted spin is never completed from memory. */
  | { readonly i: "restarted" }
  | { readonly i: "auto-open" };

/**
 * The pure heart: table + input → table + records. Nothing here knows of files, ports, clocks or screens.
 * `at` is the wall-clock label of the input; rules never read it.
 */
export function tableStep(
  table: Table,
  input: TableInput,
  t: MonoUs,
  at: string,
  rules: TableRules,
): TableStep {
  const { steps } = rules.family;
  const context: TableContext = {
    durable: table.durable,
    live: table.live,
    deal: table.deal ?? null,
    dice: table.dice ?? null,
    past: table.past ?? NO_PAST,
    throwPolicy: table.dice === undefined ? null : steps.throwPolicy,
    commands: [],
    records: [],
    t,
    at,
    rules,
  };
  steps.checkTimeouts(context);
  const refusal = input.i === "key" ? handleKey(context, input.key, input.by) : null;
  if (input.i !== "key") applyInput(context, input, steps);
  const { durable, live, deal, dice, past } = context;
  return {
    table: {
      durable,
      live,
      ...(deal === null ? {} : { deal }),
      ...(dice === null ? {} : { dice }),
      ...(past === NO_PAST ? {} : { past }),
    },
    records: context.records,
    refusal,
    commands: context.commands,
    sealDue: steps.isSealDue(context),
  };
}

/** At every table a round may be disputed and contested, whatever it is played with and whether the table is open. */
function handleKey(context: TableContext, key: Key, by: Person): Refusal | null {
  switch (key.key) {
    case "dispute":
      return disputeRound(context, key, by);
    case "contest":
      return contestRound(context, key, by);
    default:
      return context.rules.family.steps.handleKey(context, key, by);
  }
}

function applyInput(context: TableContext, input: Exclude<TableInput, { i: "key" }>, steps: FamilySteps): void {
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
function recordDeviceFault(context: TableContext, { device, code, detail, stands }: DeviceFault): void {
  const standing = context.durable.faults.some((other) => other.device === device && other.code === code);
  if (standing === stands) return;
  emitRecord(context, { kind: stands ? "fault" : "fault-cleared", device, code, round: null, detail });
}

/** When the table must be woken although nothing comes, or null. */
export function tableDeadline(table: Table, rules: TableRules): MonoUs | null {
  return rules.family.steps.nextDeadline(table, rules);
}
