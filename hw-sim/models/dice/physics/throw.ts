import RAPIER, {
  type Collider,
  type ColliderDesc,
  type RigidBody,
  type World,
} from "@dimforge/rapier3d-deterministic-compat";
import type { Place } from "./place.ts";
import type { DieMotion, DiePose } from "./pose.ts";
import type { Start } from "./starts.ts";
import type { Vec3 } from "./vectors.ts";

/** mm/s² */
export const GRAVITY = 9_810;
/** Steps a second: 24, 25, 30, 50, 60, 100 and 120 pictures a second all fall on steps. */
const STEPS = 600;
/** Seconds after which a throw that has not come to rest is ended. */
const SECONDS_MAX = 8;
/** Dice in one throw. */
const DICE_MAX = 12;
/** Steps of stillness after which a die lies. On an edge, stillness that long is out of reach: e-fold 33 ms. */
const QUIET = 72;
/** A die of this size is what the solver takes for usual, mm; the share of it by which things may be in each other. */
const USUAL_SIDE = 16;
const ALLOWED_DEPTH = 0.001;
/** How stiff contacts are, Hz: with the solver's usual 30 a heap of dice is pressed together by half a millimetre. */
const STIFFNESS = 90;
/** Bounce and friction of two dice is what they are of cloth, but for these. */
const DICE_BOUNCE = 0.4;
const DICE_FRICTION = 0.7;
const WALL_THICKNESS = 4;
/** Straight pieces of a round wall: it is nowhere off by more than 0.15 mm. */
const WALL_PIECES = 48;

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

// The solver is WebAssembly, which is compiled once.
await RAPIER.init();

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
  const world = worldOf(place);
  try {
    const dice = starts.map((start) => addDie(world, start, place));
    return followDice(world, dice, rate, kicks);
  } finally {
    world.free();
  }
}

function followDice(
  world: World,
  dice: readonly RigidBody[],
  rate: number,
  kicks: readonly (readonly Kick[])[],
): Flight {
  const frames: FlyingDie[][] = [dice.map(snapshotOf)];
  const toCome = [...kicks];
  let quiet = dice.map(() => 0);
  const isOver = (): boolean => {
    if (quiet.some((steps) => steps < QUIET)) return false;
    const next = toCome.shift();
    if (next === undefined) return true;
    dice.forEach((die, at) => kickUp(die, next[at]));
    quiet = dice.map(() => 0);
    return false;
  };
  let step = 0;
  let settled = false;
  for (; step < STEPS * SECONDS_MAX; step++) {
    settled = isOver();
    if (settled) break;
    world.step();
    quiet = dice.map((die, at) => (isStill(die) ? (quiet[at] ?? 0) + 1 : 0));
    if ((step + 1) % (STEPS / rate) === 0) frames.push(dice.map(snapshotOf));
  }
  return { rate, frames, settled, seconds: step / STEPS, rest: dice.map(poseOf) };
}

/** Floor, lid, wall and what else lies there. */
function worldOf(place: Place): World {
  const world = new RAPIER.World({ x: 0, y: 0, z: -GRAVITY });
  world.timestep = 1 / STEPS;
  world.integrationParameters.lengthUnit = USUAL_SIDE;
  world.integrationParameters.normalizedAllowedLinearError = ALLOWED_DEPTH;
  world.integrationParameters.contact_natural_frequency = STIFFNESS;
  const { bounce, friction, lid, wall, discs } = place;
  const { ColliderDesc: Shape, HalfSpace } = RAPIER;
  const { Min, Max } = RAPIER.CoefficientCombineRule;
  /** Whatever meets it bounces as it says; cloth holds dice better than they hold each other, and a lid less. */
  const add = (shape: ColliderDesc, itsBounce: number, itsFriction = friction): Collider =>
    world.createCollider(
      shape
        .setRestitution(itsBounce)
        .setRestitutionCombineRule(Min)
        .setFriction(itsFriction)
        .setFrictionCombineRule(itsFriction < friction ? Min : Max),
    );
  add(new Shape(new HalfSpace({ x: 0, y: 0, z: 1 })), bounce);
  if (lid < Infinity) add(new Shape(new HalfSpace({ x: 0, y: 0, z: -1 })).setTranslation(0, 0, lid), 0.4, 0.2);
  for (const { away, turn, long } of wallPiecesOf(place))
    add(
      Shape.cuboid(WALL_THICKNESS / 2, long, wall / 2)
        .setTranslation(away * Math.cos(turn), away * Math.sin(turn), wall / 2)
        .setRotation({ w: Math.cos(turn / 2), x: 0, y: 0, z: Math.sin(turn / 2) }),
      bounce + 0.1,
    );
  for (const { at, radius, height } of discs)
    add(
      Shape.cylinder(height / 2, radius)
        .setTranslation(at[0], at[1], at[2] + height / 2)
        .setRotation({ w: Math.SQRT1_2, x: Math.SQRT1_2, y: 0, z: 0 }),
      0.2,
    );
  return world;
}

/** Middle, direction and half the length of each straight piece of the wall, whose inner side is where the place ends. */
function wallPiecesOf({ shape, half: [a, b] }: Place): { away: number; turn: number; long: number }[] {
  const pieces = shape === "round" ? WALL_PIECES : 4;
  return Array.from({ length: pieces }, (_, at) => {
    const turn = (2 * Math.PI * at) / pieces;
    const isAcross = shape === "rect" && at % 2 === 1;
    const long = shape === "round" ? (a + WALL_THICKNESS) * Math.tan(Math.PI / pieces) : Math.max(a, b);
    return { away: (isAcross ? b : a) + WALL_THICKNESS / 2, turn, long };
  });
}

function addDie(
  world: World,
  { side, round, at, orientation, velocity, spin }: Start,
  place: Place,
): RigidBody {
  const [w, x, y, z] = orientation;
  const die = world.createRigidBody(
    RAPIER.RigidBodyDesc.dynamic()
      .setTranslation(...at)
      .setRotation({ w, x, y, z })
      .setLinvel(...velocity)
      .setAngvel({ x: spin[0], y: spin[1], z: spin[2] })
      .setAngularDamping(0.4)
      .setCcdEnabled(true)
      .setCanSleep(false),
  );
  const core = side / 2 - round;
  const shape = RAPIER.ColliderDesc.roundCuboid(core, core, core, round)
    .setMass(1)
    .setRestitution(DICE_BOUNCE)
    .setFriction(place.friction * DICE_FRICTION);
  world.createCollider(shape, die);
  return die;
}

function kickUp(die: RigidBody, kick: Kick | undefined): void {
  if (kick === undefined) return;
  const { velocity, spin } = snapshotOf(die);
  const [x, y, z] = velocity.map((speed, k) => speed + (kick.velocity[k] ?? 0)) as [number, number, number];
  const [u, v, w] = spin.map((speed, k) => speed + (kick.spin[k] ?? 0)) as [number, number, number];
  die.setLinvel({ x, y, z }, true);
  die.setAngvel({ x: u, y: v, z: w }, true);
}

function isStill(die: RigidBody): boolean {
  const { velocity, spin } = snapshotOf(die);
  return Math.hypot(...velocity) < 8 && Math.hypot(...spin) < 0.6;
}

function poseOf(die: RigidBody): DiePose {
  const at = die.translation();
  const { w, x, y, z } = die.rotation();
  return { at: [at.x, at.y, at.z], orientation: [w, x, y, z] };
}

function snapshotOf(die: RigidBody): FlyingDie {
  const [velocity, spin] = [die.linvel(), die.angvel()];
  return {
    ...poseOf(die),
    velocity: [velocity.x, velocity.y, velocity.z],
    spin: [spin.x, spin.y, spin.z],
  };
}
