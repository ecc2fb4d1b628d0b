import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { SECTIONS, type SectionDigests } from "../../../src/people/access.ts";
import type { LifeRecord } from "../../../src/table/kernel/record.ts";
import { makeFolder, replaceDurably } from "../../files/durable.ts";
import { onDisk } from "../../files/errors.ts";
import { storedState } from "../../files/read-file.ts";
import type { Config } from "../../table/config/config.ts";
import { sectionDigests } from "../boot-detail.ts";
import { changesOf } from "./changed-values.ts";

/**
 * The configuration that the table started with last, beside its evidence, so that a start can say which values somebody has changed in
 * the file since. Its digests stand in the journal: what a copy says that is none of those is told as unproven.
 */
const FOLDER = "configurations";
const FILE = "counted.json";
const FILE_MAX_BYTES = 1_048_576;
/** Values of one start that are records; the others are counted. */
export const VALUES_MAX = 64;

const copySchema = z.strictObject({
  format: z.literal("tirada-counted/1"),
  configuration: z.looseObject({}),
});

const pathIn = ({ storage }: Pick<Config, "storage">): string => join(storage.folder, FOLDER, FILE);

const sameDigests = (one: SectionDigests, other: SectionDigests): boolean =>
  SECTIONS.every((section) => one[section] === other[section]);

/**
 * The records of a start whose configuration says something else than the one of the start before: each value as it was and is, a secret or
 * a long one by its SHA-256. `told`: the digests that the journal has of the start before; null: it has none.
 */
export function valueRecords(config: Config, told: SectionDigests | null): readonly LifeRecord["detail"][] {
  const path = pathIn(config);
  const copy = onDisk("reading", path, () => storedState(path, copySchema, FILE_MAX_BYTES));
  const unknown = [{ values: "not-known" }];
  if (copy === null) return told === null || sameDigests(told, sectionDigests(config)) ? [] : unknown;
  try {
    const before = copy.configuration as unknown as Config;
    const digests = sectionDigests(before);
    if (sameDigests(digests, sectionDigests(config))) return [];
    const changes = changesOf(before, plain(config));
    const isProven = told !== null && sameDigests(digests, told);
    const records = changes
      .slice(0, VALUES_MAX)
      .map((change) => ({ ...change, ...(isProven ? {} : { unproven: true }) }));
    const more = changes.length - records.length;
    return more > 0 ? [...records, { more }] : records;
  } catch {
    // A copy of another release, or one that somebody wrote: it says nothing.
    return unknown;
  }
}

/** Keeps what the table starts with, where it is another one: the old copy or the new one, whenever the power goes. */
export function keepCounted(config: Config): void {
  const path = pathIn(config);
  onDisk("keeping the configuration in", path, () => {
    const copy = { format: "tirada-counted/1", configuration: plain(config) } as const;
    if (isDeepStrictEqual(storedState(path, copySchema, FILE_MAX_BYTES), copy)) return;
    makeFolder(join(config.storage.folder, FOLDER));
    replaceDurably(path, `${JSON.stringify(copy)}\n`, { mode: 0o600 });
  });
}

/** Without what is not there. */
const plain = (config: Config): Config => JSON.parse(JSON.stringify(config)) as Config;
