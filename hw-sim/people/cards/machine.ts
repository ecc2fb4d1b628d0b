import { rankOf } from "../../../src/cards/card.ts";
import type { Deck } from "../../../src/cards/decks.ts";
import type { CardGame } from "../../../src/rules/card-game.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import type { Mode } from "../../models/shoe/device/events.ts";
import { feedCardsBack, shuffleByBatch, shuffleByHand } from "./shuffle.ts";
import { type Coding, drawForeignCard, freshCards, type PhysicalCard, twinOf } from "./stock.ts";
import type { TableSide } from "./table-side.ts";

/** `shoe`: cards shuffled by hand, in a reading sabot. `batch`: a shuffler that counts them. `continuous`: it takes them back. */
export type MachineKind = "shoe" | "batch" | "continuous";
/** The kinds as the device's identity tells them (docs/devices/tirada-shoe.md). */
export const DEVICE_KIND: Readonly<Record<MachineKind, 1 | 2 | 3>> = { shoe: 1, batch: 2, continuous: 3 };

/** What may be wrong with a load. */
export type LoadFault =
  | "missing-card"
  | "duplicate"
  | "foreign-card"
  | "jam-shuffling"
  | "cycle-incomplete"
  | "no-cut-card"
  | "count-wrong";

/** A card is out, its message on the wire, and a suspected repeat settled. */
export const CARD_US = 110_000;
const STAGE_US = 60_000;
/** Cards that are taken back at once by a continuous machine. */
const FEED_BACK_AT = 20;

export interface MachineOptions {
  readonly kind: MachineKind;
  readonly game: CardGame;
  readonly decks: readonly Deck[];
  readonly coding: Coding;
  readonly mode: Mode;
  readonly random: RandomSource;
}

/** Where every physical card of the table is. The device's electronics know nothing of it but what passes their sensors. */
export class Machine {
  readonly kind: MachineKind;
  readonly #options: MachineOptions;
  /** The cards of the decks that are loaded, or were last, wherever they are. */
  ownCards: readonly PhysicalCard[];
  /** With two decks that are played alternately: the deck that lies aside while the other is in the machine; otherwise none. */
  #aside: readonly PhysicalCard[] = [];
  #isPlayed = false;
  #uids: number;
  /** The next to leave first. */
  inside: PhysicalCard[] = [];
  discard: PhysicalCard[] = [];
  burnt: PhysicalCard[] = [];
  /** Cards behind the cut card; null: none is in the pack, or it has come out. */
  cutBehind: number | null = null;
  /** What is wrong with the load, as far as the people at the table know; null: nothing. */
  loadFault: LoadFault | null = null;
  /** A card left since the load that its sensors did not see. */
  isBlind = false;
  /** Cards that left and that no reader read; of some of them people told the face. */
  readonly unread = new Set<PhysicalCard>();
  readonly named = new Set<PhysicalCard>();

  constructor(options: MachineOptions) {
    this.kind = options.kind;
    this.#options = options;
    this.ownCards = freshCards(options.decks, options.coding);
    this.#uids = this.ownCards.length;
    const { byTurns } = options.game.decks;
    if (byTurns !== undefined && options.decks.length === 2) {
      const half = this.ownCards.length / 2;
      this.#aside = this.ownCards.slice(half);
      this.ownCards = this.ownCards.slice(0, half);
    }
    this.discard = [...this.ownCards];
  }

  get mode(): Mode {
    return this.#options.mode;
  }

  /** Cards that the decks should have. */
  get loaded(): number {
    return this.ownCards.length;
  }

  newUid(): number {
    return this.#uids++;
  }

  /** All cards in, shuffled, cut, and ready. False: the machine says that something is wrong, and is not ready. */
  load(side: TableSide, fault: LoadFault | null): boolean {
    const { random, kind, mode, game } = this.#options;
    this.loadFault = fault;
    this.isBlind = false;
    // A deck that was dealt from makes room for the other.
    if (this.#isPlayed && this.#aside.length > 0) [this.ownCards, this.#aside] = [this.#aside, this.ownCards];
    this.#isPlayed = false;
    const cards = this.#gatherCards(fault);
    side.emitEvent({ e: "lid", which: "lid", open: true }, STAGE_US);
    side.emitEvent({ e: "stage", stage: "loading", mode }, STAGE_US);
    side.emitEvent({ e: "lid", which: "lid", open: false }, STAGE_US);
    this.discard = [];
    this.burnt = [];
    this.inside = kind === "shoe" ? shuffleByHand(cards, random) : shuffleByBatch(cards, random);
    if (kind !== "shoe" && !this.#machineShuffles(side, fault)) return false;
    this.cutBehind = fault === "no-cut-card" ? null : this.#drawCutCardPlace(game);
    this.reportLevel(side);
    side.emitEvent({ e: "stage", stage: "ready", mode }, STAGE_US);
    return true;
  }

  /** Everything that does not lie on the table is shuffled by hand and cut; the cards on it stay. */
  shuffleRest(): void {
    this.inside = shuffleByHand([...this.inside, ...this.discard, ...this.burnt], this.#options.random);
    this.discard = [];
    this.burnt = [];
    this.cutBehind = this.#drawCutCardPlace(this.#options.game);
  }

  #machineShuffles(side: TableSide, fault: LoadFault | null): boolean {
    side.emitEvent({ e: "stage", stage: "shuffling" }, STAGE_US);
    if (fault === "jam-shuffling") {
      side.emitEvent({ e: "jam", where: "shuffler" }, STAGE_US);
      return false;
    }
    if (fault === "cycle-incomplete") {
      side.emitEvent({ e: "warning", code: "incomplete-cycle" }, STAGE_US);
      return false;
    }
    side.emitEvent({ e: "stage", stage: "verifying" }, STAGE_US);
    const cards = this.inside.length;
    const unknown = this.inside.filter((card) => card.foreign !== undefined).length;
    side.emitEvent({ e: "count", cards, expected: this.loaded, unknown }, STAGE_US);
    if (cards === this.loaded && unknown === 0) return true;
    side.emitEvent({ e: "warning", code: cards === this.loaded ? "identity-wrong" : "count-wrong" }, STAGE_US);
    return false;
  }

  /** The house's own cards, with what went wrong when they were gathered. */
  #gatherCards(fault: LoadFault | null): PhysicalCard[] {
    const { random } = this.#options;
    const cards = [...this.ownCards];
    const at = random.below(cards.length);
    const victim = cards[at];
    if (victim === undefined) return cards;
    if (fault === "missing-card" || fault === "count-wrong") cards.splice(at, 1);
    if (fault === "duplicate") cards[random.below(cards.length)] = twinOf(victim, this.newUid());
    if (fault === "foreign-card")
      cards[at] = drawForeignCard(random, random.pick(["blank", "unknown-code", "other-deck"]), this.newUid());
    return cards;
  }

  /** A continuous machine has none (Chile, ll. 882–884: the cut card is put aside). */
  #drawCutCardPlace({ cutCard }: CardGame): number | null {
    if (cutCard === null || this.kind === "continuous") return null;
    const { behind } = cutCard;
    if (behind === "not-stated") return 52;
    return "exactly" in behind ? behind.exactly : behind.atLeast + this.#options.random.below(10);
  }

  /** The level sensor says how many cards are left, as well as it can. */
  reportLevel(side: TableSide): void {
    const left = this.inside.length;
    side.emitEvent({ e: "level", atLeast: Math.max(0, left - 6), atMost: left + 6 }, STAGE_US);
  }

  /** The cut card lies next. */
  get isCutCardNext(): boolean {
    return this.cutBehind !== null && this.inside.length <= this.cutBehind;
  }

  /** Nobody put the cut card in, and by the game's exact count it should have come by now. */
  get isPastCut(): boolean {
    const behind = this.#options.game.cutCard?.behind;
    if (this.loadFault !== "no-cut-card" || typeof behind !== "object" || !("exactly" in behind)) return false;
    return this.inside.length < behind.exactly;
  }

  /** Draws the cut card out of the exit. */
  drawCutCard(side: TableSide): void {
    this.cutBehind = null;
    side.emitEvent({ e: "cut-card", where: "next" }, CARD_US);
    side.emitEvent({ e: "cut-card", where: "passed" }, CARD_US);
  }

  takeNext(): PhysicalCard | null {
    this.#isPlayed = true;
    const card = this.inside.shift() ?? null;
    if (card !== null) for (const past of [this.unread, this.named]) past.delete(card);
    return card;
  }

  /** All that the code on this card tells was read when it left. */
  hasRead(card: PhysicalCard): boolean {
    return !this.unread.has(card);
  }

  /** The face of this card was read when it left, or told since. */
  knowsFace(card: PhysicalCard): boolean {
    return this.hasRead(card) || this.named.has(card);
  }

  /** A continuous machine gets its discards back once enough lie there. Where each goes only the machine decides. */
  feedDiscardsBack(side: TableSide): void {
    if (this.kind !== "continuous" || this.discard.length < FEED_BACK_AT) return;
    this.inside = feedCardsBack(this.inside, this.discard, this.#options.random);
    const cards = this.discard.length;
    this.discard = [];
    side.emitEvent({ e: "fed-back", cards }, CARD_US);
  }
}

export type BurnFault = "short" | "over";

/** Cards that are burnt out of a new shoe before its first round. Returns how many too few (below 0) or too many have left. */
export function burnCards(
  side: TableSide,
  machine: Machine,
  { burn }: CardGame,
  fault: BurnFault | null = null,
): number {
  const wrong = burn.rule === "none" || fault === null ? 0 : fault === "over" ? 1 : -1;
  const one = (): void => {
    const card = machine.takeNext();
    if (card === null) return;
    machine.burnt.push(card);
    if (card.foreign === "blank" || card.foreign === "unknown-code")
      side.emitEvent({ e: "foreign", blank: card.foreign === "blank" }, CARD_US);
    else side.emitEvent({ e: "pass", cards: [card] }, CARD_US);
  };
  if (burn.rule === "fixed") for (let at = 0; at < burn.cards + wrong; at++) one();
  if (burn.rule !== "first-card-value") return wrong;
  one();
  const [first] = machine.burnt;
  const rank = first === undefined ? "A" : (rankOf(first.face) ?? "A");
  // Ace 1, figures and tens as the game says (Cantabria, ll. 2143–2148; País Vasco, l. 1626).
  const more = rank === "A" ? 1 : /^[2-9]$/.test(rank) ? Number(rank) : burn.cards;
  for (let at = 0; at < more + wrong; at++) one();
  return wrong;
}
