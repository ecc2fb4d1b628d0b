import { evaluate } from "../../../src/rules/engine.ts";
import { factsOf } from "../../../src/rules/condition.ts";
import type { FactSheet } from "../../../src/rules/facts.ts";
import type { CardPack, Rule } from "../../../src/rules/pack.ts";
import { sheetOf, voidsRound } from "../../people/cards/law/rules.ts";
import type { RoundTruth } from "../../people/cards/truth.ts";

/** What the pack's own rules make of a round when every fact is known exactly. */
export interface Expected {
  /** Rules that annul it, of which the machine could see the cause, or that people declared. */
  readonly voids: readonly string[];
  /** Rules that annul it for something that left no trace. */
  readonly unseenVoids: readonly string[];
  /** Why it may rightly be left to a person. */
  readonly open: readonly string[];
}

/** Facts that the deal goes on with where no rule speaks of them. */
const HARMLESS: readonly string[] = ["early-card", "cut-card", "face-up-cards", "burn-count"];

export function expectedOf(pack: CardPack, truth: RoundTruth): Expected {
  const moments = truth.moments ?? [truth.facts];
  const sheets = moments.map(sheetOf);
  const seen = moments.map((facts) =>
    sheetOf(Object.fromEntries(Object.entries(facts).filter(([name]) => !truth.unseen.includes(name)))),
  );
  const declared = truth.declared.map(({ rule }) => rule);
  const applies = (rule: Rule): boolean =>
    declared.includes(rule.id) ||
    (factsOf(rule.when).length > 0 && sheets.some((sheet) => evaluate(rule.when, sheet) === "true"));
  const isSeen = (rule: Rule): boolean =>
    declared.includes(rule.id) || seen.some((sheet) => evaluate(rule.when, sheet) === "true");
  const rules = pack.rules.filter(applies);
  const annulling = rules.filter((rule) => voidsRound(rule) || isDecidedVoid(rule, declared));
  const decides = rules.filter((rule) => rule.verdict === "person-decides" && !annulling.includes(rule));
  return {
    voids: annulling.filter(isSeen).map((rule) => rule.id),
    unseenVoids: annulling.filter((rule) => !isSeen(rule)).map((rule) => rule.id),
    open: [
      ...truth.doubts,
      ...(truth.excuses ?? []),
      ...(truth.isNamed ? ["named"] : []),
      ...decides.map((rule) => rule.id),
      // Which of the cards that stuck together is burnt somebody chooses, and no machine sees which.
      ...(rules.some((rule) => rule.effect === "burn-card" && factsOf(rule.when).includes("cards-stuck"))
        ? ["stuck-card-choice"]
        : []),
      ...moments.flatMap((facts, at) =>
        Object.keys(facts).filter(
          (name) => !HARMLESS.includes(name) && isSilent(pack.rules, sheets[at] ?? {}, name),
        ),
      ),
      ...(truth.outcome !== null && "open" in truth.outcome ? [truth.outcome.open] : []),
    ],
  };
}

/** The law leaves it to a person and gives the words: by declaring it he has decided. */
const isDecidedVoid = (rule: Rule, declared: readonly string[]): boolean =>
  rule.verdict === "person-decides" && rule.announce !== undefined && declared.includes(rule.id);

/** No rule that applied at that moment speaks of this fact. */
const isSilent = (rules: readonly Rule[], sheet: FactSheet, name: string): boolean =>
  !rules.some((rule) => factsOf(rule.when).includes(name) && evaluate(rule.when, sheet) === "true");
