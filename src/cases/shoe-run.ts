import { callOf } from "../rules/declare.ts";
import { type Applying, blocks, type Judgement, stepsAfter } from "../rules/engine.ts";
import type { CardPack, Pack } from "../rules/pack.ts";
import { runDeal } from "./deal-run.ts";
import type { CaseRunner } from "./family.ts";
import { type Outcome, SILENT } from "./judged.ts";

/** Every deal is walked through. */
export const SHOE_RUNNER: CaseRunner<CardPack> = {
  actsWhileRunning: true,
  judged: dealt,
  run: (pack, { deals }, at) =>
    deals.flatMap((one, index) =>
      runDeal(pack, one).map((line) => `${at("deals", index)}${one.deal}: ${line}`),
    ),
};

const OUTRIGHT = ({ rule, verdict }: Applying): boolean => verdict === "void" && rule.scope === "round";

/** What outweighs what when several rules apply to one deal, and the word for it. */
const WEIGHTS: readonly {
  readonly of: (one: Applying) => boolean;
  readonly verdict: Outcome["verdict"];
}[] = [
  { of: OUTRIGHT, verdict: "void" },
  { of: ({ verdict }) => verdict === "person-decides", verdict: "undecided" },
  { of: ({ verdict }) => verdict === "void", verdict: "void" },
  { of: ({ verdict }) => verdict === "corrected", verdict: "corrected" },
  { of: ({ verdict }) => verdict === "deviation", verdict: "deviation" },
  { of: ({ verdict }) => verdict === "stands", verdict: "stands" },
];

/** A deal: every rule that applies is at work at once; the verdict is that of the weightiest. */
function dealt(
  pack: Pack,
  { applying, unjudged }: Judgement,
  houseRules: readonly string[],
  moment: "running" | "rest",
): Outcome {
  const weight = WEIGHTS.find(({ of }) => applying.some(of));
  const uncertainties = moment === "running" ? [] : unjudged.filter(blocks);
  const doubt = uncertainties.find(({ rule }) => !applying.some((one) => one.rule.id === rule));
  if (doubt !== undefined && !applying.some(OUTRIGHT)) {
    return {
      ...SILENT,
      verdict: "undecided",
      rules: uncertainties.map(({ rule }) => rule),
      observed: doubt.observed,
    };
  }
  if (weight === undefined)
    return { ...SILENT, verdict: moment === "running" ? "goes on" : "stands", rules: [] };
  const chosen = applying.filter(weight.of);
  const [first] = chosen;
  return {
    verdict: weight.verdict,
    rules: applying.map(({ rule }) => rule.id),
    call: first === undefined ? null : callOf(first.rule, houseRules),
    then: stepsAfter(
      pack,
      chosen.map(({ rule }) => rule.id),
      houseRules,
    ),
    observed: first?.reason.observed ?? {},
    rule: first?.rule ?? null,
  };
}
