import type { DiceObservation } from "../../../src/dice/observation.ts";
import { after, monoUs, US_PER_MS, type MonoUs } from "../../../src/time/instant.ts";
import { clearFault, raiseFault } from "../../link/link.ts";
import type { BoardState, BoardContext } from "../line/board.ts";
import type { Fields } from "../../link/fields.ts";
import { KIND } from "../line/format.ts";
import { boardSession } from "../line/session.ts";
import type { DiceSession } from "../session.ts";
import { SHAKER_LINE_ABILITIES } from "./device.ts";
import { ACCEPT_MAX_US, ASKED_MAX_MS, LATE_MAX_US } from "./reports.ts";

const STATES = ["idle", "accepted", "shaking", "failed"] as const;
type State = (typeof STATES)[number];

/** One state of the shaker, with the measures of the shake under way, or of the last one. */
interface ShakeLine {
  readonly state: State;
  /** Shakes since the reset, this one too; FFFF is followed by 0. */
  readonly number: number;
  readonly asked: number | null;
  /** ms that the drive ran, and that the sensor saw motion; null: it has none, or cannot tell. */
  readonly shaken: number;
  readonly moved: number | null;
}

type ShakerMessage =
  | ({ readonly m: "beat"; readonly faults: number } & ShakeLine)
  | ({ readonly m: "state" } & ShakeLine)
  | { readonly m: "faults"; readonly faults: number };

/** All of it only valid while the device is attached. */
interface ShakerOwn {
  readonly state: State;
  readonly number: number;
  readonly asked: number | null;
  /** When this state began, on the unit's clock and the device's; the latter null when it was not seen to begin. */
  readonly since: MonoUs;
  readonly at: number | null;
  /** Reported as failed for being late; nothing more is reported of this shake. */
  readonly given: boolean;
}

type SessionContext = BoardContext<ShakerOwn>;

/** Bits of the identity's last field. */
const HAS_MOTION = 1;
const BY_HAND = 2;
/** Bits of the faults. */
const FAULTS = ["shaker-error", "shaker-sensor"] as const;
const NONE = 0xffff_ffff;
/** By how much the drive's own time may exceed the time between two lines, ms. */
const CLOCK_SLACK_MS = 50;
const START: ShakerOwn = { state: "idle", number: 0, asked: null, since: monoUs(0), at: null, given: false };

/**
 * The session of a shaker on the open dice line (docs/devices/shaker.md): by motor, or by hand with a motion sensor.
 * `device`: number of the device that this table was set up with, eight hex digits; null: any.
 */
export function shakerLineSession({
  device,
}: {
  readonly device: string | null;
}): DiceSession<BoardState<ShakerOwn>> {
  return boardSession<ShakerOwn, ShakerMessage>({
    name: "shaker-line",
    kind: KIND.shaker,
    as: "thrower",
    abilities: SHAKER_LINE_ABILITIES,
    device,
    start: START,
    faults: [...FAULTS, "shaker-stuck"],
    shapes: { B: [1, 2, 4, 4, 4, 1], S: [1, 2, 4, 4, 4], F: [1] },
    read: readMessage,
    attach: (context, message) => {
      if (message.m !== "beat") return;
      const { state, number, asked, faults } = message;
      context.own = { state, number, asked, since: context.t, at: null, given: false };
      updateFaults(context, faults);
      if (state !== "idle") emitShake(context, state, null);
    },
    applyMessage: (context, message, at) => {
      if (message.m === "state") return changeState(context, message, at);
      updateFaults(context, message.faults);
      const { own } = context;
      return message.m === "faults" || (message.state === own.state && message.number === own.number);
    },
    forget: (context) => {
      context.own = START;
      clearFault(context, "shaker-stuck");
    },
    checkTime: checkLateShake,
    wakeAt: ({ own, attached }) => (attached ? lateShakeDeadline(own) : null),
  });
}

/** False when the shaker cannot have come into this state, or not with these measures. */
function changeState(context: SessionContext, line: ShakeLine, at: number): boolean {
  const { own } = context;
  const isNext = line.number === ((own.number + 1) & 0xffff);
  const isSame = line.number === own.number;
  const byHand = ((context.identity?.made ?? 0) & BY_HAND) !== 0;
  const rests = own.state === "idle" || own.state === "failed";
  const mayFollow = {
    accepted: rests && isNext && !byHand,
    shaking: (own.state === "accepted" && isSame) || (rests && isNext && byHand),
    idle: own.state !== "idle" && isSame,
    failed: own.state !== "failed" && isSame,
  }[line.state];
  const span = own.at === null ? null : (at - own.at) >>> 0;
  const ends = own.state === "shaking" && line.state !== "shaking";
  // What the drive and the sensor measured cannot be longer than the shake was.
  const tooLong = ends && span !== null && Math.max(line.shaken, line.moved ?? 0) > span + CLOCK_SLACK_MS;
  if (!mayFollow || tooLong) return false;
  context.own = {
    state: line.state,
    number: line.number,
    asked: line.asked,
    since: context.t,
    at,
    given: false,
  };
  if (line.state === "idle" || line.state === "failed") endShake(context, own, line, span);
  else emitShake(context, line.state, null);
  return true;
}

function endShake(context: SessionContext, was: ShakerOwn, line: ShakeLine, span: number | null): void {
  clearFault(context, "shaker-stuck");
  if (was.given || was.state === "failed") return;
  const ms = was.state === "shaking" ? measuredMs(context, line, span) : 0;
  emitShake(context, line.state === "failed" || was.state !== "shaking" ? "failed" : "done", ms);
}

/** ms that it certainly shook: the least of all measures; null when its sensor cannot tell. */
function measuredMs(context: SessionContext, { shaken, moved }: ShakeLine, span: number | null): number | null {
  const hasMotion = ((context.identity?.made ?? 0) & HAS_MOTION) !== 0;
  if (hasMotion && moved === null) return null;
  return Math.min(shaken, hasMotion ? (moved ?? 0) : shaken, span ?? shaken);
}

function emitShake(
  context: SessionContext,
  stage: (DiceObservation & { readonly o: "shake" })["stage"],
  ms: number | null,
): void {
  context.out.push({ o: "shake", stage, ms, asked: context.own.asked });
}

function updateFaults(context: SessionContext, faults: number): void {
  FAULTS.forEach((code, bit) => {
    if ((faults & (1 << bit)) !== 0) raiseFault(context, code, { bits: faults });
    else clearFault(context, code);
  });
}

function lateShakeDeadline({ state, since, asked, given }: ShakerOwn): MonoUs | null {
  if (given || state === "idle" || state === "failed") return null;
  if (state === "accepted") return after(since, ACCEPT_MAX_US);
  return after(since, (asked ?? ASKED_MAX_MS) * US_PER_MS + LATE_MAX_US);
}

/** The shake did not begin, or did not end, in time. */
function checkLateShake(context: SessionContext): void {
  const deadline = context.attached ? lateShakeDeadline(context.own) : null;
  if (deadline === null || context.t < deadline) return;
  raiseFault(context, "shaker-stuck", { asked: context.own.asked ?? 0 });
  emitShake(context, "failed", null);
  context.own = { ...context.own, given: true };
}

function readMessage(letter: string, fields: Fields): ShakerMessage {
  if (letter === "F") return { m: "faults", faults: fields.number(0, 3) };
  const line: ShakeLine = {
    state: fields.code(STATES),
    number: fields.number(),
    asked: fields.maybe(NONE, ASKED_MAX_MS),
    shaken: fields.number(),
    moved: fields.maybe(NONE, NONE - 1),
  };
  return letter === "S" ? { m: "state", ...line } : { m: "beat", ...line, faults: fields.number(0, 3) };
}
