import { startThread } from "../../threads/thread.ts";

/** What the thread that checks a release is asked. */
export interface CheckTask {
  /** Where the release is installed. */
  readonly folder: string;
  /** The digest that the program started with. */
  readonly digest: string;
  /** The pause after each megabyte, microseconds; 0: none, somebody waits. */
  readonly restUs: number;
  /** What the sum of all files begins with, chosen by who asks; left out: no sum is wanted. */
  readonly nonce?: string;
}

/** The first difference in words; null: every file is as the manifest says, and no other is there. */
export interface CheckAnswer {
  readonly difference: string | null;
  /** Where one was wanted and there is no difference: {@link sumOf}. */
  readonly sum?: string;
  readonly files?: number;
}

/** A check that is under way. */
export interface RunningCheck {
  /** Resolves with the answer. A thread that ended without one found a difference: nobody knows that there is none. */
  readonly answer: Promise<CheckAnswer>;
  /** Until it is called the check keeps no process alive. */
  hold(): void;
  stop(): void;
}

/** Begins to check an installed release, in a thread that lives for it. */
export function checkInThread(task: CheckTask): RunningCheck {
  const thread = startThread<never, CheckAnswer>({
    url: new URL("./check-thread.ts", import.meta.url),
    data: task,
    name: "release check",
  });
  thread.hold(false);
  const answer = new Promise<CheckAnswer>((resolve) => {
    thread.listen({
      onMessage: resolve,
      onEnd: (why) => resolve({ difference: `the thread that reads it ended: ${why}` }),
    });
  });
  return { answer, hold: () => thread.hold(true), stop: () => thread.terminate("it is not wanted any more") };
}
