import { parentPort, workerData } from "node:worker_threads";
import { dirname } from "node:path";
import { bringFormerBack, keepFormer } from "./former-file.ts";
import { makeFolder, replaceDurably } from "../../files/durable.ts";
import { onDisk } from "../../files/errors.ts";
import { errorText } from "../../problem.ts";
import type { KeepAnswer, KeepJob, Kept } from "./keep.ts";

/** Puts what an act learned on the disk, off the thread that reads the ports. */

const MODE = 0o640;

function carryOut({ path, text }: KeepJob): Kept {
  // What was learned before is never checked here: whoever reads it refuses what it cannot use.
  if (text === null) return { text: bringFormerBack(path, () => undefined), hasFormer: true };
  return onDisk("keeping a calibration in", path, () => {
    makeFolder(dirname(path));
    const hasFormer = keepFormer(path);
    replaceDurably(path, text, { mode: MODE });
    return { text, hasFormer };
  });
}

function answerOf(job: KeepJob): KeepAnswer {
  try {
    return { ok: true, kept: carryOut(job) };
  } catch (error) {
    return { ok: false, why: errorText(error) };
  }
}

parentPort?.postMessage(answerOf(workerData as KeepJob));
