import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bankDraws, isSplittable, perfectPair, totalOf, twentyOneOutcome } from "./black-jack.ts";
import { FACES, rankOf, type Face } from "./card.ts";
import { nextRowsDuty, rowCount } from "./treinta-y-cuarenta.ts";
import { afterWar, warOutcome, warValue } from "./war.ts";

/** As the packs say it. */
const COLOUR_RULES = {
  cl: "first-card-of-winning-row",
  "es-cb": "first-card-of-black-row",
  "es-pv": "first-card-of-black-row",
} as const;
const SOFT_SEVENTEEN = {
  "cl/black-jack": "stands",
  "cl/black-jack-perfect-pairs": "stands",
  "cl/challenge-21": "stands",
  "cl/canal-21": "draws",
  "es-cb/black-jack": "stands",
  "es-pv/black-jack": "stands",
} as const;

const cards = (text: string): Face[] => (text === "" ? [] : (text.split(" ") as Face[]));

describe("treinta y cuarenta", () => {
  const duty = (negra: string, roja: string, rule: keyof typeof COLOUR_RULES = "es-cb"): unknown =>
    nextRowsDuty(COLOUR_RULES[rule], cards(negra), cards(roja));

  it("deals the black row to 31 or more, then the red one", () => {
    expect(duty("", "")).toEqual({ duty: "card", to: "negra" });
    expect(duty("Ks Qd Jc", "")).toEqual({ duty: "card", to: "negra" });
    expect(duty("Ks Qd Jc Ah", "")).toEqual({ duty: "card", to: "roja" });
    expect(duty("Ks Qd Jc", "2h")).toEqual({ duty: "breach", who: "roja", breach: "out-of-order" });
    expect(duty("Ks Qd Jc Ah As", "")).toEqual({ duty: "breach", who: "negra", breach: "card-after-end" });
    expect(duty("Ks Qd Jc Ah", "Ks Qd Jc 10h 2c")).toEqual({
      duty: "breach",
      who: "roja",
      breach: "card-after-end",
    });
    expect(() => duty("joker", "")).toThrow(/joker/);
  });

  it("ends every row from 31 to 40, whatever is dealt", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...FACES], { minLength: 52 }), (pack) => {
        const rows: Record<"negra" | "roja", Face[]> = { negra: [], roja: [] };
        for (const face of pack) {
          const next = nextRowsDuty("first-card-of-black-row", rows.negra, rows.roja);
          if (next.duty !== "card") {
            expect(next).toMatchObject({ duty: "settle" });
            break;
          }
          rows[next.to].push(face);
        }
        for (const row of [rows.negra, rows.roja]) {
          expect(rowCount(row)).toBeGreaterThanOrEqual(31);
          expect(rowCount(row)).toBeLessThanOrEqual(40);
        }
      }),
    );
  });

  it("the row nearer to 31 wins; a tie at 31 is not a null play", () => {
    const settled = (outcome: object): object => ({ duty: "settle", outcome });
    expect(duty("Ks Qd Jc 2h", "Kh Qc Js 3d")).toMatchObject(
      settled({ winner: "negra", negra: 32, roja: 33, tie: null }),
    );
    expect(duty("Ks Qd Jc 10h", "Kh Qc Js Ad")).toMatchObject(settled({ winner: "roja", negra: 40, roja: 31 }));
    expect(duty("Ks Qd Jc Ah", "Kh Qc Js Ad")).toMatchObject(
      settled({ winner: null, tie: "at-31", colour: null }),
    );
    expect(duty("Ks Qd Jc 2h", "Kh Qc Js 2d")).toMatchObject(
      settled({ winner: null, tie: "null", colour: null }),
    );
  });

  it("color hangs on the first card of the black row in Spain, of the winning row in Chile", () => {
    const colour = (negra: string, roja: string, rule: keyof typeof COLOUR_RULES): unknown =>
      (duty(negra, roja, rule) as { outcome: { colour: string } }).outcome.colour;
    // Black wins: both rules look at the same card.
    for (const rule of ["cl", "es-cb", "es-pv"] as const) {
      expect(colour("Ks Qd Jc Ah", "Kh Qc Js 3d", rule)).toBe("color");
      expect(colour("Kd Qs Jc Ah", "Kh Qc Js 3d", rule)).toBe("inverso");
    }
    // Red wins; the black row begins with black, the red row with red.
    expect(colour("Ks Qd Jc 3h", "Kh Qc Js Ad", "es-cb")).toBe("inverso");
    expect(colour("Ks Qd Jc 3h", "Kh Qc Js Ad", "es-pv")).toBe("inverso");
    expect(colour("Ks Qd Jc 3h", "Kh Qc Js Ad", "cl")).toBe("color");
    expect(colour("Kd Qd Jc 3h", "Kc Qc Js Ad", "es-cb")).toBe("color");
    expect(colour("Kd Qd Jc 3h", "Kc Qc Js Ad", "cl")).toBe("inverso");
  });
});

describe("war", () => {
  it("two to ace, and nothing but the rank", () => {
    const order = ["2c", "3d", "4h", "5s", "6c", "7d", "8h", "9s", "10c", "Jd", "Qh", "Ks", "Ac"] as const;
    expect(order.map(warValue)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    for (const one of FACES)
      for (const other of FACES) {
        const sign =
          order.findIndex((face) => rankOf(face) === rankOf(one)) -
          order.findIndex((face) => rankOf(face) === rankOf(other));
        expect(warOutcome(one, other)).toBe(sign > 0 ? "win" : sign < 0 ? "lose" : "tie");
      }
    expect(afterWar("9c", "9d")).toBe("tie-with-bonus");
    expect(afterWar("9c", "8d")).toBe("win");
    expect(() => warValue("joker")).toThrow(/joker/);
  });
});

describe("black-jack", () => {
  it.each([
    ["As Kd", { count: 21, soft: true, bust: false, blackJack: true }],
    ["As 5d 5c", { count: 21, soft: true, bust: false, blackJack: false }],
    ["As Ad", { count: 12, soft: true, bust: false, blackJack: false }],
    ["As Ad Ac Ah 7c", { count: 21, soft: true, bust: false, blackJack: false }],
    ["As 6d", { count: 17, soft: true, bust: false, blackJack: false }],
    ["As 6d Kc", { count: 17, soft: false, bust: false, blackJack: false }],
    ["Ks Qd 2c", { count: 22, soft: false, bust: true, blackJack: false }],
    ["Ks Qd Ac", { count: 21, soft: false, bust: false, blackJack: false }],
    ["", { count: 0, soft: false, bust: false, blackJack: false }],
  ] as const)("%s", (text, total) => expect(totalOf(cards(text))).toEqual(total));

  it("is the best count that does not pass 21, or the least", () => {
    const some = fc.shuffledSubarray([...FACES], { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(some, (faces) => {
        // Every way to count the aces.
        const counts = faces.reduce<number[]>(
          (sums, face) => {
            const rank = rankOf(face) ?? "";
            const ways = rank === "A" ? [1, 11] : [/^[JQK]$/.test(rank) ? 10 : Number(rank)];
            return sums.flatMap((sum) => ways.map((way) => sum + way));
          },
          [0],
        );
        const good = counts.filter((count) => count <= 21);
        const { count, bust } = totalOf(faces);
        expect(count).toBe(good.length > 0 ? Math.max(...good) : Math.min(...counts));
        expect(bust).toBe(good.length === 0);
      }),
    );
  });

  it("a split hand makes no black-jack, and a black-jack beats any other 21", () => {
    const natural = totalOf(cards("As Kd"));
    const split = totalOf(cards("As Kd"), true);
    const three = totalOf(cards("7s 7d 7c"));
    expect(split).toMatchObject({ count: 21, blackJack: false });
    expect(twentyOneOutcome(natural, three)).toBe("win-black-jack");
    expect(twentyOneOutcome(three, natural)).toBe("lose");
    expect(twentyOneOutcome(split, natural)).toBe("lose");
    expect(twentyOneOutcome(split, three)).toBe("tie");
    expect(twentyOneOutcome(natural, natural)).toBe("tie");
  });

  it("who is over 21 has lost, even when the bank is too", () => {
    const bust = totalOf(cards("Ks Qd 2c"));
    const low = totalOf(cards("Ks 2d"));
    expect(twentyOneOutcome(bust, bust)).toBe("lose");
    expect(twentyOneOutcome(low, bust)).toBe("win");
    expect(twentyOneOutcome(low, totalOf(cards("Ks 7d")))).toBe("lose");
    expect(twentyOneOutcome(totalOf(cards("Ks 8d")), totalOf(cards("Ks 7d")))).toBe("win");
  });

  it("the bank draws to 16, and on a soft 17 only in Canal 21", () => {
    expect(bankDraws(cards("Ks 6d"), "stands")).toBe(true);
    expect(bankDraws(cards("Ks 7d"), "draws")).toBe(false);
    expect(bankDraws(cards("As 6d"), SOFT_SEVENTEEN["cl/canal-21"])).toBe(true);
    expect(bankDraws(cards("As 7d"), SOFT_SEVENTEEN["cl/canal-21"])).toBe(false);
    for (const game of ["cl/black-jack", "cl/challenge-21", "es-cb/black-jack", "es-pv/black-jack"] as const)
      expect(bankDraws(cards("As 6d"), SOFT_SEVENTEEN[game])).toBe(false);
  });

  it("pairs and splitting", () => {
    expect(perfectPair("Ks", "Ks")).toBe("perfect-pairs");
    expect(perfectPair("Ks", "Kc")).toBe("par-de-color");
    expect(perfectPair("Ks", "Kd")).toBe("par-mezclado");
    expect(perfectPair("Ks", "Qs")).toBeNull();
    expect(() => perfectPair("Ks", "joker")).toThrow(/joker/);
    expect(isSplittable("Ks", "Qd")).toBe(true);
    expect(isSplittable("As", "Qd")).toBe(false);
  });
});
