import type { Command } from "commander";
import { tableLines } from "../../../src/text/table-lines.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { asProblem } from "../../unit/failure.ts";
import { readWitnessConfig } from "../../office/witness/config.ts";
import { runWitness, type RunningWitness } from "../../office/witness/run.ts";
import { printLine, printLines, stopSignal } from "../common.ts";

/** `tirada witness`. */
export function addWitness(command: Command): void {
  command
    .requiredOption("--config <file>", "configuration of the witness (see docs/witness.md)")
    .action((options) => serveWitness(options.config));
}

/** Runs a witness until it is asked to stop or cannot go on. */
async function serveWitness(path: string): Promise<void> {
  const stopped = stopSignal();
  const config = readWitnessConfig(path);
  let witness: RunningWitness;
  try {
    witness = await runWitness({ config, clock: systemClock(), onNotice: printLine });
  } catch (error) {
    throw asProblem(error, config.folder);
  }
  printLine(`witness ${config.name} of ${new Set(config.logs.map(({ name }) => name)).size} logs`);
  printLines(
    tableLines(
      [
        ["url", witness.url],
        ["key", witness.vkey],
      ],
      [{ width: 6 }],
    ),
  );
  const end = await Promise.race([witness.failed, stopped]);
  await witness.stop();
  if (end instanceof Error) throw asProblem(end, config.folder);
  printLine("stopped; the database is closed");
}
