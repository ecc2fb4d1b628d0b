import type { Command } from "commander";
import { systemClock } from "../../../src/time/system-clock.ts";
import { readCollectorConfig } from "../../office/floor/collector/config.ts";
import { runCollector } from "../../office/floor/collector/run.ts";
import { printLine, stopSignal } from "../common.ts";

/** `tirada collector`. */
export function addCollector(command: Command): void {
  command
    .requiredOption("--config <file>", "configuration of the collector (see docs/floor.md)")
    .action(async ({ config: path }) => {
      const stopped = stopSignal();
      const collector = await runCollector(readCollectorConfig(path), systemClock(), printLine);
      printLine(`collector  ${collector.url}`);
      await stopped;
      await collector.stop();
      printLine("stopped");
    });
}
