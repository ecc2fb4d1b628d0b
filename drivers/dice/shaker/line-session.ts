import type { DiceObservation } from "../../../src/dice/observation.ts";
import { after, monoUs, US_PER_MS, type MonoUs } from "../../../src/time/instant.ts";
import { clearFault, raiseFault } from "../../link/link.ts";
import type { Board, BoardState, BoardContext } from "../line/board.ts";
import type { Fields } from "../../link/fields.ts";
import { KIND } from "../line/identity.ts";
import { boardSession, contradiction } from "../line/session.ts";
import type { DiceSession } from "../session.ts";
import { SHAKER_LINE_ABILITIES } from "./abilities.ts";
import { ACCEPT_MAX_US, LATE_MAX_US } from "./shake.ts";
import { ASKED_MAX_MS } from "./reports.ts";

export interface ShakerLineOptions {
  /** Number of the device that this table was set up with, eight hex digits; null: any. */
  readonly device: string | null;
  /** The shaker must have a motion sensor. */
  readonly motion: boolean;
  /** How long it is to shake when it was not told itself, as by hand, ms; null: not known. */
  readonly askedMs: number | null;
}

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

export type ShakerBody =
  | ({ readonly m: "beat"; readonly faults: number } & ShakeLine)
  | ({ readonly m: "state" } & ShakeLine)
  | { readonly m: "faults"; readonly faults: number };

/** All of it only valid while the device is attached. */
export interface ShakerOwn {
  readonly state: State;
  readonly number: number;
  readonly asked: number | null;
  /** When this state began, on the unit's clock and the device's; the latter null when it was not seen to begin. */
  readonly since: MonoUs;
  readonly at: number | null;
  /** Told as failed for being late; nothing more is told of this shake. */
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
 * Throws RangeError when `askedMs` is no time that a shaker shakes.
 */
export function shakerLineSession(options: ShakerLineOptions): DiceSession<BoardState<ShakerOwn>> {
  const { askedMs } = options;
  if (askedMs !== null && !(Number.isInteger(askedMs) && askedMs > 0 && askedMs <= ASKED_MAX_MS))
    throw new RangeError(`shaker: askedMs is ${askedMs}; give whole ms, at most ${ASKED_MAX_MS}`);
  return boardSession(boardOf(options));
}

function boardOf(options: ShakerLineOptions): Board<ShakerOwn, ShakerBody> {
  const askedOf = (line: ShakeLine): number | null => line.asked ?? options.askedMs;
  const board: Board<ShakerOwn, ShakerBody> = {
    name: "shaker-line",
    kind: KIND.shaker,
    as: "thrower",
    abilities: SHAKER_LINE_ABILITIES,
    device: options.device,
    start: START,
    faults: [...FAULTS, "shaker-stuck"],
    shapes: { B: [1, 2, 4, 4, 4, 1], S: [1, 2, 4, 4, 4], F: [1] },
    read,
    problem: ({ made }) => (options.motion && (made & HAS_MOTION) === 0 ? "no motion sensor" : null),
    attach: (context, body) => {
      if (body.m !== "beat") return;
      const { state, number, faults } = body;
      context.own = { state, number, asked: askedOf(body), since: context.t, at: null, given: false };
      faultsStand(context, faults);
      if (state !== "idle") tell(context, state, null);
    },
    applyMessage: (context, body, at) => {
      if (body.m === "state") {
        if (!changed(context, body, askedOf(body), at)) contradiction(context, board);
        return;
      }
      faultsStand(context, body.faults);
      if (body.m === "faults") return;
      if (body.state !== context.own.state || body.number !== context.own.number) contradiction(context, board);
    },
    forget: (context) => {
      context.own = START;
      clearFault(context, "shaker-stuck");
    },
    due: lateShake,
    wakeAt: ({ own, attached }) => (attached ? lateAt(own) : null),
  };
  return board;
}

/** False when the shaker cannot have come into this state, or not with these measures. */
function changed(context: SessionContext, line: ShakeLine, asked: number | null, at: number): boolean {
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
  context.own = { state: line.state, number: line.number, asked, since: context.t, at, given: false };
  if (line.state === "idle" || line.state === "failed") ended(context, own, line, span);
  else tell(context, line.state, null);
  return true;
}

function ended(context: SessionContext, was: ShakerOwn, line: ShakeLine, span: number | null): void {
  clearFault(context, "shaker-stuck");
  if (was.given || was.state === "failed") return;
  const ms = was.state === "shaking" ? measured(context, line, span) : 0;
  tell(context, line.state === "failed" || was.state !== "shaking" ? "failed" : "done", ms);
}

/** ms that it shook by every measure that there is; null when its sensor cannot tell. */
function measured(context: SessionContext, { shaken, moved }: ShakeLine, span: number | null): number | null {
  const hasMotion = ((context.identity?.made ?? 0) & HAS_MOTION) !== 0;
  if (hasMotion && moved === null) return null;
  return Math.min(shaken, hasMotion ? (moved ?? 0) : shaken, span ?? shaken);
}

function tell(
  context: SessionContext,
  stage: (DiceObservation & { readonly o: "shake" })["stage"],
  ms: number | null,
): void {
  context.out.push({ o: "shake", stage, ms, asked: context.own.asked });
}

function faultsStand(context: SessionContext, faults: number): void {
  FAULTS.forEach((code, bit) => {
    if ((faults & (1 << bit)) !== 0) raiseFault(context, code, { bits: faults });
    else clearFault(context, code);
  });
}

function lateAt({ state, since, asked, given }: ShakerOwn): MonoUs | null {
  if (given || state === "idle" || state === "failed") return null;
  if (state === "accepted") return after(since, ACCEPT_MAX_US);
  return after(since, (asked ?? ASKED_MAX_MS) * US_PER_MS + LATE_MAX_US);
}

/** The shake did not begin, or did not end, in time. */
function lateShake(context: SessionContext): void {
  const deadline = context.attached ? lateAt(context.own) : null;
  if (deadline === null || context.t < deadline) return;
  raiseFault(context, "shaker-stuck", { asked: context.own.asked ?? 0 });
  tell(context, "failed", null);
  context.own = { ...context.own, given: true };
}

function read(letter: string, fields: Fields): ShakerBody {
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
