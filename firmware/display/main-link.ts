import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import type { CertificateFiles, FromWorker, Press, PressAnswer, ToWorker } from "./messages.ts";
import { REFUSALS } from "./sign-in.ts";

/** How long the main thread may take to answer, and how many questions may wait for it. */
export const ANSWER_US = 5 * US_PER_S;
export const WAITING_LIMIT = 64;

export type CertificateAnswer =
  | { readonly found: "files"; readonly files: CertificateFiles }
  | { readonly found: "none" | "no-answer" };

/** Questions of the worker to the main thread, each with a limit in time. */
export interface MainLink {
  press(press: Press): Promise<PressAnswer>;
  certificate(seq: number): Promise<CertificateAnswer>;
  /** Lines of durable records from a number on; null: they could not be read in time. */
  readonly records: (from: number, count: number) => Promise<readonly string[] | null>;
  /** Hands in an answer; one that comes too late is forgotten. */
  handleAnswer(
    message: Extract<ToWorker, { type: "press-answer" | "certificate-answer" | "records-answer" }>,
  ): void;
}

interface Waiting<Answer> {
  readonly settle: (answer: Answer) => void;
  readonly timer: Timer;
}

export function createMainLink(post: (message: FromWorker) => void, clock: Clock): MainLink {
  const presses = new Map<number, Waiting<PressAnswer>>();
  const certificates = new Map<number, Waiting<CertificateAnswer>>();
  const records = new Map<number, Waiting<readonly string[] | null>>();
  let lastId = 0;

  const askMain = <Answer>(
    waiting: Map<number, Waiting<Answer>>,
    limits: { readonly full: Answer; readonly late: Answer },
    send: (id: number) => void,
  ): Promise<Answer> => {
    if (waiting.size >= WAITING_LIMIT) return Promise.resolve(limits.full);
    const id = ++lastId;
    return new Promise((resolve) => {
      const settle = (answer: Answer): void => {
        waiting.get(id)?.timer.cancel();
        waiting.delete(id);
        resolve(answer);
      };
      const timer = clock.after(ANSWER_US, "answer of the main thread", () => settle(limits.late));
      waiting.set(id, { settle, timer });
      send(id);
    });
  };

  return {
    press: (press) =>
      askMain(
        presses,
        { full: { ok: false, why: REFUSALS.busy }, late: { ok: false, why: REFUSALS["no-answer"] } },
        (id) => post({ type: "press", id, ...press }),
      ),
    certificate: (seq) =>
      askMain(certificates, { full: { found: "no-answer" }, late: { found: "no-answer" } }, (id) =>
        post({ type: "certificate", id, seq }),
      ),
    records: (from, count) =>
      askMain(records, { full: null, late: null }, (id) => post({ type: "records", id, from, count })),
    handleAnswer: (message) => {
      if (message.type === "press-answer") presses.get(message.id)?.settle(message.answer);
      else if (message.type === "records-answer") records.get(message.id)?.settle(message.lines);
      else {
        const { files } = message;
        certificates.get(message.id)?.settle(files === null ? { found: "none" } : { found: "files", files });
      }
    },
  };
}
