import type { DicePack } from "../rules/pack.ts";
import type { CaseRunner } from "./family.ts";
import { judgedWithNotes } from "./judged.ts";
import { runThrow } from "./throw-cases.ts";

/** Every throw is named and counted. */
export const DICE_RUNNER: CaseRunner<DicePack> = {
  actsWhileRunning: false,
  judged: judgedWithNotes,
  run: (pack, { throws }, at) =>
    throws.flatMap((one, index) => {
      const before = one.craps === undefined ? "" : `, ${one.craps}`;
      return runThrow(pack, one).map((line) => `${at("throws", index)}${one.faces}${before}: ${line}`);
    }),
};
