import { parentPort, workerData } from "node:worker_threads";
import { JournalError } from "../../files/errors.ts";
import { verifyEpoch, type EpochAnswer, type EpochTask } from "./verify-epoch.ts";

/** A thread that verifies one file of a journal, answers and ends. */
function answerOf(task: EpochTask): EpochAnswer {
  try {
    return { report: verifyEpoch(task) };
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

parentPort?.postMessage(answerOf(workerData as EpochTask));
