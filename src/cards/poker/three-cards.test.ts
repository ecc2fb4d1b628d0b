import { describe, expect, it } from "vitest";
import { FACES, type Face } from "../card.ts";
import { leastToQualify } from "./ranking.ts";
import { QUALIFYING } from "../../../hw-sim/people/cards/law/qualifying.test-help.ts";
import { THREE_CARD_RANKINGS } from "../../../hw-sim/people/cards/law/rankings.ts";
import { ThreeCardEvaluator } from "./three-cards.ts";

const hand = (text: string): Face[] => text.split(" ") as Face[];
const chile = new ThreeCardEvaluator(THREE_CARD_RANKINGS["cl/three-cards"]);
const cantabria = new ThreeCardEvaluator(THREE_CARD_RANKINGS["es-cb/three-cards"]);

function counted(evaluator: ThreeCardEvaluator): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let a = 0; a < 52; a++)
    for (let b = a + 1; b < 52; b++)
      for (let c = b + 1; c < 52; c++) {
        const category = evaluator.category(evaluator.worthOfThree(a, b, c));
        counts[category] = (counts[category] ?? 0) + 1;
      }
  return counts;
}

describe("hands of three cards", () => {
  it("all 22,100 fall as everybody knows", () => {
    const usual = { "three-of-a-kind": 52, straight: 720, flush: 1_096, pair: 3_744, "high-card": 16_440 };
    expect(counted(chile)).toEqual({ ...usual, "straight-flush": 48 });
    expect(counted(cantabria)).toEqual({ ...usual, "straight-flush": 44, "royal-flush": 4 });
    expect(new Set(allWorths(chile)).size).toBe(741);
  });

  it("a straight beats a flush, three of a kind beats a straight", () => {
    const rising = [
      "Ks 9d 2c",
      "2s 2d 3c",
      "As Ks 2s",
      "As 2d 3c",
      "Qs Kd Ac",
      "2s 2d 2c",
      "As 2s 3s",
      "Qs Ks As",
    ];
    const worths = rising.map((text) => chile.worth(hand(text)));
    expect(worths).toEqual(worths.toSorted((a, b) => a - b));
    expect(new Set(worths).size).toBe(rising.length);
    expect(chile.category(chile.worth(hand("Ks Ad 2c")))).toBe("high-card");
  });

  it("kickers count, the order of the cards does not", () => {
    expect(chile.worth(hand("Ks Kd 3c"))).toBeGreaterThan(chile.worth(hand("Kh Kc 2c")));
    expect(chile.worth(hand("2c Ks Kd"))).toBe(chile.worth(hand("Kh Kc 2d")));
    expect(chile.worth(hand("As 9d 3c"))).toBeGreaterThan(chile.worth(hand("Ah 9c 2c")));
  });

  it("a bank opens with a queen", () => {
    for (const evaluator of [chile, cantabria]) {
      const least = leastToQualify(evaluator.ranking, QUALIFYING["cl/poker-tres-cartas"]);
      expect(evaluator.worth(hand("Qs 3d 2c"))).toBeGreaterThanOrEqual(least);
      expect(evaluator.worth(hand("Js 10d 8c"))).toBeLessThan(least);
      expect(evaluator.worth(hand("2s 2d 3c"))).toBeGreaterThanOrEqual(least);
    }
  });

  it("refuses what is no hand", () => {
    expect(() => chile.worth(hand("As Ks"))).toThrow(/2 cards/);
    expect(() => chile.worth(hand("As Ks Qs Js"))).toThrow(/4 cards/);
    expect(() => chile.worth(hand("As Ks As"))).toThrow(/twice/);
    expect(() => chile.worth(hand("As Ks joker"))).toThrow(/joker/);
  });
});

function allWorths(evaluator: ThreeCardEvaluator): number[] {
  return FACES.flatMap((_, a) =>
    FACES.slice(a + 1).flatMap((__, b) =>
      FACES.slice(a + b + 2).map((___, c) => evaluator.worthOfThree(a, a + b + 1, a + b + c + 2)),
    ),
  );
}
