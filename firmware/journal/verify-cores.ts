import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Report } from "../../src/record/report.ts";
import { JournalError } from "./errors.ts";
import type { EpochAnswer, EpochReport, EpochTask } from "./verify-epoch.ts";
import { joinReports, verifyJournal, type JournalTasks } from "./verify-journal.ts";

/** Threads at the most, however many cores there are: each holds one file of the journal. */
export const VERIFY_THREADS_MAX = 16;

/**
 * Verifies the files of a journal on all cores, each in a thread of its own. Rejects with the JournalError of the first file that
 * cannot be read.
 */
export async function verifyOnCores(journal: JournalTasks): Promise<Report> {
  const { tasks } = journal;
  const threads = Math.min(availableParallelism(), VERIFY_THREADS_MAX, tasks.length);
  if (threads < 2) return verifyJournal(journal);
  const reports: EpochReport[] = [];
  // The longest file may be any of them: each thread takes the next one as soon as it is free.
  const waiting = tasks.entries();
  let isGivenUp = false;
  const work = async (): Promise<void> => {
    for (const [at, task] of waiting) {
      if (isGivenUp) return;
      reports[at] = await verifyInThread(task);
    }
  };
  try {
    await Promise.all(Array.from({ length: threads }, work));
  } finally {
    isGivenUp = true;
  }
  return joinReports(journal, reports);
}

function verifyInThread(workerData: EpochTask): Promise<EpochReport> {
  const worker = new Worker(new URL("./verify-thread.ts", import.meta.url), { workerData, execArgv: [] });
  return new Promise((resolve, reject) => {
    const died = (why: string): void =>
      reject(new JournalError("worker-died", `the thread that read ${workerData.path} ended: ${why}`));
    worker.on("message", (answer: EpochAnswer) => {
      if ("report" in answer) resolve(answer.report);
      else reject(new JournalError(answer.error.code, answer.error.message));
    });
    worker.on("error", (error: Error) => died(error.message.split("\n", 1).join("")));
    worker.on("exit", () => died("without an answer"));
  });
}
