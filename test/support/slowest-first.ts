import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { slowRank } from "./loops.ts";

/** Files that are known to be slow begin: a clean clone remembers no durations, and takes the longest text for the longest test. */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number =>
      slowRank(relative(this.ctx.config.root, moduleId));
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
