import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../text/language.ts";
import { coverageOf, houseRuleProblems, rulesAt } from "./coverage.ts";
import { coverageText } from "./coverage-text.ts";
import { callableVoids, declare } from "./declare.ts";
import { judge } from "./engine.ts";
import type { Abilities, Ability } from "./facts.ts";
import type { Condition, Pack, Rule } from "./pack.ts";

const say = { es: "nula", eu: "baliogabea", gl: "nula", en: "void" };
const cite = { section: "A", lines: [1, 1] } as const;
const rule = (id: string, when: Condition, more: Partial<Rule> = {}): Rule => ({
  id,
  cite,
  basis: "text",
  text: say,
  when,
  verdict: "void",
  scope: "spin",
  announce: { say, by: "jefe-de-mesa" },
  then: [],
  ...more,
});
const pack = (...rules: readonly Rule[]): Pack => ({
  pack: "tirada-pack/1",
  jurisdiction: "xx",
  game: "prueba",
  family: "wheel",
  edition: "2020-01",
  inForce: "2020-01-01",
  title: say,
  law: { name: "Ley", published: "Boletín" },
  voidName: say,
  wheel: { kind: "roulette", pockets: ["0", "1"], betsClose: "before-drop", basis: "external", note: "two" },
  suertes: [],
  result: { announce: ["number"], by: "croupier", special: [], cite },
  announcements: [],
  rules,
  steps: [],
  remarks: [],
});
const measured: Ability = { level: "measured", note: "seen" };
const bounded: Ability = { level: "bounded", note: "at times" };
const tellsNothing: Ability = { level: "bounded", note: "most of it is not seen", silence: "tells-nothing" };
const stopped: Condition = { fact: "rotor-stopped", is: true };
const hung: Condition = { fact: "ball-suspended", is: true };
const levelOf = (when: Condition, abilities: Abilities, more: Partial<Rule> = {}) =>
  coverageOf(pack(rule("r", when, more)), abilities, []).rules[0]!.level;

describe("the coverage of a rule", () => {
  it("is as good as what the device knows of its fact", () => {
    expect(levelOf(hung, { "ball-suspended": measured })).toBe("judged");
    expect(levelOf({ not: hung }, { "ball-suspended": bounded })).toBe("bounded");
    expect(levelOf(hung, { "ball-suspended": { level: "none", note: "blind" } })).toBe("not-observable");
    expect(levelOf(hung, {})).toBe("not-observable");
    expect(levelOf(hung, {}, { declaredBy: "jefe-de-mesa" })).toBe("attested");
    expect(levelOf(hung, { "ball-suspended": bounded }, { declaredBy: "jefe-de-mesa" })).toBe("bounded");
    expect(
      levelOf({ declared: "jefe-de-mesa" }, { "ball-suspended": measured }, { declaredBy: "jefe-de-mesa" }),
    ).toBe("attested");
  });

  const both = [
    [{}, "not-observable"],
    [{ "rotor-stopped": measured }, "not-observable"],
    [{ "rotor-stopped": bounded }, "not-observable"],
    [{ "rotor-stopped": measured, "ball-suspended": bounded }, "bounded"],
    [{ "rotor-stopped": bounded, "ball-suspended": bounded }, "bounded"],
    [{ "rotor-stopped": measured, "ball-suspended": measured }, "judged"],
  ] as const;
  it.each(both)("of two facts, known as %j, is %s for all and for any", (abilities, level) => {
    expect(levelOf({ all: [stopped, hung] }, abilities)).toBe(level);
    expect(levelOf({ any: [stopped, hung] }, abilities)).toBe(level);
    expect(levelOf({ not: { all: [stopped, hung] } }, abilities)).toBe(level);
  });

  it("is a person's where the device can say that it applies and never that it does not", () => {
    const abilities = { "rotor-stopped": measured, "ball-suspended": tellsNothing };
    const byHead = { declaredBy: "jefe-de-mesa" } as const;
    expect(levelOf(hung, abilities, byHead)).toBe("attested");
    expect(levelOf({ any: [stopped, hung] }, abilities, byHead)).toBe("attested");
    expect(levelOf({ not: { any: [stopped, hung] } }, abilities, byHead)).toBe("attested");
    expect(levelOf({ all: [stopped, hung] }, abilities, byHead)).toBe("bounded");
  });

  it("is a person's where the device can say that it does not apply and never that it does", () => {
    const abilities = { "rotor-stopped": measured };
    expect(levelOf({ all: [stopped, hung] }, abilities, { declaredBy: "jefe-de-mesa" })).toBe("attested");
    const { held, unjudged } = judge(
      pack(rule("r", { all: [stopped, hung] })),
      coverageOf(pack(rule("r", { all: [stopped, hung] })), abilities, []),
      { "rotor-stopped": { is: "flag", value: false } },
      "rest",
    );
    expect({ held, unjudged }).toEqual({ held: [], unjudged: [] });
  });

  it("counts what the table itself records as known to every table", () => {
    expect(levelOf({ fact: "relaunch", is: true }, {})).toBe("judged");
  });

  it("says why, fact by fact", () => {
    const [covered] = coverageOf(
      pack(rule("r", { all: [stopped, hung] })),
      { "rotor-stopped": measured },
      [],
    ).rules;
    expect(covered?.facts).toEqual([
      { fact: "rotor-stopped", level: "measured", note: "seen" },
      { fact: "ball-suspended", level: "none", note: "no installed device speaks of it" },
    ]);
  });
});

describe("the coverage of a table", () => {
  const adoptable = rule(
    "same",
    { fact: "ball-direction", is: "with-rotor" },
    {
      verdict: "deviation",
      adopts: { verdict: "void", by: "house", announce: { say, by: "jefe-de-mesa" }, then: [] },
    },
  );
  const game = pack(rule("hung", hung, { declaredBy: "jefe-de-mesa" }), adoptable);

  it("counts the levels and changes its digest with anything that changes what can be judged", () => {
    const none = coverageOf(game, {}, []);
    const some = coverageOf(game, { "ball-direction": measured }, []);
    const house = coverageOf(game, { "ball-direction": measured }, ["same"]);
    expect(none.counts).toEqual({ judged: 0, bounded: 0, attested: 1, "not-observable": 1 });
    expect(some.counts).toEqual({ judged: 1, bounded: 0, attested: 1, "not-observable": 0 });
    expect(new Set([none.digest, some.digest, house.digest]).size).toBe(3);
    expect(none.digest).toBe(coverageOf(game, {}, []).digest);
    expect(none.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(rulesAt(some, "judged")).toEqual(["same"]);
    expect(house.rules[1]?.verdict).toBe("void");
  });

  it("refuses a house rule that the pack does not offer", () => {
    expect(houseRuleProblems(game, ["same"])).toEqual([]);
    expect(houseRuleProblems(game, ["hung"])).toEqual([
      'house rule "hung" cannot be adopted under xx/prueba@2020-01: it offers same',
    ]);
    expect(() => coverageOf(game, {}, ["hung"])).toThrow(RangeError);
  });

  it("decides which unknown rules keep a spin from being certified", () => {
    const facts = {};
    const unjudged = (abilities: Abilities): readonly string[] =>
      judge(game, coverageOf(game, abilities, []), facts, "rest").unjudged.map(
        (open) => `${open.rule}/${open.verdict}`,
      );
    expect(unjudged({})).toEqual([]);
    expect(unjudged({ "ball-suspended": bounded })).toEqual(["hung/void"]);
    expect(unjudged({ "ball-suspended": measured, "ball-direction": measured })).toEqual([
      "hung/void",
      "same/deviation",
    ]);
  });

  it("never skips a rule that the coverage does not speak of", () => {
    const foreign = coverageOf(pack(adoptable), {}, []);
    expect(judge(game, foreign, {}, "rest").unjudged.map((open) => open.rule)).toEqual(["hung"]);
  });

  it("says nothing but certain voids while the ball runs", () => {
    const coverage = coverageOf(game, { "ball-suspended": measured, "ball-direction": measured }, []);
    const facts = { "ball-direction": { is: "word", value: "with-rotor" } } as const;
    const judged = judge(game, coverage, facts, "running");
    expect(judged).toMatchObject({ voids: [], unjudged: [], deviations: [], held: [] });
    expect(judged.applying.map(({ rule, verdict }) => [rule.id, verdict])).toEqual([["same", "deviation"]]);
    const seen = { ...facts, "ball-suspended": { is: "flag", value: true } } as const;
    expect(judge(game, coverage, seen, "running").voids).toEqual([
      { rule: "hung", cite: "A", observed: { "ball-suspended": true } },
    ]);
  });

  it("is printed in every language with every rule, its verdict and the digest", () => {
    const coverage = coverageOf(game, { "ball-direction": measured }, ["same"]);
    for (const language of LANGUAGES) {
      const text = coverageText(coverage, language);
      expect(text).toContain("xx/prueba@2020-01");
      expect(text).toContain(coverage.digest);
      expect(text).toContain("ball-direction (measured): seen");
      for (const covered of coverage.rules) expect(text).toContain(covered.rule);
    }
    expect(coverageText(coverage, "en")).toContain("hung  void  attested (table head)  A");
    expect(coverageText(coverage, "eu")).toContain("aitortua (mahaiburua)");
    expect(coverageText(coverage, "en")).not.toContain("nothing to observe");
  });

  it("says that there is nothing to observe where no rule annuls", () => {
    const empty = coverageOf({ ...game, rules: [] }, {}, []);
    expect(coverageText(empty, "en")).toContain("nothing to observe");
    expect(coverageText(empty, "es")).toContain("no hay nada que observar");
  });

  it("lets only the person declare whom the pack names", () => {
    expect(declare(game, [], "hung", "jefe-de-mesa")).toMatchObject({
      ok: true,
      outcome: "void",
      reason: { rule: "hung", cite: "A", observed: { "declared-by": "jefe-de-mesa" } },
      then: [],
    });
    expect(declare(game, [], "hung", "croupier")).toEqual({
      ok: false,
      message: '"hung" is declared by the table head',
    });
    expect(declare(game, [], "same", "jefe-de-mesa")).toMatchObject({ ok: false });
    expect(declare(game, [], "nonsense", "jefe-de-mesa")).toEqual({
      ok: false,
      message: 'xx/prueba has no rule "nonsense"',
    });
    expect(callableVoids(game, [], "jefe-de-mesa").map((known) => known.id)).toEqual(["hung"]);
    expect(callableVoids(game, [], "croupier")).toEqual([]);
  });
});
