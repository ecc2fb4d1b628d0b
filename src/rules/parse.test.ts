import { describe, expect, it } from "vitest";
import { wheelPack } from "./pack.ts";
import { parsePack } from "./parse.ts";
import { MAX_FILE_BYTES, problemText } from "./yaml.ts";

/** A small pack that is right; every test below breaks one line of it. */
const GOOD = `pack: tirada-pack/1
jurisdiction: xx
game: ruleta-de-prueba
family: wheel
edition: "2023-03"
inForce: "2023-03-14"
title: { es: Prueba, eu: Proba, gl: Proba, en: Test }
law: { name: Ley, published: Boletín }
voidName: { es: tirada nula, eu: jaurtialdi baliogabea, gl: tirada nula, en: void spin }
wheel:
  kind: roulette
  pockets: 0 1 2
  betsClose: before-drop
  basis: external
  note: three pockets
suertes:
  - id: rojo
    group: colour
    name: { es: rojo, eu: gorria, gl: vermello, en: red }
    pockets: 1 1x
    basis: text
    cite: { section: A, lines: [1, 1] }
  - id: negro
    group: colour
    name: { es: negro, eu: beltza, gl: negro, en: black }
    pockets: 2 2x
    basis: text
    cite: { section: A, lines: [1, 1] }
result:
  announce: [number]
  by: croupier
  special:
    - { pocket: "0", simple: half, rule: { es: a, eu: a, gl: a, en: a }, basis: text, cite: { section: A, lines: [2, 3] } }
  cite: { section: A, lines: [2, 2] }
announcements:
  - { phase: betting, by: croupier, say: &say { es: a, eu: a, gl: a, en: a }, printed: [], basis: external }
  - { phase: no-more-bets, by: croupier, say: *say, printed: [], basis: external }
  - { phase: void, by: jefe-de-mesa, say: *say, printed: [], basis: external }
rules:
  - id: short-run
    cite: { section: B, lines: [4, 4] }
    basis: text
    text: { es: a, eu: a, gl: a, en: a }
    when: { fact: ball-laps, fewerThan: 3 }
    verdict: void
    scope: spin
    announce: { say: *say, by: jefe-de-mesa }
    declaredBy: jefe-de-mesa
    then: [pick-up]
  - id: same-sense
    cite: { section: B, lines: [5, 5] }
    basis: text
    text: { es: a, eu: a, gl: a, en: a }
    when: { fact: ball-direction, is: with-rotor }
    verdict: deviation
    scope: spin
    then: []
    mayBeCalled: short-run
steps:
  - { id: pick-up, who: jefe-de-mesa, text: { es: a, eu: a, gl: a, en: a }, basis: derived }
remarks: []
`
  .replace("pockets: 0 1 2", "pockets: 0 1 2 3 4")
  .replace("1 1x", "1 3")
  .replace("2 2x", "2 4");

/** `file:line:column: message` of every problem after replacing `from` (which must occur) by `to`. */
function problems(from: string, to: string): readonly string[] {
  expect(GOOD.split(from).length, `"${from}" must occur once`).toBe(2);
  const read = parsePack(GOOD.replace(from, to), "xx/prueba.yaml");
  return read.ok ? [] : read.problems.map(problemText);
}

/** Line of the only line of the good pack that contains `text`. */
function lineOf(text: string): number {
  const found = GOOD.split("\n").flatMap((line, index) => (line.includes(text) ? [index + 1] : []));
  expect(found, `"${text}" must be on one line`).toHaveLength(1);
  return found[0]!;
}

describe("a pack that is right", () => {
  it("is read, with a digest that depends on the data and not on the spelling", () => {
    const read = parsePack(GOOD, "a.yaml");
    const respelled = parsePack(GOOD.replace('edition: "2023-03"', "edition: '2023-03' # same"), "b.yaml");
    const other = parsePack(GOOD.replace("fewerThan: 3", "fewerThan: 4"), "a.yaml");
    if (!read.ok || !respelled.ok || !other.ok) throw new Error("all three must be readable");
    expect(read.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(respelled.digest).toBe(read.digest);
    expect(other.digest).not.toBe(read.digest);
    expect(wheelPack(read.pack).suertes[0]?.pockets).toEqual(["1", "3"]);
  });
});

describe("a pack that is wrong says where", () => {
  const cases: readonly (readonly [what: string, from: string, to: string, at: string, message: string])[] = [
    ["unknown key at the top", "family: wheel", "family: wheel\ncolour: red", "5:1", 'unknown key "colour"'],
    ["unknown key in a rule", "    verdict: void", "    verdikt: void", "45:5", 'unknown key "verdikt"'],
    [
      "missing language",
      "title: { es: Prueba, eu: Proba,",
      "title: { es: Prueba,",
      "7:1",
      '"Prueba" has no translation (eu): write it in xx/translations/eu.yaml',
    ],
    ["empty text", "es: Prueba", 'es: ""', "7:14", "title.es: is too short"],
    ["a lone surrogate", "es: Prueba", 'es: "\\uD800"', "7:14", "title.es: is not well-formed Unicode"],
    [
      "unknown role",
      "result:\n  announce: [number]\n  by: croupier",
      "result:\n  announce: [number]\n  by: boss",
      "31:7",
      "result.by: expected one of",
    ],
    ["bad edition", '"2023-03"', '"2023-13"', "5:10", "must be a year and a month"],
    ["bad day", '"2023-03-14"', '"2023-02-30"', "6:10", "inForce: "],
    [
      "lines in the wrong order",
      "lines: [2, 3]",
      "lines: [3, 2]",
      "33:",
      "the last line comes before the first",
    ],
    ["unknown fact", "fact: ball-laps", "fact: ball-lapse", "44:19", 'unknown fact "ball-lapse"'],
    [
      "unknown word",
      "is: with-rotor",
      "is: sideways",
      "54:",
      '"ball-direction" is a word: one of with-rotor, against-rotor',
    ],
    [
      "a count asked with is",
      "ball-laps, fewerThan: 3",
      "ball-laps, is: true",
      "44:",
      "ask with `fewerThan` or `atLeast`",
    ],
    [
      "a word asked with a count",
      "ball-direction, is: with-rotor",
      "ball-direction, fewerThan: 2",
      "54:",
      "ask with `is`",
    ],
    ["a fraction of a lap", "fewerThan: 3", "fewerThan: 2.5", "44:41", "must be a whole number"],
    [
      "a condition of no known shape",
      "{ fact: ball-laps, fewerThan: 3 }",
      "{ fact: ball-laps, moreThan: 3 }",
      "44:5",
      "a condition is one of",
    ],
    [
      "a single part in all",
      "{ fact: ball-laps, fewerThan: 3 }",
      "{ all: [{ fact: ball-laps, fewerThan: 3 }] }",
      "44:13",
      "must be a list of 2",
    ],
    [
      "declared inside another",
      "{ fact: ball-laps, fewerThan: 3 }",
      "{ not: { declared: croupier } }",
      "44:13",
      "`declared` stands alone",
    ],
    [
      "declared by somebody else",
      "{ fact: ball-laps, fewerThan: 3 }",
      "{ declared: croupier }",
      "40:",
      "declaredBy must be croupier",
    ],
    [
      "rule id twice",
      "id: same-sense",
      "id: short-run",
      "50:9",
      'rules: "short-run" is there twice: take one out',
    ],
    [
      "then names an unknown step",
      "then: [pick-up]",
      "then: [pick-up, dance]",
      "49:21",
      'unknown step "dance"',
    ],
    ["a step nobody uses", "then: [pick-up]", "then: []", "60:", 'no rule leads to step "pick-up"'],
    ["a suerte with an unknown pocket", "pockets: 1 3", "pockets: 1 9", "20:14", 'the wheel has no pocket "9"'],
    ["a suerte with a pocket twice", "pockets: 1 3", "pockets: 1 3 1", "20:14", 'pocket "1" is there twice'],
    ["red and black", "pockets: 1 3", "pockets: 1 2 3", "26:14", 'pocket "2" is also in rojo'],
    ["the wheel with a pocket twice", "0 1 2 3 4", "0 1 2 3 4 1", "12:12", 'pocket "1" is there twice'],
    ["a pocket that cannot be", "0 1 2 3 4", "0 1 2 3 4 37", "12:12", '"37" is no pocket'],
    [
      "a zero that nothing is said of",
      "0 1 2 3 4",
      "0 00 1 2 3 4",
      "32:3",
      'nothing said of "00", which has no colour',
    ],
    ["a zero that has a colour", 'pocket: "0"', 'pocket: "1"', "33:17", '"1" is not a pocket without colour'],
    [
      "a void rule without a call",
      "    announce: { say: *say, by: jefe-de-mesa }\n",
      "",
      "40:",
      'void rule "short-run" has no announce',
    ],
    [
      "a void that annuls only a bet",
      "verdict: void\n    scope: spin",
      "verdict: void\n    scope: bet",
      "46:",
      "a void rule annuls the spin",
    ],
    [
      "may be called something that is not there",
      "mayBeCalled: short-run",
      "mayBeCalled: long-run",
      "58:",
      "is no void rule that a person may declare",
    ],
    [
      "an announcement missing",
      "  - { phase: no-more-bets, by: croupier, say: *say, printed: [], basis: external }\n",
      "",
      "35:1",
      'the announcement "no-more-bets" is missing',
    ],
    [
      "printed words without a cite",
      "phase: betting, by: croupier, say: &say { es: a, eu: a, gl: a, en: a }, printed: [], basis: external",
      "phase: betting, by: croupier, say: &say { es: a, eu: a, gl: a, en: a }, printed: [es], basis: text",
      "36:",
      "needs a cite",
    ],
    [
      "two values for one key",
      "family: wheel",
      "family: wheel\nfamily: wheel",
      "5:1",
      "not readable as YAML: Map keys must be unique",
    ],
    ["merge keys are not used", "remarks: []", "remarks: []\n<<: { a: 1 }", "62:1", 'unknown key "<<"'],
  ];
  it.each(cases)("%s", (_what, from, to, at, message) => {
    const found = problems(from, to);
    expect(found.join("\n")).toContain(message);
    const where = found
      .filter((line) => line.includes(message))
      .map((line) => line.slice("xx/prueba.yaml:".length));
    expect(
      where.some((line) => line.startsWith(at.endsWith(":") ? at : `${at}:`)),
      where.join("\n"),
    ).toBe(true);
  });

  it("counts lines as an editor does", () => {
    expect(lineOf("id: short-run")).toBe(40);
    expect(problems("id: short-run", "id: Short Run")).toContain(
      "xx/prueba.yaml:40:9: rules.0.id: must be kebab case: lower-case words joined by hyphens",
    );
  });

  it("reports several problems at once, in the order of the file", () => {
    const text = GOOD.replace("jurisdiction: xx", "jurisdiction: XX").replace(
      "scope: spin\n    then: []",
      "scope: table\n    then: []",
    );
    const read = parsePack(text, "x.yaml");
    expect(read.ok ? [] : read.problems.map((p) => p.line)).toEqual([2, 56]);
  });
});

describe("files that attack the reader", () => {
  const refused = (text: string): string => {
    const read = parsePack(text, "x.yaml");
    return read.ok ? "read" : problemText(read.problems[0]!);
  };
  it("limits the size of the file", () => {
    expect(refused(`${GOOD}#${"x".repeat(MAX_FILE_BYTES)}`)).toBe(
      `x.yaml:1:1: the file is larger than ${MAX_FILE_BYTES} bytes`,
    );
    expect(refused(`#${"€".repeat(MAX_FILE_BYTES / 2)}`)).toContain("larger than");
  });
  it("limits the expansion of aliases", () => {
    const bomb = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
    for (let i = 1; i < 9; i += 1) bomb.push(`a${i}: &a${i} [${`*a${i - 1}, `.repeat(9)}]`);
    expect(refused(bomb.join("\n"))).toContain("not readable as YAML: ReferenceError: Excessive alias count");
  });
  it("refuses an alias inside its own anchor", () =>
    expect(refused("a: &a [*a]")).toContain("not readable as YAML"));
  it("refuses bottomless nesting", () =>
    expect(refused("[".repeat(100_000))).toContain("not readable as YAML"));
  it("refuses conditions nested too deep", () => {
    const deep = `${"{ not: ".repeat(40)}{ fact: ball-laps, fewerThan: 3 }${" }".repeat(40)}`;
    const found = problems("{ fact: ball-laps, fewerThan: 3 }", deep);
    expect(found.join("\n")).toContain("44:");
    expect(found.join("\n")).toContain("nested deeper than 8");
  });
  it("refuses files that hold no map", () => {
    for (const text of ["", "- a", "just words", "null"])
      expect(refused(text)).toContain("x.yaml:1:1: the file: expected object");
  });
});
