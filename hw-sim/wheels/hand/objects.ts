import { drop, launch, overRim } from "./ball.ts";
import type { HandPin } from "./bank.ts";
import { even, happens } from "./dice.ts";
import { wrap } from "./face.ts";
import { POCKET_RADIUS, ROTOR_RADIUS, TRACK_RADIUS } from "./geometry.ts";
import { crossRim, MS, runs, S, setFact, type Foreign, type Outcome, type World } from "./world.ts";

/** Chips and other things that fall into the wheel. */
export type ChipPlace = "track" | "cone" | "rotor" | "pocket";

/** A casino chip: 39 mm across, so half of it in turns of the track and in pockets (28 mm each). */
const CHIP_HALF_TURNS = 0.0195 / (2 * Math.PI * TRACK_RADIUS);
const CHIP_HALF_POCKETS = 0.65;
const IN_POCKET_HALF = 0.35;

/** It crosses the curtain, unless it is too thin or too quick for it (`unseen`), and lies still at `place`. */
export function dropChip(w: World, us: number, place: ChipPlace, unseen: boolean, outcome: Outcome): void {
  if (!unseen) crossRim(w, us, even(w.random, 3, 25) * MS, "foreign-object");
  const { spin } = w;
  w.agenda.at(us + 60 * MS, "fault", (now) => {
    if (w.spin !== spin) return;
    if (runs(spin)) setFact(w, "foreign-object", true, now);
    const angle = even(w.random, 0, 1);
    if (place === "track") return onTrack(w, now, angle, outcome);
    if (place === "cone") {
      // Between track and deflectors: the curtain saw it or nobody.
      w.objects.push(foreign(w, "chip", angle, even(w.random, ROTOR_RADIUS, TRACK_RADIUS - 0.03), null, null));
      return;
    }
    const at = even(w.random, 0, w.g.pockets);
    const pocket = place === "pocket" ? Math.floor(at) : at;
    const laid = w.face.lay(now, pocket, place === "pocket" ? IN_POCKET_HALF : CHIP_HALF_POCKETS);
    w.objects.push(foreign(w, "chip", pocket / w.g.pockets, POCKET_RADIUS, laid, null));
    if (w.face.under(now, laid) && w.bank.sees(now, "P", laid, true)) spin.traced.add("foreign-object");
  });
}

function foreign(
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
function onTrack(w: World, us: number, angle: number, outcome: Outcome): void {
  const sensor = w.g.ballSensors.find((one) => Math.abs(wrap(one.angle - angle + 0.5) - 0.5) < CHIP_HALF_TURNS);
  const chip = foreign(w, "chip", angle, TRACK_RADIUS, null, sensor?.pin ?? null);
  w.objects.push(chip);
  if (sensor !== undefined && w.bank.sees(us, sensor.pin, chip.thing, true))
    w.spin.traced.add("foreign-object");
  const { run } = w.ball;
  if (run === null) return;
  const revolutions = run.turnsAt(us);
  const ahead = wrap(run.sense * (angle - run.from) - revolutions);
  const meets = run.usAt(revolutions + ahead);
  if (meets === Number.POSITIVE_INFINITY) return;
  w.agenda.at(meets, w.ball.owner, (now) => collide(w, now, chip, outcome));
}

/** The ball jumps over it and goes on slower, pushes it along, falls off the track, or leaves the wheel. */
function collide(w: World, us: number, chip: Foreign, outcome: Outcome): void {
  const { ball } = w;
  const { run } = ball;
  if (run === null) return;
  const revolutions = run.turnsAt(us);
  const speed = run.speedAt(revolutions);
  const sort = even(w.random, 0, 1);
  if (sort < 0.1 && speed > 1) return overRim(w, us, ball, outcome);
  if (sort < 0.3) return drop(w, us, ball, outcome);
  const angle = run.from + run.sense * revolutions;
  if (happens(w.random, 0.5)) {
    if (chip.covers !== null)
      return onward(w, us, angle, revolutions, speed * even(w.random, 0.3, 0.8), outcome);
    chip.angle = wrap(chip.angle + run.sense * even(w.random, 0.03, 0.2));
  }
  onward(w, us, angle, revolutions, speed * even(w.random, 0.3, 0.8), outcome);
}

function onward(
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
  launch(w, us, w.ball, angle, run.sense, speed, outcome);
}

/** A hand takes everything out that does not belong there. */
export function clearObjects(w: World, us: number): void {
  for (const { thing, laid, covers } of w.objects) {
    if (laid !== null) {
      w.face.take(us, laid);
      w.bank.sees(us, "P", laid, false);
    }
    if (covers !== null) w.bank.sees(us, covers, thing, false);
  }
  w.objects = [];
}

/** A second ball on the track while the first one runs, launched the way of the first. */
export function launchSecond(w: World, us: number, outcome: Outcome): void {
  const { spin } = w;
  crossRim(w, us, 0.6 * S, "foreign-object");
  w.agenda.at(us + 0.3 * S, "fault", (now) => {
    if (w.spin !== spin || !runs(spin)) return;
    setFact(w, "foreign-object", true, now);
    const from = w.g.croupier + even(w.random, -0.04, 0.04);
    launch(w, now, w.second, from, spin.rotorSense === 1 ? -1 : 1, even(w.random, 1.2, 2.8), outcome);
  });
}
