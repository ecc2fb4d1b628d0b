import { describe, expect, it } from "vitest";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import { houseRuleProblems } from "../../../src/rules/coverage.ts";
import { ALONE, die, noted, PlayedDice, rulesOf } from "../../support/played-dice.ts";

/** Two flat dice that touch at banca francesa: whether each is by itself the law does not say. */

const BANCA = "es-cb/banca-francesa";
const under = (...houseRules: readonly string[]): PlayedDice =>
  new PlayedDice(BANCA, ALONE, rulesOf(BANCA, ALONE, houseRules)).open();
/** As an eye tells them: touching is no reason against the reading. */
const touching = (table: PlayedDice): PlayedDice =>
  table.roll([noted("5", "touching"), noted("4", "touching"), "6"], { verdict: "readable", reasons: [] });
const near = (table: PlayedDice): PlayedDice =>
  table.roll(["5", "4", "6"], { verdict: "undecided", reasons: ["near-touch"] });

describe("two dice that touch", () => {
  it("are left to a person where the house has no rule", () => {
    const table = touching(under());
    expect(table.said).toBe("undecided left-to-a-person");
    expect(table.durable.tasks).toMatchObject([{ kind: "decide", rules: ["dice-touching"] }]);
    expect(near(under()).said).toBe("undecided rule-not-judged");
  });

  it("void the throw where the house has it so; dice that may touch are left to a person", () => {
    const table = touching(under("dice-touching-void"));
    expect(table.said).toBe("void dice-touching");
    expect(table.last).toMatchObject({ calledBy: "machine", then: [{ step: "throw-again", who: "croupier" }] });
    expect(near(under("dice-touching-void")).said).toBe("undecided rule-not-judged");
  });

  it("count where the house has it so, and the record says that they touched", () => {
    const table = touching(under("dice-touching-stands"));
    expect(table.said).toBe("result 4-5-6");
    expect(table.verdicts).toMatchObject([{ certainty: { level: "certified" } }]);
    expect(table.last).toMatchObject({
      kind: "throw-incident",
      reason: { rule: "dice-touching" },
      verdict: "stands",
      then: [],
      calledBy: "machine",
    });
    expect(near(under("dice-touching-stands")).said).toBe("result 4-5-6");
  });

  it("void all the same as they lean or lie on each other", () => {
    const table = under("dice-touching-stands").roll([noted("5", "stacked"), die("4"), die("6")]);
    expect(table.said).toBe("void dice-stacked");
  });

  it("are read in one way alone", () => {
    const { pack } = loadPack(BANCA);
    expect(houseRuleProblems(pack, ["dice-touching-void", "dice-touching-stands"])).toEqual([
      "house rules dice-touching-void and dice-touching-stands contradict each other: keep one",
    ]);
    expect(houseRuleProblems(pack, ["dice-touching"])[0]).toContain(
      "it offers dice-touching-void, dice-touching-stands",
    );
  });
});
