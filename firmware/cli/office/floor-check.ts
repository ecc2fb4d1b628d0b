import type { Command } from "commander";
import { systemClock } from "../../../src/time/system-clock.ts";
import { checkFloor } from "../../office/floor/check/check-floor.ts";
import { CHECK_STATUS, checkLines } from "../../office/floor/check/checks.ts";
import { readFloorCheckConfig } from "../../office/floor/check/config.ts";
import { printFound } from "../common.ts";

/** `tirada floor check`. */
export function addFloorCheck(command: Command): void {
  command
    .requiredOption("--config <file>", "what is looked at from this machine, as tirada floor init writes it")
    .option("--json", "the report as one JSON object")
    .action(async (options) => {
      const report = await checkFloor(readFloorCheckConfig(options.config), systemClock());
      printFound(options, report, () => checkLines(report));
      process.exitCode = CHECK_STATUS[report.verdict];
    });
}
