import type { Command } from "commander";
import { systemClock } from "../../../src/time/system-clock.ts";
import { readFloorPageConfig } from "../../office/floor/page/config.ts";
import { runFloorPage } from "../../office/floor/page/run.ts";
import { StoredFloor } from "../../office/floor/page/stored-floor.ts";
import { connectStore } from "../../office/floor/store/client.ts";
import { storeProblem } from "../../office/floor/store/store-problem.ts";
import { printLine, stopSignal } from "../common.ts";

/** The page asks little at once; a question over months of records may take its time. */
const STORE_LIMITS = { connections: 6, statementMs: 60_000 };

/** `tirada floor serve`. */
export function addFloorServe(command: Command): void {
  command
    .requiredOption("--config <file>", "configuration of the floor's page (see docs/floor-page.md)")
    .action(async ({ config: path }) => {
      const stopped = stopSignal();
      const config = readFloorPageConfig(path);
      const sql = connectStore(config.database, STORE_LIMITS);
      try {
        const page = await runFloorPage(config, new StoredFloor(sql), systemClock(), printLine).catch(
          (error: unknown) => {
            throw storeProblem(error, config.database);
          },
        );
        printLine(`floor  ${page.url}`);
        await stopped;
        await page.stop();
      } finally {
        await sql.end({ timeout: 5 });
      }
      printLine("stopped");
    });
}
