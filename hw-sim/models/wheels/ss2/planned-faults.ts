import { drawBetween } from "../draws.ts";
import { G_STATE_7, valueOf } from "./parameters.ts";
import { closeWheel, enterState, powerOff, powerOn, type Spin, type Wheel } from "./wheel.ts";

/** What goes wrong after no more bets. Spans in µs; figures from the captures of 2025-09 (protocol guide §2.9). */

const S = 1_000_000;
const FLAG_NO_BALL = 1;
const FLAG_COMPONENT = 4;
/** The wheel stops itself when it has not seen the ball for this long in state 4 (guide §4.1). */
const GIVES_UP_US = 75 * S;

/** Plans the spin's trouble. True when the spin takes another course and gives no result by itself. */
export function planFault(w: Wheel, us: number, spin: Spin): boolean {
  switch (spin.fault) {
    case "run-away":
      planRunAway(w, us, spin);
      return true;
    case "ball-out":
      planBallOut(w, us, spin);
      return true;
    case "sensor-stuck":
      planComponentFault(w, us + drawBetween(w.timing, 12_500_000, 15 * S));
      return true;
    case "abort":
      w.agenda.reschedule(us + drawBetween(w.timing, 1 * S, 20 * S), "game close", (now) => closeWheel(w, now));
      return true;
    case "power-loss":
      w.agenda.reschedule(us + drawBetween(w.timing, 1 * S, 10 * S), "game power", (now) => {
        powerOff(w, now);
        w.agenda.reschedule(now + drawBetween(w.timing, 5 * S, 30 * S), "power", (later) => powerOn(w, later));
      });
      return true;
    case "unseen-line":
      w.agenda.reschedule(
        us + drawBetween(w.timing, 5 * S, 7 * S),
        "game unseen",
        () => (w.oneLineFlags = FLAG_NO_BALL),
      );
      return false;
    case "rotor-stopped":
      planHandStop(w, us + drawBetween(w.timing, 2 * S, 4 * S), spin);
      return false;
    case "launch-failed":
    case "with-rotor-launch":
    case "with-rotor-rim":
    case "motor-dead":
    case "number-contradicted":
    case null:
      return false;
  }
}

/** A dip to about 5 rpm, a climb of 9.5 rpm a line to 90–98, a stall, a kick, standing; flag 4; state 6 after 30 s. */
function planRunAway(w: Wheel, us: number, spin: Spin): void {
  w.rotor.ramp(us, 47, 800_000);
  const top = drawBetween(w.timing, 898, 983);
  const climb = Math.round(((top - 47) / 95) * 501_000);
  spin.sinceUs = { "rotor-irregular": us, "rotor-stopped": us + 900_000 + climb };
  w.rotor.addRamp(top, climb);
  w.rotor.addRamp(0, 100_000);
  w.rotor.addRamp(0, 1_500_000);
  w.rotor.addRamp(700, 200_000);
  w.rotor.addRamp(50, 900_000);
  w.rotor.addRamp(0, 600_000);
  const shown = w.timing.below(5) < 4;
  if (shown) w.agenda.reschedule(us + 7 * S, "game unseen", () => (w.oneLineFlags = FLAG_NO_BALL));
  planComponentFault(w, us + drawBetween(w.timing, 12_500_000, 15 * S));
}

function planComponentFault(w: Wheel, us: number): void {
  w.agenda.reschedule(us, "game flag 4", () => (w.flags = FLAG_COMPONENT));
  w.agenda.reschedule(us + 30 * S, "game close", (now) => closeWheel(w, now, FLAG_COMPONENT));
}

/** Flag 1 from when the ball is missed, for good; or state 7, when the wheel is set to use it. */
function planBallOut(w: Wheel, us: number, spin: Spin): void {
  w.agenda.reschedule(us + drawBetween(w.timing, 3 * S, 8 * S), "game out", (now) => {
    spin.sinceUs = { "ball-left-cylinder": now };
    w.flags = FLAG_NO_BALL;
    if ((valueOf(w.live, "g") & G_STATE_7) !== 0) enterState(w, now, 7);
  });
  w.agenda.reschedule(us + GIVES_UP_US, "game close", (now) => closeWheel(w, now, FLAG_NO_BALL));
}

/** A hand on the rotor: it stands within a second, is held for 2–4 s, and comes back to its speed. */
function planHandStop(w: Wheel, us: number, spin: Spin): void {
  w.agenda.reschedule(us, "game hand", (now) => {
    const before = Math.round(w.rotor.speed(now));
    const braking = drawBetween(w.timing, 300_000, 900_000);
    spin.sinceUs = { "rotor-irregular": now, "rotor-stopped": now + braking };
    w.rotor.ramp(now, 0, braking);
    w.rotor.addRamp(0, drawBetween(w.timing, 2 * S, 4 * S));
    w.rotor.addRamp(before, 1_500_000);
  });
}
