import { expect, test } from "vitest";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { runSeed, volume } from "../../test/support/volume.ts";
import type { Fields } from "../analysis/record-fields.ts";
import { PIP_FACES } from "../dice/faces.ts";
import type { CrapsState } from "../dice/outcome-types.ts";
import { dicePack } from "../rules/pack.ts";
import { throwOutcome } from "../rules/throw-outcome.ts";
import { randomFrom, type RandomSource } from "../time/random-source.ts";
import { statisticsGame, statisticsOf } from "./statistics.ts";
import type { CardStatistics } from "./card-statistics.ts";
import type { DiceStatistics, Shooter } from "./dice-statistics.ts";
import { PlayedRounds } from "./played-rounds.ts";
import { HOT_AND_COLD, SECTORS, type WheelStatistics } from "./wheel-statistics.ts";
import { ALL, minute, played } from "./played.test-help.ts";

const ROUNDS = 60;
const times = <T>(list: readonly T[], one: T): number =>
  list.reduce((sum, other) => sum + (other === one ? 1 : 0), 0);

/** A soak: 24,000 rounds of each, as many as 400 tables play of 60. */
const seeds = Array.from({ length: volume(20, 400) }, (_, at) => runSeed(`statistics/${at}`));

test("numbers of a wheel", () => {
  const { pack } = loadPack("cl/ruleta-americana");
  const game = statisticsGame(pack);
  const ring = pack.wheel?.pockets ?? [];
  for (const seed of seeds) {
    const { journal, memory } = played(
      seed,
      ROUNDS,
      (random) => ({ pocket: random.pick(ring) }),
      ({ pocket }) => ({ pocket }),
    );
    const told = statisticsOf(memory.all(), game, ALL) as WheelStatistics;
    const stands = journal.standing().map(({ pocket }) => pocket as string);
    expect([told.counted, told.certified + told.notCertified]).toEqual([stands.length, stands.length]);
    expect(told.counted + told.void + told.undecided + told.aborted).toBe(ROUNDS);
    expect(told.last.flatMap(({ pocket }) => pocket ?? []).toReversed()).toEqual(stands);
    for (const { name, count, ago } of told.numbers) {
      const last = stands.lastIndexOf(name);
      expect([count, ago]).toEqual([times(stands, name), last < 0 ? null : stands.length - 1 - last]);
    }
    for (const { id, count } of told.suertes) {
      const set = pack.suertes?.find((suerte) => suerte.id === id)?.pockets ?? [];
      expect(count).toBe(set.reduce((sum, pocket) => sum + times(stands, pocket), 0));
    }
    const twice = stands.findLastIndex((pocket, at) => at > 0 && pocket === stands[at - 1]);
    expect(told.repeat).toEqual(twice < 0 ? null : { pocket: stands[twice], ago: stands.length - 1 - twice });
    const counts = [...new Set(stands)].map((pocket) => times(stands, pocket)).toSorted((a, b) => b - a);
    expect(told.hot.map(({ count }) => count)).toEqual(
      counts.filter((count) => count > 1).slice(0, HOT_AND_COLD),
    );
    const odd = stands.filter((one) => Number(one) % 2 === 1).length;
    expect(told.suertes.find(({ id }) => id === "impar")?.count).toBe(odd);
    expect(told.special).toBe(times(stands, "0"));
    const { neighbours = 0, orphans = 0, third = 0 } = told.sectors ?? {};
    expect(neighbours + orphans + third).toBe(stands.length);
    expect(told.ring?.reduce((sum, { count }) => sum + count, 0)).toBe(stands.length);
    expect(told.arcs.map(({ sector, places }) => [sector, places])).toEqual([
      ["orphans", 3],
      ["third", 12],
      ["orphans", 5],
      ["neighbours", 17],
    ]);
    for (const { sector, from, places, count } of told.arcs) {
      const names = Array.from({ length: places }, (_, step) => ring[(from + step) % ring.length]);
      expect([...SECTORS[sector]].join(" ")).toContain(names.join(" "));
      expect(count).toBe(stands.filter((pocket) => names.includes(pocket)).length);
    }
  }
});

test("throws", () => {
  const game = statisticsGame(loadPack("es-cb/sic-bo").pack);
  const thrown = (random: RandomSource): Fields => {
    const faces = [0, 0, 0].map(() => String(1 + random.below(6))).toSorted();
    const equal = new Set(faces).size === 1 ? "triple" : new Set(faces).size === 2 ? "double" : "none";
    return { faces, total: faces.reduce((sum, face) => sum + Number(face), 0), equal, category: null };
  };
  for (const seed of seeds) {
    const { journal, memory } = played(seed, ROUNDS, thrown, (result) => ({ thrown: result }));
    const told = statisticsOf(memory.all(), game, ALL) as DiceStatistics;
    const stands = journal.standing();
    for (const { name, count } of told.totals)
      expect(count).toBe(stands.filter(({ total }) => total === Number(name)).length);
    for (const { name, count } of told.faces)
      expect(count).toBe(
        times(
          stands.flatMap(({ faces }) => faces as string[]),
          name,
        ),
      );
    expect(told.triples).toBe(stands.filter(({ equal }) => equal === "triple").length);
  }
});

test("baccarat", () => {
  const game = statisticsGame(loadPack("cl/punto-y-banca").pack);
  const results = [
    { of: "punto", is: "wins" },
    { of: "banca", is: "wins" },
    { of: "round", is: "ties" },
  ];
  for (const seed of seeds) {
    const { journal, memory } = played(
      seed,
      ROUNDS,
      (random) => ({ results: [random.pick(results)], values: [], cards: [] }),
      ({ results: said }) => ({ winner: (said as readonly Fields[])[0] }),
    );
    const told = statisticsOf(memory.all(), game, ALL) as CardStatistics;
    const stands = journal.standing().map((one) => (one["results"] as readonly { of: string }[])[0]!.of);
    const letters = { punto: "player", banca: "bank", round: "tie" } as const;
    expect(told.roads[0]?.beads.map(({ winner }) => winner)).toEqual(
      stands.map((of) => letters[of as keyof typeof letters]),
    );
    expect(told.roads[0]?.tally).toMatchObject({
      bank: times(stands, "banca"),
      ties: times(stands, "round"),
    });
  }
});

test("throws that belong to a category, by the totals that the law prints", () => {
  const { pack } = loadPack("es-cb/banca-francesa");
  const game = statisticsGame(pack);
  const nameOf = (total: number): string =>
    total === 3 ? "ases" : [5, 6, 7].includes(total) ? "pequeno" : [14, 15, 16].includes(total) ? "grande" : "";
  const thrown = (random: RandomSource): Fields => ({
    ...throwOutcome(
      dicePack(pack).dice,
      [random.pick(PIP_FACES), random.pick(PIP_FACES), random.pick(PIP_FACES)],
      null,
    ),
  });
  for (const seed of seeds) {
    const { journal, memory } = played(seed, ROUNDS, thrown, (result) => ({ thrown: result }));
    const told = statisticsOf(memory.all(), game, ALL) as DiceStatistics;
    const names = journal.standing().map(({ total }) => nameOf(total as number));
    for (const { name, count } of told.categories) expect([name, count]).toEqual([name, times(names, name)]);
    expect(told.noCategory).toBe(times(names, ""));
  }
});

/** The throwers of a game of craps as a hand would note them, from the totals alone; null: a throw that does not count. */
function notedByHand(totals: readonly (number | null)[]): readonly Shooter[] {
  const noted: { rolls: (number | null)[]; pointsMade: number; point: number | null; isOver: boolean }[] = [];
  for (const total of totals) {
    if (noted.at(-1)?.isOver !== false) noted.push({ rolls: [], pointsMade: 0, point: null, isOver: false });
    const now = noted.at(-1)!;
    now.rolls.push(total);
    if (total === null) continue;
    if (now.point === null) now.point = [4, 5, 6, 8, 9, 10].includes(total) ? total : null;
    else if (total === 7) [now.point, now.isOver] = [null, true];
    else if (total === now.point) [now.point, now.pointsMade] = [null, now.pointsMade + 1];
  }
  return noted.toReversed();
}

test("throwers of craps, with throws among them that are void or become so later", () => {
  const { pack } = loadPack("cl/craps");
  const game = statisticsGame(pack);
  for (const seed of seeds) {
    const random = randomFrom(`${seed}/craps`);
    const memory = new PlayedRounds();
    const totals: (number | null)[] = [];
    let stands: CrapsState = { phase: "come-out" };
    for (let round = 1; round <= ROUNDS; round++) {
      const at = minute(round);
      if (random.oneIn(6)) {
        memory.addRecord({ kind: random.pick(["void", "undecided", "aborted"] as const), at, round });
        totals.push(null);
        continue;
      }
      const result = throwOutcome(
        dicePack(pack).dice,
        [random.pick(PIP_FACES), random.pick(PIP_FACES)],
        stands,
      );
      memory.addRecord({ kind: "result", at, round, result, certainty: { level: "certified" } });
      // Only of a throw that moved no series can it be said later that it was void, and the series still be what it was.
      const moved = JSON.stringify(result.craps?.after) !== JSON.stringify(stands);
      const isVoidLater = !moved && random.oneIn(5);
      if (isVoidLater) memory.addRecord({ kind: "void", at, round, late: { stood: "result" } });
      totals.push(isVoidLater ? null : result.total);
      stands = result.craps?.after ?? stands;
    }
    expect((statisticsOf(memory.all(), game, ALL) as DiceStatistics).shooters).toEqual(notedByHand(totals));
  }
});

test("hands of black-jack", () => {
  const game = statisticsGame(loadPack("cl/black-jack").pack);
  const won = ["wins", "wins-black-jack"];
  const ways = [...won, "loses", "ties"];
  const hand = (random: RandomSource): Fields => ({
    results: [{ of: `seat-${1 + random.below(7)}`, is: random.pick(ways) }],
    values: [],
    cards: [],
  });
  for (const seed of seeds) {
    const { journal, memory } = played(seed, ROUNDS, hand, ({ results }) => ({
      winner: (results as Fields[])[0],
    }));
    const told = statisticsOf(memory.all(), game, ALL) as CardStatistics;
    const stands = journal.standing().map(({ results }) => (results as { of: string; is: string }[])[0]!);
    const is = stands.map((one) => one.is);
    expect(told.hands).toEqual({
      won: won.reduce((sum, way) => sum + times(is, way), 0),
      lost: times(is, "loses"),
      tied: times(is, "ties"),
    });
    const names = stands.map((one) => `${one.of} ${one.is}`);
    expect(told.outcomes.length).toBe(new Set(names).size);
    for (const { name, count, ago } of told.outcomes)
      expect([count, ago]).toEqual([times(names, name), names.length - 1 - names.lastIndexOf(name)]);
  }
});
