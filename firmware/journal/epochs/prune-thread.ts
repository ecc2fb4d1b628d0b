import { parentPort, workerData } from "node:worker_threads";
import { JournalError, type JournalErrorCode } from "../../files/errors.ts";
import { writePruned, type PruneTask } from "./pruning.ts";

/** What the thread answers; null: the file that takes the epoch's place is durable. */
export type PruneAnswer = { readonly code: JournalErrorCode; readonly message: string } | null;

/** A thread that prunes one epoch as far as the file beside it, answers and ends. */
function answerTo(task: PruneTask): PruneAnswer {
  try {
    writePruned(task);
    return null;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return { code: error.code, message: error.message };
  }
}

parentPort?.postMessage(answerTo(workerData as PruneTask));
