import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import type { ActRead } from "../../../src/people/acts.ts";
import type { TableLines } from "../../listen/row.ts";
import { orWithout, Questions } from "../../threads/questions.ts";
import type { Act, CertificateFiles, FromWorker, Press, PressAnswer, ToWorker } from "./messages.ts";
import type { Language } from "../../../src/text/language.ts";
import { REFUSALS } from "./sign-in.ts";
import type { MadeFile } from "./acta-desk.ts";

/** How long the main thread may take to answer, and how many questions may wait for it. */
export const ANSWER_US = 5 * US_PER_S;
export const WAITING_LIMIT = 64;
const READ_US = 35 * US_PER_S;

export type CertificateAnswer =
  | { readonly found: "files"; readonly files: CertificateFiles }
  | { readonly found: "none" | "no-answer" };

/** Questions of the worker to the main thread, each with a limit in time. */
export interface MainLink {
  press(press: Press): Promise<PressAnswer>;
  act(act: Act): Promise<PressAnswer>;
  /** What a technician reads; null: it was not told in time. */
  read(what: ActRead): Promise<unknown>;
  certificate(seq: number): Promise<CertificateAnswer>;
  /** Lines of durable records from a number on; null: they could not be read in time. */
  readonly records: (from: number, count: number) => Promise<readonly string[] | null>;
  /** The acta of a game; null: there is none, or it was not made in time. */
  acta(round: number, language: Language): Promise<MadeFile | null>;
  /** What came over the lines of the table behind a number; null: it was not told in time. */
  readonly lines: (after: number) => Promise<TableLines | null>;
  /** Hands in an answer; one that comes too late is forgotten. */
  handleAnswer(
    message: Extract<
      ToWorker,
      {
        type:
          | "press-answer"
          | "act-answer"
          | "certificate-answer"
          | "records-answer"
          | "lines-answer"
          | "acta-answer"
          | "read-answer";
      }
    >,
  ): void;
}

export function createMainLink(post: (message: FromWorker) => void, clock: Clock): MainLink {
  const questions = <Answer>(): Questions<Answer> =>
    new Questions({
      most: WAITING_LIMIT,
      time: { us: ANSWER_US, clock, name: "answer of the main thread" },
    });
  const presses = questions<PressAnswer>();
  const certificates = questions<CertificateAnswer>();
  const records = questions<readonly string[] | null>();
  const lines = questions<TableLines | null>();
  const actas = questions<MadeFile | null>();
  // The updater is asked for some of it.
  const reads = new Questions<unknown>({
    most: WAITING_LIMIT,
    time: { us: READ_US, clock, name: "answer of the main thread" },
  });

  return {
    press: (press) =>
      orWithout(
        presses.ask((id) => post({ type: "press", id, ...press })),
        (why) => ({ ok: false, why: REFUSALS[why === "full" ? "busy" : "no-answer"] }),
      ),
    act: (act) =>
      orWithout(
        presses.ask((id) => post({ type: "act", id, ...act })),
        (why) => ({ ok: false, why: REFUSALS[why === "full" ? "busy" : "no-answer"] }),
      ),
    read: (what) =>
      orWithout(
        reads.ask((id) => post({ type: "read", id, what })),
        () => null,
      ),
    certificate: (seq) =>
      orWithout(
        certificates.ask((id) => post({ type: "certificate", id, seq })),
        () => ({ found: "no-answer" }),
      ),
    records: (from, count) =>
      orWithout(
        records.ask((id) => post({ type: "records", id, from, count })),
        () => null,
      ),
    acta: (round, language) =>
      orWithout(
        actas.ask((id) => post({ type: "acta", id, round, language })),
        () => null,
      ),
    lines: (after) =>
      orWithout(
        lines.ask((id) => post({ type: "lines", id, after })),
        () => null,
      ),
    handleAnswer: (message) => {
      if (message.type === "press-answer" || message.type === "act-answer")
        presses.answer(message.id, message.answer);
      else if (message.type === "records-answer") records.answer(message.id, message.lines);
      else if (message.type === "read-answer") reads.answer(message.id, message.told);
      else if (message.type === "acta-answer") actas.answer(message.id, message.file);
      else if (message.type === "lines-answer") lines.answer(message.id, message.lines);
      else {
        const { files } = message;
        certificates.answer(message.id, files === null ? { found: "none" } : { found: "files", files });
      }
    },
  };
}
