import type { MovingDie } from "./body.ts";
import { CONTACT, type Contacts } from "./contacts.ts";

/** mm/s² */
export const GRAVITY = 9_810;
/** Passes over all contacts in one step: with four corners on the floor 8 leave less than 1 mm/s. */
const ITERATIONS = 8;
/** Depth that is left alone, mm; the Baumgarte factor: the share of the rest that a step takes back; its largest speed, mm/s. */
const SLOP = 0.02;
const BAUMGARTE = 0.2;
const CORRECTION_SPEED_MAX = 120;
/** Slower than this nothing bounces, mm/s. */
const BOUNCE_FROM = 90;

/**
 * What the solver remembers of each contact within a step: normal impulse, two impulses of friction, wanted speed, then
 * 1 / effective mass along the normal and twice across it.
 */
const MEMORY = 7;
export const makeMemory = ({ numbers }: Contacts): Float64Array =>
  new Float64Array((numbers.length / CONTACT) * MEMORY);

/**
 * Impulses that keep the dice from going through each other and through what is fixed: sequential impulses with Coulomb
 * friction (Catto 2005), contacts not yet closed allowed to close within the step.
 */
export function solveContacts(
  dice: readonly MovingDie[],
  contacts: Contacts,
  dt: number,
  memory: Float64Array,
): void {
  prepareContacts(dice, contacts, dt, memory);
  for (let iteration = 0; iteration < ITERATIONS; iteration++)
    for (let c = 0; c < contacts.count; c++) {
      const a = dice[contacts.first[c] ?? -1];
      if (a === undefined) continue;
      const b = dice[contacts.second[c] ?? -1];
      applyNormalImpulse(a, b, contacts.numbers, memory, c);
      applyFriction(a, b, contacts.numbers, memory, c);
    }
}

/** Speed of the first die's place against the second's along a direction. */
function speedAlong(
  a: MovingDie,
  b: MovingDie | undefined,
  n: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
): number {
  const va = a.velocity;
  const wa = a.spin;
  const rx = n[at] ?? 0;
  const ry = n[at + 1] ?? 0;
  const rz = n[at + 2] ?? 0;
  let vx = (va[0] ?? 0) + (wa[1] ?? 0) * rz - (wa[2] ?? 0) * ry;
  let vy = (va[1] ?? 0) + (wa[2] ?? 0) * rx - (wa[0] ?? 0) * rz;
  let vz = (va[2] ?? 0) + (wa[0] ?? 0) * ry - (wa[1] ?? 0) * rx;
  if (b !== undefined) {
    const vb = b.velocity;
    const wb = b.spin;
    const sx = n[at + 3] ?? 0;
    const sy = n[at + 4] ?? 0;
    const sz = n[at + 5] ?? 0;
    vx -= (vb[0] ?? 0) + (wb[1] ?? 0) * sz - (wb[2] ?? 0) * sy;
    vy -= (vb[1] ?? 0) + (wb[2] ?? 0) * sx - (wb[0] ?? 0) * sz;
    vz -= (vb[2] ?? 0) + (wb[0] ?? 0) * sy - (wb[1] ?? 0) * sx;
  }
  return vx * x + vy * y + vz * z;
}

function inverseMassAlong(
  a: MovingDie,
  b: MovingDie | undefined,
  n: Float64Array,
  at: number,
  d: readonly number[],
): number {
  const [x = 0, y = 0, z = 0] = d;
  const cross2 = (i: number): number => {
    const rx = n[i] ?? 0;
    const ry = n[i + 1] ?? 0;
    const rz = n[i + 2] ?? 0;
    return (ry * z - rz * y) ** 2 + (rz * x - rx * z) ** 2 + (rx * y - ry * x) ** 2;
  };
  return (
    (a.asleep ? 0 : 1 + a.ease * cross2(at)) + (b === undefined || b.asleep ? 0 : 1 + b.ease * cross2(at + 3))
  );
}

function prepareContacts(
  dice: readonly MovingDie[],
  contacts: Contacts,
  dt: number,
  memory: Float64Array,
): void {
  const { numbers } = contacts;
  for (let c = 0; c < contacts.count; c++) {
    const a = dice[contacts.first[c] ?? -1];
    if (a === undefined) continue;
    const b = dice[contacts.second[c] ?? -1];
    const at = c * CONTACT;
    const n = [numbers[at + 6] ?? 0, numbers[at + 7] ?? 0, numbers[at + 8] ?? 0];
    const gap = numbers[at + 9] ?? 0;
    const speed = speedAlong(a, b, numbers, at, n[0] ?? 0, n[1] ?? 0, n[2] ?? 0);
    let wanted =
      gap > 0 ? -gap / dt : Math.min(CORRECTION_SPEED_MAX, (BAUMGARTE * Math.max(0, -gap - SLOP)) / dt);
    if (speed < -BOUNCE_FROM && speed * dt < -gap) wanted = Math.max(wanted, -(numbers[at + 10] ?? 0) * speed);
    const m = c * MEMORY;
    memory[m] = memory[m + 1] = memory[m + 2] = 0;
    memory[m + 3] = wanted;
    setTangents(n[0] ?? 0, n[1] ?? 0, n[2] ?? 0);
    memory[m + 4] = inverseMassAlong(a, b, numbers, at, n);
    memory[m + 5] = inverseMassAlong(a, b, numbers, at, u);
    memory[m + 6] = inverseMassAlong(a, b, numbers, at, t);
  }
}

/** Two directions across the normal and each other: the first from the axis that the normal is least along. */
const u: [number, number, number] = [0, 0, 0];
const t: [number, number, number] = [0, 0, 0];
function setTangents(x: number, y: number, z: number): void {
  const flat = Math.abs(z) > 0.7;
  const ux = flat ? z : -y;
  const uy = flat ? 0 : x;
  const uz = flat ? -x : 0;
  const k = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  u[0] = ux * k;
  u[1] = uy * k;
  u[2] = uz * k;
  t[0] = y * u[2] - z * u[1];
  t[1] = z * u[0] - x * u[2];
  t[2] = x * u[1] - y * u[0];
}

function applyImpulse(
  a: MovingDie,
  b: MovingDie | undefined,
  n: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
): void {
  if (!a.asleep) changeVelocity(a, n[at] ?? 0, n[at + 1] ?? 0, n[at + 2] ?? 0, x, y, z);
  if (b !== undefined && !b.asleep)
    changeVelocity(b, n[at + 3] ?? 0, n[at + 4] ?? 0, n[at + 5] ?? 0, -x, -y, -z);
}

function changeVelocity(
  die: MovingDie,
  rx: number,
  ry: number,
  rz: number,
  x: number,
  y: number,
  z: number,
): void {
  const v = die.velocity;
  const w = die.spin;
  v[0] = (v[0] ?? 0) + x;
  v[1] = (v[1] ?? 0) + y;
  v[2] = (v[2] ?? 0) + z;
  w[0] = (w[0] ?? 0) + die.ease * (ry * z - rz * y);
  w[1] = (w[1] ?? 0) + die.ease * (rz * x - rx * z);
  w[2] = (w[2] ?? 0) + die.ease * (rx * y - ry * x);
}

/** Along the normal: never pulls. */
function applyNormalImpulse(
  a: MovingDie,
  b: MovingDie | undefined,
  n: Float64Array,
  memory: Float64Array,
  c: number,
): void {
  const at = c * CONTACT;
  const x = n[at + 6] ?? 0;
  const y = n[at + 7] ?? 0;
  const z = n[at + 8] ?? 0;
  const before = memory[c * MEMORY] ?? 0;
  const more =
    ((memory[c * MEMORY + 3] ?? 0) - speedAlong(a, b, n, at, x, y, z)) / (memory[c * MEMORY + 4] ?? 1);
  const after = Math.max(0, before + more);
  memory[c * MEMORY] = after;
  const j = after - before;
  if (j !== 0) applyImpulse(a, b, n, at, x * j, y * j, z * j);
}

/** Across the normal: at most friction times the normal impulse. */
function applyFriction(
  a: MovingDie,
  b: MovingDie | undefined,
  n: Float64Array,
  memory: Float64Array,
  c: number,
): void {
  const limit = (n[c * CONTACT + 11] ?? 0) * (memory[c * MEMORY] ?? 0);
  if (limit <= 0) return;
  const at = c * CONTACT;
  const x = n[at + 6] ?? 0;
  const y = n[at + 7] ?? 0;
  const z = n[at + 8] ?? 0;
  setTangents(x, y, z);
  const m = c * MEMORY;
  const u0 = memory[m + 1] ?? 0;
  const t0 = memory[m + 2] ?? 0;
  let u1 = u0 - speedAlong(a, b, n, at, u[0], u[1], u[2]) / (memory[m + 5] ?? 1);
  let t1 = t0 - speedAlong(a, b, n, at, t[0], t[1], t[2]) / (memory[m + 6] ?? 1);
  const size = Math.sqrt(u1 * u1 + t1 * t1);
  if (size > limit) {
    u1 *= limit / size;
    t1 *= limit / size;
  }
  memory[m + 1] = u1;
  memory[m + 2] = t1;
  const du = u1 - u0;
  const dt = t1 - t0;
  applyImpulse(a, b, n, at, u[0] * du + t[0] * dt, u[1] * du + t[1] * dt, u[2] * du + t[2] * dt);
}
