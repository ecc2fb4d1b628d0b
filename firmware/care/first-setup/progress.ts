import { storedState, FileError } from "../../files/read-file.ts";
import { z } from "zod";
import { problemWords } from "../../../src/rules/problem-words.ts";
import type { Text } from "../../../src/text/language.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import { asProblem } from "../../unit/failure.ts";
import type { Draft } from "./draft.ts";
import { asRoot, removeAsRoot, replaceAsRoot } from "./table-user.ts";

/** The steps of a setup, in their order. */
export const STEPS = [
  ...(["rulebook", "table", "devices", "people", "storage", "clock", "remote", "key"] as const),
  ...(["configuration", "self-test"] as const),
] as const;
export type StepName = (typeof STEPS)[number];

const PROGRESS_FORMAT = "tirada-setup/1";
const SIZE_MAX = 262_144;
/** It holds hashes of PINs. */
const MODE = 0o600;

const schema = z.strictObject({
  format: z.literal(PROGRESS_FORMAT),
  /** SHA-256 of the file that the answers came from; null: they were typed. */
  from: z.string().nullable(),
  /** What was right, with addresses and hashes. */
  draft: z.record(z.string(), z.unknown()),
  unseen: z.array(z.string()),
  done: z.array(z.enum(STEPS)),
  /** What the setup has made, in the order in which it was made. */
  made: z.array(z.strictObject({ kind: z.enum(["folder", "file", "journal"]), path: z.string() })),
  /** The last record of its own self-test, by number and hash of its line; null: none yet. */
  last: z.strictObject({ seq: z.int(), hash: z.string() }).nullable(),
  /** A self-test may have written records since `last`. */
  testing: z.boolean().default(false),
  /** The configuration as the setup wrote it; null: it wrote none, or an earlier release did. */
  written: z.string().nullable().default(null),
});

/** What a setup has done so far. It is kept beside the configuration, synced, so that one that was given up goes on. */
export interface Progress {
  readonly from: string | null;
  readonly draft: Draft;
  readonly unseen: readonly string[];
  readonly done: readonly StepName[];
  readonly made: readonly Made[];
  readonly last: { readonly seq: number; readonly hash: string } | null;
  readonly testing: boolean;
  readonly written: string | null;
}

export interface Made {
  /** `journal`: a storage folder in which the setup began key and journal. */
  readonly kind: "folder" | "file" | "journal";
  readonly path: string;
}

export const NO_PROGRESS: Progress = {
  from: null,
  draft: {},
  unseen: [],
  done: [],
  made: [],
  last: null,
  testing: false,
  written: null,
};

export const progressPathOf = (configPath: string): string => `${configPath}.setup`;

/** What the setup of this configuration has done; null: there was none. Throws a Problem for a file that is none of its own. */
export function readProgress(configPath: string): Progress | null {
  const path = progressPathOf(configPath);
  const refuse = (name: "progress-none" | "progress-other" | "progress-unread", why: Text | "" = ""): Problem =>
    usageProblem(problemWords(name, { path, why }));
  const read = asRoot(() =>
    storedState(path, schema, SIZE_MAX, (error) => {
      if (error instanceof FileError) throw refuse("progress-unread", error.words);
      throw refuse(error instanceof SyntaxError ? "progress-none" : "progress-other");
    }),
  );
  if (read === null) return null;
  const { format: _, ...progress } = read;
  return progress;
}

export function writeProgress(configPath: string, progress: Progress): void {
  const path = progressPathOf(configPath);
  try {
    replaceAsRoot(path, `${JSON.stringify({ format: PROGRESS_FORMAT, ...progress }, null, 1)}\n`, MODE);
  } catch (error) {
    throw writeProblem(path, error);
  }
}

export function removeProgress(configPath: string): void {
  removeAsRoot(progressPathOf(configPath));
}

/** A file of the setup that could not be written. */
export function writeProblem(path: string, error: unknown): Problem {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return asProblem(error);
  const why = code === "ENOENT" ? problemWords("folder-none") : code;
  return new Problem(EXIT.storage, problemWords("cannot-write", { path, why }));
}
