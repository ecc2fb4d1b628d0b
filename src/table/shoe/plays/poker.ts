import type { Worth } from "../../../cards/poker/category.ts";
import { leastToQualify } from "../../../cards/poker/ranking.ts";
import type { OutcomeRule } from "../../../rules/card-game.ts";
import { handOf, onlyOneIn, seatsIn, wordsOrOpen } from "./hands.ts";
import type { DealOutcome, HandId, OpenOutcome, OutcomePlay, OutcomeWord, PublicDeal } from "./play.ts";
import {
  facesOf,
  pokerValues,
  preparePoker,
  rankingReadings,
  underAllReadings,
  whyNotJudged,
  type Decided,
  type RankingReading,
} from "./poker-values.ts";

/**
 * Outcomes of the poker games. Where a rule takes a hand out of the round it has no result; where a rule makes it lose it has lost. An
 * outcome that depends on a card that still lies face down is `open`: no card is looked at before it is turned.
 */

type BankPoker = OutcomeRule & { readonly kind: "bank-poker" };
type TablePoker = OutcomeRule & { readonly kind: "table-poker" };
type PayTablePoker = OutcomeRule & { readonly kind: "pay-table-poker" };

const FOLDED: OutcomeWord = "folded";

export const bankPokerOutcome: OutcomePlay<BankPoker> = {
  values: pokerValues,
  prepare: preparePoker,
  outcome: (rule, deal) => underAllReadings(rule, deal, (one) => compareWithBank(rule, deal, one)),
  over(rule, deal) {
    if (onlyOneIn(deal)) return true;
    const bank = handOf(deal, "bank");
    if (rule.endsUnqualified !== true || rule.qualifies === null || facesOf(bank) === null) return false;
    return rankingReadings(rule, deal).every((one) => {
      const worth = one.worth(bank);
      return worth !== null && worth < leastOf(rule, one);
    });
  },
};

function compareWithBank(rule: BankPoker, deal: PublicDeal, one: RankingReading): Decided {
  if (seatsIn(deal).length === 0) return { results: resultsOf(deal, () => FOLDED), qualifies: null };
  const bank = handOf(deal, "bank");
  const worth = one.worth(bank);
  if (worth === null) return { open: [whyNotJudged(bank)] };
  const qualifies = rule.qualifies === null ? null : worth >= leastOf(rule, one);
  if (qualifies === false) return { results: resultsOf(deal, () => "bank-not-qualified"), qualifies };
  return withResults(deal, qualifies, (id) => compareSeat(one, deal, id, worth));
}

/** The least worth with which the bank opens. */
function leastOf({ qualifies }: BankPoker, { ranking }: RankingReading): Worth {
  return qualifies === null ? 0 : leastToQualify(ranking, qualifies);
}

/** A seat's hand against a worth, or an open code. */
function compareSeat(
  one: RankingReading,
  deal: PublicDeal,
  id: HandId,
  against: Worth,
): OutcomeWord | OpenOutcome {
  const hand = handOf(deal, id);
  const worth = one.worth(hand);
  if (worth === null) return { open: [whyNotJudged(hand)] };
  const { sign, stated } = one.compare(worth, against);
  if (!stated) return { open: ["ranks-beyond-text"] };
  return sign > 0 ? "wins" : sign < 0 ? "loses" : "ties";
}

/** Seats by number: what is said of those that are in, and `folded`. */
function resultsOf(deal: PublicDeal, word: (id: HandId) => OutcomeWord): DealOutcome["results"] {
  return deal.seats.flatMap((seat) => {
    const of = `seat-${seat}`;
    const state = handOf(deal, of)?.state ?? "in";
    if (state === "out") return [];
    return [{ of, is: state === "in" ? word(of) : state === "lost" ? "loses" : state }];
  });
}

/** The results, or every reason why one of them is open. */
function withResults(
  deal: PublicDeal,
  qualifies: boolean | null,
  judge: (id: HandId) => OutcomeWord | OpenOutcome,
): Decided {
  const words = wordsOrOpen(seatsIn(deal), judge);
  if ("open" in words) return words;
  return { results: resultsOf(deal, (id) => words.get(id) ?? FOLDED), qualifies };
}

/** Seats against each other: the best hand wins, equal ones share. Who alone did not fold wins without showing. */
export const tablePokerOutcome: OutcomePlay<TablePoker> = {
  values: pokerValues,
  prepare: preparePoker,
  outcome: (rule, deal) => underAllReadings(rule, deal, (one) => compareSeats(deal, one)),
  over: (_rule, deal) => onlyOneIn(deal),
};

function compareSeats(deal: PublicDeal, one: RankingReading): Decided {
  const ids = seatsIn(deal);
  const [last, second] = ids;
  if (last === undefined) return { open: ["nobody-in"] };
  if (second === undefined) return { results: [{ of: last, is: "wins" }], qualifies: null };
  const worths = new Map(ids.map((id) => [id, one.worth(handOf(deal, id))]));
  const missing = ids.filter((id) => worths.get(id) === null).map((id) => whyNotJudged(handOf(deal, id)));
  if (missing.length > 0) return { open: [...new Set(missing)] };
  const known = [...worths.values()].filter((value) => value !== null);
  const best = Math.max(...known);
  if (known.some((value) => !one.compare(best, value).stated)) return { open: ["ranks-beyond-text"] };
  const winners = deal.seats.map((seat) => `seat-${seat}`).filter((id) => worths.get(id) === best);
  const is = winners.length === 1 ? "wins" : "ties";
  return { results: winners.map((of) => ({ of, is })), qualifies: null };
}

/** Every hand for itself against the table of payments. */
export const payTableOutcome: OutcomePlay<PayTablePoker> = {
  values: pokerValues,
  prepare: preparePoker,
  outcome: (rule, deal) =>
    underAllReadings(rule, deal, (one) =>
      withResults(deal, null, (id) => {
        const hand = handOf(deal, id);
        const worth = one.worth(hand);
        if (worth === null) return { open: [whyNotJudged(hand)] };
        return worth >= leastToQualify(rule.ranking, rule.least) ? "paid-by-table" : "loses";
      }),
    ),
};
