import { MessageChannel, Worker } from "node:worker_threads";
import type { Answer, Ask, CroupierSettings } from "./croupier-messages.ts";
import type { CroupierTable } from "./croupier-table.ts";

/** The simulated people of a table, in their own thread. */
export interface People {
  stop(): Promise<void>;
}

/**
 * Starts the people's thread. It sleeps while their actions are carried out here; when it ends, `onTrouble` gets a line and
 * nothing else happens.
 */
export function startPeople(
  settings: Omit<CroupierSettings, "port" | "answered">,
  sitDown: (answer: (answer: Answer) => void) => CroupierTable,
  onTrouble: (line: string) => void,
): People {
  const { port1, port2 } = new MessageChannel();
  const answered = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const word = new Int32Array(answered);
  const table = sitDown((answer) => {
    port1.postMessage(answer);
    Atomics.store(word, 0, 1);
    Atomics.notify(word, 0);
  });
  const workerData: CroupierSettings = { ...settings, port: port2, answered };
  const worker = new Worker(new URL("./croupier-worker.ts", import.meta.url), {
    workerData,
    transferList: [port2],
  });
  const gone = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  worker.on("error", (error: unknown) => {
    onTrouble(
      `demonstration: the simulated croupier left: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  port1.on("message", (ask: Ask) => table.take(ask));
  return {
    stop: async () => {
      table.end();
      await worker.terminate();
      await gone;
      port1.close();
    },
  };
}
