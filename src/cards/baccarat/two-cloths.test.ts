import { describe, expect, it } from "vitest";
import type { Face } from "../card.ts";
import { TABLEAUX } from "../../../hw-sim/people/cards/law/tableaux.test-help.ts";
import { bancaCell } from "./tableau.ts";
import { nextTwoClothDuty, type Seat, type TwoClothCoup, type TwoClothRegime } from "./two-cloths.ts";
import type { Said } from "./duty.ts";

const tableau = TABLEAUX["es-as/dos-panos"];
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
const hand = (total: number, third?: number): Face[] => [
  card(0),
  card(total),
  ...(third === undefined ? [] : [card(third)]),
];
const coup = (
  one: Face[],
  other: Face[],
  banca: Face[],
  said: Partial<Record<Seat, Said>> = {},
): TwoClothCoup => ({
  cards: { "cloth-1": one, "cloth-2": other, banca },
  said: { "cloth-1": null, "cloth-2": null, banca: null, ...said },
});
const banker = (banca: TwoClothRegime["banca"]): TwoClothRegime => ({ cloths: "bound", banca });

describe("bacarrá a dos paños", () => {
  it("deals cloth 1, cloth 2, banca, twice", () => {
    const dealt: string[] = [];
    let now = coup([], [], []);
    for (;;) {
      const duty = nextTwoClothDuty(tableau, now);
      if (duty.duty !== "initial-card") break;
      dealt.push(duty.to);
      now = { ...now, cards: { ...now.cards, [duty.to]: [...now.cards[duty.to], card(1)] } };
    }
    expect(dealt).toEqual(["cloth-1", "cloth-2", "banca", "cloth-1", "cloth-2", "banca"]);
    expect(nextTwoClothDuty(tableau, coup([], [card(1)], []))).toEqual({
      duty: "breach",
      who: "cloth-2",
      breach: "out-of-order",
    });
    expect(nextTwoClothDuty(tableau, coup(hand(1), [card(1)], []))).toMatchObject({ who: "cloth-1" });
    expect(nextTwoClothDuty(tableau, coup([card(1)], [card(1)], hand(1)))).toMatchObject({ who: "banca" });
    expect(nextTwoClothDuty(tableau, coup([...hand(1), ...hand(1)], hand(1), hand(1)))).toMatchObject({
      breach: "too-many-cards",
    });
  });

  it("each cloth draws on 0–4, chooses on 5, stands on 6 and 7, the first before the second", () => {
    for (let one = 0; one <= 7; one++) {
      for (let other = 0; other <= 7; other++) {
        const duty = nextTwoClothDuty(tableau, coup(hand(one), hand(other), hand(3)));
        const asked = one <= 5 ? "cloth-1" : other <= 5 ? "cloth-2" : "banca";
        const total = one <= 5 ? one : other;
        if (asked === "banca") expect(duty).toMatchObject({ duty: "choice", who: "banca", why: "free" });
        else if (total === 5) expect(duty).toEqual({ duty: "choice", who: asked, why: "optional" });
        else expect(duty).toEqual({ duty: "card", to: asked, mayLayDown: false });
      }
    }
    expect(nextTwoClothDuty(tableau, coup(hand(3), hand(2, 1), hand(3)))).toMatchObject({
      who: "cloth-2",
      breach: "out-of-order",
    });
    expect(nextTwoClothDuty(tableau, coup(hand(6, 1), hand(2), hand(3)))).toMatchObject({
      breach: "drew-on-stand",
    });
    const free = nextTwoClothDuty(tableau, coup(hand(3), hand(2), hand(3)), { cloths: "free", banca: "free" });
    expect(free).toMatchObject({ duty: "choice", who: "cloth-1", why: "free" });
  });

  /** Asturias, Anexo II A, ll. 783–788, and C.3, ll. 962–972; each total against every two third cards. */
  it("the table binds where it says the same for both cloths", () => {
    for (let banca = 0; banca <= 7; banca++) {
      for (let one = 0; one <= 9; one++) {
        for (let other = 0; other <= 9; other++) {
          const now = coup(hand(2, one), hand(2, other), hand(banca));
          const cells = [bancaCell(tableau, banca, one), bancaCell(tableau, banca, other)];
          const drawn = { duty: "card", to: "banca" };
          const chosen = (why: string): object => ({ duty: "choice", who: "banca", why });
          const same = { T: drawn, P: { duty: "settle" }, O: chosen("optional"), U: {} }[cells[0] ?? "U"];
          const agree = cells[0] === cells[1];
          for (const regime of ["tableau", "restored"] as const)
            expect(nextTwoClothDuty(tableau, now, banker(regime))).toMatchObject(agree ? same : chosen("free"));
          expect(nextTwoClothDuty(tableau, now, banker("restored-own-error"))).toMatchObject(
            agree ? same : banca <= 5 ? drawn : { duty: "settle" },
          );
          expect(nextTwoClothDuty(tableau, now)).toMatchObject(banca === 0 ? drawn : chosen("free"));
        }
      }
    }
  });

  it("where one cloth has laid down, the other's row binds and its optional cells draw", () => {
    for (const [banca, third, draws] of [
      [3, 9, true],
      [5, 4, true],
      [3, 8, false],
      [6, 6, true],
      [6, 5, false],
    ] as const) {
      const duty = nextTwoClothDuty(tableau, coup(hand(9), hand(2, third), hand(banca)), banker("tableau"));
      expect(duty).toMatchObject(draws ? { duty: "card", to: "banca" } : { duty: "settle" });
    }
    expect(nextTwoClothDuty(tableau, coup(hand(9), hand(8), hand(2)))).toMatchObject({ duty: "settle" });
    expect(nextTwoClothDuty(tableau, coup(hand(9), hand(8), hand(2, 1)))).toMatchObject({
      breach: "card-after-natural",
    });
    expect(nextTwoClothDuty(tableau, coup(hand(9, 1), hand(2), hand(2)))).toMatchObject({
      who: "cloth-1",
      breach: "card-after-natural",
    });
  });

  it("a banker's natural is laid down before he gives a card, or not at all", () => {
    expect(nextTwoClothDuty(tableau, coup(hand(2), hand(6), hand(9)))).toEqual({
      duty: "card",
      to: "cloth-1",
      mayLayDown: true,
    });
    expect(nextTwoClothDuty(tableau, coup(hand(2), hand(6), hand(9), { banca: "lay-down" }))).toMatchObject({
      duty: "settle",
      outcomes: { "cloth-1": { winner: "banca" }, "cloth-2": { winner: "banca" } },
    });
    expect(nextTwoClothDuty(tableau, coup(hand(7), hand(6), hand(9)))).toMatchObject({ duty: "settle" });
    const gave = coup(hand(2, 7), hand(6), hand(8));
    expect(nextTwoClothDuty(tableau, gave)).toMatchObject({ duty: "choice", who: "banca", why: "unclear" });
    const tooLate = coup(hand(2, 7), hand(6), hand(8), { banca: "lay-down" });
    expect(nextTwoClothDuty(tableau, tooLate)).toMatchObject({ duty: "breach", who: "banca" });
  });

  it("judges each cloth alone, and an eight of two cards above a nine of three", () => {
    const duty = nextTwoClothDuty(tableau, coup(hand(2, 7), hand(8), hand(4, 4), { banca: "card" }));
    expect(duty).toMatchObject({
      duty: "settle",
      outcomes: {
        "cloth-1": { winner: "punto", punto: 9, banca: 8 },
        "cloth-2": { winner: "punto", punto: 8, banca: 8 },
      },
    });
  });
});
