import { parentPort, workerData } from "node:worker_threads";
import { JournalError } from "./errors.ts";
import type { RereadAnswer } from "./reread.ts";
import { verifyEpoch, type EpochTask } from "./verify-epoch.ts";

/** The thread that reads one epoch of the journal and ends. */
function answerOf(task: EpochTask): RereadAnswer {
  try {
    return { report: verifyEpoch(task) };
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

parentPort?.postMessage(answerOf(workerData as EpochTask));
