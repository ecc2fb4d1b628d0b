import { shotsOfFlight, frameOf, showFaces } from "../../hw-sim/models/dice/video.ts";
import { CLOTH_PLACE, type Place } from "../../hw-sim/models/dice/physics/place.ts";
import { pourDice } from "../../hw-sim/models/dice/physics/starts.ts";
import { simulateFlight } from "../../hw-sim/models/dice/physics/throw.ts";
import type { CameraSetup, CameraSetupOptions } from "../../hw-sim/models/dice/camera-setup.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import type { GreyImage } from "../../src/vision/grey-image.ts";
import { EMPTY, simArena, type SimArena } from "../support/dice-arena.ts";

/** A simulated table filmed by its camera, for what watches and reads it. */

export const FPS = 30;
/** Of a throw: a result in banca francesa, so that a whole table can be measured with it. */
const FACES = ["2", "1", "3"] as const;
const TABLES = 12;
/** Pictures of the resting dice, each with noise of its own. */
const RESTING = 30;

export interface Film {
  readonly table: SimArena;
  readonly width: number;
  readonly height: number;
  /** Noise alone; no two the same. */
  readonly empty: readonly GreyImage[];
  readonly throws: readonly FilmedThrow[];
}

export interface FilmedThrow {
  /** From the first picture with dice in it to the last one in which one moves. */
  readonly moving: readonly GreyImage[];
  readonly resting: readonly GreyImage[];
}

/** A film of a table of its own; the same seed gives the same one. Drawing takes a tenth of a second a picture. */
export function filmed(
  seed: string,
  size: { readonly width: number; readonly height: number; readonly sidePx: number },
  throws: number,
  empty: number,
): Film {
  const table = learned(seed, size);
  return {
    table,
    width: size.width,
    height: size.height,
    empty: table.frames(EMPTY, empty),
    throws: Array.from({ length: throws }, (_, at) => filmedThrow(`${seed} throw ${at}`, table)),
  };
}

/** The first table of this seed whose light and cloth a technician could calibrate: chance also makes others. */
function learned(seed: string, size: CameraSetupOptions): SimArena {
  for (let number = 0; number < TABLES; number++) {
    try {
      return simArena(`${seed} ${number}`, size);
    } catch (error) {
      if (!(error instanceof Error) || error instanceof TypeError) throw error;
    }
  }
  throw new Error(`none of ${TABLES} tables can be calibrated`);
}

function filmedThrow(seed: string, { setup, stage, ...table }: SimArena): FilmedThrow {
  const random = randomFrom(seed);
  const { appearance } = setup;
  const place = placeOf(setup);
  const set = { count: FACES.length, side: appearance.side, round: appearance.rounding * appearance.side };
  const flight = showFaces(
    simulateFlight(pourDice(random.fork("throw"), place, set), place, FPS),
    [appearance],
    FACES,
  );
  const shots = shotsOfFlight(flight, [appearance]);
  const last = shots.at(-1);
  if (last === undefined || !flight.settled) throw new Error(`${seed}: dice that do not come to rest`);
  const noise = random.fork("noise");
  // At the end they lie still for as long as physics needs to be sure of it.
  const moved = flight.frames.findLastIndex((dice) =>
    dice.some(({ velocity, spin }) => Math.hypot(...velocity) > 2 || Math.hypot(...spin) > 0.15),
  );
  return {
    moving: shots.slice(0, moved + 1).map((shot) => frameOf(stage, shot, noise)),
    resting: table.frames(last, RESTING),
  };
}

/** The arena that the camera sees, as a place to throw in. */
function placeOf({ setting: { arena }, appearance }: CameraSetup): Place {
  const wall = Math.max(arena.wall, 2 * appearance.side);
  const half = [arena.half[0] * 0.8, arena.half[1] * 0.8] as const;
  return { ...CLOTH_PLACE, shape: arena.shape, half, wall };
}
