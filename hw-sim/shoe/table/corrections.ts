import type { Rule } from "../../../src/rules/pack.ts";
import type { Dealing } from "./dealing.ts";
import { bind, BINDS, declare } from "./declaring.ts";
import type { HandName, Moment } from "./hands.ts";
import { declarable } from "./law.ts";
import { CARD_US } from "./machine.ts";
import { isRead } from "./strangers.ts";

/** Errors of people at a baccarat or a black-jack that a rule puts right with the cards themselves. */

/** Which rule may be declared at which moment: the paragraphs speak of that very moment. */
const FITS: Readonly<Record<Moment, (rule: Rule) => boolean>> = {
  dealt: ({ effect, deem }) => deem === "natural" || BINDS.includes(effect ?? "") || effect === "hold-for-bank",
  stands: ({ effect }) => effect === "hold-by-table",
  third: ({ deem }) => deem === 9,
  shown: ({ deem, effect }) => deem === 0 && effect === "none",
  asked: ({ effect }) => effect === "burn-and-close",
};

export function correct(dealing: Dealing, at: Moment, hand: HandName | null): void {
  const { pack, random } = dealing.parts;
  const rules = declarable(pack).filter(FITS[at]);
  if (rules.length === 0 || dealing.isHeld || dealing.strikes(["card-corrected"]) === null) return;
  const rule = random.pick(rules);
  if (rule.effect === "hold-for-bank" || rule.effect === "hold-by-table") return hold(dealing, rule);
  if (rule.effect === "burn-and-close") return dispute(dealing, rule, hand);
  if (BINDS.includes(rule.effect ?? "")) {
    if (declare(dealing, rule, null)) bind(dealing, rule);
    return;
  }
  if (rule.deem !== undefined) deem(dealing, rule, rule.deem);
}

/** A card of one side is lost in the basket, or thrown there unshown: it counts what the rule says. */
function deem(dealing: Dealing, rule: Rule, worth: number | "natural"): void {
  const { cloth } = dealing;
  const hands = ["punto", "banca", "cloth-1", "cloth-2"].filter(
    (name) => cloth.faces(name).length > 0 && cloth.isIn(name),
  );
  const name = worth === 0 ? dealing.parts.random.pick(hands) : "punto";
  if (!hands.includes(name) || !declare(dealing, rule, name)) return;
  cloth.hand(name).deemed = worth;
  // Whether a card that it drew adds to that no text says.
  if (name === "banca") dealing.excuses.add("deemed-hand-drew");
}

/** A card leaves too soon, or for a punto who wants none: it is held until it is known whose it is. */
function hold(dealing: Dealing, rule: Rule): void {
  const card = dealing.draw();
  const n = ++dealing.cards;
  dealing.cloth.shown.add(card.face);
  dealing.parts.side.happens({ e: "pass", cards: [card] }, CARD_US);
  isRead(dealing, card);
  if (!dealing.isOver && declare(dealing, rule, null)) dealing.lieBeside(card, n, false);
  else dealing.setAside.push(card);
  dealing.stopIfOver();
}

/** A player says that he asked for no card: it is burnt, and he gets no more (Chile III.1.7, l. 1540). */
function dispute(dealing: Dealing, rule: Rule, hand: HandName | null): void {
  const laid = hand === null ? undefined : dealing.cloth.hand(hand).cards.at(-1);
  if (hand === null || laid === undefined || !declare(dealing, rule, hand)) return;
  dealing.burn(hand, laid);
  dealing.cloth.hand(hand).isClosed = true;
}
