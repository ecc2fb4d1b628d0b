import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Entry } from "../../../src/recording/entry.ts";
import { reduceActs } from "../../../src/table/kernel/durable/durable-order.ts";
import type { Durable } from "../../../src/table/kernel/durable/durable.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { recordActs } from "./technician-acts.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tirada-acts-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function unitOf(acts?: number) {
  const records: unknown[] = [];
  const unit = {
    pipeline: { durable: (acts === undefined ? {} : { acts }) as Durable },
    hasFailed: false,
    feed: async (entry: Entry): Promise<void> => {
      if (entry.k !== "event" || entry.event !== "technician") throw new Error("no act");
      const { detail } = entry;
      unit.pipeline.durable = reduceActs(unit.pipeline.durable, { kind: "technician", detail });
      records.push(detail);
      await Promise.resolve();
    },
  };
  return { unit, records, clock: { now: () => 5 as MonoUs } as never };
}

const act = (number: number, more: object = {}) => ({
  number,
  at: "2026-11-28T18:00:00.000Z",
  who: "technician",
  verb: "zone",
  arguments: "UTC",
  outcome: "done",
  why: null,
  lost: 0,
  ...more,
});

const fileOf = (...lines: readonly unknown[]): string => {
  const path = join(folder, "acts.jsonl");
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
};

test("each act of root's file is one record, in the order of their numbers, and never a second one", async () => {
  const one = unitOf(3);
  const file = fileOf(act(5, { outcome: "failed", why: "it ended" }), act(3), act(4, { outcome: "begun" }));
  expect(await recordActs(one, file)).toBe(5);
  expect(one.records).toEqual([act(4, { outcome: "begun" }), act(5, { outcome: "failed", why: "it ended" })]);
  expect(await recordActs(one, file)).toBe(5);
  expect(one.records).toHaveLength(2);
});

test("asked twice at once it records each once", async () => {
  const one = unitOf();
  const file = fileOf(act(1), act(2), act(3));
  await Promise.all([recordActs(one, file), recordActs(one, file)]);
  expect(one.records).toEqual([act(1), act(2), act(3)]);
});

test("a damaged line is said once the others are records", async () => {
  const one = unitOf();
  await expect(recordActs(one, fileOf(act(1), { number: 2 }, "none"))).rejects.toThrow("2 lines");
  expect(one.records).toEqual([act(1)]);
});

test("a machine without the helper has nothing to record", async () => {
  const one = unitOf();
  expect(await recordActs(one, join(folder, "none.jsonl"))).toBe(0);
  expect(one.records).toEqual([]);
});
