// Loaded into each thread of a table in the guest: one stands still once a file of its name is there, or `NAME-once` that it takes away,
// and a start ends at once.
import { existsSync, rmSync } from "node:fs";
import { isMainThread, threadName, workerData } from "node:worker_threads";

const FOLDER = "/run/bench-signs";
const isJournal = !isMainThread && workerData?.keyPath !== undefined;
const name = isMainThread ? "main" : isJournal ? "journal" : threadName;
if (isMainThread && existsSync(`${FOLDER}/crash`)) process.exit(1);
setInterval(() => {
  const isOnce = existsSync(`${FOLDER}/${name}-once`);
  if (isOnce) rmSync(`${FOLDER}/${name}-once`);
  if (isOnce || existsSync(`${FOLDER}/${name}`)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}, 50).unref();
