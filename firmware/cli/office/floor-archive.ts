import type { Command } from "commander";
import { systemClock } from "../../../src/time/system-clock.ts";
import { readTextFile } from "../../files/read-file.ts";
import { archiveSigner } from "../../office/floor/archive/manifest.ts";
import { readArchiveConfig } from "../../office/floor/archive/config.ts";
import { copyArchives, restoreArchives } from "../../office/floor/archive/copies.ts";
import { makeArchives } from "../../office/floor/archive/make-archives.ts";
import { connectStore } from "../../office/floor/store/client.ts";
import { requireStore } from "../../office/floor/store/migrations.ts";
import { storeProblem } from "../../office/floor/store/store-problem.ts";
import { orUsageProblem } from "../../problem.ts";
import { type OptionsOf, printLine } from "../common.ts";

/** A month of a large floor is read and hashed in hours, ms. */
const ARCHIVE_MS = 12 * 3_600_000;
const PEM_MAX_BYTES = 65_536;

/** `tirada floor archive`. */
export function addFloorArchive(command: Command): void {
  declareFloorArchive(command).action(archiveFloor);
}

const declareFloorArchive = (command: Command) =>
  command
    .requiredOption(
      "--config <file>",
      "the database as tirada_archiver, and the pair to sign with (see docs/floor.md)",
    )
    .option(
      "--copy <folder>",
      "then writes each archive that the folder has not yet as a file there, named by its hash",
    )
    .option("--restore <folder>", "only puts back pieces that the store has not whole, from such files");

/** Makes the archives that are due, and copies them; or puts back what is damaged. */
async function archiveFloor(options: OptionsOf<typeof declareFloorArchive>): Promise<void> {
  const { database, certificate, key } = readArchiveConfig(options.config);
  const signer = orUsageProblem(() =>
    archiveSigner(readTextFile(certificate, PEM_MAX_BYTES), readTextFile(key, PEM_MAX_BYTES)),
  );
  const sql = connectStore(database, { connections: 2, statementMs: ARCHIVE_MS });
  try {
    await requireStore(sql);
    if (options.restore !== undefined) {
      await restoreArchives(sql, options.restore, printLine);
      return;
    }
    await makeArchives({ sql, clock: systemClock(), signer, onDone: printLine });
    if (options.copy !== undefined) printLine(`${await copyArchives(sql, options.copy)} archives copied`);
  } catch (error) {
    throw storeProblem(error, database);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
