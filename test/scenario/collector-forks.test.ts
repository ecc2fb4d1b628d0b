import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { formatHeartbeat, type Heartbeat } from "../../src/floor/heartbeat.ts";
import { cosignCheckpoint } from "../../src/record/checkpoint.ts";
import { parseNote, signNote } from "../../src/record/note.ts";
import { witness } from "../../src/record/vector.fixture.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { collectorOfFile, LOG, refusedOf } from "../support/collector-of-file.ts";
import { batchOf, type FloorAnswer } from "../support/floor.ts";
import { retire, settle, twoPeople } from "../support/floor-tables.ts";
import { LineTable } from "../support/line-table.ts";
import { wellBeat } from "../support/memory-floor.ts";

/** Two histories under one key, and tables that are no more, before a real collector and database. */

const { floor, here, joined, ask, stored, alarmsOf, expectWhole } = collectorOfFile();

test("two units with one key make a fork: both lines are kept, nothing more is taken until two people settle it", async () => {
  const { table, send } = await joined("4");
  const copy = new LineTable(table.log, systemClock().wall() - 9_000_000, table.signer);
  table.play(6);
  copy.play(6);
  expect(refusedOf(await send(table.sent.slice(0, 4)))).toEqual([200, null, 4]);
  expect(refusedOf(await send(copy.sent.slice(2, 5)))).toEqual([403, "fork", 4]);
  expect(refusedOf(await send(table.sent.slice(4)))).toEqual([403, "fork", 4]);
  const [fork, ...more] = await floor.sql()`SELECT id, seq, stored_line, other_line FROM floor.open_fork`;
  const text = (name: string): string => (fork?.[name] as Buffer).toString("utf8");
  expect([fork?.["seq"], text("stored_line"), text("other_line"), more]).toEqual([
    2,
    table.records[2]!.line,
    copy.records[2]!.line,
    [],
  ]);
  expect(await alarmsOf(table)).toContain("fork");
  for (const one of await twoPeople(here())) await settle(floor.sql(), table.log, fork?.["id"] as number, one);
  expect(refusedOf(await send(table.sent.slice(4)))).toEqual([200, null, 6]);
  await expectWhole(table);
  // A copy that goes on where the store ends joins other lines than those: two histories as well.
  copy.play(2);
  expect(refusedOf(await send(copy.sent.slice(6)))).toEqual([409, "chain", 6]);
  table.play(1);
  expect(refusedOf(await send(table.sent.slice(6)))).toEqual([403, "fork", 6]);
});

test("a late checkpoint is kept where it is of the store's own lines; one that the key signed over another tree is a fork", async () => {
  const { table, send } = await joined("13");
  const copy = new LineTable(table.log, systemClock().wall() - 9_000_000, table.signer);
  table.play(21, 99);
  expect(refusedOf(await send(table.sent))).toEqual([200, null, 21]);
  const [seven, seventeen] = [7, 17].map((size) => table.noteOf(size));
  const notes = async (): Promise<unknown> =>
    (
      await floor.sql()`
      SELECT c.size, c.note FROM floor.checkpoint c JOIN floor.log l ON l.id = c.log WHERE l.name = ${table.log} ORDER BY size, stored`
    ).map(({ size, note }): unknown[] => [size, note]);
  // The unit had gone on when they were signed: the store had none of these sizes.
  const cosigned = cosignCheckpoint(seven!, witness, 1_700_000_000);
  for (const note of [seven!, cosigned, seven!, cosigned, seventeen!])
    expect(refusedOf(await send([{ checkpoint: note }]))).toEqual([200, null, 21]);
  expect(await notes()).toEqual([
    [7, seven],
    [7, cosigned],
    [17, seventeen],
  ]);
  const words = signNote(`${parseNote(seven!).text}more\n`, table.signer);
  expect(refusedOf(await send([{ checkpoint: words }]))).toEqual([409, "checkpoint", 21]);
  expect(refusedOf(await send([{ checkpoint: seven!.replace("— ", "— x") }]))).toEqual([409, "checkpoint", 21]);
  expect((await alarmsOf(table)).includes("fork")).toBe(false);
  // Another tree of so many records, of a size that the store has, or has not.
  copy.play(9, 99);
  expect(refusedOf(await send([{ checkpoint: copy.noteOf(7) }]))).toEqual([403, "fork", 21]);
  const [fork] =
    await floor.sql()`SELECT f.* FROM floor.open_fork f JOIN floor.log l ON l.id = f.log WHERE l.name = ${table.log}`;
  expect([fork?.["what"], fork?.["seq"], (fork?.["stored_line"] as Buffer).toString("utf8")]).toEqual([
    "checkpoint",
    6,
    seven,
  ]);
  expect((fork?.["other_sig"] as Buffer).length).toBe(64);
  expect(await alarmsOf(table)).toContain("fork");
  for (const one of await twoPeople(here())) await settle(floor.sql(), table.log, fork?.["id"] as number, one);
  expect(refusedOf(await send([{ checkpoint: copy.checkpoint() }]))).toEqual([403, "fork", 21]);
  expect(refusedOf(await send(table.sent))).toEqual([403, "fork", 21]);
  const why = await floor.sql()`SELECT why FROM floor.quarantine WHERE log = ${table.log} ORDER BY id`;
  expect(why.map((row) => row["why"] as string)).toEqual(["checkpoint", "checkpoint", "fork", "fork"]);
});

test("a checkpoint over other records than those that come with it is a fork, and what comes before it is stored", async () => {
  const { table, send } = await joined("14");
  const copy = new LineTable(table.log, systemClock().wall() - 9_000_000, table.signer).play(5, 99);
  table.play(5, 99);
  expect(refusedOf(await send([...table.sent, { checkpoint: copy.checkpoint() }]))).toEqual([403, "fork", 5]);
  const [fork] =
    await floor.sql()`SELECT f.* FROM floor.open_fork f JOIN floor.log l ON l.id = f.log WHERE l.name = ${table.log}`;
  expect([fork?.["what"], fork?.["seq"], fork?.["stored_line"]]).toEqual(["checkpoint", 4, null]);
  await expectWhole(table);
});

test("nothing of a table that two people retired is taken; what it sends lies in quarantine", async () => {
  const { table, unit, send } = await joined("15");
  table.play(6);
  expect(refusedOf(await send(table.sent.slice(0, 4)))).toEqual([200, null, 4]);
  const [ana, iker] = await twoPeople(here());
  await retire(floor.sql(), table.log, ana, null);
  expect(refusedOf(await ask(unit, "/v1/standing"))).toEqual([200, null, 4]);
  await retire(floor.sql(), table.log, iker, null);
  expect(refusedOf(await ask(unit, "/v1/standing"))).toEqual([403, "retired", 4]);
  expect(refusedOf(await send(table.sent.slice(4)))).toEqual([403, "retired", 4]);
  expect((await stored(table)).lines).toHaveLength(4);
  const [kept] = await floor.sql()`SELECT why, bytes FROM floor.quarantine WHERE log = ${table.log}`;
  expect([kept?.["why"], (kept?.["bytes"] as Buffer).toString("utf8")]).toEqual([
    "retired",
    batchOf(table.sent.slice(4)),
  ]);
});

test("a heartbeat is of its own table; the newest is kept; two units of one certificate, and a table put back, raise alarms", async () => {
  const { table, unit, send } = await joined("5");
  table.play(4);
  await send(table.sent);
  let at = 0;
  const beat = (over: Partial<Heartbeat>, key: string = unit.key): Promise<FloorAnswer> =>
    ask(
      unit,
      "/v1/heartbeat",
      formatHeartbeat(wellBeat(table.log, { at: ++at, records: table.size, ...over }), key),
    );
  const alarms = (): Promise<readonly string[]> => alarmsOf(table);
  const newest = async (): Promise<unknown> =>
    (await floor.sql()`SELECT start, count FROM live.heartbeat WHERE log = ${table.log}`)[0];
  const [one, two] = ["1".repeat(16), "2".repeat(16)];
  // A day twice in one heartbeat is one.
  const measured = [1, 2].map((value) => ({
    measure: "rotor-speed",
    part: "",
    day: "2026-11-29",
    value,
    rounds: 9,
  }));
  expect(refusedOf(await beat({ start: one, count: 7, measured }))).toEqual([200, null, 4]);
  const [day] =
    await floor.sql()`SELECT day::text AS day, measure, rounds FROM live.measured WHERE log = ${table.log}`;
  expect(day).toEqual({ day: "2026-11-29", measure: "rotor-speed", rounds: 9 });
  await beat({ start: one, count: 6, records: 1 });
  expect(await newest()).toEqual({ start: one, count: 7 });
  await beat({ start: two, count: 1 });
  expect([await newest(), await alarms()]).toEqual([{ start: two, count: 1 }, []]);
  await beat({ start: one, count: 8 });
  await beat({ start: two, count: 2 });
  expect(await alarms()).toEqual(["two-units"]);
  await beat({ start: two, count: 3, records: 3 });
  expect(await alarms()).toEqual(["two-units", "shrunk"]);
  const foreign = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  expect(
    refusedOf(await beat({ count: 9 }, foreign.export({ type: "pkcs8", format: "pem" }) as string)),
  ).toEqual([409, "unsigned", 0]);
  expect(refusedOf(await beat({ log: `${LOG}1`, count: 9 }))).toEqual([403, "other-log", 0]);
  expect(refusedOf(await ask(unit, "/v1/heartbeat", "{}"))).toEqual([409, "malformed", 0]);
  const hours = await floor.sql()`SELECT count(*) AS n FROM live.heartbeat_hour WHERE log = ${table.log}`;
  expect([1, 2]).toContain(hours[0]?.["n"]);
});
