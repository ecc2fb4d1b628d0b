import { Worker } from "node:worker_threads";
import type { WorkerSettings } from "./messages.ts";

/** Old generation of the worker's memory. */
export const MEMORY_MEGABYTES = 192;

/** The screens' thread before it is told what it serves: it reads its modules, and listens nowhere. */
export interface ScreensThread {
  /** Tells it what to serve, once. Another one begins in the place of one that has ended meanwhile. */
  begin(settings: WorkerSettings): Worker;
  /** Ends it where nobody told it to begin; resolves when it is gone. */
  end(): Promise<void>;
}

/** Starts it. Until it is told to begin, it keeps no process alive. */
export function startScreensThread(): ScreensThread {
  const worker = newWorker();
  worker.unref();
  let isGone = false;
  let isBegun = false;
  const note = (): void => void (isGone = true);
  worker.on("error", note).on("exit", note);
  return {
    begin: (settings) => {
      isBegun = true;
      const begun = isGone ? newWorker() : worker.off("error", note).off("exit", note);
      begun.ref();
      begun.postMessage(settings);
      return begun;
    },
    end: async () => {
      if (!isBegun) await worker.terminate();
    },
  };
}

const newWorker = (): Worker =>
  new Worker(new URL("./worker.ts", import.meta.url), {
    // Node's own stripper of types warns once that it is new; that is nothing for the technician's log.
    execArgv: ["--disable-warning=ExperimentalWarning"],
    name: "display",
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEGABYTES },
  });
