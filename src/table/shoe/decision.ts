import type { CardReason } from "../../codes/reasons.ts";
import type { Person } from "../../people/roles.ts";
import { citeText } from "../../rules/pack.ts";
import type { Reason } from "../../rules/facts.ts";
import type { KeyNamed } from "../kernel/people/key-of.ts";
import { recordKey, type Refusal } from "../kernel/people/keys.ts";
import { answeringRoles } from "../kernel/people/deciders.ts";
import { resolveRound } from "../kernel/late/resolve.ts";
import { advanceAndRecord, setHand } from "./flow.ts";
import { recordHeld } from "./held-cards.ts";
import { dealOf, setDeal, setRound, type WaitingCard } from "./live.ts";
import { isOneOfMany } from "./plays/hands.ts";
import { leaveUndecided, voidRound } from "./verdicts.ts";
import type { CardContext } from "./types.ts";

/**
 * What the law leaves to a person in the course of a round holds the deal: cards that leave meanwhile wait in their order, and the
 * round goes on to its result once the person whom the law names has said how.
 */

/** After these nothing can be dealt on from this shoe: the round ends, and a person says what became of it. */
const ENDING: readonly string[] = [
  "count-wrong",
  "duplicate-card",
  "foreign-card",
  "cards-run-out",
  "lid-opened",
  "machine-out-of-service",
  "cycle-incomplete",
  "deck-out-of-turn",
  "card-unread",
  "cut-card",
];

/** A person decides: the deal waits, or the round is over where it can not go on. */
export function askPerson(
  context: CardContext,
  because: CardReason,
  rules: readonly string[],
  seen: Reason["observed"],
): void {
  const { round } = dealOf(context);
  if (round === null || round.decided) return;
  const ends = Object.keys(seen).some((fact) => ENDING.includes(fact));
  if (ends || round.cards === 0) return leaveUndecided(context, [because], rules, seen);
  const { question } = round;
  const all = [...new Set([...(question?.rules ?? []), ...rules])];
  setRound(context, { question: { because, rules: all, seen, waiting: question?.waiting ?? [] } });
  advanceAndRecord(context);
}

/** The card is nobody's until somebody has decided. False: nothing is to be decided. */
export function waitsForDecision(context: CardContext, n: number, isOpen: boolean): boolean {
  const { round } = dealOf(context);
  const question = round?.question;
  if (question === undefined) return false;
  const { stuck, stuckInAll } = dealOf(context);
  const isOfStuck = stuck > 0 && round?.places?.[n] === undefined;
  const card: WaitingCard = { n, isOpen, ...(isOfStuck ? { stuck, stuckInAll } : {}) };
  if (isOfStuck) setDeal(context, { stuck: stuck - 1, ...(stuck === 1 ? { stuckInAll: 0 } : {}) });
  setRound(context, { question: { ...question, waiting: [...question.waiting, card] } });
  recordHeld(context, n);
  return true;
}

/** Whether this person may decide what the deal waits for. */
export const mayDecide = ({ rules: { pack } }: CardContext, rules: readonly string[], by: Person): boolean =>
  answeringRoles(pack, rules).includes(by.role);

/** The deal waits for nothing any more; `isByRule`: the law's own rule has answered. Returns the cards that left meanwhile, to be dealt now. */
export function endQuestion(context: CardContext, isByRule: boolean): readonly WaitingCard[] {
  const { round } = dealOf(context);
  if (round?.question === undefined) return [];
  const { question, ...rest } = round;
  setDeal(context, { round: isByRule ? rest : { ...rest, isDecidedOn: true } });
  advanceAndRecord(context);
  return question.waiting;
}

/** How the round goes on, or what became of one that was left undecided. `goOn` deals the cards that wait. */
export function resolveAtCards(
  context: CardContext,
  key: KeyNamed<"resolve">,
  by: Person,
  goOn: () => void,
): Refusal | null {
  const { round } = dealOf(context);
  const question = round?.question;
  // What ended the round all the same has its own question.
  if (round === null || question === undefined || round.decided || round.number !== key.round) {
    return resolveRound(context, key, by);
  }
  if (!mayDecide(context, question.rules, by)) return "not-your-key";
  if (key.outcome !== "goes-on" && key.outcome !== "void") return "no-such-outcome";
  const isThere = round.deal.hands.some(({ id }) => id === key.hand && isOneOfMany(id));
  if (key.hand !== undefined && !isThere) return "no-such-hand";
  recordKey(context, key, by);
  if (key.outcome === "void" && key.hand === undefined) {
    voidRound(context, [reasonOf(context, question.rules[0], by)], by);
    return null;
  }
  if (key.hand !== undefined) setHand(context, key.hand, { state: "out" });
  goOn();
  return null;
}

function reasonOf({ rules: { pack } }: CardContext, id: string | undefined, by: Person): Reason {
  const rule = pack.rules.find((one) => one.id === id);
  const observed = { "resolved-by": by.role };
  return rule === undefined
    ? { rule: "law-silent", cite: "", observed }
    : { rule: rule.id, cite: citeText(rule.cite), observed };
}
