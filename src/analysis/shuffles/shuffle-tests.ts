import type { Face } from "../../cards/card.ts";
import { chiSquareOf, chiSquareTail, LEAST_EXPECTED } from "../chi-square.ts";
import { leastThat, POWER, powerOf, SUSPECT } from "../power.ts";
import type { Shuffle } from "./shoe-orders.ts";

/**
 * What shuffles are tested for, and how surely. Each test says how many shuffles it takes before it says anything. The cards of a shoe that
 * is dealt to its cut card are known from the front; what was not seen is in no count.
 */
export type ShuffleTestId = "place" | "stays" | "neighbours";

export interface ShuffleTest {
  readonly test: ShuffleTestId;
  /** Shuffles, or pairs of one and the next, that were looked at. */
  readonly samples: number;
  /** So many it takes to find what {@link SHIFT}, {@link STAYING} and {@link TOGETHER} say, in nine of ten cases. */
  readonly needed: number;
  readonly statistic: number | null;
  readonly freedom: number | null;
  /** How often chance alone gives as much; null: too few. */
  readonly p: number | null;
  /** Where it is most so: the part of the shoe, or the place; empty: nowhere. */
  readonly where: string;
}

/** A card that comes in one part of the shoe so much more often than its share. */
export const SHIFT = 0.2;
/** A card that stays where it was in this share of shuffles. */
export const STAYING = 0.5;
/** Neighbours that are not parted, of all of them. */
export const TOGETHER = 0.1;
const PARTS_MAX = 8;

/** All tests of the shuffles of one kind: as many decks and cards. Fewer than two say nothing of what lies between two. */
export function shuffleTests(shuffles: readonly Shuffle[]): readonly ShuffleTest[] {
  const [first] = shuffles;
  if (first === undefined) return [];
  return [placeTest(shuffles), staysTest(shuffles), neighboursTest(shuffles)];
}

/** Cards against the part of the shoe in which they came: chi-square of independence. */
function placeTest(shuffles: readonly Shuffle[]): ShuffleTest {
  const length = Math.max(...shuffles.map(({ cards }) => cards.length));
  const faces = facesOf(shuffles);
  const perShuffle = shuffles.reduce((sum, { cards }) => sum + known(cards), 0) / shuffles.length;
  const needed = leastThat((count) => {
    const shift = (count * perShuffle * SHIFT * SHIFT) / (PARTS_MAX - 1);
    return powerOf(shift, Math.max(1, faces.length - 1) * (PARTS_MAX - 1)) >= POWER;
  });
  const rarest = Math.min(...countsOf(shuffles.flatMap(({ cards }) => cards)).values());
  const parts = mostParts(rarest, length);
  const nothing = {
    test: "place",
    samples: shuffles.length,
    needed,
    statistic: null,
    freedom: null,
    p: null,
    where: "",
  } as const;
  if (parts < 2 || faces.length < 2) return nothing;
  const counts = faces.map(() => new Array<number>(parts).fill(0));
  const places = new Map(faces.map((face, at) => [face, at]));
  for (const { cards } of shuffles)
    for (const [at, face] of cards.entries()) {
      const row = face === null ? undefined : counts[places.get(face) ?? -1];
      const part = Math.floor((at * parts) / length);
      if (row !== undefined) row[part] = (row[part] ?? 0) + 1;
    }
  return { ...nothing, ...independence(counts, length) };
}

/** In how many parts a shoe is looked at, so that of the rarest card five are expected in each. */
function mostParts(rarest: number, length: number): number {
  for (let parts = PARTS_MAX; parts >= 2; parts--)
    if ((rarest * Math.floor(length / parts)) / length >= LEAST_EXPECTED) return parts;
  return 0;
}

/** Both margins are given: a deck has so many of each card, and a part of the shoe so many places. */
function independence(
  counts: readonly (readonly number[])[],
  length: number,
): Pick<ShuffleTest, "statistic" | "freedom" | "p" | "where"> {
  const rows = counts.map((row) => sum(row));
  const parts = counts[0]?.length ?? 0;
  const columns = Array.from({ length: parts }, (_, part) => sum(counts.map((row) => row[part] ?? 0)));
  const total = sum(rows);
  const expected = counts.flatMap((_, at) => columns.map((column) => ((rows[at] ?? 0) * column) / total));
  const chi = chiSquareOf(counts.flat(), expected);
  const freedom = (counts.length - 1) * (parts - 1);
  const byPart = columns.map((_, part) =>
    sum(counts.map((row, at) => excess(row[part] ?? 0, expected[at * parts + part] ?? 0))),
  );
  const worst = byPart.indexOf(Math.max(...byPart));
  const from = Math.floor((worst * length) / parts) + 1;
  const to = Math.floor(((worst + 1) * length) / parts);
  const isEnough = chi !== null && chi.p !== null;
  return {
    statistic: chi?.statistic ?? null,
    freedom,
    p: isEnough ? chiSquareTail(chi.statistic, freedom) : null,
    where: `${from}–${to}`,
  };
}

const excess = (count: number, want: number): number => (want === 0 ? 0 : (count - want) ** 2 / want);

/** Cards that lie after a shuffle where they lay before it: each place by itself, and all of them. */
function staysTest(shuffles: readonly Shuffle[]): ShuffleTest {
  const pairs = pairsOf(shuffles);
  const places = Math.max(...shuffles.map(({ cards }) => cards.length));
  const chance = sameChance(shuffles);
  const needed = leastThat((count) => {
    return binomialTail(count, Math.ceil(count * STAYING), chance) * places < SUSPECT;
  });
  const nothing = {
    test: "stays",
    samples: pairs.length,
    needed,
    statistic: null,
    freedom: null,
    p: null,
    where: "",
  } as const;
  if (pairs.length === 0) return nothing;
  let least = { p: 1, place: 0, same: 0 };
  let [same, seen] = [0, 0];
  for (let place = 0; place < places; place++) {
    const both = pairs.filter(([one, next]) => one.cards[place] != null && next.cards[place] != null);
    const alike = both.filter(([one, next]) => one.cards[place] === next.cards[place]).length;
    same += alike;
    seen += both.length;
    const p = binomialTail(both.length, alike, chance);
    if (p < least.p) least = { p, place: place + 1, same: alike };
  }
  const ofOne = Math.min(1, least.p * places);
  const ofAll = binomialTail(seen, same, chance);
  const p = Math.min(1, 2 * Math.min(ofOne, ofAll));
  const where = ofOne <= ofAll ? String(least.place) : `1–${places}`;
  return { ...nothing, statistic: same, p: least.p === 1 && same === 0 ? 1 : p, where };
}

/** Cards that lie after a shuffle behind the card that they lay behind before it, or in front of it. */
function neighboursTest(shuffles: readonly Shuffle[]): ShuffleTest {
  const pairs = pairsOf(shuffles);
  const one = pairs[0] === undefined ? null : neighboursOf(pairs[0]);
  const shift = (shuffles[0]?.cards.length ?? 0) * TOGETHER;
  const needed =
    one === null
      ? 2
      : leastThat((count) => (count * shift) / Math.sqrt(count * Math.max(one.spread, 1)) >= 4.7);
  const nothing = {
    test: "neighbours",
    samples: pairs.length,
    needed,
    statistic: null,
    freedom: null,
    p: null,
    where: "",
  } as const;
  if (pairs.length === 0) return nothing;
  const found = pairs.map(neighboursOf);
  const [count, expected, spread] = [
    sum(found.map(({ count }) => count)),
    sum(found.map(({ expected }) => expected)),
    sum(found.map(({ spread }) => spread)),
  ];
  if (spread === 0) return nothing;
  const z = (count - expected) / Math.sqrt(spread);
  return { ...nothing, statistic: count, p: z <= 0 ? 1 : chiSquareTail(z * z, 1) / 2, where: "" };
}

interface Neighbours {
  readonly count: number;
  readonly expected: number;
  readonly spread: number;
}

/** How many neighbours of a shuffle are neighbours in the next, in either sense, and how many chance gives. */
function neighboursOf([before, after]: readonly [Shuffle, Shuffle]): Neighbours {
  const was = adjacent(before.cards);
  const is = adjacent(after.cards);
  const times = countsOf(after.cards);
  const total = sum([...times.values()]);
  const links = sum([...is.values()]);
  let [count, expected, spread] = [0, 0, 0];
  for (const [pair, weight] of was) {
    const [a = "", b = ""] = pair.split(" ");
    const either = (is.get(pair) ?? 0) + (a === b ? 0 : (is.get(`${b} ${a}`) ?? 0));
    const [m, n] = [times.get(a as Face) ?? 0, times.get(b as Face) ?? 0];
    const share = (m * (a === b ? n - 1 : 2 * n)) / (total * (total - 1));
    count += weight * either;
    expected += weight * links * share;
    spread += weight * weight * links * share;
  }
  return { count, expected, spread };
}

function adjacent(cards: readonly (Face | null)[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [at, face] of cards.entries()) {
    const next = cards[at + 1];
    if (face === null || next == null) continue;
    found.set(`${face} ${next}`, (found.get(`${face} ${next}`) ?? 0) + 1);
  }
  return found;
}

/** How often each card is among these. */
export function countsOf(cards: readonly (Face | null)[]): ReadonlyMap<Face, number> {
  const counts = new Map<Face, number>();
  for (const face of cards) if (face !== null) counts.set(face, (counts.get(face) ?? 0) + 1);
  return counts;
}

const pairsOf = (shuffles: readonly Shuffle[]): readonly (readonly [Shuffle, Shuffle])[] =>
  shuffles.slice(1).flatMap((next, at) => {
    const before = shuffles[at];
    return before?.number === next.number - 1 ? [[before, next] as const] : [];
  });

/** How often two cards at one place are alike by chance: one in 52 of full decks. */
function sameChance(shuffles: readonly Shuffle[]): number {
  const counts = [...countsOf(shuffles.flatMap(({ cards }) => cards)).values()];
  const total = sum(counts);
  return total === 0 ? 0 : sum(counts.map((count) => (count / total) ** 2));
}

const facesOf = (shuffles: readonly Shuffle[]): readonly Face[] =>
  [...countsOf(shuffles.flatMap(({ cards }) => cards)).keys()].toSorted();

const known = (cards: readonly (Face | null)[]): number => cards.filter((face) => face !== null).length;
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** How often at least `least` of `count` tries succeed that succeed with this chance each. */
export function binomialTail(count: number, least: number, chance: number): number {
  if (least <= 0) return 1;
  if (least > count || chance <= 0) return 0;
  let log = 0;
  for (let k = 0; k < least; k++) log += Math.log((count - k) / (k + 1));
  let term = Math.exp(log + least * Math.log(chance) + (count - least) * Math.log1p(-chance));
  let tail = 0;
  for (let k = least; k <= count && term > tail * 1e-12; k++) {
    tail += term;
    term *= ((count - k) / (k + 1)) * (chance / (1 - chance));
  }
  return Math.min(1, tail);
}
