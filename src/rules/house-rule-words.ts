import type { Text } from "../text/language.ts";
import { houseRuleProblems, offeredHouseRules } from "./coverage.ts";
import { type Pack, rulebookName } from "./pack.ts";
import { meantWords, problemWords } from "./problem-words.ts";

/** What is wrong with the house rules of a table, and which of them it is, from 0; null: several together. */
export interface HouseRuleProblem {
  readonly at: number | null;
  readonly words: Text;
}

/** The first thing that is wrong with what a house has adopted, for people; null: nothing is. */
export function firstHouseRuleProblem(pack: Pack, houseRules: readonly string[]): HouseRuleProblem | null {
  const offered = offeredHouseRules(pack);
  const at = houseRules.findIndex((rule) => !offered.includes(rule));
  const said = houseRules[at];
  if (said !== undefined) {
    const [name, known] = [rulebookName(pack), offered.join(", ")];
    const words =
      known === ""
        ? problemWords("house-rule-none", { said, name })
        : problemWords("house-rule", { said, name, known, meant: meantWords(said, offered) });
    return { at, words };
  }
  const [problem] = houseRuleProblems(pack, houseRules);
  // English names the two.
  return problem === undefined ? null : { at: null, words: { ...problemWords("house-rules"), en: problem } };
}
