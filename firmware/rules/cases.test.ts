import { describe, expect, it } from "vitest";
import { runCases } from "../../src/rules/case-run.ts";
import { parseCases } from "../../src/rules/cases.ts";
import type { Pack } from "../../src/rules/pack.ts";
import { problemText } from "../../src/rules/yaml.ts";
import { listPacks, loadCases, loadPack } from "./load.ts";
import { mutantsOf } from "./mutants.test-help.ts";

const ALL = listPacks().map((loaded) => ({ id: loaded.id, pack: loaded.pack, file: loadCases(loaded) }));

describe.each(ALL)("the cases of $id", ({ pack, file }) => {
  it("all come out as they say", () => {
    expect(runCases(pack, file)).toEqual([]);
  });

  it("show every rule biting and not biting", () => {
    for (const rule of pack.rules) {
      const own = file.cases.filter((one) => one.rule === rule.id);
      const bites = own.filter((one) => one.applies === "yes" && one.then.verdict !== "undecided");
      const spares = own.filter((one) => one.applies === "no" && one.when.startsWith("ball at rest"));
      expect(bites.length, `${rule.id} never applies`).toBeGreaterThan(0);
      expect(spares.length, `${rule.id} always applies`).toBeGreaterThan(0);
    }
  });

  it("show every judged void rule undecided when its fact is unknown", () => {
    for (const rule of pack.rules) {
      if (rule.verdict !== "void" || "declared" in rule.when) continue;
      const open = file.cases.filter((one) => one.rule === rule.id && one.then.verdict === "undecided");
      expect(open.length, rule.id).toBeGreaterThan(0);
    }
  });

  it("show every special pocket and the numbers that lists get wrong", () => {
    const shown = file.results.map((one) => one.pocket);
    const special = pack.result.special.map((one) => one.pocket);
    // A bowl's nine numbers and the values of a disc are few enough to show every one.
    const roulette = pack.wheel.kind === "roulette";
    const least = roulette ? ["17", "32", "23", "19", "10", "29"] : pack.wheel.pockets;
    expect(shown).toEqual(expect.arrayContaining([...least, ...special]));
  });
});

describe("changing the law in one place", () => {
  it.each(ALL)("is noticed by a case of $id", ({ pack, file }) => {
    const mutants = mutantsOf(pack);
    expect(mutants.length).toBeGreaterThan(10 * pack.rules.length);
    const survivors = mutants.filter((mutant) => !notices(mutant.pack, file)).map((mutant) => mutant.change);
    expect(survivors).toEqual([]);
  });
});

/** Whether some case fails under a changed pack; a pack that no longer fits its own cases is noticed too. */
function notices(pack: Pack, file: (typeof ALL)[number]["file"]): boolean {
  try {
    return runCases(pack, file).length > 0;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

describe("a case file that is wrong says where", () => {
  const { pack } = loadPack("cl/ruleta-francesa");
  const good = `of: cl/ruleta-francesa@2023-03
ordinary-spin: { ball-laps: 14 }
cases:
  - case: two turns
    rule: fewer-than-min-revolutions
    cite: II.1.6, l. 317; 311
    given: { ball-laps: 2 }
    when: ball at rest in 17
    applies: "yes"
    then: { verdict: void, by: jefe de mesa, steps: ["jefe de mesa: pick-up-ball"] }
results:
  - { pocket: "17", colour: black, suertes: [negro] }
`;
  const wrong: readonly (readonly [string, string, string])[] = [
    [
      "of: cl/ruleta-francesa@2023-03",
      "of: cl/ruleta-francesa@2024-01",
      "1:5: these are the cases of cl/ruleta-francesa@2023-03",
    ],
    [
      "ordinary-spin: { ball-laps: 14 }",
      "ordinary-spin: { ball-laps: many }",
      '2:29: "ball-laps" is a count: 3, 2..4, 2..? or unknown',
    ],
    ["rule: fewer-than", "rule: less-than", '5:11: unknown rule "less-than-min-revolutions"'],
    ["l. 317; 311", "l. 318; 311", "6:11: the pack cites II.1.6, l. 317; 311"],
    ["given: { ball-laps: 2 }", "given: { laps: 2 }", '7:20: unknown fact "laps"'],
    ["at rest in 17", "at rest in 00", '8:11: the wheel has no pocket "00"'],
    ["when: ball at rest in 17", "when: sometime", "8:11: cases.0.when: spin running |"],
    ["when: ball at rest in 17", "when: declared by nobody", '8:11: nobody is called "nobody"'],
    ['applies: "yes"', 'applys: "yes"', '9:5: unknown key "applys"'],
    ["verdict: void", "verdict: nula", "10:22: cases.0.then.verdict: expected one of"],
    ["by: jefe de mesa,", "by: jefe,", '10:32: nobody is called "jefe"'],
    [
      "jefe de mesa: pick-up-ball",
      "croupier: pick-up-ball",
      '10:54: the pack has no step "croupier: pick-up-ball"',
    ],
    ["suertes: [negro]", "suertes: [verde]", '12:46: unknown suerte "verde"'],
    ['pocket: "17"', 'pocket: "37"', '12:15: the wheel has no pocket "37"'],
  ];
  it("and a right one is read", () => expect(parseCases(good, "c.yaml", pack).ok).toBe(true));
  it.each(wrong)("%s -> %s", (from, to, message) => {
    expect(good.split(from)).toHaveLength(2);
    const read = parseCases(good.replace(from, to), "c.yaml", pack);
    expect(read.ok ? "read" : read.problems.map(problemText).join("\n")).toContain(`c.yaml:${message}`);
  });
});
