import type { Language, Text } from "../src/text/language.ts";

/**
 * Exit statuses of every command, so that a script at three in the morning can tell what happened.
 * 0 done · 2 unusable arguments, file or configuration · 3 device · 4 storage · 5 display ·
 * 6 evidence that is not valid · 7 a release that is not as its manifest says, or an update that is refused ·
 * 1 a fault of tirada itself.
 */
export const EXIT = {
  done: 0,
  internal: 1,
  usage: 2,
  device: 3,
  storage: 4,
  display: 5,
  notValid: 6,
  release: 7,
} as const;

/** Something that a person can put right: one line, what and where and what to do. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  /** The message in every language; null: it is what it is in all of them. */
  readonly words: Text | null;
  constructor(status: number, message: string | Text, options?: ErrorOptions) {
    super(typeof message === "string" ? message : message.en, options);
    this.status = status;
    this.words = typeof message === "string" ? null : message;
  }
}

/** The text of whatever was thrown, in the language of the person who reads it where it has that. */
export const errorTextIn = (error: unknown, language: Language): string =>
  error instanceof Problem && error.words !== null ? error.words[language] : errorText(error);

/** What was asked for is not usable: arguments, a file, a configuration. `cause`: the error that said so. */
export const usageProblem = (message: string | Text, cause?: unknown): Problem =>
  new Problem(EXIT.usage, message, cause === undefined ? undefined : { cause });

/** The text of whatever was thrown. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What a text would steer a terminal with, from a file or a line of anybody's. */
const STEERING = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** A text as a terminal may get it: what would steer it stands there as its code. */
export const shownText = (text: string): string =>
  text.replace(STEERING, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`);

/** The result of `make`. An error that is no Problem becomes a usage Problem with the same text. */
export function orUsageProblem<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw usageProblem(unwritten(error) ?? wordsOf(error) ?? errorText(error), error);
  }
}

/** The words that an error has in every language, as one of a file; null: it has none. */
const wordsOf = (error: unknown): Text | null =>
  error instanceof Error ? ((error as Error & { readonly words?: Text }).words ?? null) : null;

/** A file whose folder is not there, as whoever makes files whole or not at all meets it; null: it is another error. */
function unwritten(error: unknown): string | null {
  const { code, path } = error as { readonly code?: string; readonly path?: string };
  if (code !== "ENOENT" || path?.endsWith(".new") !== true) return null;
  return `cannot write ${path.slice(0, -".new".length)}: its folder is not there; make it first`;
}

/** A file or folder that this user may not use, wherever a command met it; null: it is another error. */
export function rightRefused(error: unknown): Problem | null {
  if (error instanceof Problem || !(error instanceof Error)) return null;
  const { code, path } = error as Error & { readonly code?: string; readonly path?: string };
  if ((code !== "EACCES" && code !== "EPERM") || path === undefined) return null;
  const words = `no right to use ${path}: give the command as root (sudo), or as the user whose file it is`;
  return new Problem(EXIT.usage, words, { cause: error });
}
