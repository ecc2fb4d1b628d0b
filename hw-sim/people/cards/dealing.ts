import type { Key, Move } from "../../../src/people/keys.ts";
import type { CardEffect } from "../../../src/rules/card-game.ts";
import type { CardPack } from "../../../src/rules/pack.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { correctError, isInFirstDeal, makeMistake, noticeSeat, omitTurning } from "./people-errors.ts";
import { discardEarlyCard } from "./declarations.ts";
import type { FaultKind, FaultPlan } from "./fault-plans.ts";
import { RoundEvents, RoundOver } from "./round-events.ts";
import {
  applyFaultBetweenCards,
  applyWorldFault,
  dealExposed,
  dealWithFault,
  FAULTS_AT_CARD,
  FAULTS_AT_PACKET,
  recordNaming,
  recordReading,
} from "./card-faults.ts";
import {
  Cloth,
  type TableActions,
  type Game,
  type HandName,
  type LaidCard,
  type CorrectionMoment,
} from "./cloth.ts";
import { asksFor, rulesOn } from "./law/rules.ts";
import {
  answerCardAsked,
  noticeUnsaid,
  noticeUnturned,
  slipAtCard,
  slipAtWord,
  SLIPS_AT_CARDS,
  SLIPS_AT_WORDS,
} from "./slips.ts";
import type { ScriptedReadings } from "./scripted-readings.ts";
import { burnCards, CARD_US, type Machine } from "./machine.ts";
import { CROUPIER, JEFE, pressKey, type TableSide } from "./table-side.ts";
import type { PhysicalCard } from "./stock.ts";

/** Phases in which cards of a round are dealt; in all others the croupier stops. */
const DEALING_PHASES: readonly string[] = ["betting", "no-more-bets", "dealing"];

export interface DealingParts {
  readonly side: TableSide;
  readonly machine: Machine;
  readonly readings: ScriptedReadings;
  readonly pack: CardPack;
  readonly game: Game;
  readonly random: RandomSource;
  readonly seats: readonly number[];
  /** What goes wrong in this round, if it can. */
  readonly plan: FaultPlan | null;
  readonly more?: readonly FaultPlan[];
}

/** One round as the croupier deals it: cards go where the game wants them, and now and then something goes wrong. */
export class Dealing extends RoundEvents implements TableActions {
  readonly cloth = new Cloth();
  readonly seats: readonly number[];
  readonly isPackets: boolean;
  readonly setAside: PhysicalCard[] = [];
  readonly exchanged: PhysicalCard[] = [];
  /** Cards that left behind the result and are the next round's. */
  readonly carried: PhysicalCard[] = [];
  readonly parts: DealingParts;
  /** Cards that left in this round. */
  cards = 0;
  /** Something was said in this round. */
  isAnnounced = false;
  /** The first card of this round lies face up in the exit already. */
  isExposed = false;
  /** The first card leaves before bets were closed. */
  isEarly = false;
  /** A card has left, and the words that close the bets are still to be said. */
  isCallOwed = false;
  /** The seat that was passed over in the deal, until somebody says so. */
  forgotten: HandName | null = null;
  /** The next card of this hand is laid to that one, as people wrongly swapped them. */
  swapped: Record<HandName, HandName> = {};
  /** Burnt cards that the machine still waits for. */
  burnOwed = 0;
  /** The hand that stood, and of which nobody has keyed it yet; the cards that the machine has laid to it since, and where they lie. */
  unsaid: HandName | null = null;
  /** The hand that lies open though nobody has keyed that it was turned, and who has asked for a card since, unkeyed as well. */
  unturned: HandName | null = null;
  unkeyedCard: HandName | null = null;
  readonly misbooked: { readonly n: number; readonly to: HandName }[] = [];
  /** The card that was laid last, and where. */
  lastLaid: { readonly to: HandName; readonly laid: LaidCard } | null = null;
  /** Cards that were drawn too soon for this hand. */
  readonly #reserved = new Map<HandName, LaidCard[]>();
  /** Cards that left stuck to another one, or too soon, and lie beside it. */
  #beside: LaidCard[] = [];
  #actions = 0;
  #isNamingRefused = false;

  constructor(parts: DealingParts) {
    super([...(parts.plan === null ? [] : [parts.plan]), ...(parts.more ?? [])]);
    this.parts = parts;
    this.seats = parts.seats;
    this.isPackets = parts.machine.mode === "packets";
  }

  drawBelow(bound: number): number {
    return this.parts.random.below(bound);
  }

  get isOver(): boolean {
    const { phase, isHeld } = this.parts.side.screen;
    // Nobody decides: the jefe de mesa gives the round up.
    if (isHeld) return true;
    // The machine still counts burnt cards, and nobody looks at its screen.
    return !DEALING_PHASES.includes(phase) && !(phase === "preparing" && this.burnOwed > 0);
  }

  /** The round has its verdict. */
  get hasEnded(): boolean {
    return !DEALING_PHASES.includes(this.parts.side.screen.phase);
  }

  takeFault(kinds: readonly FaultKind[]): FaultKind | null {
    return this.takeDueFault(kinds, this.#actions);
  }

  #beginAction(): void {
    this.#answerCall();
    answerCardAsked(this);
    if (this.isOver) throw new RoundOver("the round has its verdict");
    this.#actions++;
  }

  get isHeld(): boolean {
    return this.#beside.length > 0;
  }

  dealCard(wanted: HandName, up: boolean): void {
    const own = this.#reserved.get(wanted)?.shift();
    if (own !== undefined) {
      noticeUnsaid(this, null);
      return this.#layHeld(own, wanted, up);
    }
    const held = this.cloth.isIn(wanted) ? this.#beside.shift() : undefined;
    // It lies there already: the machine may have counted it to this hand by itself.
    if (held !== undefined) return this.#layHeld(held, wanted, up);
    this.#beginAction();
    noticeSeat(this, wanted);
    if (!this.isDue(wanted)) return;
    const to = this.#takeDestination(wanted);
    if (this.unsaid !== null) return noticeUnsaid(this, { n: this.dealNext(to, up).n, to });
    if (this.isExposed) return dealExposed(this, to, up);
    if (this.isEarly && this.cards === 0 && discardEarlyCard(this, to, up)) return;
    const slip = this.takeFault(SLIPS_AT_CARDS);
    if (slip !== null && slipAtCard(this, slip, to, up)) return;
    if (makeMistake(this, to, up)) return;
    const fault = this.takeFault(FAULTS_AT_CARD);
    if (fault !== null) return dealWithFault(this, fault, to, up);
    this.dealNext(to, up);
  }

  /** Who is out gets no card; nobody gets one behind the first deal once a hand that went out has settled the round. */
  isDue(hand: HandName): boolean {
    if (!this.cloth.isIn(hand)) return false;
    return isInFirstDeal(this, hand) || (this.parts.game.settled?.(this) ?? null) === null;
  }

  #layHeld(beside: LaidCard, to: HandName, up: boolean): void {
    const laid = { ...beside, up };
    this.cloth.handOf(to).cards.push(laid);
    if (up) this.cloth.shown.add(laid.card.face);
    this.#nameUnread(laid);
  }

  /** Where the card really goes: a mistake before it has it go to the other hand, once. */
  #takeDestination(wanted: HandName): HandName {
    const to = this.swapped[wanted] ?? wanted;
    this.swapped = Object.fromEntries(Object.entries(this.swapped).filter(([hand]) => hand !== wanted));
    return to;
  }

  allowCorrection(at: CorrectionMoment, hand?: HandName): void {
    if (!this.isOver) correctError(this, at, hand ?? null);
  }

  /** A card leaves as it should and goes to this hand. */
  dealNext(to: HandName, up: boolean): LaidCard {
    return this.dealThis(this.drawCard(), to, up);
  }

  /** This very card passes the exit. */
  dealThis(card: PhysicalCard, to: HandName, up: boolean): LaidCard {
    const laid = this.cloth.layCard(to, card, ++this.cards, up);
    this.lastLaid = { to, laid };
    return this.passLaid(laid);
  }

  /** A card that is laid down already passes the exit. */
  passLaid(laid: LaidCard): LaidCard {
    const { side } = this.parts;
    const { card } = laid;
    if (card.foreign === "blank" || card.foreign === "unknown-code") {
      side.emitEvent({ e: "foreign", blank: card.foreign === "blank" }, CARD_US);
      laid.unread = true;
      this.#isNamingRefused = true;
      this.doubts.add("foreign");
    } else side.emitEvent({ e: "pass", cards: [card] }, CARD_US);
    recordReading(this, card);
    this.#nameUnread(laid);
    return laid;
  }

  /** The croupier says that the bets were open still when the card left, or nobody says anything of it. */
  #answerCall(): void {
    const { side, random, pack } = this.parts;
    this.#closeBetsLate();
    if (!side.screen.isCallAsked || this.doubts.has("bets-call-open")) return;
    if (random.oneIn(3)) {
      this.doubts.add("bets-call-open");
      return;
    }
    if (!asksFor(pack, "early-card")) this.doubts.add("law-silent");
    this.#closeBets({ key: "no-more-bets", said: false });
  }

  /** Nobody burnt the card that left with bets open: it is the first of the deal, and only now they are closed. */
  #closeBetsLate(): void {
    if (this.parts.side.screen.isEarlyAsked && this.cards > 0) this.#closeBets({ key: "no-more-bets" });
  }

  #closeBets(key: Key): void {
    if (this.pressKey(() => this.parts.side.press(key, CROUPIER))) this.isCallOwed = false;
  }

  /** The next card of the machine; before it the cut card, if that lies there. */
  drawCard(): PhysicalCard {
    const { machine, side } = this.parts;
    if (machine.isCutCardNext) {
      machine.drawCutCard(side);
      this.setFact("cut-card", this.cards === 0 ? "first-of-round" : "in-round");
      if (this.isOver) throw new RoundOver("the cut card ended the round");
      if (this.hasEffect("wait-for-shuffle", "cut-card")) this.#shuffleRest();
    }
    const card = machine.takeNext();
    if (machine.isPastCut) this.setFact("cut-card", "omitted");
    if (card !== null) return card;
    if (machine.loadFault === "no-cut-card") this.setFact("cut-card", "omitted");
    side.emitEvent({ e: "stage", stage: "empty" }, CARD_US);
    this.setFact("cards-run-out", true);
    throw new RoundOver("the shoe is empty");
  }

  /**
   * The round waits while all but the table's cards are shuffled and cut anew, and the burn is made. What was burnt in it lies in the discard
   * holder (Chile ll. 79, 3797) and is shuffled with the others.
   */
  #shuffleRest(): void {
    const { machine, side, pack } = this.parts;
    machine.burnt.push(...this.setAside.splice(0));
    machine.shuffleRest();
    this.pressKey(() => side.press({ key: "new-shoe" }, CROUPIER));
    burnCards(side, machine, pack.cards);
  }

  stopIfOver(): void {
    if (this.isOver) throw new RoundOver("the round has its verdict");
  }

  #nameUnread(laid: LaidCard): void {
    if (!laid.unread || !laid.up || this.isOver) return;
    if (this.#isNamingRefused) {
      this.doubts.add("unread");
      // With bets open no round is given up.
      this.#closeBetsLate();
      throw new RoundOver("a card lies there that nobody can read");
    }
    const { side } = this.parts;
    const key = { key: "card-is", round: side.screen.round, n: laid.n, face: laid.card.face } as const;
    for (const by of [CROUPIER, JEFE]) this.pressKey(() => side.press(key, by));
    this.named.add(laid.card);
    laid.unread = false;
    recordNaming(this, laid.card);
  }

  pressKey(key: () => boolean): boolean {
    return pressKey(this.parts.side, key);
  }

  dealPacket(to: HandName, cards: number, up: (at: number) => boolean): void {
    this.#beginAction();
    noticeSeat(this, to);
    if (!this.cloth.isIn(to) || makeMistake(this, to, false)) return;
    const befell = this.takeFault(FAULTS_AT_PACKET);
    if (befell !== null) applyWorldFault(this, befell);
    this.stopIfOver();
    const wrong = this.takeFault(["packet-short", "packet-over"]);
    const size = wrong === "packet-short" ? cards - 1 : wrong === "packet-over" ? cards + 1 : cards;
    const drawn = Array.from({ length: size }, () => this.drawCard());
    for (const [at, card] of drawn.entries()) {
      this.cloth.layCard(to, card, ++this.cards, up(at));
      recordReading(this, card);
    }
    this.parts.side.emitEvent({ e: "packet", cards: drawn }, CARD_US * (1 + size / 2));
    if (wrong === null) return;
    this.setFact("hand-count", `${to === "bank" ? "bank" : "player"}-${wrong.slice("packet-".length)}`);
    if (to !== "bank" && this.takesOut("hand-count")) this.cloth.handOf(to).state = "out";
  }

  announce(who: HandName, move: Move, cards?: readonly number[]): void {
    // Who is out by a rule is not asked.
    if (!this.cloth.isIn(who)) return;
    this.#beginAction();
    const { side } = this.parts;
    noticeSeat(this, null);
    applyFaultBetweenCards(this, NO_CARD_IS_DUE.includes(move), move === "first");
    noticeUnsaid(this, null);
    if (noticeUnturned(this, { who, move })) return;
    const slip = this.takeFault(SLIPS_AT_WORDS);
    const isUnkeyed = slip !== null && slipAtWord(this, slip, who, move);
    if (this.cards > 0) this.isAnnounced = true;
    if (isUnkeyed) return;
    if (move === "lay-down") this.cloth.turnFaceUp(who);
    const { round } = side.screen;
    const places = cards === undefined ? {} : { cards };
    const key = { key: "move", round, who, move, ...places } as const;
    const isTaken = this.pressKey(() => side.press(key, CROUPIER));
    // Where nobody has anything to say any more the hand is only turned.
    if (move === "lay-down" && !isTaken)
      this.pressKey(() => side.press({ key: "turn", round, hand: who }, CROUPIER));
    if (slip === "key-twice" && this.pressKey(() => side.press(key, CROUPIER)))
      this.wronglyTaken.push(`${move} of ${who}, twice`);
    if (move === "lay-down") this.nameUnreadOf(who);
  }

  /** Cards of a hand that lies open now, and that the machine could not read. */
  nameUnreadOf(hand: HandName): void {
    for (const laid of this.cloth.handOf(hand).cards) this.#nameUnread(laid);
  }

  turnFaceUp(hand: HandName, cards?: number): void {
    // Nobody turns what lies face up already, also where the turn before ended the round.
    const isDown = this.cloth
      .handOf(hand)
      .cards.slice(0, cards)
      .some(({ up }) => !up);
    if (!this.cloth.isIn(hand) || !isDown) return;
    this.#beginAction();
    const { side } = this.parts;
    noticeUnsaid(this, null);
    noticeUnturned(this, null);
    noticeSeat(this, null);
    omitTurning(this, hand);
    applyFaultBetweenCards(this, this.parts.game.noCardAtTurns);
    this.cloth.turnFaceUp(hand, cards);
    this.pressKey(() => side.press({ key: "turn", round: side.screen.round, hand }, CROUPIER));
    this.nameUnreadOf(hand);
  }

  layDown(hand: HandName): void {
    if (this.isOver || !this.cloth.isIn(hand) || this.takeFault(["turn-not-keyed"]) === null)
      return this.turnFaceUp(hand);
    this.cloth.turnFaceUp(hand);
    this.unturned = hand;
  }

  forgetsToLayDown(hand: HandName): boolean {
    const { deemed } = this.cloth.handOf(hand);
    // What a rule counts as eight or nine the rule lays down.
    const mayForget = this.cloth.isIn(hand) && deemed === undefined && !this.isHeld;
    return mayForget && this.takeFault(["natural-forgotten"]) !== null;
  }

  explainTurn(hand: HandName, move: "lay-down" | "stand"): void {
    const { side } = this.parts;
    if (side.screen.turnAsked !== hand) return;
    if (!this.pressKey(() => side.press({ key: "move", round: side.screen.round, who: hand, move }, CROUPIER)))
      this.refused.push(`${move} of ${hand}`);
  }

  discardCards(hand: HandName, places: readonly number[]): void {
    const { cards } = this.cloth.handOf(hand);
    for (const at of [...places].sort((a, b) => b - a))
      this.exchanged.push(...cards.splice(at, 1).map(({ card }) => card));
  }

  moveCard(from: HandName, place: number, to: HandName): void {
    const [laid] = this.cloth.handOf(from).cards.splice(place, 1);
    if (laid !== undefined) this.cloth.handOf(to).cards.push(laid);
  }

  foldHand(hand: HandName, how: "folded" | "surrendered" = "folded"): void {
    // Whose hand a rule took away while he was asked can't give it up any more.
    if (this.cloth.isIn(hand)) this.cloth.handOf(hand).state = how;
  }

  /** Two cards came at once; the second lies beside until somebody is to have a card. */
  layBeside(card: PhysicalCard, n: number, unread: boolean): void {
    this.#beside.push({ card, n, up: false, unread });
    this.cloth.shown.add(card.face);
  }

  /** A card that left behind the round before is dealt first; nobody has seen it. */
  carryOver(card: PhysicalCard): void {
    this.#beside.push({ card, n: ++this.cards, up: false, unread: false });
  }

  /** A card that was drawn too soon lies there until this hand is to have one. */
  reserve(hand: HandName, laid: LaidCard): void {
    this.#reserved.set(hand, [...(this.#reserved.get(hand) ?? []), laid]);
  }

  /** Cards that lie beside and were not used. */
  get besideCards(): readonly PhysicalCard[] {
    return [...this.#beside, ...[...this.#reserved.values()].flat()].map(({ card }) => card);
  }

  leaveUnnamed(): void {
    this.#isNamingRefused = true;
  }

  /** What the law makes of the card in question because of this fact. */
  hasEffect(effect: CardEffect, fact: string): boolean {
    return rulesOn(this.parts.pack, this.facts, fact).some((rule) => rule.effect === effect);
  }

  /** The law takes the hand in question out of the round. */
  takesOut(fact: string): boolean {
    return rulesOn(this.parts.pack, this.facts, fact).some(
      ({ verdict, scope, effect }) => effect === "hand-out" || (verdict === "void" && scope === "hand"),
    );
  }

  /** A card of this hand is set aside. */
  burnCard(hand: HandName, laid: LaidCard): void {
    const { cards } = this.cloth.handOf(hand);
    cards.splice(cards.indexOf(laid), 1);
    this.setAside.push(laid.card);
    // Nothing hangs on its face any more.
    this.named.delete(laid.card);
  }
}

/** No card is due then. */
const NO_CARD_IS_DUE: readonly Move[] = ["bet", "check", "fold", "set", "first", "exchange"];
