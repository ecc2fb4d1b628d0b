import { NETWORKS, openKernels, openNetworks } from "../../drivers/dice/camera/reader-files.ts";
import { BOX } from "../../firmware/table/dice/reader.ts";
import { makeHand } from "../../hw-sim/models/dice/objects.ts";
import {
  randomCameraSetup,
  type CameraSetup,
  type CameraSetupOptions,
} from "../../hw-sim/models/dice/camera-setup.ts";
import { drawShot } from "../../hw-sim/models/dice/render/draw.ts";
import { projectPoint } from "../../hw-sim/models/dice/render/camera.ts";
import { exposeFrame } from "../../hw-sim/models/dice/render/sensor.ts";
import type { Shot } from "../../hw-sim/models/dice/render/looks.ts";
import { stageOf, type Stage } from "../../hw-sim/models/dice/render/stage.ts";
import type { Marker } from "../../src/dice/calibration/fit-plate.ts";
import { learnFromMarkers, type CalibrationOptions } from "../../src/dice/calibration/learn.ts";
import type { Calibration } from "../../src/dice/calibration/schema.ts";
import { READ_DEFAULTS, readDice, type ReadOptions } from "../../src/dice/reading/read-dice.ts";
import type { Reading } from "../../src/dice/reading/read-types.ts";
import { arenaOf, type Arena } from "../../src/dice/scene/arena.ts";
import type { ReadDue } from "../../src/dice/scene/events.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import { greyImage, type GreyImage, type Point } from "../../src/vision/grey-image.ts";

/** A simulated table with its camera, learned as a real one is, for tests of scene, judge and eye. */
export interface SimArena {
  readonly setup: CameraSetup;
  readonly stage: Stage;
  readonly calibration: Calibration;
  readonly arena: Arena;
  frames(shot: Shot, count: number): GreyImage[];
}

/**
 * What lies still is shown in many frames that differ by noise alone, and exposing one costs more than all that reads it: of the newest
 * shots so many exposures are kept and shown in turn, from the first one on when another shot was shown between. So no frame is the one
 * before it.
 */
const EXPOSURES_KEPT = 12;
const SHOTS_KEPT = 64;

export const EMPTY: Shot = { dice: [], things: [], drift: 1 };
export const hand = (random: RandomSource): Shot => ({ dice: [], things: makeHand(random), drift: 1 });

/** What a table is learned to be, by what was asked for: the files of a worker ask for the same ones. */
const learned = new Map<string, Omit<SimArena, "frames">>();

export function simArena(
  seed: string,
  options: CameraSetupOptions = {},
  wanted: Partial<CalibrationOptions> = {},
): SimArena {
  const name = JSON.stringify([seed, options, wanted]);
  const known = learned.get(name) ?? learnArena(seed, options, wanted);
  learned.set(name, known);
  return { ...known, frames: framesOf(known, randomFrom(seed).fork("frames")) };
}

function learnArena(
  seed: string,
  options: CameraSetupOptions,
  wanted: Partial<CalibrationOptions>,
): Omit<SimArena, "frames"> {
  const random = randomFrom(seed);
  const any = randomCameraSetup(random.fork("rig"), {
    set: "pips",
    width: 640,
    height: 480,
    sidePx: 56,
    light: "good",
    dome: false,
    arena: "rect",
    ...options,
  });
  // A printed cloth that the picture reaches beyond: what the installation guide asks for.
  const { arena: table } = any.setting;
  const share = shareInView(any, 0.78);
  const half = [table.half[0] * share, table.half[1] * share] as const;
  const setup: CameraSetup = {
    ...any,
    setting: { ...any.setting, arena: { ...table, half, cloth: "printed" } },
  };
  const stage = stageOf(setup.setting);
  const empty = framesOf({ setup, stage }, random.fork("noise"))(EMPTY, 12);
  const made = learnFromMarkers(markersOf(setup), empty, {
    faces: "pips",
    dieMm: setup.appearance.side,
    dice: 3,
    heightMm: setup.setting.camera.at[2],
    arena: outlineOf(setup),
    ...wanted,
  });
  if (!made.ok) throw new Error(`${seed}: ${made.problems.map(({ problem }) => problem).join("; ")}`);
  return { setup, stage, calibration: made.calibration, arena: arenaOf(made.calibration) };
}

function framesOf(
  { setup, stage }: Pick<SimArena, "setup" | "stage">,
  noise: RandomSource,
): SimArena["frames"] {
  const { width, height } = setup.setting.camera;
  const exposures = new Map<string, GreyImage[]>();
  /** The newest shot: how it is named, how often it was shown, and its light, where that was needed. */
  const newest = { name: "", shown: 0, radiance: null as Float32Array | null };
  const exposuresOf = (shot: Shot): GreyImage[] => {
    const name = JSON.stringify(shot);
    if (name !== newest.name) Object.assign(newest, { name, shown: 0, radiance: null });
    const images = exposures.get(name) ?? [];
    exposures.delete(name);
    exposures.set(name, images);
    const [oldest] = exposures.keys();
    if (exposures.size > SHOTS_KEPT && oldest !== undefined) exposures.delete(oldest);
    return images;
  };
  return (shot, count) => {
    const images = exposuresOf(shot);
    return Array.from({ length: count }, () => {
      const at = newest.shown++ % EXPOSURES_KEPT;
      const kept = images[at];
      if (kept !== undefined) return kept;
      const radiance = (newest.radiance ??= Float32Array.from(drawShot(stage, shot)));
      const data = exposeFrame(stage.tables, stage.noise, radiance, width, shot.drift, noise);
      return (images[at] = greyImage(width, height, data));
    });
  };
}

/** How much of the table can be the arena, at most `most`, so that dice at its edge show whole. */
function shareInView({ appearance, setting: { arena, camera } }: CameraSetup, most: number): number {
  const [w, h] = arena.half;
  const isSeen = (share: number): boolean =>
    [-1, 1].every((a) =>
      [-1, 1].every((b) => {
        const { x, y } = projectPoint(camera, [a * w * share, b * h * share, appearance.side]);
        return Math.min(x, y, camera.width - x, camera.height - y) > 10;
      }),
    );
  let share = most;
  while (!isSeen(share)) share *= 0.97;
  return share;
}

/** Dots of a plate as a perfect finder would find them. */
export function markersOf({ setting }: CameraSetup): Marker[] {
  const { camera } = setting;
  const pitch = 15;
  return Array.from({ length: 41 * 41 }, (_, at): Marker => {
    const place = { x: ((at % 41) - 20) * pitch, y: (Math.floor(at / 41) - 20) * pitch };
    // The table's y goes up where the plate's goes down.
    return { place, pixel: projectPoint(camera, [place.x, -place.y, 0]) };
  }).filter(({ pixel: { x, y } }) => x > 5 && y > 5 && x < camera.width - 5 && y < camera.height - 5);
}

/** The arena's outline as people would point it out. */
export function outlineOf({ setting }: CameraSetup): Point[] {
  const { arena, camera } = setting;
  const [w, h] = arena.half;
  const corners =
    arena.shape === "rect"
      ? [
          [-w, -h],
          [w, -h],
          [w, h],
          [-w, h],
        ]
      : Array.from({ length: 32 }, (_, at) => [
          w * Math.cos((at * Math.PI) / 16),
          w * Math.sin((at * Math.PI) / 16),
        ]);
  const clip = (value: number, most: number): number => Math.max(1, Math.min(most - 1, value));
  return corners.map(([x = 0, y = 0]) => {
    const at = projectPoint(camera, [x, y, 0]);
    return { x: clip(at.x, camera.width), y: clip(at.y, camera.height) };
  });
}

const networks = openNetworks(openKernels(), NETWORKS.pips);

/** Both readers on one picture, as the eye asks them. */
export function readBy(arena: Arena, image: GreyImage, boxes: ReadDue["boxes"]): Reading {
  const options: ReadOptions = { ...READ_DEFAULTS, networks, die: arena.diePx * BOX, regions: boxes };
  return readDice(image, options);
}
