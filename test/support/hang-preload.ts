import { existsSync } from "node:fs";
import { US_PER_MS } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { isMainThread, workerData } from "node:worker_threads";

/**
 * Loaded into each thread of a unit with `NODE_OPTIONS=--import`: a thread stands still for ever once a file of the test's is
 * there. `TIRADA_TEST_HANG`: `main` or `journal`, a blank, and that file's path.
 */
const [which = "", sign = ""] = (process.env["TIRADA_TEST_HANG"] ?? "").split(" ");
const { keyPath } = (isMainThread ? {} : (workerData as { readonly keyPath?: string } | null)) ?? {};
const thread = isMainThread ? "main" : keyPath === undefined ? "another" : "journal";
if (thread === which)
  systemClock().every(20 * US_PER_MS, "a thread that hangs", () => {
    if (existsSync(sign)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
