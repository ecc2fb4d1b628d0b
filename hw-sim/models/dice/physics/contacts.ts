import type { MovingDie } from "./body.ts";
import { EDGES, type Disc } from "./distance.ts";
import { findNearestWall, type Place } from "./place.ts";

/**
 * Places where a die meets something. Numbers of one contact: arm to the place from the first die's middle (3), from the
 * second's (3), normal towards the first die (3), gap in mm, bounce, friction.
 */
export const CONTACT = 12;
/** Contacts of one step; further ones are left out: 32 dice lying on each other stay below. */
const CONTACTS_MAX = 512;

export interface Contacts {
  readonly numbers: Float64Array;
  /** Index of the first die and of the second; -1: something fixed. */
  readonly first: Int16Array;
  readonly second: Int16Array;
  count: number;
}

export const makeContacts = (): Contacts => ({
  numbers: new Float64Array(CONTACTS_MAX * CONTACT),
  first: new Int16Array(CONTACTS_MAX),
  second: new Int16Array(CONTACTS_MAX),
  count: 0,
});

const near = new Float64Array(4);

/** Finds the contacts of this step: nearer than what can be covered in `dt`. Dice that sleep with all they touch are left out. */
export function findContacts(dice: readonly MovingDie[], place: Place, dt: number, contacts: Contacts): void {
  contacts.count = 0;
  dice.forEach((die, i) => {
    if (die.asleep) return;
    const reach = reachOf(die, dt);
    findFixedContacts(die, i, place, reach, contacts);
    for (const disc of place.discs) findDiscContacts(die, i, disc, place, reach, contacts);
  });
  for (let i = 0; i < dice.length; i++)
    for (let j = i + 1; j < dice.length; j++) {
      const [a, b] = [dice[i], dice[j]];
      if (a === undefined || b === undefined || (a.asleep && b.asleep)) continue;
      const x = (a.at[0] ?? 0) - (b.at[0] ?? 0);
      const y = (a.at[1] ?? 0) - (b.at[1] ?? 0);
      const z = (a.at[2] ?? 0) - (b.at[2] ?? 0);
      const reach = reachOf(a, dt) + reachOf(b, dt);
      const limit = 0.87 * (a.side + b.side) + reach;
      if (x * x + y * y + z * z > limit * limit) continue;
      findDiceContacts(a, i, b, j, place, reach, contacts);
      findDiceContacts(b, j, a, i, place, reach, contacts);
    }
}

function reachOf(die: MovingDie, dt: number): number {
  const v = die.velocity;
  const w = die.spin;
  const speed = Math.sqrt((v[0] ?? 0) ** 2 + (v[1] ?? 0) ** 2 + (v[2] ?? 0) ** 2);
  const angle = Math.sqrt((w[0] ?? 0) ** 2 + (w[1] ?? 0) ** 2 + (w[2] ?? 0) ** 2);
  return 0.3 + (speed + angle * die.side * 0.87) * dt * 1.2;
}

function addContact(
  contacts: Contacts,
  first: number,
  second: number,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  n: ArrayLike<number>,
  gap: number,
  bounce: number,
  friction: number,
): void {
  if (contacts.count === CONTACTS_MAX) return;
  const at = contacts.count * CONTACT;
  const { numbers } = contacts;
  for (let k = 0; k < 3; k++) {
    numbers[at + k] = a[k] ?? 0;
    numbers[at + 3 + k] = b[k] ?? 0;
    numbers[at + 6 + k] = n[k] ?? 0;
  }
  numbers[at + 9] = gap;
  numbers[at + 10] = bounce;
  numbers[at + 11] = friction;
  contacts.first[contacts.count] = first;
  contacts.second[contacts.count] = second;
  contacts.count++;
}

const arm = new Float64Array(3);
const other = new Float64Array(3);
const normal = new Float64Array(3);
const NONE = new Float64Array(3);

/** Floor, wall and lid: by the balls at the core's corners. */
function findFixedContacts(die: MovingDie, i: number, place: Place, reach: number, contacts: Contacts): void {
  const [cx, cy, cz] = [die.at[0] ?? 0, die.at[1] ?? 0, die.at[2] ?? 0];
  const span = die.side * 0.87 + reach;
  findNearestWall(place, cx, cy, cz, near);
  const atWall = (near[3] ?? Infinity) < span;
  const low = cz < span;
  const high = cz + span > place.lid;
  if (!atWall && !low && !high) return;
  for (let c = 0; c < 8; c++) {
    for (let k = 0; k < 3; k++) arm[k] = die.arms[c * 3 + k] ?? 0;
    const z = cz + (arm[2] ?? 0);
    if (z - die.round < reach && low)
      addFixedContact(die, i, 0, 0, 1, z - die.round, place.bounce, place.friction, contacts);
    if (high && place.lid - z - die.round < reach)
      addFixedContact(die, i, 0, 0, -1, place.lid - z - die.round, 0.4, 0.2, contacts);
    if (!atWall) continue;
    findNearestWall(place, cx + (arm[0] ?? 0), cy + (arm[1] ?? 0), z, near);
    const gap = (near[3] ?? Infinity) - die.round;
    if (gap > reach || gap < -die.side) continue;
    addFixedContact(
      die,
      i,
      near[0] ?? 0,
      near[1] ?? 0,
      near[2] ?? 0,
      gap,
      place.bounce + 0.1,
      place.friction,
      contacts,
    );
  }
}

/** A contact of the ball at `arm` with something fixed. */
function addFixedContact(
  die: MovingDie,
  i: number,
  nx: number,
  ny: number,
  nz: number,
  gap: number,
  bounce: number,
  friction: number,
  contacts: Contacts,
): void {
  normal[0] = nx;
  normal[1] = ny;
  normal[2] = nz;
  for (let k = 0; k < 3; k++) other[k] = (arm[k] ?? 0) - die.round * (normal[k] ?? 0);
  addContact(contacts, i, -1, other, NONE, normal, gap, bounce, friction);
}

const p = new Float64Array(3);
const q = new Float64Array(3);

/** Places of a's core (corners, and on each edge the one nearest to b) against b. */
function findDiceContacts(
  a: MovingDie,
  i: number,
  b: MovingDie,
  j: number,
  place: Place,
  reach: number,
  contacts: Contacts,
): void {
  const round = a.round + b.round;
  const addIfNear = (): void => {
    const d = gradientOfCube(b, p, normal) - round;
    if (d > reach || d < -0.6 * a.side) return;
    for (let k = 0; k < 3; k++) {
      arm[k] = (p[k] ?? 0) - (normal[k] ?? 0) * a.round - (a.at[k] ?? 0);
      other[k] = (p[k] ?? 0) - (normal[k] ?? 0) * (a.round + Math.min(d, 0)) - (b.at[k] ?? 0);
    }
    addContact(contacts, i, j, arm, other, normal, d, 0.4, place.friction * 0.7);
  };
  for (let c = 0; c < 8; c++) {
    for (let k = 0; k < 3; k++) p[k] = (a.at[k] ?? 0) + (a.arms[c * 3 + k] ?? 0);
    addIfNear();
  }
  for (const [from, to] of EDGES) {
    const where = nearestOnEdge(a, from, to, (s) => gradientOfCube(b, s, q));
    if (where > 0.02 && where < 0.98) {
      placeOnEdge(a, from, to, where, p);
      addIfNear();
    }
  }
}

function findDiscContacts(
  die: MovingDie,
  i: number,
  disc: Disc,
  place: Place,
  reach: number,
  contacts: Contacts,
): void {
  const flat = Math.hypot((die.at[0] ?? 0) - disc.at[0], (die.at[1] ?? 0) - disc.at[1]);
  if (flat > disc.radius + die.side + reach || (die.at[2] ?? 0) > disc.at[2] + disc.height + die.side + reach)
    return;
  const addIfNear = (): void => {
    const d = gradientOfDisc(disc, p, normal) - die.round;
    if (d > reach || d < -die.side) return;
    for (let k = 0; k < 3; k++) arm[k] = (p[k] ?? 0) - (die.at[k] ?? 0);
    addFixedContact(die, i, normal[0] ?? 0, normal[1] ?? 0, normal[2] ?? 0, d, 0.2, place.friction, contacts);
  };
  for (let c = 0; c < 8; c++) {
    for (let k = 0; k < 3; k++) p[k] = (die.at[k] ?? 0) + (die.arms[c * 3 + k] ?? 0);
    addIfNear();
  }
  for (const [from, to] of EDGES) {
    const where = nearestOnEdge(die, from, to, (s) => gradientOfDisc(disc, s, q));
    if (where <= 0.02 || where >= 0.98) continue;
    placeOnEdge(die, from, to, where, p);
    addIfNear();
  }
  findRimContacts(die, i, disc, place, reach, contacts);
}

/** The disc's upper rim against the die's sides: the die leans on it. */
function findRimContacts(
  die: MovingDie,
  i: number,
  disc: Disc,
  place: Place,
  reach: number,
  contacts: Contacts,
): void {
  const towards = Math.atan2((die.at[1] ?? 0) - disc.at[1], (die.at[0] ?? 0) - disc.at[0]);
  for (let s = -8; s <= 8; s++) {
    const angle = towards + (s * die.side) / 12 / disc.radius;
    p[0] = disc.at[0] + disc.radius * Math.cos(angle);
    p[1] = disc.at[1] + disc.radius * Math.sin(angle);
    p[2] = disc.at[2] + disc.height;
    const d = gradientOfCube(die, p, normal) - die.round;
    // Below the chip's own level only its rim pushes, and upwards or sideways, never down into the cloth
    if (d > Math.min(reach, 0.5) || d < -die.side / 3 || (normal[2] ?? 0) > 0.3) continue;
    for (let k = 0; k < 3; k++) {
      arm[k] = (p[k] ?? 0) - (die.at[k] ?? 0);
      normal[k] = -(normal[k] ?? 0);
    }
    addContact(contacts, i, -1, arm, NONE, normal, d, 0.2, place.friction);
  }
}

function placeOnEdge(die: MovingDie, from: number, to: number, t: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const a = die.arms[from * 3 + k] ?? 0;
    const b = die.arms[to * 3 + k] ?? 0;
    out[k] = (die.at[k] ?? 0) + a + (b - a) * t;
  }
}

/** Where on an edge a convex distance is least, 0 to 1: twelve thirds, enough for 0.1 mm of 16. */
function nearestOnEdge(die: MovingDie, from: number, to: number, value: (s: Float64Array) => number): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 10; step++) {
    const third = (high - low) / 3;
    placeOnEdge(die, from, to, low + third, p);
    const a = value(p);
    placeOnEdge(die, from, to, high - third, p);
    if (a < value(p)) high -= third;
    else low += third;
  }
  return (low + high) / 2;
}

/** Signed distance of a place from a die's core, and the direction away from it. */
function gradientOfCube(die: MovingDie, at: Float64Array, out: Float64Array): number {
  const { axes, core } = die;
  const vx = (at[0] ?? 0) - (die.at[0] ?? 0);
  const vy = (at[1] ?? 0) - (die.at[1] ?? 0);
  const vz = (at[2] ?? 0) - (die.at[2] ?? 0);
  const x = (axes[0] ?? 0) * vx + (axes[1] ?? 0) * vy + (axes[2] ?? 0) * vz;
  const y = (axes[3] ?? 0) * vx + (axes[4] ?? 0) * vy + (axes[5] ?? 0) * vz;
  const z = (axes[6] ?? 0) * vx + (axes[7] ?? 0) * vy + (axes[8] ?? 0) * vz;
  const ex = Math.abs(x) - core;
  const ey = Math.abs(y) - core;
  const ez = Math.abs(z) - core;
  let gx = 0;
  let gy = 0;
  let gz = 0;
  let d: number;
  if (ex <= 0 && ey <= 0 && ez <= 0) {
    d = Math.max(ex, ey, ez);
    if (d === ex) gx = x < 0 ? -1 : 1;
    else if (d === ey) gy = y < 0 ? -1 : 1;
    else gz = z < 0 ? -1 : 1;
  } else {
    gx = Math.max(0, ex);
    gy = Math.max(0, ey);
    gz = Math.max(0, ez);
    d = Math.sqrt(gx * gx + gy * gy + gz * gz);
    gx *= (x < 0 ? -1 : 1) / d;
    gy *= (y < 0 ? -1 : 1) / d;
    gz *= (z < 0 ? -1 : 1) / d;
  }
  for (let k = 0; k < 3; k++) out[k] = (axes[k] ?? 0) * gx + (axes[3 + k] ?? 0) * gy + (axes[6 + k] ?? 0) * gz;
  return d;
}

/** Signed distance of a place from a disc, and the direction away from it. */
function gradientOfDisc(disc: Disc, at: Float64Array, out: Float64Array): number {
  const x = (at[0] ?? 0) - disc.at[0];
  const y = (at[1] ?? 0) - disc.at[1];
  const far = Math.sqrt(x * x + y * y);
  const r = far - disc.radius;
  const up = (at[2] ?? 0) - disc.at[2] - disc.height;
  const k = far < 1e-9 ? 0 : 1 / far;
  if (r <= 0 || up > 0) {
    const side = Math.max(0, r);
    const rise = up > 0 ? up : r > up ? 0 : up;
    if (r > 0 || rise !== 0) {
      const d = up > 0 ? Math.sqrt(side * side + up * up) : up;
      out[0] = up > 0 ? (x * k * side) / d : 0;
      out[1] = up > 0 ? (y * k * side) / d : 0;
      out[2] = up > 0 ? up / d : 1;
      return d;
    }
  }
  out[0] = x * k;
  out[1] = y * k;
  out[2] = 0;
  return r;
}
