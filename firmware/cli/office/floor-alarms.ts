import type { Command } from "commander";
import { runAlarmWays } from "../../office/floor/alarms/tell-on.ts";
import { readAlarmWays } from "../../office/floor/alarms/ways-config.ts";
import { printLine, stopSignal } from "../common.ts";

/** `tirada floor alarms`. */
export function addFloorAlarms(command: Command): void {
  command
    .requiredOption("--config <file>", "configuration of the alarms' ways (see docs/floor-alarms.md)")
    .action(async ({ config: path }: { readonly config: string }) => {
      const stopped = stopSignal();
      const ways = await runAlarmWays(readAlarmWays(path), printLine);
      printLine(`alarms  ${ways.url}`);
      await stopped;
      await ways.stop();
      printLine("stopped");
    });
}
