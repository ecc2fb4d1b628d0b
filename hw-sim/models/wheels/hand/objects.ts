import { leaveTrack, launchOnTrack, leaveOverRim } from "./ball.ts";
import type { HandPin } from "./sensor-bank.ts";
import { drawUniform, drawBoolean } from "../draws.ts";
import { wrapAngle } from "./rotor-face.ts";
import { POCKET_RADIUS, ROTOR_RADIUS, TRACK_RADIUS } from "./geometry.ts";
import {
  breakCurtain,
  MS,
  isBallRunning,
  S,
  setFact,
  type Foreign,
  type Outcome,
  type World,
} from "./world.ts";

/** Chips and other things that fall into the wheel. */
export type ChipPlace = "track" | "cone" | "rotor" | "pocket";

/** A casino chip: 39 mm across, so half of it in turns of the track and in pockets (28 mm each). */
const CHIP_HALF_TURNS = 0.0195 / (2 * Math.PI * TRACK_RADIUS);
const CHIP_HALF_POCKETS = 0.65;
const IN_POCKET_HALF = 0.35;

/** It crosses the curtain, unless it is too thin or too quick for it (`unseen`), and lies still at `place`. */
export function dropChip(w: World, us: number, place: ChipPlace, unseen: boolean, outcome: Outcome): void {
  if (!unseen) breakCurtain(w, us, drawUniform(w.random, 3, 25) * MS, "foreign-object");
  const { spin } = w;
  w.agenda.schedule(us + 60 * MS, "fault", (now) => {
    if (w.spin !== spin) return;
    if (isBallRunning(spin)) setFact(w, "foreign-object", true, now);
    const angle = drawUniform(w.random, 0, 1);
    if (place === "track") return landOnTrack(w, now, angle, outcome);
    if (place === "cone") {
      // Between track and deflectors: the curtain saw it or nobody.
      w.objects.push(
        makeForeign(w, "chip", angle, drawUniform(w.random, ROTOR_RADIUS, TRACK_RADIUS - 0.03), null, null),
      );
      return;
    }
    const at = drawUniform(w.random, 0, w.g.pockets);
    const pocket = place === "pocket" ? Math.floor(at) : at;
    const laid = w.face.layThing(now, pocket, place === "pocket" ? IN_POCKET_HALF : CHIP_HALF_POCKETS);
    w.objects.push(makeForeign(w, "chip", pocket / w.g.pockets, POCKET_RADIUS, laid, null));
    if (w.face.isUnderReader(now, laid) && w.bank.setPresence(now, "P", laid, true))
      spin.traced.add("foreign-object");
  });
}

function makeForeign(
  w: World,
  what: string,
  angle: number,
  radius: number,
  laid: number | null,
  covers: HandPin | null,
): Foreign {
  return { thing: w.things++, what, angle, radius, laid, covers };
}

/** On the track it may lie in front of a ball sensor, and the ball runs into it. */
function landOnTrack(w: World, us: number, angle: number, outcome: Outcome): void {
  const sensor = w.g.ballSensors.find(
    (one) => Math.abs(wrapAngle(one.angle - angle + 0.5) - 0.5) < CHIP_HALF_TURNS,
  );
  const chip = makeForeign(w, "chip", angle, TRACK_RADIUS, null, sensor?.pin ?? null);
  w.objects.push(chip);
  if (sensor !== undefined && w.bank.setPresence(us, sensor.pin, chip.thing, true))
    w.spin.traced.add("foreign-object");
  const { run } = w.ball;
  if (run === null) return;
  const revolutions = run.turnsAt(us);
  const ahead = wrapAngle(run.sense * (angle - run.from) - revolutions);
  const meets = run.usAt(revolutions + ahead);
  if (meets === Number.POSITIVE_INFINITY) return;
  w.agenda.schedule(meets, w.ball.owner, (now) => collideWithChip(w, now, chip, outcome));
}

/** The ball jumps over it and goes on slower, pushes it along, falls off the track, or leaves the wheel. */
function collideWithChip(w: World, us: number, chip: Foreign, outcome: Outcome): void {
  const { ball } = w;
  const { run } = ball;
  if (run === null) return;
  const revolutions = run.turnsAt(us);
  const speed = run.speedAt(revolutions);
  const sort = drawUniform(w.random, 0, 1);
  if (sort < 0.1 && speed > 1) return leaveOverRim(w, us, ball, outcome);
  if (sort < 0.3) return leaveTrack(w, us, ball, outcome);
  const angle = run.from + run.sense * revolutions;
  if (drawBoolean(w.random, 0.5)) {
    if (chip.covers !== null)
      return continueOnTrack(w, us, angle, revolutions, speed * drawUniform(w.random, 0.3, 0.8), outcome);
    chip.angle = wrapAngle(chip.angle + run.sense * drawUniform(w.random, 0.03, 0.2));
  }
  continueOnTrack(w, us, angle, revolutions, speed * drawUniform(w.random, 0.3, 0.8), outcome);
}

function continueOnTrack(
  w: World,
  us: number,
  angle: number,
  revolutions: number,
  speed: number,
  outcome: Outcome,
): void {
  const { run } = w.ball;
  if (run === null) return;
  w.ball.lapsBefore += revolutions;
  launchOnTrack(w, us, w.ball, angle, run.sense, speed, outcome);
}

/** A hand takes everything out that does not belong there. */
export function clearObjects(w: World, us: number): void {
  for (const { thing, laid, covers } of w.objects) {
    if (laid !== null) {
      w.face.takeThing(us, laid);
      w.bank.setPresence(us, "P", laid, false);
    }
    if (covers !== null) w.bank.setPresence(us, covers, thing, false);
  }
  w.objects = [];
}

/** A second ball on the track while the first one runs, launched the way of the first. */
export function launchSecondBall(w: World, us: number, outcome: Outcome): void {
  const { spin } = w;
  breakCurtain(w, us, 0.6 * S, "foreign-object");
  w.agenda.schedule(us + 0.3 * S, "fault", (now) => {
    if (w.spin !== spin || !isBallRunning(spin)) return;
    setFact(w, "foreign-object", true, now);
    const from = w.g.croupier + drawUniform(w.random, -0.04, 0.04);
    launchOnTrack(
      w,
      now,
      w.second,
      from,
      spin.rotorSense === 1 ? -1 : 1,
      drawUniform(w.random, 1.2, 2.8),
      outcome,
    );
  });
}
