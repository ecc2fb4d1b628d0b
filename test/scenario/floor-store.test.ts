import { expect, test } from "vitest";
import { logOf } from "../../firmware/table/config/config.ts";
import { runCollector } from "../../firmware/office/floor/collector/run.ts";
import { recordsOfJournal } from "../../firmware/evidence/log/record-lines.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { casino } from "../support/casino.ts";
import { floorOfFile } from "../support/floor.ts";
import { confirm, twoPeople } from "../support/floor-tables.ts";
import { testTable, toResult } from "../support/running-table.ts";
import { until } from "../support/screen-line.ts";

/** A whole table, a real collector and a real store: two people confirm the table, and what it signs is in the store, byte for byte. */

const floor = floorOfFile();
const clock = systemClock();

test("a table joins by two people, and all that it signs is in the store, once and in order", async () => {
  const here = await casino();
  const held = await here.issue("floor", { as: "collector", hosts: ["127.0.0.1"] });
  const { certificate, key, authority, revoked } = here.remote(held);
  const begin = (port = 0) =>
    runCollector(
      {
        listen: { host: "127.0.0.1", port },
        certificate,
        key,
        authority,
        revoked,
        database: { ...floor.database().address, user: "tirada_collector" },
      },
      clock,
      () => undefined,
    );
  let collector = await begin();
  const table = await testTable({
    collectors: [collector.url],
    remote: async (log) => here.remote(await here.issue(log, { as: "unit", hosts: ["127.0.0.1"] })),
  });
  const log = logOf(table.config);
  const code = (): string | undefined => /code (\w+),/.exec(table.notices.join("\n"))?.[1];
  await until("the code", () => code() !== undefined);
  const [asked] = await floor.sql()`SELECT id, code FROM floor_test.enrolment WHERE log = ${log}`;
  expect(asked?.["code"]).toBe(code());
  for (const one of await twoPeople(here)) await confirm(floor.sql(), log, Number(asked?.["id"]), one);
  const stored = async (): Promise<string[]> => {
    const rows = await floor.sql()`
      SELECT line FROM floor_test.record WHERE log = (SELECT id FROM floor_test.log WHERE name = ${log}) ORDER BY seq`;
    return rows.map(({ line }) => Buffer.from(line as Uint8Array).toString("utf8"));
  };
  const journal = (): string[] =>
    [...recordsOfJournal(table.journal).lines].map((line) => Buffer.from(line).toString("utf8"));
  let found: string[] = [];
  const inStep = async (): Promise<void> => {
    for (let tries = 0; tries < 400; tries++) {
      found = await stored();
      if (found.length === journal().length) return;
      await clock.sleep(100_000);
    }
  };
  await inStep();
  expect(found).toEqual(journal());
  await toResult(table);
  // Another collector in its place, and the store again.
  const port = Number(new URL(collector.url).port);
  await collector.stop();
  await floor.restart(async () => void (await toResult(table)));
  collector = await begin(port);
  await toResult(table);
  await inStep();
  expect(found).toEqual(journal());
  const [counted] = await floor.sql()`
    SELECT (SELECT count(*)::int FROM floor_test.quarantine) AS kept, (SELECT count(*)::int FROM floor_test.fork) AS forks,
      (SELECT count(*)::int FROM live.heartbeat) AS alive`;
  expect(counted).toEqual({ kept: 0, forks: 0, alive: 1 });
  expect(table.records.some(({ body }) => body.kind === "fault" && body.code.startsWith("floor-"))).toBe(false);
  await collector.stop();
});
