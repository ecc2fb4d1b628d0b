import { loadFamilyOf } from "../../firmware/table/setup/load-families.ts";
import { newTableHead } from "../../firmware/replay/replay.ts";
import { Pipeline } from "../../firmware/table/pipeline/pipeline.ts";
import { parseConfig, type Config } from "../../firmware/table/config/config.ts";
import { setupOf } from "../../firmware/table/setup/config-setup.ts";
import type { TableSetup } from "../../firmware/table/setup/table-setup.ts";
import { problemText } from "../../src/rules/yaml.ts";
import type { Entry } from "../../src/recording/entry.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { monoUs } from "../../src/time/instant.ts";

/** A table by its configuration, as a technician writes it: `devices` is the section of its family. */
export const configText = (rulebook: string, devices: string, more = ""): string => `table:
  name: Mesa
  log: tirada.example/a/b
  rulebook: ${rulebook}
${devices}storage:
  folder: var/way
${more}`;

/** Throws an Error with what is wrong, as a technician reads it. */
export function readConfig(text: string): Config {
  const read = parseConfig(text, "table.yaml");
  if (!read.ok) throw new Error(read.problems.map(problemText).join("; "));
  return read.config;
}

export async function setupOfText(text: string): Promise<TableSetup> {
  const config = readConfig(text);
  await loadFamilyOf(config);
  return setupOf(config);
}

/** The records of an open table whose device sends these bytes, half a second after each other; `key` is pressed before those. */
export function recordsOf(setup: TableSetup, port: string, bytes: readonly string[]): readonly RecordBody[] {
  const pipeline = new Pipeline(setup, newTableHead(setup, "test", []));
  const entries: Entry[] = [
    { k: "auto-open", t: monoUs(1) },
    { k: "open", t: monoUs(2), port, name: "a device" },
    ...bytes.map((text, at): Entry => ({ k: "in", t: monoUs(500_000 * (at + 1)), port, bytes: text })),
  ];
  return entries.flatMap((entry) => pipeline.feed(entry).records.map(({ body }) => body));
}
