import { availableParallelism } from "node:os";
import type { Report } from "../../../src/record/report.ts";
import { runJob } from "../../threads/thread.ts";
import { JournalError } from "../../files/errors.ts";
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

async function verifyInThread(data: EpochTask): Promise<EpochReport> {
  const answer = await runJob<EpochAnswer>(
    { url: new URL("./verify-thread.ts", import.meta.url), data, does: `read ${data.path}` },
    (why) => new JournalError("worker-died", why),
  );
  if ("report" in answer) return answer.report;
  throw new JournalError(answer.error.code, answer.error.message);
}
