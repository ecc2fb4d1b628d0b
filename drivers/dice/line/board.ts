import type { Abilities } from "../../../src/rules/facts.ts";
import type { DiceDevice, DiceObservation } from "../../../src/dice/observation.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { FRAMER_START, type FramerState } from "../../line-framer.ts";
import { LINK_FAULTS, LINK_START, type FaultState, type LinkState } from "../../link/link.ts";
import type { IdentityQuestion } from "../../link/identity-question.ts";
import type { DiceCommand } from "../session.ts";
import type { HostRaw } from "../../link/numbered-line.ts";
import type { Shapes } from "./carrier.ts";
import type { Fields } from "../../link/fields.ts";
import type { Identity } from "./identity.ts";
import { diceOut, type DiceOut } from "./out.ts";
import { SEQUENCE_START, type Sequence } from "../../link/sequence.ts";
import type { FaultCode } from "../../../src/codes/faults.ts";

/** What the session of any device on the dice line knows, all plain JSON. `own` is what its kind adds. */
export interface BoardState<Own> {
  readonly framer: FramerState;
  readonly link: LinkState;
  readonly faults: FaultState;
  readonly sequence: Sequence;
  /** What the device said it is, since the port was opened or it restarted; null: not yet. */
  readonly identity: Identity | null;
  /** Outlives a lost port. */
  readonly known: { readonly device: string; readonly boots: number } | null;
  /** The identity fits the table. */
  readonly fits: boolean;
  /** A heartbeat told what stands, and nothing was missed since. */
  readonly attached: boolean;
  readonly asks: Asks;
  readonly figures: Figures;
  readonly own: Own;
}

export interface Asks extends IdentityQuestion {
  /** Number of the next host line. */
  readonly number: number;
}

/** Counted since the unit's start, for the technician. */
export interface Figures {
  readonly missed: number;
  readonly repeated: number;
  readonly strange: number;
  readonly restarts: number;
}

/** One step under way: local to a step, so the session stays pure. */
export type BoardContext<Own> = { -readonly [Key in keyof BoardState<Own>]: BoardState<Own>[Key] } & {
  readonly out: DiceOut;
  readonly writes: string[];
  readonly t: MonoUs;
};

/** A hole in what a device told, as every device of a dice table can have it. */
export type Gap = (DiceObservation & { readonly o: "gap" })["why"];

/** What one kind of device is; everything else is the same for all of them. */
export interface Board<Own, Body extends { readonly m: string }> {
  /** `shaker-line` … */
  readonly name: string;
  /** Its code in the identity. */
  readonly kind: number;
  readonly as: DiceDevice;
  readonly abilities: Abilities;
  /** Number of the device that this table was set up with, eight hex digits; null: any. */
  readonly device: string | null;
  readonly start: Own;
  /** Standing faults that it may raise beside those of the link. */
  readonly faults: readonly FaultCode[];
  /** Its messages, heartbeat `B` included, identity not. */
  readonly shapes: Shapes;
  /** A message of these shapes; what the specification does not list is told by `fields`. */
  read(letter: string, fields: Fields): Body;
  /** Why a device with this identity cannot serve, or null. */
  readonly problem?: (identity: Identity) => string | null;
  /** Whether this heartbeat may end a hole; always unless given. */
  ready?(context: BoardContext<Own>, body: Body): boolean;
  /** The first heartbeat after a hole: everything that stands is told. `attached` is told already. */
  attach(context: BoardContext<Own>, body: Body, at: number): void;
  /** Any message while attached. `at`: the device's ms. */
  applyMessage(context: BoardContext<Own>, body: Body, at: number): void;
  /** What was being watched has a hole from here on. */
  forget(context: BoardContext<Own>): void;
  /** Time has come to `context.t`; called at every step. */
  due?(context: BoardContext<Own>): void;
  wakeAt?(state: BoardState<Own>): MonoUs | null;
  readonly tell?: (context: BoardContext<Own>, command: DiceCommand) => void;
  /** A line that the host sent. */
  sent?(context: BoardContext<Own>, line: HostRaw): void;
  figures?(own: Own): Readonly<Record<string, number>>;
}

/** The faults that every device of the line can have. */
export const LINE_FAULTS: readonly FaultCode[] = [...LINK_FAULTS, "dice-device-setup"];

export function boardStart<Own>(own: Own, faults: readonly FaultCode[]): BoardState<Own> {
  return {
    framer: FRAMER_START,
    link: LINK_START,
    faults: { standing: [], unsettled: [...LINE_FAULTS, ...faults] },
    sequence: SEQUENCE_START,
    identity: null,
    known: null,
    fits: false,
    attached: false,
    asks: { number: 1, identityAt: null, tries: 0 },
    figures: { missed: 0, repeated: 0, strange: 0, restarts: 0 },
    own,
  };
}

export function beginStep<Own>(state: BoardState<Own>, t: MonoUs, as: DiceDevice): BoardContext<Own> {
  return { ...state, out: diceOut(as), writes: [], t };
}

export function endStep<Own>(context: BoardContext<Own>): BoardState<Own> {
  const { framer, link, faults, sequence, identity, known, fits, attached, asks, figures, own } = context;
  return { framer, link, faults, sequence, identity, known, fits, attached, asks, figures, own };
}

export function figure<Own>(context: BoardContext<Own>, name: keyof Figures, more = 1): void {
  context.figures = { ...context.figures, [name]: context.figures[name] + more };
}
