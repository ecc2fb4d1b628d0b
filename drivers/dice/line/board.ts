import type { Abilities } from "../../../src/rules/facts.ts";
import type { DiceDevice, DiceLoss } from "../../../src/dice/observation.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { FRAMER_START, type FramerState } from "../../line-framer.ts";
import {
  countDamagedLines,
  LINK_FAULTS,
  LINK_START,
  type FaultState,
  type LinkRules,
  type LinkState,
} from "../../link/link.ts";
import type { IdentityQuestion } from "../../link/identity-question.ts";
import { addFigure, emitGap, unheardMs, type StepContext } from "../session.ts";
import { encodeHostLine, type HostField } from "../../link/numbered-line.ts";
import type { Fields } from "../../link/fields.ts";
import type { Identity, Shapes } from "./format.ts";
import { SEQUENCE_START, type Sequence } from "../../link/sequence.ts";
import type { FaultCode } from "../../../src/codes/faults.ts";

/** What the session of any device on the dice line knows, all plain JSON. `own` is what its kind adds. */
export interface BoardState<Own> {
  readonly framer: FramerState;
  readonly link: LinkState;
  readonly faults: FaultState;
  readonly sequence: Sequence;
  /** The identity that the device sent since the port was opened or it restarted; null: none yet. */
  readonly identity: Identity | null;
  /** Outlives a lost port. */
  readonly known: { readonly device: string; readonly boots: number } | null;
  /** The identity fits the table. */
  readonly fits: boolean;
  /** A heartbeat gave the device's state, and nothing was missed since. */
  readonly attached: boolean;
  /** `number`: of the next host line. */
  readonly asks: IdentityQuestion & { readonly number: number };
  /** Counted since the unit's start, for the technician. */
  readonly figures: Readonly<Record<"missed" | "repeated" | "strange" | "restarts", number>>;
  readonly own: Own;
}

export type BoardContext<Own> = StepContext<BoardState<Own>, Pick<Board<Own, Body>, "as" | "forget">>;

type Body = { readonly m: string };

/** What one kind of device adds; everything else is the same for all kinds. */
export interface Board<Own, Message extends Body> {
  /** `cup-switch` … */
  readonly name: string;
  /** Its code in the identity. */
  readonly kind: number;
  readonly as: DiceDevice;
  readonly abilities: Abilities;
  /** Number of the device that this table was set up with, eight hex digits; null: any. */
  readonly device: string | null;
  readonly start: Own;
  /** Faults beside those of the link that it may raise and clear. */
  readonly faults: readonly FaultCode[];
  /** Its messages, heartbeat `B` included, identity not. */
  readonly shapes: Shapes;
  /** A message of these shapes; `fields` is marked bad where a value is not in the specification. */
  read(letter: string, fields: Fields): Message;
  /** Why a device with this identity cannot serve, or null. */
  readonly problem?: (identity: Identity) => string | null;
  /** Whether this heartbeat may end a gap; always unless given. */
  canAttach?(context: BoardContext<Own>, message: Message): boolean;
  /** The first heartbeat after a gap: reports the whole state. `attached` has been reported already. */
  attach(context: BoardContext<Own>, message: Message, at: number): void;
  /** Any message while attached. `at`: the device's ms. False: the message cannot be true. */
  applyMessage(context: BoardContext<Own>, message: Message, at: number): boolean;
  /** What was being watched has a gap from here on. */
  forget(context: BoardContext<Own>): void;
  /** Time has come to `context.t`; called at every step. */
  checkTime?(context: BoardContext<Own>): void;
  wakeAt?(state: BoardState<Own>): MonoUs | null;
  figures?(own: Own): Readonly<Record<string, number>>;
}

/** Every standing fault that such a device has. */
export const faultsOf = ({ faults }: { readonly faults: readonly FaultCode[] }): readonly FaultCode[] => [
  ...LINK_FAULTS,
  "dice-device-setup",
  ...faults,
];

export function startOf<Own>({ start, faults }: Pick<Board<Own, Body>, "start" | "faults">): BoardState<Own> {
  return {
    framer: FRAMER_START,
    link: LINK_START,
    faults: { standing: [], unsettled: faultsOf({ faults }) },
    sequence: SEQUENCE_START,
    identity: null,
    known: null,
    fits: false,
    attached: false,
    asks: { number: 1, identityAt: null, tries: 0 },
    figures: { missed: 0, repeated: 0, strange: 0, restarts: 0 },
    own: start,
  };
}

/** The heartbeat comes every 250 ms: four of them are missing. */
export const SILENCE_US = 1_000_000;

/** After a loss the port may have another device, with another clock. */
export function linkRules<Own>(): LinkRules<BoardContext<Own>> {
  return {
    silenceUs: SILENCE_US,
    onGap: (context, why) => {
      emitBoardGap(context, why);
      context.sequence = SEQUENCE_START;
      context.identity = null;
      context.fits = false;
    },
  };
}

/** Nothing is known of the device from here on; its next heartbeat gives the whole state again. */
export function emitBoardGap<Own>(context: BoardContext<Own>, why: DiceLoss): void {
  const { as, forget } = context.settings;
  emitGap(context, as, why, unheardMs(context));
  forget(context);
}

/** A sound line that cannot be true: it counts as damage, and the device must report its whole state again. */
export function rejectContradiction<Own>(context: BoardContext<Own>): void {
  addFigure(context, "strange");
  countDamagedLines(context, linkRules<Own>());
  emitBoardGap(context, "device-garbled");
}

/** Sends a line of the host, with the next number. */
export function sendLine<Own>(context: BoardContext<Own>, letter: string, fields: readonly HostField[]): void {
  const { number } = context.asks;
  context.writes.push(encodeHostLine(letter, number, fields));
  context.asks = { ...context.asks, number: (number + 1) & 0xffff };
}
