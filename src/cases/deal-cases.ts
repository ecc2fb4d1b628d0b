import { z } from "zod";
import { type Face, isFace, rankOf, RANKS } from "../cards/card.ts";
import { OUTCOME_WORDS, playsAmongSeats, type PublicDeal, type PublicHand } from "../table/shoe/plays/play.ts";
import type { OutcomeRule } from "../rules/card-game.ts";
import { MOVES, type Move } from "../people/keys.ts";
import type { CardPack } from "../rules/pack.ts";
import type { Path } from "../rules/yaml.ts";

/** `seat-3`, `seat-3.2`, `bank`, `punto` …: the hands of `HandId`. */
const HAND =
  /^(seat-([1-9]|1\d|20)(\.([1-9]|[12]\d|3[0-2]))?|bank|punto|banca|cloth-[12]|row-(black|red)|board|burnt)$/;
const hand = z
  .string()
  .regex(HAND, "must be a hand: seat-3, seat-3.2, bank, punto, banca, cloth-1, row-red, board");
/** Cards in one line with spaces between; `?`: nobody could read it. */
const cards = z.string().max(200);

/** One worked deal: the cards that lie on the table when it is over, and what the law makes of them. */
export const dealCase = z.strictObject({
  deal: z.string().min(1).max(300),
  /** What the house has adopted. */
  "house-rules": z.array(z.string().max(60)).max(8).exactOptional(),
  hands: z.record(hand, cards),
  folded: z.array(hand).exactOptional(),
  surrendered: z.array(hand).exactOptional(),
  /** Out by a rule. */
  out: z.array(hand).exactOptional(),
  lost: z.array(hand).exactOptional(),
  /** What was said, in order: `punto stand`, `seat-2 set 5 6`, `round bets-equal`. What is usual need not be there. */
  said: z.array(z.string().max(60)).max(60).exactOptional(),
  /** How the machine gives the cards; one by one unless the game knows packets only. */
  machine: z.enum(["one-by-one", "packets"]).exactOptional(),
  /** Cards that a hand gave away for others, in the order in which they lay. */
  discarded: z.record(hand, cards).exactOptional(),
  /** Everything that happens, in order: `seat-1 down x5, bank up, seat-1 bet, bank turned`. */
  dealt: z.string().max(4000).exactOptional(),
  /** Not a deal as the steps give it: an incident stood in between. It is not dealt again step by step. */
  irregular: z.literal(true).exactOptional(),
  deemed: z.record(hand, z.union([z.int().min(0).max(9), z.literal("natural")])).exactOptional(),
  totals: z.record(hand, z.int()).exactOptional(),
  categories: z.record(hand, z.string()).exactOptional(),
  qualifies: z.boolean().exactOptional(),
  /** `punto wins`, in the order of the outcome play. */
  results: z.array(z.string()).max(40).exactOptional(),
  /** Instead of results: codes of what the cards and the law leave open. */
  open: z.array(z.string()).min(1).max(8).exactOptional(),
});
export type DealCase = z.infer<typeof dealCase>;

type ReportProblem = (path: Path, message: string) => unknown;

/** What is wrong with a deal whatever the pack says of it. */
export function dealFaults(pack: CardPack, one: DealCase, path: Path, report: ReportProblem): void {
  if (pack.cards.outcome === null) report(path, "nobody but people says who won this game: it has no deals");
  const seats = pack.cards.seats?.most ?? 0;
  for (const [id, line] of [...Object.entries(one.hands), ...Object.entries(one.discarded ?? {})]) {
    if (Number(/^seat-(\d+)/.exec(id)?.[1] ?? 0) > seats)
      report([...path, "hands", id], `this game has ${seats} seats, and no ${id}`);
    for (const word of facesOf(line)) {
      if (word !== "?" && !isFace(word))
        report([...path, "hands", id], `"${word}" is no card: 10h, As, joker or ?`);
    }
  }
  for (const [face, times, most] of tooOften(pack, one))
    report([...path, "hands"], `"${face}" is there ${times} times, and ${most} times in the loaded cards`);
  for (const key of ["folded", "surrendered", "out", "lost"] as const) {
    for (const [index, id] of (one[key] ?? []).entries())
      if (one.hands[id] === undefined) report([...path, key, index], `the deal has no hand "${id}"`);
  }
  for (const [index, words] of (one.said ?? []).entries()) {
    if (saidOf(words) === null) report([...path, "said", index], `"${words}" is nothing that a hand can say`);
  }
  for (const [index, words] of (one.results ?? []).entries()) {
    const [of = "", is = "", ...more] = words.split(" ");
    const known = of === "round" || HAND.test(of);
    if (!known || more.length > 0 || !(OUTCOME_WORDS as readonly string[]).includes(is))
      report([...path, "results", index], `"${words}" is no result: punto wins, seat-2 ties`);
  }
  if ((one.results === undefined) === (one.open === undefined))
    report(path, "a deal has either results or what is left open");
}

/** Faces of a deal that are not so often in the largest shoe of the game: how often they are there, and how often they could be. */
function tooOften(
  { cards: { decks } }: CardPack,
  one: DealCase,
): readonly (readonly [string, number, number])[] {
  const counts = new Map<string, number>();
  for (const line of [...Object.values(one.hands), ...Object.values(one.discarded ?? {})])
    for (const face of facesOf(line)) counts.set(face, (counts.get(face) ?? 0) + 1);
  const least = LEAST_RANK[decks.pack];
  return [...counts].flatMap(([face, times]) => {
    if (!isFace(face)) return [];
    const rank = rankOf(face);
    const inPack = rank === null ? decks.jokers : rank === "A" || RANKS.indexOf(rank) >= least ? 1 : 0;
    const most = Math.max(...decks.counts) * inPack;
    return times > most ? [[face, times, most] as const] : [];
  });
}

/** The lowest rank of each pack beside the ace, as an index of `RANKS`: 2, 7 or 8. */
const LEAST_RANK = { 52: 1, 32: 6, 28: 7 } as const;

/** The table of a deal case: everything that is not unread lies face up. */
export function publicDealOf(one: DealCase, rule: OutcomeRule): PublicDeal {
  const words = (one.said ?? []).flatMap((line) => saidOf(line) ?? []);
  let n = 0;
  const hands = Object.entries(one.hands).map(([id, line]): PublicHand => {
    const low = words.findLast(({ who, move }) => who === id && move === "set")?.cards;
    return {
      id,
      cards: facesOf(line).map((word) => ({
        n: (n += 1),
        face: word === "?" ? null : (word as Face),
        up: true,
      })),
      state: stateOf(one, id),
      low: low?.[0] === undefined || low[1] === undefined ? null : [low[0], low[1]],
      deemed: one.deemed?.[id] ?? null,
    };
  });
  const seats = hands.flatMap(({ id }) => /^seat-(\d+)$/.exec(id)?.[1] ?? []).map(Number);
  const first = words.find(({ move }) => move === "first")?.who;
  return {
    seats: seats.toSorted((a, b) => a - b),
    isAmongSeats: playsAmongSeats(rule),
    first: first === undefined ? null : Number(first.replace("seat-", "")),
    hands,
    said: words.map((word) => ({ ...word, after: n })),
    bound: [],
  };
}

function stateOf(one: DealCase, id: string): PublicHand["state"] {
  if (one.folded?.includes(id) === true) return "folded";
  if (one.surrendered?.includes(id) === true) return "surrendered";
  if (one.lost?.includes(id) === true) return "lost";
  return one.out?.includes(id) === true ? "out" : "in";
}

/** The words of a line of cards. */
export function facesOf(line: string): readonly string[] {
  return line.split(" ").filter((word) => word !== "");
}

/** `seat-2 set 5 6`; null when it is not a hand, a move and numbers. */
export function saidOf(words: string): { who: string; move: Move; cards: number[] } | null {
  const [who = "", move, ...numbers] = words.split(" ");
  const known = MOVES.find((one) => one === move);
  if (
    (!HAND.test(who) && who !== "round") ||
    known === undefined ||
    !numbers.every((text) => /^\d{1,2}$/.test(text))
  )
    return null;
  return { who, move: known, cards: numbers.map(Number) };
}
