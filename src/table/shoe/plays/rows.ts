import { nextRowsDuty, rowCount, type ColourRule, type Row } from "../../../cards/treinta-y-cuarenta.ts";
import type { DealStep, OutcomeRule } from "../../../rules/card-game.ts";
import { facesOf, handOf, dueOf, cardTo } from "./hands.ts";
import type { DealOutcome, Due, HandId, OpenOutcome, OutcomePlay, PublicDeal, StepPlay } from "./play.ts";

type Rows = Extract<DealStep, { step: "rows" }>;
type RowsRule = Extract<OutcomeRule, { kind: "treinta-y-cuarenta" }>;

const HANDS: Readonly<Record<Row, HandId>> = { negra: "row-black", roja: "row-red" };

/** The next duty of the rows; null while a card of them is not known. */
function dutyOf(colour: ColourRule, deal: PublicDeal): ReturnType<typeof nextRowsDuty> | null {
  const negra = facesOf(handOf(deal, HANDS.negra));
  const roja = facesOf(handOf(deal, HANDS.roja));
  return negra === null || roja === null ? null : nextRowsDuty(colour, negra, roja);
}

/** Treinta y cuarenta: the black row face up until it counts 31 or more, then the red one. */
export const rowsPlay: StepPlay<Rows> = {
  due(step, deal): Due | null {
    const duty = dutyOf(step.colour, deal);
    // Whether a row goes on cannot be known before its cards are.
    if (duty === null) return dueOf("deal", null);
    if (duty.duty !== "card") return null;
    const to = HANDS[duty.to];
    return dueOf("deal", to, { card: cardTo(to) });
  },
};

function values(_rule: RowsRule, deal: PublicDeal): DealOutcome["values"] {
  return [HANDS.negra, HANDS.roja].flatMap((hand) => {
    const faces = facesOf(handOf(deal, hand));
    return faces === null || faces.length === 0 ? [] : [{ hand, total: rowCount(faces), category: null }];
  });
}

/** The winning row, then `round color` or `round inverso`; or `round tie-at-31`, `round null`. */
export const rowsOutcome: OutcomePlay<RowsRule> = {
  values,
  outcome(rule, deal): DealOutcome | OpenOutcome {
    const duty = dutyOf(rule.colour, deal);
    if (duty?.duty !== "settle") return { open: ["hand-not-complete"] };
    const { winner, tie, colour } = duty.outcome;
    const results: DealOutcome["results"] =
      winner === null
        ? [{ of: "round", is: tie === "at-31" ? "tie-at-31" : "null" }]
        : [
            { of: HANDS[winner], is: "wins" },
            { of: "round", is: colour ?? "null" },
          ];
    return { values: values(rule, deal), results, qualifies: null };
  },
};
