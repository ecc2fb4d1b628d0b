import { statSync } from "node:fs";
import { z } from "zod";
import { readTextFile } from "../../firmware/files/read-file.ts";
import { readYamlAs } from "../../firmware/files/yaml-file.ts";
import { errorText, orUsageProblem, usageProblem } from "../../firmware/problem.ts";
import { lookUpDevice } from "../../firmware/table/config/devices.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { keySchema } from "../../src/people/key-schema.ts";
import type { Key } from "../../src/people/keys.ts";
import { ROLES, type Role } from "../../src/people/roles.ts";
import { nearest } from "../../src/rules/nearest.ts";
import type { Pack } from "../../src/rules/pack.ts";
import { MAX_FILE_BYTES, problemsText, type Path } from "../../src/rules/yaml.ts";
import { faultTables, type FaultTable } from "../../firmware/office/faults/fault-catalogue.ts";
import { namesOfOutcomes, outcomeFault, unknownName } from "../../firmware/office/faults/outcome.ts";

/** A scenario: a table, what happens at it and when, and what it should come to, in one file that a technician writes (docs/technician/scenarios.md). */

export const US_PER_MS = 1_000;
const MS_PER_S = 1_000;
const S_PER_MINUTE = 60;
/** A scenario goes on for so long at the most. */
const MINUTES_MAX = 240;
export const HAPPENINGS_MAX = 20_000;

/** What may be at a time of a scenario. */
export type Happening =
  /** A fault of the catalogue: it hits the round that is under way, or the next one. */
  | { readonly us: number; readonly is: "fault"; readonly fault: string }
  /** The cable between device and unit. */
  | { readonly us: number; readonly is: "cable"; readonly isIn: boolean }
  /** Of a recording that was cut: the device said this, one character a byte. */
  | { readonly us: number; readonly is: "says"; readonly bytes: string; readonly port: string | null }
  /** Of such a recording: somebody pressed a key. */
  | { readonly us: number; readonly is: "key"; readonly key: Key; readonly by: Role };

export interface Scenario {
  /** Its file. */
  readonly file: string;
  readonly about: string;
  readonly device: string;
  readonly rulebook: string;
  readonly seed: string;
  /** Of a recording that was cut: how its device was set, as recordings have it, and what the house had adopted. */
  readonly options: Readonly<Record<string, string | number | boolean | null>>;
  readonly houseRules: readonly string[];
  readonly endUs: number;
  /** In order of time. */
  readonly happens: readonly Happening[];
  /** Outcomes, each of which must come, in this order. */
  readonly comes: readonly string[];
  /** Outcomes of which none may come. */
  readonly never: readonly string[];
  /** The faults that may be put at its table. */
  readonly table: FaultTable;
}

const TIME = /^(\d{1,3}):([0-5]\d)(?:\.(\d{1,3}))?$/;
const timeText = z
  .string('must be a time in quotes, minutes and seconds: "01:30"')
  .regex(TIME, 'must be minutes and seconds: "01:30" or "01:30.250"');
const words = z.string().superRefine((text, context) => {
  const message = outcomeFault(text);
  if (message !== null) context.addIssue({ code: "custom", message });
});

const happeningSchema = z.strictObject({
  at: timeText,
  fault: z.string().optional(),
  cable: z.enum(["out", "in"]).optional(),
  says: z
    .string()
    .regex(/^[\0-\xff]*$/, "has a character that is no byte")
    .optional(),
  port: z.string().optional(),
  key: keySchema.optional(),
  by: z.enum(ROLES).optional(),
});

const scenarioSchema = z.strictObject({
  scenario: z.literal(1, "must be 1: the format of scenarios that this release reads"),
  about: z.string().min(1).max(200),
  device: z.string(),
  rulebook: z.string(),
  seed: z.string('must be text: put digits in quotes, "1"').min(1).max(64).default("1"),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
  houseRules: z.array(z.string()).default([]),
  end: timeText,
  happens: z.array(happeningSchema).max(HAPPENINGS_MAX).default([]),
  comes: z.array(words).default([]),
  never: z.array(words).default([]),
});
type Written = z.infer<typeof scenarioSchema>;

export const isTime = (text: string): boolean => TIME.test(text);

/** µs since the beginning. */
export function usOfTime(text: string): number {
  const [, minutes = "0", seconds = "0", part = ""] = TIME.exec(text) ?? [];
  const ms = (Number(minutes) * S_PER_MINUTE + Number(seconds)) * MS_PER_S + Number(part.padEnd(3, "0"));
  return ms * US_PER_MS;
}

/** A time as scenarios write it, to the millisecond. */
export function timeOfUs(us: number): string {
  const ms = Math.floor(us / US_PER_MS);
  const seconds = Math.floor(ms / MS_PER_S);
  const two = (value: number): string => String(value).padStart(2, "0");
  const rest = ms % MS_PER_S;
  return `${two(Math.floor(seconds / S_PER_MINUTE))}:${two(seconds % S_PER_MINUTE)}${rest === 0 ? "" : `.${String(rest).padStart(3, "0")}`}`;
}

/** Reads a scenario. Throws a Problem of one line with file, line and column. */
export function readScenario(path: string): Scenario {
  return orUsageProblem(() => {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > MAX_FILE_BYTES)
      throw usageProblem(`${path}:1:1: it has ${size} bytes, and a scenario at most ${MAX_FILE_BYTES}`);
    return scenarioOf(readTextFile(path, MAX_FILE_BYTES), path);
  });
}

/** A scenario from its text. Throws as {@link readScenario}. */
export function scenarioOf(text: string, file: string): Scenario {
  const { data, problemAt } = readYamlAs(text, file, scenarioSchema);
  const refuse = (path: Path, message: string, key?: string): never => {
    throw usageProblem(problemsText([problemAt(path, message, key)]));
  };
  const pack = packOf(data.rulebook, refuse);
  const table = tableOf(data, pack, refuse);
  requireOutcomes(data, pack, refuse);
  const endUs = usOfTime(data.end);
  if (endUs === 0 || endUs > MINUTES_MAX * S_PER_MINUTE * MS_PER_S * US_PER_MS)
    refuse(["end"], `a scenario ends within ${MINUTES_MAX} minutes, and not at once`);
  const happens = data.happens.map((one, at) => happeningOf(one, at, table, refuse));
  for (const [at, { us }] of happens.entries()) {
    const before = happens[at - 1]?.us ?? 0;
    if (us < before)
      refuse(
        ["happens", at, "at"],
        `${data.happens[at]?.at ?? ""} is before ${timeOfUs(before)}: times do not run back`,
      );
    if (us >= endUs)
      refuse(["happens", at, "at"], `${data.happens[at]?.at ?? ""} is not before the end, ${data.end}`);
  }
  requireOneKind(data, happens, refuse);
  const { about, device, rulebook, seed, options, houseRules, comes, never } = data;
  return { file, about, device, rulebook, seed, options, houseRules, endUs, happens, comes, never, table };
}

type Refuse = (path: Path, message: string, key?: string) => never;

/** The faults of its table: of a board those of the kind of wheel, of every other one those of its device or family. */
function tableOf({ device, rulebook }: Written, pack: Pack, refuse: Refuse): FaultTable {
  const known = lookUpDevice(device.split("+", 1)[0] ?? "");
  if (known === null) {
    const names = faultTables().map((one) => one.device);
    const near = nearest(device, names);
    return refuse(["device"], `unknown device "${device}"${near === null ? "" : ` (did you mean "${near}"?)`}`);
  }
  if (pack.family !== known.family)
    return refuse(
      ["device"],
      `${device} is of the family ${known.family}, and ${rulebook} is played with ${pack.family}`,
    );
  const name = pack.family === "wheel" ? (device === "sensor-board" ? pack.wheel.kind : device) : pack.family;
  const table = faultTables().find((one) => one.name === name);
  return table ?? refuse(["device"], `no simulated table has a ${device}`);
}

/** What is misspelt never comes: under `never` it would be no demand at all. */
function requireOutcomes({ comes, never, rulebook }: Written, pack: Pack, refuse: Refuse): void {
  const names = namesOfOutcomes(pack);
  for (const [key, all] of Object.entries({ comes, never }))
    for (const [at, words] of all.entries()) {
      const unknown = unknownName(words, names);
      if (unknown === null) continue;
      const meant = unknown.near === null ? "" : ` (did you mean "${unknown.near}"?)`;
      refuse([key, at], `nothing at a table of ${rulebook} is called "${unknown.name}"${meant}`);
    }
}

function packOf(rulebook: string, refuse: Refuse): Pack {
  try {
    return loadPack(rulebook).pack;
  } catch (error) {
    return refuse(["rulebook"], errorText(error).split("; known are", 1)[0] ?? "");
  }
}

function happeningOf(
  one: Written["happens"][number],
  at: number,
  table: FaultTable,
  refuse: Refuse,
): Happening {
  const us = usOfTime(one.at);
  const kinds = (["fault", "cable", "says", "key"] as const).filter((kind) => one[kind] !== undefined);
  if (kinds.length !== 1) refuse(["happens", at], "at each time one thing happens: fault, cable, says or key");
  if ((one.key === undefined) !== (one.by === undefined))
    refuse(["happens", at], "a key is pressed by somebody: key and by");
  if (one.key !== undefined && one.by !== undefined) return { us, is: "key", key: one.key, by: one.by };
  if (one.port !== undefined && one.says === undefined)
    refuse(["happens", at, "port"], "a port belongs to what a device says");
  if (one.says !== undefined) return { us, is: "says", bytes: one.says, port: one.port ?? null };
  if (one.cable !== undefined) return { us, is: "cable", isIn: one.cable === "in" };
  const fault = one.fault ?? "";
  const names = table.faults.map((row) => row.fault);
  if (names.includes(fault)) return { us, is: "fault", fault };
  const near = nearest(fault, names);
  return refuse(
    ["happens", at, "fault"],
    `the catalogue has no fault "${fault}" for ${table.name}${near === null ? "; tirada sim faults lists them" : ` (did you mean "${near}"?)`}`,
  );
}

/** What was recorded is played as it was: nothing simulated meets it. */
function requireOneKind(data: Written, happens: readonly Happening[], refuse: Refuse): void {
  const said = happens.findIndex(({ is }) => is === "says");
  const put = happens.findIndex(({ is }) => is === "fault");
  if (said >= 0 && put >= 0)
    refuse(["happens", put, "fault"], "a recording is played as it is: no fault of the catalogue meets it");
  const keyed = happens.findIndex(({ is }) => is === "key");
  if (said >= 0) return;
  if (keyed >= 0) refuse(["happens", keyed, "key"], "the simulated people press their keys themselves");
  for (const own of ["options", "houseRules"] as const)
    if (Object.keys(data[own]).length > 0)
      refuse([own], `${own} are of a recording: a simulated device is set by itself`);
}

/** Whether a scenario plays what was recorded, and simulates nothing. */
export const isRecorded = ({ happens }: Scenario): boolean => happens.some(({ is }) => is === "says");
