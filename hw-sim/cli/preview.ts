import { dirname } from "node:path";
import type { Command } from "commander";
import { printLine, stopSignal, wholeNumber, type OptionsOf } from "../../firmware/cli/common.ts";
import { readConfig } from "../../firmware/unit/configuration/read-config.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { startPreview } from "../preview/server.ts";
import "../../firmware/table/setup/every-family.ts";

/** `tirada preview`. */
export function addPreview(command: Command): void {
  declarePreview(command).action(showPreview);
}

/** Beside the port of a table's screens, which may run on this machine. */
const PORT = 8_475;

const declarePreview = (command: Command) =>
  command
    .requiredOption("--config <file>", "configuration of the table, which need not be here")
    .option(
      "--port <port>",
      "TCP port of the preview (0: any free one)",
      wholeNumber("--port", 0, 65_535),
      PORT,
    );

async function showPreview({ config: path, port }: OptionsOf<typeof declarePreview>): Promise<void> {
  const stopped = stopSignal();
  const end = { isAsked: false };
  void stopped.then(() => {
    end.isAsked = true;
  });
  // Node warns of its own stripping of types, which the pages are made by: nobody who looks at pages needs that.
  process.removeAllListeners("warning");
  const config = await readConfig(path);
  const clock = systemClock();
  printLine(
    `plays rounds of ${config.table.rulebook} at a simulated table; nothing of ${path} but its words is used`,
  );
  const preview = await startPreview({
    config,
    folder: dirname(path),
    clock,
    host: "127.0.0.1",
    port,
    say: printLine,
  });
  const { states, languages, screens } = preview.contents;
  if (!end.isAsked)
    printLine(
      `${screens.length} pages in ${states.length} states and ${languages.length} languages: open ${preview.url} in a browser of this machine; Ctrl-C ends it`,
    );
  await stopped;
  await preview.close();
}
