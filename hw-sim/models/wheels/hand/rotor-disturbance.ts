import { freeSpeed } from "./rotor.ts";
import { isBallRunning, S, setFact, type World } from "./world.ts";

/** Hands, jams and bearings that change how the rotor turns, and the facts of the spin that follow. */

/** A rotor whose speed is further from its free decay than this is irregular. */
const IRREGULAR = 0.05;

/** Brings the rotor to `speed` (turns/s) within `spanUs`, then lets it go; answers the instant. */
export function pullRotor(w: World, us: number, speed: number, spanUs: number): number {
  w.agenda.drop("rotor");
  const from = w.rotor.speed(us);
  const ends = w.rotor.pullTo(us, speed, spanUs);
  if (isBallRunning(w.spin)) recordDisturbance(w, us, from, speed, ends);
  w.agenda.schedule(ends, "rotor", (now) => {
    w.rotor.release(now, speed);
    watchStandstill(w, now);
  });
  return ends;
}

/** Enters the facts at the instants at which they become true, if the ball still runs then. */
function recordDisturbance(w: World, us: number, from: number, to: number, ends: number): void {
  const { spin } = w;
  const enterAt = (at: number, fact: string): void =>
    w.agenda.schedule(at, "truth", (now) => {
      if (w.spin === spin && isBallRunning(spin)) setFact(w, fact, true, now);
    });
  const STEPS = 256;
  let irregular = false;
  for (let i = 1; i <= STEPS; i++) {
    const at = us + ((ends - us) * i) / STEPS;
    const speed = from + ((to - from) * i) / STEPS;
    if (!irregular && isIrregular(w, at, speed)) {
      irregular = true;
      enterAt(at, "rotor-irregular");
    }
  }
  if (from * to <= 0 && from !== 0) enterAt(us + ((ends - us) * from) / (from - to), "rotor-stopped");
}

/** Against the free decay since the launch. */
function isIrregular(w: World, us: number, speed: number): boolean {
  const { launchedUs, rotorAtLaunch, bearing } = w.spin;
  if (launchedUs === null) return false;
  const free = freeSpeed(rotorAtLaunch, bearing, (us - launchedUs) / S);
  return Math.abs(speed - free) > IRREGULAR * Math.abs(free);
}

/** A free rotor that will come to a stand: a fact if the ball still runs then. */
export function watchStandstill(w: World, us: number): void {
  w.agenda.drop("stand");
  const at = w.rotor.stopsAt();
  if (at === Number.POSITIVE_INFINITY) return;
  w.agenda.schedule(Math.max(us, at), "stand", (now) => {
    if (isBallRunning(w.spin)) setFact(w, "rotor-stopped", true, now);
  });
}
