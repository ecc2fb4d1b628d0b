import type { Command } from "commander";
import { readStoreConfig } from "../office/floor/store/config.ts";
import { connectStore } from "../office/floor/store/client.ts";
import { migrateStore, STORE_VERSION } from "../office/floor/store/migrations.ts";
import { storeProblem } from "../office/floor/store/store-problem.ts";
import { printLine } from "./common.ts";

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
