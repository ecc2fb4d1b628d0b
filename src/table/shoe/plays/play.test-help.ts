import { isFace, type Face } from "../../../cards/card.ts";
import type { Move } from "../../../people/keys.ts";
import type { CardGame } from "../../../rules/card-game.ts";
import { outcomePlay, stepPlay } from "./index.ts";
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
import { seatOf } from "./hands.ts";

/** A table for tests: it deals faces to whom the plays say, says words and turns hands, and nothing else. */
export interface Game {
  readonly deal: CardGame["deal"];
  readonly outcome: NonNullable<CardGame["outcome"]>;
}

export interface Table {
  readonly game: Game;
  readonly step: number;
  readonly here: StepProgress;
  readonly deal: PublicDeal;
  /** Faces of all cards, by number; the public deal has only those that lie face up. */
  readonly faces: readonly Face[];
  /** Whom every card went to. */
  readonly dealt: readonly HandId[];
  /** Null: all steps are complete. */
  readonly due: Due | null;
}

const NOTHING: StepProgress = { dealt: [], said: [], turned: [] };

export function seatTable(game: Game, seats: readonly number[] = [], patch: Partial<PublicDeal> = {}): Table {
  const isAmongSeats = playsAmongSeats(game.outcome);
  const deal: PublicDeal = { seats, isAmongSeats, first: null, hands: [], said: [], bound: [], ...patch };
  return advance({ game, step: 0, here: NOTHING, deal, faces: [], dealt: [], due: null });
}

export function advance(table: Table): Table {
  for (let { step, here } = table; ; step++, here = NOTHING) {
    const now = table.game.deal[step];
    if (now === undefined) {
      const asked = table.game.deal.map((one) => stepPlay(one).lastWord?.(one, table.deal) ?? null);
      return { ...table, step, here, due: asked.find((due) => due !== null) ?? null };
    }
    const due = stepPlay(now).due(now, table.deal, here);
    if (due !== null) return { ...table, step, here, due };
  }
}

export const handAt = (deal: PublicDeal, id: HandId): PublicHand =>
  deal.hands.find((hand) => hand.id === id) ?? { id, cards: [], state: "in", low: null, deemed: null };

export function withHand(deal: PublicDeal, hand: PublicHand): PublicDeal {
  const at = deal.hands.findIndex(({ id }) => id === hand.id);
  return { ...deal, hands: at < 0 ? [...deal.hands, hand] : deal.hands.with(at, hand) };
}

/** Changes a hand as a rule does, and goes on. */
export const change = (table: Table, id: HandId, patch: Partial<PublicHand>): Table =>
  advance({ ...table, deal: withHand(table.deal, { ...handAt(table.deal, id), ...patch }) });

export function give(table: Table, face: Face): Table {
  const card = table.due?.card ?? null;
  if (card === null) throw new Error(`${face}: no card is due, but ${JSON.stringify(table.due)}`);
  const n = table.faces.length + 1;
  const hand = handAt(table.deal, card.to);
  const put = { ...hand, cards: [...hand.cards, { n, face: card.up ? face : null, up: card.up }] };
  const word = card.means === null ? [] : [{ ...card.means, after: n - 1, cards: [] }];
  return advance({
    ...table,
    deal: { ...withHand(table.deal, put), said: [...table.deal.said, ...word] },
    here: { ...table.here, dealt: [...table.here.dealt, card.to], said: [...table.here.said, ...word] },
    faces: [...table.faces, face],
    dealt: [...table.dealt, card.to],
  });
}

/** The second card is the first of a new hand of the seat. */
function splitHand(deal: PublicDeal, who: HandId): PublicDeal {
  const hand = handAt(deal, who);
  const seat = seatOf(who);
  const already = deal.hands.filter(({ id }) => seatOf(id) === seat).length;
  const first = withHand(deal, { ...hand, cards: hand.cards.slice(0, 1) });
  return withHand(first, { ...handAt(deal, `seat-${seat ?? ""}.${already + 1}`), cards: hand.cards.slice(1) });
}

export function say(table: Table, who: HandId, move: Move): Table {
  const isOffered = table.due?.moves.some((one) => one.who === who && one.moves.includes(move)) === true;
  if (!isOffered) throw new Error(`${who} ${move} is not offered, but ${JSON.stringify(table.due)}`);
  const word: SaidMove = { who, move, after: table.faces.length, cards: [] };
  let { deal } = table;
  if (move === "surrender") deal = withHand(deal, { ...handAt(deal, who), state: "surrendered" });
  if (move === "fold") deal = withHand(deal, { ...handAt(deal, who), state: "folded" });
  if (move === "split") deal = splitHand(deal, who);
  return advance({
    ...table,
    deal: { ...deal, said: [...deal.said, word] },
    here: { ...table.here, said: [...table.here.said, word] },
  });
}

export function turn(table: Table, id: HandId): Table {
  if (table.due?.turn.includes(id) !== true)
    throw new Error(`${id} may not be turned, but ${JSON.stringify(table.due)}`);
  const hand = handAt(table.deal, id);
  const cards = hand.cards.map(({ n }) => ({ n, up: true, face: table.faces[n - 1] ?? null }));
  return advance({
    ...table,
    deal: withHand(table.deal, { ...hand, cards }),
    here: { ...table.here, turned: [...table.here.turned, id] },
  });
}

/** `9h Kd`: cards; `turn punto`; `seat-1 double`. */
export function play(table: Table, ...script: readonly string[]): Table {
  return script.reduce((now, line) => {
    const words = line.split(" ").filter((word) => word !== "");
    const [who = "", move = ""] = words;
    if (who === "turn") return turn(now, move);
    if (words.every(isFace)) return words.reduce((at, face) => (isFace(face) ? give(at, face) : at), now);
    return say(now, who, move as Move);
  }, table);
}

export const outcomeOf = ({ game, deal }: Table): DealOutcome | OpenOutcome =>
  outcomePlay(game.outcome).outcome(game.outcome, deal);

/** The results as the packs' cases write them, or the codes of an open outcome. */
export function resultsOf(table: Table): readonly string[] {
  if (table.due !== null) throw new Error(`not complete: ${JSON.stringify(table.due)}`);
  const outcome = outcomeOf(table);
  return "open" in outcome
    ? outcome.open.map((code) => `open ${code}`)
    : outcome.results.map(({ of, is }) => `${of} ${is}`);
}

export function totalsOf({ game, deal }: Table): Record<HandId, number | null> {
  const values = outcomePlay(game.outcome).values(game.outcome, deal);
  return Object.fromEntries(values.map(({ hand, total }) => [hand, total]));
}

/** Every breach that a table of third cards shows by the cards that lie face up. */
export const breachesOf = ({ game, deal, here }: Table): string[] =>
  game.deal.flatMap((step) => stepPlay(step).breach?.(step, deal, here) ?? []);
