import { expect, test } from "vitest";
import { updateWaitOf } from "../../unit/updates/update-wait.ts";
import type { UnitHealth } from "../../unit/health.ts";
import { judge, type Looked } from "./judge.ts";
import { unseen } from "./observed.ts";

/** What the doctor says of a release that waits. */

const none = unseen("no-sensor");
const looked = (update: UnitHealth["update"], hasUpdater: boolean): Looked => ({
  unit: {
    is: "running",
    health: {
      upSeconds: 1,
      devices: [],
      faults: [],
      clock: null,
      second: null,
      witness: null,
      counters: {},
      memory: 0,
      journal: { records: 1, epoch: 0, from: 0, waiting: 0, head: "whole", notes: [], read: null },
      ...(update === undefined ? {} : { update }),
    } as unknown as UnitHealth,
  },
  disk: { folder: "/x", isThere: true, space: none, lives: [] },
  second: null,
  machine: { temperature: none, isVoltageLow: none, memory: none, usbAgain: none },
  swap: none,
  ports: [],
  hasJournal: true,
  journalPath: "/x/journal.db",
  asksWitness: false,
  asksClock: false,
  screens: null,
  own: { missing: [], monitors: none },
  release: { version: "0.8.0", manifest: null },
  hasUpdater,
});
const ofRepository = (
  update: UnitHealth["update"],
  hasUpdater = true,
): readonly (readonly [string, string])[] =>
  judge(looked(update, hasUpdater), () => ({ text: {}, doThis: {} }) as never)
    .filter(({ subject }) => subject === "repository")
    .map(({ level, text }) => [level, text.en] as const);

test("a release that waits is named, with what it waits for, since when, in the words of whoever reads it", () => {
  const since = "2026-01-01T00:00:00.000Z";
  const update = {
    ...({ version: "0.8.1", since, obstacles: ["decision-waiting", "held"] } as const),
    standing: { "decision-waiting": "2026-01-01T01:00:00.000Z" },
  };
  const [found] = judge(looked(update, true), () => ({ text: {}, doThis: {} }) as never).filter(
    ({ subject }) => subject === "repository",
  );
  expect([found?.level, found?.text.en, found?.text.es]).toEqual([
    "attention",
    `Release 0.8.1, announced ${since}, waits: somebody has still to decide or to confirm something (2026-01-01T01:00:00.000Z); updates are held at this table`,
    expect.stringContaining("alguien tiene aún que decidir o confirmar algo (2026-01-01T01:00:00.000Z); en"),
  ]);
});

test("a table with an updater is not told that it has no repository", () => {
  expect(ofRepository(null)).toEqual([]);
  expect(ofRepository(null, false).map(([level]) => level)).toEqual(["none"]);
  expect(ofRepository(undefined, false).map(([level]) => level)).toEqual(["none"]);
});

test("nothing waits before it was announced, and after it was switched to", () => {
  const of = (update: object | undefined) =>
    updateWaitOf({ unit: { pipeline: { durable: { update } } } } as never);
  const announced = { version: "0.8.1", digest: "a", until: "2026-01-01T00:00:00.000Z" };
  expect(of(undefined)).toBe(null);
  expect(of({ last: { step: "announced" } })).toBe(null);
  expect(of({ announced, last: { step: "confirmed" } })).toBe(null);
});

test("an obstacle stands since it was seen first, and one that went and came back since then", () => {
  let wall = Date.parse("2026-01-01T00:00:00Z");
  const update: { held?: true; announced: object; last: object } = {
    held: true,
    announced: { until: "2025-12-31T00:00:00.000Z", version: "0.8.1" },
    last: { step: "announced" },
  };
  const durable = { open: false, faults: [], update };
  const unit = {
    hasFailed: false,
    pipeline: { durable, state: { table: { durable: { phase: "closed", tasks: [] } } } },
    setup: { rules: { family: { steps: { restartCosts: () => [] } } } },
  };
  const parts = { config: {}, unit, journal: { waitingCount: 0 }, clock: { wall: () => wall } };
  const standing = (): unknown => updateWaitOf(parts as never)?.standing;
  expect(standing()).toEqual({ held: "2026-01-01T00:00:00.000Z" });
  wall += 60_000;
  expect(standing()).toEqual({ held: "2026-01-01T00:00:00.000Z" });
  delete update.held;
  expect(standing()).toEqual({});
  wall += 60_000;
  update.held = true;
  expect(standing()).toEqual({ held: "2026-01-01T00:02:00.000Z" });
});
