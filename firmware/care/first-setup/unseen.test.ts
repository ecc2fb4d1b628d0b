import type { Text } from "../../../src/text/language.ts";
import { describe, expect, it } from "vitest";
import { EXIT, Problem } from "../../problem.ts";
import { tableSetup } from "../../table/setup/table-setup.ts";
import "../../table/setup/families.ts";
import { requireSeen, unseenRules } from "./check.ts";

/** A table of which one rule is neither seen by a device nor said by anybody. */
const setup = tableSetup("cl/ruleta-francesa", "cammegh-ss2", []);
const [first, ...others] = setup.coverage.rules;
const blind = {
  ...setup,
  coverage: { ...setup.coverage, rules: [{ ...first!, level: "not-observable" as const }, ...others] },
};
const refuse = (message: Text): Problem => new Problem(EXIT.usage, message);

describe("a rule that nobody sees", () => {
  it("is refused by name, with what the house may write instead", () => {
    expect(unseenRules(setup)).toEqual([]);
    const words = new RegExp(`cammegh-ss2 cannot see.*${first!.rule}.*unseen: \\[${first!.rule}\\]`);
    expect(() => requireSeen(blind, [], refuse)).toThrow(words);
  });

  it("is taken where the house has said that it knows", () => {
    expect(() => requireSeen(blind, [first!.rule], refuse)).not.toThrow();
  });
});
