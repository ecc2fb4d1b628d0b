import { describe, expect, it } from "vitest";
import { everyThrow } from "../../../src/dice/game.test-help.ts";
import { throwOutcome } from "../../../src/rules/throw-outcome.ts";
import type { CrapsState } from "../../../src/dice/outcome-types.ts";
import { dicePack, type DicePack, type Rule } from "../../../src/rules/pack.ts";
import { loadPack } from "./load.ts";

/** What the laws say of craps, told here and not read from a pack. */

const CRAPS = ["cl/craps", "cl/mini-craps", "es-cb/craps", "es-pv/craps"] as const;
const of = (id: string): DicePack => dicePack(loadPack(id).pack);
const rulesOf = (id: string, verdict: string): readonly Rule[] =>
  of(id).rules.filter((rule) => rule.verdict === verdict);
const idsOf = (id: string, verdict: string): readonly string[] => rulesOf(id, verdict).map((rule) => rule.id);
const rule = (id: string, name: string): Rule => of(id).rules.find((one) => one.id === name)!;

describe("craps in Chile, on a large and on a small table", () => {
  it.each(["cl/craps", "cl/mini-craps"])("%s: l. 4083 annuls, ll. 4085 and 4179 make invalid", (id) => {
    const saying = (words: string): readonly string[] =>
      rulesOf(id, "void")
        .filter(({ announce }) => announce?.say.es === words && announce.by === "croupier")
        .map((one) => one.id);
    expect(saying("tirada nula")).toEqual([
      "dice-slid-not-rolled",
      "die-broken",
      "dice-stacked",
      "die-on-chip",
      "die-cocked",
      "die-off-table",
      "die-on-table-rim",
      "die-in-reserve-basket",
      "incorrect-throw",
    ]);
    expect(saying("tiro inválido")).toEqual(["die-missed-opposite-edge", "dice-taken-out-or-mishandled"]);
    for (const name of saying("tiro inválido")) expect(rule(id, name).then.at(-1)).toBe("ask-to-repeat");
    expect(rule(id, "die-missed-opposite-edge").when).toEqual({ fact: "wall-contacts", fewerThan: 2 });
  });

  it("is one law on both tables, but for its name and its variant", () => {
    const rest = (pack: DicePack): unknown => ({
      ...pack,
      game: "",
      title: "",
      remarks: pack.remarks.filter(({ about }) => about !== "variant"),
    });
    expect(rest(of("cl/mini-craps"))).toEqual(rest(of("cl/craps")));
  });

  it("has hard ways in play on the come-out only where they are marked", () => {
    const { dice } = of("cl/craps");
    const decided = (craps: CrapsState): readonly string[] =>
      throwOutcome(dice, ["3", "4"], craps)
        .suertes.map(({ suerte }) => suerte)
        .filter((suerte) => suerte.startsWith("hard-"));
    const hard = [4, 6, 8, 10].map((total) => `hard-${total}`);
    expect(decided({ phase: "point", point: 9 })).toEqual(hard);
    expect(decided({ phase: "come-out" })).toEqual(hard.map((suerte) => `${suerte}-marked`));
  });
});

describe("craps in Cantabria", () => {
  const ID = "es-cb/craps";

  it("A.7.V: annuls for nine causes, and a missed far half is none of them", () => {
    expect(idsOf(ID, "void")).toEqual([
      "dice-slid-not-rolled",
      "die-broken",
      "dice-stacked",
      "die-on-chip",
      "dice-fell-on-chips-in-play",
      "die-off-table",
      "die-on-table-rim",
      "die-in-reserve-basket",
      "incorrect-throw",
    ]);
    // Lines 1630–1635: one die at the far end, both in the far half.
    // Each a rule of its own: an eye that sees halves and no walls must be able to judge the one without the other.
    const left = { verdict: "person-decides", mayBeCalled: "incorrect-throw" };
    expect(rule(ID, "no-die-at-far-end")).toMatchObject({
      ...left,
      when: { fact: "wall-contacts", fewerThan: 1 },
    });
    expect(rule(ID, "dice-not-in-far-half")).toMatchObject({
      ...left,
      when: { fact: "dice-in-far-half", fewerThan: 2 },
    });
  });

  it("ll. 1646–1647: the stickman decides what is not foreseen", () => {
    expect(rule(ID, "unforeseen-case").declaredBy).toBe("stickman");
    expect(rule(ID, "die-cocked").declaredBy).toBe("stickman");
  });
});

describe("craps in País Vasco", () => {
  const ID = "es-pv/craps";

  it("l. 1446: both dice touch the far edge; a miss is in no list of void throws, and the stickman decides", () => {
    expect(rule(ID, "die-missed-opposite-edge")).toMatchObject({
      when: { fact: "wall-contacts", fewerThan: 2 },
      verdict: "person-decides",
      mayBeCalled: "incorrect-throw",
    });
    expect(rulesOf(ID, "void").filter(({ basis }) => basis !== "text")).toHaveLength(0);
  });

  it("is silent on a die at a slant; the inspector decides what the Catálogo does not foresee (l. 2398)", () => {
    const ids = of(ID).rules.map((one) => one.id);
    for (const silent of ["die-cocked", "dice-fell-on-chips-in-play"]) expect(ids).not.toContain(silent);
    expect(rule(ID, "unforeseen-case").declaredBy).toBe("inspector");
  });

  it("prints the calls in both languages", () => {
    const said = of(ID).announcements.map(({ phase, say, printed }) => [phase, say.es, say.eu, printed.length]);
    expect(said).toContainEqual(["no-more-bets", "ya no va más", "besterik ez", 2]);
    expect(said).toContainEqual(["void", "tirada nula", "jaurtialdi baliogabea", 2]);
  });
});

describe.each(CRAPS)("%s", (id) => {
  const { dice, rules } = of(id);
  const [right, wrong] = dice.suertes.map((suerte) => suerte.id);

  it("is the same game everywhere: win and lose on the line in every phase, twelve barred", () => {
    const line = (craps: CrapsState): readonly (readonly number[])[] =>
      [right, wrong].map((id) =>
        ["wins", "loses", "push"].map(
          (is) =>
            everyThrow(2).filter((faces) =>
              throwOutcome(dice, faces, craps).suertes.some((one) => one.suerte === id && one.is === is),
            ).length,
        ),
      );
    expect(line({ phase: "come-out" })).toEqual([
      [8, 4, 0],
      [3, 8, 1],
    ]);
    for (const [point, ways] of [
      [4, 3],
      [5, 4],
      [6, 5],
      [8, 5],
      [9, 4],
      [10, 3],
    ] as const)
      expect(line({ phase: "point", point })).toEqual([
        [ways, 6, 0],
        [6, ways, 0],
      ]);
  });

  it("pays odds that are fair, and every other bet less than that", () => {
    const fair = new Map([
      [4, 2],
      [5, 3 / 2],
      [6, 6 / 5],
      [8, 6 / 5],
      [9, 3 / 2],
      [10, 2],
    ]);
    const paid = (suerte: string): readonly (readonly [number, number])[] =>
      Object.entries(dice.suertes.find((one) => one.id === suerte)?.pays ?? {}).map(([number, odds]) => {
        const [pays = 0, stake = 1] = odds.split(":").map(Number);
        return [Number(number), pays / stake] as const;
      });
    expect(new Map(paid(`odds-${right!}`))).toEqual(fair);
    for (const [number, pays] of paid(`odds-${wrong!}`)) expect(pays * fair.get(number)!).toBeCloseTo(1);
    for (const [number, pays] of paid("place-right")) expect(pays).toBeLessThan(fair.get(number)!);
    for (const [number, pays] of paid("place-wrong")) expect(pays).toBeLessThan(1 / fair.get(number)!);
    expect([paid("place-right").length, paid("place-wrong").length]).toEqual([6, 6]);
  });

  it("leaves a die that is not seen to a person, who may call it off the table", () => {
    expect(rule(id, "die-not-found")).toMatchObject({
      when: { fact: "dice-seen", fewerThan: 2 },
      verdict: "person-decides",
      mayBeCalled: "die-off-table",
      basis: "derived",
    });
  });

  it("gives every void to the one who calls it, and a throw before the call stands unless it is called incorrect", () => {
    const by = id.startsWith("cl/") ? "croupier" : "stickman";
    for (const one of rules.filter(({ verdict }) => verdict === "void"))
      expect([one.declaredBy, one.announce?.by], one.id).toEqual([by, by]);
    expect(rule(id, "throw-before-call")).toMatchObject({
      verdict: "deviation",
      mayBeCalled: "incorrect-throw",
    });
  });

  it("changes the whole set only when a lost die was not found", () => {
    const changing = rules.filter(({ then }) => then.includes("new-set")).map((one) => one.id);
    expect(changing).toEqual(["lost-die", "new-set-not-made"]);
    expect(dice.set.change).toBe("not-in-series");
    expect(dice.set.counts).toEqual(id.startsWith("cl/") ? [5, 6] : [6]);
  });
});
