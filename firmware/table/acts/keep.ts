import { JobThread } from "../../threads/thread.ts";
import { EXIT, Problem } from "../../problem.ts";

/** What is to be on the disk, with what it takes the place of beside it; `text` null: the former comes back. */
export interface KeepJob {
  readonly path: string;
  readonly text: string | null;
}

export type KeepAnswer =
  | { readonly ok: true; readonly text: string | null }
  | { readonly ok: false; readonly why: string };

/** Resolves with what the file has now, once it is durable; null: there was no former one. Rejects with Problem. */
export function keepFile(job: KeepJob): Promise<string | null> {
  const thread = new JobThread();
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Problem(EXIT.storage, why));
    thread.start<KeepAnswer>({
      url: new URL("./keep-thread.ts", import.meta.url),
      data: job,
      does: "keeps a calibration",
      onAnswer: (answer) => {
        if (answer.ok) resolve(answer.text);
        else fail(answer.why);
      },
      onDeath: fail,
    });
  });
}
