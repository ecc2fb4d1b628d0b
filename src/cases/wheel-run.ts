import type { WheelPack } from "../rules/pack.ts";
import { colourOf, paysOf, specialOf, winningSuertes } from "../rules/winning.ts";
import type { CaseRunner } from "./family.ts";
import { judgedOnce } from "./judged.ts";
import type { ResultCase } from "./wheel-cases.ts";

/** Every pocket is held against the pack's sets. */
export const WHEEL_RUNNER: CaseRunner<WheelPack> = {
  actsWhileRunning: false,
  judged: judgedOnce,
  run: (pack, { results }, at) =>
    results.flatMap((one, index) =>
      runResult(pack, one).map((line) => `${at("results", index)}ball in ${one.pocket}: ${line}`),
    ),
};

/** The differences between a result case and what the pack's sets say of the pocket. */
function runResult(pack: WheelPack, one: ResultCase): readonly string[] {
  const suertes = winningSuertes(pack, one.pocket).map((suerte) => suerte.id);
  const special = specialOf(pack, one.pocket)?.simple;
  const pays = paysOf(pack, one.pocket);
  const differences: string[] = [];
  if (suertes.join() !== one.suertes.join()) differences.push(`wins ${suertes.join(", ") || "nothing"}`);
  if (colourOf(pack, one.pocket) !== one.colour) differences.push(`is ${colourOf(pack, one.pocket)}`);
  if (special !== one.special) differences.push(`the rule of the pocket is ${special ?? "none"}`);
  if (pays !== (one.pays ?? null)) differences.push(`pays ${pays ?? "nothing by itself"}`);
  return differences;
}
