import { startThread, type Thread, type ThreadOptions } from "../../threads/thread.ts";
import type { FromWorker, ToWorker, WorkerSettings } from "./messages.ts";

/** Old generation of the worker's memory. */
export const MEMORY_MEGABYTES = 192;

/** The module of the screens' thread: what it serves it is told by its first message. */
export const SCREENS_MODULE: Omit<ThreadOptions, "data"> = {
  url: new URL("./worker.ts", import.meta.url),
  name: "display",
  megabytes: MEMORY_MEGABYTES,
};

/** The screens' thread before it is told what it serves: it reads its modules, and listens nowhere. */
export type ScreensThread = Thread<ToWorker | WorkerSettings, FromWorker>;

/** Starts it. Until it is told what it serves, it keeps no process alive. */
export function startScreensThread(): ScreensThread {
  const thread: ScreensThread = startThread(SCREENS_MODULE);
  thread.hold(false);
  return thread;
}
