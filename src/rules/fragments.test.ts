import { describe, expect, it } from "vitest";
import { changed, GOOD, packOf, problemsOf } from "./card-pack.test-help.ts";
import { digestOf } from "./digest.ts";
import type { Fragments } from "./fragments.ts";
import { parsePack } from "./parse.ts";

const TEXT = "{ es: a, eu: a, gl: a, en: a }";
const rule = (id: string, then = "[]", verdict = "stands"): string => `
  - { id: ${id}, cite: { section: F, lines: [1, 1] }, basis: text, text: ${TEXT}, when: { declared: croupier },
      verdict: ${verdict}, scope: round, declaredBy: croupier, then: ${then} }`;
const step = (id: string): string => `
  - { id: ${id}, who: inspector, text: ${TEXT}, basis: derived }`;
const fragment = (rules: string, steps = "", remarks = ""): string => `fragment: tirada-fragment/1
rules: ${rules === "" ? "[]" : rules}
steps: ${steps === "" ? "[]" : steps}
remarks: ${remarks === "" ? "[]" : remarks}
`;
const of =
  (texts: Readonly<Record<string, string>>): Fragments =>
  (name) =>
    texts[name] === undefined ? null : { file: `cl/incidents/${name}.yaml`, text: texts[name] };
const including = (names: string): string => changed(["voidName:", `include: [${names}]\nvoidName:`]);
const idsOf = (list: readonly { readonly id: string }[]): readonly string[] => list.map(({ id }) => id);

describe("a pack that includes fragments", () => {
  const one = fragment(
    rule("first", "[look]") + rule("jam"),
    step("look") + step("shuffle"),
    "\n  - { about: one, text: one }",
  );
  const two = fragment(rule("second", "[wait]"), step("wait"));
  const fragments = of({ one, two });

  it("has their rules, steps and remarks before its own; its own take the place of those with the same id", () => {
    const pack = packOf(including("one, two"), fragments);
    expect(idsOf(pack.rules)).toEqual(["first", "jam", "second", "turned", "not-dealt", "seen", "strange"]);
    expect(pack.rules[1]?.verdict).toBe("void");
    expect(pack.steps.map(({ id, who }) => `${who} ${id}`)).toEqual([
      "inspector look",
      "croupier shuffle",
      "inspector wait",
    ]);
    expect(pack.remarks.map(({ about }) => about)).toEqual(["one"]);
  });

  it("is digested whole: the word include is not part of it", () => {
    const read = parsePack(including("one"), "cl/prueba.yaml", fragments);
    if (!read.ok) throw new Error("it must be readable");
    expect(read.pack).not.toHaveProperty("include");
    expect(read.digest).toBe(digestOf(read.pack));
    expect(read.digest).not.toBe(digestOf(packOf(GOOD)));
    expect(read.included).toEqual([{ fragment: "one", rules: ["first"] }]);
  });

  it("leaves out a fragment's step to which no rule leads any more, and keeps its own strict", () => {
    const replaced = including("one").replace("rules:\n  - id: jam", `rules:${rule("first")}\n  - id: jam`);
    expect(idsOf(packOf(replaced, fragments).steps)).toEqual(["shuffle"]);
    const idle = including("one").replace("steps:\n", `steps:${step("idle")}\n`);
    expect(problemsOf(idle, fragments)).toEqual([
      expect.stringMatching(/^cl\/prueba.yaml:\d+:11: no rule leads to step "idle"$/),
    ]);
  });
});

describe("what is wrong with an include is told where it was written", () => {
  const line = GOOD.split("\n").findIndex((text) => text.startsWith("voidName")) + 1;
  it("an unknown fragment, and one that is there twice", () => {
    expect(problemsOf(including("nope"), of({}))).toEqual([
      `cl/prueba.yaml:${line}:11: there is no fragment "nope"`,
    ]);
    expect(problemsOf(including("one, one"), of({ one: fragment(rule("first")) }))).toEqual([
      `cl/prueba.yaml:${line}:16: fragment "one" is included twice`,
    ]);
    expect(problemsOf(including("one"))).toEqual([`cl/prueba.yaml:${line}:11: there is no fragment "one"`]);
  });

  it("a fragment that is not well formed, by its own file and line", () => {
    const broken = fragment(rule("first")).replace("steps:", "step:");
    expect(problemsOf(including("one"), of({ one: broken }))).toEqual([
      'cl/incidents/one.yaml:1:1: missing key "steps"',
      'cl/incidents/one.yaml:5:1: unknown key "step"',
    ]);
    expect(problemsOf(including("one"), of({ one: "fragment: [" }))[0]).toContain("cl/incidents/one.yaml:1:");
    expect(problemsOf(including("one"), of({ one: GOOD }))[0]).toContain("cl/incidents/one.yaml:1:");
  });

  it("a rule of a fragment that its pack cannot have, and a step that nobody knows", () => {
    const one = fragment(rule("first", "[nowhere]") + rule("void-it", "[]", "void"));
    expect(problemsOf(including("one"), of({ one }))).toEqual([
      'cl/incidents/one.yaml:4:67: unknown step "nowhere"',
      'cl/incidents/one.yaml:5:5: void rule "void-it" has no announce: nobody would call it',
    ]);
  });

  it("one id in two fragments, at the second", () => {
    const both = of({ one: fragment(rule("first")), two: fragment(rule("first")) });
    expect(problemsOf(including("one, two"), both)).toEqual([
      'cl/incidents/two.yaml:3:11: rule "first" is there twice',
    ]);
  });
});
