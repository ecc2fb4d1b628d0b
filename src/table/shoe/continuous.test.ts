import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** A machine that takes its cards back between rounds. */

const RULES = idealRules("es-cb/black-jack");

/** Two seats get 19 and 20 and stand, the bank has 18. */
function round(played: PlayedDeal, n: number, first: readonly [face: "Kh" | "2c", id: string]): PlayedDeal {
  played
    .key({ key: "seats", seats: [1, 2] })
    .noMoreBets()
    .card(...first);
  for (const face of ["Qh", "Kd", "9h", "Qd"] as const) played.card(face, `${face} of one deck`);
  for (const who of ["seat-1", "seat-2"]) played.key({ key: "move", round: n, who, move: "stand" });
  return played.card("8c", "8c of one deck");
}

describe("a continuous machine", () => {
  it("takes burnt cards back with the others: the same card may leave again", () => {
    const played = new PlayedDeal(RULES, undefined, null, "continuous").ready();
    for (let n = 0; played.phase === "preparing"; n++) played.card("2c", `burnt ${n}`);
    const burnt = played.table.durable.deal?.counts?.burnt ?? 0;
    expect(burnt).toBeGreaterThan(0);
    round(played, 1, ["Kh", "Kh of one deck"]).collect();
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins seat-2 wins certified"]);
    played.observe({ o: "fed-back", cards: burnt + 6 });
    expect(played.table.durable.faults).toEqual([]);
    round(played, 2, ["2c", "burnt 0"]);
    expect(played.table.durable.deal?.counts).toMatchObject({ inside: 312 - 6, burnt: 0, discard: 0 });
    expect(played.verdictTexts().at(-1)).toBe("2 result seat-1 loses seat-2 wins certified");
  });
});
