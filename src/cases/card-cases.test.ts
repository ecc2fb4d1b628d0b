import { describe, expect, it } from "vitest";
import { runCases } from "./run.ts";
import { parseCases, parsePartCases } from "./cases.ts";
import { changed, packOf } from "../rules/card-pack.test-help.ts";
import { problemText } from "../rules/yaml.ts";

const pack = packOf();
const aCase = (rule: string, given: string, when: string, then: string, more = ""): string => `
  - { case: one, rule: ${rule}, cite: "A, l. 1", given: ${given}, when: ${when}, applies: "yes", ${more}then: ${then} }`;
const DEALS = `
  - deal: ace and king
    hands: { seat-1: "9h 9s Kd 4c 2d", bank: "Ac Kh 8d 6s 3s" }
    qualifies: true
    results: [seat-1 wins]`;
const fileOf = (cases: string, deals = DEALS): string => `of: cl/poker-de-prueba@2023-03
ordinary-round: { jam: "no", card-face-up: "no", early-card: false, foreign-card: false }
cases: ${cases === "" ? "[]" : cases}
deals: ${deals}
`;
const problems = (text: string): readonly string[] => {
  const read = parseCases(text, "c.yaml", pack);
  return read.ok ? [] : read.problems.map(problemText);
};
const differences = (text: string): readonly string[] => {
  const read = parseCases(text, "c.yaml", pack);
  if (!read.ok) throw new Error(read.problems.map(problemText).join("\n"));
  return runCases(pack, read.file);
};

describe("cases of a deal", () => {
  const BY = "announce: { es: a }, by: croupier";
  const right: readonly (readonly [string, string])[] = [
    [
      "void",
      aCase(
        "jam",
        "{ jam: dealing }",
        "round running",
        `{ verdict: void, ${BY}, steps: ["croupier: shuffle"], effect: reshuffle, observed: { jam: dealing } }`,
      ),
    ],
    [
      "corrected",
      aCase("turned", "{ card-face-up: in-deal }", "round over", "{ verdict: corrected, effect: burn-card }"),
    ],
    [
      "a hand that is out",
      aCase("not-dealt", "{}", "declared by croupier", `{ verdict: void, scope: hand, asks: hand, ${BY} }`),
    ],
    ["stands", aCase("seen", "{ early-card: true }", "round running", "{ verdict: stands }")],
    [
      "undecided while it runs",
      aCase(
        "strange",
        "{ foreign-card: true }",
        "round running",
        '{ verdict: undecided, steps: ["croupier: shuffle"] }',
      ),
    ],
    [
      "undecided because a fact is unknown",
      aCase("turned", "{ card-face-up: unknown }", "round over", "{ verdict: undecided }"),
    ],
    [
      "the weightiest of several",
      aCase(
        "turned",
        "{ card-face-up: in-deal, foreign-card: true }",
        "round running",
        '{ verdict: undecided, steps: ["croupier: shuffle"] }',
        "also: [strange], ",
      ),
    ],
    [
      "a void outweighs a person",
      aCase(
        "jam",
        "{ jam: dealing, foreign-card: true }",
        "round over",
        `{ verdict: void, ${BY}, steps: ["croupier: shuffle"], effect: reshuffle }`,
        "also: [strange], ",
      ),
    ],
  ];
  it.each(right)("%s", (_what, one) => expect(differences(fileOf(one))).toEqual([]));

  it("say what comes out otherwise", () => {
    const wrong = aCase(
      "turned",
      "{ card-face-up: in-deal }",
      "round running",
      "{ verdict: void, scope: hand, effect: use-card }",
    );
    expect(differences(fileOf(wrong))).toEqual([
      'c.yaml:4: turned: one: verdict should be "void", is "corrected"',
      'c.yaml:4: turned: one: effect should be "use-card", is "burn-card"',
      'c.yaml:4: turned: one: scope should be "hand", is null',
    ]);
  });

  const moments: readonly (readonly [string, string])[] = [
    ["spin running", "a case of cards is of a round running or of a round over"],
    ["ball at rest in 3", "a case of cards is of a round running or of a round over"],
    ["declared by nobody", 'nobody is called "nobody"'],
  ];
  it.each(moments)("refuse %s", (when, message) => {
    expect(problems(fileOf(aCase("jam", "{}", when, "{ verdict: void }"))).join()).toContain(message);
  });
});

describe("a deal that cannot be", () => {
  const wrong: readonly (readonly [string, string, string, string])[] = [
    ["a card that is none", '"9h 9s', '"9h 9x', '"9x" is no card: 10h, As, joker or ?'],
    ["a card twice in one deck", '"9h 9s', '"9h Ac', '"Ac" is there 2 times, and 1 times in the loaded cards'],
    [
      "a joker that the game does not have",
      '"9h 9s',
      '"9h joker',
      '"joker" is there 1 times, and 0 times in the loaded cards',
    ],
    ["a seat too many", "seat-1:", "seat-8:", "this game has 7 seats, and no seat-8"],
    ["a hand that is none", "bank:", "house:", "must be a hand"],
    ["a result that is none", "[seat-1 wins]", "[seat-1 is-happy]", '"seat-1 is-happy" is no result'],
    [
      "neither results nor what is open",
      "    results: [seat-1 wins]",
      "    machine: packets",
      "a deal has either results or what is left open",
    ],
    [
      "a word that is none",
      "    qualifies: true",
      "    said: [seat-1 sings]",
      '"seat-1 sings" is nothing that a hand can say',
    ],
    [
      "a folded hand that is not there",
      "    qualifies: true",
      "    folded: [seat-2]",
      'the deal has no hand "seat-2"',
    ],
  ];
  it.each(wrong)("%s", (_what, from, to, message) => {
    expect(DEALS).toContain(from);
    expect(problems(fileOf("", DEALS.replace(from, to))).join("\n")).toContain(message);
  });

  it("none at all", () =>
    expect(problems(fileOf("").replace(/deals:[^]*/, ""))[0]).toContain("the deals are missing"));
});

describe("what a deal comes to", () => {
  const deal = (...changes: readonly (readonly [string, string])[]): readonly string[] =>
    differences(
      fileOf(
        "",
        changes.reduce((text, [from, to]) => text.replace(from, to), DEALS),
      ),
    );
  it("holds", () => expect(deal()).toEqual([]));
  it.each([
    ["results", "[seat-1 wins]", "[seat-1 ties]", 'the results should be ["seat-1 ties"], is ["seat-1 wins"]'],
    ["the bank", "qualifies: true", "qualifies: false", "whether the bank qualifies should be false, is true"],
    [
      "a category",
      "qualifies: true",
      "qualifies: true\n    categories: { seat-1: flush }",
      'what seat-1 holds should be "flush", is "pair"',
    ],
    [
      "a total",
      "qualifies: true",
      "qualifies: true\n    totals: { bank: 9 }",
      "the total of bank should be 9, is null",
    ],
    [
      "something open",
      "results: [seat-1 wins]",
      "open: [law-open]",
      'what is left open should be ["law-open"], is []',
    ],
    [
      "the deal",
      "qualifies: true",
      "qualifies: true\n    dealt: seat-1 down x5",
      'dealt should be "seat-1 down, bank down, ',
    ],
  ])("differs in %s", (_what, from, to, message) => expect(deal([from, to]).join()).toContain(message));
});

describe("cases of a part", () => {
  const text = `of: cl/parts/machine
ordinary-round: { jam: "no" }
cases: ${aCase("jam", "{ jam: unknown }", "round over", "{ verdict: undecided }")}${aCase("turned", "{}", "round over", "{ verdict: stands }")}
`;
  const read = (stored: readonly string[], of = text, game = pack) =>
    parsePartCases(of, "f.yaml", "cl/parts/machine", game, stored);

  it("are those of the rules that the pack kept, and say nothing of its other rules", () => {
    const other = packOf(changed(["fact: card-face-up, is: in-deal", "fact: jam, is: shuffling"]));
    const reading = read(["jam"], text, other);
    if (!reading.ok) throw new Error("they must be readable");
    expect(reading.file.cases.map(({ rule }) => rule)).toEqual(["jam"]);
    expect(runCases(other, reading.file)).toEqual([]);
    expect(
      runCases(other, {
        ordinary: reading.file.ordinary,
        cases: reading.file.cases,
        results: [],
        deals: [],
        throws: [],
        games: [],
      }),
    ).toEqual(['f.yaml:4: jam: one: the rules that apply should be ["jam"], is ["jam","strange","turned"]']);
  });

  it("name the part, and no rule that nobody has", () => {
    const messages = (reading: ReturnType<typeof read>): string =>
      reading.ok ? "" : reading.problems.map(problemText).join("\n");
    expect(messages(read(["jam"], text.replace("of: cl", "of: xx")))).toContain(
      "these are the cases of cl/parts/machine",
    );
    expect(messages(read(["jam"], text.replaceAll("turned", "gone")))).toContain('unknown rule "gone"');
  });
});
