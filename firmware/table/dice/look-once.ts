import { openKernels } from "../../../drivers/dice/camera/reader-files.ts";
import type { CameraConfig } from "../../../drivers/dice/camera/config.ts";
import type { Calibration } from "../../../src/dice/calibration/schema.ts";
import { arenaOf, type Arena } from "../../../src/dice/scene/arena.ts";
import { judgeReadings, type Judged } from "../../../src/dice/scene/judge.ts";
import { Scene } from "../../../src/dice/scene/scene.ts";
import type { ReadDue, SceneEvent } from "../../../src/dice/scene/events.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import type { GreyImage } from "../../../src/vision/grey-image.ts";
import type { ReadPicture } from "./reader.ts";
import { EXIT, Problem } from "../../problem.ts";
import { eyeProblem } from "./eye-problem.ts";
import { nameOf, watchFrames } from "./take-frames.ts";

/** The result of one reading of the arena. */
export interface ArenaReading {
  readonly picture: GreyImage;
  /** What was read; null: nothing lies there at rest. */
  readonly judged: Judged | null;
  /** The scene's objections to the picture: `camera-moved`, `light`. */
  readonly uncertainties: readonly string[];
  /** Active faults: `eye-moved`, `eye-light` … */
  readonly faults: readonly string[];
  readonly state: Scene["state"];
  /** Pixels by which the cloth has moved since it was learned; null: not seen. */
  readonly drift: number | null;
}

/** How long frames are watched for something at rest. */
const PATIENCE_US = 4 * US_PER_S;

/**
 * Reads the arena as the eye of a table does: with the same scene and the same readers. Rejects with Problem when no frames can
 * be had.
 */
export async function readArenaOnce(
  camera: CameraConfig,
  calibration: Calibration,
  readerOf: (arena: Arena) => ReadPicture,
  clock: Clock,
): Promise<ArenaReading> {
  const arena = openArena(calibration);
  const scene = new Scene(arena, openKernels(), camera.fps);
  const faults = new Set<string>();
  const noteFaults = (events: readonly SceneEvent[]): void => {
    for (const event of events)
      if (event.m === "fault") {
        if (event.on) faults.add(event.fault);
        else faults.delete(event.fault);
      }
  };
  let first: MonoUs | null = null;
  let picture: GreyImage | null = null;
  let found: { readonly due: ReadDue; readonly t: MonoUs } | null = null;
  await watchFrames(camera, clock, (frame) => {
    first ??= frame.t;
    picture = frame.image;
    const { events, due } = scene.takeFrame(frame);
    noteFaults(events);
    if (due !== null) found = { due, t: frame.t };
    return due !== null || scene.state === "empty" || frame.t - first > PATIENCE_US;
  });
  // The compiler does not see that the callback changed it.
  const [seen, last] = [found, picture] as [{ due: ReadDue; t: MonoUs } | null, GreyImage | null];
  if (last === null) throw eyeProblem(EXIT.device, "camera-none", { camera: nameOf(camera) });

  if (seen === null)
    return {
      picture: last,
      judged: null,
      uncertainties: scene.uncertainties,
      faults: [...faults],
      state: scene.state,
      drift: scene.drift,
    };
  const { due, t } = seen;
  const read = readerOf(arena);
  const judged = judgeReadings(
    arena,
    due,
    read(due.early, due.boxes, "early"),
    read(due.late, due.boxes, "late"),
  );
  noteFaults(scene.applyJudgement(judged, due, t).events);
  const { uncertainties, drift, state } = scene;
  return { picture: due.early, judged, uncertainties, faults: [...faults], state, drift };
}

function openArena(calibration: Calibration): Arena {
  try {
    return arenaOf(calibration);
  } catch (error) {
    if (error instanceof RangeError)
      throw new Problem(EXIT.usage, `${error.message}; learn it anew with tirada dice calibrate`);
    throw error;
  }
}

/** Whether there is no objection to the reading. */
export const isCertainReading = ({ judged, uncertainties, faults }: ArenaReading): boolean =>
  judged?.verdict === "readable" && uncertainties.length === 0 && faults.length === 0;
