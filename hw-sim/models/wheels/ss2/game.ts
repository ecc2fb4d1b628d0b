import { type PocketCount, type Sense, drawPocket, lapsWhileSlowing } from "../cammegh.ts";
import { drawAround, drawBetween } from "../draws.ts";
import {
  closeWheel,
  enterState,
  drawGameSpeed,
  drawMotorDead,
  drawSpinFault,
  MODE,
  nextSense,
  type Spin,
  type Wheel,
  endSpin,
  nextGame,
  sendsStatus,
} from "./wheel.ts";
import { bareNumber } from "./lines.ts";
import { G_CLOSE_AFTER_MISFIRE, valueOf } from "./parameters.ts";
import { planFault } from "./planned-faults.ts";

/**
 * A game of the wheel. States 1 and 2: starting up, waiting for the start command, braking, turning, launching. States 3, 4 and 5: the
 * ball in the rim, the fall, the number. Spans in µs.
 */

const S = 1_000_000;
const FLAG_WITH_ROTOR = 2;
const FLAG_COMPONENT = 4;
const FLAG_LAUNCH_FAILED = 8;
/** Share of its speed that the ball loses each second in the rim; gives six laps for 2 s in state 3. */
const SLOWING_PER_S = 0.12;
/** Laps before state 3 (it takes one past all sensors) and in state 4 before the fall (guide §2.5). */
const LAPS_BEFORE = 1;
const LAPS_AFTER = 3.5;
/** The bare number comes 0.015–0.50 s before the first line of state 5. */
const BARE_BEFORE_US = { min: 15_000, max: 500_000 };
/** A launch that failed once fails again in one of so many cases; the captured wheel tried for up to 228 s. */
const FAILS_AGAIN_ONE_IN = 5;

/** `*P 1` and `*R`: state 1 until the rotor has made its turns, 8–11 s. */
export function startUp(w: Wheel, us: number): void {
  w.agenda.drop("game");
  w.flags = 0;
  w.closing = false;
  enterState(w, us, 1);
  const dead = w.asked === "motor-dead" || drawMotorDead(w);
  if (dead) {
    w.asked = null;
    w.agenda.reschedule(us + 2 * S, "game motor", () => (w.flags = FLAG_COMPONENT));
    w.agenda.reschedule(us + 32 * S, "game close", (now) => closeWheel(w, now, FLAG_COMPONENT));
    return;
  }
  w.rotor.ramp(us, drawGameSpeed(w), 1_300_000);
  w.agenda.reschedule(us + drawAround(w.timing, 8 * S, 8_800_000, 11 * S), "game bets", (now) =>
    openBets(w, now),
  );
}

/** State 2. Without mode bit 2 the wheel starts by itself. */
function openBets(w: Wheel, us: number): void {
  w.gameSince = us;
  enterState(w, us, 2);
  if ((w.mode & MODE.waitForStart) !== 0) return;
  w.agenda.reschedule(us + drawAround(w.timing, 6 * S, 8 * S, 15 * S), "game start", (now) =>
    startSpin(w, now),
  );
}

/** The start command; of no effect outside state 2 and during a launch. */
export function startSpin(w: Wheel, us: number): void {
  if (w.state !== 2 || w.spin !== null || w.closing) return;
  w.agenda.drop("game start");
  w.spins++;
  const planned = drawSpinFault(w);
  const fault = w.asked === null || w.asked === "motor-dead" ? planned : w.asked;
  if (fault === w.asked) w.asked = null;
  w.spin = {
    number: w.spins,
    game: w.game,
    launchedUs: us,
    withRotorUs: null,
    launches: 0,
    rotor: w.rotor.sense,
    ball: null,
    laps: 0,
    pocket: null,
    announced: null,
    fault,
    sinceUs: {},
  };
  brakeRotor(w, us + drawBetween(w.timing, 2_300_000, 3_500_000), w.spin);
}

/** The rotor brakes for 1.5–2 s, stands for 1.5–2 s, starts again (the other way with mode bit 1), and the ball is fired. */
function brakeRotor(w: Wheel, us: number, spin: Spin): void {
  const braking = drawBetween(w.timing, 1_500_000, 2_000_000);
  const standing = drawBetween(w.timing, 1_500_000, 2_000_000);
  w.agenda.reschedule(us, "game brake", (now) => w.rotor.ramp(now, 0, braking));
  w.agenda.reschedule(us + braking + standing, "game turn", (now) => {
    w.rotor.sense = nextSense(w);
    w.rotor.ramp(now, drawGameSpeed(w), 1_000_000);
    fireBall(w, now, spin);
  });
}

function fireBall(w: Wheel, us: number, spin: Spin): void {
  const rotor = w.rotor.sense;
  const against: Sense = rotor === 0 ? 1 : 0;
  const first = spin.launches === 0;
  const withRotor = first && spin.fault === "with-rotor-launch";
  const fails = withRotor || (spin.fault === "launch-failed" && (first || w.timing.oneIn(FAILS_AGAIN_ONE_IN)));
  spin.launchedUs = us;
  if (withRotor) spin.withRotorUs = us;
  spin.launches++;
  spin.rotor = rotor;
  spin.sinceUs = spin.fault === "with-rotor-rim" ? { "ball-direction": us } : {};
  spin.ball = withRotor || spin.fault === "with-rotor-rim" ? rotor : against;
  w.truth.push({ e: "launch", t: us, ok: !fails, ball: spin.ball, rotor });
  if (!fails) {
    w.agenda.reschedule(us + drawAround(w.timing, 1 * S, 1_500_000, 2_500_000), "game rim", (now) =>
      enterRim(w, now, spin),
    );
    return;
  }
  w.misfires++;
  if (withRotor) {
    // Captured 2025-09-23 07:46:15: flag 2 after 4.5 s for 6.3 s, flag 8 for 5 s, then the rotor turns once more.
    w.agenda.reschedule(us + 4_500_000, "game flag 2", () => (w.flags = FLAG_WITH_ROTOR));
    w.agenda.reschedule(us + 10_800_000, "game flag 8", () => (w.flags = FLAG_LAUNCH_FAILED));
    brakeRotor(w, us + 12_500_000, spin);
    return;
  }
  w.agenda.reschedule(
    us + drawBetween(w.timing, 4_500_000, 5_900_000),
    "game flag 8",
    () => (w.flags = FLAG_LAUNCH_FAILED),
  );
  brakeRotor(w, us + drawBetween(w.timing, 21_500_000, 24_500_000), spin);
}

/** The ball has made a lap past all sensors: state 3. Clears flag 8. */
function enterRim(w: Wheel, us: number, spin: Spin): void {
  const withRotor = spin.fault === "with-rotor-rim";
  w.flags = withRotor ? FLAG_WITH_ROTOR : 0;
  enterState(w, us, 3);
  const span = Math.round(drawAround(w.timing, 2 * S, 4 * S, 8_500_000) * roughness(w));
  if (withRotor && (valueOf(w.live, "g") & G_CLOSE_AFTER_MISFIRE) !== 0) {
    w.agenda.reschedule(us + span, "game close", (now) => closeWheel(w, now, 0));
    return;
  }
  const end = 2_048 / Math.max(1, valueOf(w.live, "n"));
  const laps = LAPS_BEFORE + lapsWhileSlowing(end * Math.exp((SLOWING_PER_S * span) / S), end, span);
  spin.laps = Math.round(laps * 10) / 10;
  w.agenda.reschedule(us + span, "game no more bets", (now) => closeBets(w, now, spin));
}

/** A ball on a rough track is on its way for up to a third less. */
const roughness = (w: Wheel): number => 1 - 0.35 * w.worn("rough-track");

function closeBets(w: Wheel, us: number, spin: Spin): void {
  w.flags = 0;
  enterState(w, us, 4);
  spin.laps = Math.round((spin.laps + LAPS_AFTER) * 10) / 10;
  // The rotor of a wheel with a mad `m` runs away in every game (eleven captured).
  const limit = valueOf(w.live, "m");
  if (limit > 100 && (w.mode & MODE.varySpeed) !== 0 && spin.fault === null) spin.fault = "run-away";
  if (planFault(w, us, spin)) return;
  if ((w.mode & MODE.varySpeed) !== 0) {
    const change = drawBetween(w.timing, Math.round(-limit * 10), Math.round(limit * 10));
    w.agenda.reschedule(us + drawBetween(w.timing, 500_000, 2_000_000), "game vary", (now) => {
      w.rotor.ramp(now, Math.max(0, w.rotor.speed(now) + change), 500_000);
    });
  }
  const span = Math.round(drawAround(w.timing, 7_500_000, 26_500_000, 32 * S) * roughness(w));
  w.agenda.reschedule(us + span - drawBetween(w.timing, 1 * S, 2 * S), "game settled", (now) => {
    spin.pocket = drawPocket(w.outcomes, pocketCountOf(w));
    w.truth.push({ e: "settled", t: now, pocket: spin.pocket });
  });
  w.agenda.reschedule(us + span, "game result", (now) => announceResult(w, now, spin));
}

export function pocketCountOf(w: Wheel): PocketCount {
  return valueOf(w.live, "z") === 37 ? 37 : 38;
}

/** The bare number, and state 5 from the next line on. */
function announceResult(w: Wheel, us: number, spin: Spin): void {
  const ahead = w.nextLineAt - us;
  if (sendsStatus(w) && (ahead < BARE_BEFORE_US.min || ahead > BARE_BEFORE_US.max)) {
    const later = ahead < BARE_BEFORE_US.min ? w.nextLineAt + 5_000 : w.nextLineAt - BARE_BEFORE_US.max;
    w.agenda.reschedule(later, "game result", (now) => announceResult(w, now, spin));
    return;
  }
  const pocket = spin.pocket ?? drawPocket(w.outcomes, pocketCountOf(w));
  spin.announced = pocket;
  w.last = pocket;
  w.wins[pocket] = (w.wins[pocket] ?? 0) + 1;
  enterState(w, us, 5);
  const unframed = spin.fault === "number-contradicted" ? drawOtherPocket(w, pocket) : pocket;
  if ((w.mode & MODE.noBare) === 0) w.out += bareNumber(unframed);
  endSpin(w, us, "result");
  w.agenda.reschedule(us + drawAround(w.timing, 3 * S, 5_500_000, 8 * S), "game after", (now) =>
    waitForNextGame(w, now),
  );
}

function drawOtherPocket(w: Wheel, pocket: string): string {
  const other = drawPocket(w.outcomes, pocketCountOf(w));
  return other === pocket ? (pocket === "0" ? "1" : "0") : other;
}

/** Games per hour: what is left of the game's time is spent in state 1 with mode bit 1024, else in 5. */
function waitForNextGame(w: Wheel, us: number): void {
  const left = w.gameSince + Math.round((3_600 * S) / Math.max(1, valueOf(w.live, "h"))) - us;
  const next = (now: number): void => {
    w.game = nextGame(w.game);
    openBets(w, now);
  };
  if (left <= 0) {
    next(us);
    return;
  }
  if ((w.mode & MODE.waitIn1) !== 0) enterState(w, us, 1);
  w.agenda.reschedule(us + left, "game next", next);
}
