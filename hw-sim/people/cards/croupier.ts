import { PACE, type TableScreen, type PlayedSide } from "./played-side.ts";
import { Dealing } from "./dealing.ts";
import { RoundOver } from "./round-events.ts";
import type { PhysicalCard } from "./stock.ts";
import {
  burnOf,
  loadOf,
  possibleFaults,
  possibleLoadings,
  type FaultKind,
  type FaultPlan,
  type LoadingFault,
} from "./fault-plans.ts";
import { OwedFaults, type WantedFault } from "./owed-faults.ts";
import type { Game, LaidCard } from "./cloth.ts";
import type { ScriptedReadings } from "./scripted-readings.ts";
import { burnCards, CARD_US, type Machine } from "./machine.ts";
import { CROUPIER, JEFE } from "./table-side.ts";
import type { CardPack } from "../../../src/rules/pack.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { US_PER_MS, US_PER_S } from "../../../src/time/instant.ts";
import { countOf } from "../../../src/rules/house-outcome.ts";
import { ThrowingSide } from "./croupier-dice.ts";

export interface CroupierParts {
  readonly pack: CardPack;
  readonly game: Game;
  readonly machine: Machine;
  readonly readings: ScriptedReadings;
  readonly random: RandomSource;
  /** What goes wrong, of a scenario; left out: what a demonstration shows. */
  readonly wanted?: readonly WantedFault[] | undefined;
}

/** Pauses in the simulator's time; a visitor sees them {@link PACE} times as long. */
const seconds = (human: number): number => Math.round((human * US_PER_S) / PACE);
const BETS_US = seconds(4);
/** Half of the time that a verdict stands. */
const RESULT_US = seconds(3);
const LOOK_US = seconds(1);
const SETTLE_US = 40 * US_PER_MS;
/** How often the croupier looks again before he concludes that the screens differ from the cloth. */
const LOOKS_MAX = 60;
/** Ordinary rounds at the start and between two incidents; sometimes up to two more. */
const ORDINARY_ROUNDS = 2;
const MORE_ORDINARY = 3;
/** Tries after which an incident that cannot happen in this game is given up. */
const TRIES_MAX = 2;
const CARDS_BEFORE = 4;

/** What a demonstration shows of what may go wrong, in this order and over again. */
export const INCIDENTS: readonly FaultKind[] = [
  "unread",
  "face-up",
  "extra-after",
  "declared",
  "stuck",
  "cable",
  "extra-in-deal",
  "unread",
  "early-card",
  "bounce",
  "jam",
  "lid",
];

const ENDED: readonly string[] = ["result", "void", "undecided", "aborted"];
/** No card of the round has left; somebody may have closed the bets already. */
const READY: readonly string[] = ["betting", "no-more-bets"];

/**
 * The people of a demonstrated card table. They look at the screens before each round and after it, so that whatever somebody at
 * the control page presses, or the table loses, they go on from where the table is.
 */
export class Croupier {
  readonly #side: PlayedSide;
  readonly #parts: CroupierParts;
  /** Of a scenario; null: there is none. */
  readonly #owed: OwedFaults | null;
  #rounds = 0;
  #incidents = 0;
  /** The round, from 0, that has the next one. */
  #incidentAt = ORDINARY_ROUNDS;
  /** How often the present incident was tried. */
  #tries = 0;
  /** The cards in the machine are not to be dealt from any more. */
  #mustReload = true;

  constructor(side: PlayedSide, parts: CroupierParts) {
    this.#side = side;
    this.#parts = parts;
    this.#owed = parts.wanted === undefined ? null : new OwedFaults(parts.wanted);
  }

  /** One round from wherever the table is until its cards are collected. Returns as well when the table needs something first. */
  playRound(): void {
    const { screen } = this.#side;
    if (!screen.open) return this.#side.wait(LOOK_US);
    // Annulled before its first card, or left from before a restart.
    if (ENDED.includes(screen.phase)) return this.#endRound();
    if (this.#isRunning()) return this.#giveUp();
    if (!READY.includes(screen.phase) || this.#mustReload) return this.#loadShoe();
    if (screen.phase === "betting") this.#side.wait(BETS_US);
    // Somebody may have closed the table meanwhile, or loaded it anew.
    if (!this.#side.screen.open || !READY.includes(this.#side.screen.phase)) return;
    const dealing = this.#deal();
    this.#rounds++;
    this.#countIncident(dealing);
    this.#endRound();
    this.#clearTable(dealing);
  }

  #endRound(): void {
    this.#letVerdictStand();
    this.#collect();
  }

  #loadShoe(): void {
    const { machine, pack } = this.#parts;
    const side = this.#side;
    side.acknowledgeWarnings(JEFE);
    // Whoever opens a machine that is ready to deal has it rest first.
    side.emitEvent({ e: "stage", stage: "idle" }, SETTLE_US);
    const loading = this.#takeLoading();
    this.#carried = [];
    if (!machine.load(side, loadOf(loading))) {
      // The technician clears it, and the cards are loaded again.
      side.emitEvent({ e: "jam-cleared" }, SETTLE_US);
      side.acknowledgeWarnings(JEFE);
      return side.wait(LOOK_US);
    }
    // Where cards are burnt the shoe is not ready before they are; where none are, bets open by themselves.
    if (pack.cards.burn.rule === "none") this.#waitForPhase((phase) => READY.includes(phase));
    else side.wait(LOOK_US);
    burnCards(side, machine, pack.cards, burnOf(loading));
    this.#waitForPhase((phase) => READY.includes(phase));
    this.#mustReload = !READY.includes(side.screen.phase);
    if (this.#mustReload)
      side.say(`the table does not take the new shoe: it says ${side.screen.phase}; once more`);
  }

  #takeLoading(): LoadingFault | null {
    const { pack, machine } = this.#parts;
    const fault = this.#owed?.next(this.#side.seenUs, possibleLoadings(pack, machine.kind)) ?? null;
    if (fault !== null) this.#owed?.settle(fault);
    return fault;
  }

  /** A card that left behind the round before and is dealt first in the next. */
  #carried: readonly PhysicalCard[] = [];

  #deal(): Dealing {
    const { pack, game } = this.#parts;
    const side = this.#side;
    if (game.hasSeats) this.#sitDown();
    const plan = this.#planIncident();
    const isEarly = plan?.kind === "early-card" && pack.cards.betsClose === "call";
    if (side.screen.phase === "betting" && !isEarly && this.#callsBets())
      side.press({ key: "no-more-bets" }, CROUPIER);
    const { seats } = side.screen;
    const count = countOf(pack);
    const at = count === null ? side : new ThrowingSide(side, count, this.#parts.random);
    const dealing = new WatchedDealing({ ...this.#parts, side: at, seats, plan });
    for (const card of this.#carried) dealing.carryOver(card);
    this.#carried = [];
    if (isEarly) {
      dealing.lastFault = "early-card";
      dealing.setFact("early-card", true);
    }
    try {
      game.play(dealing);
      if (dealing.besideCards.length > 0) dealing.setFact("extra-card", "after-round");
      this.#waitForPhase((phase) => ENDED.includes(phase));
      this.#drawExtraCard(dealing);
    } catch (error) {
      if (!(error instanceof RoundOver)) throw error;
    }
    return dealing;
  }

  /**
   * Whether no va más is called; otherwise the first card closes the bets. Who is dealt first is announced only after bets are
   * closed.
   */
  #callsBets(): boolean {
    const { pack, random } = this.#parts;
    const { betsClose, deal } = pack.cards;
    return betsClose === "call" || deal[0]?.step === "first-seat" || random.oneIn(2);
  }

  /** Players stay for a while; as long as the seats on the screens are right, they are not entered again. */
  #sitDown(): void {
    const { pack, random } = this.#parts;
    const side = this.#side;
    if (side.screen.seats.length > 0 && !random.oneIn(5)) return;
    const most = pack.cards.seats?.most ?? 1;
    const all = Array.from({ length: most }, (_, at) => at + 1);
    const seats = all.filter(() => random.oneIn(2));
    const least = pack.cards.seats?.least?.count ?? 2;
    side.press({ key: "seats", seats: seats.length < least ? all.slice(0, least + 1) : seats }, CROUPIER);
  }

  #planIncident(): FaultPlan | null {
    const { random } = this.#parts;
    if (this.#owed !== null) {
      const { pack, game, machine } = this.#parts;
      const side = this.#side;
      const kinds = possibleFaults({ pack, game, side, isPackets: machine.mode === "packets" });
      const wanted = this.#owed.next(side.seenUs, kinds);
      return wanted === null ? null : { kind: wanted, at: 1 + random.below(CARDS_BEFORE) };
    }
    if (this.#rounds < this.#incidentAt) return null;
    const kind = INCIDENTS[this.#incidents % INCIDENTS.length] ?? "unread";
    return { kind, at: 1 + random.below(CARDS_BEFORE) };
  }

  /** Goes on to the next incident once this one has happened, or was tried often enough. */
  #countIncident({ lastFault: struck, parts }: Dealing): void {
    if (parts.plan === null) return;
    this.#incidentAt = this.#rounds + ORDINARY_ROUNDS + this.#parts.random.below(MORE_ORDINARY);
    this.#tries = struck === null ? this.#tries + 1 : TRIES_MAX;
    if (this.#tries < TRIES_MAX) return;
    this.#tries = 0;
    this.#owed?.settle(parts.plan.kind);
    this.#incidents++;
  }

  /** The round has its result, and a card leaves all the same. */
  #drawExtraCard(dealing: Dealing): void {
    const side = this.#side;
    if (
      dealing.parts.plan?.kind !== "extra-after" ||
      dealing.lastFault !== null ||
      side.screen.phase !== "result"
    )
      return;
    side.wait(RESULT_US);
    dealing.lastFault = "extra-after";
    const card = dealing.drawCard();
    side.emitEvent({ e: "pass", cards: [card] }, CARD_US);
    dealing.setFact("extra-card", "after-round");
    // Where the law gives it to the next round, it is the first card of that.
    if (dealing.hasEffect("hold-card", "extra-card")) this.#carried = [card];
    else dealing.setAside.push(card);
  }

  /**
   * Leaves the verdict on the screens for people to read, and presses what waits for the jefe de mesa unless somebody at the
   * page does.
   */
  #letVerdictStand(): void {
    const side = this.#side;
    this.#waitForPhase((phase) => ENDED.includes(phase));
    side.wait(RESULT_US);
    for (const key of side.screen.waiting) side.press(key, JEFE);
    side.wait(RESULT_US);
  }

  #collect(): void {
    const side = this.#side;
    const { phase, round, outside } = side.screen;
    if (this.#isRunning()) return this.#giveUp();
    if (!ENDED.includes(phase)) return;
    side.acknowledgeWarnings(JEFE);
    // What left behind the verdict is set aside with its round.
    if (outside.length > 0) side.press({ key: "put-right", round, cards: outside, to: "discard" }, CROUPIER);
    side.press({ key: "collect", round }, CROUPIER);
    this.#waitForPhase((next) => !ENDED.includes(next));
  }

  /** A round that does not come to its verdict: the jefe de mesa has its cards collected. */
  #giveUp(): void {
    const side = this.#side;
    const { round, isHeld } = side.screen;
    // Nobody decides what a held deal waits for.
    if (!isHeld) side.say(`round ${round} does not come to its verdict: its cards are collected`);
    this.#mustReload = true;
    side.press({ key: "collect", round }, JEFE);
  }

  /** Cards of a round lie on the table, and it has no verdict. */
  #isRunning(): boolean {
    const { phase, hands } = this.#side.screen;
    return phase === "dealing" || (phase === "no-more-bets" && hands.some(({ cards }) => cards > 0));
  }

  #clearTable(dealing: Dealing): void {
    const { machine } = this.#parts;
    const onTable = [
      ...dealing.cloth.allCards().map(({ card }) => card),
      ...dealing.setAside,
      ...dealing.besideCards,
    ];
    machine.discard.push(...onTable, ...dealing.exchanged);
    machine.feedDiscardsBack(this.#side);
  }

  /** Looks until the screens show such a phase, for a while. */
  #waitForPhase(fits: (phase: string) => boolean): void {
    for (let looks = 0; looks < LOOKS_MAX && !fits(this.#side.screen.phase); looks++)
      this.#side.wait(SETTLE_US);
  }
}

/** A deal whose croupier looks at the screens after each card: when they have it elsewhere than he laid it, he stops. */
class WatchedDealing extends Dealing {
  override passLaid(laid: LaidCard): LaidCard {
    const passed = super.passLaid(laid);
    const { side } = this.parts;
    for (let looks = 0; !this.#isInStep(); looks++) {
      if (looks === LOOKS_MAX) throw new RoundOver("the screens have the cards elsewhere than they lie");
      side.wait(SETTLE_US);
    }
    return passed;
  }

  /** What goes wrong by plan moves cards as the law says, and burnt ones are not on the screens. */
  #isInStep(): boolean {
    if (this.lastFault !== null || this.isOver) return true;
    const { hands } = this.#screen;
    return [...this.cloth.hands.values()].every(
      ({ name, cards }) =>
        name === "burnt" || cards.length === (hands.find(({ hand }) => hand === name)?.cards ?? 0),
    );
  }

  get #screen(): TableScreen {
    return this.parts.side.screen as TableScreen;
  }
}
