import { expect, onTestFinished, test } from "vitest";
import { runCollector, type RunningCollector } from "../../firmware/office/floor/collector/run.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { cutBatches } from "../../src/floor/sent-lines.ts";
import { casino, type Casino, type Held } from "../support/casino.ts";
import { askCollector, batchOf, enrol, floorOfFile, type FloorAnswer } from "../support/floor.ts";
import { LineTable } from "../support/line-table.ts";

/** A collector before a real database, asked over TLS by tables that are lines alone. */

const floor = floorOfFile();
const LOG = "tirada.test/casino-1/table-";

interface Here {
  readonly casino: Casino;
  readonly collector: RunningCollector;
  readonly ask: (who: Held, path: string, body?: string) => Promise<FloorAnswer>;
}

async function collecting(): Promise<Here> {
  const here = await casino();
  const own = await here.issue("collector", { as: "collector", hosts: ["127.0.0.1"] });
  const collector = await runCollector(
    {
      listen: { host: "127.0.0.1", port: 0 },
      certificate: own.certificatePath,
      key: own.keyPath,
      authority: here.authority.certificatePath,
      revoked: here.authority.listPath,
      database: { ...floor.database().address, user: "tirada_collector" },
    },
    systemClock(),
    () => undefined,
  );
  onTestFinished(() => collector.stop());
  return {
    casino: here,
    collector,
    ask: (who, path, body) => askCollector(collector.url, here, who, path, body),
  };
}

test("what a table signed lies in the store byte for byte, once, however often it is sent", async () => {
  const { casino: here, ask } = await collecting();
  const table = new LineTable(`${LOG}1`).play(100);
  const unit = await here.issue(table.log, { as: "unit" });
  const before = await ask(unit, "/v1/standing");
  expect([before.status, before.answer?.refused]).toEqual([403, { why: "not-enrolled", seq: null }]);
  expect((await ask(unit, "/v1/lines", batchOf(table.sent.slice(0, 5)))).status).toBe(403);
  await enrol(floor.sql(), table);
  table.rotate();
  table.play(60);
  for (const batch of cutBatches(table.sent)) {
    const [one, two] = await Promise.all([
      ask(unit, "/v1/lines", batchOf(batch)),
      ask(unit, "/v1/lines", batchOf(batch)),
    ]);
    expect([one.status, two.status], one.text + two.text).toEqual([200, 200]);
  }
  const after = await ask(unit, "/v1/standing");
  expect([after.status, after.answer?.standing.next, after.answer?.standing.checkpoint]).toEqual([
    200, 161, 149,
  ]);
  const rows =
    await floor.sql()`SELECT r.seq, r.line, r.sig FROM floor.record r JOIN floor.log l ON l.id = r.log WHERE l.name = ${table.log} ORDER BY seq`;
  expect(rows.map((row) => row["line"].toString("utf8"))).toEqual(table.records.map(({ line }) => line));
  expect(rows.map((row) => row["sig"].toString("base64"))).toEqual(table.records.map(({ sig }) => sig));
});
