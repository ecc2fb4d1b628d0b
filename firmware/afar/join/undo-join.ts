import { storedState, FileError, readTextFile } from "../../files/read-file.ts";
import { dirname } from "node:path";
import { z } from "zod";
import { problemWords } from "../../../src/rules/problem-words.ts";
import { editYaml, MAX_FILE_BYTES, readYaml } from "../../../src/rules/yaml.ts";
import type { Language } from "../../../src/text/language.ts";
import { isThere } from "../../files/disk.ts";
import { isSection, valueAt } from "../../care/first-setup/draft.ts";
import { asRoot, removeAsRoot } from "../../care/first-setup/table-user.ts";
import { orUsageProblem, usageProblem } from "../../problem.ts";
import { readConfigText } from "../../unit/configuration/read-config.ts";
import { dropInOf, SERVICES } from "./machine-files.ts";
import { reloadFirewall, reloadServices, writeRootFile, type RootFile } from "./root-part.ts";
import { joinText } from "./texts.ts";

/**
 * What was there before a table joined its casino, so that it can be put back: `table.yaml.join` beside the configuration. The log, its key
 * and the unit's own key are no part of it.
 */

const path = z.array(z.union([z.string(), z.number()]));
const joinedSchema = z.strictObject({
  files: z.array(
    z.strictObject({
      path: z.string(),
      mode: z.int().nullable(),
      /** Null: it was not there. */
      before: z.string().nullable(),
      after: z.string(),
    }),
  ),
  /** Keys of the configuration that were written, with what they had; left out: nothing. */
  changes: z.array(
    z.strictObject({ place: path, before: z.unknown().optional(), after: z.unknown().optional() }),
  ),
});
type Joined = z.infer<typeof joinedSchema>;
export type Change = readonly [place: readonly (string | number)[], value: unknown];

/** It holds two texts of each file. */
const JOINED_MAX_BYTES = 8 * MAX_FILE_BYTES;
const JOINED_MODE = 0o640;

const joinedPathOf = (configPath: string): string => `${configPath}.join`;

const textAt = (file: string): string | null =>
  asRoot(() => (isThere(file) ? orUsageProblem(() => readTextFile(file, MAX_FILE_BYTES)) : null));

const valueOf = (text: string | null, file: string): Readonly<Record<string, unknown>> => {
  const yaml = readYaml(text ?? "", file);
  return yaml.ok && isSection(yaml.value) ? yaml.value : {};
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Keeps what these files say now, before they are written. What an earlier joining has found stays what was before. */
export function keepBefore(configPath: string, files: readonly RootFile[], changes: readonly Change[]): void {
  const known = readJoined(configPath) ?? { files: [], changes: [] };
  const config = valueOf(textAt(configPath), configPath);
  const joined: Joined = {
    files: [
      ...known.files.filter((one) => !files.some((file) => file.path === one.path)),
      ...files.map((file) => {
        const now = textAt(file.path);
        const old = known.files.find((one) => one.path === file.path);
        const before = old !== undefined && old.after === now ? old.before : now;
        return { path: file.path, mode: file.mode ?? null, before, after: file.text };
      }),
    ],
    changes: [
      ...known.changes.filter(({ place }) => !changes.some(([other]) => isSame(place, other))),
      ...changes.map(([place, after]) => {
        const old = known.changes.find((one) => isSame(one.place, place));
        const now = valueAt(config, place);
        const before = old !== undefined && isSame(old.after, now) ? old.before : now;
        return { place: [...place], before, after };
      }),
    ],
  };
  writeRootFile({ path: joinedPathOf(configPath), text: JSON.stringify(joined), mode: JOINED_MODE });
}

function readJoined(configPath: string): Joined | null {
  const file = joinedPathOf(configPath);
  return asRoot(() =>
    storedState(file, joinedSchema, JOINED_MAX_BYTES, (error) => {
      if (error instanceof FileError) throw usageProblem(error.words, error);
      throw usageProblem(problemWords("joined-none", { path: file }), error);
    }),
  );
}

export interface UndoOptions {
  readonly configPath: string;
  /** Where the service manager's own files of this machine are. */
  readonly services: string;
  /** The rules of the machine's firewall. */
  readonly firewall: string;
  readonly language: Language;
  readonly say: (line: string) => void;
}

/**
 * Puts back what a table had before it joined its casino. A file that somebody has changed since stays as it is, and so does each key of
 * the configuration that is no longer what was written. Rejects with a Problem, and nothing is changed then.
 */
export async function undoJoin({ configPath, services, firewall, language, say }: UndoOptions): Promise<void> {
  const text = joinText(language);
  const joined = readJoined(configPath);
  if (joined === null) throw usageProblem(text.refuse("not-joined", { path: joinedPathOf(configPath) }));
  const config = configBefore(joined, configPath);
  if (config !== null) await readConfigText(config, configPath);
  // Root writes nowhere else, whatever the file of the joining says.
  const places = [dirname(configPath), ...SERVICES.map((one) => dirname(dropInOf(services, one)))];
  for (const { path: file, mode, before, after } of joined.files) {
    const now = textAt(file);
    const back = file === configPath ? config : before;
    if (now === null || now === back) continue;
    if (!places.includes(dirname(file)) || (file !== configPath && now !== after)) {
      say(text.says("kept", { path: file }));
      continue;
    }
    if (back === null) removeAsRoot(file);
    else writeRootFile({ path: file, text: back, ...(mode === null ? {} : { mode }) });
    say(text.says(back === null ? "gone" : "back", { path: file }));
  }
  removeAsRoot(joinedPathOf(configPath));
  const own = joined.files.find(({ path: file }) => file.endsWith("/firewall.nft"));
  if (own !== undefined) reloadFirewall(firewall, own.path);
  if (!reloadServices()) say(text.says("reload"));
  say(text.says("next"));
}

/** The configuration without what joining wrote; whatever else somebody wrote since stays. Null: it is not there. */
function configBefore({ files, changes }: Joined, configPath: string): string | null {
  const now = textAt(configPath);
  const whole = files.find((one) => one.path === configPath);
  if (now === null || whole === undefined) return now;
  if (now === whole.after) return whole.before;
  const value = valueOf(now, configPath);
  const ours = changes.filter(({ place, after }) => isSame(valueAt(value, place), after));
  // A format that is higher than it must be is right; a lower one would not read what somebody wrote since.
  const back = ours.filter(({ place }) => place[0] !== "format");
  const less = editYaml(
    now,
    back.map(({ place, before }) => [place, before] as const),
  );
  const empty = [...new Set(back.map(({ place }) => place[0] ?? ""))].filter((name) =>
    isSame(withoutEmptyParts(valueAt(valueOf(less, configPath), [name])), {}),
  );
  return editYaml(
    less,
    empty.map((name) => [[name], undefined] as const),
  );
}

/** A section without those parts of it that hold nothing. */
function withoutEmptyParts(value: unknown): unknown {
  if (!isSection(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, part]) => !isSame(withoutEmptyParts(part), {})));
}
