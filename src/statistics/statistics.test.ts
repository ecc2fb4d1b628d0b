import { describe, expect, it } from "vitest";
import { loadPack } from "../../firmware/table/rules/load.ts";
import type { Fields } from "../analysis/record-fields.ts";
import { PlayedRounds, ROUNDS_MAX } from "./played-rounds.ts";
import { statisticsGame, statisticsOf } from "./statistics.ts";
import type { DiceStatistics } from "./dice-statistics.ts";
import type { WheelStatistics } from "./wheel-statistics.ts";
import { ALL, minute } from "./played.test-help.ts";

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
  memory.addRecord({ kind: "undecided", at: minute(91), round: 1, contestedBy: { role: "jefe-de-mesa" } });
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
