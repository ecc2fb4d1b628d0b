import { after, type MonoUs } from "../../../src/time/instant.ts";
import { clearFault, raiseMomentaryFault, raiseFault } from "../../link/link.ts";
import type { Board, BoardState, BoardContext } from "../line/board.ts";
import type { Fields } from "../../link/fields.ts";
import { KIND } from "../line/identity.ts";
import { boardSession, contradiction } from "../line/session.ts";
import type { DiceSession } from "../session.ts";
import { CUP_ABILITIES } from "./abilities.ts";

export interface CupOptions {
  /** Number of the device that this table was set up with, eight hex digits; null: any. */
  readonly device: string | null;
}

export type CupBody =
  | {
      readonly m: "beat";
      readonly levels: number;
      readonly loaded: number | null;
      readonly throws: number;
      readonly stuck: number;
    }
  | { readonly m: "levels"; readonly levels: number }
  | { readonly m: "loaded"; readonly loaded: number | null }
  | { readonly m: "thrown"; readonly left: number | null; readonly stayed: number | null }
  | { readonly m: "stuck"; readonly stuck: number };

export interface CupOwn {
  readonly levels: number;
  /** Dice in the cup, as the device counted them; null: it does not know. */
  readonly loaded: number | null;
  /** Throws since the reset; FFFF is followed by 0. */
  readonly throws: number;
  /** Switches that the device itself finds stuck. */
  readonly stuck: number;
  /** It was tipped since the last throw. */
  readonly tipped: boolean;
  /** Since when the cup is tipped, and the horn's gate blocked; null: it is not. */
  readonly tippedAt: MonoUs | null;
  readonly blockedAt: MonoUs | null;
}

type SessionContext = BoardContext<CupOwn>;

export const DICE_MAX = 8;
const NOT_COUNTED = 0xff;
/** Bits of the levels: cup on its stand, cup tipped, horn's gate blocked. */
export const LEVEL = { standing: 1, tipped: 2, blocked: 4 } as const;
/** A throw takes no longer, µs; a die no longer through the gate. */
export const TIPPED_MAX_US = 10_000_000;
export const BLOCKED_MAX_US = 3_000_000;
/** Switches by their bits. */
const SWITCHES = ["cup", "tilt", "horn", "scale"] as const;

const START: CupOwn = {
  ...{ levels: 0, loaded: null, throws: 0, stuck: 0 },
  ...{ tipped: false, tippedAt: null, blockedAt: null },
};

/** The session of the cup and horn of banca francesa (docs/devices/cup-switch.md). */
export function cupSession(options: CupOptions): DiceSession<BoardState<CupOwn>> {
  const board: Board<CupOwn, CupBody> = {
    name: "cup-switch",
    kind: KIND.cup,
    as: "thrower",
    abilities: CUP_ABILITIES,
    device: options.device,
    start: START,
    faults: ["cup-switch", "horn-blocked"],
    shapes: { B: [1, 1, 2, 1], C: [1], L: [1], T: [1, 1], F: [1] },
    read,
    attach: (context, body) => {
      if (body.m !== "beat") return;
      const { loaded, throws, stuck } = body;
      context.own = { ...START, loaded, throws, stuck };
      levels(context, body.levels);
      switches(context);
      tellLoaded(context);
    },
    applyMessage: (context, body) => {
      if (!acted(context, body)) contradiction(context, board);
    },
    forget: (context) => {
      context.own = START;
    },
    due: (context) => {
      if (context.attached) switches(context);
    },
    wakeAt: ({ own, attached, faults }) => (attached ? stuckAt(own, faults.standing) : null),
  };
  return boardSession(board);
}

/** False when the message cannot be true. */
function acted(context: SessionContext, body: CupBody): boolean {
  const { own } = context;
  switch (body.m) {
    case "beat":
      return (
        body.levels === own.levels &&
        body.loaded === own.loaded &&
        body.throws === own.throws &&
        body.stuck === own.stuck
      );
    case "levels":
      levels(context, body.levels);
      break;
    case "loaded":
      context.own = { ...own, loaded: body.loaded };
      tellLoaded(context);
      break;
    case "thrown":
      return thrown(context, body.left, body.stayed);
    case "stuck":
      context.own = { ...own, stuck: body.stuck };
      break;
  }
  switches(context);
  return true;
}

function levels(context: SessionContext, now: number): void {
  const { own } = context;
  const since = (bit: number, at: MonoUs | null): MonoUs | null =>
    (now & bit) === 0 ? null : (at ?? context.t);
  context.own = {
    ...own,
    levels: now,
    tipped: own.tipped || (now & LEVEL.tipped) !== 0,
    tippedAt: since(LEVEL.tipped, own.tippedAt),
    blockedAt: since(LEVEL.blocked, own.blockedAt),
  };
}

/** The cup was emptied through the horn. What does not add up is not counted. */
function thrown(context: SessionContext, left: number | null, stayed: number | null): boolean {
  const { own } = context;
  // It cannot have been emptied without having been tipped.
  if (!own.tipped) return false;
  const { loaded } = own;
  const adds =
    loaded === null || left === null || (stayed === null ? left <= loaded : left + stayed === loaded);
  if (!adds) raiseMomentaryFault(context, "cup-count", { loaded, left, stayed: stayed ?? 0 });
  context.out.push({ o: "cup", stage: "thrown", dice: adds && isTrusted(context) ? left : null });
  const tipped = (own.levels & LEVEL.tipped) !== 0;
  context.own = { ...own, throws: (own.throws + 1) & 0xffff, loaded: stayed, tipped };
  return true;
}

const isTrusted = ({ faults }: SessionContext): boolean =>
  !faults.standing.includes("cup-switch") && !faults.standing.includes("horn-blocked");

function tellLoaded(context: SessionContext): void {
  context.out.push({ o: "cup", stage: "loaded", dice: isTrusted(context) ? context.own.loaded : null });
}

/** A count that was told is taken back when a switch turns out to be stuck. */
function switches(context: SessionContext): void {
  const before = isTrusted(context);
  judgeSwitches(context);
  if (before && !isTrusted(context)) tellLoaded(context);
}

/** Switches that the device finds stuck, and those that stay as they are for longer than any throw takes. */
function judgeSwitches(context: SessionContext): void {
  const { stuck, tippedAt, blockedAt } = context.own;
  const which = SWITCHES.filter((_, bit) => (stuck & (1 << bit)) !== 0);
  const tooLong = (at: MonoUs | null, most: number): boolean => at !== null && context.t - at >= most;
  if (tooLong(tippedAt, TIPPED_MAX_US) && !which.includes("tilt")) which.push("tilt");
  if (which.length > 0) raiseFault(context, "cup-switch", { which: which.join(" ") });
  else clearFault(context, "cup-switch");
  if (tooLong(blockedAt, BLOCKED_MAX_US))
    raiseFault(context, "horn-blocked", { forMs: BLOCKED_MAX_US / 1_000 });
  else clearFault(context, "horn-blocked");
}

/** When a switch has been as it is for too long, or null. */
function stuckAt({ tippedAt, blockedAt }: CupOwn, standing: readonly string[]): MonoUs | null {
  const tipped = tippedAt === null || standing.includes("cup-switch") ? null : after(tippedAt, TIPPED_MAX_US);
  const blocked =
    blockedAt === null || standing.includes("horn-blocked") ? null : after(blockedAt, BLOCKED_MAX_US);
  if (tipped === null || blocked === null) return tipped ?? blocked;
  return tipped < blocked ? tipped : blocked;
}

function read(letter: string, fields: Fields): CupBody {
  const dice = (): number | null => fields.maybe(NOT_COUNTED, DICE_MAX);
  switch (letter) {
    case "B":
      return {
        m: "beat",
        levels: fields.number(0, 7),
        loaded: dice(),
        throws: fields.number(),
        stuck: fields.number(0, 15),
      };
    case "C":
      return { m: "levels", levels: fields.number(0, 7) };
    case "L":
      return { m: "loaded", loaded: dice() };
    case "T":
      return { m: "thrown", left: dice(), stayed: dice() };
    default:
      return { m: "stuck", stuck: fields.number(0, 15) };
  }
}
