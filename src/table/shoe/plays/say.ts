import { rankOf } from "../../../cards/card.ts";
import type { Move } from "../../../people/keys.ts";
import type { DealStep } from "../../../rules/card-game.ts";
import { handOf, isIn, onlyOneIn, saidBy, seatsIn, dueOf, cardTo } from "./hands.ts";
import type { Choice, Due, HandId, StepProgress, PublicDeal, StepPlay } from "./play.ts";

type SayStep = DealStep & { readonly step: "say" };

/** What is said of the whole round, not of one hand. */
const ROUND: HandId = "round";

/** Comprar carta: one card for one (Galicia, art. 8.c, ll. 209–211; Cantabria, A.14.1.VII, ll. 3827–3894). */
const ONE_CARD: Choice = { least: 1, most: 1 };

/** People say something for each hand that is in. */
export const sayPlay: StepPlay<SayStep> = {
  due(step, deal, here) {
    if (onlyOneIn(deal) || !isAsked(step, deal)) return null;
    if (step.order === "interval") return intervalDue(step, deal, here);
    return boughtCardDue(deal, here) ?? wordsDue(step, deal, here);
  },
};

/** Insurance is asked for only against an ace that the bank shows. */
function isAsked(step: SayStep, deal: PublicDeal): boolean {
  if (!step.moves.includes("insurance")) return true;
  const face = handOf(deal, "bank")?.cards[0]?.face ?? null;
  return face !== null && rankOf(face) === "A";
}

/** A betting interval: over when the croupier says that the bets are equal. Who folded says nothing more. */
function intervalDue(step: SayStep, deal: PublicDeal, here: StepProgress): Due | null {
  if (here.said.some((word) => word.who === ROUND && word.move === "bets-equal")) return null;
  const hands = seatsIn(deal).map((who) => ({ who, moves: step.moves }));
  return dueOf("say", null, { moves: [...hands, { who: ROUND, moves: ["bets-equal"] }] });
}

/** One word of each hand: of the next one in turn, or of all that have not spoken. */
function wordsDue(step: SayStep, deal: PublicDeal, here: StepProgress): Due | null {
  const silent = seatsIn(deal).filter((who) => saidBy(here.said, who).every(({ move }) => move === "exchange"));
  const [next = null] = silent;
  if (next === null) return null;
  const asked = step.order === "in-turn" ? [next] : silent;
  const moves = asked.map((who) => movesOf(step.moves, who, here));
  return dueOf("say", asked.length === 1 ? next : null, { moves });
}

function movesOf(moves: readonly Move[], who: HandId, here: StepProgress): Due["moves"][number] {
  const isBought = saidBy(here.said, who).some(({ move }) => move === "exchange");
  const left = isBought ? moves.filter((move) => move !== "exchange") : moves;
  return { who, moves: left, ...(left.includes("exchange") ? { choose: ONE_CARD } : {}) };
}

/** The card that a hand bought and has not got yet. */
function boughtCardDue(deal: PublicDeal, here: StepProgress): Due | null {
  const buyer = here.said.find(
    ({ who, move }) => move === "exchange" && isIn(deal, who) && !here.dealt.includes(who),
  );
  return buyer === undefined ? null : dueOf("replace", buyer.who, { card: cardTo(buyer.who, false) });
}
