import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "../../../src/time/system-clock.ts";
import { errorText } from "../../problem.ts";
import { compareSteps, differenceText, misnamedSlot, sumOf } from "./installed-files.ts";
import { MANIFEST_FILE } from "./manifest.ts";
import type { CheckAnswer, CheckTask } from "./own-files.ts";
import { platformHere, readManifestFile, requirePlatform } from "./release-folder.ts";

/** Holds every file of the release that runs against its manifest, answers once and ends. */
async function check({ folder, digest, restUs, nonce }: CheckTask): Promise<CheckAnswer> {
  try {
    const known = readManifestFile(join(folder, MANIFEST_FILE));
    if (known.digest !== digest)
      return { difference: `${MANIFEST_FILE} is not the one that the program started with` };
    const misnamed = misnamedSlot(folder, digest);
    if (misnamed !== null) return { difference: misnamed };
    requirePlatform(known, platformHere());
    const clock = systemClock();
    const steps = compareSteps(folder, known.manifest);
    for (;;) {
      const step = steps.next();
      if (step.done === true) {
        if (step.value !== null) return { difference: differenceText(step.value) };
        const { files } = known.manifest;
        const sum = nonce === undefined ? {} : { sum: sumOf(nonce, files), files: files.length };
        return { difference: null, ...sum };
      }
      if (restUs > 0) await clock.sleep(restUs);
    }
  } catch (error) {
    return { difference: errorText(error) };
  }
}

parentPort?.postMessage(await check(workerData as CheckTask));
