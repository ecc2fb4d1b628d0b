import type { CardPack } from "../../../src/rules/pack.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { Dealing } from "./dealing.ts";
import { RoundOver } from "./round-events.ts";
import {
  burnOf,
  loadOf,
  planBurn,
  planLoad,
  planRound,
  possibleFaults,
  possibleLoadings,
  type FaultKind,
  type FaultPlan,
  type FaultProfile,
  type LoadingFault,
} from "./fault-plans.ts";
import type { Game, Outcome } from "./cloth.ts";
import type { ScriptedReadings } from "./scripted-readings.ts";
import { burnCards, CARD_US, type Machine } from "./machine.ts";
import { noticeSeat } from "./people-errors.ts";
import { answerCardAsked, contestLate, noticeUnsaid, noticeUnturned } from "./slips.ts";
import { CROUPIER, JEFE, pressKey, type TableSide } from "./table-side.ts";
import type { PhysicalCard } from "./stock.ts";
import { type RoundTruth, truthOf, UNDEALT_ROUND } from "./truth.ts";
import { applyFaultAfterRound } from "./card-faults.ts";

const KEY_US = 20_000;
const PAUSE_US = 250_000;
/** Tries to make a shoe ready before the table counts as stuck. */
const TRIES_MAX = 6;
const ONE_DECK = 60;
/** A round's fault strikes at one of its first cards or words; the shortest rounds have four. */
const LATEST_FAULT = 6;

export interface DealerOptions {
  readonly pack: CardPack;
  readonly game: Game;
  readonly machine: Machine;
  readonly readings: ScriptedReadings;
  readonly profile: FaultProfile;
  readonly random: RandomSource;
  /** Faults of the round that begins, beside those by chance; absent: none is asked for. */
  readonly asked?: () => readonly FaultKind[];
  /** What is wrong with the shoe that is made ready, of what can be; null, or absent: what chance decides. */
  readonly askedLoading?: (possible: readonly LoadingFault[]) => LoadingFault | null;
}

/** The table does not go on, whatever people do: what they tried last. */
export class TableStuck extends Error {
  override readonly name = "TableStuck";
}

/** The people of one table, from opening it on, round after round. */
export class Dealer {
  readonly #side: TableSide;
  readonly #options: DealerOptions;
  #isFresh = false;
  #seats: readonly number[] = [];
  #areSeatsDeclared = true;
  /** The round under way, so that the leak check knows what is up. */
  dealing: Dealing | null = null;
  #lastDealing: Dealing | null = null;
  #mustReload = false;
  /** A card lies face up in the exit for the next round. */
  #exposedNext = false;
  /** Faults that found no moment yet, and what this table can have at all. */
  #plansOwed: readonly FaultPlan[] = [];
  readonly #kinds: readonly FaultKind[];
  /** Cards burnt too few of the shoe that is in play, or one too many. */
  #burnWrong = 0;
  /** Another device stands in the place of the one that was loaded. */
  #isOther = false;
  /** Cards that left behind the round before and are dealt first in the next. */
  #carried: readonly PhysicalCard[] = [];
  /** Keys about rounds that were over, which the unit refused. */
  readonly #refusedLate: string[] = [];
  /** A message of the round before may be missing still. */
  #wasGarbled = false;

  constructor(side: TableSide, options: DealerOptions) {
    this.#side = side;
    this.#options = options;
    const { pack, game, machine } = options;
    this.#kinds = possibleFaults({ pack, game, side, isPackets: machine.mode === "packets" });
  }

  /** Faults that can come about at this table. */
  get possible(): readonly FaultKind[] {
    return this.#kinds;
  }

  /** Faces that everybody at the table has seen in this round or the one before. */
  isPublic(face: PhysicalCard["face"]): boolean {
    return this.dealing?.cloth.shown.has(face) === true || this.#lastDealing?.cloth.shown.has(face) === true;
  }

  /** The machine has the cards of this round elsewhere than they lie, and nobody told it. */
  get isMisled(): boolean {
    return (
      this.dealing?.isMisled === true || (this.dealing?.unobservable.size ?? 0) > 0 || this.#burnWrong !== 0
    );
  }

  openTable(): void {
    pressKey(this.#side, () => this.#side.press({ key: "open-table" }, JEFE));
  }

  /**
   * One round from open bets until its cards are collected. `settled` hears of it while its cards lie on the table, `collected`
   * once they are gone.
   */
  playRound(settled: (truth: RoundTruth) => void, collected: (truth: RoundTruth) => void): void {
    this.#lastDealing = this.dealing;
    this.dealing = null;
    if (this.#prepareRound(settled)) return;
    const dealing = this.#dealRound();
    // The table went back to waiting for its shoe before a card had left: no round was begun.
    if (this.#side.screen.phase === "waiting" || this.#side.screen.phase === "preparing") {
      // Put in its place before a card had left, or opened: it is loaded before anybody deals on.
      this.#mustReload = true;
      return this.#clearCloth(dealing);
    }
    const truth = truthOf(dealing, this.#outcome);
    // Where something else waits for a person, the round is asked about already.
    const isPlain = this.#side.screen.phase === "result" && dealing.faults.length === 0;
    const isContested = isPlain && dealing.takesFault("contested-late");
    settled({ ...truth, refused: [...truth.refused, ...this.#refusedLate.splice(0)] });
    this.#collectCards(dealing);
    collected(truth);
    if (isContested) contestLate(this.#side, truth.round, this.#refusedLate);
  }

  /** A shoe that is ready, and bets open. Where the law annuls the round before it began, that round is over at once. */
  #prepareRound(settled: (truth: RoundTruth) => void): boolean {
    const { machine } = this.#options;
    const everyRound = machine.loaded < ONE_DECK;
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const { phase, round } = this.#side.screen;
      if (ENDED_PHASES.includes(phase)) {
        settled({ ...UNDEALT_ROUND, ...this.#truthBeforeCards(phase), round });
        pressKey(this.#side, () => this.#side.press({ key: "collect", round }, CROUPIER));
        this.#burnWrong = 0;
        return true;
      }
      if (phase === "betting" && !this.#mustReload && (!everyRound || this.#isFresh)) return false;
      if (this.#burnWrong !== 0 && !this.#mustReload) return this.#handleWrongBurn(settled);
      this.#loadNewShoe(tries > 0);
    }
    throw new TableStuck(
      `no bets open after ${TRIES_MAX} new shoes; the screen says ${this.#side.screen.phase}`,
    );
  }

  /** A round that had its verdict before its first card: annulled for the one before, or its shoe is not what it should be. */
  #truthBeforeCards(phase: string): Partial<RoundTruth> {
    const { loadFault, isBlind } = this.#options.machine;
    if (phase === "void") return { isCarried: true };
    if (this.#burnWrong > 0)
      return { faults: ["burn-over"], facts: { "early-card": true }, excuses: ["burn-over"] };
    if (isBlind) return { facts: { "count-wrong": true }, doubts: ["a card left unseen"] };
    return loadFault === null
      ? {}
      : { faults: [loadFault], facts: { "count-wrong": true }, doubts: [loadFault] };
  }

  #loadNewShoe(isRepair: boolean): void {
    const { machine, profile, random, pack } = this.#options;
    const side = this.#side;
    machine.discard.push(...this.#carried);
    this.#carried = [];
    const asked = isRepair ? null : this.#askedLoading();
    const fault = isRepair ? null : (loadOf(asked) ?? planLoad(profile, random, machine.kind));
    this.#isFresh = true;
    if (this.#exposedNext) side.emitEvent({ e: "face-up", where: "exit", on: false }, CARD_US);
    this.#exposedNext = false;
    this.#mustReload = false;
    this.#isOther = false;
    if (!machine.load(side, fault)) {
      // The technician clears it, the jefe de mesa acknowledges what the machine says, and the cards are loaded again.
      side.emitEvent({ e: "jam-cleared" }, KEY_US);
      side.acknowledgeWarnings(JEFE);
      side.wait(PAUSE_US);
      this.#isFresh = false;
      return;
    }
    if (machine.kind === "shoe" && random.oneIn(3))
      pressKey(side, () => side.press({ key: "new-shoe" }, CROUPIER));
    const burns = isRepair ? null : (burnOf(asked) ?? planBurn(profile, random));
    // The one too many leaves while the machine believes that a round begins.
    this.#burnWrong = burns === "over" ? 1 : 0;
    this.#burnWrong = burnCards(side, machine, pack.cards, burns);
    side.wait(KEY_US);
  }

  #askedLoading(): LoadingFault | null {
    const { askedLoading, pack, machine } = this.#options;
    return askedLoading?.(possibleLoadings(pack, machine.kind)) ?? null;
  }

  /**
   * One card too few was burnt: the croupier sees that the screen still waits, or deals on. One too many: it is the first card of a
   * round that nobody deals; the jefe de mesa gives it up, or the croupier deals on behind it. True: the round is over.
   */
  #handleWrongBurn(settled: (truth: RoundTruth) => void): boolean {
    const { random, machine } = this.#options;
    const side = this.#side;
    if (random.oneIn(2)) return false;
    if (this.#burnWrong < 0) {
      const card = machine.takeNext();
      if (card !== null) {
        machine.burnt.push(card);
        side.emitEvent({ e: "pass", cards: [card] }, CARD_US);
      }
    } else {
      const { round } = side.screen;
      settled({ ...UNDEALT_ROUND, faults: ["burn-over"], doubts: ["burn-over"], round });
      pressKey(side, () => side.press({ key: "collect", round }, JEFE));
    }
    const isOver = this.#burnWrong > 0;
    this.#burnWrong = 0;
    return isOver;
  }

  #dealRound(): Dealing {
    const { pack, game, machine, readings, profile, random, asked } = this.#options;
    const side = this.#side;
    const [plan = null, ...more] = planRound(profile, random, {
      kinds: this.#kinds,
      owed: this.#plansOwed,
      asked: asked?.() ?? [],
      cards: LATEST_FAULT,
    });
    if (game.hasSeats) this.#seatPlayers();
    const parts = { side, machine, readings, pack, game, random, seats: this.#seats, plan, more };
    const dealing = new Dealing(parts);
    this.dealing = dealing;
    for (const card of this.#carried) dealing.carryOver(card);
    this.#carried = [];
    if (this.#isOther) dealing.doubts.add("exchanged");
    if (this.#wasGarbled) dealing.excuses.add("garbled-before");
    this.#dealOnAfterWrongBurn(dealing);
    dealing.isEarly = dealing.takesFault("early-card");
    if (dealing.isEarly) {
      dealing.isCallOwed = pack.cards.betsClose === "call";
      if (dealing.isCallOwed) dealing.setFact("early-card", true);
    } else if (pack.cards.betsClose === "call" || random.oneIn(4))
      pressKey(side, () => side.press({ key: "no-more-bets" }, CROUPIER));
    dealing.isExposed = this.#exposedNext;
    this.#exposedNext = false;
    this.#outcome = this.#playGame(dealing, game);
    this.#isFresh = false;
    this.#plansOwed = dealing.waiting;
    this.#isOther ||= dealing.faults.includes("exchanged");
    this.#wasGarbled = dealing.faults.includes("garbled");
    return dealing;
  }

  /** The croupier deals from a shoe of which another number of cards is burnt than the machine waits for. */
  #dealOnAfterWrongBurn(dealing: Dealing): void {
    if (this.#burnWrong === 0) return;
    dealing.unobservable.add(this.#burnWrong < 0 ? "burn-short" : "burn-over");
    dealing.isMisled = true;
    dealing.burnOwed = Math.max(0, -this.#burnWrong);
    this.#burnWrong = 0;
  }

  #outcome: Outcome | null = null;

  #playGame(dealing: Dealing, game: Game): Outcome | null {
    try {
      const outcome = game.play(dealing);
      answerCardAsked(dealing);
      noticeUnsaid(dealing, null);
      noticeUnturned(dealing, null);
      noticeSeat(dealing, null);
      if (dealing.besideCards.length > 0) {
        dealing.setFact("extra-card", "after-round");
        // Which of the cards that stuck together is the one too many nobody can see.
        if (dealing.faults.includes("stuck")) dealing.excuses.add("stuck-card-choice");
      }
      this.#exposedNext = applyFaultAfterRound(dealing);
      return outcome;
    } catch (error) {
      // What ends a round before its cards are all dealt may decide it.
      if (error instanceof RoundOver) return game.settled?.(dealing) ?? null;
      throw error;
    }
  }

  #seatPlayers(): void {
    const { pack, random } = this.#options;
    const most = pack.cards.seats?.most ?? 1;
    // Players stay for a while; the key is pressed when they change, now and then for nothing, and again when it was refused.
    if (this.#seats.length > 0 && this.#areSeatsDeclared && !random.oneIn(4)) return;
    if (this.#areSeatsDeclared) {
      const seats = Array.from({ length: most }, (_, at) => at + 1).filter(() => random.oneIn(2));
      const least = pack.cards.seats?.least?.count ?? Math.min(2, most);
      this.#seats = seats.length < least ? Array.from({ length: least }, (_, at) => at + 1) : seats;
    }
    const key = { key: "seats", seats: this.#seats } as const;
    this.#areSeatsDeclared = pressKey(this.#side, () => this.#side.press(key, CROUPIER));
  }

  #collectCards(dealing: Dealing): void {
    const { machine, random } = this.#options;
    const side = this.#side;
    const { phase, round } = side.screen;
    if (phase === "void" && random.oneIn(3)) side.confirmVoid(JEFE);
    const by = ENDED_PHASES.includes(phase) ? CROUPIER : JEFE;
    // What left behind the verdict is set aside with its round.
    const { outside } = side.screen;
    if (outside.length > 0)
      pressKey(side, () => side.press({ key: "put-right", round, cards: outside, to: "discard" }, CROUPIER));
    const isTaken = pressKey(side, () => side.press({ key: "collect", round }, by));
    // By the machine no card of the round has left at all: a new shoe it is, and the round that it opened.
    if (!isTaken && phase === "betting" && dealing.excuses.size > 0) {
      this.#mustReload = true;
      return this.#clearCloth(dealing);
    }
    if (!isTaken)
      throw new TableStuck(`round ${round}: the cards cannot be collected; the screen says ${phase}`);
    this.#clearCloth(dealing);
    machine.feedDiscardsBack(side);
    if (random.oneIn(8)) machine.reportLevel(side);
    // Who found a card of no deck of his table does not deal on from that shoe.
    const isForeign = machine.loadFault !== null && dealing.doubts.has("foreign");
    this.#mustReload = isForeign || dealing.faults.some((kind) => kind.startsWith("foreign"));
  }

  /** Everything that lies on the cloth goes to the discard. */
  #clearCloth(dealing: Dealing): void {
    const { machine } = this.#options;
    const used = [
      ...dealing.cloth.allCards().map(({ card }) => card),
      ...dealing.setAside,
      ...dealing.besideCards,
      ...dealing.exchanged,
    ];
    machine.discard.push(...used);
    this.#carried = dealing.carried;
  }
}

const ENDED_PHASES: readonly string[] = ["result", "void", "undecided", "aborted"];
