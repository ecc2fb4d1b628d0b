import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/**
 * País Vasco, 08.VI and 09.VI, ll. 1910, 2250; Cantabria, A.12.VI, ll. 3109–3115: a banker who asks the croupier for the table of play
 * has to keep to it.
 */

const CHEMIN = "es-pv/chemin-de-fer";
const CLOTHS = "es-pv/bacarra-a-dos-panos";
const CLOTHS_CB = "es-cb/bacarra-a-dos-panos";

/** What a banker who asks is called in each pack, and one who then leaves the table. */
const RULES: Readonly<Record<string, readonly [asks: string, leaves: string]>> = {
  [CHEMIN]: ["banker-asks-for-table", "banker-broke-binding-table"],
  [CLOTHS]: ["banker-asks-for-table", "banker-broke-binding-table"],
  [CLOTHS_CB]: ["bank-asks-for-table", "unforeseen-case"],
};

/** The puntos stand on 6 and 7; the banker, who has 3, does not draw. */
function stoodOnThree(game: string, hasAsked: boolean): PlayedDeal {
  const puntos = game === CHEMIN ? ["punto"] : ["cloth-1", "cloth-2"];
  const deal = new PlayedDeal(idealRules(game)).ready().noMoreBets();
  deal.cards(game === CHEMIN ? "2h Ac 4d 2s" : "2h 3h Ac 4d 4c 2s");
  const { round } = deal.table.durable;
  if (hasAsked) deal.key({ key: "declare", round, rule: RULES[game]?.[0] ?? "" });
  for (const who of [...puntos, "banca"]) deal.key({ key: "move", round, who, move: "stand" });
  for (const who of [...puntos, "banca"]) deal.turn(who);
  return deal;
}

describe.each(Object.keys(RULES))("%s: the banker asks for the table", (game) => {
  it("and leaves it: people decide", () => {
    const deal = stoodOnThree(game, true);
    expect(deal.incidents().map((line) => line.split(" ")[1])).toEqual(RULES[game]);
    expect(deal.table.durable.deal?.due?.duty.code).toBe("decision");
    expect(deal.givenUp().join()).toContain("undecided");
  });

  it("and who did not ask is free", () => {
    const deal = stoodOnThree(game, false);
    expect(deal.incidents()).toEqual([]);
    expect(deal.verdictTexts().join()).toContain("certified");
  });
});

it("a null game of banco is noted in Cantabria too, and the round goes on", () => {
  const deal = new PlayedDeal(idealRules(CLOTHS_CB)).ready().noMoreBets().cards("2h 3h Ac 4d 4c 2s");
  deal.key({ key: "declare", round: 1, rule: "banco-null-game" });
  expect([deal.refusal, deal.incidents()]).toEqual([null, ["1 banco-null-game stands -"]]);
});
