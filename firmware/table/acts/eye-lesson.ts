import type { CameraConfig } from "../../../drivers/dice/camera/config.ts";
import type { DieFace } from "../../../src/dice/faces.ts";
import type { Text } from "../../../src/text/language.ts";
import { EXIT, Problem } from "../../problem.ts";
import { startThread } from "../../threads/thread.ts";
import type { EyeCalibrationOptions } from "../dice/calibrate.ts";
import type { CheckWanted } from "../dice/check-throws.ts";
import { DeviceLost, type ActContext } from "./act.ts";

/** An eye is taught in a thread of its own: frames, networks and the fit of a plate take seconds, and the ports wait for nobody. */

export interface EyeLesson {
  readonly camera: CameraConfig;
  readonly options: EyeCalibrationOptions;
  readonly wanted: CheckWanted;
}

/** What came of it: the calibration as its file has it, and how far it was checked. */
export interface EyeLearned {
  readonly text: string;
  readonly digest: string;
  readonly done: number;
  readonly unseen: readonly DieFace[];
}

export type FromLesson =
  | { readonly is: "say"; readonly line: Text }
  | { readonly is: "ask"; readonly prompt: Text; readonly kind: "ready" | "confirm" | "next" }
  | { readonly is: "learned"; readonly learned: EyeLearned }
  | { readonly is: "failed"; readonly why: Text; readonly isLost: boolean };
/** The answer to what was asked last. */
export type ToLesson = "" | "no";

/** Runs one lesson to its end. Rejects with a Problem, or as the act ends. */
export function runEyeLesson(lesson: EyeLesson, { person, signal }: ActContext): Promise<EyeLearned> {
  signal.throwIfAborted();
  const thread = startThread<ToLesson, FromLesson>({
    url: new URL("./eye-lesson-thread.ts", import.meta.url),
    name: "eye lesson",
    data: lesson,
  });
  return new Promise((resolve, reject) => {
    const end = (act: () => void): void => {
      thread.terminate("the lesson is over");
      act();
    };
    const gone = (): void => end(() => reject(signal.reason as Error));
    signal.addEventListener("abort", gone, { once: true });
    const answer = async ({ prompt, kind }: Extract<FromLesson, { is: "ask" }>): Promise<void> => {
      if (kind === "ready") await person.ready(prompt);
      thread.post(kind === "ready" ? "" : await person.ask(prompt, kind));
    };
    thread.listen({
      onMessage: (message) => {
        if (message.is === "say") person.say(message.line);
        else if (message.is === "ask") void answer(message).catch(() => undefined);
        else if (message.is === "learned") end(() => resolve(message.learned));
        else {
          const { why, isLost } = message;
          end(() => reject(isLost ? new DeviceLost(why) : new Problem(EXIT.device, why)));
        }
      },
      onEnd: (why) => reject(new Problem(EXIT.internal, `the lesson of the eye ended: ${why}`)),
    });
  });
}
