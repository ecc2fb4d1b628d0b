import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** The table is closed after no va más and before the first card: the round is not passed over. */

const JEFE = "jefe-de-mesa";

function called(rulebook: string): PlayedDeal {
  const played = new PlayedDeal(idealRules(rulebook)).ready();
  if (rulebook === "cl/black-jack") played.key({ key: "seats", seats: [1, 2] });
  return played.noMoreBets();
}

describe.each(["cl/punto-y-banca", "cl/black-jack", "es-as/chemin-de-fer"])("%s", (rulebook) => {
  it("leaves the round to a person, and the next session begins with another one", () => {
    const played = called(rulebook).key({ key: "close-table" }, JEFE);
    expect(played.refusal).toBeNull();
    expect(played.verdictTexts()).toEqual(["1 undecided closed-before-deal"]);
    expect(played.table.durable).toMatchObject({ open: false, phase: "closed", round: 1 });
    played.key({ key: "resolve", round: 1, outcome: "otherwise" }, "inspector");
    if (played.refusal !== null) played.key({ key: "resolve", round: 1, outcome: "otherwise" }, JEFE);
    expect(played.refusal).toBeNull();
    expect(played.verdictTexts()).toHaveLength(1);
  });

  it("a card on the table keeps it open, and so it was before any bets were closed", () => {
    expect(called(rulebook).cards("2h").key({ key: "close-table" }, JEFE).refusal).toBe("cards-on-table");
    const waiting = new PlayedDeal(idealRules(rulebook)).ready().key({ key: "close-table" }, JEFE);
    expect(waiting.refusal).toBeNull();
    expect(waiting.verdictTexts()).toEqual([]);
  });
});
