import { around, between } from "../agenda.ts";
import type { Sense } from "../rotor.ts";
import { inRim } from "./flight.ts";
import { close, enter, gameSpeed, MODE, nextSense, type Spin, type Wheel } from "./wheel.ts";

/** States 1 and 2: starting up, waiting for the start command, braking, turning, launching. Spans in µs. */

const S = 1_000_000;
const FLAG_WITH_ROTOR = 2;
const FLAG_COMPONENT = 4;
const FLAG_LAUNCH_FAILED = 8;
/** A launch that failed once fails again in one of so many cases; the captured wheel tried for up to 228 s. */
const FAILS_AGAIN_ONE_IN = 5;

/** `*P 1` and `*R`: state 1 until the rotor has made its turns, 8–11 s. */
export function startUp(w: Wheel, us: number): void {
  w.agenda.drop("game");
  w.flags = 0;
  w.closing = false;
  enter(w, us, 1);
  const dead = w.asked === "motor-dead" || w.plan.forStart();
  if (dead) {
    w.asked = null;
    w.agenda.at(us + 2 * S, "game motor", () => (w.flags = FLAG_COMPONENT));
    w.agenda.at(us + 32 * S, "game close", (now) => close(w, now, FLAG_COMPONENT));
    return;
  }
  w.rotor.ramp(us, gameSpeed(w), 1_300_000);
  w.agenda.at(us + around(w.timing, 8 * S, 8_800_000, 11 * S), "game bets", (now) => openBets(w, now));
}

/** State 2. Without mode bit 2 the wheel starts by itself. */
export function openBets(w: Wheel, us: number): void {
  w.gameSince = us;
  enter(w, us, 2);
  if ((w.mode & MODE.waitForStart) !== 0) return;
  w.agenda.at(us + around(w.timing, 6 * S, 8 * S, 15 * S), "game start", (now) => start(w, now));
}

/** The start command; of no effect outside state 2 and during a launch. `sense` forces the rotor's. */
export function start(w: Wheel, us: number, sense: Sense | null = null): void {
  if (w.state !== 2 || w.spin !== null || w.closing) return;
  w.agenda.drop("game start");
  w.spins++;
  const planned = w.plan.forSpin(w.spins);
  const fault = w.asked === null || w.asked === "motor-dead" ? planned : w.asked;
  if (fault === w.asked) w.asked = null;
  w.spin = {
    number: w.spins,
    game: w.game,
    launches: 0,
    rotor: w.rotor.sense(),
    ball: null,
    laps: 0,
    pocket: null,
    announced: null,
    fault,
  };
  brake(w, us + between(w.timing, 2_300_000, 3_500_000), w.spin, sense);
}

/** The rotor brakes for 1.5–2 s, stands for 1.5–2 s, starts again (the other way with mode bit 1), and the ball is fired. */
function brake(w: Wheel, us: number, spin: Spin, sense: Sense | null): void {
  const braking = between(w.timing, 1_500_000, 2_000_000);
  const standing = between(w.timing, 1_500_000, 2_000_000);
  w.agenda.at(us, "game brake", (now) => w.rotor.ramp(now, 0, braking));
  w.agenda.at(us + braking + standing, "game turn", (now) => {
    w.rotor.turn(sense ?? nextSense(w));
    w.rotor.ramp(now, gameSpeed(w), 1_000_000);
    fire(w, now, spin);
  });
}

function fire(w: Wheel, us: number, spin: Spin): void {
  const rotor = w.rotor.sense();
  const against: Sense = rotor === 0 ? 1 : 0;
  const first = spin.launches === 0;
  const withRotor = first && spin.fault === "with-rotor-launch";
  const fails = withRotor || (spin.fault === "launch-failed" && (first || w.timing.oneIn(FAILS_AGAIN_ONE_IN)));
  spin.launches++;
  spin.rotor = rotor;
  spin.ball = withRotor || spin.fault === "with-rotor-rim" ? rotor : against;
  w.truth.push({ e: "launch", t: us, ok: !fails, ball: spin.ball, rotor });
  if (!fails) {
    w.agenda.at(us + around(w.timing, 1 * S, 1_500_000, 2_500_000), "game rim", (now) => inRim(w, now, spin));
    return;
  }
  w.misfires++;
  if (withRotor) {
    // Captured 2025-09-23 07:46:15: flag 2 after 4.5 s for 6.3 s, flag 8 for 5 s, then the rotor turns once more.
    w.agenda.at(us + 4_500_000, "game flag 2", () => (w.flags = FLAG_WITH_ROTOR));
    w.agenda.at(us + 10_800_000, "game flag 8", () => (w.flags = FLAG_LAUNCH_FAILED));
    brake(w, us + 12_500_000, spin, null);
    return;
  }
  w.agenda.at(
    us + between(w.timing, 4_500_000, 5_900_000),
    "game flag 8",
    () => (w.flags = FLAG_LAUNCH_FAILED),
  );
  brake(w, us + between(w.timing, 21_500_000, 24_500_000), spin, null);
}
