import { X509Certificate } from "node:crypto";
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { readEnrolment } from "../../src/floor/enrolment.ts";
import { readHeartbeat, type Heartbeat } from "../../src/floor/heartbeat.ts";
import { parseVkey } from "../../src/record/keys.ts";
import { logOf } from "../../firmware/table/config/config.ts";
import { recordsOfJournal } from "../../firmware/evidence/log/record-lines.ts";
import { casino, type Held } from "../support/casino.ts";
import { testTable, toResult, type TestTable } from "../support/running-table.ts";
import { until } from "../support/screen-line.ts";
import { stubCollector } from "../support/stub-collector.ts";
import { StubFloor } from "../support/stub-floor.ts";

/** A whole table and a floor that does what floors do: does not know it, takes its records, hangs, is cut off, comes back. */

const journalLines = ({ journal }: TestTable): string[] =>
  [...recordsOfJournal(journal).lines].map((line) => Buffer.from(line).toString("utf8"));

/** What became of the table's rounds. */
const roundsOf = ({ records }: TestTable): unknown[] =>
  records.flatMap(({ body }): unknown[] => {
    if (body.kind === "phase") return [[body.kind, body.phase]];
    return body.kind === "result" ? [[body.kind, body.round, body.certainty.level]] : [];
  });

function workersOf(name: string): () => Worker | undefined {
  const workers: Worker[] = [];
  const seen = (worker: Worker): void => void workers.push(worker);
  process.on("worker", seen);
  onTestFinished(() => void process.off("worker", seen));
  return () => workers.findLast(({ threadName }) => threadName === name);
}

test("a table joins a floor, plays whatever the floor does, and loses and doubles no record", async () => {
  const here = await casino();
  const floors: StubFloor[] = [];
  const floor = (): StubFloor => floors[0]!;
  const stub = await stubCollector(here, { answer: (request) => floor().answer(request) });
  let unit: Held | null = null;
  const publisher = workersOf("floor");
  const [alone, table] = await Promise.all([
    testTable(),
    testTable({
      collectors: [stub.url],
      remote: async (log) => {
        floors.push(new StubFloor(log));
        floor().isEnrolled = false;
        unit = await here.issue(log, { as: "unit", hosts: ["127.0.0.1"] });
        const { server: _none, ...remote } = here.remote(unit);
        return remote;
      },
    }),
  ]);
  const certificate = new X509Certificate(unit!.cert);
  const log = logOf(table.config);

  // It asks to join: two people compare what the screens say with what came.
  await until("the request to join", () => floor().enrolments.length > 0);
  const asked = readEnrolment(floor().enrolments[0]!, { certificate, log });
  if (typeof asked === "string") throw new Error(asked);
  const shown = (): string => table.notices.findLast((line) => line.startsWith("floor: ")) ?? "";
  await until("the code", () => shown().includes("code"));
  expect(shown()).toContain(`code ${asked.code}, print ${asked.print}`);
  expect(asked.keys.current.raw).toEqual(parseVkey(asked.keys.first.vkey).raw);
  expect(floor().requests.some(({ what }) => what === "lines")).toBe(false);
  floor().isEnrolled = true;
  await until("the records", () => floor().next > 0, 30_000);
  await until("that it takes them", () => shown().endsWith("takes the records"));

  // A collector that takes the request and never answers, while a spin is played.
  stub.take = (socket) => void socket.pause();
  await Promise.all([toResult(alone), toResult(table)]);
  expect(roundsOf(table)).toEqual(roundsOf(alone));
  stub.take = null;
  await stub.close();
  await publisher()?.terminate();
  await table.record("fault", ({ code }) => code === "floor-stopped");
  await stub.open();
  await table.record("fault-cleared", ({ code }) => code === "floor-stopped");
  // On a busy machine its wheel may fall silent meanwhile, which is one record more.
  const committed = journalLines(table);
  await until("all records", () => floor().next >= committed.length, 60_000);
  expect(floor().lines.slice(0, committed.length)).toEqual(committed);
  expect([...stub.holders]).toEqual([log]);

  const heartbeat = (): Heartbeat => {
    const read = readHeartbeat(floor().heartbeats.at(-1) ?? "", certificate);
    if (typeof read === "string") throw new Error(read);
    return read;
  };
  const isInStep = ({ published, records }: Heartbeat): boolean =>
    published === records && records >= committed.length;
  await until("a heartbeat after it", () => isInStep(heartbeat()), 30_000);
  const { name, faults, last, rounds, waits, days, count } = heartbeat();
  // The wheel has nothing more to say by now.
  const ofUnit = faults.filter(({ device }) => device === "unit");
  expect({ name, faults: ofUnit, last: last?.kind, rounds, waits, days }).toEqual({
    name: table.config.table.name,
    faults: [],
    last: "result",
    rounds: { certified: 1, reported: 0, void: 0, undecided: 0, aborted: 0 },
    waits: [],
    days: { certificate: 0, list: 6 },
  });
  expect(count).toBeGreaterThan(1);
});
