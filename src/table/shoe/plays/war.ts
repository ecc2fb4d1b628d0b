import { afterWar, warOutcome, warValue } from "../../../cards/war.ts";
import type { DealStep, OutcomeRule } from "../../../rules/card-game.ts";
import { facesOf, firstFace, handOf, isIn, saidBy, seatsInOrder, dueOf, cardTo } from "./hands.ts";
import type {
  CardDue,
  DealOutcome,
  Due,
  HandId,
  StepProgress,
  OpenOutcome,
  OutcomePlay,
  OutcomeWord,
  PublicDeal,
  StepPlay,
} from "./play.ts";
import { tieBreakHands } from "./twenty-one.ts";

type War = Extract<DealStep, { step: "war" }>;
type WarRule = Extract<OutcomeRule, { kind: "war" }>;

/** Seats whose first card is as high as the bank's, in the order of the deal. */
function tiedSeats(deal: PublicDeal): HandId[] {
  const bank = firstFace(handOf(deal, "bank"));
  if (bank === null) return [];
  return seatsInOrder(deal).filter((id) => {
    const face = firstFace(handOf(deal, id));
    return face !== null && warOutcome(face, bank) === "tie";
  });
}

/**
 * Who may go to war says so, or that he does not; each war is then dealt, burnt cards, the player's, burnt cards, the bank's
 * (Chile, III.4.4, l. 3559). Several are dealt in the order of the seats, each when all before it have spoken: the text has no
 * order of its own.
 */
export const warPlay: StepPlay<War> = {
  due(step, deal, here): Due | null {
    const isTieBreak = step.after === "twenty-one";
    const words = isTieBreak ? (["war", "stand"] as const) : (["war", "surrender", "tie-bet"] as const);
    const may = isTieBreak ? tieBreakHands(deal, here.dealt) : tiedSeats(deal);
    const hasSpoken = (who: HandId): boolean =>
      !isIn(deal, who) || saidBy(here.said, who).some(({ move }) => words.some((word) => word === move));
    const silent = may.filter((who) => !hasSpoken(who));
    const [first] = silent;
    const settled = first === undefined ? may : may.slice(0, may.indexOf(first));
    const wars = settled.filter((who) => saidBy(here.said, who).some(({ move }) => move === "war"));
    const card = nextWarCard(step.burn, wars, deal, here);
    if (card === null && first === undefined) return null;
    const code = card === null ? "choice" : card.to === "burnt" ? "burn" : "war-card";
    const moves = silent.map((who) => ({ who, moves: words }));
    return dueOf(code, card?.to ?? first ?? null, { card, moves });
  },
};

/** Goes along the cards of this step, war by war. A seat that a rule put out has no war, or no more of it. */
function nextWarCard(
  burn: number,
  wars: readonly HandId[],
  deal: PublicDeal,
  { dealt }: StepProgress,
): CardDue | null {
  const burnt = Array.from<HandId>({ length: burn }).fill("burnt");
  let at = 0;
  for (const who of wars) {
    const row = [...burnt, who, ...burnt, "bank"];
    const isOut = !isIn(deal, who);
    if (isOut && dealt[at + burn] !== who) continue;
    const to = row[dealt.length - at];
    if (to !== undefined) return isOut ? null : cardTo(to, to !== "burnt");
    at += row.length;
  }
  return null;
}

function values(_rule: WarRule, deal: PublicDeal): DealOutcome["values"] {
  return [...seatsInOrder(deal), "bank"].flatMap((hand) => {
    const last = facesOf(handOf(deal, hand))?.at(-1);
    return last === undefined ? [] : [{ hand, total: warValue(last), category: null }];
  });
}

/** Seat by seat `wins`, `loses`, and after a tie `surrendered`, `ties` (paid by a bet on it), or with a war `wins`, `loses`, `ties-after-war`. */
export const warOutcomePlay: OutcomePlay<WarRule> = {
  values,
  outcome(rule, deal): DealOutcome | OpenOutcome {
    const bank = facesOf(handOf(deal, "bank"));
    const results: { of: HandId; is: OutcomeWord }[] = [];
    let wars = 0;
    for (const id of seatsInOrder(deal)) {
      const hand = handOf(deal, id);
      const faces = facesOf(hand);
      const isAtWar = saidBy(deal.said, id).some(({ move }) => move === "war");
      const theirs = bank?.[isAtWar ? wars + 1 : 0];
      const mine = faces?.[isAtWar ? 1 : 0];
      if (isAtWar && mine !== undefined) wars += 1;
      if (hand?.state === "out") continue;
      if (mine === undefined || theirs === undefined) return { open: ["hand-not-complete"] };
      const isSurrendered =
        hand?.state !== "in" || saidBy(deal.said, id).some(({ move }) => move === "surrender");
      // Who had bet on the tie is paid for it, and has no choice to make (Chile, III.4.4, l. 3555).
      const isTie = !isAtWar && !isSurrendered && warOutcome(mine, theirs) === "tie";
      const hasTieBet = saidBy(deal.said, id).some(({ move }) => move === "tie-bet");
      // A tie about which nothing was said is not over.
      if (isTie && !hasTieBet) return { open: ["hand-not-complete"] };
      if (isTie) {
        results.push({ of: id, is: "ties" });
        continue;
      }
      const is = isAtWar ? AFTER_WAR[afterWar(mine, theirs)] : FIRST[warOutcome(mine, theirs)];
      results.push({ of: id, is: isSurrendered ? "surrendered" : is });
    }
    // A card of the bank for which there is no war: whose it decides nobody can tell.
    if (bank?.length !== wars + 1) return { open: ["hand-not-complete"] };
    return { values: values(rule, deal), results, qualifies: null };
  },
};

const FIRST: Readonly<Record<ReturnType<typeof warOutcome>, OutcomeWord>> = {
  win: "wins",
  lose: "loses",
  tie: "goes-to-war",
};
const AFTER_WAR: Readonly<Record<ReturnType<typeof afterWar>, OutcomeWord>> = {
  win: "wins",
  lose: "loses",
  "tie-with-bonus": "ties-after-war",
};
