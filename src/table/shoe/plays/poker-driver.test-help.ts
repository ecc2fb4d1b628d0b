import type { Face } from "../../../cards/card.ts";
import { MOVES, type Move } from "../../../people/keys.ts";
import type { DealStep } from "../../../rules/card-game.ts";
import type { ShoeMode } from "../observation.ts";
import type { PlayedGame } from "./poker-games.test-help.ts";
import { outcomePlay, stepPlay } from "./index.ts";
import { stepsFor } from "./deal.ts";
import {
  playsAmongSeats,
  type DealOutcome,
  type Due,
  type HandId,
  type StepProgress,
  type OpenOutcome,
  type PublicDeal,
  type PublicHand,
  type SaidMove,
} from "./play.ts";
import { allowsPositions } from "./exchange.ts";

/**
 * Plays a round over a list of faces: cards go where the plays want them, words are said when they are offered, and what waits
 * to be turned is turned when no word is next. Faces of cards that lie face down are kept here, never given to a play.
 */

export interface Played {
  readonly deal: PublicDeal;
  readonly outcome: DealOutcome | OpenOutcome;
  /** Where the cards went, in order: `seat-1`, or `bank^` when face up. */
  readonly went: readonly string[];
  /** What was waited for, and what hands showed, before each thing that happened. */
  readonly log: readonly { readonly due: Due; readonly values: DealOutcome["values"] }[];
  /** Numbers of the cards that left their hand again. */
  readonly exchanged: readonly number[];
  /** How much of the log had been written when the first card was turned up; all, when none was. */
  readonly firstTurn: number;
}

interface State {
  deal: PublicDeal;
  here: StepProgress;
  readonly faces: Map<number, Face>;
  readonly words: string[];
  readonly left: Face[] | Map<HandId, Face[]>;
}

export interface Script {
  readonly seats: readonly number[];
  /** In the order in which they leave, divided by blanks. */
  readonly faces?: string | readonly Face[];
  /** Instead: what each hand gets, in order. Burnt cards are of no matter. */
  readonly hands?: Readonly<Record<HandId, string>>;
  /** `seat-1 bet`, `seat-2 exchange 0 4`, `round bets-equal`, `turn seat-2`. */
  readonly words?: readonly string[];
  readonly mode?: ShoeMode;
  /** Says what is offered when the words are used up. */
  readonly speak?: (due: Due) => string | null;
}

const NOTHING: StepProgress = { dealt: [], said: [], turned: [] };

export function play(game: PlayedGame, script: Script): Played {
  const steps = stepsFor(game.deal, script.mode ?? "one-by-one");
  if (steps === null) throw new Error("this game is not dealt in packets");
  const state: State = {
    deal: {
      seats: script.seats,
      isAmongSeats: playsAmongSeats(game.outcome),
      first: null,
      hands: [],
      said: [],
      bound: [],
    },
    here: NOTHING,
    faces: new Map(),
    words: [...(script.words ?? [])],
    left: cardsOf(script),
  };
  const went: string[] = [];
  const log: Played["log"][number][] = [];
  const judge = outcomePlay(game.outcome);
  let firstTurn: number | null = null;
  for (const step of steps) {
    state.here = NOTHING;
    for (let due = wait(state, step); due !== null; due = wait(state, step)) {
      log.push({ due, values: judge.values(game.outcome, state.deal) });
      const before = state.here.turned.length;
      go(state, due, went, script.speak);
      if (state.here.turned.length > before) firstTurn ??= log.length;
    }
    if (judge.over?.(game.outcome, state.deal) === true) break;
  }
  if (state.words.length > 0) throw new Error(`words that nobody asked for: ${state.words.join(", ")}`);
  const lying = state.deal.hands.flatMap(({ cards }) => cards.map(({ n }) => n));
  return {
    deal: state.deal,
    outcome: judge.outcome(game.outcome, state.deal),
    went,
    log,
    exchanged: [...state.faces.keys()].filter((n) => !lying.includes(n)),
    firstTurn: firstTurn ?? log.length,
  };
}

function cardsOf({ faces = [], hands }: Script): State["left"] {
  if (hands !== undefined) return new Map(Object.entries(hands).map(([id, text]) => [id, facesIn(text)]));
  return typeof faces === "string" ? facesIn(faces) : [...faces];
}

const facesIn = (text: string): Face[] => text.split(/\s+/) as Face[];

const wait = ({ deal, here }: State, step: DealStep): Due | null => stepPlay(step).due(step, deal, here);

function go(state: State, due: Due, went: string[], speak: Script["speak"]): void {
  if (due.card !== null) {
    put(state, due.card.to, due.card.up);
    went.push(due.card.up ? `${due.card.to}^` : due.card.to);
    return;
  }
  const next = state.words[0] ?? speak?.(due) ?? "";
  const [who = "", move = "", ...positions] = next.split(" ");
  if (who === "turn" && due.turn.includes(move)) {
    state.words.shift();
    return turnUp(state, move, due.turnCards);
  }
  if (tryToSay(state, due, who, move, positions.map(Number))) {
    if (state.words[0] === next) state.words.shift();
    return;
  }
  const [hand] = due.turn;
  if (hand === undefined) throw new Error(`stuck: ${JSON.stringify(due)} before "${next}"`);
  turnUp(state, hand, due.turnCards);
}

function tryToSay(state: State, due: Due, who: HandId, word: string, cards: readonly number[]): boolean {
  const move = MOVES.find((one) => one === word);
  const offered = due.moves.find((one) => one.who === who);
  if (move === undefined || offered?.moves.includes(move) !== true) return false;
  const size = hand(state, who).cards.length;
  const needs = move === "exchange" || move === "set" ? offered.choose : undefined;
  if (needs !== undefined && !allowsPositions(needs, cards, size)) return false;
  const after = state.deal.hands.reduce((sum, one) => sum + one.cards.length, 0);
  const declared: SaidMove = { who, move, after, cards };
  state.here = { ...state.here, said: [...state.here.said, declared] };
  state.deal = { ...state.deal, said: [...state.deal.said, declared] };
  act(state, who, move, cards);
  return true;
}

function act(state: State, who: HandId, move: Move, cards: readonly number[]): void {
  if (move === "fold") change(state, { ...hand(state, who), state: "folded" });
  if (move === "set") change(state, { ...hand(state, who), low: [cards[0] ?? 0, cards[1] ?? 0] });
  if (move === "first") state.deal = { ...state.deal, first: who === "bank" ? 0 : Number(who.slice(5)) };
  if (move === "exchange") {
    const before = hand(state, who);
    change(state, { ...before, cards: before.cards.filter((_card, at) => !cards.includes(at)) });
  }
}

/** A card set aside when nobody says which. */
const BURNT: Readonly<Record<HandId, Face>> = { burnt: "2c" };

const hand = ({ deal }: State, id: HandId): PublicHand =>
  deal.hands.find((one) => one.id === id) ?? { id, cards: [], state: "in", low: null, deemed: null };

function change(state: State, to: PublicHand): void {
  const isNew = !state.deal.hands.some(({ id }) => id === to.id);
  const hands = isNew
    ? [...state.deal.hands, to]
    : state.deal.hands.map((one) => (one.id === to.id ? to : one));
  state.deal = { ...state.deal, hands };
}

function put(state: State, to: HandId, up: boolean): void {
  const face = Array.isArray(state.left) ? state.left.shift() : (state.left.get(to)?.shift() ?? BURNT[to]);
  if (face === undefined) throw new Error(`no face is left for ${to}`);
  const n = state.faces.size + 1;
  state.faces.set(n, face);
  const before = hand(state, to);
  change(state, { ...before, cards: [...before.cards, { n, face: up ? face : null, up }] });
  state.here = { ...state.here, dealt: [...state.here.dealt, to] };
}

function turnUp(state: State, id: HandId, among = 99): void {
  const before = hand(state, id);
  const cards = before.cards.map((card, at) =>
    at < among ? { ...card, up: true, face: state.faces.get(card.n) ?? null } : card,
  );
  change(state, { ...before, cards });
  state.here = { ...state.here, turned: [...state.here.turned, id] };
}

/** `seat-1 wins`, hand by hand; or why the round is open. */
export function decided(game: PlayedGame, script: Script): readonly string[] | OpenOutcome {
  const { outcome } = play(game, script);
  return "open" in outcome ? outcome : outcome.results.map(({ of, is }) => `${of} ${is}`);
}

/** The combination of every hand that was turned; or why the round is open. */
export function shown(game: PlayedGame, script: Script): Readonly<Record<HandId, string | null>> | OpenOutcome {
  const { outcome } = play(game, script);
  if ("open" in outcome) return outcome;
  return Object.fromEntries(outcome.values.map(({ hand: id, category }) => [id, category]));
}
