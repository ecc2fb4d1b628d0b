import type { DieFace, FaceSet } from "../../../src/dice/faces.ts";
import { facesOf } from "../../../src/dice/faces.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { gapBetween } from "./physics/distance.ts";
import { layBeside, layFlat, standOnCorner, layOnTop, tiltPose } from "./physics/posed.ts";
import type { DiePose } from "./physics/pose.ts";
import { uniformIn, happensWith, unitOf, type Vec3 } from "./physics/vectors.ts";
import { makeChip, makeHand } from "./objects.ts";
import { distanceInside } from "./physics/place.ts";
import type { Cut, DieAppearance, ShownDie, Shot, Thing } from "./render/looks.ts";
import { countOfDice, mixMakes } from "./render/photo-style.ts";
import { randomCameraSetup, type CameraSetup, type CameraSetupOptions } from "./camera-setup.ts";

/** Kinds of pictures that a reader is measured on. */
export const CATEGORIES = [
  "plain",
  "glare",
  "low-contrast",
  "touching",
  "near-touching",
  "oblique",
  "clear-absorbed",
  "clear-shown",
  "cocked",
  "stacked",
  "chip",
  "rim",
  "hand",
  "spinning",
  "broken",
] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Scene {
  readonly setup: CameraSetup;
  readonly shot: Shot;
  readonly category: Category;
}

/** Tries for a free place before a die is left out: never more than this, whatever the arena. */
const TRIES = 60;

/** A camera setup made for the category and a shot on it. */
export function randomScene(random: RandomSource, category: Category, options: CameraSetupOptions = {}): Scene {
  const setup = randomCameraSetup(random.fork("rig"), { ...optionsFor(random, category), ...options });
  return { setup, category, shot: randomShot(setup, category, random.fork("shot")) };
}

function optionsFor(random: RandomSource, category: Category): CameraSetupOptions {
  // As photographs of this kind are: lamps that nobody sees, nothing between lens and dice
  if (category === "plain") return { light: "good", dome: false };
  if (category === "glare") return { light: "mirrored" };
  if (category === "low-contrast") return { colours: "pale" };
  if (category === "oblique") return { oblique: uniformIn(random, 12, 32) };
  if (category === "clear-absorbed") return { clear: "absorbed", light: "good" };
  if (category === "clear-shown") return { clear: "shown", light: "good" };
  return {};
}

/** Dice of the camera setup as the category wants them; the others of the throw lie flat and apart. */
export function randomShot(
  setup: CameraSetup,
  category: Category,
  random: RandomSource,
  count = countOfDice(setup.mixed, random),
): Shot {
  const { appearance } = setup;
  const special = specialDice(setup, category, random);
  const dice: ShownDie[] = [...special.dice];
  while (dice.length < count) {
    const pose = freePlace(setup, dice, special.things, random);
    if (pose === undefined) break;
    dice.push({ appearance, pose });
  }
  return mixMakes({ dice, things: special.things, drift: 1 }, setup.mixed, random);
}

interface Special {
  readonly dice: readonly ShownDie[];
  readonly things: readonly Thing[];
}

function specialDice(setup: CameraSetup, category: Category, random: RandomSource): Special {
  const { appearance } = setup;
  const only = (dice: readonly ShownDie[], things: readonly Thing[] = []): Special => ({ dice, things });
  switch (category) {
    case "touching":
      return only(pair(setup, random, happensWith(random, 0.5) ? 0.02 : uniformIn(random, 0, 0.45)));
    case "near-touching":
      return only(pair(setup, random, uniformIn(random, 0.55, 2)));
    case "cocked":
      return cocked(setup, random);
    case "stacked":
      return only(stack(setup, random));
    case "chip":
      return chipAt(setup, random);
    case "rim":
      return only(atRim(setup, random));
    case "hand":
      return only([], makeHand(random));
    case "spinning":
      return only([spinning(appearance, randomPlace(setup, random, 0.6), random)]);
    case "broken": {
      const broken = { ...appearance, cuts: [cornerOff(appearance, random)] };
      return only([{ appearance: broken, pose: flatAt(appearance, randomPlace(setup, random, 0.7), random) }]);
    }
    default:
      return only([]);
  }
}

export const anyFace = (set: FaceSet, random: RandomSource): DieFace => random.pick(facesOf(set));

function flatAt(appearance: DieAppearance, [x, y]: readonly [number, number], random: RandomSource): DiePose {
  return layFlat(
    appearance.set,
    appearance.side,
    anyFace(appearance.set, random),
    x,
    y,
    uniformIn(random, 0, 360),
  );
}

/** A place within the part `share` of what arena and picture both hold. */
export function randomPlace(
  setup: CameraSetup,
  random: RandomSource,
  share: number,
): readonly [number, number] {
  const { arena, camera } = setup.setting;
  const reach =
    ((0.5 * Math.min(camera.width, camera.height)) / camera.focal) * camera.at[2] - 0.8 * setup.appearance.side;
  const limit =
    Math.max(setup.appearance.side, Math.min(reach, Math.min(...arena.half) - setup.appearance.side)) * share;
  const [r, angle] = [limit * Math.sqrt(uniformIn(random, 0, 1)), uniformIn(random, 0, 2 * Math.PI)];
  return [r * Math.cos(angle), r * Math.sin(angle)];
}

/** A flat pose clear of all dice and things by more than 1.5 mm, inside the arena. */
function freePlace(
  setup: CameraSetup,
  dice: readonly ShownDie[],
  things: readonly Thing[],
  random: RandomSource,
): DiePose | undefined {
  const { appearance } = setup;
  for (let i = 0; i < TRIES; i++) {
    const pose = flatAt(appearance, randomPlace(setup, random, 1), random);
    const solid = { pose, side: appearance.side, round: 0 };
    const [x, y] = pose.at;
    if (distanceInside(setup.setting.arena, x, y) < appearance.side * 0.75) continue;
    if (dice.some((d) => gapBetween(solid, { pose: d.pose, side: d.appearance.side, round: 0 }) < 1.5))
      continue;
    if (
      things.some(
        (t) => t.kind === "disc" && Math.hypot(t.at[0] - x, t.at[1] - y) < t.radius + appearance.side * 0.8,
      )
    )
      continue;
    return pose;
  }
  return undefined;
}

function pair(setup: CameraSetup, random: RandomSource, gap: number): ShownDie[] {
  const { appearance } = setup;
  const [x, y] = randomPlace(setup, random, 0.55);
  const yaw = uniformIn(random, 0, 360);
  const first = layFlat(appearance.set, appearance.side, anyFace(appearance.set, random), x, y, yaw);
  const angle = happensWith(random, 0.4) ? uniformIn(random, 5, 45) : 0;
  const slide = uniformIn(random, -0.7, 0.7) * appearance.side;
  // A corner of the turned die must meet the other's side, not pass it
  const own = angle === 0 ? slide : slide * 0.3;
  const way = { gap, slide: own, yaw: angle, round: appearance.rounding * appearance.side };
  const second = layBeside(
    appearance.set,
    appearance.side,
    anyFace(appearance.set, random),
    { at: first.at, yaw, side: appearance.side },
    way,
  );
  return [
    { appearance, pose: first },
    { appearance, pose: second },
  ];
}

function stack(setup: CameraSetup, random: RandomSource): ShownDie[] {
  const { appearance } = setup;
  const [x, y] = randomPlace(setup, random, 0.55);
  const shift = (): number => uniformIn(random, -0.35, 0.35) * appearance.side;
  const place = { x: x + shift(), y: y + shift(), height: appearance.side, yaw: uniformIn(random, 0, 360) };
  return [
    { appearance, pose: flatAt(appearance, [x, y], random) },
    { appearance, pose: layOnTop(appearance.set, appearance.side, anyFace(appearance.set, random), place) },
  ];
}

/** A die that leans by 3 to 45 degrees: on a chip's edge, on another die, or on nothing that is seen. */
function cocked(setup: CameraSetup, random: RandomSource): Special {
  const { appearance } = setup;
  const [x, y] = randomPlace(setup, random, 0.5);
  const base = flatAt(appearance, [x, y], random);
  const round = appearance.rounding * appearance.side;
  const way = uniformIn(random, 0, 360);
  const [cos, sin] = [Math.cos((way * Math.PI) / 180), Math.sin((way * Math.PI) / 180)];
  const kind = random.below(3);
  if (kind === 0) {
    // One lower edge on the cloth, the opposite one on the chip
    const made = makeChip(random, 0, 0);
    const tilt =
      (Math.asin(Math.min(0.7, made.height / (appearance.side * uniformIn(random, 0.7, 1)))) * 180) / Math.PI;
    const off = made.radius + appearance.side * 0.32;
    const leaning = tiltPose(
      { ...base, orientation: flatYaw(appearance, random, way) },
      appearance.side,
      round,
      -tilt,
      way,
    );
    return {
      dice: [{ appearance, pose: leaning }],
      things: [{ ...made, at: [x + cos * off, y + sin * off, 0] }],
    };
  }
  const tilt = uniformIn(random, 3, 45);
  const leaning = tiltPose(
    { ...base, orientation: flatYaw(appearance, random, way) },
    appearance.side,
    round,
    -tilt,
    way,
  );
  if (kind === 1) return { dice: [{ appearance, pose: leaning }], things: [] };
  const t = (tilt * Math.PI) / 180;
  // The other die stands under the raised edge
  const off = (appearance.side / 2) * Math.cos(t) + appearance.side * (0.5 + 0.5 * Math.sin(t)) + 0.1;
  const other = layFlat(
    appearance.set,
    appearance.side,
    anyFace(appearance.set, random),
    x + cos * off,
    y + sin * off,
    way,
  );
  return {
    dice: [
      { appearance, pose: leaning },
      { appearance, pose: other },
    ],
    things: [],
  };
}

const flatYaw = (appearance: DieAppearance, random: RandomSource, yaw: number): DiePose["orientation"] =>
  layFlat(appearance.set, appearance.side, anyFace(appearance.set, random), 0, 0, yaw + 90 * random.below(4))
    .orientation;

/** A chip under a die (level, higher by the chip), against it, or lying by itself. */
function chipAt(setup: CameraSetup, random: RandomSource): Special {
  const { appearance } = setup;
  const [x, y] = randomPlace(setup, random, 0.45);
  const made = makeChip(random, x, y);
  const kind = random.below(3);
  if (kind === 0) return { dice: [], things: [made] };
  const yaw = uniformIn(random, 0, 360);
  if (kind === 1) {
    const place = {
      x: x + uniformIn(random, -6, 6),
      y: y + uniformIn(random, -6, 6),
      height: made.height,
      yaw,
    };
    return {
      dice: [
        {
          appearance,
          pose: layOnTop(appearance.set, appearance.side, anyFace(appearance.set, random), place),
        },
      ],
      things: [made],
    };
  }
  const way = (yaw * Math.PI) / 180;
  const off = made.radius + appearance.side / 2 + 0.1;
  const pose = layFlat(
    appearance.set,
    appearance.side,
    anyFace(appearance.set, random),
    x + off * Math.cos(way),
    y + off * Math.sin(way),
    yaw,
  );
  return { dice: [{ appearance, pose }], things: [made] };
}

/** A die against the wall, or beyond it. */
function atRim(setup: CameraSetup, random: RandomSource): ShownDie[] {
  const { appearance } = setup;
  const { arena } = setup.setting;
  const way = uniformIn(random, 0, 2 * Math.PI);
  const [cos, sin] = [Math.cos(way), Math.sin(way)];
  const wall =
    arena.shape === "round"
      ? arena.half[0]
      : Math.min(arena.half[0] / Math.max(1e-9, Math.abs(cos)), arena.half[1] / Math.max(1e-9, Math.abs(sin)));
  const outside = happensWith(random, 0.3);
  const far = outside
    ? wall + arena.rim + appearance.side * uniformIn(random, 0.8, 1.2)
    : wall - appearance.side / 2;
  const yaw = arena.shape === "round" ? (way * 180) / Math.PI : 0;
  let pose = layFlat(
    appearance.set,
    appearance.side,
    anyFace(appearance.set, random),
    far * cos,
    far * sin,
    outside ? random.below(360) : yaw,
  );
  for (let i = 0; i < 40 && !outside && insideOf(setup, pose) < 0; i++)
    pose = { ...pose, at: [pose.at[0] - cos * 0.25, pose.at[1] - sin * 0.25, pose.at[2]] };
  return [{ appearance, pose }];
}

/** Millimetres that the die's outermost corner lies inside the wall. */
function insideOf(setup: CameraSetup, pose: DiePose): number {
  const h = setup.appearance.side / 2;
  const [w, , , z] = pose.orientation;
  const yaw = 2 * Math.atan2(z, w);
  const [c, s] = [h * Math.cos(yaw), h * Math.sin(yaw)];
  const at = (a: number, b: number): number =>
    distanceInside(setup.setting.arena, pose.at[0] + a * c - b * s, pose.at[1] + a * s + b * c);
  return Math.min(at(1, 1), at(1, -1), at(-1, 1), at(-1, -1));
}

function spinning(
  appearance: DieAppearance,
  [x, y]: readonly [number, number],
  random: RandomSource,
): ShownDie {
  const round = appearance.rounding * appearance.side;
  const pose = standOnCorner(appearance.side, round, x, y, uniformIn(random, 0, 360), uniformIn(random, 0, 8));
  const velocity: Vec3 = [uniformIn(random, -20, 20), uniformIn(random, -20, 20), 0];
  return { appearance, pose, motion: { velocity, spin: [0, 0, uniformIn(random, 30, 120)] } };
}

/** A corner broken off: 0.15 to 0.35 of the side along the edges. */
export function cornerOff(appearance: DieAppearance, random: RandomSource): Cut {
  const sign = (): number => random.pick([-1, 1]);
  const normal = unitOf([
    sign() * uniformIn(random, 0.7, 1.3),
    sign() * uniformIn(random, 0.7, 1.3),
    sign() * uniformIn(random, 0.7, 1.3),
  ]);
  const corner = 0.5 * (Math.abs(normal[0]) + Math.abs(normal[1]) + Math.abs(normal[2]));
  const rounded = appearance.ball > 0 ? appearance.ball : corner - appearance.rounding * 0.7;
  return { normal, offset: Math.min(corner, rounded) - uniformIn(random, 0.08, 0.2) };
}
