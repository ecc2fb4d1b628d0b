import { MOVES, type Key, type Move } from "../../../src/people/keys.ts";
import { cardRoleOf } from "../../../src/rules/windows.ts";
import type { HandName, LaidCard } from "./cloth.ts";
import type { Dealing } from "./dealing.ts";
import { canLeaveDeal } from "./declarations.ts";
import type { FaultKind } from "./fault-plans.ts";
import { declarable } from "./law/rules.ts";
import { CARD_US } from "./machine.ts";
import { firstDealCards } from "./people-errors.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { CROUPIER, INSPECTOR, JEFE, personOf, pressKey, type TableSide } from "./table-side.ts";

/**
 * Slips of people who know what is right: a wrong key, one forgotten, one pressed twice, a card drawn too soon, and how they put it right.
 * What the cards and the words truly were is kept on the cloth; what the unit makes of it is held against that.
 */

/** Slips with a word, with a card, and behind the round. */
export const SLIPS_AT_WORDS: readonly FaultKind[] = ["key-twice", "word-taken-back", "stand-not-keyed"];
export const SLIPS_AT_CARDS: readonly FaultKind[] = ["rule-taken-back", "drawn-for-bank", "burnt-one-late"];

/** What goes wrong with this word. True: the croupier has not keyed it. */
export function slipAtWord(dealing: Dealing, slip: FaultKind, who: HandName, move: Move): boolean {
  switch (slip) {
    case "word-taken-back":
      keyAnotherWord(dealing, who, move);
      return false;
    case "stand-not-keyed":
      if (move !== "stand" || dealing.cards === 0) break;
      dealing.unsaid = who;
      return true;
    default:
  }
  return false;
}

/** The croupier keys another word than was said, and takes it back. */
function keyAnotherWord(dealing: Dealing, who: HandName, said: Move): void {
  const { side, random } = dealing.parts;
  const { round } = side.screen;
  const others = MOVES.filter((move) => move !== said && move !== "lay-down");
  for (let move = pickOut(others, random); move !== null; move = pickOut(others, random)) {
    if (!dealing.pressKey(() => side.press({ key: "move", round, who, move }, CROUPIER))) continue;
    return takeBack(dealing, `move ${move}`);
  }
}

/** One of the list, which it leaves; null: the list is empty. */
function pickOut<T>(list: T[], random: RandomSource): T | null {
  return list.length === 0 ? null : (list.splice(random.below(list.length), 1)[0] ?? null);
}

/** What was keyed last is taken back. What has ended the round somebody contests instead. */
function takeBack(dealing: Dealing, what: string): void {
  const { side, random } = dealing.parts;
  const { round } = side.screen;
  if (dealing.hasEnded) return contestEnd(dealing, what);
  const by = random.oneIn(3) ? JEFE : CROUPIER;
  if (!dealing.pressKey(() => side.press({ key: "take-back", round }, by)))
    dealing.refused.push(`take-back of ${what}`);
}

/** A wrong word has ended the round: its verdict is contested, and people decide it. */
function contestEnd(dealing: Dealing, what: string): void {
  const { side } = dealing.parts;
  const { round, phase } = side.screen;
  dealing.unobservable.add("a wrong word ended it");
  const key: Key = { key: "contest", round };
  if (phase === "result" && !dealing.pressKey(() => side.press(key, JEFE)))
    dealing.refused.push(`contest behind ${what}`);
  dealing.stopIfOver();
}

/** Something wrong happens before this card is dealt. True: nothing is left to do for it. */
export function slipAtCard(dealing: Dealing, slip: FaultKind, to: HandName, up: boolean): boolean {
  switch (slip) {
    case "rule-taken-back":
      declareWrongRule(dealing);
      return false;
    case "drawn-for-bank":
      drawForBank(dealing, to);
      return false;
    case "burnt-one-late":
      return burnLate(dealing, to, up);
    default:
      return false;
  }
}

/** A rule is declared of which nothing is true, and taken back. */
function declareWrongRule(dealing: Dealing): void {
  const { side, pack, random } = dealing.parts;
  const rules = declarable(pack).filter(
    (rule) =>
      canLeaveDeal(rule) &&
      // Without its machine the round is over.
      rule.effect !== "remove-machine" &&
      rule.verdict !== "void" &&
      rule.announce === undefined &&
      rule.asks === undefined,
  );
  if (rules.length === 0 || dealing.cards === 0) return;
  const rule = random.pick(rules);
  const { round } = side.screen;
  const by = personOf(rule.declaredBy ?? "jefe-de-mesa");
  if (!dealing.pressKey(() => side.press({ key: "declare", round, rule: rule.id }, by))) return;
  // The line of the only card was lost: there was no deal to hold.
  if (dealing.hasEnded) return contestEnd(dealing, rule.id);
  if (!dealing.pressKey(() => side.press({ key: "take-back", round }, by)))
    dealing.refused.push(`take-back of ${rule.id}`);
}

const isBankLater = ({ parts: { pack } }: Dealing): boolean =>
  pack.cards.deal.some(({ step }) => step === "twenty-one-bank");

/** The croupier draws a card for himself before the players have theirs: it is the bank's next one (Chile III.1.7, l. 1538). */
function drawForBank(dealing: Dealing, to: HandName): void {
  const { side } = dealing.parts;
  const isPlayers = to.startsWith("seat-") && dealing.cloth.facesOf(to).length >= firstDealCards(dealing, to);
  if (!isBankLater(dealing) || !isPlayers || dealing.isHeld) return;
  const card = dealing.drawCard();
  const n = ++dealing.cards;
  dealing.cloth.shown.add(card.face);
  side.emitEvent({ e: "pass", cards: [card] }, CARD_US);
  dealing.doubts.add("put right");
  dealing.reserve("bank", { card, n, up: false, unread: false });
  putRight(dealing, n, "bank");
}

/** The jefe de mesa says whose the card is. */
function putRight(dealing: Dealing, n: number, to: HandName): void {
  const { side } = dealing.parts;
  const { round } = side.screen;
  if (dealing.hasEnded) return contestEnd(dealing, `card ${n}`);
  if (dealing.pressKey(() => side.press({ key: "put-right", round, cards: [n], to }, JEFE))) return;
  dealing.refused.push(`put-right of card ${n} to ${to}`);
  dealing.unobservable.add("not put right");
  dealing.isMisled = true;
}

/**
 * A stand that nobody keyed, and another card has been laid since: whoever looks at the screen sees it with the machine's hand that stood.
 * Every other time nobody looks before the machine asks, or waits for a word that nobody owes it.
 */
export function noticeUnsaid(
  dealing: Dealing,
  laid: { readonly n: number; readonly to: HandName } | null,
): void {
  if (dealing.unsaid === null) return;
  if (laid !== null) dealing.misbooked.push(laid);
  answerCardAsked(dealing);
  if (laid === null || dealing.parts.random.oneIn(2)) sayForgotten(dealing);
}

/**
 * A hand lies open, and nobody has keyed it: the next key is refused, and the croupier sees why. Whoever asks for a card is dealt one without
 * a key every other time; where the banker lays down before it leaves, the word is keyed behind the turn. True: what is said now is not keyed.
 */
export function noticeUnturned(
  dealing: Dealing,
  said: { readonly who: HandName; readonly move: Move } | null,
): boolean {
  const { side, random } = dealing.parts;
  const { unturned: hand, unkeyedCard } = dealing;
  if (hand === null) return false;
  if (said?.move === "card" && random.oneIn(2)) {
    dealing.unkeyedCard = said.who;
    return true;
  }
  dealing.unturned = null;
  const { round } = side.screen;
  if (!dealing.pressKey(() => side.press({ key: "turn", round, hand }, CROUPIER)))
    dealing.refused.push(`turn of ${hand}`);
  dealing.nameUnreadOf(hand);
  if (unkeyedCard === null || !dealing.cloth.isIn(unkeyedCard)) return false;
  const word: Key = { key: "move", round, who: unkeyedCard, move: "card" };
  if (!dealing.pressKey(() => side.press(word, CROUPIER))) dealing.refused.push(`card of ${unkeyedCard}`);
  return false;
}

/** Had the hand asked for its last card? The croupier knows how many lie there. */
export function answerCardAsked(dealing: Dealing): void {
  const { side } = dealing.parts;
  const { unsaid } = dealing;
  // Who had stood before one card may be asked about the one before it.
  for (let asked = side.screen.cardAsked; asked !== null && !dealing.isOver; asked = side.screen.cardAsked) {
    const { hand: who, cards } = asked;
    const isTooMany = cards > dealing.cloth.facesOf(who).length;
    const isStood = isTooMany && unsaid === who;
    const isLaid = isTooMany && dealing.unturned === who;
    const move = isLaid ? "lay-down" : isStood ? "stood" : "asked";
    const key: Key = { key: "move", round: side.screen.round, who, move };
    if (!dealing.pressKey(() => side.press(key, CROUPIER)))
      return void dealing.refused.push(`${key.move} of ${who}`);
    if (isLaid) {
      dealing.unturned = null;
      dealing.nameUnreadOf(who);
      dealing.doubts.add("put right");
    }
    if (!isStood) continue;
    dealing.unsaid = null;
    dealing.misbooked.length = 0;
    dealing.doubts.add("put right");
  }
}

/** The jefe de mesa puts the cards where they lie, and the croupier keys what he forgot. */
function sayForgotten(dealing: Dealing): void {
  const who = dealing.unsaid;
  if (who === null) return;
  dealing.unsaid = null;
  const { side } = dealing.parts;
  const { round } = side.screen;
  const laid = dealing.misbooked.splice(0);
  for (const { n, to } of laid) {
    dealing.doubts.add("put right");
    putRight(dealing, n, to);
    if (dealing.isMisled) return;
  }
  if (dealing.hasEnded || dealing.cloth.handOf(who).isClosed) return;
  const key: Key = { key: "move", round, who, move: "stand" };
  const isKeyed = dealing.pressKey(() => side.press(key, CROUPIER));
  if (!isKeyed && laid.length === 0) dealing.refused.push(`stand of ${who}, keyed late`);
  answerCardAsked(dealing);
}

/** The card before this one should have been burnt: said when the next has left. That one takes its place, and another is dealt here. */
function burnLate(dealing: Dealing, to: HandName, up: boolean): boolean {
  const { side, pack, random } = dealing.parts;
  const last = dealing.lastLaid;
  const rules = declarable(pack).filter(
    (rule) =>
      rule.effect === "burn-card" &&
      cardRoleOf(rule) === "chosen" &&
      rule.asks === undefined &&
      rule.seen === undefined,
  );
  const isFirstDeal = (hand: HandName): boolean =>
    dealing.cloth.facesOf(hand).length <= firstDealCards(dealing, hand);
  if (rules.length === 0 || last === null || last.laid.up !== up || dealing.setAside.length > 0) return false;
  if (!isFirstDeal(last.to) || dealing.cloth.facesOf(to).length >= firstDealCards(dealing, to)) return false;
  if (dealing.cloth.handOf(last.to).cards.at(-1) !== last.laid || dealing.isPackets) return false;
  const rule = random.pick(rules);
  const laid = dealing.dealNext(to, up);
  if (dealing.isOver) return true;
  const { round } = side.screen;
  const key: Key = { key: "declare", round, rule: rule.id, card: last.laid.n };
  const by = personOf(rule.declaredBy ?? "jefe-de-mesa");
  // Its time may have passed by the law's words.
  if (!dealing.pressKey(() => side.press(key, by))) return true;
  dealing.declared.push({ rule: rule.id, hand: null });
  dealing.doubts.add("chosen card");
  shiftBack(dealing, last, { to, laid });
  dealing.dealNext(to, up);
  return true;
}

interface Laid {
  readonly to: HandName;
  readonly laid: LaidCard;
}

/** The first of two cards is burnt, and the second lies where it lay. */
function shiftBack({ cloth, ...dealing }: Pick<Dealing, "cloth" | "setAside">, burnt: Laid, next: Laid): void {
  const own = cloth.handOf(next.to).cards;
  own.splice(own.indexOf(next.laid), 1);
  const { cards } = cloth.handOf(burnt.to);
  cards.splice(cards.indexOf(burnt.laid), 1, next.laid);
  dealing.setAside.push(burnt.laid.card);
}

/** After its cards are collected somebody contests the round, looks at the images, and it stands. */
export function contestLate(side: TableSide, round: number, refused: string[]): void {
  if (!pressKey(side, () => side.press({ key: "contest", round }, JEFE)))
    return void refused.push("contest, late");
  const key: Key = { key: "resolve", round, outcome: "upheld" };
  if (![JEFE, INSPECTOR].some((by) => pressKey(side, () => side.press(key, by)))) refused.push("upheld, late");
}
