import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomFrom } from "../../time/random-source.ts";
import { FACES, type Face } from "../card.ts";
import { comparedRanks } from "./category.ts";
import { codeOf, faceOf } from "./code.ts";
import { evaluatorFor as evaluatorOf, type Evaluator, bestOfTwoAndThree } from "./evaluator.ts";
import { LEAST_RANK, packOf } from "./pack.test-help.ts";
import { categoryOf, compareHands } from "./ranking.ts";
import { RANKINGS, type RankingId } from "../../../hw-sim/people/cards/law/rankings.ts";
import { compareSlow, slowWorth } from "./slow.test-help.ts";
import { ALL, more } from "../../../test/support/volume.ts";

const evaluatorFor = (id: RankingId): Evaluator => evaluatorOf(RANKINGS[id]);
const IDS = Object.keys(RANKINGS) as RankingId[];
const hand = (text: string): Face[] => text.split(" ") as Face[];

const countedOnce = new Map<Evaluator, Record<string, number>>();

/** How many hands of five cards of the pack fall in each category; each pack is counted once. */
function counted(evaluator: Evaluator): Record<string, number> {
  const counts = countedOnce.get(evaluator) ?? countAll(evaluator);
  countedOnce.set(evaluator, counts);
  return counts;
}

function countAll(evaluator: Evaluator): Record<string, number> {
  const pack = packOf(evaluator.ranking).map(codeOf);
  const { order } = evaluator.ranking;
  const counts = order.map(() => 0);
  const n = pack.length;
  const p = (at: number): number => pack[at] ?? -1;
  for (let a = 0; a < n; a++)
    for (let b = a + 1; b < n; b++)
      for (let c = b + 1; c < n; c++)
        for (let d = c + 1; d < n; d++)
          for (let e = d + 1; e < n; e++) {
            const place = evaluator.five(p(a), p(b), p(c), p(d), p(e)) >>> 20;
            counts[place] = (counts[place] ?? 0) + 1;
          }
  return Object.fromEntries(order.map((category, at) => [category, counts[at] ?? 0]));
}

const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);

/** What combinatorics says of a pack of `ranks` ranks with `straights` straights, figuras left aside. */
function expected(ranks: number, straights: number): Record<string, number> {
  const flushes = choose(ranks, 5) * 4;
  return {
    "royal-flush": 4,
    "straight-flush": 4 * straights - 4,
    "four-of-a-kind": ranks * (ranks - 1) * 4,
    "full-house": ranks * (ranks - 1) * 4 * 6,
    flush: flushes - 4 * straights,
    straight: straights * (4 ** 5 - 4),
    "three-of-a-kind": ranks * 4 * choose(ranks - 1, 2) * 16,
    "two-pair": choose(ranks, 2) * 36 * (ranks - 2) * 4,
    pair: ranks * 6 * choose(ranks - 1, 3) * 64,
    "high-card": (choose(ranks, 5) - straights) * (4 ** 5 - 4),
  };
}

describe("all hands of five cards, counted", () => {
  it("52 cards: the 2,598,960 hands fall as everybody knows", () => {
    expect(counted(evaluatorFor("cl/five-cards"))).toEqual({
      "royal-flush": 4,
      "straight-flush": 36,
      "four-of-a-kind": 624,
      "full-house": 3_744,
      flush: 5_108,
      straight: 10_200,
      "three-of-a-kind": 54_912,
      "two-pair": 123_552,
      pair: 1_098_240,
      "high-card": 1_302_540,
    });
    expect(counted(evaluatorFor("cl/five-cards"))).toEqual(expected(13, 10));
  });

  if (ALL)
    it("53 cards: the joker as an ace, or to complete a straight or flush, gives the known frequencies", () => {
      expect(counted(evaluatorFor("es-cb/pai-gow"))).toEqual({
        "five-of-a-kind": 1,
        "royal-flush": 24,
        "straight-flush": 180,
        "four-of-a-kind": 828,
        "full-house": 4_368,
        flush: 7_804,
        straight: 20_532,
        "three-of-a-kind": 63_360,
        "two-pair": 138_600,
        pair: 1_215_024,
        "high-card": 1_418_964,
      });
      expect(counted(evaluatorFor("es-pv/pai-gow"))).toEqual(counted(evaluatorFor("es-cb/pai-gow")));
    });

  if (ALL)
    it("as y rey is taken from the high cards, jacks or better from the pairs, low ace or not from the straights", () => {
      const usual = expected(13, 10);
      // An ace, a king and three of the other eleven ranks, but Q J 10, in suits that are not all one.
      const aceKing = (choose(11, 3) - 1) * (4 ** 5 - 4);
      expect(counted(evaluatorFor("es-ga/sin-descarte"))).toEqual({
        ...usual,
        "ace-king": aceKing,
        "high-card": (usual["high-card"] ?? 0) - aceKing,
      });
      const highAceOnly = expected(13, 9);
      expect(counted(evaluatorFor("es-ga/trijoker"))).toEqual({
        ...highAceOnly,
        "pair-jacks-or-better": ((highAceOnly["pair"] ?? 0) / 13) * 4,
        pair: ((highAceOnly["pair"] ?? 0) / 13) * 9,
      });
    });

  it("32 and 28 cards, with figuras and without", () => {
    // Figuras: five of the sixteen cards A K Q J that are neither four, full house nor three of a kind.
    const figuras = { two: choose(4, 2) * 36 * 2 * 4, one: 4 * 6 * 64 };
    const withFiguras = (plain: Record<string, number>): Record<string, number> => ({
      ...plain,
      figuras: figuras.two + figuras.one,
      "two-pair": (plain["two-pair"] ?? 0) - figuras.two,
      pair: (plain["pair"] ?? 0) - figuras.one,
    });
    expect(counted(evaluatorFor("es-ga/five-stud-32"))).toEqual(expected(8, 4));
    expect(counted(evaluatorFor("es-ga/cubierto-32"))).toEqual(withFiguras(expected(8, 4)));
    expect(counted(evaluatorFor("es-ga/cubierto-52"))).toEqual(withFiguras(expected(13, 10)));
    expect(counted(evaluatorFor("es-ga/sintetico-28"))).toEqual(expected(7, 4));
    expect(counted(evaluatorFor("es-cb/sintetico-28"))).toEqual(expected(7, 4));
    expect(counted(evaluatorFor("es-pv/sintetico-28"))).toEqual(withFiguras(expected(7, 4)));
  });

  it("there are 7,462 different hands of five cards", () => {
    const evaluator = evaluatorFor("cl/five-cards");
    const seen = new Set<number>();
    for (let a = 0; a < 52; a++)
      for (let b = a + 1; b < 52; b++)
        for (let c = b + 1; c < 52; c++)
          for (let d = c + 1; d < 52; d++)
            for (let e = d + 1; e < 52; e++) seen.add(evaluator.five(a, b, c, d, e));
    expect(seen.size).toBe(7_462);
  });
});

describe("against the slow evaluator", () => {
  const HANDS = more(1_000, 3_000);

  it.each(IDS)("%s: every two of many random hands stand to each other as they should", (id) => {
    const evaluator = evaluatorFor(id);
    const random = randomFrom(`poker ${id}`);
    const dealt = Array.from({ length: HANDS }, () => {
      const faces = drawn((bound) => random.below(bound), packOf(evaluator.ranking), 5);
      const fast = evaluator.worth(faces);
      const slow = slowWorth(evaluator.ranking, faces);
      expect(categoryOf(evaluator.ranking, fast), faces.join(" ")).toBe(evaluator.ranking.order[slow[0] ?? -1]);
      return { faces, fast, slow };
    });
    dealt.sort((one, other) => one.fast - other.fast);
    for (const [at, one] of dealt.entries()) {
      // Neighbours in the order, and one far away: with a total order that is every two of them.
      for (const other of [dealt[at + 1], dealt[random.below(dealt.length)]]) {
        if (other === undefined) continue;
        const sign = Math.sign(one.fast - other.fast);
        expect(compareSlow(one.slow, other.slow), `${one.faces.join(" ")} / ${other.faces.join(" ")}`).toBe(
          sign,
        );
      }
    }
  });

  it.each(IDS)("%s: of six or seven cards the best five are found", (id) => {
    const evaluator = evaluatorFor(id);
    const random = randomFrom(`seven ${id}`);
    for (let round = 0; round < 400; round++) {
      const faces = drawn((bound) => random.below(bound), packOf(evaluator.ranking), 6 + (round % 2));
      const best = Math.max(...fives(faces).map((five) => evaluator.worth(five)));
      expect(evaluator.worth(faces), faces.join(" ")).toBe(best);
      const codes = faces.map(codeOf);
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g] = codes;
      if (g !== undefined) expect(evaluator.seven(a, b, c, d, e, f, g)).toBe(best);
    }
  });
});

it("packs that rank alike share their tables, in whatever order they say so", () => {
  const ranking = RANKINGS["cl/five-cards"];
  const turned = Object.fromEntries(Object.entries(ranking).toReversed()) as unknown as typeof ranking;
  expect(evaluatorOf(turned)).toBe(evaluatorOf(ranking));
  expect(evaluatorOf({ ...turned, lowAce: "not-stated" })).not.toBe(evaluatorOf(ranking));
});

describe("a worth", () => {
  const anyHand = fc.shuffledSubarray([...FACES], { minLength: 7, maxLength: 7 });

  it("does not hang on the order of the cards, nor on which suit is which", () => {
    const evaluator = evaluatorFor("cl/five-cards");
    fc.assert(
      fc.property(anyHand, fc.shuffledSubarray(["c", "d", "h", "s"], { minLength: 4 }), (faces, suits) => {
        const renamed = faces.map(
          (face) => `${face.slice(0, -1)}${suits["cdhs".indexOf(face.slice(-1))] ?? ""}` as Face,
        );
        expect(evaluator.worth(faces.toReversed())).toBe(evaluator.worth(faces));
        expect(evaluator.worth(renamed)).toBe(evaluator.worth(faces));
      }),
    );
  });

  it("never falls when a card is added", () => {
    const evaluator = evaluatorFor("es-ga/cubierto-52");
    fc.assert(
      fc.property(anyHand, (faces) => {
        expect(evaluator.worth(faces.slice(0, 6))).toBeGreaterThanOrEqual(evaluator.worth(faces.slice(0, 5)));
        expect(evaluator.worth(faces)).toBeGreaterThanOrEqual(evaluator.worth(faces.slice(0, 6)));
      }),
    );
  });

  it("says which ranks decide", () => {
    const evaluator = evaluatorFor("cl/five-cards");
    expect(comparedRanks(evaluator.worth(hand("As Ad 9c 5h 2s")))).toEqual([14, 9, 5, 2]);
    expect(comparedRanks(evaluator.worth(hand("As 2d 3c 4h 5s")))).toEqual([5]);
  });
});

describe("what the catalogues say differently", () => {
  it("flush and full house change places in a short pack", () => {
    const flush = hand("As Js 9s 8s Qs");
    const full = hand("Ad Ah Ac Ks Kd");
    for (const [id, better] of [
      ["es-ga/circulo-52", full],
      ["es-ga/five-stud-32", flush],
      ["es-pv/sintetico-28", flush],
      ["es-cb/circulo-32", flush],
    ] as const) {
      const evaluator = evaluatorFor(id);
      expect(evaluator.worth(flush) > evaluator.worth(full), id).toBe(better === flush);
    }
  });

  it("A-8-9-10-J is a straight, the lowest, in Sintético, and open where the text has no low ace", () => {
    const low = hand("Ad 8s 9c 10h Js");
    const next = hand("8d 9s 10c Jh Qs");
    for (const id of ["es-ga/sintetico-28", "es-pv/sintetico-28", "es-cb/sintetico-28"] as const) {
      const evaluator = evaluatorFor(id);
      expect(categoryOf(evaluator.ranking, evaluator.worth(low))).toBe("straight");
      expect(evaluator.worth(next)).toBeGreaterThan(evaluator.worth(low));
      expect(evaluator.lowAceOpen(low)).toBe(false);
    }
    const open = evaluatorFor("es-cb/trijoker");
    expect(categoryOf(open.ranking, open.worth(hand("As 2d 3c 4h 5s")))).toBe("high-card");
    expect(open.lowAceOpen(hand("As 2d 3c 4h 5s"))).toBe(true);
    expect(open.lowAceOpen(next)).toBe(false);
    expect(evaluatorFor("es-ga/trijoker").lowAceOpen(hand("As 2d 3c 4h 5s"))).toBe(true);
  });

  it("A-2-3-4-5 is the lowest straight, but the second highest at pai gow", () => {
    const wheel = hand("As 2d 3c 4h 5s");
    const [six, king, ace] = [hand("2s 3d 4c 5h 6s"), hand("9s 10d Jc Qh Ks"), hand("10s Jd Qc Kh As")];
    const usual = evaluatorFor("cl/five-cards");
    expect(usual.worth(wheel)).toBeLessThan(usual.worth(six));
    const paiGow = evaluatorFor("es-cb/pai-gow");
    expect(paiGow.worth(wheel)).toBeGreaterThan(paiGow.worth(king));
    expect(paiGow.worth(wheel)).toBeLessThan(paiGow.worth(ace));
  });

  it("figuras stand above two pairs and below three of a kind, by pair and highest card", () => {
    const { worth, ranking } = bound("es-ga/cubierto-52");
    const kings = worth(hand("Ks Kd Qc Jh Jd"));
    expect(categoryOf(ranking, kings)).toBe("figuras");
    expect(kings).toBeGreaterThan(worth(hand("As Ad Kc Kh 2d")));
    expect(kings).toBeLessThan(worth(hand("2s 2d 2c Kh 3d")));
    expect(worth(hand("Ks Kd Ac Qh Jd"))).toBeGreaterThan(kings);
    expect(compareHands(ranking, worth(hand("Ks Kd Qc Jh Jd")), worth(hand("Ks Kd Qc Qh Jd")))).toEqual({
      sign: -1,
      stated: false,
    });
  });

  it("tells when hands differ in a card that the catalogue does not say it compares", () => {
    const { worth, ranking } = bound("cl/five-cards");
    const flush = (text: string): number => worth(hand(text));
    expect(compareHands(ranking, flush("As Js 9s 8s 2s"), flush("Ks Js 9s 8s 2s"))).toEqual({
      sign: 1,
      stated: true,
    });
    expect(compareHands(ranking, flush("As Js 9s 8s 2s"), flush("As Js 9s 8s 3s"))).toEqual({
      sign: -1,
      stated: false,
    });
    expect(compareHands(ranking, flush("As Js 9s 8s 3s"), flush("Ad Jd 9d 8d 3d"))).toEqual({
      sign: 0,
      stated: true,
    });
    const strict = bound("es-ga/sin-descarte");
    expect(
      compareHands(strict.ranking, strict.worth(hand("As Js 9s 8s 2s")), strict.worth(hand("As Js 9s 8s 3s"))),
    ).toEqual({ sign: -1, stated: true });
  });

  it("Omaha and Sintético play exactly two own cards and three common ones", () => {
    const omaha = evaluatorFor("es-ga/circulo-52");
    const common = hand("As Ks Qs Js 2d");
    // Four spades lie there, but one spade in the hand is not two.
    const value = bestOfTwoAndThree(omaha, hand("10s 3d 4d 6c"), common);
    expect(categoryOf(omaha.ranking, value)).toBe("high-card");
    expect(categoryOf(omaha.ranking, bestOfTwoAndThree(omaha, hand("10s 8s 4d 6c"), common))).toBe("flush");
    const all = fives([...hand("10s 8s"), ...common]).filter(
      (five) => five.includes("10s") && five.includes("8s"),
    );
    expect(bestOfTwoAndThree(omaha, hand("10s 8s"), common)).toBe(
      Math.max(...all.map((five) => omaha.worth(five))),
    );
    expect(() => bestOfTwoAndThree(omaha, hand("10s"), common)).toThrow(RangeError);
  });
});

describe("what is no hand", () => {
  it("is refused", () => {
    const usual = evaluatorFor("cl/five-cards");
    expect(() => usual.worth(hand("As Ad Ac Ah"))).toThrow(/4 cards/);
    expect(() => usual.worth(hand("As Ad Ac Ah 2c 3c 4c 5c"))).toThrow(/8 cards/);
    expect(() => usual.worth(hand("As As Ac Ah 2c"))).toThrow(/twice/);
    expect(() => usual.worth(hand("As joker Ac Ah 2c"))).toThrow(/52-card pack/);
    expect(() => evaluatorFor("es-ga/five-stud-32").worth(hand("As 6c Ac Ah Kc"))).toThrow(/32-card pack/);
    expect(() => categoryOf(usual.ranking, 99 << 20)).toThrow(RangeError);
    expect(() => faceOf(53)).toThrow(RangeError);
    expect(LEAST_RANK[28]).toBe("8");
  });

  it("codes and faces are each other's", () => {
    const faces = Array.from({ length: 53 }, (_, code) => faceOf(code));
    expect(faces.map(codeOf)).toEqual(Array.from({ length: 53 }, (_, code) => code));
    expect(new Set(faces).size).toBe(53);
  });
});

function bound(id: RankingId): { worth: (faces: readonly Face[]) => number; ranking: Evaluator["ranking"] } {
  const evaluator = evaluatorFor(id);
  return { worth: (faces) => evaluator.worth(faces), ranking: evaluator.ranking };
}

function drawn(below: (bound: number) => number, pack: readonly Face[], cards: number): Face[] {
  const left = [...pack];
  return Array.from({ length: cards }, () => left.splice(below(left.length), 1)[0] ?? "joker");
}

/** Every five of six or seven. */
function fives(faces: readonly Face[]): Face[][] {
  if (faces.length === 5) return [[...faces]];
  const smaller = faces.flatMap((_, at) => fives(faces.toSpliced(at, 1)));
  return [...new Map(smaller.map((five) => [five.join(), five])).values()];
}
