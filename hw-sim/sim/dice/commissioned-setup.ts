import { openKernels } from "../../../drivers/dice/camera/reader-files.ts";
import { framesOf } from "../../models/dice/video.ts";
import { truthOfPicture, type ShownTruth } from "../../models/dice/render/picture-truth.ts";
import { facesOf, type DieFace } from "../../../src/dice/faces.ts";
import type { DieNote } from "../../../src/dice/reading/read-types.ts";
import { arenaOf } from "../../../src/dice/scene/arena.ts";
import { judgeReadings } from "../../../src/dice/scene/judge.ts";
import { Scene } from "../../../src/dice/scene/scene.ts";
import type { ReadDue } from "../../../src/dice/scene/events.ts";
import type { DicePack } from "../../../src/rules/pack.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { greyImage, type GreyImage } from "../../../src/vision/grey-image.ts";
import { AT_TERMINAL } from "../../../firmware/table/acts/technician.ts";
import type { Text } from "../../../src/text/language.ts";
import { checkThrows, THROWS } from "../../../firmware/table/dice/check-throws.ts";
import type { ArenaReading } from "../../../firmware/table/dice/look-once.ts";
import { openReader, type ReadPicture } from "../../../firmware/table/dice/reader.ts";
import { Problem } from "../../../firmware/problem.ts";
import { calibrateRandomSetup, EMPTY_SHOT, type CalibratedSetup } from "./calibrated-setup.ts";
import { pictureThrow } from "./rendered-throw.ts";

/** Tables that the technician refuses one after another before nobody believes in the next. */
const TABLES_MAX = 60;
/** Throws that they make until all that are checked were sound and every face was up, at most. */
const THROWN_MAX = 120;
const FRAME_US = 33_333;
/** Frames of each picture, and those that a scene is shown of it at most. */
const TAKEN = 12;
const SHOWN = 40;

/**
 * A simulated table that a technician has put into service: calibrated, and tried with the throws of `tirada dice calibrate`,
 * by the same code. A table whose dice, cloth and light are not fit for each other is refused, and another one is set up.
 * Throws an Error when none of this seed is fit.
 */
export async function commissionRandomSetup(pack: DicePack, random: RandomSource): Promise<CalibratedSetup> {
  let why = "";
  for (let table = 0; table < TABLES_MAX; table++) {
    const own = random.fork(`table ${table}`);
    const learned = calibrateRandomSetup(pack, own);
    const refused = await refusal(learned, pack, own);
    if (refused === null) return learned;
    why = refused;
  }
  throw new Error(`none of ${TABLES_MAX} simulated tables could be put into service; the last: ${why}`);
}

/** Why a technician does not put this table into service; null: they do. */
async function refusal(
  learned: CalibratedSetup,
  { dice }: DicePack,
  random: RandomSource,
): Promise<string | null> {
  const noise = random.fork("check noise");
  const empty = framesOf(learned.stage, EMPTY_SHOT, TAKEN, noise);
  const read = openReader(arenaOf(learned.calibration));
  let thrown = 0;
  let lies: readonly DieFace[] = [];
  const lookNow = (): Promise<ArenaReading | null> => {
    for (; thrown < THROWN_MAX; thrown++) {
      const { lies: shot } = pictureThrow(learned, "plain", dice.dice, random.fork(`check ${thrown}`));
      const truth = truthOfPicture(learned.stage, shot);
      if (!truth.every(isPlain)) continue;
      thrown++;
      lies = truth.map(({ nearest }) => nearest);
      return Promise.resolve(lookAt(learned, empty, framesOf(learned.stage, shot, TAKEN, noise), read));
    }
    return Promise.resolve(null);
  };
  // The technician compares what is read with what lies there.
  const ask = ({ en: question }: Text): Promise<"" | "no"> => {
    const [, text = ""] = /read: ([^.]*)\./.exec(question) ?? [];
    return Promise.resolve(text.split(" ").sort().join(" ") === [...lies].sort().join(" ") ? "" : "no");
  };
  try {
    const wanted = { dice: dice.dice, faces: facesOf(dice.faces), isRecorded: true };
    const { done, unseen } = await checkThrows(wanted, lookNow, {
      words: AT_TERMINAL,
      ask,
      say: () => undefined,
      progress: () => undefined,
      ready: () => Promise.resolve(),
    });
    return done >= THROWS && unseen.length === 0 ? null : `never seen up: ${unseen.join(" ")}`;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

/** What a technician sees nothing wrong in: dice lie at the wall in play, too, and a lamp shines on them. */
const LEFT: readonly DieNote[] = ["rim", "hidden", "glare", "transparent"];

/** A die that a technician would leave where it fell: level, and clear of the others. */
const isPlain = ({ tilt, notes, gap }: ShownTruth): boolean =>
  tilt < 1 && gap > 1.5 && notes.every((note) => LEFT.includes(note));

/** What the product's own eye makes of frames of dice at rest, after frames of the empty arena. */
function lookAt(
  { calibration }: CalibratedSetup,
  empty: readonly GreyImage[],
  frames: readonly GreyImage[],
  read: ReadPicture,
): ArenaReading {
  const arena = arenaOf(calibration);
  const scene = new Scene(arena, openKernels(), 1_000_000 / FRAME_US);
  let found: ReadDue | null = null;
  for (let at = 0; at < TAKEN + SHOWN && found === null; at++) {
    const image = at < TAKEN ? empty[at] : frames[at % TAKEN];
    if (image !== undefined) found = scene.takeFrame({ image, t: monoUs((at + 1) * FRAME_US) }).due;
  }
  const judged =
    found === null
      ? null
      : judgeReadings(
          arena,
          found,
          read(found.early, found.boxes, "early"),
          read(found.late, found.boxes, "late"),
        );
  const { uncertainties, state, drift } = scene;
  return {
    picture:
      frames[0] ??
      greyImage(calibration.width, calibration.height, new Uint8Array(calibration.width * calibration.height)),
    judged,
    uncertainties,
    faults: [],
    state,
    drift,
  };
}
