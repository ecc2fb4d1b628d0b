import { describe, expect, it } from "vitest";
import type { Face } from "../card.ts";
import { evaluatorFor } from "./evaluator.ts";
import { QUALIFYING } from "../../../hw-sim/people/cards/law/qualifying.test-help.ts";
import { RANKINGS } from "../../../hw-sim/people/cards/law/rankings.ts";
import { leastToQualify, leastWorth } from "./ranking.ts";

describe("least hands", () => {
  it.each([
    ["cl/caribbean-poker", "cl/five-cards", "As Kd 4c 3h 2s", "As Qd Jc 10h 8s"],
    ["cl/draw-poker", "cl/five-cards", "8s 8d 4c 3h 2s", "7s 7d Ac Kh Qs"],
    ["cl/go-poker", "cl/five-cards", "10s 10d 4c 3h 2s", "9s 9d Ac Kh Qs"],
    ["cl/texas-holdem-plus", "cl/five-cards", "4s 4d 5c 3h 2s", "3s 3d Ac Kh Qs"],
    ["es-ga/poker-sin-descarte", "es-ga/sin-descarte", "As Kd 4c 3h 2s", "As Qd Jc 10h 8s"],
    ["es-ga/poker-trijoker", "es-ga/trijoker", "Js Jd 4c 3h 2s", "10s 10d Ac Kh Qs"],
    ["es-cb/poker-sin-descarte", "es-cb/sin-descarte", "As Kd 4c 3h 2s", "As Qd Jc 10h 8s"],
    ["es-cb/poker-trijoker", "es-cb/trijoker", "Js Jd 4c 3h 2s", "10s 10d Ac Kh Qs"],
    ["es-pv/poker-sin-descarte", "es-pv/sin-descarte", "As Kd 4c 3h 2s", "As Qd Jc 10h 8s"],
  ] as const)("%s, ranked by %s: %s is enough, %s is not, a straight is", (game, ranking, enough, short) => {
    const evaluator = evaluatorFor(RANKINGS[ranking]);
    const least = leastToQualify(RANKINGS[ranking], QUALIFYING[game]);
    expect(evaluator.worth(enough.split(" ") as Face[])).toBeGreaterThanOrEqual(least);
    expect(evaluator.worth(short.split(" ") as Face[])).toBeLessThan(least);
    expect(evaluator.worth(["9s", "8d", "7c", "6h", "5s"])).toBeGreaterThan(least);
  });

  it("a category that a ranking has not is refused", () => {
    expect(() => leastWorth(RANKINGS["cl/five-cards"], "figuras", [])).toThrow(/has no figuras/);
  });
});
