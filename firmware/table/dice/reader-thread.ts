import { workerData } from "node:worker_threads";
import { parseCalibration } from "../../../src/dice/calibration/schema.ts";
import type { Reading } from "../../../src/dice/reading/read-types.ts";
import { arenaOf } from "../../../src/dice/scene/arena.ts";
import { answerQuestions } from "../../threads/questions.ts";
import { openReader, warmUp, type ReadPicture } from "./reader.ts";

/** The readers' own thread: one average in, its reading by both readers out. */

export interface ReaderThreadData {
  readonly calibrationText: string;
}

const parsed = parseCalibration((workerData as ReaderThreadData).calibrationText);
if (!parsed.ok) throw new Error(parsed.problem);
const arena = arenaOf(parsed.calibration);
const read = openReader(arena);
warmUp(read, arena);

answerQuestions((asked: Parameters<ReadPicture>): Reading => read(...asked));
