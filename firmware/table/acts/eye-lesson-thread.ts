import { parentPort, workerData } from "node:worker_threads";
import { calibrationText, digestOf } from "../../../src/dice/calibration/schema.ts";
import { sameText } from "../../../src/text/every-language.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { errorText, Problem } from "../../problem.ts";
import { calibrateEye } from "../dice/calibrate.ts";
import { checkThrows } from "../dice/check-throws.ts";
import { readArenaOnce } from "../dice/look-once.ts";
import { openReader } from "../dice/reader.ts";
import { CameraLost, takeFrames } from "../dice/take-frames.ts";
import type { EyeLesson, FromLesson, ToLesson } from "./eye-lesson.ts";
import { ON_PAGE, type AskedTechnician } from "./technician.ts";

/** The lesson of an eye: takes the frames, learns, reads throws; who is asked is on the other side. */

const port = parentPort;
if (port === null) throw new Error("the lesson of an eye was started as a program");
const tell = (message: FromLesson): void => port.postMessage(message);
const { camera, options, wanted } = workerData as EyeLesson;
const clock = systemClock();

const ask = (prompt: FromLesson & { is: "ask" }): Promise<ToLesson> =>
  new Promise((resolve) => {
    port.once("message", resolve);
    tell(prompt);
  });
const person: AskedTechnician = {
  words: ON_PAGE,
  say: (line) => tell({ is: "say", line }),
  progress: () => undefined,
  ready: async (prompt) => {
    await ask({ is: "ask", prompt, kind: "ready" });
  },
  ask: (prompt, kind) => ask({ is: "ask", prompt, kind }),
};

try {
  const frames = {
    isRecorded: false,
    take: (_: unknown, count: number) => takeFrames(camera, clock, count),
  };
  const calibration = await calibrateEye(options, frames, person);
  const lookNow = () => readArenaOnce(camera, calibration, openReader, clock);
  const { done, unseen } = await checkThrows(wanted, lookNow, person);
  tell({
    is: "learned",
    learned: { text: calibrationText(calibration), digest: digestOf(calibration), done, unseen },
  });
} catch (error) {
  const words = error instanceof Problem ? error.words : null;
  tell({ is: "failed", why: words ?? sameText(errorText(error)), isLost: error instanceof CameraLost });
}
