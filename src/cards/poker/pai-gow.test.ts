import { describe, expect, it } from "vitest";
import type { Face } from "../card.ts";
import { RANKINGS } from "../../../hw-sim/people/cards/law/rankings.ts";
import { evaluatorFor } from "./evaluator.ts";
import { isWellSet, lowWorth, paiGowWord, type SetHand } from "./pai-gow.ts";
import { categoryOf } from "./ranking.ts";

const ID = RANKINGS["es-cb/pai-gow"];
const set = (high: string, low: string): SetHand => ({
  high: high.split(" ") as Face[],
  low: low.split(" ") as Face[],
});

describe("pai gow", () => {
  it("five aces are the best high hand, two aces the best low one", () => {
    const evaluator = evaluatorFor(ID);
    const named = (text: string): string =>
      categoryOf(evaluator.ranking, evaluator.worth(text.split(" ") as Face[]));
    expect(named("As Ad Ac Ah joker")).toBe("five-of-a-kind");
    expect(evaluator.worth(["As", "Ad", "Ac", "Ah", "joker"])).toBeGreaterThan(
      evaluator.worth(["As", "Ks", "Qs", "Js", "10s"]),
    );
    expect(named("Ks Qs Js 10s joker")).toBe("royal-flush");
    expect(named("Ks Qd Js 9s joker")).toBe("straight");
    expect(named("Ks 8s Js 9s joker")).toBe("flush");
    expect(named("Ks Kd Js 9s joker")).toBe("pair");
    expect(named("Ks Kd Js Jc joker")).toBe("two-pair");
    expect(named("As Kd Js 9c joker")).toBe("pair");
    expect(lowWorth(ID, ["joker", "As"])).toBeGreaterThan(lowWorth(ID, ["Ks", "Kd"]));
    expect(lowWorth(ID, ["joker", "Ks"])).toBe(lowWorth(ID, ["As", "Kd"]));
    expect(lowWorth(ID, ["2c", "2d"])).toBeGreaterThan(lowWorth(ID, ["As", "Kd"]));
  });

  it("the high hand must be above the low one", () => {
    expect(isWellSet(ID, set("Ks Kd 9c 4h 2d", "As Qd"))).toBe(true);
    expect(isWellSet(ID, set("Ks Kd 9c 4h 2d", "As Ad"))).toBe(false);
    expect(isWellSet(ID, set("As 9d 7c 4h 2d", "Ks Qd"))).toBe(true);
    expect(isWellSet(ID, set("Qs 9d 7c 4h 2d", "Ks Jd"))).toBe(false);
    expect(isWellSet(ID, set("Ks Kd 7c 4h 2d", "Kh Kc"))).toBe(true);
    expect(() => isWellSet(ID, set("Ks Kd 7c 4h 2d", "Ks Kc"))).toThrow(RangeError);
    expect(() => isWellSet(ID, set("Ks Kd 7c 4h 2d 3c", "Kh"))).toThrow(RangeError);
    expect(() => lowWorth(ID, ["Ks"])).toThrow(RangeError);
  });

  /** Cantabria, A.14.3.VI.6, ll. 4383–4440: greater, equal or smaller high and low hand. */
  const bank = set("Qs Qd 8c 5h 3d", "Kc Jd");
  const high = { greater: "As Ad 9c 4h 2d", equal: "Qh Qc 8d 5s 3h", smaller: "Js Jc 9d 6h 2c" };
  const low = { greater: "Kh Qd", equal: "Ks Jh", smaller: "10d 7c" };
  it.each([
    ["1", "greater", "greater", "win"],
    ["2", "greater", "smaller", "push"],
    ["2 bis", "smaller", "greater", "push"],
    ["3", "greater", "equal", "push"],
    ["3 bis", "equal", "greater", "push"],
    ["4", "smaller", "equal", "lose"],
    ["4 bis", "equal", "smaller", "lose"],
    ["5", "equal", "equal", "lose"],
    ["6", "smaller", "smaller", "lose"],
  ] as const)("case %s: high %s, low %s: %s", (_, ofHigh, ofLow, outcome) => {
    // The queen of the low hand cannot lie in both hands.
    const mine = set(high[ofHigh], low[ofLow]);
    const sign = { greater: 1, equal: 0, smaller: -1 } as const;
    for (const id of [ID, RANKINGS["es-pv/pai-gow"]]) {
      const evaluator = evaluatorFor(id);
      expect(Math.sign(evaluator.worth(mine.high) - evaluator.worth(bank.high))).toBe(sign[ofHigh]);
      expect(Math.sign(lowWorth(id, mine.low) - lowWorth(id, bank.low))).toBe(sign[ofLow]);
      expect(paiGowWord(sign[ofHigh], sign[ofLow])).toBe(outcome);
    }
  });
});
