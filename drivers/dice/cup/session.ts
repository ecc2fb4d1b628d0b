import { after, type MonoUs } from "../../../src/time/instant.ts";
import { clearFault, isFaultActive, raiseMomentaryFault, raiseFault } from "../../link/link.ts";
import { earliest } from "../../link/line-session.ts";
import type { BoardState, BoardContext } from "../line/board.ts";
import type { Fields } from "../../link/fields.ts";
import { KIND } from "../line/format.ts";
import { boardSession } from "../line/session.ts";
import type { DiceSession } from "../session.ts";
import { CUP_ABILITIES } from "./device.ts";

/** What a heartbeat says: all that the device itself keeps. */
type Counted = Pick<CupOwn, "levels" | "loaded" | "throws" | "stuck">;

type CupMessage =
  | ({ readonly m: "beat" } & Counted)
  | { readonly m: "levels"; readonly levels: number }
  | { readonly m: "loaded"; readonly loaded: number | null }
  | { readonly m: "thrown"; readonly left: number | null; readonly stayed: number | null }
  | { readonly m: "stuck"; readonly stuck: number };

interface CupOwn {
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
/** Bits of the levels: cup tipped, horn's gate blocked; bit 0 is the cup on its stand. */
const LEVEL = { tipped: 2, blocked: 4 } as const;
/** The longest time that the cup stays tipped in a throw, and that a die takes through the horn's gate, µs. */
export const TIPPED_MAX_US = 10_000_000;
export const BLOCKED_MAX_US = 3_000_000;
/** Switches by their bits. */
const SWITCHES = ["cup", "tilt", "horn", "scale"] as const;

const START: CupOwn = {
  levels: 0,
  loaded: null,
  throws: 0,
  stuck: 0,
  tipped: false,
  tippedAt: null,
  blockedAt: null,
};

/** What such a device says (docs/devices/cup-switch.md, "Messages"). */
export const CUP_MESSAGES = {
  kind: KIND.cup,
  shapes: { B: [1, 1, 2, 1], C: [1], L: [1], T: [1, 1], F: [1] },
  read: readMessage,
} as const;

/**
 * The session of the cup and horn of banca francesa (docs/devices/cup-switch.md). `device`: number of the device that this
 * table was set up with, eight hex digits; null: any.
 */
export function cupSession({ device }: { readonly device: string | null }): DiceSession<BoardState<CupOwn>> {
  return boardSession<CupOwn, CupMessage>({
    name: "cup-switch",
    ...CUP_MESSAGES,
    as: "thrower",
    abilities: CUP_ABILITIES,
    device,
    start: START,
    faults: ["cup-switch", "horn-blocked"],
    attach: (context, message) => {
      if (message.m !== "beat") return;
      const { loaded, throws, stuck } = message;
      context.own = { ...START, loaded, throws, stuck };
      setLevels(context, message.levels);
      checkSwitches(context);
      emitLoaded(context);
    },
    applyMessage,
    forget: (context) => {
      context.own = START;
    },
    checkTime: (context) => {
      if (context.attached) checkSwitches(context);
    },
    wakeAt: ({ own, attached, faults }) => (attached ? stuckSwitchDeadline(own, faults.standing) : null),
  });
}

/** False when the message cannot be true. */
function applyMessage(context: SessionContext, message: CupMessage): boolean {
  const { own } = context;
  switch (message.m) {
    case "beat":
      return (["levels", "loaded", "throws", "stuck"] as const).every((name) => message[name] === own[name]);
    case "levels":
      setLevels(context, message.levels);
      break;
    case "loaded":
      context.own = { ...own, loaded: message.loaded };
      emitLoaded(context);
      break;
    case "thrown":
      return handleThrow(context, message.left, message.stayed);
    case "stuck":
      context.own = { ...own, stuck: message.stuck };
      break;
  }
  checkSwitches(context);
  return true;
}

function setLevels(context: SessionContext, now: number): void {
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

/** The cup was emptied through the horn. A count that does not add up is reported as unknown. */
function handleThrow(context: SessionContext, left: number | null, stayed: number | null): boolean {
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

const isTrusted = (context: SessionContext): boolean =>
  !isFaultActive(context, "cup-switch") && !isFaultActive(context, "horn-blocked");

function emitLoaded(context: SessionContext): void {
  context.out.push({ o: "cup", stage: "loaded", dice: isTrusted(context) ? context.own.loaded : null });
}

/** The count of the dice in the cup is withdrawn when a switch turns out to be stuck. */
function checkSwitches(context: SessionContext): void {
  const before = isTrusted(context);
  judgeSwitches(context);
  if (before && !isTrusted(context)) emitLoaded(context);
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
function stuckSwitchDeadline({ tippedAt, blockedAt }: CupOwn, activeFaults: readonly string[]): MonoUs | null {
  const end = (code: string, since: MonoUs | null, most: number): MonoUs | null =>
    since === null || activeFaults.includes(code) ? null : after(since, most);
  return earliest([end("cup-switch", tippedAt, TIPPED_MAX_US), end("horn-blocked", blockedAt, BLOCKED_MAX_US)]);
}

function readMessage(letter: string, fields: Fields): CupMessage {
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
