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
    what: "the croupier launches the ball in the rotor's sense",
    weight: 4,
    phases: BEFORE,
    bring: intend({ withRotor: true }),
  },
  "weak-launch": {
    what: "the ball makes fewer than three laps",
    weight: 3,
    phases: BEFORE,
    bring: launchForLaps(0.2, 2.9),
  },
  "launch-near-three": {
    what: "the ball makes about three laps, a little more or less",
    weight: 2,
    phases: BEFORE,
    bring: launchForLaps(2.7, 3.3),
  },
  "launch-one-lap": {
    what: "the ball makes about one lap",
    weight: 1,
    phases: BEFORE,
    bring: launchForLaps(0.7, 1.4),
  },
  "launch-two-laps": {
    what: "the ball makes about two laps",
    weight: 1,
    phases: BEFORE,
    bring: launchForLaps(1.7, 2.4),
  },
  "short-run": {
    what: "the ball makes three to five laps",
    weight: 2,
    phases: BEFORE,
    bring: launchForLaps(3.1, 5),
  },
  "launch-missed": {
    what: "the ball is dropped on the rotor by hand and never runs on the track",
    weight: 1,
    phases: BEFORE,
    bring: intend({ dropped: true }),
  },
  "ball-over-rim-launch": {
    what: "the ball leaves the wheel over the rim at the launch",
    weight: 1.5,
    phases: BEFORE,
    bring: jumpOverRim("track", 0.001, 0.03),
  },
  "ball-over-rim-run": {
    what: "the ball leaves the wheel over the rim while it runs on the track",
    weight: 1.5,
    phases: TO_TRACK,
    bring: jumpOverRim("track", 0.05, 0.97),
  },
  "ball-over-rim-deflector": {
    what: "the ball jumps from a deflector over the rim",
    weight: 1.5,
    phases: TO_TRACK,
    bring: intend({ deflector: "over-rim" }),
  },
  "ball-over-rim-rotor": {
    what: "the ball jumps from the rotor over the rim",
    weight: 1.5,
    phases: TO_SCATTER,
    bring: jumpOverRim("scatter", 0.05, 0.9),
  },
  "early-relaunch": {
    what: "the ball leaves a wheel with a slow rotor, and is launched again before three turns of the rotor",
    weight: 1,
    phases: ["idle"],
    bring: (w) => {
      w.spin.plan.rotorRpm = drawUniform(w.random, 8, 9);
      jumpOverRim("track", 0.2, 0.9)(w);
      w.relaunchEarly = true;
    },
  },
  "ball-on-deflector": {
    what: "the ball hangs on a deflector until somebody takes it",
    weight: 1.5,
    phases: TO_TRACK,
    bring: intend({ deflector: "hang" }),
  },
  "ball-on-deflector-falls": {
    what: "the ball hangs on a deflector and falls after 10 to 40 s",
    weight: 1.5,
    phases: TO_TRACK,
    bring: intend({ deflector: "hang-and-fall" }),
  },
  "ball-on-fret": {
    what: "the ball rests between two pockets on the fret ring",
    weight: 1.5,
    phases: TO_SCATTER,
    bring: intend({ fret: true }),
  },
  "ball-slips-off-fret": {
    what: "the ball rests on the fret ring for 6 to 15 s and then falls into a pocket beside it",
    weight: 1,
    phases: TO_SCATTER,
    bring: intend({ fretSlips: true, fret: true }),
  },
  "chip-on-track": {
    what: "a chip falls on the track",
    weight: 2,
    phases: TO_SCATTER,
    bring: dropChipAt("track", false),
  },
  "chip-on-cone": {
    what: "a chip falls on the stator's cone",
    weight: 1,
    phases: TO_SCATTER,
    bring: dropChipAt("cone", false),
  },
  "chip-on-rotor": {
    what: "a chip falls on the frets",
    weight: 1,
    phases: TO_SCATTER,
    bring: dropChipAt("rotor", false),
  },
  "chip-in-pocket": {
    what: "a chip falls in a pocket",
    weight: 1,
    phases: TO_SCATTER,
    bring: dropChipAt("pocket", false),
  },
  "chip-unseen": {
    what: "something too thin for the light curtain falls on the cone",
    weight: 0.5,
    phases: TO_SCATTER,
    bring: dropChipAt("cone", true),
  },
  "chip-unseen-in-pocket": {
    what: "something too thin for the light curtain falls in a pocket",
    weight: 0.5,
    phases: TO_SCATTER,
    bring: dropChipAt("pocket", true),
  },
  "chip-at-rest": {
    what: "a chip falls on the rotor after the ball has come to rest",
    weight: 1,
    phases: TO_REST,
    bring: (w) => scheduleInPhase(w, "rest", (us) => dropChip(w, us, "pocket", false, BALL_OUTCOMES)),
  },
  "second-ball": {
    what: "a second ball is launched while the first one runs",
    weight: 1.5,
    phases: TO_TRACK,
    bring: (w) => scheduleInPhase(w, "track", (us) => launchSecondBall(w, us, BALL_OUTCOMES), 0.15, 0.9),
  },
  "second-ball-in-pocket": {
    what: "another ball lies in a pocket from before the launch",
    weight: 1,
    phases: ["idle"],
    bring: laySecondBall,
  },
  "hand-over-rim": {
    what: "a hand is held over the wheel while the ball runs and touches nothing",
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
    what: "a hand takes the ball from the track",
    weight: 1,
    phases: TO_TRACK,
    bring: (w) => scheduleInPhase(w, "track", (us) => liftBall(w, us), 0.15, 0.95),
  },
  "ball-lifted": {
    what: "a hand takes the ball out of its pocket before three turns of the rotor",
    weight: 2,
    phases: TO_REST,
    bring: (w) =>
      scheduleInPhase(w, "rest", (us) => actBeforeRevolutions(w, us, 2.6, (now) => liftBall(w, now)), 0, 0),
  },
  "ball-touched": {
    what: "a hand moves the ball to another pocket before three turns of the rotor",
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
