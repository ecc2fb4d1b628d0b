import type { Command } from "commander";
import { systemClock } from "../../../src/time/system-clock.ts";
import { readRelayConfig } from "../../office/relay/config.ts";
import { runRelay } from "../../office/relay/run.ts";
import { asProblem } from "../../unit/failure.ts";
import { printLine, stopSignal } from "../common.ts";

/** `tirada relay`. */
export function addRelay(command: Command): void {
  command
    .requiredOption("--config <file>", "configuration of the relay (see docs/remote.md)")
    .action(async ({ config: path }) => {
      const stopped = stopSignal();
      const config = readRelayConfig(path);
      const relay = await runRelay(config, systemClock(), printLine).catch((error: unknown) => {
        throw asProblem(error, config.folder);
      });
      printLine(`relay  ${relay.url}`);
      await stopped;
      await relay.stop();
      printLine("stopped");
    });
}
