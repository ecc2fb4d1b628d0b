import {
  INSPECTIONS,
  NAMED_IN_REMARKS,
  type InspectionAct,
  type InspectionItem,
} from "../../../src/people/inspection.ts";
import type { ActValues } from "../../../src/people/acts.ts";
import { fillText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { ActRefusal, type RunAct } from "./act.ts";

const { refusals: REFUSALS, inspection: WORDS } = textsOf("acts");
const WORDS_MAX = 200;

/**
 * The form of an inspection by hand: what was measured and looked at, each in order or not. It becomes one record with the name of who
 * looked, and changes nothing; what is not in order is for people. Throws ActRefusal naming what is missing.
 */
export function inspect(act: InspectionAct, values: ActValues): RunAct {
  const form = INSPECTIONS[act];
  const said = (name: string): string => values[name]?.trim() ?? "";
  const refuse = (what: Text): ActRefusal => new ActRefusal(fillText(REFUSALS.values, { what }));
  const known = new Set(["remarks", ...form.flatMap(({ item }) => [item, `${item}-measured`])]);
  const detail: Record<string, string | number> = {};
  const wrong: InspectionItem[] = [];
  for (const { item, measured } of form) {
    const state = said(item);
    if (state !== "good" && state !== "bad") throw refuse(WORDS.items[item]);
    if (state === "bad") wrong.push(item);
    detail[item] = state;
    if (measured === null) continue;
    const figure = said(`${item}-measured`).replace(",", ".");
    if (!/^\d{1,4}(\.\d{1,3})?$/.test(figure) || Number(figure) > measured.most)
      throw refuse(WORDS.measured[item]);
    detail[`${item}-measured`] = Number(figure);
  }
  if (Object.keys(values).some((name) => !known.has(name))) throw refuse(WORDS.remarks);
  // Somebody who finds something wrong says what.
  const isNamed = NAMED_IN_REMARKS.includes(act);
  if ((wrong.length > 0 || isNamed) && said("remarks") === "")
    throw refuse(isNamed ? WORDS["remarks-named"] : WORDS.remarks);
  return async ({ person }) => {
    for (const item of wrong) person.say(fillText(WORDS.bad, { item: WORDS.items[item] }));
    person.say(wrong.length === 0 ? WORDS["all-good"] : WORDS["not-good"]);
    return Promise.resolve({
      // Figures with their thousandths: a record has whole numbers alone.
      detail: {
        ...thousandths(detail),
        isGood: wrong.length === 0,
        remarks: said("remarks").slice(0, WORDS_MAX),
      },
    });
  };
}

function thousandths(detail: Readonly<Record<string, string | number>>): Record<string, string | number> {
  const whole: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(detail))
    if (typeof value === "number")
      whole[`${name.replace(/-measured$/, "")}Thousandths`] = Math.round(1_000 * value);
    else whole[name] = value;
  return whole;
}
