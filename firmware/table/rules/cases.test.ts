import { describe, expect, it } from "vitest";
import type { DiceGame } from "../../../src/rules/dice-game.ts";
import { parseCases } from "../../../src/cases/cases.ts";
import { runCases } from "../../../src/cases/run.ts";
import { problemText } from "../../../src/rules/yaml.ts";
import { numbersOfRun, more } from "../../../test/support/volume.ts";
import { listPacks, loadPack } from "./load.ts";
import { loadCases, loadInheritedCases } from "./load-cases.ts";
import { mutantsOf } from "./mutants.test-help.ts";
import { noticedBy } from "./noticed.test-help.ts";

/** Rulebooks whose names begin so; all of them unless asked otherwise. */
const WANTED = process.env["TIRADA_RULEBOOKS"] ?? "";
const ALL = listPacks()
  .filter(({ id }) => id.startsWith(WANTED))
  .map((loaded) => {
    const { id } = loaded;
    const file = loadCases(loaded);
    const files = [...loadInheritedCases(loaded), file];
    return { id, pack: loaded.pack, file, files, cases: files.flatMap(({ cases }) => cases) };
  });
const OVER = /^(ball at rest|round over|round running|dice at rest)/;

/** Bets on which any throw is won by whoever chose it. */
function alwaysWins({ dice, suertes }: DiceGame, id: string): boolean {
  const win = suertes.find((one) => one.id === id)?.win;
  return win?.on === "shows" || (win?.on === "chosen-total" && win.from === dice && win.to === dice * 6);
}

describe.each(ALL)("the cases of $id", ({ pack, file, files, cases }) => {
  it("all come out as they say", () => {
    expect(files.flatMap((one) => runCases(pack, one))).toEqual([]);
  });

  it("show every rule biting and not biting", () => {
    for (const rule of pack.rules) {
      const own = cases.filter((one) => one.rule === rule.id);
      const bites = own.filter((one) => one.applies === "yes" && one.then.verdict !== "undecided");
      const left = own.filter((one) => one.applies === "yes" && rule.verdict === "person-decides");
      const spares = own.filter((one) => one.applies === "no" && OVER.test(one.when));
      expect(bites.length + left.length, `${rule.id} never applies`).toBeGreaterThan(0);
      expect(spares.length, `${rule.id} always applies`).toBeGreaterThan(0);
    }
  });

  it("show every special pocket and the numbers that lists get wrong", () => {
    if (pack.family !== "wheel") return;
    const shown = file.results.map((one) => one.pocket);
    const special = pack.result.special.map((one) => one.pocket);
    // A bowl's nine numbers and the values of a disc are few enough to show every one.
    const roulette = pack.wheel.kind === "roulette";
    const least = roulette ? ["17", "32", "23", "19", "10", "29"] : pack.wheel.pockets;
    expect(shown).toEqual(expect.arrayContaining([...least, ...special]));
  });

  it("show deals enough", () => {
    if (pack.family !== "shoe" || pack.cards.outcome === null) return;
    expect(file.deals.length).toBeGreaterThanOrEqual(6);
    expect(file.deals.filter(({ dealt }) => dealt !== undefined).length, "deals with `dealt`").toBeGreaterThan(
      0,
    );
  });
});

describe.each(ALL.filter(({ pack }) => pack.family === "dice"))("the throws of $id", ({ pack, file }) => {
  it("show every suerte of the game win, and lose where it can", () => {
    for (const { id } of pack.family === "dice" ? pack.dice.suertes : []) {
      const in_ = (lines: readonly string[]): boolean => lines.some((line) => line.split(" ")[0] === id);
      expect(
        file.throws.some(({ wins }) => in_(wins)),
        `${id} never wins`,
      ).toBe(true);
      const decided = file.throws.filter(
        ({ wins, loses, push = [] }) => !in_(wins) && (in_(loses) || in_(push)),
      );
      const always = pack.family === "dice" && alwaysWins(pack.dice, id);
      expect(decided.length > 0 || always, `${id} never loses`).toBe(true);
    }
  });
});

/** Of the changes of one pack a run tries every fifth, and all of them in a soak. */
const EVERY = more(10, 5);

describe("changing the law in one place", () => {
  // Artículo 3 of País Vasco has one rule, which follows on nothing and leads to nothing.
  const withLaw = ALL.filter(({ id }) => id !== "es-pv/bingo");
  it.each(withLaw)("is noticed by a case of $id", ({ id, pack, files }) => {
    const all = mutantsOf(pack);
    const mutants = numbersOfRun(all.length, EVERY, `changes of ${id}`).flatMap((at) => all[at] ?? []);
    expect(mutants.length).toBeGreaterThan(0);
    const notices = noticedBy(files);
    const survivors = mutants.filter((mutant) => !notices(mutant)).map((mutant) => mutant.change);
    expect(survivors).toEqual([]);
  });
});

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
