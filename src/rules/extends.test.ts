import { describe, expect, it } from "vitest";
import { changed, GOOD, packOf, problemsOf } from "./card-pack.test-help.ts";
import type { Library } from "./extends.ts";
import { lawDigest } from "./law.ts";
import { parsePack } from "./parse.ts";

const TEXT = "{ es: a, eu: a, gl: a, en: a }";
const rule = (id: string, then = "[]", verdict = "stands"): string => `
  - { id: ${id}, cite: "F, l. 1", text: ${TEXT}, when: { declared: croupier }, verdict: ${verdict}, then: ${then} }`;
const step = (id: string): string => `
  - { id: ${id}, who: inspector, text: ${TEXT}, basis: derived }`;
const part = (rules: string, more = ""): string => `part: tirada-part/1\nrules:${rules}\n${more}`;
const libraryOf = (texts: Readonly<Record<string, string>>): Library => ({
  source: (name) => (texts[name] === undefined ? null : { file: `${name}.yaml`, text: texts[name] }),
  names: () => Object.keys(texts),
  translations: () => null,
});
const extending = (names: string, good = GOOD): string =>
  good.replace("voidName:", `extends: ${names}\nvoidName:`);
const idsOf = (list: readonly { readonly id: string }[]): readonly string[] => list.map(({ id }) => id);

describe("a pack that extends parts", () => {
  const one = part(
    rule("first", "[look]") + rule("jam"),
    `steps:${step("look")}${step("shuffle")}\nremarks:\n  - { about: one, text: one }\n`,
  );
  const two = part(rule("second", "[wait]"), `steps:${step("wait")}\n`);
  const library = libraryOf({ "cl/parts/one": one, "cl/parts/two": two });

  it("has their rules, steps and remarks before its own; its own change those with the same name", () => {
    const pack = packOf(extending("[cl/parts/one, cl/parts/two]"), library);
    expect(idsOf(pack.rules)).toEqual(["first", "jam", "second", "turned", "not-dealt", "seen", "strange"]);
    expect(pack.rules[1]?.verdict).toBe("void");
    expect(pack.steps.map(({ id, who }) => `${who} ${id}`)).toEqual([
      "inspector look",
      "croupier shuffle",
      "inspector wait",
    ]);
    expect(pack.remarks.map(({ about }) => about)).toEqual(["one"]);
  });

  it("is digested whole: how it is put together is not part of it", () => {
    const read = parsePack(extending("cl/parts/one"), "cl/prueba.yaml", library);
    if (!read.ok) throw new Error("it must be readable");
    expect(read.pack).not.toHaveProperty("extends");
    expect(read.pack).not.toHaveProperty("part");
    expect(read.digest).toBe(lawDigest(read.pack));
    expect(read.digest).not.toBe(lawDigest(packOf(GOOD)));
    expect(read.inherited).toEqual([{ from: "cl/parts/one", rules: ["first"] }]);
  });

  it("leaves out an inherited step to which no rule leads any more, and keeps its own strict", () => {
    const replaced = extending("cl/parts/one").replace("rules:\n", `rules:\n  - { id: first, then: [] }\n`);
    expect(idsOf(packOf(replaced, library).steps)).toEqual(["shuffle"]);
    const idle = extending("cl/parts/one").replace("steps:\n", `steps:${step("idle")}\n`);
    expect(problemsOf(idle, library)).toEqual([
      expect.stringMatching(/^cl\/prueba.yaml:\d+:11: no rule leads to step "idle"$/),
    ]);
  });
});

describe("a game that extends its sister", () => {
  const library = libraryOf({ "cl/poker-de-prueba": GOOD });
  const sister = (more: string): string => `pack: tirada-pack/1
jurisdiction: cl
game: prueba-hermana
family: shoe
edition: "2023-03"
extends: cl/poker-de-prueba
${more}`;

  it("is the sister but for what it says itself", () => {
    const base = packOf(GOOD);
    expect(packOf(sister(""), library)).toEqual({ ...base, game: "prueba-hermana" });
    const other = packOf(
      sister(`without: { rules: [strange], keys: [voidName] }
voidName: { es: b, eu: b, gl: b, en: b }
cards: { seats: { most: 6, cite: "B, l. 2–3; 5" } }
rules:
  - { id: early, before: turned, cite: "B, l. 1", text: ${TEXT}, when: { declared: croupier }, verdict: stands }
  - { id: seen, note: null, verdict: deviation }
`),
      library,
    );
    expect(idsOf(other.rules)).toEqual(["jam", "early", "turned", "not-dealt", "seen"]);
    expect(other.rules.at(-1)).toEqual({ ...base.rules[3], verdict: "deviation" });
    expect(other.rules[1]).toMatchObject({ basis: "text", scope: "round", declaredBy: "croupier", then: [] });
    expect(other.cards).toEqual({
      ...base.cards,
      seats: { most: 6, cite: { section: "B", lines: [2, 3], also: [[5, 5]] } },
    });
    expect(other.voidName?.es).toBe("b");
  });

  it("says calls by their names", () => {
    const pack = packOf(
      sister(`calls:\n  nula: { say: ${TEXT}, by: jefe-de-mesa }\nrules:\n  - { id: jam, announce: nula }\n`),
      library,
    );
    expect(pack.rules[0]?.announce?.by).toBe("jefe-de-mesa");
    expect(pack).not.toHaveProperty("calls");
    const wrong = sister(
      `calls:\n  nula: { say: ${TEXT}, by: croupier }\nrules:\n  - { id: jam, announce: nule }\n`,
    );
    expect(problemsOf(wrong, library)).toEqual([
      'cl/prueba.yaml:10:26: there is no call "nule" (did you mean "nula"?); write it under calls',
    ]);
  });

  it("takes nothing away that is not there, and puts nothing before what is not there", () => {
    expect(problemsOf(sister("without: { rules: [nobody] }\n"), library)).toEqual([
      'cl/prueba.yaml:7:20: nothing of this name is inherited: take "nobody" out',
    ]);
    expect(problemsOf(sister("without: { roles: [nobody] }\n"), library)[0]).toContain(
      "7:12: without: one of rules,",
    );
    for (const none of ["[nobody]", "nobody", "{ rules: nobody }"])
      expect(problemsOf(sister(`without: ${none}\n`), library)[0]).toMatch(
        /^cl\/prueba.yaml:7:1?\d: without: /,
      );
    expect(problemsOf(sister("rules:\n  - { id: seen, before: nobody }\n"), library)).toEqual([
      'cl/prueba.yaml:8:17: unknown key "before"',
    ]);
  });
});

describe("what is wrong with extends is told where it was written, in one line", () => {
  const line = GOOD.split("\n").findIndex((text) => text.startsWith("voidName")) + 1;

  it("a file that is not there, and one that is there twice", () => {
    const library = libraryOf({ "cl/parts/one": part(rule("first")) });
    expect(problemsOf(extending("cl/parts/on"), library)).toEqual([
      `cl/prueba.yaml:${line}:10: there is no rulebook or part "cl/parts/on" (did you mean "cl/parts/one"?); write its file or another name`,
    ]);
    expect(problemsOf(extending("[cl/parts/one, cl/parts/one]"), library)).toEqual([
      `cl/prueba.yaml:${line}:25: "cl/parts/one" is extended twice`,
    ]);
    expect(problemsOf(extending("cl/parts/one"))[0]).toContain(
      'there is no rulebook or part "cl/parts/one"; write',
    );
    for (const none of ["{}", "[]", "[3]", "[cl/parts/one, 3]"])
      expect(problemsOf(extending(none), library)[0]).toBe(
        `cl/prueba.yaml:${line}:1: extends: must be the name of a rulebook or part, e.g. cl/black-jack@2023-03, or a list of them`,
      );
  });

  it("a rulebook that extends itself, and one that does so by way of others", () => {
    const self = extending("cl/poker-de-prueba@2023-03");
    expect(problemsOf(self, libraryOf({ "cl/poker-de-prueba@2023-03": self }))).toEqual([
      `cl/prueba.yaml:${line}:10: cl/poker-de-prueba@2023-03 extends cl/poker-de-prueba@2023-03: a rulebook cannot extend itself; take one of these out`,
    ]);
    const circle = libraryOf({
      "cl/parts/a": part("", "extends: cl/parts/b\n"),
      "cl/parts/b": "extends: cl/parts/a\n",
    });
    expect(problemsOf(extending("cl/parts/a"), circle)).toEqual([
      "cl/parts/b.yaml:1:10: cl/poker-de-prueba@2023-03 extends cl/parts/a extends cl/parts/b extends cl/parts/a: a rulebook cannot extend itself; take one of these out",
    ]);
  });

  it("a chain without end", () => {
    const endless: Library = {
      source: (name) => ({ file: `${name}.yaml`, text: `extends: ${name}x\n` }),
      names: () => [],
      translations: () => null,
    };
    expect(problemsOf(extending("cl/x"), endless)).toEqual([
      "cl/xxxxxxx.yaml:1:10: a chain of more than 8 files that extend each other",
    ]);
  });

  it("a part that is not well formed, by its own file and line", () => {
    const broken = libraryOf({ "cl/parts/one": part(rule("first")).replace("rules:", "rulez:") });
    expect(problemsOf(extending("cl/parts/one"), broken)).toEqual([
      'cl/parts/one.yaml:2:1: unknown key "rulez" (did you mean "rules"?)',
    ]);
    const halved = libraryOf({ "cl/parts/one": "part: [" });
    expect(problemsOf(extending("cl/parts/one"), halved)[0]).toContain("cl/parts/one.yaml:1:");
    const list = libraryOf({ "cl/parts/one": "- a" });
    expect(problemsOf(extending("cl/parts/one"), list)).toEqual([
      "cl/parts/one.yaml:1:1: the file: expected object",
    ]);
  });

  it("a rule of a part that its pack cannot have, and a step that nobody knows", () => {
    const one = part(rule("first", "[nowhere]") + rule("void-it", "[]", "void"));
    expect(problemsOf(extending("cl/parts/one"), libraryOf({ "cl/parts/one": one }))).toEqual([
      expect.stringMatching(/^cl\/parts\/one.yaml:3:\d+: unknown step "nowhere"$/),
      'cl/parts/one.yaml:4:5: void rule "void-it" has no announce: nobody would call it',
    ]);
  });

  it("one id in two parts, at the second; what comes in by two ways is there once", () => {
    const texts = { "cl/parts/one": part(rule("first")), "cl/parts/two": part(rule("first")) };
    expect(problemsOf(extending("[cl/parts/one, cl/parts/two]"), libraryOf(texts))).toEqual([
      'cl/parts/two.yaml:3:11: rule "first" is there twice',
    ]);
    const both = { ...texts, "cl/parts/two": part("", "extends: cl/parts/one\n").replace("rules:\n", "") };
    expect(problemsOf(extending("[cl/parts/one, cl/parts/two]"), libraryOf(both))).toEqual([]);
  });

  it("a citation that is not written as one", () => {
    expect(
      problemsOf(
        changed([
          "cite: &cite { section: A, lines: [1, 1] }",
          "cite: &cite { section: A, lines: [1, 1] }, cites: A",
        ]),
      ),
    ).toHaveLength(1);
    const bad = part(rule("first").replace("F, l. 1", "F, 1"));
    expect(problemsOf(extending("cl/parts/one"), libraryOf({ "cl/parts/one": bad }))).toEqual([
      "cl/parts/one.yaml:3:24: cite: must be a section and the lines of the text as it was read, e.g. II.1.4, l. 253–261; 268",
    ]);
  });
});
