import { meantWords, problemWords } from "../../../src/rules/problem-words.ts";
import { rulebookName, type Pack } from "../../../src/rules/pack.ts";
import { mostStaked, stakesOf } from "../../../src/rules/stakes.ts";
import type { Path } from "../../../src/rules/yaml.ts";
import type { Text } from "../../../src/text/language.ts";
import type { HouseConfig, HouseLimits } from "./house-config.ts";

interface HouseProblem {
  /** Below `display.house`. */
  readonly path: Path;
  readonly message: Text;
}

/** What a house says that its rulebook has not, or says otherwise; null: nothing. */
export function houseProblem(house: HouseConfig, pack: Pack): HouseProblem | null {
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
  const beyond = beyondLaw(house.limits, pack);
  if (beyond !== null) return beyond;
  const rules = pack.rules.map(({ id }) => id);
  const at = (house.rules ?? []).findIndex((id) => !rules.includes(id));
  const rule = house.rules?.[at];
  if (rule === undefined) return null;
  return {
    path: ["rules", at],
    message: problemWords("rule-unknown", {
      name,
      said: rule,
      meant: meantWords(rule, rules),
      known: rules.join(", "),
    }),
  };
}

/** A maximum above what the law lets be staked, counted from the least minimum of the table; null: there is none. */
function beyondLaw(limits: HouseLimits | undefined, pack: Pack): HouseProblem | null {
  const suertes = Object.entries(limits?.suertes ?? {});
  const minimums = [limits?.table?.minimum, ...suertes.map(([, { minimum }]) => minimum)];
  const least = limits?.table?.minimum ?? Math.min(...minimums.map((said) => said ?? Infinity));
  for (const [id, { maximum }] of suertes) {
    const most = mostStaked(pack, id);
    if (most === null || maximum === undefined || maximum <= most.times * least) continue;
    const { times, cite } = most;
    const message = problemWords("limit-law", { said: maximum, times, least, name: rulebookName(pack), cite });
    return { path: ["limits", "suertes", id, "maximum"], message };
  }
  return null;
}
