import { facesOf, type DieFace } from "../../../../src/dice/faces.ts";
import type { RandomSource } from "../../../../src/time/random-source.ts";
import { randomDie, marbleDie } from "../die-makes.ts";
import { orientationWithFaceUp, type DiePose } from "../physics/pose.ts";
import { uniformIn, happensWith } from "../physics/vectors.ts";
import type { CameraSetup } from "../camera-setup.ts";
import { placeCamera } from "./camera.ts";
import type { Arena, DieAppearance, Light, Rgb, Shot, ShownDie } from "./looks.ts";
import type { Sensor } from "./sensor.ts";

/** From, to. */
export type Span = readonly [number, number];

/** Renders like people's snapshots of dice: held by hand, many makes in one picture, a room's light, a telephone's camera. */
export interface PhotoStyle {
  /** Pixels of the largest make's side on the cloth; sides of the others over it, at most 1. */
  readonly sidePx: Span;
  readonly sizes: Span;
  /** Degrees off the upright, and height over the cloth in mm. */
  readonly tilt: Span;
  readonly over: Span;
  readonly dice: Span;
  /** Makes that lie together: at most that many. Shares of makes that are marbled (of those not clear), and clear. */
  readonly makes: number;
  readonly marbled: number;
  readonly clear: number;
  /** Share of makes whose pips hardly differ from the body; of marbled ones that are dark, as their pips are. */
  readonly pale: number;
  readonly dark: number;
  /** Share of makes whose corners a ball cuts; radius of pips over the usual one. */
  readonly round: number;
  readonly pips: Span;
  /** Blur of lens, shake and the telephone's smoothing: standard deviation in pixels. */
  readonly blur: Span;
  /** White paper or plastic, a folded tray on a carpet, coloured paper. */
  readonly ground: "white" | "tray" | "paper";
  /** All dice of a picture show the same face, as whoever collects pictures lays them. */
  readonly alike?: boolean;
}

/** Dice of several makes in one picture: none of them is larger than the camera setup's own. */
export interface Mixed {
  readonly makes: readonly DieAppearance[];
  readonly dice: Span;
  readonly alike: boolean;
}

/** What folded trays are lined with. */
const TRAYS: readonly Rgb[] = [
  [0.5, 0.01, 0.04],
  [0.02, 0.2, 0.1],
  [0.3, 0.16, 0.06],
  [0.012, 0.012, 0.014],
  [0.3, 0.23, 0.04],
  [0.12, 0.04, 0.28],
  [0.03, 0.1, 0.3],
];
const PAPERS: readonly Rgb[] = [
  [0.16, 0.14, 0.36],
  [0.03, 0.14, 0.28],
  [0.04, 0.2, 0.09],
  [0.35, 0.35, 0.36],
];

/** The camera setup with camera, ground, light, sensor and dice of a snapshot; the options' size of pictures stays. */
export function applyPhotoStyle(
  { appearance, setting }: CameraSetup,
  photoStyle: PhotoStyle,
  random: RandomSource,
): CameraSetup {
  const { width, height } = setting.camera;
  const scale = uniformIn(random, ...photoStyle.sidePx) / appearance.side;
  const over = uniformIn(random, ...photoStyle.over);
  const camera = placeCamera({
    width,
    height,
    over,
    scale: scale * (1 - appearance.side / over),
    tilt: uniformIn(random, ...photoStyle.tilt),
    roll: uniformIn(random, 0, 360),
    k1: uniformIn(random, -0.03, 0.03),
  });
  const arena = drawArena(random.fork("arena"), photoStyle, Math.min(width, height) / scale);
  return {
    appearance,
    mixed: {
      makes: makesOf(random.fork("makes"), appearance, photoStyle),
      dice: photoStyle.dice,
      alike: photoStyle.alike === true,
    },
    setting: {
      camera,
      arena,
      light: roomLight(random.fork("light"), over),
      sensor: telephone(random.fork("sensor"), photoStyle.blur),
    },
  };
}

function makesOf(random: RandomSource, { set, side }: DieAppearance, photoStyle: PhotoStyle): DieAppearance[] {
  return Array.from({ length: 1 + random.below(photoStyle.makes) }, (_, i) => {
    const own = random.fork(`${i}`);
    const clear = happensWith(own, photoStyle.clear);
    const made = randomDie(own, {
      set,
      clear,
      side: side * uniformIn(own, ...photoStyle.sizes),
      colours: happensWith(own, photoStyle.pale) ? "pale" : "any",
    });
    const small = uniformIn(own, ...photoStyle.pips);
    const plain: DieAppearance = {
      ...made,
      ball: happensWith(own, photoStyle.round) ? uniformIn(own, 0.66, 0.74) : 0,
      pips: { ...made.pips, radius: made.pips.radius * small, one: made.pips.one * small },
    };
    return !clear && happensWith(own, photoStyle.marbled)
      ? marbleDie(own, plain, happensWith(own, photoStyle.dark))
      : plain;
  });
}

/** `reach`: millimetres over the shorter side of the picture. */
function drawArena(random: RandomSource, { ground }: PhotoStyle, reach: number): Arena {
  const white = uniformIn(random, 0.62, 0.8);
  const floor =
    ground === "white"
      ? ([white, white, white * 0.98] as const)
      : random.pick(ground === "tray" ? TRAYS : PAPERS);
  const far = ground === "tray" ? uniformIn(random, 0.3, 0.42) * reach : 2 * reach;
  const outside = uniformIn(random, 0.08, 0.3);
  const tray = { lean: uniformIn(random, 12, 25), litter: uniformIn(random, 0.4, 1) };
  return {
    shape: "rect",
    half: [far * uniformIn(random, 0.85, 1.15), far],
    wall: ground === "tray" ? uniformIn(random, 22, 35) : 1,
    rim: 2,
    cloth: ground === "tray" ? "felt" : "plain",
    floor,
    print: floor,
    wallColour: floor,
    outside: [outside, outside * 0.95, outside * 0.8],
    grain: uniformIn(random, 0.03, 0.15),
    pitch: uniformIn(random, 0.7, 2),
    pattern: random.below(1_000_000),
    ...(ground === "tray" ? tray : {}),
  };
}

/** One lamp or window to one side that throws shadows, a weaker one elsewhere, a lit room around. */
function roomLight(random: RandomSource, over: number): Light {
  const ambient = uniformIn(random, 0.3, 0.65);
  const split = uniformIn(random, 0.65, 1);
  const lamps = [split, 1 - split].map((part) => {
    const [far, angle] = [uniformIn(random, 0.5, 1.6) * over, uniformIn(random, 0, 2 * Math.PI)];
    const at = { x: far * Math.cos(angle), y: far * Math.sin(angle), height: uniformIn(random, 1, 2.5) * over };
    return { ...at, inner: 0, outer: uniformIn(random, 25, 120), share: part * (1 - ambient) };
  });
  return { lamps, ambient, ceiling: uniformIn(random, 0.05, 0.4), weights: [0.3, 0.59, 0.11] };
}

/** A telephone exposes for white paper and smooths its noise away. */
function telephone(random: RandomSource, blur: Span): Sensor {
  const gamma = uniformIn(random, 1.9, 2.4);
  return {
    blur: uniformIn(random, ...blur),
    fullWell: uniformIn(random, 5_000, 20_000),
    readNoise: uniformIn(random, 3, 12),
    gamma,
    exposure: (uniformIn(random, 190, 245) / 255) ** gamma / uniformIn(random, 0.6, 0.8),
    black: uniformIn(random, 0, 8),
    vignette: uniformIn(random, 0, 0.3),
    open: 0.002,
  };
}

/** Dice of one throw: 1 to 5 of a camera setup of one make. What mixed makes ask of chance is a stream of their own. */
export function countOfDice(mixed: Mixed | undefined, random: RandomSource): number {
  if (mixed === undefined) return 1 + random.below(5);
  return Math.floor(uniformIn(random.fork("number"), mixed.dice[0], mixed.dice[1] + 1));
}

const withFace = ({ appearance, pose }: ShownDie, face: DieFace): DiePose => ({
  ...pose,
  orientation: orientationWithFaceUp(appearance.set, pose.orientation, face),
});

/** The shot with each die of a make of its own, places as they were: none is larger, so none comes to touch. */
export function mixMakes(shot: Shot, mixed: Mixed | undefined, chances: RandomSource): Shot {
  if (mixed === undefined) return shot;
  const { makes, alike } = mixed;
  const random = chances.fork("makes");
  const dice = shot.dice.map((die): ShownDie => {
    const appearance = random.pick(makes);
    const [x, y, z] = die.pose.at;
    return {
      ...die,
      appearance,
      pose: { ...die.pose, at: [x, y, z - (die.appearance.side - appearance.side) / 2] },
    };
  });
  const [first] = dice;
  if (alike && first !== undefined) {
    const face = random.pick(facesOf(first.appearance.set));
    return { ...shot, dice: dice.map((die) => ({ ...die, pose: withFace(die, face) })) };
  }
  return { ...shot, dice };
}
