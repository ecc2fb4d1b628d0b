import { describe, expect, it, test } from "vitest";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { runSeed, volume } from "../../test/support/volume.ts";
import type { Fields } from "../analysis/record-fields.ts";
import { randomFrom, type RandomSource } from "../time/random-source.ts";
import { PlayedRounds, ROUNDS_MAX } from "./played-rounds.ts";
import { statisticsGame, statisticsOf } from "./statistics.ts";
import type { CardStatistics } from "./card-statistics.ts";
import type { DiceStatistics } from "./dice-statistics.ts";
import { SECTORS, type WheelStatistics } from "./wheel-statistics.ts";

const minute = (at: number): string => new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString();
const WORDS = ["certified", "reported", "void", "undecided", "aborted"] as const;

/** Records of rounds that end in every way and are judged again; and, kept beside them, what stands in the end. */
class Journal {
  readonly lines: Fields[] = [];
  readonly stands = new Map<number, unknown>();
  readonly machine = new Map<number, unknown>();
  readonly #random: RandomSource;
  readonly #result: (random: RandomSource) => Fields;
  readonly #said: (result: Fields) => Fields;

  constructor(seed: string, result: (random: RandomSource) => Fields, said: (result: Fields) => Fields) {
    this.#random = randomFrom(seed);
    this.#result = result;
    this.#said = said;
  }

  #write(fields: Fields): void {
    this.lines.push({ at: minute(this.lines.length), ...fields });
  }

  play(round: number): void {
    const word = this.#random.oneIn(3) ? this.#random.pick(WORDS) : "certified";
    if (word === "certified" || word === "reported") {
      const result = this.#result(this.#random);
      this.#write({ kind: "result", round, result, certainty: { level: word } });
      this.stands.set(round, result);
      this.machine.set(round, result);
    } else this.#write({ kind: word, round });
  }

  /** Somebody contests a round, or a late verdict reaches it. */
  judgeAgain(round: number): void {
    if (this.#random.oneIn(2)) {
      this.#write({ kind: "void", round, late: { stood: "result" } });
      this.stands.delete(round);
      return;
    }
    this.#write({ kind: "undecided", round, contestedBy: { name: "Ana", role: "jefe-de-mesa" } });
    this.stands.delete(round);
    const outcome = this.#random.pick(["stands", "void", "upheld", "later"] as const);
    if (outcome === "later") return;
    const result = this.#result(this.#random);
    const words = outcome === "stands" ? this.#said(result) : {};
    this.#write({ kind: "key", round, key: { key: "resolve" }, resolves: { outcome, ...words } });
    if (outcome === "stands") this.stands.set(round, result);
    const own = this.machine.get(round);
    if (outcome === "upheld" && own !== undefined) this.stands.set(round, own);
  }

  /** What stands, oldest first. */
  standing(): readonly Fields[] {
    return [...this.stands].toSorted(([a], [b]) => a - b).map(([, result]) => result as Fields);
  }
}

function played(
  seed: string,
  rounds: number,
  result: (random: RandomSource) => Fields,
  said: (result: Fields) => Fields,
) {
  const journal = new Journal(seed, result, said);
  const chance = randomFrom(`${seed}/again`);
  for (let round = 1; round <= rounds; round++) {
    journal.play(round);
    if (chance.oneIn(4)) journal.judgeAgain(1 + chance.below(round));
  }
  const memory = new PlayedRounds();
  for (const line of journal.lines) memory.addRecord(line);
  return { journal, memory };
}

const ALL = { span: "last", rounds: ROUNDS_MAX } as const;
const times = <T>(list: readonly T[], one: T): number =>
  list.reduce((sum, other) => sum + (other === one ? 1 : 0), 0);

describe("counted a second time, from what stands in the end", () => {
  const seeds = Array.from({ length: volume(20, 400) }, (_, at) => runSeed(`statistics/${at}`));

  test("numbers of a wheel", () => {
    const { pack } = loadPack("cl/ruleta-americana");
    const game = statisticsGame(pack);
    const ring = pack.wheel?.pockets ?? [];
    for (const seed of seeds) {
      const { journal, memory } = played(
        seed,
        60,
        (random) => ({ pocket: random.pick(ring) }),
        ({ pocket }) => ({ pocket }),
      );
      const told = statisticsOf(memory.all(), game, ALL) as WheelStatistics;
      const stands = journal.standing().map(({ pocket }) => pocket as string);
      expect(told.counted).toBe(stands.length);
      expect(told.last.flatMap(({ pocket }) => pocket ?? []).toReversed()).toEqual(stands);
      for (const { name, count, ago } of told.numbers) {
        const last = stands.lastIndexOf(name);
        expect([count, ago]).toEqual([times(stands, name), last < 0 ? null : stands.length - 1 - last]);
      }
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
      const { journal, memory } = played(seed, 60, thrown, (result) => ({ thrown: result }));
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
        60,
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
});

describe("spans", () => {
  const memory = new PlayedRounds();
  const game = statisticsGame(loadPack("cl/ruleta-americana").pack);
  for (let round = 1; round <= 40; round++) {
    const at = minute(round);
    if (round === 21) memory.addRecord({ kind: "shoe", event: "loaded", at, round });
    memory.addRecord(
      round % 4 === 0
        ? { kind: "void", at, round }
        : {
            kind: "result",
            at,
            round,
            result: { pocket: String(round % 37) },
            certainty: { level: "certified" },
          },
    );
  }
  const told = (span: Parameters<typeof statisticsOf>[2]): WheelStatistics =>
    statisticsOf(memory.all(), game, span) as WheelStatistics;

  it("the last so many that stand, and what lies between them", () => {
    expect(told({ span: "last", rounds: 20 })).toMatchObject({ counted: 20, certified: 20, void: 7 });
    expect(told({ span: "last", rounds: 100 }).counted).toBe(30);
  });

  it("a shoe, and from one time to another", () => {
    expect(told({ span: "shoe", shoe: 1 }).last.at(-1)?.round).toBe(21);
    const hour = told({ span: "time", from: minute(10), to: minute(20) });
    expect([hour.last.at(0)?.round, hour.last.at(-1)?.round]).toEqual([19, 10]);
    expect(told({ span: "time", from: minute(39), to: null }).last.map(({ round }) => round)).toEqual([40, 39]);
  });
});

it("craps: each thrower has his rolls, and a throw that is void is told in its place and changes no series", () => {
  const game = statisticsGame(loadPack("cl/craps").pack);
  const memory = new PlayedRounds();
  const throwAt = (round: number, total: number, call: string, phase: string): boolean =>
    memory.addRecord({
      kind: "result",
      at: minute(round),
      round,
      certainty: { level: "certified" },
      result: {
        faces: ["1", String(total - 1)],
        total,
        equal: "none",
        category: null,
        craps: { call, after: { phase } },
      },
    });
  throwAt(1, 6, "point-set", "point");
  memory.addRecord({ kind: "void", at: minute(2), round: 2 });
  throwAt(3, 6, "point-made", "come-out");
  throwAt(4, 5, "point-set", "point");
  throwAt(5, 7, "seven-out", "come-out");
  throwAt(6, 4, "point-set", "point");
  expect((statisticsOf(memory.all(), game, ALL) as DiceStatistics).shooters).toEqual([
    { rolls: [4], pointsMade: 0, point: 4, isOver: false },
    { rolls: [6, null, 6, 5, 7], pointsMade: 1, point: null, isOver: true },
  ]);
});

it("a round that is judged anew stays in its day, and says that another result had stood", () => {
  const memory = new PlayedRounds();
  const result = (at: number, pocket: string): Fields => ({
    kind: "result",
    at: minute(at),
    round: 1,
    result: { pocket },
    certainty: { level: "certified" },
  });
  const now = (): unknown => memory.all().map(({ at, isOverruled, standing }) => [at, isOverruled, standing]);
  memory.addRecord(result(1, "7"));
  expect(now()).toEqual([[minute(1), false, "certified"]]);
  memory.addRecord(result(90, "8"));
  expect(now()).toEqual([[minute(1), true, "certified"]]);
  memory.addRecord({ kind: "undecided", at: minute(91), round: 1 });
  memory.addRecord({ kind: "key", at: minute(92), round: 1, resolves: { outcome: "upheld" } });
  expect(now()).toEqual([[minute(1), true, "certified"]]);
});

it("remembers so many rounds and no more, and a verdict on one that is forgotten changes nothing", () => {
  const memory = new PlayedRounds();
  for (let round = 1; round <= ROUNDS_MAX + 5; round++)
    memory.addRecord({ kind: "void", at: minute(round), round });
  expect(memory.all()).toHaveLength(ROUNDS_MAX);
  expect(memory.addRecord({ kind: "void", at: minute(1), round: 2 })).toBe(false);
  expect(memory.all().at(0)?.round).toBe(6);
});

it("every game has statistics of its own kind, and no record breaks them", () => {
  const memory = new PlayedRounds();
  const odd: readonly Fields[] = [
    {},
    { kind: "result", round: 1 },
    { kind: "result", round: 2, result: { faces: [1, null], craps: 4 }, at: 7 },
    { kind: "result", round: 3, result: { results: [{}, 4], cards: [{ faces: [null] }] } },
    { kind: "key", round: 9, resolves: { outcome: "stands" } },
    { kind: "result", round: -1, result: { pocket: "4" } },
  ];
  for (const line of odd) memory.addRecord(line);
  for (const rulebook of [
    "cl/ruleta-francesa",
    "es-cb/bola",
    "cl/big-six",
    "cl/corona-y-ancla",
    "cl/black-jack",
    "es-pv/pai-gow-poker",
  ])
    for (const span of [ALL, { span: "shoe", shoe: 0 }, { span: "time", from: "", to: null }] as const)
      expect(statisticsOf(memory.all(), statisticsGame(loadPack(rulebook).pack), span)).toMatchObject({
        certified: 0,
      });
});
