import { meantWords, problemWords } from "../../../src/rules/problem-words.ts";
import { rulebookName, type Pack } from "../../../src/rules/pack.ts";
import { stakesOf } from "../../../src/rules/stakes.ts";
import type { Path } from "../../../src/rules/yaml.ts";
import type { Text } from "../../../src/text/language.ts";
import type { HouseConfig } from "./house-config.ts";

/** What a house says that its rulebook has not, with its place below `display.house`; null: nothing. */
export function houseProblem(
  house: HouseConfig,
  pack: Pack,
): { readonly path: Path; readonly message: Text } | null {
  const name = rulebookName(pack);
  const stakes = stakesOf(pack).map(({ id }) => id);
  const suerte = Object.keys(house.limits?.suertes ?? {}).find((id) => !stakes.includes(id));
  if (suerte !== undefined)
    return {
      path: ["limits", "suertes", suerte],
      message: problemWords("suerte", {
        name,
        said: suerte,
        meant: meantWords(suerte, stakes),
        known: stakes.join(", "),
      }),
    };
  const rules = pack.rules.map(({ id }) => id);
  const at = (house.rules ?? []).findIndex((id) => !rules.includes(id));
  const rule = house.rules?.[at];
  if (rule === undefined) return null;
  return {
    path: ["rules", at],
    message: problemWords("rule-unknown", { name, said: rule, meant: meantWords(rule, rules) }),
  };
}
