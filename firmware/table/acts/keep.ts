import { basename } from "node:path";
import type { ActContext, ActDetail, ActDone, ActTable, RunAct } from "./act.ts";
import { JobThread } from "../../threads/thread.ts";
import { fillText } from "../../../src/text/every-language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { EXIT, Problem } from "../../problem.ts";

const { said: SAID } = textsOf("acts");

/** What is to be on the disk, with what it takes the place of beside it; `text` null: the former comes back. */
export interface KeepJob {
  readonly path: string;
  readonly text: string | null;
}

export interface Kept {
  /** What the file has now; null: there was no former one to bring back. */
  readonly text: string | null;
  /** What it had before lies beside it. */
  readonly hasFormer: boolean;
}

export type KeepAnswer =
  | { readonly ok: true; readonly kept: Kept }
  | { readonly ok: false; readonly why: string };

/** Resolves once it is durable. Rejects with Problem. */
export function keepFile(job: KeepJob): Promise<Kept> {
  const thread = new JobThread();
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Problem(EXIT.storage, why));
    thread.start<KeepAnswer>({
      url: new URL("./keep-thread.ts", import.meta.url),
      data: job,
      does: "keeps a calibration",
      onAnswer: (answer) => {
        if (answer.ok) resolve(answer.kept);
        else fail(answer.why);
      },
      onDeath: fail,
    });
  });
}

/** What was learned before counts again; what counted until now is kept in its place. */
export const bringBack =
  (table: ActTable, path: string, digestOf: (text: string) => string): RunAct =>
  async (context) => {
    await context.commit({ file: basename(path) });
    const { text } = await keepFile({ path, text: null });
    if (text === null) throw new Problem(EXIT.usage, SAID["no-former"]);
    return tellKept(table, context, "brought-back", { calibration: digestOf(text) });
  };

/** Says what counts now, and from when on: the table starts anew where somebody starts it again. */
export function tellKept(
  { restart }: ActTable,
  { person }: ActContext,
  what: "written" | "written-first" | "brought-back",
  detail: ActDetail & { readonly calibration: string },
): ActDone {
  const { calibration } = detail;
  person.say(fillText(SAID[what], { digest: calibration }));
  const restarts = restart(`calibration ${calibration} counts`);
  person.say(SAID[restarts ? "restarts" : "next-start"]);
  return { detail: { ...detail, restarts } };
}
