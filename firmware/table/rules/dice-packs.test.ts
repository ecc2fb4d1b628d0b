import { describe, expect, it } from "vitest";
import { type DieFace, facesOf } from "../../../src/dice/faces.ts";
import { throwOutcome } from "../../../src/rules/throw-outcome.ts";
import type { DiceOutcome } from "../../../src/dice/outcome-types.ts";
import { dicePack, type DicePack } from "../../../src/rules/pack.ts";
import { LANGUAGES } from "../../../src/text/language.ts";
import { listPacks } from "./load.ts";
import { citesOf, textsOf, OF_ALL_GAMES } from "./pack-parts.test-help.ts";

/** Rulebooks of dice: what all of them have to hold, and what the laws say of some, told here and not read from a pack. */

const LOADED = listPacks();
const DICE = LOADED.filter(({ pack }) => pack.family === "dice");
const of = (id: string): DicePack => dicePack(LOADED.find((loaded) => loaded.id === id)!.pack);

/** First and last line of the game's own sections, and single lines that it may borrow. */
const CHILE = [
  [103, 105],
  [148, 148],
  [162, 164],
] as const;
const SECTIONS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  "cl/chuck-a-luck": [...CHILE, [4330, 4439]],
  "cl/corona-y-ancla": [...CHILE, [4218, 4328]],
  "cl/craps": [...CHILE, [3973, 4216]],
  "cl/mini-craps": [...CHILE, [3973, 4216]],
  "es-cb/banca-francesa": [
    [1715, 1928],
    [2907, 2907],
  ],
  "es-cb/craps": [[1321, 1666]],
  "es-cb/sic-bo": [[1668, 1713]],
  "es-pv/craps": [[1136, 1462]],
};

it("holds every game of dice of the catalogues", () => {
  expect(DICE.map(({ id }) => id)).toEqual(Object.keys(SECTIONS).sort());
});

describe.each(DICE.map(({ id, pack }) => [id, dicePack(pack)] as const))("%s", (id, pack) => {
  it("speaks every language, each with its own words where they differ", () => {
    const texts = textsOf(pack, id);
    expect(texts.length).toBeGreaterThan(8);
    for (const [place, text] of texts) {
      for (const language of LANGUAGES) expect(text[language].length, place).toBeGreaterThan(0);
      if (text.es.split(" ").length < 6) continue;
      expect(new Set(Object.values(text)).size, `${place}: ${text.es}`).toBe(LANGUAGES.length);
    }
  });

  it("cites lines of its own sections only", () => {
    const own = SECTIONS[id] ?? [];
    for (const cite of citesOf(pack)) {
      for (const [first, last] of [cite.lines, ...(cite.also ?? [])]) {
        const inside = [...own, ...OF_ALL_GAMES].some(([from, to]) => from <= first && last <= to);
        expect(inside, `${cite.section} ${first}-${last}`).toBe(true);
      }
    }
  });

  it("is of the same law and edition as the other games of its jurisdiction", () => {
    for (const { pack: other } of LOADED.filter((one) => one.pack.jurisdiction === pack.jurisdiction))
      expect([other.edition, other.inForce, other.law]).toEqual([pack.edition, pack.inForce, pack.law]);
  });
});

/** Every ordered throw of three dice: 216. */
function throwsOf({ dice }: DicePack): readonly DiceOutcome[] {
  const faces = facesOf(dice.faces);
  return faces.flatMap((a) =>
    faces.flatMap((b) => faces.map((c) => throwOutcome(dice, [a, b, c] as const satisfies DieFace[], null))),
  );
}

const wins = ({ suertes }: DiceOutcome): readonly string[] =>
  suertes.filter(({ is }) => is === "wins").map(({ suerte }) => suerte);
const winsOn = (id: string, suerte: string): number =>
  throwsOf(of(id)).filter((outcome) => wins(outcome).includes(suerte)).length;
const idsOf = (id: string, verdict: string): readonly string[] =>
  of(id)
    .rules.filter((rule) => rule.verdict === verdict)
    .map((rule) => rule.id);

describe("sic bo in Cantabria", () => {
  it("A.8, ll. 1668–1713: no rule annuls a throw, and nobody is named who decides", () => {
    const { rules, steps, voidName, announcements } = of("es-cb/sic-bo");
    expect([rules, steps, voidName]).toEqual([[], [], undefined]);
    expect(announcements.every(({ basis }) => basis === "external")).toBe(true);
  });

  it("no triple is small or big, and every throw is one of the three", () => {
    const throws = throwsOf(of("es-cb/sic-bo"));
    const count = (category: string): number => throws.filter((one) => one.category === category).length;
    expect([count("pequena"), count("grande"), count("cualquier-triple")]).toEqual([105, 105, 6]);
  });

  it("pays nothing that the law does not state", () => {
    expect(of("es-cb/sic-bo").dice.suertes.filter(({ pays }) => pays !== undefined)).toEqual([]);
  });
});

describe("banca francesa in Cantabria", () => {
  const ID = "es-cb/banca-francesa";

  it("63 of 216 throws decide; thrown again on the others, all three bets lose one in 63", () => {
    const ways = ["ases", "pequeno", "grande"].map((suerte) => winsOn(ID, suerte));
    expect(ways).toEqual([1, 31, 31]);
    const none = throwsOf(of(ID)).filter((outcome) => outcome.suertes.length === 0);
    expect(none.length).toBe(153);
    expect([...new Set(none.map(({ total }) => total))].sort((a, b) => Number(a) - Number(b))).toEqual([
      4, 8, 9, 10, 11, 12, 13, 17, 18,
    ]);
    const odds = of(ID).dice.suertes.map(({ pays }) =>
      Number.parseInt(typeof pays === "string" ? pays : "", 10),
    );
    expect(odds.map((paid, index) => (ways[index] ?? 0) * (paid + 1) - 63)).toEqual([-1, -1, -1]);
    expect(of(ID).dice.noCategory?.basis).toBe("inferred");
  });

  it("A.9.V.3, ll. 1853–1857: three causes change the terna at once, before it is thrown again; no other does", () => {
    const { rules } = of(ID);
    const changing = rules.filter(({ verdict, then }) => verdict === "void" && then[0] === "change-terna");
    expect(changing.map(({ id }) => id)).toEqual(["die-off-table", "die-defective", "die-foreign-substance"]);
    const others = rules.filter((rule) => rule.verdict === "void" && !changing.includes(rule));
    for (const { id, then } of others) expect(then, id).toEqual(["throw-again"]);
  });

  it("has eight other voids and no more, leaves flat dice that touch to a person, and lets a touched throw stand", () => {
    expect(idsOf(ID, "void").slice(3)).toEqual([
      "dice-stacked",
      "die-cocked",
      "die-on-object",
      "die-retained-in-horn",
      "die-outside-arena",
      "die-touched-foreign-object",
      "not-all-dice-in-cup",
      "die-retained-in-cup",
    ]);
    expect(idsOf(ID, "person-decides")).toEqual([
      "dice-touching",
      "fewer-than-three-in-arena",
      "throw-not-through-horn",
      "lifted-before-rest",
      "bet-after-announcement",
    ]);
    expect(idsOf(ID, "stands")).toEqual(["dice-touched-before-announcement"]);
    expect(idsOf(ID, "deviation")).toEqual(["terna-change-owed", "terna-rotation-late", "thrower-relief-late"]);
  });

  it("bets are open until the winner is announced", () => {
    const { dice, announcements } = of(ID);
    expect(dice.betsClose).toBe("announcement");
    expect(announcements.every(({ basis }) => basis === "external")).toBe(true);
  });
});

describe("corona y ancla in Chile", () => {
  const ID = "cl/corona-y-ancla";

  it("pays a symbol by the dice that show it: 75, 15 and 1 of 216 throws", () => {
    const made = throwsOf(of(ID)).flatMap(({ suertes }) => suertes[0]?.what ?? []);
    const ways = [1, 2, 3].map((dice) => made.filter((what) => what === `anchorx${dice}`).length);
    expect(ways).toEqual([75, 15, 1]);
    expect(of(ID).dice.suertes.map(({ pays }) => pays)).toEqual([{ "1": "1:1", "2": "2:1", "3": "3:1" }]);
  });

  it("IV.2.6, ll. 4314–4316: any die that does not rest on the cloth annuls, and betting opens anew", () => {
    expect(idsOf(ID, "void")).toEqual([
      "die-on-floor",
      "dice-stacked",
      "die-cocked",
      "die-on-object",
      "die-on-rim",
    ]);
    for (const { verdict, then, id } of of(ID).rules)
      if (verdict === "void") expect(then, id).toEqual(["collect-dice", "new-betting-round", "throw-again"]);
  });
});

describe("chuck a luck in Chile", () => {
  const ID = "cl/chuck-a-luck";

  it("wins by sums: triples too, for 3 and 18 stand in the table; 10 and 11 are the house's", () => {
    expect(["low", "high", "field", "any-treble"].map((suerte) => winsOn(ID, suerte))).toEqual([
      81, 81, 104, 6,
    ]);
    const house = throwsOf(of(ID)).filter((outcome) => wins(outcome).length === 0);
    expect([house.length, ...new Set(house.map(({ total }) => total))]).toEqual([54, 10, 11]);
  });

  it("IV.3.4, l. 4392: fewer than two turns break a duty, IV.3.6, l. 4428: a die that does not lie flat is void", () => {
    expect(idsOf(ID, "void")).toEqual(["dice-stacked", "die-cocked", "die-on-object"]);
    expect(of(ID).rules.find(({ id }) => id === "cage-fewer-than-min-turns")).toMatchObject({
      when: { fact: "cage-turns", fewerThan: 2 },
      verdict: "deviation",
    });
    expect(idsOf(ID, "stands")).toEqual(["bet-after-no-more-bets", "seat-not-played"]);
  });
});
