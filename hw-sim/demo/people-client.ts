import { MessageChannel } from "node:worker_threads";
import { startThread } from "../../firmware/threads/thread.ts";
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
  const data: CroupierSettings = { ...settings, port: port2, answered };
  const thread = startThread<never, never>({
    url: new URL("./croupier-worker.ts", import.meta.url),
    name: "people",
    data,
    transfer: [port2],
  });
  let isOver = false;
  thread.listen({
    onMessage: () => undefined,
    onEnd: (why) => {
      if (!isOver) onTrouble(`demonstration: the simulated croupier left: ${why}`);
    },
  });
  port1.on("message", (ask: Ask) => table.take(ask));
  return {
    stop: async () => {
      isOver = true;
      table.end();
      thread.terminate("the demonstration is over");
      await thread.gone;
      port1.close();
    },
  };
}
