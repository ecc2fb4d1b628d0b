import { flushCompileCache } from "node:module";
import { TestRunner, type RunnerTestFile } from "vitest";
import { noteTime, processorTime } from "./processor-time.ts";

/** What this process has been charged for; its own start is the first file's. Vite may load this module once more for each file. */
const charged = ((process as { tiradaCharged?: { ms: number } }).tiradaCharged ??= { ms: 0 });

/** Notes for each test file what processor time it took, with every process that it started and waited for. */
export default class MeasuredRunner extends TestRunner {
  override onAfterRunFiles(files?: RunnerTestFile[]): void {
    super.onAfterRunFiles();
    // The pool ends this process by a signal, so that Node would keep nothing of what it compiled for the next one.
    if (charged.ms === 0) flushCompileCache();
    const list = process.env["TIRADA_TIMES"];
    const [first] = files ?? [];
    if (list === undefined || first === undefined) return;
    const { own, children } = processorTime();
    noteTime(list, { group: first.projectName ?? "", file: first.name, ms: own + children - charged.ms });
    charged.ms = own + children;
  }
}
