import { describe, expect, it } from "vitest";
import { listPacks } from "../../../../firmware/table/rules/load.ts";
import { citeText } from "../../../rules/pack.ts";
import { ruleView } from "./view-rule.ts";

const NOTHING = { es: "x", eu: "x", gl: "x", en: "x" };

describe("a rule as people read it", () => {
  const rules = listPacks().flatMap(({ pack }) => pack.rules.map((rule) => ({ pack, rule })));

  it("says of every inferred reading that it is one, and of no other rule", () => {
    const inferred = rules.filter(({ rule }) => rule.basis === "inferred");
    expect(inferred.length).toBeGreaterThan(10);
    for (const { pack, rule } of rules) {
      const view = ruleView(pack, rule.id, citeText(rule.cite), NOTHING);
      expect(view.inferred === true, `${pack.jurisdiction}/${pack.game} ${rule.id}`).toBe(
        rule.basis === "inferred",
      );
      expect(view).toMatchObject({ rule: rule.id, text: rule.text });
    }
  });

  it("shows what it is told of an id that is no rule, and calls it nothing", () => {
    const [{ pack }] = rules as [(typeof rules)[number]];
    expect(ruleView(pack, "no-such-rule", "l. 1", NOTHING)).toEqual({
      rule: "no-such-rule",
      text: NOTHING,
      cite: "l. 1",
    });
  });
});
