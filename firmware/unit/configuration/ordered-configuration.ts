import { join } from "node:path";
import { z } from "zod";
import { sha256Hex } from "../../../src/record/bytes.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { US_PER_S, type WallMs } from "../../../src/time/instant.ts";
import type { Config } from "../../table/config/config.ts";
import { makeFolder, replaceDurably } from "../../files/durable.ts";
import { onDisk } from "../../files/errors.ts";
import { errorText, Problem } from "../../problem.ts";
import { fillText, sameText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { CALIBRATION_FILE } from "../../table/wheel/calibration-file.ts";
import { isThere } from "../../files/disk.ts";
import { changeFault, isOtherLog, startFault, type ChangeKind } from "./configuration-change.ts";
import { changesOf, type ConfigurationChange } from "./changed-values.ts";
import { readConfig, readConfigText, textOfConfig } from "./read-config.ts";
import type { Unit } from "../unit.ts";
import { readTextFile, storedState } from "../../files/read-file.ts";

/**
 * A configuration that was ordered from afar counts in place of the file that the table is started with, as long as that file is the one
 * over which it was ordered: whoever changes the file at the table has the last word. At first it is on trial; the former one is kept
 * beside it, and comes back when the table does not start with the new one, or does not stay.
 */
const FOLDER = "configurations";
const FILE = "ordered.json";
const FILE_MAX_BYTES = 1_048_576;
/** Starts that it has before the former one comes back. */
export const ORDERED_STARTS = 2;
/** How long the table must have played with it in one piece. */
export const ORDERED_TRIAL_US = 120 * US_PER_S;
const WHY_MAX = 200;
const CALIBRATION_MAX_BYTES = 1_048_576;
const { configuration: WORDS } = textsOf("acts");

const text = z.string().max(262_144);
const orderedSchema = z.strictObject({
  format: z.literal("tirada-ordered/1"),
  /** Hex SHA-256 of the file over which it was ordered. */
  over: z.string(),
  /** The order's hash; the configuration; starts that it has left; null: it has passed its trial. */
  now: z.nullable(z.strictObject({ order: z.string(), text, starts: z.nullable(z.int().min(0)) })),
  /** What counts again when the trial fails; null: the file itself. */
  former: z.nullable(z.strictObject({ order: z.string(), text })),
  /** What came of the last order, until a record says so. */
  ended: z.nullable(
    z.strictObject({ order: z.string(), is: z.enum(["kept", "returned"]), why: z.nullable(z.string()) }),
  ),
});
type Ordered = z.infer<typeof orderedSchema>;

const pathIn = (storage: string): string => join(storage, FOLDER, FILE);
/** Hex SHA-256 of the file behind a configuration. */
const digestOfFile = (config: Config): string => sha256Hex(fileTextOf(config) ?? "");

/** The file behind each configuration that was ordered over it: its text, and the storage folder that it names. */
const FILES = new WeakMap<Config, { readonly text: string; readonly folder: string }>();
const fileTextOf = (config: Config): string | null => FILES.get(config)?.text ?? textOfConfig(config);
/** Where what was ordered is kept: beside the evidence of the file's own table, also while that is in test mode. */
export const homeFolderOf = (config: Config): string => FILES.get(config)?.folder ?? config.storage.folder;
/** The evidence of a table in test mode. */
export const testFolderOf = (config: Config): string => join(homeFolderOf(config), "test-mode");

/**
 * The configuration that a table starts with: that of its file, or the ordered one over it. Each start takes one of those that a trial
 * has. Rejects as `readConfig`, of the file alone.
 */
export async function readConfigOfStart(path: string): Promise<Config> {
  const file = await readConfig(path, "open");
  const { folder } = file.storage;
  for (;;) {
    const ordered = readKept(folder);
    if (ordered?.now == null || ordered.over !== digestOfFile(file)) return file;
    const { order, text: said, starts } = ordered.now;
    if (starts === 0) {
      giveUp(folder, ordered, "the table did not stay with it");
      continue;
    }
    if (starts !== null) write(folder, { ...ordered, now: { order, text: said, starts: starts - 1 } });
    try {
      const config = await readConfigText(said, "configuration", "open");
      FILES.set(config, { text: textOfConfig(file) ?? "", folder });
      return config;
    } catch (error) {
      // It was read when it was ordered: this is another release, or another machine.
      giveUp(folder, ordered, errorText(error));
    }
  }
}

/**
 * The configuration that counts for a table of this file, for a program that looks at it beside the table: no start of a trial is taken.
 * Rejects as `readConfig`, of the file alone.
 */
export async function readConfigInForce(path: string): Promise<Config> {
  const file = await readConfig(path);
  const ordered = readKept(file.storage.folder);
  if (ordered?.now == null || ordered.over !== digestOfFile(file)) return file;
  // One that cannot be read is given up by the next start.
  return readConfigText(ordered.now.text, "configuration").catch(() => file);
}

/** Everything that is wrong with a configuration, in words for people. */
const wordsOf = (error: unknown): Text =>
  (error instanceof Problem ? error.words : null) ?? sameText(errorText(error));

export type OrderedReading =
  | { readonly ok: false; readonly why: Text }
  | {
      readonly ok: true;
      readonly changes: readonly ConfigurationChange[];
      /** The table would begin another log. */
      readonly isOtherLog: boolean;
    };

/**
 * Reads a configuration that is to take the place of the one that counts, as a start does: everything that is wrong with it with file and
 * line, what no order may change, and what a start would look for and not find.
 */
export async function readOrdered(
  said: string,
  current: Config,
  wall: WallMs,
  kind: ChangeKind = "configure",
): Promise<OrderedReading> {
  let next: Config;
  try {
    next = await readConfigText(said, "configuration", "open");
  } catch (error) {
    return { ok: false, why: wordsOf(error) };
  }
  const counts = textOfConfig(current);
  if (counts === null) return { ok: false, why: WORDS["no-file"] };
  const { folder } = current.storage;
  if (next.storage.folder !== folder && kind !== "test-mode")
    return {
      ok: false,
      why: fillText(WORDS.folder, { next: next.storage.folder, folder }),
    };
  if (next.remote === undefined && current.remote !== undefined) return { ok: false, why: WORDS["no-remote"] };
  // As its text has it: a start puts the edition of the law and a port in.
  const before = await readConfigText(counts, "the configuration");
  const changes = changesOf(before, next);
  const why = changeFault(before, next, changes, kind) ?? startFault(next, wall);
  return why === null ? { ok: true, changes, isOtherLog: isOtherLog(before, next) } : { ok: false, why };
}

/** Keeps an ordered configuration: from the next start on it is on trial. */
export function orderConfiguration(current: Config, said: string, order: string): void {
  const folder = homeFolderOf(current);
  const before = readKept(folder);
  const over = digestOfFile(current);
  const counts = before?.over === over ? before : null;
  // One that is on trial still is no former one.
  const former =
    counts?.now?.starts === null ? { order: counts.now.order, text: counts.now.text } : counts?.former;
  write(folder, {
    format: "tirada-ordered/1",
    over,
    former: former ?? null,
    ended: null,
    now: { order, text: said, starts: ORDERED_STARTS },
  });
}

/** What counted before the configuration that counts now: the last one that passed its trial, or the file's own. Null: nothing was changed. */
export function textBefore(current: Config): string | null {
  const ordered = readKept(homeFolderOf(current));
  if (ordered?.now == null || ordered.over !== digestOfFile(current)) return null;
  return ordered.former?.text ?? fileTextOf(current);
}

/** How the newest change stands: none is under way, it waits for the next start, or it is on trial. */
export type KeptStage = "none" | "next-start" | "on-trial";

/** How the newest change of this table stands. One that does not count yet would be lost by another one over it. */
export function keptStage(current: Config): KeptStage {
  const ordered = readKept(homeFolderOf(current));
  if (ordered?.now == null || ordered.over !== digestOfFile(current)) return "none";
  if (ordered.now.text !== textOfConfig(current)) return "next-start";
  return ordered.now.starts === null ? "none" : "on-trial";
}

/** What taking back changes that was kept for the next start: each key as it would have been, and as it is. Rejects where it cannot be read. */
export async function changesTakenBack(current: Config): Promise<readonly ConfigurationChange[]> {
  const kept = readKept(homeFolderOf(current))?.now?.text ?? "";
  const read = (said: string): Promise<Config> => readConfigText(said, "configuration");
  return changesOf(await read(kept), await read(textOfConfig(current) ?? ""));
}

/** The order of the newest change of this table; undefined: none was made. */
export const keptOrder = (current: Config): string | undefined => readKept(homeFolderOf(current))?.now?.order;

/** What was kept for the next start, or is on trial, counts from the next start on never: what counted before does. */
export function takeBack(current: Config, why = "it was taken back before it counted"): void {
  const folder = homeFolderOf(current);
  const ordered = readKept(folder);
  if (ordered !== null) giveUp(folder, ordered, why);
}

/** What is learned of a wheel counts in test mode too. */
export function prepareTestMode(current: Config): void {
  const [from, to] = [homeFolderOf(current), testFolderOf(current)].map((one) =>
    join(one, CALIBRATION_FILE),
  ) as [string, string];
  onDisk("preparing", to, () => {
    makeFolder(testFolderOf(current));
    if (isThere(from)) replaceDurably(to, readTextFile(from, CALIBRATION_MAX_BYTES), { mode: 0o640 });
  });
}

/** What counted before test mode counts again from the next start on: it passed its trial then. */
export function endTestMode(current: Config): void {
  const folder = homeFolderOf(current);
  const ordered = readKept(folder);
  if (ordered !== null) giveUp(folder, ordered, "test mode has ended");
}

function giveUp(folder: string, { over, now, former }: Ordered, why: string): void {
  write(folder, {
    format: "tirada-ordered/1",
    over,
    former: null,
    now: former === null ? null : { ...former, starts: null },
    ended: now === null ? null : { order: now.order, is: "returned", why: why.slice(0, WHY_MAX) },
  });
}

/**
 * Watches the trial of a table that runs: what came of it is a record of kind `order`. Resolves when what came before this start is one.
 */
export async function watchOrdered(
  {
    config,
    clock,
    unit,
  }: { readonly config: Config; readonly clock: Clock; readonly unit: Pick<Unit, "feed" | "hasFailed"> },
  onNotice: (line: string) => void,
): Promise<Timer | null> {
  const folder = homeFolderOf(config);
  const tell = async (): Promise<void> => {
    const ordered = readKept(folder);
    if (ordered?.ended == null) return;
    const { order, is, why } = ordered.ended;
    onNotice(`the ordered configuration ${order.slice(0, 16)} is ${is}${why === null ? "" : `: ${why}`}`);
    const detail = { what: is === "kept" ? "configuration-kept" : "configuration-returned", order, why };
    await unit.feed({ k: "event", t: clock.now(), event: "order", detail });
    if (!unit.hasFailed) write(folder, { ...ordered, ended: null });
  };
  await tell();
  const onTrial = readKept(folder)?.now;
  if (onTrial == null || onTrial.starts === null || onTrial.text !== textOfConfig(config)) return null;
  return clock.after(ORDERED_TRIAL_US, "trial of a configuration", () => {
    const ordered = readKept(folder);
    // Another one may have been ordered meanwhile.
    if (ordered?.now?.order !== onTrial.order || unit.hasFailed) return;
    const { order } = onTrial;
    write(folder, {
      ...ordered,
      now: { ...onTrial, starts: null },
      ended: { order, is: "kept", why: null },
    });
    void tell();
  });
}

function readKept(storage: string): Ordered | null {
  const path = pathIn(storage);
  // A damaged one counts for nothing: the table has its file.
  return onDisk("looking for", path, () => storedState(path, orderedSchema, FILE_MAX_BYTES));
}

const write = (storage: string, ordered: Ordered): void =>
  writeConfigurationFile(storage, FILE, `${JSON.stringify(ordered)}\n`);

/** Writes a file beside the configurations: the old state or the new one, whenever the power goes. */
export function writeConfigurationFile(storage: string, name: string, content: string): void {
  const path = join(storage, FOLDER, name);
  onDisk("keeping the ordered configuration in", path, () => {
    makeFolder(join(storage, FOLDER));
    replaceDurably(path, content, { mode: 0o600 });
  });
}
