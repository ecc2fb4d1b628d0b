import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import { COMMITTED, JOB_FILE, JOB_FOLDER, type HookedJob, MARKS_FILE, STORAGE_DISK } from "./job.ts";
import { marksInFile, marksOnDisk, type MarkSink } from "./marks.ts";

/**
 * `node --import`: what is loaded before a unit in the guest. Puts the job's texts into the place of those of the sources, in
 * every thread, and marks what the unit's main thread learns to be committed. The product has no switch for any of this.
 */

const { substitutions, marksAt } = JSON.parse(readFileSync(join(JOB_FOLDER, JOB_FILE), "utf8")) as HookedJob;
const root = new URL("../../../", import.meta.url);

registerHooks({
  load: (url, context, next) => {
    const due = substitutions.filter(({ file }) => url === new URL(file, root).href);
    if (due.length === 0) return next(url, context);
    let source = readFileSync(fileURLToPath(url), "utf8");
    for (const { file, from, to } of due) {
      if (source.split(from).length !== 2) throw new Error(`${file} does not have exactly once: ${from}`);
      source = source.replace(from, () => to);
    }
    return { format: "module-typescript", source, shortCircuit: true };
  },
});

if (isMainThread) {
  let sink: MarkSink | null = null;
  Reflect.set(globalThis, Symbol.for(COMMITTED), (seq: number, hash: string) => {
    sink ??= marksAt === null ? marksInFile(join(JOB_FOLDER, MARKS_FILE)) : marksOnDisk(STORAGE_DISK, marksAt);
    sink.add({ is: "committed", seq, hash });
  });
}
