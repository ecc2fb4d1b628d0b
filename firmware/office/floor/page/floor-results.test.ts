import { expect, it, onTestFinished } from "vitest";
import { MemoryFloor } from "../../../../test/support/memory-floor.ts";
import { until } from "../../../../test/support/screen-line.ts";
import type { PublishedResult } from "../../../../src/floor/published-results.ts";
import { canonical } from "../../../../src/record/canonical.ts";
import { systemClock } from "../../../../src/time/system-clock.ts";
import { ResultHub } from "../../../feeds/result-hub.ts";
import { FloorResults, RESULTS_AT_ONCE, RESULTS_FIRST } from "./floor-results.ts";

const clock = systemClock();
const LOG = (n: number): string => `tirada.example/casino-1/r${n}`;

/** A line with a verdict, as the store has it. */
const lineOf = (log: string, seq: number, kind = "result"): string =>
  canonical({
    v: 2,
    log,
    seq,
    prev: "0".repeat(64),
    mode: "live",
    epoch: 0,
    rel: { version: "0.9.0", manifest: null },
    at: "2026-11-29T18:00:00.000Z",
    kind,
    round: seq,
    result: { pocket: String(seq % 37) },
    certainty: { level: "certified" },
  });

it("publishes every verdict of every table, also those that came while the store was away", async () => {
  const store = new MemoryFloor();
  const many = RESULTS_FIRST + 10;
  store.addTable(
    LOG(1),
    Array.from({ length: many }, (_, seq) => lineOf(LOG(1), seq)),
  );
  store.addTable(LOG(2));
  const hub = new ResultHub();
  const published: PublishedResult[] = [];
  hub.listen((one) => published.push(one));
  const notices: string[] = [];
  const results = new FloorResults({ store, hub, clock, onNotice: (line) => notices.push(line) });
  await results.start();
  onTestFinished(() => results.close());
  // What was there at the start can be asked for; the newest of it is told.
  await until("the newest one", () => published.length > 0);
  expect(published.map(({ seq }) => seq)).toEqual([many - 1]);
  expect(hub.after(LOG(1), -1)?.map(({ seq }) => seq)).toEqual(
    Array.from({ length: RESULTS_FIRST }, (_, n) => n + 10),
  );
  const later = RESULTS_AT_ONCE * 2 + 5;
  store.isAway = true;
  for (let seq = 0; seq < later; seq++) store.addLine(LOG(2), lineOf(LOG(2), seq));
  await until("the notice", () => notices.length > 0);
  store.isAway = false;
  await until(
    "the missed ones",
    () => published.filter(({ table }) => table === LOG(2)).length === later,
    20_000,
  );
  const seqs = published.filter(({ table }) => table === LOG(2)).map(({ seq, prev }) => [seq, prev]);
  expect(seqs).toEqual(Array.from({ length: later }, (_, seq) => [seq, seq === 0 ? null : seq - 1]));
  expect(notices).toHaveLength(1);
});

it("takes back a result of which the records were read in an earlier life", async () => {
  const store = new MemoryFloor();
  store.addTable(
    LOG(1),
    Array.from({ length: RESULTS_FIRST + 10 }, (_, seq) => lineOf(LOG(1), seq)),
  );
  const hub = new ResultHub();
  const published: PublishedResult[] = [];
  hub.listen((one) => published.push(one));
  const results = new FloorResults({ store, hub, clock, onNotice: () => undefined });
  await results.start();
  onTestFinished(() => results.close());
  const word = (round: number, more: object): void => {
    const line = JSON.parse(lineOf(LOG(1), store.count(LOG(1)))) as object;
    store.addLine(LOG(1), canonical({ ...line, round, ...more }));
  };
  const by = { name: "Ana", role: "jefe-de-mesa" };
  word(3, { kind: "undecided", contestedBy: by });
  word(3, { kind: "key", resolves: { outcome: "upheld" } });
  word(4, { kind: "key", resolves: { outcome: "void" } });
  await until("all words", () => published.length === 4);
  expect(published.slice(1).map((one) => [one.round, one.is, one.stands?.text, one.replaces])).toEqual([
    [3, "undecided", undefined, 3],
    [3, "decided", "3", RESULTS_FIRST + 10],
    [4, "decided", undefined, 4],
  ]);
});
