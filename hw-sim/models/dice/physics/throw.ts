import { advanceDie, makeMovingDie, poseOf, type MovingDie, type Start } from "./body.ts";
import { CONTACT, makeContacts, findContacts, type Contacts } from "./contacts.ts";
import type { Place } from "./place.ts";
import type { DieMotion, DiePose } from "./pose.ts";
import { GRAVITY, makeMemory, solveContacts } from "./solver.ts";
import type { Vec3 } from "./vectors.ts";

/** Steps a second: 24, 25, 30, 50, 60, 100 and 120 pictures a second all fall on steps. */
export const STEPS = 600;
/** Seconds after which a throw that has not come to rest is ended. */
export const SECONDS_MAX = 8;
/** Dice in one throw. */
export const DICE_MAX = 12;

export interface FlyingDie extends DiePose, DieMotion {}

export interface Flight {
  /** Pictures a second of `frames`; the first is the start. */
  readonly rate: number;
  /** All dice at each picture's instant, in the throw's order. */
  readonly frames: readonly (readonly FlyingDie[])[];
  readonly rest: readonly DiePose[];
  /** False: still moving when the time was over. */
  readonly settled: boolean;
  readonly seconds: number;
}

/** A kick of the plate on which a die lies, mm/s and radians a second. */
export interface Kick {
  readonly velocity: Vec3;
  readonly spin: Vec3;
}

/**
 * Throws the dice and follows them until they lie still; then the plate kicks them so often as `kicks` has an entry, each time
 * when all lie still, with one kick for each die. Throws a RangeError for more than 12 dice or an odd rate.
 */
export function simulateFlight(
  starts: readonly Start[],
  place: Place,
  rate = 30,
  kicks: readonly (readonly Kick[])[] = [],
): Flight {
  if (starts.length < 1 || starts.length > DICE_MAX)
    throw new RangeError(`${starts.length} dice in a throw; 1 to ${DICE_MAX}`);
  if (STEPS % rate !== 0) throw new RangeError(`${rate} pictures a second: must divide ${STEPS}`);
  const dice = starts.map(makeMovingDie);
  const contacts = makeContacts();
  const memory = makeMemory(contacts);
  const dt = 1 / STEPS;
  const frames: FlyingDie[][] = [dice.map(snapshotOf)];
  const toCome = [...kicks];
  const isOver = (): boolean => {
    if (dice.some((die) => !die.asleep)) return false;
    const next = toCome.shift();
    if (next === undefined) return true;
    dice.forEach((die, at) => kickUp(die, next[at]));
    return false;
  };
  let step = 0;
  while (step < STEPS * SECONDS_MAX && !isOver()) {
    for (const die of dice) if (!die.asleep) applyGravity(die, dt);
    findContacts(dice, place, dt, contacts);
    wakeStruckDice(dice, contacts);
    solveContacts(dice, contacts, dt, memory);
    for (const die of dice) if (!die.asleep) advanceDie(die, dt);
    putStillDiceToSleep(dice);
    step++;
    if (step % (STEPS / rate) !== 0) continue;
    frames.push(dice.map(snapshotOf));
  }
  return {
    rate,
    frames,
    settled: dice.every((die) => die.asleep),
    seconds: step / STEPS,
    rest: dice.map(poseOf),
  };
}

function applyGravity(die: MovingDie, dt: number): void {
  die.velocity[2] = (die.velocity[2] ?? 0) - GRAVITY * dt;
  for (let k = 0; k < 3; k++) die.spin[k] = (die.spin[k] ?? 0) * (1 - 0.4 * dt);
  // A die that flies over the wall lands on the casino's floor: it stays out of sight below the table
  if ((die.at[2] ?? 0) < -400) putToSleep(die);
}

function kickUp(die: MovingDie, kick: Kick | undefined): void {
  if (kick === undefined) return;
  die.asleep = false;
  die.quiet = 0;
  for (let k = 0; k < 3; k++) {
    die.velocity[k] = (die.velocity[k] ?? 0) + (kick.velocity[k] ?? 0);
    die.spin[k] = (die.spin[k] ?? 0) + (kick.spin[k] ?? 0);
  }
}

function putToSleep(die: MovingDie): void {
  die.asleep = true;
  die.velocity.fill(0);
  die.spin.fill(0);
}

/** A die hit by a moving one moves again; so does one whose neighbour is leaving it. */
function wakeStruckDice(dice: readonly MovingDie[], contacts: Contacts): void {
  for (let c = 0; c < contacts.count; c++) {
    const a = dice[contacts.first[c] ?? -1];
    const b = dice[contacts.second[c] ?? -1];
    if (a === undefined || b === undefined || a.asleep === b.asleep) continue;
    const [still, moving] = a.asleep ? [a, b] : [b, a];
    if ((contacts.numbers[c * CONTACT + 9] ?? 0) > 0.5) continue;
    if (Math.hypot(...moving.velocity) + Math.hypot(...moving.spin) * moving.side < 60) continue;
    still.asleep = false;
    still.quiet = 0;
  }
}

/** Steps of stillness after which a die sleeps. On an edge, stillness that long is out of reach: e-fold 33 ms. */
const QUIET = 72;

/** Dice that are still go to sleep: alone as soon as all they could touch are still, too. */
function putStillDiceToSleep(dice: readonly MovingDie[]): void {
  for (const die of dice) {
    if (die.asleep) continue;
    const [speed, spin] = [Math.hypot(...die.velocity), Math.hypot(...die.spin)];
    die.quiet = speed < 8 && spin < 0.6 ? die.quiet + 1 : 0;
  }
  for (const die of dice) {
    if (die.asleep || die.quiet < QUIET) continue;
    const held = dice.some(
      (other) =>
        other !== die &&
        other.quiet < QUIET &&
        !other.asleep &&
        Math.hypot(...die.at.map((x, k) => x - (other.at[k] ?? 0))) < die.side + other.side,
    );
    if (!held) putToSleep(die);
  }
}

const snapshotOf = (die: MovingDie): FlyingDie => ({
  ...poseOf(die),
  velocity: [...die.velocity] as unknown as Vec3,
  spin: [...die.spin] as unknown as Vec3,
});
