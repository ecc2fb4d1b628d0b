import { z } from "zod";
import type { CardPack } from "../rules/pack.ts";
import { dealCase, dealFaults } from "./deal-cases.ts";
import type { CaseFamily } from "./family.ts";

/** Cases of cards: deals, and while cards are dealt every rule that is certain acts at once. */
export const SHOE_CASES: CaseFamily<CardPack, "deals"> = {
  kind: "ordinary-round",
  list: "deals",
  // A game that no machine reads has no deals to work out.
  shape: z.array(dealCase).min(1).max(120).exactOptional(),
  running: "round running",
  over: () => "round over",
  runsWith: () => true,
  momentFault: (_, when) =>
    when.startsWith("round ") ? null : "a case of cards is of a round running or of a round over",
  faults(pack, { deals }, report) {
    if (pack.cards.outcome !== null && deals.length === 0) report([], "the deals are missing");
    for (const [index, one] of deals.entries()) dealFaults(pack, one, ["deals", index], report);
  },
};
