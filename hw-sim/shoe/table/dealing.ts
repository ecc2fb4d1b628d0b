import type { Move } from "../../../src/people/keys.ts";
import type { CardEffect } from "../../../src/rules/card-game.ts";
import type { CardPack } from "../../../src/rules/pack.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { correct } from "./corrections.ts";
import { discardEarly } from "./declaring.ts";
import type { FaultKind, FaultPlan } from "./faults.ts";
import { Happened } from "./happened.ts";
import { beside, CARD_STRIKES, dealExposed, dealWrong, PACKET_STRIKES, world } from "./wrongs.ts";
import { Cloth, type Acts, type Game, type HandName, type LaidCard, type Moment } from "./hands.ts";
import { rulesOn } from "./law.ts";
import type { ScriptedReadings } from "./scripted-readings.ts";
import { CARD_US, type Machine } from "./machine.ts";
import { mistake, noticeSeat, omitted } from "./mistakes.ts";
import { burnOut } from "./preparing.ts";
import { RoundOver } from "./round-over.ts";
import { CROUPIER, JEFE, pressed, type TableSide } from "./side.ts";
import type { PhysicalCard } from "./stock.ts";
import { isRead } from "./strangers.ts";

/** Phases in which cards of a round are dealt; in all others the croupier stops. */
const PLAYED: readonly string[] = ["betting", "no-more-bets", "dealing"];

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
export class Dealing extends Happened implements Acts {
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
  isSaid = false;
  /** The first card of this round lies face up in the exit already. */
  isExposed = false;
  /** The first card leaves before bets were closed. */
  isEarly = false;
  /** The seat that was passed over in the deal, until somebody says so. */
  forgotten: HandName | null = null;
  /** The next card of this hand is laid to that one, as people wrongly swapped them. */
  swapped: Record<HandName, HandName> = {};
  /** Burnt cards that the machine still waits for. */
  burnOwed = 0;
  /** Cards that left stuck to another one, or too soon, and lie beside it. */
  #beside: LaidCard[] = [];
  #acts = 0;
  #nobodyNames = false;

  constructor(parts: DealingParts) {
    super([...(parts.plan === null ? [] : [parts.plan]), ...(parts.more ?? [])]);
    this.parts = parts;
    this.seats = parts.seats;
    this.isPackets = parts.machine.mode === "packets";
  }

  below(bound: number): number {
    return this.parts.random.below(bound);
  }

  get isOver(): boolean {
    const { phase } = this.parts.side.screen;
    // The machine still counts burnt cards, and nobody looks at its screen.
    return !PLAYED.includes(phase) && !(phase === "preparing" && this.burnOwed > 0);
  }

  strikes(kinds: readonly FaultKind[]): FaultKind | null {
    return this.due(kinds, this.#acts);
  }

  #begin(): void {
    if (this.isOver) throw new RoundOver("the round has its verdict");
    this.#acts++;
  }

  get isHeld(): boolean {
    return this.#beside.length > 0;
  }

  card(wanted: HandName, up: boolean): void {
    const held = this.cloth.isIn(wanted) ? this.#beside.shift() : undefined;
    // It lies there already: the machine may have counted it to this hand by itself.
    if (held !== undefined) return this.#takes(held, wanted, up);
    this.#begin();
    noticeSeat(this, wanted);
    if (!this.cloth.isIn(wanted)) return;
    const to = this.#laidTo(wanted);
    if (this.isExposed) return dealExposed(this, to, up);
    if (this.isEarly && this.cards === 0 && discardEarly(this, to, up)) return;
    if (mistake(this, to, up)) return;
    const fault = this.strikes(CARD_STRIKES);
    if (fault !== null) return dealWrong(this, fault, to, up);
    this.give(to, up);
  }

  #takes(beside: LaidCard, to: HandName, up: boolean): void {
    const laid = { ...beside, up };
    this.cloth.hand(to).cards.push(laid);
    if (up) this.cloth.shown.add(laid.card.face);
    this.#named(laid);
  }

  /** Where the card really goes: a mistake before it has it go to the other hand, once. */
  #laidTo(wanted: HandName): HandName {
    const to = this.swapped[wanted] ?? wanted;
    this.swapped = Object.fromEntries(Object.entries(this.swapped).filter(([hand]) => hand !== wanted));
    return to;
  }

  pause(at: Moment, hand?: HandName): void {
    if (!this.isOver) correct(this, at, hand ?? null);
  }

  /** A card leaves as it should and goes to this hand. */
  give(to: HandName, up: boolean): LaidCard {
    return this.pass(this.draw(), to, up);
  }

  /** This very card passes the exit. */
  pass(card: PhysicalCard, to: HandName, up: boolean): LaidCard {
    return this.passAgain(this.cloth.lay(to, card, ++this.cards, up));
  }

  /** A card that is laid down already passes the exit. */
  passAgain(laid: LaidCard): LaidCard {
    const { side } = this.parts;
    const { card } = laid;
    if (card.foreign === "blank" || card.foreign === "unknown-code") {
      side.happens({ e: "foreign", blank: card.foreign === "blank" }, CARD_US);
      laid.unread = true;
      this.#nobodyNames = true;
      this.doubts.add("foreign");
      this.fact("foreign-card", true);
    } else side.happens({ e: "pass", cards: [card] }, CARD_US);
    isRead(this, card);
    this.#named(laid);
    return laid;
  }

  /** The next card of the machine; before it the cut card, if that lies there. */
  draw(): PhysicalCard {
    const { machine, side } = this.parts;
    if (machine.cutIsNext) {
      machine.drawCut(side);
      this.fact("cut-card", this.cards === 0 ? "first-of-round" : "in-round");
      if (this.isOver) throw new RoundOver("the cut card ended the round");
      if (this.has("wait-for-shuffle", "cut-card")) this.#shuffleRest();
    }
    const card = machine.next();
    if (machine.isPastCut) this.fact("cut-card", "omitted");
    if (card !== null) return card;
    if (machine.loadFault === "no-cut-card") this.fact("cut-card", "omitted");
    side.happens({ e: "stage", stage: "empty" }, CARD_US);
    this.fact("cards-run-out", true);
    throw new RoundOver("the shoe is empty");
  }

  /** The round waits while all but the table's cards are shuffled and cut anew, and the burn is made. */
  #shuffleRest(): void {
    const { machine, side, pack } = this.parts;
    machine.shuffleRest();
    this.press(() => side.press({ key: "new-shoe" }, CROUPIER));
    burnOut(side, machine, pack.cards);
  }

  stopIfOver(): void {
    if (this.isOver) throw new RoundOver("the round has its verdict");
  }

  #named(laid: LaidCard): void {
    if (!laid.unread || !laid.up || this.isOver) return;
    if (this.#nobodyNames) {
      this.doubts.add("unread");
      throw new RoundOver("a card lies there that nobody can read");
    }
    const { side } = this.parts;
    const key = { key: "card-is", round: side.screen.round, n: laid.n, face: laid.card.face } as const;
    for (const by of [CROUPIER, JEFE]) this.press(() => side.press(key, by));
    this.isNamed = true;
    laid.unread = false;
  }

  press(key: () => boolean): boolean {
    return pressed(this.parts.side, key);
  }

  packet(to: HandName, cards: number, up: (at: number) => boolean): void {
    this.#begin();
    noticeSeat(this, to);
    if (!this.cloth.isIn(to) || mistake(this, to, false)) return;
    const befell = this.strikes(PACKET_STRIKES);
    if (befell !== null) world(this, befell);
    this.stopIfOver();
    const wrong = this.strikes(["packet-short", "packet-over"]);
    const size = wrong === "packet-short" ? cards - 1 : wrong === "packet-over" ? cards + 1 : cards;
    const drawn = Array.from({ length: size }, () => this.draw());
    for (const [at, card] of drawn.entries()) {
      this.cloth.lay(to, card, ++this.cards, up(at));
      // Codes of other decks are read in a packet as anywhere.
      if (card.foreign !== undefined) this.fact("foreign-card", true);
      else isRead(this, card);
    }
    this.parts.side.happens({ e: "packet", cards: drawn }, CARD_US * (1 + size / 2));
    if (wrong === null) return;
    this.fact("hand-count", `${to === "bank" ? "bank" : "player"}-${wrong.slice("packet-".length)}`);
    if (to !== "bank" && this.takesOut("hand-count")) this.cloth.hand(to).state = "out";
  }

  say(who: HandName, move: Move, cards?: readonly number[]): void {
    this.#begin();
    const { side } = this.parts;
    noticeSeat(this, null);
    beside(this, NO_CARD_IS_DUE.includes(move));
    if (this.cards > 0) this.isSaid = true;
    if (move === "lay-down") this.cloth.turn(who);
    const { round } = side.screen;
    const places = cards === undefined ? {} : { cards };
    this.press(() => side.press({ key: "move", round, who, move, ...places }, CROUPIER));
    if (move === "lay-down") this.#nameAll(who);
  }

  #nameAll(hand: HandName): void {
    for (const laid of this.cloth.hand(hand).cards) this.#named(laid);
  }

  turn(hand: HandName, cards?: number): void {
    this.#begin();
    // Nobody turns what lies face up already.
    const isDown = this.cloth
      .hand(hand)
      .cards.slice(0, cards)
      .some(({ up }) => !up);
    if (!this.cloth.isIn(hand) || !isDown) return;
    const { side } = this.parts;
    noticeSeat(this, null);
    omitted(this, hand);
    beside(this, this.parts.game.noCardAtTurns);
    this.cloth.turn(hand, cards);
    this.press(() => side.press({ key: "turn", round: side.screen.round, hand }, CROUPIER));
    this.#nameAll(hand);
  }

  discard(hand: HandName, places: readonly number[]): void {
    const { cards } = this.cloth.hand(hand);
    for (const at of [...places].sort((a, b) => b - a))
      this.exchanged.push(...cards.splice(at, 1).map(({ card }) => card));
  }

  moveTo(from: HandName, place: number, to: HandName): void {
    const [laid] = this.cloth.hand(from).cards.splice(place, 1);
    if (laid !== undefined) this.cloth.hand(to).cards.push(laid);
  }

  fold(hand: HandName, how: "folded" | "surrendered" = "folded"): void {
    this.cloth.hand(hand).state = how;
  }

  /** Two cards came at once; the second lies beside until somebody is to have a card. */
  lieBeside(card: PhysicalCard, n: number, unread: boolean): void {
    this.#beside.push({ card, n, up: false, unread });
    this.cloth.shown.add(card.face);
  }

  /** A card that left behind the round before is dealt first; nobody has seen it. */
  begin(card: PhysicalCard): void {
    this.#beside.push({ card, n: ++this.cards, up: false, unread: false });
  }

  /** Cards that lie beside and were not used. */
  get left(): readonly PhysicalCard[] {
    return this.#beside.map(({ card }) => card);
  }

  nobodyNames(): void {
    this.#nobodyNames = true;
  }

  /** What the law makes of the card in question because of this fact. */
  has(effect: CardEffect, fact: string): boolean {
    return rulesOn(this.parts.pack, this.facts, fact).some((rule) => rule.effect === effect);
  }

  /** The law takes the hand in question out of the round. */
  takesOut(fact: string): boolean {
    return rulesOn(this.parts.pack, this.facts, fact).some(
      ({ verdict, scope, effect }) => effect === "hand-out" || (verdict === "void" && scope === "hand"),
    );
  }

  /** A card of this hand is set aside. */
  burn(hand: HandName, laid: LaidCard): void {
    const { cards } = this.cloth.hand(hand);
    cards.splice(cards.indexOf(laid), 1);
    this.setAside.push(laid.card);
  }
}

/** No card is due then. */
const NO_CARD_IS_DUE: readonly Move[] = ["bet", "check", "fold", "set", "first", "exchange"];
