import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** País Vasco, 08.VI and 09.VI, ll. 1910, 2250: a banker who asks the croupier for the table of play has to keep to it. */

const CHEMIN = "es-pv/chemin-de-fer";
const CLOTHS = "es-pv/bacarra-a-dos-panos";

/** The puntos stand on 6 and 7; the banker, who has 3, does not draw. */
function stoodOnThree(game: typeof CHEMIN | typeof CLOTHS, hasAsked: boolean): PlayedDeal {
  const puntos = game === CHEMIN ? ["punto"] : ["cloth-1", "cloth-2"];
  const deal = new PlayedDeal(idealRules(game)).ready().noMoreBets();
  deal.cards(game === CHEMIN ? "2h Ac 4d 2s" : "2h 3h Ac 4d 4c 2s");
  const { round } = deal.table.durable;
  if (hasAsked) deal.key({ key: "declare", round, rule: "banker-asks-for-table" });
  for (const who of [...puntos, "banca"]) deal.key({ key: "move", round, who, move: "stand" });
  for (const who of [...puntos, "banca"]) deal.turn(who);
  return deal;
}

describe.each([CHEMIN, CLOTHS] as const)("%s: the banker asks for the table", (game) => {
  it("and leaves it: people decide", () => {
    const deal = stoodOnThree(game, true);
    expect(deal.incidents().map((line) => line.split(" ")[1])).toEqual([
      "banker-asks-for-table",
      "banker-broke-binding-table",
    ]);
    expect(deal.table.durable.deal?.due?.duty.code).toBe("decision");
    expect(deal.givenUp().join()).toContain("undecided");
  });

  it("and who did not ask is free", () => {
    const deal = stoodOnThree(game, false);
    expect(deal.incidents()).toEqual([]);
    expect(deal.verdictTexts().join()).toContain("certified");
  });
});
