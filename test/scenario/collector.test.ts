import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { Agent } from "node:https";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readCollectorConfig } from "../../firmware/office/floor/collector/config.ts";
import { REQUESTS_AT_ONCE } from "../../firmware/office/floor/collector/limits.ts";
import { runCollector } from "../../firmware/office/floor/collector/run.ts";
import { connectStore } from "../../firmware/office/floor/store/client.ts";
import { FloorStore } from "../../firmware/office/floor/store/floor-store.ts";
import { migrateStore } from "../../firmware/office/floor/store/migrations.ts";
import { verifyStore } from "../../firmware/office/floor/verify/verify-store.ts";
import { formatEnrolment, proveEnrolment } from "../../src/floor/enrolment.ts";
import { cutBatches, type SentLine } from "../../src/floor/sent-lines.ts";
import { publicKeyId } from "../../src/orders/certificate.ts";
import { canonical } from "../../src/record/canonical.ts";
import { monoUs } from "../../src/time/instant.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { casino, type Held } from "../support/casino.ts";
import { collectorOfFile, LOG, refusedOf } from "../support/collector-of-file.ts";
import { askCollector, batchOf, type FloorAnswer } from "../support/floor.ts";
import { confirm, twoPeople } from "../support/floor-tables.ts";
import { LineTable } from "../support/line-table.ts";
import { startProcess } from "../support/table-process.ts";
import { ALL, runSeed, volume } from "../support/volume.ts";

/** A collector before a real database, asked over TLS by tables that are lines alone. */

const askLines = (who: Held, lines: readonly SentLine[]): Promise<FloorAnswer> =>
  ask(who, "/v1/lines", batchOf(lines));
const { floor, folder, here, own, configOf, joined, ask, stored, alarmsOf, expectWhole } = collectorOfFile();

test("a table asks to join; from two people on, what it signed is stored byte for byte, once, however often it is sent", async () => {
  const table = new LineTable(`${LOG}1`).play(40);
  const unit = await here().issue(table.log, { as: "unit" });
  const holder = publicKeyId(new X509Certificate(unit.cert).publicKey);
  const request = (of: LineTable): string =>
    formatEnrolment({
      log: of.log,
      holder,
      code: "ACDEFHJK",
      ...proveEnrolment(of.keys, of.signer, { holder, code: "ACDEFHJK" }),
    });
  expect(refusedOf(await ask(unit, "/v1/standing"))).toEqual([403, "not-enrolled", 0]);
  for (let n = 0; n < 2; n++)
    expect(refusedOf(await ask(unit, "/v1/enrolment", request(table)))).toEqual([403, "not-enrolled", 0]);
  expect(refusedOf(await ask(unit, "/v1/lines", batchOf(table.sent.slice(0, 5))))).toEqual([
    403,
    "not-enrolled",
    0,
  ]);
  const [asked, ...more] =
    await floor.sql()`SELECT id, vkey, code FROM floor.enrolment WHERE log = ${table.log}`;
  expect([asked?.["vkey"], asked?.["code"], more]).toEqual([table.keys.current.vkey, "ACDEFHJK", []]);
  const [ana, iker] = await twoPeople(here());
  await confirm(floor.sql(), table.log, asked?.["id"] as number, ana);
  await confirm(floor.sql(), table.log, asked?.["id"] as number, ana);
  expect(refusedOf(await ask(unit, "/v1/standing"))).toEqual([403, "not-enrolled", 0]);
  await confirm(floor.sql(), table.log, asked?.["id"] as number, iker);
  expect(refusedOf(await ask(unit, "/v1/enrolment", request(table)))).toEqual([200, null, 0]);
  expect(refusedOf(await ask(unit, "/v1/enrolment", request(new LineTable(table.log))))).toEqual([
    403,
    "fork",
    0,
  ]);
  expect(refusedOf(await ask(unit, "/v1/enrolment", request(new LineTable(`${LOG}other`))))).toEqual([
    403,
    "other-log",
    0,
  ]);
  table.rotate();
  table.play(60);
  for (const batch of cutBatches(table.sent)) {
    const body = batchOf(batch);
    const answers = await Promise.all([ask(unit, "/v1/lines", body), ask(unit, "/v1/lines", body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  }
  expect((await ask(unit, "/v1/standing")).answer?.standing).toMatchObject({ next: 101, checkpoint: 89 });
  expect(refusedOf(await ask(unit, "/v1/lines", batchOf(table.sent.slice(3, 60))))).toEqual([200, null, 101]);
  await expectWhole(table);
});

test("who may insert acts enrols nothing in the name of others: what they did not sign counts for nothing, and is named", async () => {
  const table = new LineTable(`${LOG}16`).play(3);
  const unit = await here().issue(table.log, { as: "unit" });
  await new FloorStore(floor.sql(), null).ask(
    { log: table.log, serial: "1" },
    { keys: table.keys, code: "ACDEFHJK", body: "x" },
  );
  const [asked] = await floor.sql()`SELECT id FROM floor.enrolment WHERE log = ${table.log}`;
  const enrolment = asked?.["id"] as number;
  // As somebody does who holds the page's role, and what two people signed elsewhere.
  const page = floor.as("tirada_page");
  const [ana, iker] = await twoPeople(here());
  const [stranger, other] = await twoPeople();
  await page`
    INSERT INTO floor.act (does, log, enrolment, person, role, key_id, serial, said, sig, certificate)
    SELECT does, ${table.log}, ${enrolment}, person, role, key_id, serial, said, sig, certificate FROM floor.act
    WHERE does = 'confirm-enrolment' AND log = ${`${LOG}1`}`;
  for (const person of [stranger, other]) await confirm(floor.sql(), table.log, enrolment, person);
  expect(refusedOf(await ask(unit, "/v1/standing"))).toEqual([403, "not-enrolled", 0]);
  await confirm(floor.sql(), table.log, enrolment, ana);
  expect(refusedOf(await ask(unit, "/v1/standing"))).toEqual([403, "not-enrolled", 0]);
  const authorities = [new X509Certificate(here().ca)];
  const faults = async (): Promise<readonly string[]> =>
    (await verifyStore(floor.sql(), { trust: null, witnesses: [], against: null, authorities })).flatMap(
      ({ log, problems }) =>
        log === table.log ? problems.map(({ what }) => what.replace(/^act \d+ /, "")) : [],
    );
  await confirm(floor.sql(), table.log, enrolment, iker);
  expect(refusedOf(await askLines(unit, table.sent))).toEqual([200, null, 3]);
  expect((await faults()).toSorted()).toEqual([
    "(confirm-enrolment, in the name of Ana a) counts for nothing: its certificate: certificate-foreign",
    "(confirm-enrolment, in the name of Ana a) counts for nothing: its row is about something else than what was signed",
    "(confirm-enrolment, in the name of Ana a) counts for nothing: its row is about something else than what was signed",
    "(confirm-enrolment, in the name of Ana b) counts for nothing: its certificate: certificate-foreign",
    "(confirm-enrolment, in the name of Ana b) counts for nothing: its row is about something else than what was signed",
  ]);
});

test(
  "lines that were changed leave no row, lie in quarantine as they came, and keep the table from nothing",
  async () => {
    const { table, send } = await joined("2");
    table.play(50);
    const random = randomFrom(runSeed("changed lines"));
    const refused = new Set<string>();
    const count = volume(60, 10_000);
    for (let n = 0; n < count; n++) {
      const record = table.records[0]!;
      const bytes = Buffer.from(record.line, "utf8");
      bytes[random.below(bytes.length)]! ^= 1 << random.below(7);
      const line = bytes.toString("utf8");
      const answer = await send([{ ...record, line }]);
      expect([403, 409], line).toContain(answer.status);
      refused.add(canonical({ line, sig: record.sig }));
    }
    expect((await stored(table)).lines).toEqual([]);
    const kept = await floor.sql()`SELECT bytes FROM floor.quarantine WHERE log = ${table.log}`;
    expect(kept).toHaveLength(Math.min(count, 1_000));
    expect(kept.every((row) => refused.has((row["bytes"] as Buffer).toString("utf8")))).toBe(true);
    const [counted] = await floor.sql()`SELECT rows, dropped FROM live.quarantined WHERE log = ${table.log}`;
    expect(counted).toMatchObject({ rows: Math.min(count, 1_000), dropped: Math.max(0, count - 1_000) });
    expect(await alarmsOf(table)).toEqual(["quarantine"]);
    for (const batch of cutBatches(table.sent)) expect((await send(batch)).status).toBe(200);
    await expectWhole(table);
  },
  volume(60_000, 3_600_000),
);

test("what is taken of a batch ends at its first wrong line; what is no batch is kept whole", async () => {
  const { table, unit, send } = await joined("3");
  table.play(12);
  expect(refusedOf(await send([...table.sent.slice(0, 4), ...table.sent.slice(5, 9)]))).toEqual([
    409,
    "hole",
    4,
  ]);
  expect(refusedOf(await send(table.sent.slice(4, 8)))).toEqual([200, null, 8]);
  expect(refusedOf(await ask(unit, "/v1/lines", "{}\n"))).toEqual([409, "malformed", 8]);
  expect((await ask(unit, "/v1/lines", Buffer.from([0xff, 0x00, 0x0a]))).status).toBe(409);
  expect((await ask(unit, "/v1/lines", "x".repeat(500_000))).status).toBe(413);
  const test = new LineTable(`${table.log}/test`).play(2);
  expect(refusedOf(await send(test.sent))).toEqual([409, "mode", 8]);
  const kept =
    await floor.sql()`SELECT why, seq, bytes FROM floor.quarantine WHERE log = ${table.log} ORDER BY id`;
  expect(kept.map(({ why, seq }) => `${why as string} ${seq as number}`)).toEqual([
    "hole 5",
    "malformed null",
    "malformed null",
    "mode 0",
  ]);
  expect((kept[1]?.["bytes"] as Buffer).toString("utf8")).toBe("{}\n");
  expect((kept[2]?.["bytes"] as Buffer).toString("hex")).toBe("ff000a");
  const tested = await joined("3/test");
  tested.table.play(3);
  expect(refusedOf(await tested.send(tested.table.sent))).toEqual([200, null, 3]);
  expect((await stored(tested.table)).lines).toEqual([]);
  const [row] = await floor.sql()`SELECT count(*) AS n FROM floor_test.record`;
  expect(row?.["n"]).toBe(3);
});

test("a leader that another node does not confirm any more answers nothing, not even by what it has; nor does one whose waiting was ended", async () => {
  const { table, unit, send } = await joined("17");
  table.play(4);
  const sql = floor.sql();
  const [first, rest] = [table.sent.slice(0, 2), table.sent.slice(2)];
  expect(refusedOf(await send(first))).toEqual([200, null, 2]);
  const untilRows = async (count: number, ask: () => PromiseLike<readonly unknown[]>): Promise<void> => {
    while ((await ask()).length !== count) await systemClock().sleep(10_000);
  };
  const waitFor = async (name: string): Promise<void> => {
    await sql.unsafe(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await sql`SELECT pg_reload_conf()`;
    await untilRows(1, () => sql`SELECT WHERE current_setting('synchronous_standby_names') = ${name}`);
  };
  // As a leader is that was frozen, or cut off.
  await waitFor("nobody");
  const asked = [ask(unit, "/v1/standing"), send(first), send(rest), ask(unit, "/v1/lines", "{}\n")];
  let answered = 0;
  for (const one of asked) void one.then(() => answered++);
  await untilRows(4, () => sql`SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
  expect(answered).toBe(0);
  await sql`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
  await waitFor("");
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  expect(refusedOf(await send(table.sent))).toEqual([200, null, 4]);
  await expectWhole(table);
});

test("nobody but a table of this casino gets an answer", async () => {
  const other = await casino("casino-2", join(folder(), "other"));
  const foreign = await other.issue(`${LOG}1`, { as: "unit" });
  await expect(ask(foreign, "/v1/standing")).rejects.toThrow();
  const person = await here().issue("Ana", { as: "tecnico" });
  expect((await ask(person, "/v1/standing")).status).toBe(403);
  const revoked = await here().issue(`${LOG}9`, { as: "unit" });
  expect((await ask(revoked, "/v1/standing")).status).toBe(403);
});

test("a certificate that asks too much waits for each answer; the others do not", async () => {
  const [loud, quiet] = [await joined("6"), await joined("7")];
  quiet.table.play(1);
  // No time passes for this collector's count of what each has asked.
  const still = { ...systemClock(), now: () => monoUs(1) };
  const counting = await runCollector(configOf(), still, () => undefined);
  onTestFinished(() => counting.stop());
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  onTestFinished(() => agent.destroy());
  const count = REQUESTS_AT_ONCE + 5;
  const sent = Array.from({ length: count }, () =>
    askCollector(counting.url, here(), loud.unit, "/v1/standing", { agent }),
  );
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(
    Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => [status, all?.length]),
  ).toEqual([
    ["200", REQUESTS_AT_ONCE],
    ["429", 5],
  ]);
  expect(refusedOf(await quiet.send(quiet.table.sent, counting.url))).toEqual([200, null, 1]);
});

test("a database that is away is 503, and nothing is half answered; it goes on when the database is back", async () => {
  const { table, send } = await joined("8");
  table.play(20);
  expect((await send(table.sent.slice(0, 7))).status).toBe(200);
  await floor.restart(async () => {
    const { status, answer } = await send(table.sent.slice(7, 12));
    expect([status, answer]).toEqual([503, null]);
  });
  expect(refusedOf(await send(table.sent.slice(7)))).toEqual([200, null, 20]);
  await expectWhole(table);
});

test.runIf(ALL)("a database that is frozen is 503 in time, and is asked anew when it is back", async () => {
  const { table, send } = await joined("12");
  table.play(4);
  expect((await send(table.sent.slice(0, 2))).status).toBe(200);
  floor.freeze(true);
  try {
    const answers = await Promise.all([send(table.sent.slice(2)), send(table.sent.slice(2))]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  } finally {
    floor.freeze(false);
  }
  expect(refusedOf(await send(table.sent.slice(2)))).toEqual([200, null, 4]);
  await expectWhole(table);
});

test("a collector that is killed again and again, beside another one, loses and doubles nothing", async () => {
  const { table, send } = await joined("10");
  table.play(volume(90, 900));
  const path = join(folder(), "collector.yaml");
  writeFileSync(path, JSON.stringify(configOf()));
  const started = () => {
    const process = startProcess(["collector", "--config", path]);
    onTestFinished(() => void process.child.kill("SIGKILL"));
    return process;
  };
  const pieces = [...cutBatches(table.sent)].flatMap((batch) => [batch.slice(0, 30), batch.slice(30)]);
  let process = started();
  let url = await process.lineWith("collector  ");
  for (const [n, piece] of pieces.filter((one) => one.length > 0).entries()) {
    const sent = send(piece, url.slice(url.indexOf("https"))).catch(() => null);
    if (n % 3 === 1) {
      process.child.kill("SIGKILL");
      await sent;
      process = started();
      url = await process.lineWith("collector  ");
    }
    await sent;
    // Who got no answer sends again, to whichever collector there is.
    expect((await send(piece)).status).toBe(200);
  }
  process.child.kill("SIGTERM");
  expect(await process.ended).toMatchObject({ status: 0, stderr: "" });
  await expectWhole(table);
});

test("a casino's collector brings what it stored to the group's, which verifies it again, from wherever that is", async () => {
  const [row] = await floor.sql()`SELECT current_database() AS name`;
  await floor.sql().unsafe("CREATE DATABASE grouped");
  const database = { ...floor.database().address, database: "grouped" };
  const group = connectStore(database, { connections: 2, statementMs: 30_000 });
  onTestFinished(() => group.end({ timeout: 1 }));
  await migrateStore(group);
  await group.unsafe("GRANT tirada_group TO tirada_collector");
  const above = await runCollector(
    configOf({
      database: { ...database, user: "tirada_collector" },
      casinos: [{ name: "collector", logs: "tirada.test/casino-1/" }],
    }),
    systemClock(),
    () => undefined,
  );
  onTestFinished(() => above.stop());
  const { table, send } = await joined("11");
  table.play(30);
  expect((await send(table.sent)).status).toBe(200);
  const { certificate, key, authority, revoked } = configOf();
  const said: string[] = [];
  const upstream = { url: above.url, certificate, key, authority, revoked };
  const below = await runCollector(configOf({ upstream }), systemClock(), (line) => said.push(line));
  onTestFinished(() => below.stop());
  const brought = async (): Promise<unknown> =>
    (
      await group`SELECT r.line, r.sig FROM floor.record r JOIN floor.log l ON l.id = r.log WHERE l.name = ${table.log} ORDER BY seq`
    ).map(({ line, sig }) => ({
      line: (line as Buffer).toString("utf8"),
      sig: (sig as Buffer).toString("base64"),
    }));
  await expect.poll(brought, { timeout: 40_000 }).toEqual(table.records);
  table.rotate();
  table.play(20);
  expect((await send(table.sent.slice(-22))).status).toBe(200);
  await expect.poll(brought, { timeout: 40_000 }).toEqual(table.records);
  const [checkpoints] =
    await group`SELECT count(*) AS n FROM floor.checkpoint c JOIN floor.log l ON l.id = c.log WHERE l.name = ${table.log}`;
  expect([checkpoints?.["n"], row?.["name"]]).toEqual([2, "postgres"]);
  // Of another casino's logs its collector says nothing.
  const asked = (log: string): Promise<FloorAnswer> =>
    askCollector(above.url, here(), own(), "/v1/standing", { headers: { "tirada-log": log } });
  expect((await asked(table.log)).status).toBe(200);
  expect((await asked("tirada.test/casino-2/table-1")).status).toBe(403);
});

test("a configuration with an unknown key, and a database that is none, are said in one line", async () => {
  const path = join(folder(), "wrong.yaml");
  writeFileSync(path, `${JSON.stringify(configOf(), null, 2).replace('"database"', '"databse"')}\n`);
  expect(() => readCollectorConfig(path)).toThrow(/wrong\.yaml:\d+.*databse/);
  const config = configOf({ database: { host: folder(), port: 5_432, database: "tirada", user: "nobody" } });
  await expect(runCollector(config, systemClock(), () => undefined)).rejects.toThrow(
    `the database tirada at ${folder()}: `,
  );
});
