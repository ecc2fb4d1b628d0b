import type { Language } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { fill, type Values } from "../../../src/text/every-language.ts";

const TEXTS = textsOf("join");

/** What is said of joining a casino, in one language. */
export interface JoinText {
  says(name: keyof typeof TEXTS.says, values?: Values): string;
  refuse(name: keyof typeof TEXTS.refuse, values?: Values): string;
  what(name: keyof typeof TEXTS.what, url: string): string;
  why(name: keyof typeof TEXTS.why, values?: Values): string;
}

export const joinText = (language: Language): JoinText => ({
  says: (name, values = {}) => fill(TEXTS.says[name], language, values),
  refuse: (name, values = {}) => fill(TEXTS.refuse[name], language, values),
  what: (name, url) => fill(TEXTS.what[name], language, { url }),
  why: (name, values = {}) => fill(TEXTS.why[name], language, values),
});
