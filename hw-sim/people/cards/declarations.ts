import type { Key } from "../../../src/people/keys.ts";
import type { Rule } from "../../../src/rules/pack.ts";
import type { Dealing } from "./dealing.ts";
import type { HandName } from "./cloth.ts";
import { declarable } from "./law/rules.ts";
import { personOf } from "./table-side.ts";

/** What only people see: whoever the law names says so by key. */

/** A rule is declared, for this hand if it is about one. False: the unit refused it. */
export function declareRule(dealing: Dealing, rule: Rule, hand: HandName | null): boolean {
  const { side } = dealing.parts;
  const { round } = side.screen;
  // A rule with words that a person decides on is a void once he says so.
  const isVoid = rule.verdict === "void" || (rule.verdict === "person-decides" && rule.announce !== undefined);
  const named = hand === null ? {} : { hand };
  const key: Key = { key: isVoid ? "void" : "declare", round, rule: rule.id, ...named };
  const by = personOf(rule.declaredBy ?? "jefe-de-mesa");
  if (!dealing.pressKey(() => side.press(key, by))) {
    // A card of which the message was lost lies nowhere for the machine.
    const isOnly = hand !== null && dealing.cloth.facesOf(hand).length === 1;
    const isUnseen = (rule.seen !== undefined || isOnly) && dealing.faults.includes("garbled");
    if (!isUnseen) dealing.refused.push(`${key.key} ${rule.id} by ${by.role}`);
    return false;
  }
  dealing.declared.push({ rule: rule.id, hand });
  return true;
}

/** One of the rules that leave the cards as they lie, or take a whole hand out, at any moment. */
export function declareAnyRule(dealing: Dealing): void {
  const { pack, random } = dealing.parts;
  // What is said behind the verdict alone nobody says now.
  const rules = declarable(pack).filter((rule) => canLeaveDeal(rule) && rule.window?.from !== "verdict");
  if (rules.length === 0 || dealing.cards === 0) return;
  const rule = random.pick(rules);
  const hands = [...dealing.cloth.hands.values()].filter((one) => one.state === "in" && one.cards.length > 0);
  // Of third cards nobody speaks before there is one.
  if (rule.window?.from === "thirds" && hands.every(({ cards }) => cards.length < 3)) return;
  const fixed = rule.hand === "punto" || rule.hand === "banca" || rule.hand === "bank" ? rule.hand : null;
  const who = rule.asks === "hand" || fixed !== null || rule.scope === "hand" || rule.scope === "cloth";
  const own = hands.filter(
    ({ name }) => (fixed ?? name) === name && canConcernHand(rule, name, dealing.parts.game.hasSeats),
  );
  const hand = who && own.length > 0 ? random.pick(own) : null;
  if ((who && hand === null) || !declareRule(dealing, rule, hand?.name ?? null)) return;
  // From another pack the deal can not be completed.
  if (rule.effect === "remove-machine") dealing.excuses.add("machine-removed");
  const isOut =
    rule.effect === "hand-out" ||
    (rule.verdict === "void" && (rule.scope === "hand" || rule.scope === "cloth"));
  if (hand !== null && isOut) hand.state = "out";
  if (hand !== null && rule.effect === "hand-loses") hand.state = "lost";
}

/** A rule on the banker is not declared of a player, and one on a cloth of nobody else. */
function canConcernHand({ id, scope }: Rule, hand: HandName, hasSeats: boolean): boolean {
  if (scope === "cloth" && !hand.startsWith("cloth-")) return false;
  if (hasSeats) return hand.startsWith("seat-");
  return (
    !["punto", "banca"].includes(hand) ||
    !/bank|punto|player/.test(id) ||
    /bank/.test(id) === (hand === "banca")
  );
}

/**
 * Whether a rule leaves the deal unchanged. A rule that moves cards, counts otherwise or skips is declared only where it is
 * true (`corrections.ts`, `mistakes.ts`).
 */
export const canLeaveDeal = ({ effect, deem, seen }: Rule): boolean =>
  deem === undefined && seen === undefined && !/^(burn|hold|choose|skip|bind)-/.test(effect ?? "none");

export const BINDING_EFFECTS: readonly string[] = ["bind-bank", "bind-punto", "bind-both", "bind-bank-draws"];

/** From here on the table of third cards binds that side, or both. */
export function bindToTableau(dealing: Dealing, { effect }: Rule): void {
  const { bound } = dealing.cloth;
  if (effect === "bind-punto" || effect === "bind-both") bound.add("punto");
  if (effect !== "bind-punto") bound.add("banca");
  if (effect === "bind-bank-draws") bound.add("banca-draws");
}

/** The inspector has the card that left too early discarded, where the law lets him; its hand gets the next one. */
export function discardEarlyCard(dealing: Dealing, to: HandName, up: boolean): boolean {
  const { pack, random } = dealing.parts;
  const rule = declarable(pack).find(({ id }) => id === "early-card-discarded");
  if (rule === undefined || !random.oneIn(2)) return false;
  const laid = dealing.dealNext(to, up);
  dealing.cloth.shown.add(laid.card.face);
  if (dealing.isOver || !declareRule(dealing, rule, null)) return true;
  dealing.burnCard(to, laid);
  dealing.dealNext(to, up);
  return true;
}
