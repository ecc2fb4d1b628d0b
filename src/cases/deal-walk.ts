import type { Face } from "../cards/card.ts";
import type { ShoeMode } from "../table/shoe/observation.ts";
import { outcomePlay, stepPlay } from "../table/shoe/plays/index.ts";
import { stepsFor } from "../table/shoe/plays/deal.ts";
import {
  playsAmongSeats,
  type Due,
  type HandId,
  type StepProgress,
  type PublicDeal,
  type PublicHand,
  type SaidMove,
} from "../table/shoe/plays/play.ts";
import type { Move } from "../people/keys.ts";
import type { CardGame, DealStep } from "../rules/card-game.ts";
import { type DealCase, facesOf, saidOf } from "./deal-cases.ts";

/** How a deal of a case went when it was dealt step by step, as the table would. */
export interface Walk {
  /** The table when the last step was done; null: it could not be dealt so. */
  readonly deal: PublicDeal | null;
  /** Why not, or what was left over. */
  readonly wrong: readonly string[];
  /** What happened, in order: `seat-1 down`, `bank up`, `seat-1 bet`, `bank turned`. */
  readonly events: readonly string[];
}

/** More words and cards than any round has. */
export const MAX_EVENTS = 600;
const NOTHING: StepProgress = { dealt: [], said: [], turned: [] };

/** Words that a hand says only when it wants no more cards: they wait until it has those of the case. */
const LAST_WORDS: readonly Move[] = ["stand", "lay-down", "fold", "surrender"];
/** What is said where the case is silent, the first that is offered. */
const USUAL_WORDS: readonly Move[] = ["bet", "check", "stand", "bets-equal"];

/**
 * Deals the hands of a case by the steps of the game: cards go where the plays say, each hand gets its own in its order, and what
 * was said is said when it is offered. Where the case is silent hands bet, check or stand, and those that fold do so when they
 * have all their cards.
 */
export function walkDeal(game: CardGame, one: DealCase): Walk {
  const mode: ShoeMode = one.machine ?? "one-by-one";
  const steps =
    stepsFor(game.deal, mode) ?? (one.machine === undefined ? stepsFor(game.deal, "packets") : null);
  if (steps === null)
    return { deal: null, wrong: [`a machine of ${mode} is not used in this game`], events: [] };
  const walker = new Walker(game, steps, one);
  const wrong = walker.run();
  return { deal: wrong.length === 0 ? walker.deal : null, wrong, events: walker.events };
}

class Walker {
  deal: PublicDeal;
  readonly events: string[] = [];
  readonly #game: CardGame;
  readonly #steps: readonly DealStep[];
  readonly #one: DealCase;
  readonly #cards: Map<HandId, Face[]>;
  readonly #hidden = new Map<number, Face>();
  readonly #words: { who: string; move: Move; cards: number[] }[];
  #here = NOTHING;
  #n = 0;

  constructor(game: CardGame, steps: readonly DealStep[], one: DealCase) {
    this.#game = game;
    this.#steps = steps;
    this.#one = one;
    this.#words = (one.said ?? []).flatMap((line) => saidOf(line) ?? []);
    this.#cards = cardsToDeal(one, this.#words);
    const seats = Object.keys(one.hands).flatMap((id) => /^seat-(\d+)$/.exec(id)?.[1] ?? []);
    this.deal = {
      seats: seats.map(Number).toSorted((a, b) => a - b),
      isAmongSeats: playsAmongSeats(game.outcome),
      first: null,
      hands: [],
      said: [],
      bound: [],
    };
  }

  run(): readonly string[] {
    for (const [index, step] of this.#steps.entries()) {
      this.#here = NOTHING;
      for (;;) {
        const due = stepPlay(step).due(step, this.deal, this.#here);
        if (due === null) break;
        const stuck = this.events.length > MAX_EVENTS ? "the deal has no end" : this.#doNext(due);
        if (stuck !== null) return [`step ${index + 1} (${step.step}): ${stuck}`];
      }
      const { outcome } = this.#game;
      if (outcome !== null && outcomePlay(outcome).over?.(outcome, this.deal) === true) break;
    }
    return this.#undealt();
  }

  #undealt(): readonly string[] {
    const cards = [...this.#cards].flatMap(([id, left]) =>
      left.length > 0 ? [`the steps never deal ${left.join(" ")} to ${id}`] : [],
    );
    const words = this.#words.map(({ who, move }) => `nobody asks ${who} for "${move}" when the case has it`);
    return [...cards, ...words];
  }

  /** One card, word or turn; says why nothing can be done. */
  #doNext(due: Due): string | null {
    const { card } = due;
    const left = card === null ? [] : (this.#cards.get(card.to) ?? []);
    const word = this.#words[0];
    if (word !== undefined && offers(due, word.who, word.move)) {
      const more = this.#cards.get(word.who)?.length ?? 0;
      if (!LAST_WORDS.includes(word.move) || card?.to !== word.who || more === 0) return this.#sayNextWord(due);
    }
    const [face, ...rest] = left;
    if (card !== null && face !== undefined) {
      this.#cards.set(card.to, rest);
      if (card.means !== null) this.#recordMove(card.means.who, card.means.move, []);
      return this.#putCard(card.to, face, card.up);
    }
    // What is burnt nobody sees: a case that is not about it need not say which cards they are.
    if (card?.to === "burnt" && !card.up && this.#one.hands["burnt"] === undefined)
      return this.#putCard(card.to, null, false);
    const [turn] = due.turn;
    if (turn !== undefined) return this.#turnHand(turn, due.turnCards);
    const usual = this.#usualWord(due);
    if (usual !== null) return this.#speakMove(usual.who, usual.move, []);
    if (card !== null) return `${card.to} is due a card, and the case has no more for it`;
    const asked = due.moves.map(({ who, moves }) => `${who} ${moves.join("/")}`).join(", ");
    return `nothing in the case answers: ${asked === "" ? due.duty.code : asked}`;
  }

  #sayNextWord(due: Due): string | null {
    const word = this.#words.shift();
    if (word === undefined) return "nothing more is said";
    const choose = due.moves.find(({ who }) => who === word.who)?.choose;
    const count = word.cards.length;
    if (choose !== undefined && count > 0 && (count < choose.least || count > choose.most))
      return `${word.who} ${word.move} names ${count} cards, ${choose.least} to ${choose.most} are allowed`;
    return this.#speakMove(word.who, word.move, word.cards);
  }

  /** What is said where the case is silent. */
  #usualWord(due: Due): { who: HandId; move: Move } | null {
    for (const gone of ["fold", "surrender"] as const) {
      const leaving = due.moves.find(
        ({ who, moves }) =>
          moves.includes(gone) && this.#one[OF_GONE[gone]]?.includes(who) && !this.#hasCardsLeft(who),
      );
      if (leaving !== undefined) return { who: leaving.who, move: gone };
    }
    // A betting interval ends by the croupier's word: what hands say in it is in the case or is not said.
    const ends = due.moves.find(({ who }) => who === "round");
    const asked = ends === undefined ? due.moves : [ends];
    for (const move of USUAL_WORDS) {
      const found = asked.find(({ moves }) => moves.includes(move));
      if (found !== undefined) return { who: found.who, move };
    }
    return null;
  }

  #hasCardsLeft(who: HandId): boolean {
    return (this.#cards.get(who)?.length ?? 0) > 0;
  }

  #speakMove(who: HandId, move: Move, cards: readonly number[]): null {
    this.events.push(`${who} ${[move, ...cards].join(" ")}`);
    this.#recordMove(who, move, cards);
    const hand = this.#hand(who);
    if (move === "fold") this.#set({ ...hand, state: "folded" });
    else if (move === "surrender") this.#set({ ...hand, state: "surrendered" });
    else if (move === "lay-down") this.#turnUp(who, hand.cards.length);
    else if (move === "set") this.#set({ ...hand, low: [cards[0] ?? 0, cards[1] ?? 1] });
    else if (move === "exchange")
      this.#set({ ...hand, cards: hand.cards.filter((_card, at) => !cards.includes(at)) });
    else if (move === "first")
      this.deal = { ...this.deal, first: who === "bank" ? 0 : Number(who.slice("seat-".length)) };
    else if (move === "split") this.#split(hand);
    return null;
  }

  #recordMove(who: HandId, move: Move, cards: readonly number[]): void {
    const word: SaidMove = { who, move, after: this.#n, cards };
    this.#here = { ...this.#here, said: [...this.#here.said, word] };
    this.deal = { ...this.deal, said: [...this.deal.said, word] };
  }

  #split(hand: PublicHand): void {
    const [seat = hand.id] = hand.id.split(".");
    const hands = this.deal.hands.filter(({ id }) => id === seat || id.startsWith(`${seat}.`));
    const [first, second] = hand.cards;
    if (first === undefined || second === undefined) return;
    this.#set({ ...hand, cards: [first] });
    this.#set({ ...EMPTY, id: `${seat}.${hands.length + 1}`, cards: [second] });
  }

  #putCard(to: HandId, face: Face | null, up: boolean): null {
    this.#n += 1;
    if (face !== null) this.#hidden.set(this.#n, face);
    const hand = this.#hand(to);
    this.#set({ ...hand, cards: [...hand.cards, { n: this.#n, face: up ? face : null, up }] });
    this.#here = { ...this.#here, dealt: [...this.#here.dealt, to] };
    this.events.push(`${to} ${up ? "up" : "down"}`);
    return null;
  }

  #turnHand(id: HandId, first: number | undefined): null {
    this.#turnUp(id, first ?? this.#hand(id).cards.length);
    this.#here = { ...this.#here, turned: [...this.#here.turned, id] };
    this.events.push(`${id} turned`);
    return null;
  }

  #turnUp(id: HandId, first: number): void {
    const hand = this.#hand(id);
    const cards = hand.cards.map((card, at) =>
      card.up || at >= first ? card : { ...card, up: true, face: this.#hidden.get(card.n) ?? null },
    );
    this.#set({ ...hand, cards });
  }

  #hand(id: HandId): PublicHand {
    return this.deal.hands.find((hand) => hand.id === id) ?? { ...EMPTY, id };
  }

  #set(hand: PublicHand): void {
    if (hand.id === "round") return;
    const at = this.deal.hands.findIndex(({ id }) => id === hand.id);
    this.deal = {
      ...this.deal,
      hands: at < 0 ? [...this.deal.hands, hand] : this.deal.hands.with(at, hand),
    };
  }
}

const EMPTY: Omit<PublicHand, "id"> = { cards: [], state: "in", low: null, deemed: null };
const OF_GONE = { fold: "folded", surrender: "surrendered" } as const;

function offers(due: Due, who: HandId, move: Move): boolean {
  return due.moves.some((one) => one.who === who && one.moves.includes(move));
}

/** The cards of each hand as they leave the shoe: with those that it gave away, and a split hand's among those of its first. */
function cardsToDeal(
  one: DealCase,
  words: readonly { who: string; move: Move; cards: readonly number[] }[],
): Map<HandId, Face[]> {
  const cards = new Map(Object.entries(one.hands).map(([id, line]) => [id, facesOf(line) as Face[]]));
  for (const [id, line] of Object.entries(one.discarded ?? {})) {
    const given = facesOf(line) as Face[];
    const at = words.find(({ who, move }) => who === id && move === "exchange")?.cards ?? [];
    const stored = cards.get(id) ?? [];
    const before = stored.slice(0, stored.length - at.length);
    for (const [index, position] of at.toSorted((a, b) => a - b).entries()) {
      const face = given[index];
      if (face !== undefined) before.splice(position, 0, face);
    }
    cards.set(id, [...before, ...stored.slice(stored.length - at.length)]);
  }
  const splits = words.filter(({ move }) => move === "split");
  for (const [at, { who }] of [...splits.entries()].toReversed()) {
    const [seat = who] = who.split(".");
    const before = splits.slice(0, at).filter((other) => other.who.split(".")[0] === seat).length;
    const made = `${seat}.${before + 2}`;
    const [first, ...rest] = cards.get(made) ?? [];
    const whole = cards.get(who) ?? [];
    if (first === undefined) continue;
    cards.set(made, rest);
    cards.set(who, whole.toSpliced(1, 0, first));
  }
  return cards;
}

/** Whether a case is of a deal as the steps give it; what an incident changed is not dealt again. */
export function isWalkable(one: DealCase): boolean {
  if (one.irregular === true || one.out !== undefined || one.lost !== undefined || one.deemed !== undefined)
    return false;
  return Object.values(one.hands).every((line) => !facesOf(line).includes("?"));
}
