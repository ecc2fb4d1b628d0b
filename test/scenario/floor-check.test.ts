import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { checkFloor } from "../../firmware/office/floor/check/check-floor.ts";
import { judgeBackup, judgePatroni } from "../../firmware/office/floor/check/check-machine.ts";
import type { Checked, CheckReport } from "../../firmware/office/floor/check/checks.ts";
import { readFloorAnswers } from "../../firmware/office/floor/setup/answers.ts";
import { setupFiles } from "../../firmware/office/floor/setup/write-setup.ts";
import { readFloorCheckConfig, type FloorCheckConfig } from "../../firmware/office/floor/check/config.ts";
import { runCollector, type RunningCollector } from "../../firmware/office/floor/collector/run.ts";
import { EVIDENCE_SCHEMAS } from "../../firmware/office/floor/store/migrations.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { casino, type Casino } from "../support/casino.ts";
import { commandHere } from "../support/command.ts";
import { floorOfFile } from "../support/floor.ts";
import { enrol } from "../support/floor-tables.ts";
import { LineTable } from "../support/line-table.ts";
import { STORE_ANSWERS } from "../support/store-machines.ts";

/** `tirada floor check` before a real database and a real collector: what is well, and each thing that is made wrong. */

const floor = floorOfFile();
const clock = systemClock();
let folder = "";
let here: Casino;
let collector: RunningCollector;
let config: FloorCheckConfig;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tirada-"));
  here = await casino("casino-1", folder);
  const own = await here.issue("collector", { as: "collector", hosts: ["127.0.0.1"], hours: 24 * 80 });
  const { address } = floor.database();
  const files = {
    certificate: own.certificatePath,
    key: own.keyPath,
    authority: here.authority.certificatePath,
    revoked: here.authority.listPath,
  };
  await floor.sql().unsafe("CREATE ROLE tirada_check LOGIN; GRANT pg_monitor TO tirada_check");
  const database = { ...address, user: "tirada_collector" };
  collector = await runCollector(
    { listen: { host: "127.0.0.1", port: 0 }, ...files, database },
    clock,
    () => undefined,
  );
  const databases = ["tirada_collector", "tirada_page", "tirada_check"].map((user) => ({ ...address, user }));
  config = { machine: "floor", databases, ...files, servers: [collector.url] };
});
afterAll(async () => {
  await collector.stop();
  rmSync(folder, { recursive: true, force: true });
});

const codes = (found: readonly Checked[]): string[] => found.map(({ code }) => code);
const bad = ({ found }: CheckReport): Checked[] =>
  found.filter(
    ({ level, code }) =>
      ["stops", "attention"].includes(level) && !["archive-off", "clock-unset"].includes(code),
  );
const look = (over: Partial<FloorCheckConfig> = {}): Promise<CheckReport> =>
  // The test's database keeps nothing when the power goes.
  checkFloor({ ...config, ...over }, clock).then((report) => ({
    ...report,
    found: report.found.filter(({ code }) => code !== "durable-off"),
  }));

/** Makes something wrong, looks, and puts it right. */
async function wrong(make: string, right: string): Promise<Checked[]> {
  await floor.sql().unsafe(make);
  try {
    return bad(await look());
  } finally {
    await floor.sql().unsafe(right);
  }
}

test("a floor that is as it must be", async () => {
  const { found } = await look();
  expect(bad({ found } as CheckReport)).toEqual([]);
  expect(codes(found)).toEqual(
    expect.arrayContaining([
      "database-reached",
      "store-version",
      "change-refused",
      "triggers-well",
      "months-made",
      "clock-well",
      "own-well",
      "server-well",
      "tables-none",
    ]),
  );
  const tried = found.filter(({ code }) => code === "change-refused").map(({ values }) => values["count"]);
  // 13 tables and five parts of each of three, three verbs, in two schemas.
  expect(tried).toEqual([168, 168]);
});

test("what it tries changes nothing, and names each right that a role should not have", async () => {
  const table = new LineTable("tirada.test/casino-1/table-1");
  await enrol(floor.sql(), table, here);
  const rows = () => floor.sql()`SELECT count(*) AS n FROM floor.enrolment`;
  const [before] = await rows();
  const [one, ...more] = await wrong(
    "GRANT DELETE, TRUNCATE ON floor.quarantine TO tirada_page",
    "REVOKE DELETE, TRUNCATE ON floor.quarantine FROM tirada_page",
  ).then((found) => found.filter(({ code }) => code === "change-open"));
  expect([one?.text, more.length]).toEqual(["store: tirada_page may DELETE floor.quarantine", 1]);
  expect(one?.remedy).toContain("REVOKE DELETE ON floor.quarantine FROM tirada_page");
  expect((await rows())[0]).toEqual(before);
});

test("a table that was not heard is named, and a trigger that is off", async () => {
  expect(bad(await look())).toMatchObject([
    { code: "tables-silent", text: "tables: 1 of 1 are silent: tirada.test/casino-1/table-1" },
  ]);
  // A heartbeat of a time to come, as after a clock that went back a day, is none of now.
  const beat = (received: string): string =>
    `INSERT INTO live.heartbeat (log, serial, start, count, at, stored, body, received) VALUES ('tirada.test/casino-1/table-1', '1', '1', 1, 1, 0, '', ${received})`;
  const over = "DELETE FROM live.heartbeat";
  expect(codes(await wrong(beat("now() + interval '1 day'"), over))).toEqual(["tables-silent"]);
  expect(await wrong(beat("now()"), over)).toEqual([]);
  const off = await wrong(
    "ALTER TABLE floor.act DISABLE TRIGGER no_change",
    "ALTER TABLE floor.act ENABLE ALWAYS TRIGGER no_change",
  );
  expect(off.map(({ text }) => text)).toContain(
    "store: floor.act does not refuse changes of its owner: no_change is missing or off",
  );
});

test("a store of another version, months that are missing, a role that is not let in", async () => {
  const version = await wrong(
    "ALTER TABLE floor.migration RENAME TO was",
    "ALTER TABLE floor.was RENAME TO migration",
  );
  expect(codes(version)).toEqual(["store-other", "store-other"]);
  const [schema] = EVIDENCE_SCHEMAS;
  const [last] = await floor.sql()`
    SELECT max(relname::text) AS name FROM pg_class WHERE relname LIKE 'record_2%' AND relkind = 'r'`;
  const name = String(last?.["name"]);
  const months = await wrong(
    `ALTER TABLE ${schema}.${name} RENAME TO was`,
    `ALTER TABLE ${schema}.was RENAME TO ${name}`,
  );
  expect(codes(months)).toContain("months-short");
  const role = await wrong("ALTER ROLE tirada_page NOLOGIN", "ALTER ROLE tirada_page LOGIN");
  expect(role).toMatchObject([{ code: "database-away", values: { role: "tirada_page" } }]);
});

test("one database where three are meant, a server that is silent, a pair that ends soon", async () => {
  expect(codes(bad(await look({ standbys: 1 })))).toContain("standbys-off");
  const silent = bad(await look({ servers: ["https://127.0.0.1:9/"] }));
  expect(codes(silent)).toContain("server-silent");
  const ending = await here.issue("floor-page", { as: "relay", hours: 24 });
  const found = bad(await look({ certificate: ending.certificatePath, key: ending.keyPath, servers: [] }));
  expect(codes(found)).toContain("own-ending");
});

test.each([
  ["[]", "backup-none"],
  ['[{"status":{"code":2,"message":"no valid backups"},"backup":[]}]', "backup-none"],
  [
    '[{"status":{"code":0,"message":"ok"},"backup":[{"timestamp":{"stop":1000}},{"timestamp":{"stop":97200}}]}]',
    "backup-well",
  ],
  ['[{"status":{"code":0,"message":"ok"},"backup":[{"timestamp":{"stop":1000}}]}]', "backup-old"],
  ["{", "backup-unseen"],
])("backups as pgBackRest tells of them: %s", (json, code) => {
  expect(judgeBackup(json, 200_000_000).code).toBe(code);
});

test("a node that takes the lead from others, as set-ups of 0.9.0 do, is named; one that init writes is not", () => {
  const path = join(folder, "answers.yaml");
  writeFileSync(path, STORE_ANSWERS);
  const files = setupFiles(readFloorAnswers(path));
  const written = files.find((one) => one.path === "store-1/etc/patroni/config.yml")?.text ?? "";
  expect(written).toContain("\netcd:\n");
  expect(judgePatroni(written)).toEqual([]);
  const former = judgePatroni(written.replace("\netcd:\n", "\netcd3:\n"));
  expect(former.map(({ code }) => code)).toEqual(["lead-unsafe"]);
});

test("the command prints one screen and ends as the doctor does; an unknown key is an error with its line", async () => {
  const path = join(folder, "check.yaml");
  writeFileSync(path, stringify({ ...config, folders: ["/"] }));
  expect(readFloorCheckConfig(path).machine).toBe("floor");
  const { status, stdout } = await commandHere(["floor", "check", "--config", path]);
  // The test's database has fsync off.
  expect(status).toBe(2);
  expect(stdout).toMatch(
    /^floor · tirada \S+ · 20.*\nRecords do not come in, or evidence is not safe\.\n\n✗ database: fsync is off/,
  );
  expect(stdout).toMatch(/^✓ https:\/\/127\.0\.0\.1:\d+\/ answers; its certificate holds \d+ days more$/m);
  writeFileSync(path, "machine: floor\nfolder: [/]\n");
  const refused = await commandHere(["floor", "check", "--config", path]);
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringMatching(/check\.yaml:2:1: .*folder/)]);
});
