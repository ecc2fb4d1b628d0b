import type { RandomSource } from "../../../src/time/random-source.ts";
import type { FaceSet } from "../../../src/dice/faces.ts";
import { randomDie } from "./die-makes.ts";
import { uniformIn, gaussianOf, happensWith } from "./physics/vectors.ts";
import { placeCamera } from "./render/camera.ts";
import {
  CLOTHS,
  type Arena,
  type ClothKind,
  type DieAppearance,
  type Lamp,
  type Light,
  type Rgb,
} from "./render/looks.ts";
import { brightnessOf } from "./render/light.ts";
import type { Sensor } from "./render/sensor.ts";
import { applyPhotoStyle, type Mixed, type PhotoStyle } from "./render/photo-style.ts";
import type { Setting } from "./render/stage.ts";

/** A table with its camera, its lamps and its dice: what a technician sets up once. */
export interface CameraSetup {
  readonly setting: Setting;
  /** The table's dice are all of this make. */
  readonly appearance: DieAppearance;
  /** Makes that lie together instead. */
  readonly mixed?: Mixed;
}

/** The wanted properties of a camera setup; all others are random. */
export interface CameraSetupOptions {
  readonly set?: FaceSet;
  readonly width?: number;
  readonly height?: number;
  /** Pixels of a die's side. */
  readonly sidePx?: number;
  readonly side?: number;
  readonly light?: "installed" | "good" | "any" | "mirrored" | "hard";
  /** The camera stands as the installation asks: upright, along the arena, all of which it sees. */
  readonly framed?: boolean;
  readonly colours?: "any" | "pale";
  /** Clear dice in light that their dye absorbs, or lets through. */
  readonly clear?: "absorbed" | "shown";
  /** Dice of a casino, renewed before they wear. */
  readonly kept?: boolean;
  /** Degrees that the camera stands off the upright. */
  readonly oblique?: number;
  readonly dome?: boolean;
  readonly arena?: "round" | "rect";
  readonly cloths?: readonly ClothKind[];
  /** Like people's snapshots instead: its camera, ground, light and dice take the place of the above. */
  readonly photoStyle?: PhotoStyle;
}

export function randomCameraSetup(random: RandomSource, options: CameraSetupOptions = {}): CameraSetup {
  const appearance = randomDie(random.fork("die"), {
    ...(options.set === undefined ? {} : { set: options.set }),
    ...(options.side === undefined ? {} : { side: options.side }),
    colours: options.colours ?? "any",
    clear: options.clear !== undefined,
    kept: options.kept === true,
  });
  const [width, height] = [options.width ?? 640, options.height ?? 480];
  const scale = (options.sidePx ?? uniformIn(random, 44, 76)) / appearance.side;
  const over = uniformIn(random, 380, 900);
  const camera = placeCamera({
    width,
    height,
    over,
    scale: scale * (1 - appearance.side / over),
    aim: [gaussianOf(random) * 3, gaussianOf(random) * 3],
    tilt: options.oblique ?? gaussianOf(random) * 1.2,
    roll: options.framed === true ? 180 * random.below(2) + gaussianOf(random) * 2 : uniformIn(random, 0, 360),
    k1: uniformIn(random, -0.12, 0.06),
    k2: uniformIn(random, -0.02, 0.02),
  });
  const arena = randomArena(random.fork("arena"), options, width, height, scale);
  const weights = weightsFor(random, appearance, options.clear);
  const light = randomLight(
    random.fork("light"),
    options.light ?? "any",
    Math.max(...arena.half),
    over,
    weights,
  );
  const sensor = randomSensor(random.fork("sensor"), brightestRadiance(appearance, arena, weights));
  const dome = options.dome ?? (arena.shape === "round" && happensWith(random, 0.35));
  const glass = {
    radius: arena.half[0] + arena.rim + 4,
    dirt: uniformIn(random, 0, 0.5),
    pattern: random.below(1000),
  };
  const setup: CameraSetup = {
    appearance,
    setting: { camera, light, arena, sensor, ...(dome ? { dome: glass } : {}) },
  };
  return options.photoStyle === undefined
    ? setup
    : applyPhotoStyle(setup, options.photoStyle, random.fork("snap"));
}

/** Light times sensitivity: white, or the colour that a clear die's dye absorbs (or lets through). */
function weightsFor(random: RandomSource, appearance: DieAppearance, clear: CameraSetupOptions["clear"]): Rgb {
  const absorb = appearance.clear?.absorb;
  if (absorb === undefined || clear === undefined)
    return random.pick<Rgb>([
      [0.33, 0.34, 0.33],
      [0.25, 0.5, 0.25],
      [0.1, 0.8, 0.1],
      [0.45, 0.35, 0.2],
    ]);
  const best = absorb.indexOf(clear === "absorbed" ? Math.max(...absorb) : Math.min(...absorb));
  const stray = uniformIn(random, 0, 0.02);
  return [0, 1, 2].map((i) => (i === best ? 1 - 2 * stray : stray)) as unknown as Rgb;
}

function randomArena(
  random: RandomSource,
  options: CameraSetupOptions,
  width: number,
  height: number,
  scale: number,
): Arena {
  const shape = options.arena ?? (happensWith(random, 0.65) ? "round" : "rect");
  const fill =
    shape === "round"
      ? uniformIn(random, 0.8, 1.05)
      : uniformIn(random, 0.9, options.framed === true ? 1.05 : 1.6);
  const half = (Math.min(width, height) / 2 / scale) * fill;
  const tone = uniformIn(random, 0.04, 0.45);
  const floor = random.pick<Rgb>([
    [tone, tone, tone],
    [tone * 0.3, tone, tone * 0.45],
    [tone, tone * 0.25, tone * 0.25],
    [tone * 0.3, tone * 0.4, tone],
    [tone, tone * 0.8, tone * 0.55],
  ]);
  const wood = uniformIn(random, 0.1, 0.5);
  const outside = uniformIn(random, 0.02, 0.3);
  return {
    shape,
    half: shape === "round" ? [half, half] : [(half * width) / height, half],
    wall: uniformIn(random, 4, 25),
    rim: uniformIn(random, 3, 14),
    cloth: random.pick((options.cloths ?? CLOTHS).filter((kind) => kind !== "bowl" || shape === "round")),
    floor,
    print: happensWith(random, 0.6) ? [0.7, 0.7, 0.65] : [0.65, 0.5, 0.15],
    wallColour: [wood, wood * 0.85, wood * 0.7],
    outside: [outside, outside, outside],
    grain: uniformIn(random, 0.02, 0.3),
    pitch: uniformIn(random, 0.7, 2.4),
    pattern: random.below(1_000_000),
  };
}

/** Lamps. "good": mirrored nowhere in the arena by a level face. "installed": besides, wide and from all sides, in a lit room. */
function randomLight(
  random: RandomSource,
  kind: NonNullable<CameraSetupOptions["light"]>,
  radius: number,
  over: number,
  weights: Rgb,
): Light {
  const height = uniformIn(random, 0.5, 1.2) * over;
  const ambient = kind === "installed" ? uniformIn(random, 0.35, 0.6) : uniformIn(random, 0.15, 0.5);
  // Mirrored at r for a lamp at R: r = R (H-s) / ((H-s) + (L-s)); the arena's corner lies 1.3 radii out
  const clear = 1.35 * radius * (1 + height / over);
  const rest = 1 - ambient;
  const ring = (r: number): Lamp[] => [
    {
      x: gaussianOf(random) * 3,
      y: gaussianOf(random) * 3,
      height,
      inner: r,
      outer: r + uniformIn(random, 10, 40),
      share: rest,
    },
  ];
  const round = (count: number, r: number, size: number): Lamp[] =>
    Array.from({ length: count }, (_, i) => {
      const angle = ((i + uniformIn(random, -0.15, 0.15)) / count) * 2 * Math.PI;
      const at = { x: r * Math.cos(angle), y: r * Math.sin(angle) };
      return { ...at, height, inner: 0, outer: size * uniformIn(random, 0.8, 1.2), share: rest / count };
    });
  const pick = kind === "any" ? random.pick(["good", "good", "good", "soft", "mirrored", "hard"]) : kind;
  const lamps =
    pick === "mirrored"
      ? ring(radius * uniformIn(random, 0.4, 1.1))
      : pick === "hard"
        ? round(1, uniformIn(random, 0.6, 1.6) * over, uniformIn(random, 3, 15))
        : pick === "installed" && happensWith(random, 0.5)
          ? round(4, clear * uniformIn(random, 1.1, 1.6), 90)
          : pick === "installed" || happensWith(random, 0.5)
            ? ring(clear * uniformIn(random, 1, 1.5))
            : round(random.pick([2, 3, 4]), clear * uniformIn(random, 1.05, 1.6), pick === "soft" ? 60 : 30);
  return { lamps, ambient, ceiling: uniformIn(random, 0.02, 0.35), weights };
}

/** Radiance of the brightest thing that counts; it determines the exposure. */
function brightestRadiance(appearance: DieAppearance, arena: Arena, weights: Rgb): number {
  return Math.max(
    brightnessOf(appearance.body, weights) * (appearance.clear === undefined ? 1 : 0.2),
    brightnessOf(appearance.ink, weights) * 0.9,
    brightnessOf(arena.floor, weights),
  );
}

function randomSensor(random: RandomSource, top: number): Sensor {
  const gamma = uniformIn(random, 1, 2.2);
  const grey = uniformIn(random, 130, 245);
  return {
    blur: uniformIn(random, 0.5, 1.3),
    fullWell: Math.exp(uniformIn(random, Math.log(1_500), Math.log(9_000))),
    readNoise: uniformIn(random, 3, 12),
    gamma,
    exposure: (grey / 255) ** gamma / top,
    black: uniformIn(random, 0, 12),
    vignette: uniformIn(random, 0, 0.35),
    open: uniformIn(random, 0.001, 0.004),
  };
}
