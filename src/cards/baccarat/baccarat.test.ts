import { describe, expect, it } from "vitest";
import { FACES, rankOf, type Face } from "../card.ts";
import { due, regimeOf, type Coup, type Duty, type Regime } from "./duty.ts";
import { outcomeOf, baccaratValue, isNatural, pointsOf } from "./points.ts";
import { bancaCell, puntoCell } from "./tableau.ts";
import { TABLEAUX, type TableauId } from "../../../hw-sim/people/cards/law/tableaux.test-help.ts";

/** One face of each value, 0 to 9. */
const OF_VALUE = [
  "10h",
  "As",
  "2d",
  "3c",
  "4h",
  "5s",
  "6d",
  "7c",
  "8h",
  "9s",
] as const satisfies readonly Face[];
const card = (value: number): Face => OF_VALUE[value] ?? "joker";
/** Two cards of these points, without an ace among them where it can be. */
const two = (total: number): Face[] => [card(0), card(total)];
const SILENT = { punto: null, banca: null } as const;
const coup = (punto: Face[], banca: Face[], said: Coup["said"] = SILENT): Coup => ({ punto, banca, said });

/*
 * The catalogues' tables, written down once more, not as letters but as they speak: on which third cards of the punto the banca
 * draws, by its points; whether it draws when the punto stood; which cells are its own choice.
 */
const ALL = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/** Chile, III.2.5, ll. 1810–1820 (banca_when_punto_drew); Cantabria, A.10.VI.2, ll. 2105–2118. */
const DRAWS_ON = [ALL, ALL, ALL, [0, 1, 2, 3, 4, 5, 6, 7, 9], [2, 3, 4, 5, 6, 7], [4, 5, 6, 7], [6, 7], []];
/** Chile, III.2.5, l. 1821: the punto stood on 6 or 7; the banca draws on 0–5. Cantabria, column P. */
const DRAWS_WHEN_STOOD = [0, 1, 2, 3, 4, 5];
/** Cantabria, A.11.VI, ll. 2536–2552; Asturias, ll. 187–215, 959; País Vasco, l. 2342: 3 against 9 and 5 against 4. */
const OPTIONAL = [
  [3, 9],
  [5, 4],
];
const isOptional = (banca: number, third: number): boolean =>
  OPTIONAL.some(([a, b]) => a === banca && b === third);

const BOUND = ["cl/punto-y-banca", "es-cb/punto-y-banca", "es-pv/punto-y-banca"] as const;
const CHEMIN = ["es-cb/chemin-de-fer", "es-as/chemin-de-fer", "es-pv/chemin-de-fer"] as const;

describe("values and points", () => {
  it("ace 1, two to nine their number, ten and figures 0, units of the sum", () => {
    const values: Record<string, number> = { A: 1, "10": 0, J: 0, Q: 0, K: 0 };
    for (const face of FACES)
      expect(baccaratValue(face)).toBe(values[rankOf(face) ?? ""] ?? Number(rankOf(face)));
    expect(pointsOf(["7c", "8h"])).toBe(5);
    expect(pointsOf(["Ks", "Qd", "10c"])).toBe(0);
    expect(isNatural(["Ks", "8h"])).toBe(true);
    expect(isNatural(["Ks", "Qh", "8h"])).toBe(false);
    expect(() => baccaratValue("joker")).toThrow(/joker/);
  });
});

/** Whose turn it is. */
const turnIn = (duty: Duty): unknown =>
  duty.duty === "card" ? duty.to : duty.duty === "choice" ? duty.who : null;

describe("the tables, cell by cell", () => {
  it.each(BOUND)("%s: every total of the punto, of the banca and every third card", (id) => {
    const tableau = TABLEAUX[id];
    for (let punto = 0; punto <= 7; punto++) {
      for (let banca = 0; banca <= 7; banca++) {
        const start = coup(two(punto), two(banca));
        const first = due(tableau, start);
        if (punto >= 6) {
          const draws = DRAWS_WHEN_STOOD.includes(banca);
          expect(first).toMatchObject(draws ? { duty: "card", to: "banca" } : { duty: "settle" });
          expect(due(tableau, coup([...two(punto), card(1)], two(banca)))).toEqual({
            duty: "breach",
            who: "punto",
            breach: "drew-on-stand",
          });
          continue;
        }
        expect(first).toMatchObject({ duty: "card", to: "punto", mayLayDown: false });
        for (const third of ALL) {
          const after = due(tableau, coup([...two(punto), card(third)], two(banca)));
          const draws = DRAWS_ON[banca]?.includes(third);
          expect(after, `banca ${banca}, third ${third}`).toMatchObject(
            draws === true ? { duty: "card", to: "banca", mayLayDown: false } : { duty: "settle" },
          );
          const more = due(tableau, coup([...two(punto), card(third)], [...two(banca), card(2)]));
          expect(more).toMatchObject(
            draws === true ? { duty: "settle" } : { duty: "breach", who: "banca", breach: "drew-on-stand" },
          );
        }
      }
    }
  });

  it.each(CHEMIN)("%s: the table that binds a banker who asked for it", (id) => {
    const tableau = TABLEAUX[id];
    const asked: Regime = { punto: "bound", banca: "bound" };
    const exposed: Regime = { punto: "bound", banca: "bound-optional-draws" };
    for (let banca = 0; banca <= 7; banca++) {
      for (const third of ALL) {
        const lies = coup([...two(2), card(third)], two(banca));
        const draws = DRAWS_ON[banca]?.includes(third) === true;
        const drawn: Partial<Duty> = draws ? { duty: "card", to: "banca" } : { duty: "settle" };
        expect(due(tableau, lies, asked)).toMatchObject(
          isOptional(banca, third) ? { duty: "choice", who: "banca", why: "optional" } : drawn,
        );
        expect(due(tableau, lies, exposed)).toMatchObject(drawn);
      }
      const stood = coup(two(6), two(banca));
      expect(due(tableau, stood, asked)).toMatchObject(
        DRAWS_WHEN_STOOD.includes(banca) ? { duty: "card", to: "banca" } : { duty: "settle" },
      );
    }
  });

  it.each(CHEMIN)("%s: a free banker chooses on all but 0, with which he must draw", (id) => {
    const tableau = TABLEAUX[id];
    for (let banca = 0; banca <= 7; banca++) {
      const duty = due(tableau, coup([...two(2), card(6)], two(banca)));
      expect(duty).toMatchObject(
        banca === 0 ? { duty: "card", to: "banca" } : { duty: "choice", who: "banca", why: "free" },
      );
    }
    const stands = coup([...two(2), card(6)], two(3), { punto: null, banca: "stand" });
    expect(due(tableau, stands)).toMatchObject({ duty: "settle" });
    const draws = coup([...two(2), card(6)], two(6), { punto: null, banca: "card" });
    expect(due(tableau, draws)).toMatchObject({ duty: "card", to: "banca" });
    const mustNot = coup([...two(2), card(6)], two(0), { punto: null, banca: "stand" });
    expect(due(tableau, mustNot)).toEqual({ duty: "breach", who: "banca", breach: "stood-on-draw" });
  });

  it.each([...CHEMIN, "cl/baccarat"] as const)(
    "%s: the punto draws on 0–4, chooses on 5, stands on 6 and 7",
    (id) => {
      const tableau = TABLEAUX[id];
      for (let punto = 0; punto <= 7; punto++) {
        const duty = due(tableau, coup(two(punto), two(1)));
        if (punto <= 4) expect(duty).toMatchObject({ duty: "card", to: "punto" });
        if (punto === 5) expect(duty).toMatchObject({ duty: "choice", who: "punto", why: "optional" });
        if (punto >= 6) expect(turnIn(duty)).toBe("banca");
        const both: Regime = { punto: "free", banca: "free" };
        const free = due(tableau, coup(two(punto), two(1)), both);
        expect(free).toMatchObject({ duty: "choice", who: "punto", why: "free" });
        // The banca took its card before he had said whether he takes one.
        expect(due(tableau, coup(two(punto), [...two(1), card(1)]), both)).toEqual({
          duty: "breach",
          who: "banca",
          breach: "out-of-order",
        });
      }
      const asks = { punto: "card", banca: null } as const;
      const stays = { punto: "stand", banca: null } as const;
      expect(due(tableau, coup(two(5), two(1), asks))).toMatchObject({ duty: "card", to: "punto" });
      expect(turnIn(due(tableau, coup(two(5), two(1), stays)))).toBe("banca");
      expect(due(tableau, coup([...two(5), card(1)], two(1), stays))).toMatchObject({
        breach: "drew-after-standing",
      });
      expect(due(tableau, coup(two(6), two(1), asks))).toMatchObject({ breach: "asked-on-stand" });
      expect(due(tableau, coup(two(4), two(1), stays))).toMatchObject({ breach: "stood-on-draw" });
    },
  );

  it("the Chilean Baccarat's banca has the bound table, and a 5 that the catalogue leaves open", () => {
    const tableau = TABLEAUX["cl/baccarat"];
    for (let banca = 0; banca <= 7; banca++) {
      for (const third of ALL)
        expect(bancaCell(tableau, banca, third)).toBe(DRAWS_ON[banca]?.includes(third) === true ? "T" : "P");
      expect(bancaCell(tableau, banca, null)).toBe(banca <= 4 ? "T" : banca === 5 ? "U" : "P");
    }
    expect(due(tableau, coup(two(6), two(5)))).toMatchObject({
      duty: "choice",
      who: "banca",
      why: "unclear",
    });
  });

  it("has no row beyond 7 and no column beyond 9", () => {
    const tableau = TABLEAUX["cl/punto-y-banca"];
    expect(() => puntoCell(tableau, 8)).toThrow(RangeError);
    expect(() => bancaCell(tableau, 8, 1)).toThrow(RangeError);
    expect(() => bancaCell(tableau, 3, 11)).toThrow(RangeError);
  });
});

describe("order and naturals", () => {
  const tableau = TABLEAUX["cl/punto-y-banca"];

  it("the first four cards go to punto, banca, punto, banca", () => {
    const dealt: string[] = [];
    let now = coup([], []);
    for (;;) {
      const duty = due(tableau, now);
      if (duty.duty !== "initial-card") break;
      dealt.push(duty.to);
      now = { ...now, [duty.to]: [...now[duty.to], card(0)] };
    }
    expect(dealt).toEqual(["punto", "banca", "punto", "banca"]);
    expect(due(tableau, coup(two(1), []))).toEqual({
      duty: "breach",
      who: "punto",
      breach: "out-of-order",
    });
    expect(due(tableau, coup([], [card(1)]))).toEqual({
      duty: "breach",
      who: "banca",
      breach: "out-of-order",
    });
    expect(due(tableau, coup(two(1), [...two(1), card(1)]))).toMatchObject({
      who: "banca",
      breach: "out-of-order",
    });
    expect(due(tableau, coup([...two(1), ...two(1)], two(1)))).toMatchObject({ breach: "too-many-cards" });
  });

  it("a natural of either hand ends the deal", () => {
    for (const natural of [8, 9]) {
      for (let other = 0; other <= 9; other++) {
        expect(due(tableau, coup(two(natural), two(other)))).toMatchObject({ duty: "settle" });
        expect(due(tableau, coup(two(other), two(natural)))).toMatchObject({ duty: "settle" });
        const late = due(tableau, coup([...two(other), card(1)], two(natural)));
        expect(late).toEqual({ duty: "breach", who: "punto", breach: "card-after-natural" });
      }
    }
  });

  it("a banker who is a player lays a natural down after the punto spoke, or gives the card and loses that right", () => {
    const chemin = TABLEAUX["es-as/chemin-de-fer"];
    expect(due(chemin, coup(two(3), two(9)))).toMatchObject({
      duty: "card",
      to: "punto",
      mayLayDown: true,
    });
    const laid = coup(two(3), two(9), { punto: "card", banca: "lay-down" });
    expect(due(chemin, laid)).toMatchObject({
      duty: "settle",
      outcome: { winner: "banca", naturals: ["banca"] },
    });
    expect(due(chemin, coup(two(6), two(9)))).toMatchObject({ duty: "settle" });
    const gave = coup([...two(3), card(6)], two(8));
    expect(due(chemin, gave)).toMatchObject({ duty: "choice", who: "banca", why: "unclear" });
    expect(due(chemin, { ...gave, said: { punto: null, banca: "lay-down" } })).toMatchObject({
      duty: "breach",
    });
    expect(due(chemin, coup(two(3), two(7), { punto: null, banca: "lay-down" }))).toMatchObject({
      duty: "breach",
    });
    expect(due(chemin, coup(two(8), two(3)))).toMatchObject({ duty: "settle" });
    expect(due(chemin, coup([...two(8), card(1)], two(3)))).toMatchObject({
      breach: "card-after-natural",
    });
  });

  it("the nearer to nine wins; at two cloths a two-card eight beats a nine of three cards", () => {
    const three = [card(0), card(2), card(7)];
    expect(outcomeOf(three, two(8), false)).toEqual({
      winner: "punto",
      punto: 9,
      banca: 8,
      naturals: ["banca"],
    });
    expect(outcomeOf(three, two(8), true)).toMatchObject({ winner: "banca" });
    expect(outcomeOf(two(9), two(8), true)).toMatchObject({ winner: "punto", naturals: ["punto", "banca"] });
    expect(outcomeOf(two(8), two(8), true)).toMatchObject({ winner: "empate" });
    expect(outcomeOf(three, two(9), true)).toMatchObject({ winner: "banca" });
    expect(outcomeOf(three, two(9), false)).toMatchObject({ winner: "empate" });
  });

  it("binds nobody whom the catalogue leaves free", () => {
    const bancaIs = (id: TableauId): string => regimeOf(TABLEAUX[id]).banca;
    expect([...BOUND, "cl/baccarat" as const].map(bancaIs)).toEqual(["bound", "bound", "bound", "bound"]);
    expect(CHEMIN.map(bancaIs)).toEqual(["free", "free", "free"]);
  });
});

describe("all deals, exactly", () => {
  /** Ways in which six cards of so many decks can be dealt, by outcome. Every count is below 2^53. */
  function ways(decks: number): Record<string, number> {
    const tableau = TABLEAUX["cl/punto-y-banca"];
    const left = ALL.map((value) => decks * (value === 0 ? 16 : 4));
    const found = { banca: 0, punto: 0, empate: 0 };
    // What is not drawn is dealt all the same, to make every deal six cards long.
    const rest = (dealt: number): number =>
      Array.from({ length: 6 - dealt }, (_, at) => decks * 52 - dealt - at).reduce((a, b) => a * b, 1);
    const deal = (now: Coup, weight: number, dealt: number): void => {
      const duty = due(tableau, now);
      if (duty.duty === "settle") {
        found[duty.outcome.winner] += weight * rest(dealt);
        return;
      }
      if (duty.duty !== "initial-card" && duty.duty !== "card") throw new Error(`unexpected ${duty.duty}`);
      for (const value of ALL) {
        const cards = left[value] ?? 0;
        left[value] = cards - 1;
        deal({ ...now, [duty.to]: [...now[duty.to], card(value)] }, weight * cards, dealt + 1);
        left[value] = cards;
      }
    };
    deal(coup([], []), 1, 0);
    return found;
  }

  it("eight decks: banca 45.86 %, punto 44.62 %, empate 9.52 %, to the last deal", () => {
    const found = ways(8);
    expect(found).toEqual({
      banca: 2_292_252_566_437_888,
      punto: 2_230_518_282_592_256,
      empate: 475_627_426_473_216,
    });
    const all = 416 * 415 * 414 * 413 * 412 * 411;
    expect(Object.values(found).reduce((a, b) => a + b)).toBe(all);
    expect((found["banca"] ?? 0) / all).toBeCloseTo(0.458597, 6);
  });

  it("six decks", () => {
    expect(ways(6)).toEqual({
      banca: 403_095_751_234_560,
      punto: 392_220_492_728_832,
      empate: 83_552_962_932_288,
    });
  });
});
