import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { diffText, packDiff, type Difference } from "../../../src/rules/diff.ts";
import type { Pack, Rule } from "../../../src/rules/pack.ts";
import { commandHere } from "../../../test/support/command.ts";
import { EARLIER, LATER, twoEditions } from "../../../test/support/later-edition.ts";
import { expectProblem } from "../../../test/support/problem.ts";
import { EXIT } from "../../problem.ts";
import { loadPack } from "./load.ts";

const ROULETTE = loadPack("cl/ruleta-francesa").pack;

/** The pack with one rule changed. */
const withRule = (id: string, change: Partial<Rule>): Pack => ({
  ...ROULETTE,
  rules: ROULETTE.rules.map((rule) => (rule.id === id ? { ...rule, ...change } : rule)),
});
const only = (after: Pack): Difference => {
  const found = packDiff(ROULETTE, after);
  expect(found).toHaveLength(1);
  return found[0]!;
};

describe("what differs between two editions", () => {
  it("is nothing between an edition and itself", () => {
    expect(packDiff(ROULETTE, ROULETTE)).toEqual([]);
    expect(diffText("a", "b", [])).toContain("They say the same.");
  });

  it.each<[keyof Rule, Partial<Rule>, string, string, string]>([
    ["verdict", { verdict: "deviation" }, "verdict", "void", "deviation"],
    [
      "when",
      { when: { all: [{ fact: "relaunch", is: true }, { not: { fact: "ball-laps", atLeast: 4 } }] } },
      "condition",
      "ball-laps fewer than 3",
      "relaunch and not (ball-laps at least 4)",
    ],
    ["declaredBy", { declaredBy: "croupier" }, "who may declare it", "jefe-de-mesa", "croupier"],
    [
      "then",
      { then: ["relaunch"] },
      "steps",
      "pick-up-ball, ball-to-previous-number, order-relaunch, rotor-turns-before-relaunch, relaunch",
      "relaunch",
    ],
    ["basis", { basis: "inferred" }, "basis", "text", "inferred"],
    ["scope", { scope: "session" }, "scope", "spin", "session"],
    ["mayBeCalled", { mayBeCalled: "rotor-stopped" }, "what a person may call it", "nothing", "rotor-stopped"],
  ])("%s of a rule is told in words", (_, change, what, before, after) => {
    expect(only(withRule("fewer-than-min-revolutions", change))).toEqual({
      of: "rule",
      id: "fewer-than-min-revolutions",
      change: "changed",
      says: [{ what, before, after }],
    });
  });

  it("is told for citations, calls, steps, suertes, the wheel and the law", () => {
    const [rule] = ROULETTE.rules;
    const cite = { section: "II.9", lines: [1, 2] } as const;
    expect(only(withRule(rule!.id, { cite })).says[0]).toMatchObject({ what: "citation" });
    expect(only(withRule(rule!.id, { cite })).says[0]?.after).toContain("II.9");
    if (ROULETTE.family !== "wheel") throw new Error("not a wheel");
    expect(only({ ...ROULETTE, wheel: { ...ROULETTE.wheel, betsClose: "at-launch" } })).toMatchObject({
      of: "wheel",
      id: "betsClose",
      change: "changed",
    });
    expect(only({ ...ROULETTE, steps: ROULETTE.steps.slice(1) })).toMatchObject({ of: "step", change: "gone" });
    const [call, ...calls] = ROULETTE.announcements;
    expect(only({ ...ROULETTE, announcements: [{ ...call!, by: "jefe-de-mesa" }, ...calls] })).toMatchObject({
      of: "call",
      id: call!.phase,
      says: [{ what: "who says it", after: "jefe-de-mesa" }],
    });
    expect(only({ ...ROULETTE, suertes: ROULETTE.suertes.slice(1) })).toMatchObject({
      of: "suerte",
      change: "gone",
    });
    expect(only({ ...ROULETTE, law: { ...ROULETTE.law, name: "Otra" } })).toMatchObject({
      of: "law",
      id: "name",
    });
    expect(only({ ...ROULETTE, until: "2027-06-30" })).toMatchObject({
      of: "last day in force",
      change: "added",
    });
  });

  it("is told when rules come in another order: where several apply the first acts first", () => {
    expect(only({ ...ROULETTE, rules: ROULETTE.rules.toReversed() })).toMatchObject({
      of: "rules",
      id: "order",
    });
  });

  it.each(["cards", "dice"])("is told inside a game of %s by its path", (family) => {
    const { pack } = loadPack(family === "cards" ? "es-cb/punto-y-banca" : "es-cb/sic-bo");
    const after = structuredClone(pack) as unknown as Record<string, { betsClose: string }>;
    after[family]!.betsClose = "otherwise";
    expect(packDiff(pack, after as unknown as Pack)).toMatchObject([
      { of: family, id: "betsClose", change: "changed", says: [{ what: "betsClose", after: "otherwise" }] },
    ]);
  });
});

describe("tirada rules diff", () => {
  it("says which rules came, went and changed", async () => {
    const data = fileURLToPath(twoEditions());
    const { status, stdout } = await commandHere(["rules", "diff", EARLIER, LATER, "--rulebooks", data]);
    expect(status).toBe(EXIT.done);
    expect(stdout).toContain(`${EARLIER} → ${LATER}\n`);
    expect(stdout).toContain("rule rotor-not-turning-at-launch: added\n");
    expect(stdout).toContain("rule ball-or-equipment-defect: gone\n");
    expect(stdout).toContain("condition\n    was ball-laps fewer than 3\n    is  ball-laps fewer than 4\n");
    expect(stdout).toMatch(
      /rule rotor-direction-not-alternated: changed\n(.*\n)*? {2}verdict\n {4}was deviation\n {4}is {2}void\n/,
    );
    expect(stdout).toContain("step report-defect: gone\n");
    const json = await commandHere(["rules", "diff", EARLIER, LATER, "--rulebooks", data, "--json"]);
    const read = JSON.parse(json.stdout) as { before: string; after: string; differences: Difference[] };
    expect(read).toMatchObject({ before: { rulebook: EARLIER }, after: { rulebook: LATER } });
    expect(read.differences.filter(({ of, change }) => of === "rule" && change !== "changed")).toHaveLength(2);
  });

  it("refuses what is not installed, in one line", async () => {
    expectProblem(
      await commandHere(["rules", "diff", EARLIER, LATER]),
      EXIT.usage,
      "is not installed in edition 2027-07",
    );
  });
});
