import type { LineFacts } from "../../../src/record/chain.ts";
import type { Verification } from "../../../src/record/verify.ts";
import { CommitmentCheck } from "../../../src/table/shoe/open-commitments.ts";

/** Rounds of hidden cards that were opened and are right so far, and those that were not opened. */
export interface CardTotals {
  readonly rounds: number;
  readonly unopened: number;
}

/** Rounds of hidden cards in a run of records: every card that was turned must be the one that was dealt. */
export class CardRounds {
  readonly #verification: Verification;
  readonly #check = new CommitmentCheck();

  constructor(verification: Verification) {
    this.#verification = verification;
  }

  /** A record in its order, as the verification read it; null: it is no line at all, which was reported already. */
  record(facts: LineFacts | null): void {
    if (facts === null) return;
    for (const what of this.#check.line(facts.fields)) this.#verification.problem(facts.seq, what);
  }

  /** After the last record. */
  totals(): CardTotals {
    const { rounds, unopened } = this.#check;
    return { rounds, unopened };
  }
}

/** What a reader must know of rounds of hidden cards; nothing when no card lay face down. */
export function cardNotes({ rounds, unopened }: CardTotals): string[] {
  const opened = `${countText(rounds, "round")} of hidden cards opened and checked`;
  const left =
    `${countText(unopened, "round")} of hidden cards not opened in these records: ` +
    "on the table still, or given up by a restart; the recording holds the secret";
  return [...(rounds > 0 ? [opened] : []), ...(unopened > 0 ? [left] : [])];
}

const countText = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
