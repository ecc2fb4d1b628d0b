import { join } from "node:path";
import { z } from "zod";
import { sha256Hex, utf8 } from "../../src/record/bytes.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import type { Config } from "../config/config.ts";
import { closeSync, fsyncSync, isThere, openSync, renameSync } from "../disk/disk.ts";
import { makeFolder, syncFolder, writeFully } from "../journal/durable.ts";
import { onDisk } from "../journal/errors.ts";
import { errorText } from "../problem.ts";
import { readTextFile } from "../read-file.ts";
import { readConfig, readConfigText, textOfConfig } from "./read-config.ts";
import type { Unit } from "./unit.ts";

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
const digestOf = (config: Config): string => sha256Hex(utf8(fileTextOf(config) ?? ""));

/** The file behind each configuration that was ordered over it. */
const FILE_TEXTS = new WeakMap<Config, string>();
const fileTextOf = (config: Config): string | null => FILE_TEXTS.get(config) ?? textOfConfig(config);

/**
 * The configuration that a table starts with: that of its file, or the ordered one over it. Each start takes one of those that a trial
 * has. Rejects as `readConfig`, of the file alone.
 */
export async function readConfigOfStart(path: string): Promise<Config> {
  const file = await readConfig(path);
  const { folder } = file.storage;
  for (;;) {
    const ordered = readOrdered(folder);
    if (ordered?.now == null || ordered.over !== digestOf(file)) return file;
    const { order, text: said, starts } = ordered.now;
    if (starts === 0) {
      giveUp(folder, ordered, "the table did not stay with it");
      continue;
    }
    if (starts !== null) write(folder, { ...ordered, now: { order, text: said, starts: starts - 1 } });
    try {
      const config = await readConfigText(said, "configuration");
      FILE_TEXTS.set(config, textOfConfig(file) ?? "");
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
  const ordered = readOrdered(file.storage.folder);
  if (ordered?.now == null || ordered.over !== digestOf(file)) return file;
  // One that cannot be read is given up by the next start.
  return readConfigText(ordered.now.text, "configuration").catch(() => file);
}

/** Why a configuration cannot take the place of the one that counts; null: it can. Everything that is wrong with it, with file and line. */
export async function orderedConfigurationFault(said: string, current: Config): Promise<string | null> {
  let next: Config;
  try {
    next = await readConfigText(said, "configuration");
  } catch (error) {
    return errorText(error);
  }
  if (textOfConfig(current) === null) return "this table was not started with a configuration file";
  if (next.storage.folder !== current.storage.folder)
    return `configuration: storage.folder is ${next.storage.folder}: the evidence stays in ${current.storage.folder}; move it at the table`;
  if (next.remote === undefined)
    return "configuration: it has no section remote: nobody could order anything after it";
  return null;
}

/** Keeps an ordered configuration: from the next start on it is on trial. */
export function orderConfiguration(current: Config, said: string, order: string): void {
  const { folder } = current.storage;
  const before = readOrdered(folder);
  const over = digestOf(current);
  const counts = before?.over === over ? before : null;
  // One that is on trial still is no former one.
  const former =
    counts?.now?.starts === null ? { order: counts.now.order, text: counts.now.text } : counts?.former;
  write(folder, {
    ...{ format: "tirada-ordered/1", over, former: former ?? null, ended: null },
    now: { order, text: said, starts: ORDERED_STARTS },
  });
}

function giveUp(folder: string, { over, now, former }: Ordered, why: string): void {
  write(folder, {
    ...{ format: "tirada-ordered/1", over, former: null },
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
  const { folder } = config.storage;
  const tell = async (): Promise<void> => {
    const ordered = readOrdered(folder);
    if (ordered?.ended == null) return;
    const { order, is, why } = ordered.ended;
    onNotice(`the ordered configuration ${order.slice(0, 16)} is ${is}${why === null ? "" : `: ${why}`}`);
    const detail = { what: is === "kept" ? "configuration-kept" : "configuration-returned", order, why };
    await unit.feed({ k: "event", t: clock.now(), event: "order", detail });
    if (!unit.hasFailed) write(folder, { ...ordered, ended: null });
  };
  await tell();
  const onTrial = readOrdered(folder)?.now;
  if (onTrial == null || onTrial.starts === null || onTrial.text !== textOfConfig(config)) return null;
  return clock.after(ORDERED_TRIAL_US, "trial of a configuration", () => {
    const ordered = readOrdered(folder);
    // Another one may have been ordered meanwhile.
    if (ordered?.now?.order !== onTrial.order || unit.hasFailed) return;
    const { order } = onTrial;
    write(folder, {
      ...ordered,
      now: { ...onTrial, starts: null },
      former: null,
      ended: { order, is: "kept", why: null },
    });
    void tell();
  });
}

function readOrdered(storage: string): Ordered | null {
  const path = pathIn(storage);
  if (!onDisk("looking for", path, () => isThere(path))) return null;
  try {
    return orderedSchema.parse(JSON.parse(readTextFile(path, FILE_MAX_BYTES)));
  } catch {
    // A damaged one counts for nothing: the table has its file.
    return null;
  }
}

/** The old state or the new one, whenever the power goes. */
function write(storage: string, ordered: Ordered): void {
  const path = pathIn(storage);
  onDisk("keeping the ordered configuration in", path, () => {
    makeFolder(join(storage, FOLDER));
    const fd = openSync(`${path}.new`, "w", 0o600);
    try {
      writeFully(fd, utf8(`${JSON.stringify(ordered)}\n`));
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(`${path}.new`, path);
    syncFolder(join(storage, FOLDER));
  });
}
