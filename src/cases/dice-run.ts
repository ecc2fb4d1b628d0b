import { blocks, type Judgement, stepsAfter } from "../rules/engine.ts";
import type { DicePack, Pack } from "../rules/pack.ts";
import type { CaseRunner } from "./family.ts";
import { judgedOnce, type Outcome, SILENT } from "./judged.ts";
import { runThrow } from "./throw-cases.ts";

/** Every throw is named and counted. */
export const DICE_RUNNER: CaseRunner<DicePack> = {
  actsWhileRunning: false,
  judged: (pack, judgement, houseRules, moment) =>
    judgement.voids.length === 0
      ? judgeThrow(pack, judgement, houseRules)
      : judgedOnce(pack, judgement, houseRules, moment),
  run: (pack, { throws }, at) =>
    throws.flatMap((one, index) => {
      const before = one.craps === undefined ? "" : `, ${one.craps}`;
      return runThrow(pack, one).map((line) => `${at("throws", index)}${one.faces}${before}: ${line}`);
    }),
};

/** A throw that no rule voids. What the law says stands is recorded with the deviations, and either leaves the throw valid. */
function judgeThrow(pack: Pack, { applying, unjudged }: Judgement, houseRules: readonly string[]): Outcome {
  const open = unjudged.filter(blocks);
  const [doubt] = open;
  if (doubt !== undefined)
    return { ...SILENT, verdict: "undecided", rules: open.map(({ rule }) => rule), observed: doubt.observed };
  const noted = applying.filter(({ verdict }) => verdict === "deviation" || verdict === "stands");
  const rules = noted.map(({ rule }) => rule.id);
  return {
    ...SILENT,
    verdict: noted.some(({ verdict }) => verdict === "deviation") ? "deviation" : "stands",
    rules,
    then: stepsAfter(pack, rules, houseRules),
    observed: noted[0]?.reason.observed ?? {},
  };
}
