import { parseArgs } from "node:util";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { errorText, EXIT } from "../problem.ts";
import { readLastWords } from "../net/last-words.ts";
import { addressOf, SAFE_ADDRESS } from "./address.ts";
import { dressOf } from "./dress.ts";
import { createSafeServer, listenAt } from "./server.ts";

/**
 * A program of its own: stands where a table's screens were and says that the table is out of order, why, and what to do. It reads no
 * evidence and no key, and needs nothing of the table but the words that it left.
 *
 *   main.ts --config FILE [--words FOLDER] [--service NAME]
 */
const RETRY_US = US_PER_S;

async function serveSafePage(): Promise<void> {
  const { values } = parseArgs({
    options: {
      config: { type: "string" },
      words: { type: "string", default: "/run/tirada" },
      service: { type: "string", default: "tirada" },
    },
  });
  const { config = "", words: folder, service } = values;
  const { MONITOR_SERVICE_RESULT, MONITOR_EXIT_STATUS } = process.env;
  const end = { result: MONITOR_SERVICE_RESULT ?? null, status: MONITOR_EXIT_STATUS ?? null };
  const words = readLastWords(folder);
  const address = config === "" ? SAFE_ADDRESS : addressOf(config);
  const dress = config === "" ? null : dressOf(config);
  const clock = systemClock();
  let hasWaited = false;
  for (;;) {
    const port = await listenAt(
      createSafeServer(() => ({ end, words, service, config, dress })),
      address,
    );
    if (port !== null) {
      process.stdout.write(`the page of a table out of order is at http://${address.host}:${port}/\n`);
      return;
    }
    if (!hasWaited) process.stderr.write(`tirada: port ${address.port} is in use; waiting for it\n`);
    hasWaited = true;
    await clock.sleep(RETRY_US);
  }
}

serveSafePage().catch((error: unknown) => {
  process.stderr.write(
    `tirada: the safe page cannot be served: ${errorText(error).replaceAll(/\s*\n\s*/g, " ")}\n`,
  );
  process.exitCode = EXIT.display;
});
