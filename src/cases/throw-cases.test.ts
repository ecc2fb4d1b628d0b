import { describe, expect, it } from "vitest";
import { runCases } from "./run.ts";
import { parseCases } from "./cases.ts";
import { GOOD_CRAPS, GOOD_SHAKER } from "../rules/dice-pack.test-help.ts";
import type { Pack } from "../rules/pack.ts";
import { parsePack } from "../rules/parse.ts";
import { problemText } from "../rules/yaml.ts";

function packOf(text: string): Pack {
  const read = parsePack(text, "p.yaml");
  if (!read.ok) throw new Error(read.problems.map(problemText).join("\n"));
  return read.pack;
}
const CRAPS = packOf(GOOD_CRAPS);

/** Thrown on a point of four: five, the easy way. */
const CASES = `of: es-cb/prueba@2010-02
ordinary-throw: { die-off-table: false }
cases:
  - case: a die left
    rule: off-table
    cite: A.7, l. 1–2
    given: { die-off-table: true }
    when: dice at rest
    applies: "yes"
    then: { verdict: void, by: stickman, announce: { es: a }, observed: { die-off-table: true } }
throws:
  - faces: "3 2"
    craps: point 4
    total: 5
    equal: none
    call: goes-on
    after: point 4
    wins: [place 5]
    loses: [field]
    pays: {}
`;
const differences = (text: string, pack = CRAPS): readonly string[] => {
  const read = parseCases(text, "c.yaml", pack);
  return read.ok ? runCases(pack, read.file) : read.problems.map(problemText);
};

describe("worked throws", () => {
  it("that are right show no difference", () => expect(differences(CASES)).toEqual([]));

  const wrong: readonly (readonly [string, string, string])[] = [
    ['faces: "3 2"', 'faces: "3 x"', '12:12: "x" is no face'],
    ['faces: "3 2"', 'faces: "3 2 1"', "3 2 1, point 4: 3 faces: this game is thrown with 2 dice"],
    ['faces: "3 2"', 'faces: "3 crown"', '"crown" is no face of pips'],
    ["craps: point 4", "craps: point 7", "7 is no point"],
    ["craps: point 4", "craps: on", "come-out | point 6"],
    ["    craps: point 4\n", "", "craps: come-out or point 6"],
    ["total: 5", "total: 6", "total should be 6, is 5"],
    ["equal: none", "equal: double", 'equal faces should be "double", is "none"'],
    ["call: goes-on", "call: seven-out", 'call should be "seven-out", is "goes-on"'],
    ["after: point 4", "after: come-out", 'phase after it should be "come-out", is "point 4"'],
    ["[place 5]", "[place 4]", 'wins should be ["place 4"], is ["place 5"]'],
    ["[place 5]", "[plaice 5]", 'unknown suerte "plaice"'],
    ["[field]", "[]", 'loses should be [], is ["field"]'],
    ["    pays: {}", "    push: [win]", 'push should be ["win"], is []'],
    ["pays: {}", 'pays: { big: "1:1" }', 'pays should be {"big":"1:1"}, is {}'],
    ["pays: {}", 'pays: { bigger: "1:1" }', 'unknown suerte "bigger"'],
    ["loses: [field]", "category: field\n    loses: [field]", 'category should be "field", is null'],
    ["when: dice at rest", "when: round over", "a case of dice is of dice at rest"],
    ["verdict: void, ", "verdict: stands, ", 'verdict should be "stands", is "void"'],
    ["ordinary-throw", "ordinary-spin", 'unknown key "ordinary-spin"'],
  ];
  it.each(wrong)("%s -> %s", (from, to, message) => {
    expect(CASES.split(from)).toHaveLength(2);
    expect(differences(CASES.replace(from, to)).join("\n")).toContain(message);
  });

  it("of another game have no phase, and pay by how many dice show a face", () => {
    const shaker = packOf(GOOD_SHAKER);
    const text = CASES.replace("A.7, l.", "A.8, l.").replace(
      /throws:[^]*/,
      `throws:
  - faces: "1 4 4"
    total: 9
    equal: double
    wins: [one 1x1 4x2, sum 9]
    loses: []
    pays: { one 1x1: "1:1", one 4x2: "2:1" }
`,
    );
    expect(differences(text, shaker)).toEqual([]);
    expect(
      differences(text.replace("    total: 9", "    craps: come-out\n    total: 9"), shaker).join("\n"),
    ).toContain("only craps has a phase");
    expect(differences(text.replace("4x2", "4x3"), shaker).join("\n")).toContain("wins should be");
  });
});
