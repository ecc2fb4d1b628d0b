import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { isMainThread, workerData } from "node:worker_threads";
import { setDisk } from "../../firmware/files/disk.ts";
import type { DiskFault } from "./disk-faults.ts";
import { FailingDisk } from "./failing-disk.ts";

/**
 * Loaded into each thread of a unit with `NODE_OPTIONS=--import`: the journal's thread gets a disk that fails once a file of
 * the test's is there. `TIRADA_TEST_DISK`: the fault, a blank, and that file's path.
 */
const { path: journal } = (isMainThread ? {} : (workerData as { readonly path?: string } | null)) ?? {};
if (journal?.endsWith("journal.db") === true) {
  const [fault = "", sign = ""] = (process.env["TIRADA_TEST_DISK"] ?? "").split(" ");
  const waits = (): boolean => !existsSync(sign);
  const failing = new FailingDisk(
    dirname(journal),
    { fault: fault as DiskFault, after: 0, seed: fault, waits },
    () => undefined,
  );
  setDisk(failing.disk);
}
