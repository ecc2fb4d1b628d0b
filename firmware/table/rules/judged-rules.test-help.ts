import type { Face } from "../../../src/cards/card.ts";
import type { ShoeObservation } from "../../../src/table/shoe/observation.ts";
import { PlayedDeal } from "../../../src/table/shoe/played-deal.test-help.ts";
import { idealRules } from "../../../test/support/ideal-rules.ts";

/** A few tables of any card game, played with cards and keys, each with one thing that goes wrong at one moment of the deal. */

const RANKS = ["9", "K", "7", "4", "6", "2", "A", "J", "5", "3", "Q", "8", "10"];
/** One deck, in an order in which neighbours differ in rank. */
const DECK = RANKS.flatMap((rank) => ["h", "c", "d", "s"].map((suit) => `${rank}${suit}` as Face));
const face = (at: number, shift: number): Face => DECK[(at * 5 + shift) % DECK.length] ?? "9h";

const PASSED: ShoeObservation = { o: "cut-card", where: "passed" };
const LID: ShoeObservation = { o: "lid", open: true };
const EMPTY: ShoeObservation = { o: "stage", stage: "empty" };
const OUT: ShoeObservation = { o: "stage", stage: "out-of-service" };
const STUCK: ShoeObservation = { o: "cards-stuck", atLeast: 2 };
const CYCLE: ShoeObservation = { o: "warning", code: "incomplete-cycle", standing: true };
const jam = (during: "dealing" | "shuffling"): ShoeObservation => ({ o: "jam", where: "exit", during });

/** What happens between two cards, and then the cards go on. */
const EVENTS: readonly (readonly ShoeObservation[])[] = [
  [PASSED],
  [PASSED, EMPTY],
  [EMPTY],
  [OUT],
  [STUCK],
  [CYCLE],
  [jam("shuffling")],
  [jam("dealing"), LID],
];
const BURNT_MAX = 12;
/** Burnt cards of games that burn a stated number: fewer, as many, and more. */
const BURNT = [0, 1, 2, 5, 6];
const CARDS_MAX = 24;

/** Open bets: its cards are burnt, two seats take part. */
function betting(game: string, shift: number): PlayedDeal {
  const played = new PlayedDeal(idealRules(game)).ready();
  for (let n = 0; n < BURNT_MAX && played.phase === "preparing"; n++) played.card(face(n + 40, shift));
  return seated(played);
}

/** Two seats take part where a game has seats, or as many as it cannot be played without. */
function seated(played: PlayedDeal): PlayedDeal {
  const { pack } = played.rules;
  if (pack.family !== "shoe" || pack.cards.seats === null) return played;
  const least = pack.cards.seats.least?.count ?? 2;
  played.key({ key: "seats", seats: Array.from({ length: least }, (_, at) => at + 1) });
  return played;
}

/** Goes on by one card, word or turned hand: false when nothing is due. */
function goOn(played: PlayedDeal, at: number, shift: number): boolean {
  const { due } = played.table.durable.deal ?? {};
  if (due == null) return false;
  const [move] = due.moves;
  const [turn] = due.turn;
  const words = move?.moves.filter((one) => one !== "burn") ?? [];
  const word = words[(at + shift) % words.length];
  if (due.card !== null) played.card(face(at, shift));
  else if (turn !== undefined) played.turn(turn);
  else if (move !== undefined && word !== undefined)
    played.key({ key: "move", round: played.table.durable.round, who: move.who, move: word });
  else return false;
  return played.refusal === null;
}

/** Two puntos who have to draw, a banker of nothing, and everybody stands: against every table of third cards that binds. */
function standing(game: string, cards: readonly Face[]): PlayedDeal {
  const played = betting(game, 0).noMoreBets();
  for (let at = 0; at < CARDS_MAX && stepStanding(played, cards[at % cards.length] ?? "9h"); at++);
  return played;
}

/** Everybody has said what he does, and one card more leaves before the hands are turned. */
function overfilled(game: string): PlayedDeal {
  const played = betting(game, 0).noMoreBets();
  const isSaid = (): boolean => {
    const { due } = played.table.durable.deal ?? {};
    return due == null || (due.card === null && due.moves.length === 0);
  };
  for (let at = 0; at < CARDS_MAX && !isSaid() && stepStanding(played, face(at, 0)); at++);
  return played.card(face(CARDS_MAX, 0));
}

/** Everybody asks for as many cards as there may be, and one more leaves when the round is over. */
function overdrawn(game: string): PlayedDeal {
  const played = betting(game, 0).noMoreBets();
  const isOver = (): boolean => played.table.durable.deal?.due == null;
  for (let at = 0; at < CARDS_MAX && !isOver(); at++) {
    const [move] = played.table.durable.deal?.due?.moves ?? [];
    if (move?.moves.includes("card") === true)
      played.key({ key: "move", round: played.table.durable.round, who: move.who, move: "card" });
    if (played.refusal !== null || !goOn(played, at, 0)) break;
  }
  return played.card(face(CARDS_MAX, 0));
}

/** A card leaves, and then somebody says that the bets had not been closed. */
const uncalled = (game: string): PlayedDeal =>
  betting(game, 0).card(face(0, 0)).key({ key: "no-more-bets", said: false });

function stepStanding(played: PlayedDeal, card: Face): boolean {
  const { due } = played.table.durable.deal ?? {};
  const [move] = due?.moves ?? [];
  const stands = move?.moves.includes("stand") === true;
  if (due == null || move === undefined || (due.card !== null && !stands)) {
    if (due?.card != null) played.card(card);
    else if (due?.turn[0] !== undefined) played.turn(due.turn[0]);
    else return false;
    return played.refusal === null;
  }
  const word = stands ? "stand" : move.moves[0];
  if (word !== undefined)
    played.key({ key: "move", round: played.table.durable.round, who: move.who, move: word });
  return played.refusal === null;
}

const STANDING: readonly (readonly Face[])[] = [
  ["2h", "Kd", "4c", "Qc"],
  ["2h", "3h", "Kd", "4c", "3c", "Qc"],
  ["6h", "Kd", "Kc", "Qc"],
  ["6h", "7h", "Kd", "Ks", "Kc", "Qc"],
];

/** A new shoe of which so many cards are burnt before the bets are closed, and the whole round after it. */
function shortBurn(game: string, burnt: number, shift: number): PlayedDeal {
  const played = seated(new PlayedDeal(idealRules(game)).ready());
  for (let n = 0; n < burnt; n++) played.card(face(n + 40, shift));
  played.noMoreBets();
  for (let at = 0; at < CARDS_MAX && goOn(played, at, shift); at++);
  return played;
}

function dealt(game: string, cards: number, shift: number): PlayedDeal {
  const played = betting(game, shift).noMoreBets();
  for (let at = 0; at < cards && goOn(played, at, shift); at++);
  return played;
}

/** Every table; `shifts`: with so many other orders of the cards. */
export function playedTables(game: string, shifts: number): readonly PlayedDeal[] {
  const tables = STANDING.map((cards) => standing(game, cards));
  tables.push(overdrawn(game));
  tables.push(overfilled(game), uncalled(game));
  for (let shift = 0; shift < shifts; shift++) {
    tables.push(betting(game, shift).card(face(0, shift)));
    for (const at of [0, 1, 2, 3, 5]) {
      for (const event of EVENTS) {
        const played = dealt(game, at, shift).observe(...event);
        for (let n = at; n < at + 4; n++) played.card(face(n, shift));
        tables.push(played);
      }
    }
    tables.push(betting(game, shift).observe(PASSED), betting(game, shift).observe(jam("shuffling")));
    for (const burnt of BURNT) {
      tables.push(shortBurn(game, burnt, shift));
      const played = betting(game, shift);
      for (let n = 0; n < burnt; n++) played.card(face(n, shift));
      played.key({ key: "move", round: 1, who: "burnt", move: "burn" }).noMoreBets();
      for (let n = 0; n < CARDS_MAX && goOn(played, n, shift); n++);
      tables.push(played.card(face(CARDS_MAX, shift)));
      const early = betting(game, shift);
      for (let n = 0; n <= burnt; n++) early.card(face(n, shift));
      tables.push(early);
      const run = betting(game, shift);
      for (let n = 0; n < burnt; n++) run.card(face(n, shift));
      run.noMoreBets();
      for (let n = 0; n < 3; n++) goOn(run, n, shift);
      tables.push(run.observe(EMPTY));
    }
    // The whole round, and one card more.
    tables.push(dealt(game, CARDS_MAX, shift).card(face(CARDS_MAX, shift)));
    const heaped = betting(game, shift).noMoreBets();
    for (let n = 0; n < CARDS_MAX; n++) heaped.card(face(n, shift));
    tables.push(heaped);
  }
  return tables;
}
