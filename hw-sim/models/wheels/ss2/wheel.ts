import type { Wear } from "../wear.ts";
import {
  CammeghWheel,
  type CammeghWear,
  drawFaults,
  type FaultOptions,
  type PocketCount,
  type Sense,
} from "../cammegh.ts";
import { drawBetween } from "../draws.ts";
import type { WheelFactName } from "../../../../src/rules/vocabulary/wheel.ts";
import { SS2_FAULTS, type Ss2Fault } from "./faults.ts";
import { statusLine } from "./lines.ts";
import { DELIVERED, valueOf, type Parameters } from "./parameters.ts";

export type Ss2StateNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Mode bits (`*o`, guide §2.7). */
export const MODE = {
  reverse: 1,
  waitForStart: 2,
  varySpeed: 4,
  noBare: 16,
  autoStatus: 128,
  waitIn1: 1024,
} as const;

/** How a spin ended. `result` is the only one with an announced number. */
export type SpinEnd = "result" | "closed" | "reset" | "power-lost";

/** What really happened, whatever the wheel said. `t` in µs. */
export type Ss2Truth =
  | { readonly e: "power"; readonly t: number; readonly on: boolean }
  | { readonly e: "state"; readonly t: number; readonly state: Ss2StateNumber; readonly game: number }
  | {
      readonly e: "launch";
      readonly t: number;
      readonly ok: boolean;
      readonly ball: Sense;
      readonly rotor: Sense;
    }
  | { readonly e: "settled"; readonly t: number; readonly pocket: string }
  | { readonly e: "spin"; readonly t: number; readonly spin: SpinTruth };

export interface SpinTruth {
  /** Running number over the model's life, from 1. */
  readonly number: number;
  /** The wheel's own game number. */
  readonly game: number;
  /** When the ball was fired last, µs. */
  readonly launchedUs: number;
  /** When a ball that ran with the rotor was fired, which the wheel then fired anew; null: none did. */
  readonly withRotorUs: number | null;
  readonly launches: number;
  readonly rotor: Sense;
  /** Sense of the ball of the last launch; null when none was made. */
  readonly ball: Sense | null;
  /** Laps in the rim, with one decimal. */
  readonly laps: number;
  /** Where the ball came to rest; null when the spin ended before, or the ball left the wheel. */
  readonly pocket: string | null;
  /** What the wheel's status lines said in state 5, or null. */
  readonly announced: string | null;
  readonly fault: Ss2Fault | null;
  /** What happened in it that should not (facts of `src/rules/vocabulary/wheel.ts`), and since when, µs. */
  readonly sinceUs: Readonly<Partial<Record<WheelFactName, number>>>;
  readonly end: SpinEnd;
}

/** A spin while it runs. */
export type Spin = { -readonly [K in keyof Omit<SpinTruth, "end">]: SpinTruth[K] };

export interface Ss2Options {
  readonly seed: string;
  /** Default 37; sets parameter `z`. */
  readonly pockets?: PocketCount;
  /** Mode bits; default 1159, as on the captured unit. */
  readonly mode?: number;
  readonly faults?: FaultOptions<Ss2Fault>;
  /** Parameters that differ from the delivered ones, by small letter, saved. */
  readonly parameters?: Parameters;
  readonly wear?: Wear<CammeghWear> | undefined;
}

/** The whole wheel, changed in place by the agenda. */
export class Wheel extends CammeghWheel<Ss2Truth> {
  readonly faults: FaultOptions<Ss2Fault>;
  state: Ss2StateNumber = 6;
  game = 1;
  /** Flags of the next line only. */
  oneLineFlags = 0;
  live: Parameters;
  saved: Parameters;
  mode: number;
  muted = false;
  /** Switching off is under way. */
  closing = false;
  spin: Spin | null = null;
  /** A fault somebody asked for: the next start or spin has it. */
  asked: Ss2Fault | null = null;
  /** When the present game's state 2 began. */
  gameSince = 0;
  nextLineAt = 0;
  wins: Record<string, number> = {};
  misfires = 0;

  constructor(options: Ss2Options) {
    super(options.seed, options.wear ?? null);
    this.saved = { ...DELIVERED, z: String(options.pockets ?? 37), ...options.parameters };
    this.live = this.saved;
    this.mode = options.mode ?? 1159;
    this.faults = options.faults ?? {};
  }
}

/** At most one a spin; `motor-dead` applies to a start alone. */
export function drawSpinFault(w: Wheel): Ss2Fault | null {
  const drawn = drawFaults(SS2_FAULTS, w.faults, w.faultDraws).find((fault) => fault !== "motor-dead");
  return w.faults.script?.[w.spins] ?? drawn ?? null;
}

/** Whether a start of the wheel finds the motor dead. */
export function drawMotorDead(w: Wheel): boolean {
  const odds = w.faults.oneIn?.["motor-dead"];
  return odds !== undefined && w.faultDraws.oneIn(odds);
}

const BOOT_US = 3_000_000;
/** Measured: 0.501 s, now and then 0.43 s. */
const LINE_US = 501_000;
const SHORT_LINE_US = 430_000;
const SHORT_LINE_ONE_IN = 70;

export function powerOn(w: Wheel, us: number): void {
  if (w.on) return;
  Object.assign(w, {
    on: true,
    state: 6,
    game: 1,
    last: null,
    flags: 0,
    oneLineFlags: 0,
    muted: false,
    closing: false,
  });
  w.live = w.saved;
  w.truth.push({ e: "power", t: us, on: true });
  scheduleLine(w, us + BOOT_US);
}

/** Everything stops, unsaved parameters are forgotten, the rotor runs out. */
export function powerOff(w: Wheel, us: number): void {
  if (!w.on) return;
  w.agenda.drop("");
  w.on = false;
  w.rotor.ramp(us, 0, 20_000_000);
  endSpin(w, us, "power-lost");
  w.truth.push({ e: "power", t: us, on: false });
}

function scheduleLine(w: Wheel, us: number): void {
  w.nextLineAt = us;
  w.agenda.reschedule(us, "line", (now) => {
    scheduleLine(w, now + (w.readings.oneIn(SHORT_LINE_ONE_IN) ? SHORT_LINE_US : LINE_US));
    if (sendsStatus(w)) w.out += statusNow(w, now);
  });
}

/** Whether status lines come by themselves. */
export function sendsStatus(w: Wheel): boolean {
  return !w.muted && (w.mode & MODE.autoStatus) !== 0;
}

/** The status line of this instant. Uses up flags that were meant for one line. */
export function statusNow(w: Wheel, us: number): string {
  const flags = w.flags | w.oneLineFlags;
  w.oneLineFlags = 0;
  const rpm10 = w.rotor.drawReading(us, w.readings);
  return statusLine({ state: w.state, game: w.game, last: w.last, flags, rpm10, sense: w.rotor.sense });
}

export function enterState(w: Wheel, us: number, state: Ss2StateNumber): void {
  w.state = state;
  w.truth.push({ e: "state", t: us, state, game: w.game });
}

export function endSpin(w: Wheel, us: number, end: SpinEnd): void {
  if (w.spin !== null) w.truth.push({ e: "spin", t: us, spin: { ...w.spin, end } });
  w.spin = null;
}

/** State 6; what the game had planned is off. `flags` stay until the next start. */
export function closeWheel(w: Wheel, us: number, flags = 0): void {
  w.agenda.drop("game");
  // A game that is given up in state 4 counted twice in the captures, and did not in five other cases.
  if (w.state === 4 && w.timing.oneIn(3)) w.game = nextGame(w.game);
  w.flags = flags;
  w.closing = false;
  if (w.rotor.speed(us) > 0) w.rotor.ramp(us, 0, 3_000_000);
  enterState(w, us, 6);
  endSpin(w, us, "closed");
}

/** 001–256, then 001 (guide §2.5). */
export function nextGame(game: number): number {
  return game >= 256 ? 1 : game + 1;
}

/** A rotor speed of this game, within parameter `s`, rpm × 10. */
export function drawGameSpeed(w: Wheel): number {
  const [a, b] = [valueOf(w.live, "s", 0) * 10, valueOf(w.live, "s", 1) * 10];
  const asked = drawBetween(w.timing, Math.round(Math.min(a, b)), Math.round(Math.max(a, b)));
  // A belt that slips carries a fifth less at the end.
  return Math.round(asked * (1 - 0.2 * w.worn("rotor-drive")));
}

/** The sense of the next launch: the other one with mode bit 1, else always the same; parameter `g` bit 16 turns it. */
export function nextSense(w: Wheel): Sense {
  if ((w.mode & MODE.reverse) !== 0) return w.rotor.sense === 0 ? 1 : 0;
  return (valueOf(w.live, "g") & 16) === 0 ? 0 : 1;
}
