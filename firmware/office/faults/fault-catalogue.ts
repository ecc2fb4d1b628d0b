import { z } from "zod";
import { readTextFile } from "../../files/read-file.ts";
import { readYamlAs } from "../../files/yaml-file.ts";
import { MAX_FILE_BYTES } from "../../../src/rules/yaml.ts";
import { FAULT_GROUPS, type FaultRow } from "./fault-row.ts";
import { outcomeFault } from "./outcome.ts";

export type { FaultRow } from "./fault-row.ts";

/**
 * The catalogue of faults: everything that may be made to go wrong with a simulated device, its line or the people around it, in one file that people write
 * (`faults.yaml`), with what each should come to. The models know how a fault is brought about, and nothing else of it.
 */

const outcome = z.string().superRefine((words, context) => {
  const message = outcomeFault(words);
  if (message !== null) context.addIssue({ code: "custom", message });
});

const rowSchema = z.strictObject({
  about: z.string().min(1),
  group: z.enum(FAULT_GROUPS),
  comes: z.array(outcome).default([]),
  unseen: z.boolean().default(false),
  raises: z.array(z.string()).default([]),
  reports: z.array(z.string()).optional(),
  rulebook: z.string().optional(),
  refuses: z.array(z.string()).optional(),
});

const tableSchema = z.strictObject({
  device: z.string(),
  rulebook: z.string(),
  faults: z.record(z.string(), rowSchema),
});

const catalogueSchema = z.strictObject({ catalogue: z.literal(1), tables: z.record(z.string(), tableSchema) });

/** The faults of one kind of table. */
export interface FaultTable {
  /** `roulette`, `cammegh-ss2`, `punto-y-banca` … */
  readonly name: string;
  readonly device: string;
  readonly rulebook: string;
  readonly faults: readonly FaultRow[];
}

const FILE = new URL("./faults.yaml", import.meta.url).pathname;

let read: readonly FaultTable[] | null = null;

/** Every table of the catalogue. Throws a Problem that names file, line and column. */
export function faultTables(): readonly FaultTable[] {
  read ??= readCatalogue(readTextFile(FILE, MAX_FILE_BYTES), FILE);
  return read;
}

/** A catalogue from its text. */
export function readCatalogue(text: string, file: string): readonly FaultTable[] {
  const { data } = readYamlAs(text, file, catalogueSchema);
  return Object.entries(data.tables).map(([name, { faults, ...table }]) => ({
    name,
    ...table,
    faults: Object.entries(faults).map(([fault, row]) => ({ fault, ...row })),
  }));
}

/** The faults that may be put at a table: of a board by the kind of its wheel, of every other device by its name or its family. Throws a RangeError. */
export function faultTableOf(name: string): FaultTable {
  const found = faultTables().find((one) => one.name === name);
  if (found === undefined) throw new RangeError(`the catalogue of faults has no table ${name}`);
  return found;
}
