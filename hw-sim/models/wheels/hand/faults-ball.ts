import { leaveOverRim, takeBall } from "./ball.ts";
import { giveUpSpin, BALL_OUTCOMES } from "./croupier.ts";
import { drawUniform, drawBoolean } from "../draws.ts";
import type { Fault } from "./faults.ts";
import { layBall } from "./scatter.ts";
import { dropChip, launchSecondBall, type ChipPlace } from "./objects.ts";
import { threeRevolutionsUs } from "./spin.ts";
import { startSpeedFor } from "./track.ts";
import {
  breakCurtain,
  scheduleInPhase,
  passHandOverRim,
  S,
  type Phase,
  type Plan,
  type World,
} from "./world.ts";

/** Faults of the ball, of other things in the wheel, and of the hands that touch them. */

const BEFORE: readonly Phase[] = ["idle", "driven"];
const TO_TRACK: readonly Phase[] = [...BEFORE, "track"];
const TO_SCATTER: readonly Phase[] = [...TO_TRACK, "fall", "scatter"];
const TO_REST: readonly Phase[] = [...TO_SCATTER, "rest"];

/** The croupier's plan is another one. */
function intend(change: Partial<Plan>): (w: World) => void {
  return (w) => Object.assign(w.spin.plan, change);
}

/** The launch gives the ball enough for so many laps on a level track. */
function launchForLaps(from: number, to: number): (w: World) => void {
  return (w) => {
    w.spin.plan.lapsPerS = startSpeedFor(w.g, drawUniform(w.random, from, to));
  };
}

function jumpOverRim(phase: Phase, from: number, to: number): (w: World) => void {
  return (w) => scheduleInPhase(w, phase, (us) => leaveOverRim(w, us, w.ball, BALL_OUTCOMES), from, to);
}

/** A phase in which the ball runs and which has not passed. */
function chooseRunningPhase(w: World): Phase {
  const phases: Phase[] = ["track", "track", "track", "fall", "scatter"];
  return (
    (TO_TRACK.includes(w.spin.phase) ? null : phases.find((phase) => phase === w.spin.phase)) ??
    w.random.pick(phases)
  );
}

function dropChipAt(place: ChipPlace, unseen: boolean): (w: World) => void {
  return (w) =>
    scheduleInPhase(w, chooseRunningPhase(w), (us) => dropChip(w, us, place, unseen, BALL_OUTCOMES));
}

export const BALL_FAULTS: Readonly<Record<string, Fault>> = {
  "ball-with-rotor": {
    weight: 4,
    phases: BEFORE,
    bring: intend({ withRotor: true }),
  },
  "weak-launch": {
    weight: 3,
    phases: BEFORE,
    bring: launchForLaps(0.2, 2.9),
  },
  "launch-near-three": {
    weight: 2,
    phases: BEFORE,
    bring: launchForLaps(2.7, 3.3),
  },
  "launch-one-lap": {
    weight: 1,
    phases: BEFORE,
    bring: launchForLaps(0.7, 1.4),
  },
  "launch-two-laps": {
    weight: 1,
    phases: BEFORE,
    bring: launchForLaps(1.7, 2.4),
  },
  "short-run": {
    weight: 2,
    phases: BEFORE,
    bring: launchForLaps(3.1, 5),
  },
  "launch-missed": {
    weight: 1,
    phases: BEFORE,
    bring: intend({ dropped: true }),
  },
  "ball-over-rim-launch": {
    weight: 1.5,
    phases: BEFORE,
    bring: jumpOverRim("track", 0.001, 0.03),
  },
  "ball-over-rim-run": {
    weight: 1.5,
    phases: TO_TRACK,
    bring: jumpOverRim("track", 0.05, 0.97),
  },
  "ball-over-rim-deflector": {
    weight: 1.5,
    phases: TO_TRACK,
    bring: intend({ deflector: "over-rim" }),
  },
  "ball-over-rim-rotor": {
    weight: 1.5,
    phases: TO_SCATTER,
    bring: jumpOverRim("scatter", 0.05, 0.9),
  },
  "early-relaunch": {
    weight: 1,
    phases: ["idle"],
    bring: (w) => {
      w.spin.plan.rotorRpm = drawUniform(w.random, 8, 9);
      jumpOverRim("track", 0.2, 0.9)(w);
      w.relaunchEarly = true;
    },
  },
  "ball-on-deflector": {
    weight: 1.5,
    phases: TO_TRACK,
    bring: intend({ deflector: "hang" }),
  },
  "ball-on-deflector-falls": {
    weight: 1.5,
    phases: TO_TRACK,
    bring: intend({ deflector: "hang-and-fall" }),
  },
  "ball-on-fret": {
    weight: 1.5,
    phases: TO_SCATTER,
    bring: intend({ fret: true }),
  },
  "ball-slips-off-fret": {
    weight: 1,
    phases: TO_SCATTER,
    bring: intend({ fretSlips: true, fret: true }),
  },
  "chip-on-track": {
    weight: 2,
    phases: TO_SCATTER,
    bring: dropChipAt("track", false),
  },
  "chip-on-cone": {
    weight: 1,
    phases: TO_SCATTER,
    bring: dropChipAt("cone", false),
  },
  "chip-on-rotor": {
    weight: 1,
    phases: TO_SCATTER,
    bring: dropChipAt("rotor", false),
  },
  "chip-in-pocket": {
    weight: 1,
    phases: TO_SCATTER,
    bring: dropChipAt("pocket", false),
  },
  "chip-unseen": {
    weight: 0.5,
    phases: TO_SCATTER,
    bring: dropChipAt("cone", true),
  },
  "chip-unseen-in-pocket": {
    weight: 0.5,
    phases: TO_SCATTER,
    bring: dropChipAt("pocket", true),
  },
  "chip-at-rest": {
    weight: 1,
    phases: TO_REST,
    bring: (w) => scheduleInPhase(w, "rest", (us) => dropChip(w, us, "pocket", false, BALL_OUTCOMES)),
  },
  "second-ball": {
    weight: 1.5,
    phases: TO_TRACK,
    bring: (w) => scheduleInPhase(w, "track", (us) => launchSecondBall(w, us, BALL_OUTCOMES), 0.15, 0.9),
  },
  "second-ball-in-pocket": {
    weight: 1,
    phases: ["idle"],
    bring: laySecondBall,
  },
  "hand-over-rim": {
    weight: 1.5,
    phases: TO_TRACK,
    bring: (w) =>
      scheduleInPhase(
        w,
        "track",
        (us) => breakCurtain(w, us, drawUniform(w.random, 0.15, 0.9) * S, null),
        0.15,
        0.95,
      ),
  },
  "ball-lifted-track": {
    weight: 1,
    phases: TO_TRACK,
    bring: (w) => scheduleInPhase(w, "track", (us) => liftBall(w, us), 0.15, 0.95),
  },
  "ball-lifted": {
    weight: 2,
    phases: TO_REST,
    bring: (w) =>
      scheduleInPhase(w, "rest", (us) => actBeforeRevolutions(w, us, 2.6, (now) => liftBall(w, now)), 0, 0),
  },
  "ball-touched": {
    weight: 1.5,
    phases: TO_REST,
    bring: (w) =>
      scheduleInPhase(w, "rest", (us) => actBeforeRevolutions(w, us, 2.6, (now) => moveBall(w, now)), 0, 0),
  },
};

/** Before the ball has lain for so many turns: the number has not been seen three times yet. */
function actBeforeRevolutions(w: World, us: number, revolutions: number, act: (us: number) => void): void {
  const { spin } = w;
  const lain = us - (spin.restUs ?? us);
  const left = (threeRevolutionsUs(w, us) * revolutions) / 3 - lain;
  if (left <= 0) return;
  w.agenda.schedule(us + left * drawUniform(w.random, 0.05, 1), "fault", (now) => {
    if (w.spin === spin && spin.phase === "rest") act(now);
  });
}

function liftBall(w: World, us: number): void {
  const { spin } = w;
  w.agenda.schedule(passHandOverRim(w, us, 0.3, 0.9), "fault", (now) => {
    if (w.spin !== spin || w.ball.where === "away" || w.ball.where === "gone") return;
    takeBall(w, now, w.ball);
    spin.spoiled = "ball-lifted";
    giveUpSpin(w, now, drawUniform(w.people, 3, 7) * S);
  });
}

function moveBall(w: World, us: number): void {
  const { spin } = w;
  w.agenda.schedule(passHandOverRim(w, us, 0.4, 1), "fault", (now) => {
    if (w.spin !== spin || w.ball.where !== "pocket") return;
    const steps = drawBoolean(w.random, 0.5) ? 1 : 1 + w.random.below(w.g.pockets - 1);
    layBall(w, now, w.ball, (w.ball.pocket + steps) % w.g.pockets, "pocket");
    spin.spoiled = "ball-touched";
  });
}

function laySecondBall(w: World): void {
  const { spin } = w;
  w.agenda.schedule(passHandOverRim(w, w.us + 0.3 * S, 0.4, 0.8), "fault", (now) => {
    if (w.spin !== spin) return;
    layBall(w, now, w.second, w.random.below(w.g.pockets), "pocket");
    spin.spoiled = "second-ball";
  });
}
