import { parentPort, workerData } from "node:worker_threads";
import { parseVkey } from "../../src/record/keys.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { askWitness } from "./ask.ts";
import type { AskerSettings, FromAsker, ToAsker } from "./thread-messages.ts";

/**
 * The thread that talks to a witness, so that a slow network holds up neither the thread that reads the ports nor the
 * journal's.
 */
const port = parentPort;
if (port === null) throw new Error("ask-thread.ts runs as a thread of asker.ts only");
const { url, vkey, ca } = workerData as AskerSettings;
const address = { url, key: parseVkey(vkey), ca };
const clock = systemClock();

port.on("message", ({ id, question }: ToAsker) => {
  void askWitness(address, question, clock).then((answer) => {
    port.postMessage({ id, answer } satisfies FromAsker);
  });
});
