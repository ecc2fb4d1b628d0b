import type { HandPin, SensorHealth } from "./sensor-bank.ts";
import { drawUniform } from "../draws.ts";
import type { Fault } from "./faults.ts";
import { pullRotor } from "./rotor-disturbance.ts";
import {
  breakCurtain,
  scheduleInPhase,
  passHandOverRim,
  isBallRunning,
  S,
  type Phase,
  type World,
} from "./world.ts";

/** Faults of the rotor, of the sensors, of the housing, and of the board and its cable. */

const BEFORE: readonly Phase[] = ["idle", "driven"];
const TO_SCATTER: readonly Phase[] = [...BEFORE, "track", "fall", "scatter"];
const TO_REST: readonly Phase[] = [...TO_SCATTER, "rest"];
const RUNNING: readonly Phase[] = ["track", "track", "track", "fall", "scatter"];

/** The phase that is, or one that comes. */
function choosePhase(w: World, choice: readonly Phase[]): Phase {
  const { phase } = w.spin;
  return phase === "idle" || phase === "driven" || !choice.includes(phase) ? w.random.pick(choice) : phase;
}

/** A hand on the rotor: its speed becomes `factor` of what it was, within `spanS`. */
function touchRotor(from: number, to: number, choice: readonly Phase[]): (w: World) => void {
  return (w) =>
    scheduleInPhase(w, choosePhase(w, choice), (us) => {
      const middle = passHandOverRim(w, us, 0.4, 1.2);
      const factor = drawUniform(w.random, from, to);
      w.agenda.schedule(middle, "fault", (now) => {
        pullRotor(w, now, w.rotor.speed(now) * factor, drawUniform(w.random, 0.2, 0.6) * S);
      });
    });
}

function sensorFault(pin: HandPin, health: Exclude<SensorHealth, "ok">): Fault {
  return {
    weight: 0.35,
    phases: TO_REST,
    bring: (w) =>
      scheduleInPhase(w, choosePhase(w, ["idle", "driven", "track", "track"]), (us) =>
        breakSensor(w, us, pin, health),
      ),
  };
}

function breakSensor(
  w: World,
  us: number,
  pin: HandPin,
  health: Exclude<SensorHealth, "ok">,
  name?: string,
): void {
  w.bank.setHealth(us, pin, health);
  const fault = name ?? `sensor-${health}-${pin}`;
  // The technician comes at once, or after one or two more spins.
  const untilSpin = w.spin.n + w.random.below(3);
  w.broken.push({ pin, health, fromUs: us, toUs: Number.POSITIVE_INFINITY, untilSpin, fault });
  if (pin === "X" && health === "dirty") flickerCurtain(w, us);
}

/** A dirty curtain: broken for moments, again and again, until it is cleaned. */
function flickerCurtain(w: World, us: number): void {
  w.agenda.schedule(us + drawUniform(w.random, 0.05, 2) * S, "stray", (now) => {
    if (w.bank.health("X") !== "dirty") return;
    w.bank.addFalsePulse(now, "X", drawUniform(w.random, 500, 40_000));
    flickerCurtain(w, now);
  });
}

const SENSOR_FAULTS = Object.fromEntries(
  (["A", "B", "C", "P", "X", "I", "Q", "R"] as const).flatMap((pin) =>
    (["dead", "stuck", "dirty"] as const).map((health) => [
      `sensor-${health}-${pin}`,
      sensorFault(pin, health),
    ]),
  ),
);

/** Unplugs the cable for a while, or resets the board, in a phase in which something of the spin is then certainly not seen. */
function disturbLine(w: World, act: (us: number) => void): void {
  const { spin } = w;
  scheduleInPhase(w, choosePhase(w, ["track", "track", "fall", "scatter", "rest"]), (us) => {
    act(us);
    if (isBallRunning(spin)) spin.spoiled ??= "line-lost";
  });
}

export const MACHINE_FAULTS: Readonly<Record<string, Fault>> = {
  "hand-brakes-rotor": {
    weight: 1.5,
    phases: TO_SCATTER,
    bring: touchRotor(0.3, 0.85, RUNNING),
  },
  "hand-pushes-rotor": {
    weight: 1,
    phases: TO_SCATTER,
    bring: touchRotor(1.15, 1.7, RUNNING),
  },
  "hand-brushes-rotor": {
    weight: 0.7,
    phases: TO_SCATTER,
    bring: touchRotor(0.96, 0.99, RUNNING),
  },
  "hand-stops-rotor": {
    weight: 1.5,
    phases: TO_SCATTER,
    bring: touchRotor(0, 0, RUNNING),
  },
  "hand-reverses-rotor": {
    weight: 0.7,
    phases: TO_SCATTER,
    bring: touchRotor(-0.9, -0.5, RUNNING),
  },
  "hand-on-rotor-at-rest": {
    weight: 1,
    phases: TO_REST,
    bring: touchRotor(0.4, 0.9, ["rest"]),
  },
  "rotor-jam": {
    weight: 1,
    phases: TO_SCATTER,
    bring: (w) =>
      scheduleInPhase(w, choosePhase(w, RUNNING), (us) => {
        pullRotor(w, us, 0, drawUniform(w.random, 0.02, 0.08) * S);
      }),
  },
  "rotor-stops": {
    weight: 1.5,
    phases: ["idle"],
    bring: (w) => {
      const rpm = drawUniform(w.random, 4, 9);
      w.spin.plan.rotorRpm = rpm;
      w.spin.plan.bearing = { drag: w.g.bearingDrag, friction: rpm / 60 / drawUniform(w.random, 10, 17) };
    },
  },
  "rotor-not-alternated": {
    weight: 2,
    phases: ["idle"],
    bring: (w) => {
      w.spin.plan.notAlternated = true;
    },
  },
  ...SENSOR_FAULTS,
  "quadrature-dead": {
    weight: 0.5,
    phases: TO_SCATTER,
    bring: (w) =>
      scheduleInPhase(w, choosePhase(w, ["idle", "driven", "track"]), (us) => {
        breakSensor(w, us, "Q", "dead", "quadrature-dead");
        breakSensor(w, us, "R", "dead", "quadrature-dead");
      }),
  },
  "cover-on": {
    weight: 0.7,
    phases: TO_SCATTER,
    bring: (w) =>
      scheduleInPhase(w, choosePhase(w, ["track"]), (us) => {
        const { spin } = w;
        breakCurtain(w, us, drawUniform(w.random, 0.8, 2) * S, null);
        w.agenda.schedule(us + 0.6 * S, "fault", (now) => {
          w.bank.setPresence(now, "V", 0, true);
          w.broken.push({
            pin: "V",
            health: "stuck",
            fromUs: now,
            toUs: Number.POSITIVE_INFINITY,
            untilSpin: spin.n,
            fault: "cover-on",
          });
        });
      }),
  },
  tamper: {
    weight: 0.5,
    phases: TO_REST,
    bring: (w) =>
      scheduleInPhase(w, choosePhase(w, ["driven", "track", "rest"]), (us) => {
        const thing = w.things++;
        w.bank.setPresence(us, "W", thing, true);
        if (isBallRunning(w.spin)) w.spin.spoiled ??= "tamper";
        w.agenda.schedule(us + drawUniform(w.random, 0.5, 8) * S, "rim", (now) => {
          w.bank.setPresence(now, "W", thing, false);
        });
      }),
  },
  unplug: {
    weight: 1,
    phases: TO_REST,
    bring: (w) =>
      disturbLine(w, (us) => {
        w.lines.push({ us, what: "unplug" }, { us: us + drawUniform(w.random, 1, 20) * S, what: "replug" });
      }),
  },
  "board-reset": {
    weight: 1,
    phases: TO_REST,
    bring: (w) => disturbLine(w, (us) => w.lines.push({ us, what: "reset" })),
  },
  "line-noise": {
    weight: 1,
    phases: TO_REST,
    bring: (w) =>
      scheduleInPhase(w, choosePhase(w, ["track", "track", "fall", "scatter", "rest"]), (us) => {
        let at = us;
        for (let i = 1 + w.random.below(6); i > 0; i--) {
          w.lines.push({ us: at, what: "noise" });
          at += drawUniform(w.random, 0.02, 2) * S;
        }
      }),
  },
  "wheel-tilted": {
    weight: 1,
    phases: BEFORE,
    bring: (w) => {
      w.usualTilt ??= w.g.tilt;
      w.g.tilt = (drawUniform(w.random, 0.2, 0.4) * Math.PI) / 180;
    },
  },
};
