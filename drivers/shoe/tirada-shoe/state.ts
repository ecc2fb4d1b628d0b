import type { ShoeObservation, ShoeStage } from "../../../src/table/shoe/observation.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { FRAMER_START, type FramerState } from "../../line-framer.ts";
import { LINK_FAULTS, LINK_START, type FaultState, type LinkState } from "../../link/link.ts";
import type { IdentityQuestion } from "../../link/identity-question.ts";
import { REPORT_FRAMER_START, type ReportFramerState } from "../../report-framer.ts";
import type { CarrierKind } from "./carrier.ts";
import type { Identity, Status } from "./messages.ts";
import { SELF_TEST_START, type SelfTest } from "./self-test.ts";
import { SEQUENCE_START, type Sequence } from "../../link/sequence.ts";
import type { FaultCode } from "../../../src/codes/faults.ts";

/** What the host has asked for, and waits for. */
export interface Asks extends IdentityQuestion {
  /** Number of the next host message. */
  readonly number: number;
  /** Commands that went out and wait for their answer, at most `WAITING_MAX`. */
  readonly waiting: readonly { readonly number: number; readonly letter: string; readonly sent: MonoUs }[];
}

const ASKS_START: Asks = { number: 1, identityAt: null, tries: 0, waiting: [] };

/** What the session is set to for one installed device. */
export interface TiradaShoeOptions {
  readonly carrier: CarrierKind;
  /** Number of the device that this table was set up with, eight hex digits; null: any. */
  readonly device: string | null;
  /** Decks that the game is played with; null: as many as the device says. */
  readonly decks: number | null;
  /** Thousandths: a face that the reader is less sure of is not told. 900 unless told. */
  readonly confidenceMin?: number;
}

/** What the session knows, all plain JSON. No card's face is kept beyond its step. */
export interface ShoeState {
  readonly lines: FramerState;
  readonly reports: ReportFramerState;
  readonly link: LinkState;
  readonly faults: FaultState;
  readonly sequence: Sequence;
  /** What the device said it is, since the port was opened or it restarted; null: not yet. */
  readonly identity: Identity | null;
  /** Outlives a lost port. */
  readonly known: { readonly device: string; readonly boots: number } | null;
  /** The identity fits the table: its cards are told. */
  readonly fits: boolean;
  /** A heartbeat told what stands, and nothing was missed since. */
  readonly attached: boolean;
  /** Something was told since the last gap: a card may leave before the heartbeat that attaches the device again. */
  readonly toldSinceGap: boolean;
  /** What stands, by heartbeat and messages; only valid while `attached`. */
  readonly status: Status;
  /** Number of the last card that left; null: any may come next. */
  readonly card: number | null;
  /** Motors that do not run as they should, bit 0 the first. */
  readonly motors: number;
  readonly asks: Asks;
  readonly selfTest?: SelfTest;
  readonly figures: Figures;
}

/** Counted since the unit's start, for the technician. */
export interface Figures {
  readonly cards: number;
  readonly unread: number;
  readonly missed: number;
  readonly repeated: number;
  readonly strange: number;
  readonly restarts: number;
  readonly dropped: number;
  readonly refused: number;
}

/** One step under way: the state being made and what has been observed. Local to a step, so the session stays pure. */
export type SessionContext = { -readonly [Key in keyof ShoeState]: ShoeState[Key] } & {
  readonly out: ShoeObservation[];
  readonly writes: string[];
  readonly t: MonoUs;
  readonly options: TiradaShoeOptions;
};

/** Every standing fault of a tirada shoe. */
export const EVERY_FAULT: readonly FaultCode[] = [...LINK_FAULTS, "shoe-setup", "shoe-motor", "shoe-self-test"];

const NOTHING_STANDS: Status = {
  levels: 0,
  stage: "idle",
  mode: "one-by-one",
  cards: 0,
  jam: null,
  warnings: 0,
  suspect: 0,
};

export const SHOE_START: ShoeState = {
  lines: FRAMER_START,
  reports: REPORT_FRAMER_START,
  link: LINK_START,
  faults: { standing: [], unsettled: EVERY_FAULT },
  sequence: SEQUENCE_START,
  identity: null,
  known: null,
  fits: false,
  attached: false,
  toldSinceGap: false,
  status: NOTHING_STANDS,
  card: null,
  motors: 0,
  asks: ASKS_START,
  selfTest: SELF_TEST_START,
  figures: { cards: 0, unread: 0, missed: 0, repeated: 0, strange: 0, restarts: 0, dropped: 0, refused: 0 },
};

export function countFigure(context: SessionContext, name: keyof Figures, more = 1): void {
  context.figures = { ...context.figures, [name]: context.figures[name] + more };
}

/** A machine that sorts deals cards in order, whatever it calls itself: its stage is sorting as long as its mode is. */
export function stageOf({ stage, mode }: Status): ShoeStage {
  const turns = stage === "shuffling" || stage === "verifying" || stage === "ready" || stage === "dealing";
  return mode === "sort" && turns ? "sorting" : stage;
}
