import type { Rule } from "../../../src/rules/pack.ts";
import type { Dealing } from "./dealing.ts";
import { bindToTableau, BINDING_EFFECTS, declareRule } from "./declarations.ts";
import type { HandName, CorrectionMoment } from "./cloth.ts";
import { declarable } from "./law/rules.ts";
import { CARD_US } from "./machine.ts";
import { recordReading } from "./strangers.ts";

/** Errors of people at a baccarat or a black-jack that a rule puts right with the cards themselves. */

/** Which rule may be declared at which moment: the paragraphs speak of that very moment. */
const FITS_MOMENT: Readonly<Record<CorrectionMoment, (rule: Rule) => boolean>> = {
  dealt: ({ effect, deem }) =>
    deem === "natural" || BINDING_EFFECTS.includes(effect ?? "") || effect === "hold-for-bank",
  stands: ({ effect }) => effect === "hold-by-table",
  third: ({ deem }) => deem === 9,
  shown: ({ deem, effect }) => deem === 0 && effect === "none",
  asked: ({ effect }) => effect === "burn-and-close",
};

export function correctError(dealing: Dealing, at: CorrectionMoment, hand: HandName | null): void {
  const { pack, random } = dealing.parts;
  const rules = declarable(pack).filter(FITS_MOMENT[at]);
  if (rules.length === 0 || dealing.isHeld || dealing.takeFault(["card-corrected"]) === null) return;
  const rule = random.pick(rules);
  if (rule.effect === "hold-for-bank" || rule.effect === "hold-by-table") return holdCard(dealing, rule);
  if (rule.effect === "burn-and-close") return disputeCard(dealing, rule, hand);
  if (BINDING_EFFECTS.includes(rule.effect ?? "")) {
    if (declareRule(dealing, rule, null)) bindToTableau(dealing, rule);
    return;
  }
  if (rule.deem !== undefined) deemHand(dealing, rule, rule.deem);
}

/** A card of one side is lost in the basket, or thrown there unshown: it counts what the rule says. */
function deemHand(dealing: Dealing, rule: Rule, worth: number | "natural"): void {
  const { cloth } = dealing;
  const hands = ["punto", "banca", "cloth-1", "cloth-2"].filter(
    (name) => cloth.facesOf(name).length > 0 && cloth.isIn(name),
  );
  const name = worth === 0 ? dealing.parts.random.pick(hands) : "punto";
  if (!hands.includes(name) || !declareRule(dealing, rule, name)) return;
  cloth.handOf(name).deemed = worth;
  // Whether a card that it drew adds to that no text says.
  if (name === "banca") dealing.excuses.add("deemed-hand-drew");
}

/** A card leaves too soon, or for a punto who wants none: it is held until it is known whose it is. */
function holdCard(dealing: Dealing, rule: Rule): void {
  const card = dealing.drawCard();
  const n = ++dealing.cards;
  dealing.cloth.shown.add(card.face);
  dealing.parts.side.emitEvent({ e: "pass", cards: [card] }, CARD_US);
  recordReading(dealing, card);
  if (!dealing.isOver && declareRule(dealing, rule, null)) dealing.layBeside(card, n, false);
  else dealing.setAside.push(card);
  dealing.stopIfOver();
}

/** A player says that he asked for no card: it is burnt, and he gets no more (Chile III.1.7, l. 1540). */
function disputeCard(dealing: Dealing, rule: Rule, hand: HandName | null): void {
  const laid = hand === null ? undefined : dealing.cloth.handOf(hand).cards.at(-1);
  if (hand === null || laid === undefined || !declareRule(dealing, rule, hand)) return;
  dealing.burnCard(hand, laid);
  dealing.cloth.handOf(hand).isClosed = true;
}
