import { rankOf } from "../../../src/cards/card.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Person } from "../../../src/people/roles.ts";
import type { HandName, LaidCard } from "./cloth.ts";
import type { Dealing } from "./dealing.ts";
import { declareAnyRule } from "./declarations.ts";
import { CARD_FAULTS, type FaultKind, WORLD_FAULTS } from "./fault-plans.ts";
import { asksFor, laysSomeOpen } from "./law/rules.ts";
import { CARD_US } from "./machine.ts";
import { drawForeignCard, type PhysicalCard, twinOf } from "./stock.ts";
import { CROUPIER, INSPECTOR, JEFE } from "./table-side.ts";

/** How a card goes wrong, and what people do about it. */

/** Faults that strike with a card that leaves. */
export const FAULTS_AT_CARD: readonly FaultKind[] = [...CARD_FAULTS, ...WORLD_FAULTS, "declared", "wrong-keys"];
/** Faults that strike before a packet. */
export const FAULTS_AT_PACKET: readonly FaultKind[] = [...WORLD_FAULTS, "declared", "wrong-keys"];

const PAUSE_US = 400_000;

export function dealWithFault(dealing: Dealing, fault: FaultKind, to: HandName, up: boolean): void {
  const { side } = dealing.parts;
  switch (fault) {
    case "unread":
    case "late":
    case "unsure":
    case "unread-nobody-names":
      return dealUnread(dealing, fault, to, up);
    case "bounce":
      dealing.dealNext(to, up);
      return side.emitEvent({ e: "bounce" }, CARD_US);
    case "face-up":
      return dealFaceUp(dealing, to, up);
    case "stuck":
    case "stuck-unseen":
      return dealStuck(dealing, fault === "stuck", to, up);
    case "foreign-blank":
    case "foreign-code":
    case "foreign-deck": {
      const kinds = {
        "foreign-blank": "blank",
        "foreign-code": "unknown-code",
        "foreign-deck": "other-deck",
      } as const;
      dealing.dealThis(drawForeign(dealing, kinds[fault]), to, up);
      return;
    }
    case "duplicate": {
      const card = drawDuplicate(dealing);
      // From here on there are not the cards in this shoe that were loaded.
      dealing.parts.machine.loadFault = "duplicate";
      dealing.dealThis(card, to, up);
      return;
    }
    default:
      applyWorldFault(dealing, fault);
  }
  if (!dealing.isOver && dealing.isDue(to)) dealing.dealNext(to, up);
}

/** Where the law has the inspector find the cause of a jam he finds a card that lies badly, and the deal goes on. */
function sayCauseOfJam(dealing: Dealing): void {
  const { pack, side } = dealing.parts;
  const rule = pack.rules.find(({ id }) => id === "shoe-jam-misplaced-card");
  if (rule?.declaredBy !== "inspector" || !side.screen.isHeld) return;
  const { round } = side.screen;
  dealing.pressKey(() => side.press({ key: "declare", round, rule: rule.id }, INSPECTOR));
}

/** Applies a fault of the device, the line or the people that does not depend on the next card. */
export function applyWorldFault(dealing: Dealing, fault: FaultKind): void {
  const { side, readings, random } = dealing.parts;
  switch (fault) {
    case "jam":
      side.emitEvent({ e: "jam", where: "exit" }, CARD_US);
      // Before the first card no deal is under way: it is cleared, and dealing begins.
      if (dealing.cards > 0) dealing.setFact("jam", "dealing");
      side.emitEvent({ e: "jam-cleared" }, CARD_US);
      return sayCauseOfJam(dealing);
    case "lid":
      side.emitEvent({ e: "lid", which: "lid", open: true }, CARD_US);
      dealing.setFact("lid-opened", true);
      side.emitEvent({ e: "lid", which: "lid", open: false }, CARD_US);
      return;
    case "power":
      dealing.parts.machine.reportLevel(side);
      side.power(false);
      side.wait(PAUSE_US);
      side.power(true);
      side.wait(PAUSE_US);
      if (dealing.cards > 0) dealing.doubts.add("power");
      return;
    case "cable":
      return cutCable(dealing);
    case "garbled":
      side.garble?.(random.pick(["lost", "damaged"]));
      dealing.excuses.add("garbled");
      return;
    case "exchanged":
      side.plug(false);
      side.wait(PAUSE_US);
      side.exchange?.();
      side.plug(true);
      side.wait(4 * PAUSE_US);
      dealing.doubts.add("exchanged");
      return;
    case "declared":
      return declareAnyRule(dealing);
    case "wrong-keys":
      return pressWrongKeys(dealing);
    default:
      readings.setNext("read");
  }
}

function dealUnread(dealing: Dealing, fault: FaultKind, to: HandName, up: boolean): void {
  const { readings, machine } = dealing.parts;
  if (fault === "unread-nobody-names") dealing.leaveUnnamed();
  const card = dealing.drawCard();
  const laid = dealing.cloth.layCard(to, card, ++dealing.cards, up);
  laid.unread = true;
  if (card.foreign === undefined) {
    readings.setNext(fault === "late" || fault === "unsure" ? fault : "failed");
    machine.unread.add(card);
  }
  dealing.passLaid(laid);
}

/** It lies face up in the exit before it leaves; what then becomes of it the law says. */
function dealFaceUp(dealing: Dealing, to: HandName, up: boolean): void {
  dealing.parts.side.emitEvent({ e: "face-up", where: "exit", on: true }, CARD_US);
  dealExposed(dealing, to, up);
}

/** The card in the exit lies face up. */
export function dealExposed(dealing: Dealing, to: HandName, up: boolean): void {
  const { side } = dealing.parts;
  dealing.isExposed = false;
  const where = dealing.cards === 0 ? "first-of-round" : "in-deal";
  const laid = dealing.dealNext(to, true);
  side.emitEvent({ e: "face-up", where: "exit", on: false }, CARD_US);
  if (to === "board" && !up && asksFor(dealing.parts.pack, "common-card-face-up")) {
    dealing.setFact("common-card-face-up", laid.unread ? "not-read" : heightOf(laid));
    return;
  }
  if (up && laysSomeOpen(dealing.parts.pack)) return;
  const before = dealing.facts["face-up-cards"];
  dealing.setFact("face-up-cards", (typeof before === "number" ? before : 0) + 1);
  const stage = where === "in-deal" ? stageOf(dealing, to) : null;
  if (stage !== null) return dealing.setFact("face-up-stage", stage);
  dealing.setFact("card-face-up", where);
  if (!dealing.hasEffect("burn-card", "card-face-up") || dealing.isOver) return;
  dealing.burnCard(to, laid);
  dealing.dealNext(to, up);
}

/** Seven-card stud: nobody bets before the third card, and the seventh is the last (País Vasco 14.V.4, ll. 3118–3130). */
function stageOf({ cloth, parts: { pack } }: Dealing, to: HandName): string | null {
  if (!asksFor(pack, "face-up-stage")) return null;
  const own = cloth.facesOf(to).length;
  return own <= 3 ? "before-words" : own === 7 ? "last-down" : null;
}

/** Knave or higher, or below it: Trijoker's law tells common cards apart so (Galicia art. 15.2, l. 321). */
const heightOf = ({ card }: LaidCard): string =>
  ["A", "K", "Q", "J"].includes(rankOf(card.face) ?? "") ? "jack-or-higher" : "below-jack";

/** Two go out as one. The first is read; the other lies beside it, and what becomes of it the law says. */
function dealStuck(dealing: Dealing, isSeen: boolean, to: HandName, up: boolean): void {
  const { side, readings } = dealing.parts;
  const cards = [dealing.drawCard(), dealing.drawCard()];
  const [first, second] = cards;
  if (first === undefined || second === undefined) return;
  readings.setNext("read", cards.length, !isSeen);
  dealing.parts.machine.unread.add(second);
  dealing.cloth.layCard(to, first, ++dealing.cards, up);
  side.emitEvent({ e: "pass", cards }, CARD_US);
  for (const card of isSeen ? cards : [first]) recordReading(dealing, card);
  dealing.setFact("cards-stuck", true, isSeen);
  if (!isSeen) {
    dealing.parts.machine.isBlind = true;
    // People see both. What the machine did not see is put aside, so that its order of the cards holds.
    dealing.setAside.push(second);
    return;
  }
  const n = ++dealing.cards;
  if (dealing.hasEffect("burn-stuck", "cards-stuck")) {
    const laid = dealing.cloth.handOf(to).cards.at(-1);
    if (laid !== undefined) dealing.burnCard(to, laid);
    dealing.setAside.push(second);
    if (!dealing.isOver) dealing.dealNext(to, up);
  } else if (dealing.hasEffect("choose-stuck", "cards-stuck")) chooseStuckCard(dealing, to, second);
  else if (dealing.hasEffect("burn-card", "cards-stuck")) dealing.setAside.push(second);
  else dealing.layBeside(second, n, true);
}

/** The player has the second of them burnt: the croupier keys which place it has among his cards. */
function chooseStuckCard(dealing: Dealing, to: HandName, second: PhysicalCard): void {
  const { side } = dealing.parts;
  dealing.setAside.push(second);
  // The first of them was to be burnt: no hand can choose, and the text says nothing.
  if (to === "burnt") return void dealing.doubts.add("stuck-card-choice");
  const at = dealing.cloth.handOf(to).cards.length;
  const key: Key = { key: "move", round: side.screen.round, who: to, move: "burn", cards: [at] };
  dealing.pressKey(() => side.press(key, CROUPIER));
}

/** The line is cut, and perhaps a card leaves meanwhile. */
function cutCable(dealing: Dealing): void {
  const { side, random } = dealing.parts;
  side.plug(false);
  side.wait(PAUSE_US);
  const isOut = random.oneIn(2);
  if (isOut) {
    const card = dealing.drawCard();
    dealing.parts.machine.unread.add(card);
    side.emitEvent({ e: "pass", cards: [card] }, CARD_US);
    dealing.setAside.push(card);
  }
  side.wait(PAUSE_US);
  dealing.parts.machine.reportLevel(side);
  side.plug(true);
  side.wait(PAUSE_US);
  // Before its first card a round has nothing that could have been missed.
  if (isOut || dealing.cards > 0) dealing.doubts.add("gap");
}

/** Keys that the table must refuse, whatever the cards are. */
function pressWrongKeys(dealing: Dealing): void {
  const { side } = dealing.parts;
  const { round } = side.screen;
  const keys: readonly (readonly [Key, Person])[] = [
    [{ key: "collect", round }, INSPECTOR],
    [{ key: "collect", round: round + 1 }, JEFE],
    [{ key: "turn", round, hand: "seat-99" }, CROUPIER],
    [{ key: "turn", round: round + 1, hand: "bank" }, CROUPIER],
    [{ key: "move", round, who: "seat-99", move: "card" }, CROUPIER],
    [{ key: "void", round, rule: "no-such-rule" }, JEFE],
    [{ key: "confirm-void", round, rule: "no-such-rule" }, JEFE],
    // What the machine may not know of it cannot refuse for.
    ...(dealing.cards > 0 && dealing.excuses.size === 0
      ? ([
          [{ key: "new-shoe" }, CROUPIER],
          [{ key: "close-table" }, JEFE],
        ] as const)
      : []),
    // While bets are open yet, a card that left waits for the word whether it was burnt or is dealt.
    ...(dealing.cards > 0 && dealing.excuses.size === 0 && side.screen.phase !== "betting"
      ? ([
          [{ key: "seats", seats: [1] }, CROUPIER],
          // Behind a card that left before the call it is said still, or is the answer.
          ...(dealing.isCallOwed || side.screen.isCallAsked
            ? []
            : ([[{ key: "no-more-bets" }, CROUPIER]] as const)),
          [{ key: "collect", round }, CROUPIER],
        ] as const)
      : []),
  ];
  for (const [key, by] of keys)
    if (dealing.pressKey(() => side.press(key, by))) dealing.wronglyTaken.push(key.key);
}

/** While nobody is due a card: one leaves all the same, or somebody declares something. `isFirstOpen`: nobody has said who is dealt first. */
export function applyFaultBetweenCards(dealing: Dealing, noCardIsDue: boolean, isFirstOpen = false): void {
  // What lies face up in the exit is the next card, whoever is due it.
  const fault = dealing.takeFault(
    noCardIsDue && !dealing.isExposed
      ? ["extra-in-deal", "declared", "wrong-keys", "lid"]
      : ["declared", "wrong-keys"],
  );
  if (fault === null) return;
  const { side } = dealing.parts;
  if (fault === "declared") declareAnyRule(dealing);
  if (fault === "wrong-keys") pressWrongKeys(dealing);
  if (fault === "lid") {
    side.emitEvent({ e: "lid", which: "lid", open: true }, CARD_US);
    dealing.setFact("lid-opened", true);
    side.emitEvent({ e: "lid", which: "lid", open: false }, CARD_US);
  }
  if (fault === "extra-in-deal") {
    const card = dealing.drawCard();
    const n = ++dealing.cards;
    side.emitEvent({ e: "pass", cards: [card] }, CARD_US);
    recordReading(dealing, card);
    dealing.setFact("extra-card", "in-deal");
    // For all that a table can know it is the first card of the first hand, keyed too late.
    if (isFirstOpen) dealing.excuses.add("first-not-said");
    if (dealing.hasEffect("hold-card", "extra-card")) dealing.layBeside(card, n, false);
    else if (dealing.hasEffect("hold-rest", "extra-card")) dealing.layBeside(card, n, true);
    else dealing.setAside.push(card);
  }
  dealing.stopIfOver();
}

/** The round is over, and a card leaves all the same, or is seen. True: one lies face up in the exit for the next round. */
export function applyFaultAfterRound(dealing: Dealing): boolean {
  const { side, machine } = dealing.parts;
  if (side.screen.phase !== "result" || dealing.isMisled || dealing.lastFault !== null) return false;
  // Nobody draws one too many from an empty shoe, or past the cut card.
  const isNext = machine.inside.length > 0 && !machine.isCutCardNext;
  if (isNext && dealing.takesFault("extra-after")) {
    const card = dealing.drawCard();
    side.emitEvent({ e: "pass", cards: [card] }, CARD_US);
    dealing.cards++;
    dealing.setFact("extra-card", "after-round");
    // Where the law gives it to the next round, it is the first card of that.
    if (dealing.hasEffect("hold-card", "extra-card")) dealing.carried.push(card);
    else dealing.setAside.push(card);
  } else if (machine.inside.length > 0 && dealing.takesFault("face-up-after")) {
    side.emitEvent({ e: "face-up", where: "exit", on: true }, CARD_US);
    return true;
  }
  return false;
}

/** A card of no deck lies where one of the shoe's own should: that one was never loaded. */
export function drawForeign(dealing: Dealing, kind: NonNullable<PhysicalCard["foreign"]>): PhysicalCard {
  const { random, machine } = dealing.parts;
  dealing.drawCard();
  return drawForeignCard(random, kind, machine.newUid());
}

/** A card of a second shoe of the same kind lies where one of this shoe should. */
export function drawDuplicate(dealing: Dealing): PhysicalCard {
  const { random, machine } = dealing.parts;
  const card = dealing.drawCard();
  return twinOf(random.pick(machine.ownCards.filter(({ uid }) => uid !== card.uid)), machine.newUid());
}

/** What the reader sees of a card that left, whichever way it took: also that it is none of this table's, or one too many. */
export function recordReading(dealing: Dealing, card: PhysicalCard): void {
  const { machine } = dealing.parts;
  if (card.foreign !== undefined) return dealing.setFact("foreign-card", true, machine.hasRead(card));
  const others = cardsOut(dealing).filter(({ uid, foreign }) => uid !== card.uid && foreign === undefined);
  const isOnceMore = (out: readonly PhysicalCard[], isSame: (other: PhysicalCard) => boolean): boolean =>
    out.filter(isSame).length >= machine.ownCards.filter(isSame).length;
  const isSameFace = ({ face }: PhysicalCard): boolean => face === card.face;
  const isSameCode = (other: PhysicalCard): boolean =>
    card.id === null ? isSameFace(other) && other.back === card.back : other.id === card.id;
  const read = others.filter((other) => machine.hasRead(other));
  const known = others.filter((other) => machine.knowsFace(other));
  const isSeen =
    (machine.hasRead(card) && isOnceMore(read, isSameCode)) ||
    // Of a card that was named nobody told the machine more than its face.
    (machine.knowsFace(card) && isOnceMore(known, isSameFace));
  if (isSeen || isOnceMore(others, isSameCode)) dealing.setFact("duplicate-card", true, isSeen);
}

/** People say the face of a card that was not read: with it the machine may know of one too many. */
export function recordNaming(dealing: Dealing, card: PhysicalCard): void {
  dealing.parts.machine.named.add(card);
  if (card.foreign === undefined) recordReading(dealing, card);
}

/** Every card that left since the load, wherever it lies now. */
const cardsOut = ({
  parts: { machine },
  setAside,
  exchanged,
  besideCards,
  cloth,
}: Dealing): readonly PhysicalCard[] => [
  ...machine.discard,
  ...machine.burnt,
  ...setAside,
  ...exchanged,
  ...besideCards,
  ...cloth.allCards().map((laid) => laid.card),
];
