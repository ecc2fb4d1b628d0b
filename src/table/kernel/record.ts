import type { ResolveOutcome } from "../../people/keys.ts";
import type { Person } from "../../people/roles.ts";
import type { NextStep, Reason } from "../../rules/facts.ts";
import type { AnyFamily, FamilyTypes } from "./family-types.ts";
import type { KeyOf } from "./people/key-of.ts";
import type { Phase } from "./phase.ts";
import type { FaultCode } from "../../codes/faults.ts";
import type { AbortCause, ReasonCode } from "../../codes/reasons.ts";

/**
 * What the table asks to have signed and stored. Each becomes one line of the evidence log (`src/record`), with
 * `v, log, seq, boot, at, mono, clock, src, rulebook, coverage, rel, dev, state, prev` added by the chain.
 * Only strings, whole numbers, booleans, null, arrays and objects (RFC 8785 without fractions).
 */
export type RecordBody<Family extends FamilyTypes = AnyFamily> =
  | PhaseRecord
  | VerdictRecord<Family>
  | FaultRecord
  | KeyRecord<Family>
  | DisputeRecord
  | LifeRecord
  | Family["record"];

/** The records that end a round. */
export type VerdictRecord<Family extends FamilyTypes = AnyFamily> =
  | ResultRecord<Family>
  | VoidRecord<Family>
  | UndecidedRecord<Family>
  | AbortedRecord;

export interface PhaseRecord {
  readonly kind: "phase";
  readonly round: number;
  readonly phase: Phase;
  /** While the ball runs: the device's own game, by which the spin is known again after a restart. */
  readonly deviceGame?: number | null;
  /**
   * Bets are open, and the house announced that it counts down so many seconds from this record on: its own word, never the law's. It
   * closes nothing. Absent: it counts nothing down.
   */
  readonly houseCountdown?: number;
}

/**
 * - `certified`: the spin was watched from launch to rest and every rule that can be judged was judged and held.
 * - `reported`: the wheel states the number, but tirada did not watch the whole spin. Never shown as certified.
 */
export type CertaintyLevel = "certified" | "reported";

export interface ResultRecord<Family extends FamilyTypes = AnyFamily> {
  readonly kind: "result";
  readonly round: number;
  readonly result: Family["result"];
  readonly certainty: {
    readonly level: CertaintyLevel;
    /** Independent words of the device for the pocket, e.g. `bare-number`, `state-5`. */
    readonly witnesses: readonly string[];
    readonly judged: readonly string[];
    readonly bounded: readonly string[];
    readonly attested: readonly string[];
    readonly notObservable: readonly string[];
    /** Why the level is not `certified`. */
    readonly because: readonly ReasonCode[];
  };
  /** Duties broken without a stated consequence: the spin stands. */
  readonly deviations: readonly Reason[];
  readonly seen: Family["seen"];
}

export interface VoidRecord<Family extends FamilyTypes = AnyFamily> {
  readonly kind: "void";
  readonly round: number;
  readonly reasons: readonly Reason[];
  readonly then: readonly NextStep[];
  /** `machine`: judged; a person: declared by key. */
  readonly calledBy: "machine" | Person;
  readonly late?: LateVerdict<Family>;
}

/** A verdict on a round that was over: the table had gone on. Absent in a record: the round stood on the table. */
export type LateVerdict<Family extends FamilyTypes = AnyFamily> = {
  /** What the round had come to until then; its own record stays. */
  readonly stood: VerdictRecord["kind"];
} & Family["late"];

export interface UndecidedRecord<Family extends FamilyTypes = AnyFamily> {
  readonly kind: "undecided";
  readonly round: number;
  /** Why; in the order in which it was found. */
  readonly because: readonly ReasonCode[];
  readonly seen: Readonly<Record<string, string | number | boolean | null>>;
  /** Void rules that a person may call it. */
  readonly mayBeCalled: readonly string[];
  /** Who contests what it had come to. Absent: nobody, the machine could not decide it. */
  readonly contestedBy?: Person;
  readonly late?: LateVerdict<Family>;
}

/** The game was given up without a result: by the device, or by a restart of the unit. */
export interface AbortedRecord {
  readonly kind: "aborted";
  readonly round: number;
  readonly cause: AbortCause;
  readonly seen: Readonly<Record<string, string | number | boolean | null>>;
}

/** Device or line trouble, not a round. */
export interface FaultRecord {
  readonly kind: "fault" | "fault-cleared";
  readonly device: string;
  readonly code: FaultCode;
  readonly round: number | null;
  readonly detail: Readonly<Record<string, string | number>>;
}

export interface KeyRecord<Family extends FamilyTypes = AnyFamily> {
  readonly kind: "key";
  readonly round: number | null;
  readonly key: KeyOf<Family>;
  readonly by: Person;
  /** For `declare`: the paragraph, and what the catalogue makes of it. */
  readonly attests?: {
    readonly rule: string;
    readonly cite: string;
    readonly outcome: "stands" | "person-decides" | "corrected" | "void";
    /** Somebody has to say what becomes of the spin or throw (key `resolve`). Absent: it is not about that. */
    readonly decides?: true;
  };
  /** For `open-table` and `close-table`, and where something in use is changed: steps of the pack that the law wants done now, which people attest one by one. */
  readonly duties?: readonly string[];
  /** For `take-back`: what was said, and is not so. */
  readonly takesBack?: KeyOf<Family>;
  /** For `take-over`: who had the post until now, and since when. `agreed`: he handed it over himself. Absent: nobody had it. */
  readonly relieves?: AtPost & { readonly agreed?: true };
  /** For `take-over`: the tasks that are left to whoever comes, but for what has only to be seen. Absent: none is. */
  readonly waits?: readonly string[];
  /** For `resolve`: what was decided, in the words of a result. */
  readonly resolves?: Resolved<Family>;
}

/** Who works at the table, and since when by the label of the record that says so. */
export interface AtPost extends Person {
  readonly since: string;
}

/** A round that somebody froze: its case file is written and kept. It changes nothing of the round. */
export interface DisputeRecord {
  readonly kind: "dispute";
  readonly round: number;
  readonly by: Person;
  /** Why, in the person's own words. */
  readonly words: string;
  /**
   * It may still be judged anew, and waits, if it runs for its verdict, then for whom the law names to say what becomes of it. Absent: its
   * case file alone is kept.
   */
  readonly decides?: true;
  /** The rules that leave it to somebody. Absent: the law names nobody. */
  readonly rules?: readonly string[];
}

/** What a person made of a round. With `stands`: what was announced, as the game has it. */
export type Resolved<Family extends FamilyTypes = AnyFamily> = {
  readonly outcome: ResolveOutcome;
} & Family["resolved"];

/**
 * What happened to the unit rather than to a round:
 * - `access`: somebody signed in or out, was refused, or a name or an address was locked.
 * - `export`: records were written to a file.
 * - `configuration`: what the table is set to differs from the boot before.
 * - `epoch-closed`: a part of the journal was closed, and what its file is (`src/record/epoch.ts`).
 * - `restored`: records that the journal had lost were made again from the recording.
 * - `case-kept`: the case file of a disputed round was written, and what it is.
 * - `order`: somebody far away asked for something, and what came of it (`src/orders/`).
 * - `copy-restored`: what the first copy of the evidence had lost came back from the second.
 * - `update`: a step of an update: announced, switched to, confirmed, gone back from (`durable-update.ts`).
 * - `self-test`: a release on trial has this record signed, kept and shown; or a table was set up, and says what each device is like.
 * - `technician`: somebody at the machine had something done with root's rights (`firmware/care/root-helper/`).
 * - `device`: what a device says of itself: at the first word of it in each start, whenever it says otherwise, and when a person lets a
 *   change be (`durable/known-devices.ts`).
 * - `check`: something of the unit or a device was tried: what, and whether it passed.
 * - `act`: somebody at the table, with a PIN, had something done to a device or the unit on the technician's page (`firmware/unit/acts/`).
 */
export const UNIT_EVENTS = [
  "access",
  "export",
  "configuration",
  "epoch-closed",
  "restored",
  "copy-restored",
  "case-kept",
  "update",
  "self-test",
  "order",
  "technician",
  "act",
  "device",
  "check",
] as const;
export type UnitEvent = (typeof UNIT_EVENTS)[number];

/**
 * Boot (with the digests of rulebook and configuration), shutdown, clock steps, events of the unit: what the inspector must be able
 * to account for. `key-rotated`: the key that signs gave way to the next one while the unit was stopped; no entry of the recording
 * makes it (`src/record/key-history.ts`).
 */
export interface LifeRecord {
  readonly kind: "boot" | "shutdown" | "clock" | "key-rotated" | UnitEvent;
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}
