import { expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { stepViews } from "../kernel/view/view-rule.ts";
import { stepText } from "./texts.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

it("a pase that is null for want of a cut card names the hands that are paid all the same", () => {
  const rules = idealRules("cl/black-jack");
  const played = new PlayedDeal(rules)
    .ready()
    .key({ key: "seats", seats: [1, 2, 3] })
    .cards("2c")
    .noMoreBets();
  played.cards("Ah 5c Kd 6h Kc 8d Ac");
  played.key({ key: "void", round: 1, rule: "cut-card-omitted" }, "jefe-de-mesa");
  const record = played.records.findLast((one) => one.kind === "void");
  expect(record?.then).toEqual([
    { step: "pay-two-card-21", who: "croupier", hands: ["seat-1", "seat-3"] },
    { step: "other-bets-null", who: "croupier" },
  ]);
  expect(stepViews(record?.then ?? [], rules.pack, stepText)[0]?.text.es).toContain("(plaza 1, plaza 3)");
});
