import { fillText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";

/** Whoever is led through a guided job, at a terminal or on the technician's page. */
export interface Technician {
  /** How they say that they are ready: a key, or a button. */
  readonly words: TechnicianWords;
  say(line: Text): void;
  /** How far a step is; it takes the place of how far it was. */
  progress(done: number, of: number): void;
  /** Resolves when they are ready; rejects when they go away. */
  ready(prompt: Text): Promise<void>;
}

/** A technician who can also answer; rejects when they go away. */
export interface AskedTechnician extends Technician {
  /** `""`: as it is asked; `"no"`: not so, or not that. */
  ask(prompt: Text, kind: "confirm" | "next"): Promise<"" | "no">;
}

/** What a prompt calls the keys or buttons of its place. */
export interface TechnicianWords {
  readonly go: Text;
  readonly without: Text;
  readonly yes: Text;
  readonly no: Text;
}

const { go, answers } = textsOf("acts");
export const AT_TERMINAL: TechnicianWords = {
  go: go.terminal,
  without: answers["terminal-without"],
  yes: answers["terminal-yes"],
  no: answers["terminal-no"],
};
export const ON_PAGE: TechnicianWords = {
  go: go.page,
  without: answers["page-without"],
  yes: answers["page-yes"],
  no: answers["page-no"],
};

const SAID = textsOf("acts.said");

export const progressText = (done: number, of: number): Text => fillText(SAID.progress, { done, of });

/** What is not in order, and what to do about it, line by line. */
export const wrongLines = (what: Text, doThis: Text | null): readonly Text[] => [
  fillText(SAID.wrong, { what }),
  ...(doThis === null ? [] : [fillText(SAID.do, { what: doThis })]),
];
