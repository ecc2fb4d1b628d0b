import { workerData } from "node:worker_threads";
import { parseCalibration } from "../../../src/dice/calibration/schema.ts";
import type { Reading } from "../../../src/dice/reading/read-types.ts";
import { arenaOf } from "../../../src/dice/scene/arena.ts";
import { greyImage } from "../../../src/vision/grey-image.ts";
import { answerQuestions } from "../../threads/questions.ts";
import { openReader, type ReadPicture } from "./reader.ts";

/** The readers' own thread: one average in, its reading by both readers out. */

export interface ReaderThreadData {
  readonly calibrationText: string;
}

const parsed = parseCalibration((workerData as ReaderThreadData).calibrationText);
if (!parsed.ok) throw new Error(parsed.problem);
const { width, height } = parsed.calibration;
const read = openReader(arenaOf(parsed.calibration));
// The first reading takes many times as long as the others: it is not a throw's.
read(
  greyImage(width, height, new Uint8Array(width * height).fill(100)),
  [{ x: 0, y: 0, width, height }],
  "early",
);

answerQuestions((asked: Parameters<ReadPicture>): Reading => read(...asked));
