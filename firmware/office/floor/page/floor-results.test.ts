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
  await until("the first ones", () => published.length === RESULTS_FIRST);
  expect([published[0]?.seq, published.at(-1)?.seq]).toEqual([10, many - 1]);
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
