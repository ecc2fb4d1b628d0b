import type { Chance } from "../../src/time/chance.ts";
import type { FaceSet } from "../../src/dice/faces.ts";
import { dieMake } from "./die-makes.ts";
import { even, gauss, happens } from "./physics/vectors.ts";
import { cameraOver } from "./render/camera.ts";
import {
  CLOTHS,
  type Arena,
  type ClothKind,
  type DieLook,
  type Lamp,
  type Light,
  type Rgb,
} from "./render/looks.ts";
import { seen } from "./render/light.ts";
import type { Sensor } from "./render/sensor.ts";
import { snapped, type Mixed, type Snap } from "./render/snap.ts";
import type { Setting } from "./render/stage.ts";

/** A table with its camera, its lamps and its dice: what a technician sets up once. */
export interface Rig {
  readonly setting: Setting;
  /** The table's dice are all of this make. */
  readonly look: DieLook;
  /** Makes that lie together instead. */
  readonly mixed?: Mixed;
}

/** What is asked of a rig; what is not named comes from chance. */
export interface RigWish {
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
  readonly snap?: Snap;
}

export function randomRig(luck: Chance, wish: RigWish = {}): Rig {
  const look = dieMake(luck.fork("die"), {
    ...(wish.set === undefined ? {} : { set: wish.set }),
    ...(wish.side === undefined ? {} : { side: wish.side }),
    colours: wish.colours ?? "any",
    clear: wish.clear !== undefined,
    kept: wish.kept === true,
  });
  const [width, height] = [wish.width ?? 640, wish.height ?? 480];
  const scale = (wish.sidePx ?? even(luck, 44, 76)) / look.side;
  const over = even(luck, 380, 900);
  const camera = cameraOver({
    width,
    height,
    over,
    scale: scale * (1 - look.side / over),
    aim: [gauss(luck) * 3, gauss(luck) * 3],
    tilt: wish.oblique ?? gauss(luck) * 1.2,
    roll: wish.framed === true ? 180 * luck.below(2) + gauss(luck) * 2 : even(luck, 0, 360),
    k1: even(luck, -0.12, 0.06),
    k2: even(luck, -0.02, 0.02),
  });
  const arena = randomArena(luck.fork("arena"), wish, width, height, scale);
  const weights = weightsFor(luck, look, wish.clear);
  const light = randomLight(luck.fork("light"), wish.light ?? "any", Math.max(...arena.half), over, weights);
  const sensor = randomSensor(luck.fork("sensor"), brightest(look, arena, weights));
  const dome = wish.dome ?? (arena.shape === "round" && happens(luck, 0.35));
  const glass = { radius: arena.half[0] + arena.rim + 4, dirt: even(luck, 0, 0.5), pattern: luck.below(1000) };
  const rig: Rig = { look, setting: { camera, light, arena, sensor, ...(dome ? { dome: glass } : {}) } };
  return wish.snap === undefined ? rig : snapped(rig, wish.snap, luck.fork("snap"));
}

/** Light times sensitivity: white, or the colour that a clear die's dye absorbs (or lets through). */
function weightsFor(luck: Chance, look: DieLook, clear: RigWish["clear"]): Rgb {
  const absorb = look.clear?.absorb;
  if (absorb === undefined || clear === undefined)
    return luck.pick<Rgb>([
      [0.33, 0.34, 0.33],
      [0.25, 0.5, 0.25],
      [0.1, 0.8, 0.1],
      [0.45, 0.35, 0.2],
    ]);
  const best = absorb.indexOf(clear === "absorbed" ? Math.max(...absorb) : Math.min(...absorb));
  const stray = even(luck, 0, 0.02);
  return [0, 1, 2].map((i) => (i === best ? 1 - 2 * stray : stray)) as unknown as Rgb;
}

function randomArena(luck: Chance, wish: RigWish, width: number, height: number, scale: number): Arena {
  const shape = wish.arena ?? (happens(luck, 0.65) ? "round" : "rect");
  const fill = shape === "round" ? even(luck, 0.8, 1.05) : even(luck, 0.9, wish.framed === true ? 1.05 : 1.6);
  const half = (Math.min(width, height) / 2 / scale) * fill;
  const tone = even(luck, 0.04, 0.45);
  const floor = luck.pick<Rgb>([
    [tone, tone, tone],
    [tone * 0.3, tone, tone * 0.45],
    [tone, tone * 0.25, tone * 0.25],
    [tone * 0.3, tone * 0.4, tone],
    [tone, tone * 0.8, tone * 0.55],
  ]);
  const wood = even(luck, 0.1, 0.5);
  const outside = even(luck, 0.02, 0.3);
  return {
    shape,
    half: shape === "round" ? [half, half] : [(half * width) / height, half],
    wall: even(luck, 4, 25),
    rim: even(luck, 3, 14),
    cloth: luck.pick((wish.cloths ?? CLOTHS).filter((kind) => kind !== "bowl" || shape === "round")),
    floor,
    print: happens(luck, 0.6) ? [0.7, 0.7, 0.65] : [0.65, 0.5, 0.15],
    wallColour: [wood, wood * 0.85, wood * 0.7],
    outside: [outside, outside, outside],
    grain: even(luck, 0.02, 0.3),
    pitch: even(luck, 0.7, 2.4),
    pattern: luck.below(1_000_000),
  };
}

/** Lamps. "good": mirrored nowhere in the arena by a level face. "installed": besides, wide and from all sides, in a lit room. */
function randomLight(
  luck: Chance,
  kind: NonNullable<RigWish["light"]>,
  radius: number,
  over: number,
  weights: Rgb,
): Light {
  const height = even(luck, 0.5, 1.2) * over;
  const ambient = kind === "installed" ? even(luck, 0.35, 0.6) : even(luck, 0.15, 0.5);
  // Mirrored at r for a lamp at R: r = R (H-s) / ((H-s) + (L-s)); the arena's corner lies 1.3 radii out
  const clear = 1.35 * radius * (1 + height / over);
  const rest = 1 - ambient;
  const ring = (r: number): Lamp[] => [
    { x: gauss(luck) * 3, y: gauss(luck) * 3, height, inner: r, outer: r + even(luck, 10, 40), share: rest },
  ];
  const round = (count: number, r: number, size: number): Lamp[] =>
    Array.from({ length: count }, (_, i) => {
      const angle = ((i + even(luck, -0.15, 0.15)) / count) * 2 * Math.PI;
      const at = { x: r * Math.cos(angle), y: r * Math.sin(angle) };
      return { ...at, height, inner: 0, outer: size * even(luck, 0.8, 1.2), share: rest / count };
    });
  const pick = kind === "any" ? luck.pick(["good", "good", "good", "soft", "mirrored", "hard"]) : kind;
  const lamps =
    pick === "mirrored"
      ? ring(radius * even(luck, 0.4, 1.1))
      : pick === "hard"
        ? round(1, even(luck, 0.6, 1.6) * over, even(luck, 3, 15))
        : pick === "installed" && happens(luck, 0.5)
          ? round(4, clear * even(luck, 1.1, 1.6), 90)
          : pick === "installed" || happens(luck, 0.5)
            ? ring(clear * even(luck, 1, 1.5))
            : round(luck.pick([2, 3, 4]), clear * even(luck, 1.05, 1.6), pick === "soft" ? 60 : 30);
  return { lamps, ambient, ceiling: even(luck, 0.02, 0.35), weights };
}

/** Radiance of the brightest thing that matters: the exposure is set by it. */
function brightest(look: DieLook, arena: Arena, weights: Rgb): number {
  return Math.max(
    seen(look.body, weights) * (look.clear === undefined ? 1 : 0.2),
    seen(look.ink, weights) * 0.9,
    seen(arena.floor, weights),
  );
}

function randomSensor(luck: Chance, top: number): Sensor {
  const gamma = even(luck, 1, 2.2);
  const grey = even(luck, 130, 245);
  return {
    blur: even(luck, 0.5, 1.3),
    fullWell: Math.exp(even(luck, Math.log(1_500), Math.log(9_000))),
    readNoise: even(luck, 3, 12),
    gamma,
    exposure: (grey / 255) ** gamma / top,
    black: even(luck, 0, 12),
    vignette: even(luck, 0, 0.35),
    open: even(luck, 0.001, 0.004),
  };
}
