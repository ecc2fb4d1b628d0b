import { factsOf } from "./condition.ts";
import type { Rule } from "./pack.ts";

/**
 * In which moments of a round of cards a rule may be declared, or a fact of a device be one of the round. The moments of a round, in
 * their order: `bets` from open bets on, `cards` from its first card, `thirds` from the first card that leaves for a third one,
 * `verdict` from its verdict.
 */
export const WINDOW_STARTS = ["bets", "cards", "thirds", "verdict"] as const;
/** Until when: before the next card, before a card for a third one, before the verdict, before the cards are collected. */
export const WINDOW_ENDS = ["next-card", "thirds", "verdict", "collect"] as const;
export type WindowStart = (typeof WINDOW_STARTS)[number];
export type WindowEnd = (typeof WINDOW_ENDS)[number];

export interface RuleWindow {
  readonly from: WindowStart;
  readonly until: WindowEnd;
}

/** Which cards a declared rule is about; `chosen`: whoever declares it says which. */
export const CARD_ROLES = ["chosen", "first", "third", "second-third", "thirds", "early"] as const;
export type CardRole = (typeof CARD_ROLES)[number];

/** Whose hand a declared rule is about: one hand, which is not asked for then, or one of several. */
export const HAND_ROLES = ["punto", "banca", "bank", "seats", "cloths"] as const;
export type HandRole = (typeof HAND_ROLES)[number];

/** What the cards that lie face up must show for a rule to be declared. */
export const SEEN_CONDITIONS = [
  "first-of-shoe",
  "third-of-punto",
  "nine-against-eight",
  "natural-of-banca",
  "natural-of-punto",
] as const;
export type SeenCondition = (typeof SEEN_CONDITIONS)[number];

/** A moment of a round. `thirds`: cards have left for third ones. */
export interface Moment {
  readonly cards: number;
  readonly thirds: number;
  readonly decided: boolean;
  /** Every card of it left before its bets were closed: each may be one too many of the round before. */
  readonly early: boolean;
}

/** Facts that are only told of a round that has its verdict. */
const AFTER: readonly string[] = ["overdrawn"];

/** The rule's own window, or what follows from what it is about. */
export function windowOf(rule: Rule): RuleWindow {
  if (rule.window !== undefined) return rule.window;
  const { verdict, scope, effect, deem, when } = rule;
  if (isAfterRound(rule)) return { from: "verdict", until: "collect" };
  if (isOfCutCard(rule)) return { from: "bets", until: "collect" };
  // What the law annuls or leaves to people they may say at any time; what it leaves as it is changes nothing once there is a verdict.
  const isOfRound = scope === "round" || scope === "shoe";
  if (isOfRound && (verdict === "void" || verdict === "person-decides"))
    return { from: "bets", until: "collect" };
  // A stake lies until it is paid or taken, and who has a seat or the next hand is settled between two rounds: neither changes the round.
  if ((scope === "bet" || scope === "session") && verdict === "stands")
    return { from: "bets", until: "collect" };
  if (verdict !== "corrected" && verdict !== "void") return { from: "bets", until: "verdict" };
  const isOfCards = deem !== undefined || scope === "hand" || scope === "cloth" || isAboutCards(effect);
  // A card that waits for the next round may lie face up too, and one that is left over may leave behind the verdict.
  const isBehind =
    ["card-face-up", "face-up-stage"].some((fact) => factsOf(when).includes(fact)) ||
    effect === "burn-early" ||
    (isAboutCards(effect) && JSON.stringify(when).includes('"after-round"'));
  return {
    from: isOfCards && effect !== "burn-early" ? "cards" : "bets",
    until: isBehind ? "collect" : "verdict",
  };
}

/** It is about the cut card, that has come out: who declares it says so to the table. */
export const isOfCutCard = ({ when }: Rule): boolean =>
  factsOf(when).includes("cut-card") && !JSON.stringify(when).includes('"omitted"');

/** It says what becomes of a card. */
export const isAboutCards = (effect: string | undefined): boolean => /^(burn|hold|choose)-/.test(effect ?? "");

/** It is about what happens behind the verdict, or about the round after it. */
function isAfterRound({ scope, when }: Rule): boolean {
  const facts = factsOf(when);
  const extra = JSON.stringify(when);
  const isExtraAfter = extra.includes('"after-round"') && !extra.includes('"in-deal"');
  return (
    scope === "next-round" || isExtraAfter || (facts.length > 0 && facts.every((fact) => AFTER.includes(fact)))
  );
}

/** Whether the rule may be declared now. */
export function isOpen({ from, until }: RuleWindow, { cards, thirds, decided, early }: Moment): boolean {
  if (from === "verdict") return decided || early;
  if (from === "thirds" && thirds === 0) return false;
  if (from === "cards" && cards === 0) return false;
  if (until === "verdict" || until === "next-card") return !decided;
  return until !== "thirds" || (thirds === 0 && !decided);
}

/** A window that ends before it begins. */
export const isEmptyWindow = ({ from, until }: RuleWindow): boolean =>
  (from === "verdict" && until !== "collect") || (from === "thirds" && until === "thirds");

/** The role of the cards that a rule is about; null: it is about none, or the machine alone knows them. */
export function cardRoleOf({ card, effect }: Rule): CardRole | null {
  if (card !== undefined) return card;
  switch (effect) {
    case "burn-card":
    case "burn-stuck":
    case "hold-card":
    case "choose-stuck":
      return "chosen";
    case "hold-for-bank":
    case "hold-by-table":
      return "third";
    case "burn-early":
      return "early";
    default:
      return null;
  }
}
