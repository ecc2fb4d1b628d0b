import { rankOf } from "../../cards/card.ts";
import { pointsOf } from "../../cards/baccarat/points.ts";
import type { Person } from "../../people/roles.ts";
import type { Rule } from "../../rules/pack.ts";
import {
  cardRoleOf,
  isOfCutCard,
  isOpen,
  windowOf,
  type CardRole,
  type Moment,
  type RuleWindow,
  type SeenCondition,
} from "../../rules/windows.ts";
import type { KeyNamed } from "../kernel/people/key-of.ts";
import { declarationOf, isUnbegun, type Refusal } from "../kernel/people/keys.ts";
import { emitRecord } from "../kernel/context.ts";
import { declareAfterVerdict } from "./after-verdict.ts";
import { dealWaiting } from "./card-out.ts";
import { mayDecide } from "./decision.ts";
import { handIn, handWith } from "./flow.ts";
import { stuckCards } from "./held-cards.ts";
import { nextAt, rederive, withRule } from "./fold.ts";
import { takeCutCard } from "./loading.ts";
import { applyRule, tellDeclared } from "./incidents.ts";
import {
  dealOf,
  stepsOf,
  type CardPlace,
  type PlacedCard,
  type RoundLive,
  type RoundQuestion,
} from "./live.ts";
import type { HandId } from "./plays/play.ts";
import type { CardContext } from "./types.ts";

/** What people say happened: of which hand, of which card, and in a moment in which it may be said. */

type DeclareKeyOf = KeyNamed<"void" | "declare">;

/** The moment that the round is in, for the windows of its rules. */
export function momentOf(context: CardContext, round: RoundLive): Moment {
  const { cards, decided, early } = round;
  const isEarly = !decided && cards > 0 && early.length === cards;
  return { cards, thirds: thirdsOf(context, round).length, decided, early: isEarly };
}

/** Cards that left while third ones were due, wherever they lie now. */
function thirdsOf(context: CardContext, { cards, stepAt, stepOf }: RoundLive): readonly number[] {
  const steps = stepsOf(context);
  const isThird = (n: number): boolean =>
    steps[stepAt?.[n] ?? stepOf[n] ?? -1]?.step.startsWith("third-card") === true;
  return Array.from({ length: cards }, (_, at) => at + 1).filter(isThird);
}

/** An incident of the catalogue that only people see, of the present round or of the verdict that stands. */
export function declareIncident(context: CardContext, key: DeclareKeyOf, by: Person): Refusal | null {
  const declared = declarationOf(context, key, by);
  if (declared === null) return "no-such-rule";
  const { rule, reason, outcome } = declared;
  const { round } = dealOf(context);
  if (key.round !== context.durable.round || round?.number !== key.round || round.decided) {
    const late = declareAfterVerdict(context, key, declared, by);
    if (late !== "goes-on") return late;
  }
  if (round === null) return "no-such-round";
  // Of a round that has its verdict nothing can be put right any more but what the next one begins with.
  const wrongMoment = round.decided ? "changes-nothing" : "not-now";
  if (!isOpen(windowOf(rule), momentOf(context, round))) return wrongMoment;
  if (outcome === "person-decides" && isUnbegun(context)) return "not-now";
  const hand = handOfRule(rule, round, key.hand);
  if (hand === false) return "no-such-hand";
  if (rule.seen?.some((one) => isContradicted(round, one)) === true) return "contradicts-cards";
  if (rule.seen?.includes("nine-against-eight") === true && !isShown(round)) return "turn-first";
  const cards = cardsOfRule(context, round, rule, hand, key.card);
  if (cards === "which") return "say-which-card";
  if (cards === null || isNextOut(round, windowOf(rule), cards)) return wrongMoment;
  if (!hasCardFor(context, rule)) return "changes-nothing";
  // Whether it would be a hand's second card or its third no law says.
  if (rule.effect === "burn-early" && !round.decided && thirdsOf(context, round).length > 0) return wrongMoment;
  if (rule.verdict === "void" && isVoidAlready(context, round, rule)) return "changes-nothing";
  const attests = { rule: rule.id, cite: reason.cite, outcome };
  const named = { ...key, ...(hand === null ? {} : { hand }) };
  const tell = (): void => emitRecord(context, { kind: "key", round: key.round, key: named, by, attests });
  if (isOfCutCard(rule) && dealOf(context).cutCardSeen) return "changes-nothing";
  // The device told them itself: which they are nobody need say.
  if (ofStuckCards(rule) && stuckCards(context, cards[0] ?? 0).length > 1) return "not-now";
  if (round.decided || cards.length === 0 || !movesCards(rule)) {
    tell();
    if (isOfCutCard(rule)) takeCutCard(context);
    const n = cards.at(-1) ?? newestOf(round, hand);
    applyRule(context, rule, reason, { hand, n }, by);
    answerBy(context, rule, round.question, by);
    return null;
  }
  const { fold } = round;
  if (fold === undefined) return "not-now";
  const places = cards.map((n): PlacedCard => ({ n, to: placeOf(rule) }));
  // Of several that are all burnt each is named by itself: whether these are all of them nobody has said.
  const isOneOfSeveral = rule.effect === "burn-stuck" || cards.some((n) => n !== round.cards);
  const isChosen = cardRoleOf(rule) === "chosen" && isOneOfSeveral;
  const at = nextAt(fold);
  const told = { hand, n: cards.at(-1) ?? null };
  return rederive(
    context,
    withRule(fold, { i: "rule", cards: 0, left: round.cards, at, key: named, by, places, isChosen }),
    () => {
      tell();
      tellDeclared(context, rule, reason, told, by);
    },
  );
}

/** What the law does in such a case, said by who decides, is the decision. */
function answerBy(context: CardContext, rule: Rule, asked: RoundQuestion | undefined, by: Person): void {
  const { round } = dealOf(context);
  const isAnswer = rule.verdict === "corrected" || rule.verdict === "void";
  if (asked === undefined || !isAnswer || round?.decided !== false) return;
  if (mayDecide(context, asked.rules, by)) dealWaiting(context, true);
}

/** A round that has its verdict has one void of the machine or of people, and so has the one after it. */
function isVoidAlready(context: CardContext, { decided }: RoundLive, { scope }: Rule): boolean {
  if (!decided) return false;
  return (
    context.durable.verdict?.kind === "void" || (scope === "next-round" && dealOf(context).nextVoid !== null)
  );
}

/** The hand that the rule is about: fixed by it, or named by who declares it. Null: about none; false: about one that it can not be. */
function handOfRule({ hand: role, asks }: Rule, { deal }: RoundLive, named?: HandId): HandId | null | false {
  const isThere = (id: HandId): boolean => deal.hands.some((one) => one.id === id);
  if (role === "punto" || role === "banca" || role === "bank")
    return (named === undefined || named === role) && isThere(role) ? role : false;
  if (named === undefined) return asks === "hand" ? false : null;
  if (!isThere(named)) return false;
  if (role === "seats" && !named.startsWith("seat-")) return false;
  return role === "cloths" && !named.startsWith("cloth-") ? false : named;
}

const newestOf = ({ deal, cards }: RoundLive, hand: HandId | null): number | null =>
  hand === null ? (cards === 0 ? null : cards) : (handIn(deal, hand).cards.at(-1)?.n ?? null);

/**
 * Effects that say where a card belongs, and always has. Cards that are discarded because they left too early lay in their hands until
 * then: the others stay where they were dealt, and whoever had one gets the next.
 */
const movesCards = ({ effect }: Rule): boolean =>
  effect !== undefined && /^(burn-(card|stuck|and-close)|choose-stuck|hold-)/.test(effect);

const ofStuckCards = ({ effect }: Rule): boolean => effect === "burn-stuck" || effect === "choose-stuck";

function placeOf({ effect }: Rule): CardPlace {
  if (effect === "hold-card") return "next";
  return effect === "hold-for-bank" || effect === "hold-by-table" ? "coup" : "burnt";
}

/** The cards that the rule is about. Empty: none; null: there is none now; `which`: nobody has said which. */
function cardsOfRule(
  context: CardContext,
  round: RoundLive,
  rule: Rule,
  hand: HandId | null,
  named: number | undefined,
): readonly number[] | null | "which" {
  const role = cardRoleOf(rule);
  if (rule.effect === "burn-and-close") {
    const n = askedCard(context, round, hand);
    return n === null || (named ?? n) !== n ? null : [n];
  }
  if (role === null && named === undefined) return [];
  const isOfHand = (n: number): boolean => rule.asks !== "hand" || handWith(round.deal, n)?.id === hand;
  const all = cardsInRole(context, round, role ?? "chosen").filter(isOfHand);
  if (named !== undefined) return all.includes(named) ? [named] : null;
  // A third card that is about to leave is held once it does.
  const isAhead = role === "third" && stepsOf(context)[round.step]?.step.startsWith("third-card") === true;
  if (role !== "chosen") return all.length > 0 || role === "early" || isAhead ? all : null;
  const [only] = all;
  return all.length > 1 ? "which" : only === undefined ? null : [only];
}

/** The newest card of a hand, where it left because the hand asked; none of those that everybody is dealt. */
function askedCard(context: CardContext, round: RoundLive, hand: HandId | null): number | null {
  const n = newestOf(round, hand);
  const step = n === null ? undefined : stepsOf(context)[round.stepOf[n] ?? -1]?.step;
  return step === undefined || step === "deal" ? null : n;
}

/** The next card has left behind those that the rule is about; behind the bets, where it is about none. */
function isNextOut({ cards: left }: RoundLive, { from, until }: RuleWindow, cards: readonly number[]): boolean {
  if (until !== "next-card") return false;
  return cards.length > 0 ? !cards.includes(left) : from === "bets" && left > 0;
}

function cardsInRole(context: CardContext, round: RoundLive, role: CardRole): readonly number[] {
  const thirds = thirdsOf(context, round);
  switch (role) {
    case "first":
      return round.cards > 0 ? [1] : [];
    case "third":
      return thirds.slice(0, 1);
    case "second-third":
      return thirds.slice(1, 2);
    case "thirds":
      return thirds;
    case "early":
      return round.decided ? [] : round.early;
    case "chosen":
      return round.decided
        ? dealOf(context).early.map(({ n }) => n)
        : Array.from({ length: round.cards }, (_, at) => at + 1).filter((n) => isOnTable(round, n));
  }
}

const isOnTable = ({ deal, held }: RoundLive, n: number): boolean =>
  handWith(deal, n) !== null || held.some((one) => one.n === n);

/** Whether there is a card for what the rule does: nobody's word is kept that would change nothing. */
function hasCardFor(context: CardContext, { effect }: Rule): boolean {
  const { early, burnOwed, round } = dealOf(context);
  if (effect === "burn-early") return early.length > 0 || (round?.decided === false && round.early.length > 0);
  return effect !== "burn-missing" || burnOwed > 0;
}

/** What lies face up says otherwise. A card that nobody sees, or could read, contradicts nothing. */
function isContradicted({ deal, isFirstOfShoe }: RoundLive, condition: SeenCondition): boolean {
  const punto = handIn(deal, "punto").cards;
  const banca = handIn(deal, "banca").cards;
  switch (condition) {
    case "first-of-shoe":
      return isFirstOfShoe !== true;
    case "third-of-punto":
      return punto.length < 3;
    case "nine-against-eight":
      return isNot(punto, 9) || isNot(banca, 8);
    case "natural-of-banca":
      return isNot(banca, 8) && isNot(banca, 9);
    case "natural-of-punto":
      return isNot(punto, 8) && isNot(punto, 9);
  }
}

/** Both sides show their first two cards. */
const isShown = ({ deal }: RoundLive): boolean =>
  ["punto", "banca"].every((hand) =>
    handIn(deal, hand)
      .cards.slice(0, 2)
      .every(({ up, face }) => up && face !== null),
  );

/** The first two cards lie face up and do not count so much. */
function isNot(cards: RoundLive["deal"]["hands"][number]["cards"], count: number): boolean {
  const faces = cards
    .slice(0, 2)
    .flatMap(({ face, up }) => (up && face !== null && rankOf(face) !== null ? [face] : []));
  return faces.length === 2 && pointsOf(faces) !== count;
}
