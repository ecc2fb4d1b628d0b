import type { Command } from "commander";
import { readAuthority } from "../../afar/orders/credentials.ts";
import { KeyError, parseVkey, type Verifier } from "../../../src/record/keys.ts";
import { markOf, modeOfLog } from "../../../src/record/mode.ts";
import { EXIT, orUsageProblem, usageProblem } from "../../problem.ts";
import { readAgainst, type Against } from "../../office/floor/verify/against.ts";
import { readTextFile } from "../../files/read-file.ts";
import type { Checkpoint } from "../../../src/record/checkpoint.ts";
import { verifyStoreOnCores, type LogReport } from "../../office/floor/verify/verify-store.ts";
import { addTrustOptions, readTrust } from "../evidence/evidence-options.ts";
import { readStoreConfig } from "../../office/floor/store/config.ts";
import { connectStore } from "../../office/floor/store/client.ts";
import { migrateStore, requireStore, STORE_VERSION } from "../../office/floor/store/migrations.ts";
import { storeProblem } from "../../office/floor/store/store-problem.ts";
import { type OptionsOf, printFound, printLine } from "../common.ts";

/** Making a store, or bringing one to this release's version, may lock a large table for long, ms. */
const MIGRATION_MS = 3_600_000;

/** `tirada floor migrate`. */
export function addFloorMigrate(command: Command): void {
  command
    .requiredOption("--config <file>", "the database, as a user who may create roles (see docs/floor.md)")
    .action(async ({ config: path }) => {
      const { database } = readStoreConfig(path);
      const sql = connectStore(database, { connections: 1, statementMs: MIGRATION_MS });
      try {
        const files = await migrateStore(sql).catch((error: unknown) => {
          throw storeProblem(error, database);
        });
        for (const file of files) printLine(`ran ${file}`);
        printLine(`the store is of version ${STORE_VERSION}`);
      } finally {
        await sql.end({ timeout: 1 });
      }
    });
}

/** Reading a store of years takes hours, ms. */
const VERIFICATION_MS = 24 * 3_600_000;

/** `tirada floor verify`. */
export function addFloorVerify(command: Command): void {
  declareFloorVerify(command).action(verifyFloor);
}

const declareFloorVerify = (command: Command) =>
  addTrustOptions(command)
    .requiredOption("--config <file>", "the database, as a user who may read it (see docs/floor.md)")
    .option(
      "--authority <file...>",
      "certificates of the casino's authority, now and before: what people signed of tables is held against them",
    )
    .option("--witness <vkey...>", "keys of witnesses whose cosignatures count", [])
    .option(
      "--against <file...>",
      "checkpoints that a witness cosigned, as it serves them: the store must have no less than those",
    )
    .option("--json", "the whole report as one JSON object");

/** Verifies all that the store has, beside collectors that go on. */
async function verifyFloor(options: OptionsOf<typeof declareFloorVerify>): Promise<void> {
  const { database } = readStoreConfig(options.config);
  const given = {
    trust: readTrust(options),
    witnesses: options.witness.map(witnessOf),
    against: againstOf(options),
    authorities: orUsageProblem(() => options.authority?.map((file) => readAuthority(file))) ?? null,
  };
  const sql = connectStore(database, { connections: 2, statementMs: VERIFICATION_MS });
  try {
    await requireStore(sql);
    const logs = await verifyStoreOnCores(sql, database, given);
    const isValid = logs.every(({ ok }) => ok);
    const records = logs.reduce((sum, log) => sum + log.records, 0);
    printFound(options, { valid: isValid, records, logs }, () => [
      `${isValid ? "VALID" : "NOT VALID"}  store of ${logs.length} logs: ${records} records`,
      ...logs.flatMap(linesOfLog),
    ]);
    if (!isValid) process.exitCode = EXIT.notValid;
  } catch (error) {
    throw storeProblem(error, database);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A file of checkpoints; larger it would be of more logs than a floor has. */
const AGAINST_MAX_BYTES = 64 * 1_048_576;

/** Checkpoints from elsewhere. Throws a Problem that names the file. */
function againstOf({ against: files, witness }: OptionsOf<typeof declareFloorVerify>): Against | null {
  if (files === undefined) return null;
  if (witness.length === 0) throw usageProblem("--against wants the keys of the witnesses: --witness");
  const text = files.map((file) => orUsageProblem(() => readTextFile(file, AGAINST_MAX_BYTES)));
  const read = text.map((one) => readAgainst(one, witness.map(witnessOf)));
  const all = new Map<string, Checkpoint[]>();
  for (const [at, found] of read.entries()) {
    if (typeof found === "string") throw usageProblem(`${files[at] ?? ""}: ${found}`);
    for (const [log, checkpoints] of found) all.set(log, [...(all.get(log) ?? []), ...checkpoints]);
  }
  return all;
}

/** One line for a log that is right, and more for what is wrong with one. */
const linesOfLog = ({ log, records, covered, problems, moreProblems, notes }: LogReport): string[] => [
  `${markOf(modeOfLog(log))}${log}: ${records} records, ${covered} under a checkpoint`,
  ...notes.map((note) => `  note: ${note}`),
  ...problems.map(({ seq, what }) => `  record ${seq ?? "–"}: ${what}`),
  ...(moreProblems === 0 ? [] : [`  and ${moreProblems} more`]),
];

function witnessOf(vkey: string): Verifier {
  try {
    return parseVkey(vkey);
  } catch (error) {
    if (error instanceof KeyError) throw usageProblem(error.message, error);
    throw error;
  }
}
