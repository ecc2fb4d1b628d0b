import type { Answer, Question } from "./ask.ts";

/** What the thread that asks a witness is started with. */
export interface AskerSettings {
  readonly url: string;
  readonly vkey: string;
  readonly ca: string | null;
}

export interface ToAsker {
  readonly id: number;
  readonly question: Question;
}

export interface FromAsker {
  readonly id: number;
  readonly answer: Answer;
}
