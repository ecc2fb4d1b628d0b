import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Asking } from "../../firmware/office/floor/store/client.ts";
import { FloorStore } from "../../firmware/office/floor/store/floor-store.ts";
import { readAgainst } from "../../firmware/office/floor/verify/against.ts";
import {
  verifyStore,
  type LogReport,
  type VerifyStoreOptions,
} from "../../firmware/office/floor/verify/verify-store.ts";
import { collectLines } from "../../firmware/office/floor/collector/collect.ts";
import { judgeArrival } from "../../src/floor/arrival.ts";
import { cutBatches, formatBatch } from "../../src/floor/sent-lines.ts";
import { cosignCheckpoint } from "../../src/record/checkpoint.ts";
import { witness } from "../../src/record/vector.fixture.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { commandHere } from "../support/command.ts";
import { casino, type Casino } from "../support/casino.ts";
import { folderOfFile, temporaryFolder } from "../support/folder.ts";
import { floorOfFile } from "../support/floor.ts";
import { enrol } from "../support/floor-tables.ts";
import { LineTable } from "../support/line-table.ts";
import { runSeed, sampleInAll, SOAK, volume } from "../support/volume.ts";

/** Whatever is done to the rows of a store is found, and named with its log. */

const floor = floorOfFile();
const LOGS = [
  "tirada.test/casino-1/table-1",
  "tirada.test/casino-1/table-2",
  "tirada.test/casino-1/table-3/test",
];
const tables: LineTable[] = [];
let here: Casino;
const options = (partRecords = 16): VerifyStoreOptions => ({
  trust: null,
  authorities: [new X509Certificate(here.ca)],
  witnesses: [],
  against: null,
  partRecords,
});

beforeAll(async () => {
  here = await casino("casino-1", folderOfFile());
  const store = new FloorStore(floor.sql(), null);
  const parts = { store, clock: systemClock(), knows: () => true };
  for (const log of LOGS) {
    const table = new LineTable(log).play(20, 6);
    table.rotate();
    table.play(19, 6);
    tables.push(table);
    await enrol(floor.sql(), { log, keys: table.keys }, here);
    let n = 0;
    for (const batch of cutBatches(table.sent))
      for (let from = 0; from < batch.length; from += 3 + (n++ % 4)) {
        const lines = batch.slice(from, from + 3 + (n % 4));
        expect((await collectLines(parts, { log, serial: "1" }, formatBatch(lines))).refused).toBeNull();
      }
  }
});

const faultsOf = (reports: readonly LogReport[]): string[] =>
  reports.flatMap(({ log, problems }) => problems.map(({ seq, what }) => `${log} ${seq}: ${what}`));

test("a store as collectors made it is valid, whole and in parts, by its own keys and by the inspector's", async () => {
  for (const partRecords of [7, 16, 1_000]) {
    const reports = await verifyStore(floor.sql(), options(partRecords));
    expect(faultsOf(reports)).toEqual([]);
    expect(reports.map(({ log, records, covered }) => [log, records, covered])).toEqual(
      LOGS.map((log) => [log, 40, 39]),
    );
  }
});

test("nobody changes or takes away what is stored, its owner neither", async () => {
  const tables = [
    "record",
    "batch_end",
    "checkpoint",
    "rotation",
    "quarantine",
    "fork",
    "act",
    "enrolment",
    "log",
    "alarm",
  ];
  const [part] =
    await floor.sql()`SELECT min(inhrelid::regclass::text) AS name FROM pg_inherits WHERE inhparent = 'floor.record'::regclass`;
  for (const table of [...tables.map((name) => `floor.${name}`), part?.["name"] as string]) {
    for (const sql of [floor.sql(), floor.as("tirada_collector"), floor.as("tirada_page")]) {
      // A row that is there, so that a trigger of rows is asked.
      await expect(sql.unsafe(`TRUNCATE ${table} CASCADE`), table).rejects.toThrow(
        /only added to|permission denied/,
      );
      if (sql !== floor.sql())
        await expect(sql.unsafe(`DELETE FROM ${table}`), table).rejects.toThrow("permission denied");
    }
  }
  await expect(floor.sql().unsafe("UPDATE floor.record SET kind = 'x'")).rejects.toThrow("only added to");
  await expect(
    floor.sql().unsafe("SET session_replication_role = replica; DELETE FROM floor.log"),
  ).rejects.toThrow("only added to");
  await expect(floor.as("tirada_page").unsafe("INSERT INTO floor.log (name) VALUES ('x')")).rejects.toThrow(
    "permission denied",
  );
});

/** Ways of an owner of the database with its rows. `kinds`: what is changed. */
type Change = (sql: Asking, random: RandomSource) => Promise<string>;

const anyRow = (random: RandomSource): { schema: string; log: string; seq: number } => {
  const log = random.pick(LOGS);
  return { schema: log.endsWith("/test") ? "floor_test" : "floor", log, seq: random.below(40) };
};
/** A number of `log` in SQL. */
const idOf = (schema: string, log: string): string => `(SELECT id FROM ${schema}.log WHERE name = '${log}')`;

/** A statement about one row of a table that has a column for its number. */
const onRow =
  (
    table: string,
    statement: (at: string, schema: string, random: RandomSource) => string,
    column = "seq",
  ): Change =>
  async (sql, random) => {
    const { schema, log, seq } = anyRow(random);
    const id = idOf(schema, log);
    const of = `${schema}.${table}`;
    const at = `log = ${id} AND ${column} = (SELECT ${column} FROM ${of} WHERE log = ${id} ORDER BY abs(${column} - ${seq}), ${column} LIMIT 1)`;
    const done = await sql.unsafe(statement(at, schema, random).replaceAll("TABLE", of).replaceAll("LOG", id));
    expect(done.count, `${table}: ${statement(at, schema, random)}`).toBeGreaterThan(0);
    return log;
  };

const flip = (column: string, random: RandomSource): string =>
  `${column} = set_byte(${column}, ${random.below(32)}, get_byte(${column}, 0) # ${1 + random.below(255)})`;

/** Something of an act of a person. */
const onAct =
  (set: (random: RandomSource) => string): Change =>
  async (sql, random) => {
    const { schema, log } = anyRow(random);
    const statement = `UPDATE SCHEMA.act SET ${set(random)} WHERE log = '${log}' AND person = 'Ana b'`;
    await sql.unsafe(statement.replaceAll("SCHEMA", schema));
    return log;
  };

const CHANGES: Readonly<Record<string, Change>> = {
  "a byte of a line": onRow(
    "record",
    (at, _, random) =>
      `UPDATE TABLE SET line = overlay(line PLACING '\\x20'::bytea FROM ${1 + random.below(200)} FOR 1) WHERE ${at} AND get_byte(line, 0) = 123`,
  ),
  "a byte of a signature": onRow(
    "record",
    (at, _, random) =>
      `UPDATE TABLE SET sig = set_byte(sig, ${random.below(64)}, (get_byte(sig, 5) + 1 + ${random.below(200)}) % 256) WHERE ${at}`,
  ),
  "its kind": onRow("record", (at) => `UPDATE TABLE SET kind = 'result' WHERE ${at}`),
  "its round": onRow("record", (at) => `UPDATE TABLE SET round = coalesce(round, 0) + 1 WHERE ${at}`),
  "its instant": onRow("record", (at) => `UPDATE TABLE SET at = at - interval '1 second' WHERE ${at}`),
  "its number": onRow("record", (at) => `UPDATE TABLE SET seq = seq + 100 WHERE ${at}`),
  "a record": onRow("record", (at) => `DELETE FROM TABLE WHERE ${at}`),
  "the line of another": onRow(
    "record",
    (at) =>
      `UPDATE TABLE r SET line = o.line, sig = o.sig FROM TABLE o WHERE r.log = LOG AND o.log = LOG AND o.seq = (r.seq + 1) % 40 AND r.${at.slice(at.indexOf("seq ="))}`,
  ),
  "a record twice": onRow(
    "record",
    (at) =>
      `INSERT INTO TABLE SELECT log, seq + 40, month, at, stored, round, kind, line, sig FROM TABLE WHERE ${at}`,
  ),
  "a record that was never signed": onRow(
    "record",
    (at) =>
      `INSERT INTO TABLE SELECT log, seq + 40, month, at, stored, round, kind, convert_to(replace(convert_from(line, 'UTF8'), '"seq":', '"seq":4'), 'UTF8'), sig FROM TABLE WHERE ${at}`,
  ),
  "a hash of an end": onRow(
    "batch_end",
    (at, _, random) => `UPDATE TABLE SET ${flip("hash", random)} WHERE ${at} AND get_byte(hash, 0) >= 0`,
    "next",
  ),
  "a tree of an end": onRow(
    "batch_end",
    (at) =>
      `UPDATE TABLE SET peaks = overlay(peaks PLACING decode('00000001', 'hex') FROM 3 FOR 4) WHERE ${at}`,
    "next",
  ),
  "an end": onRow("batch_end", (at) => `DELETE FROM TABLE WHERE ${at}`, "next"),
  "an epoch of an end": onRow(
    "batch_end",
    (at) => `UPDATE TABLE SET epoch = coalesce(epoch, 0) + 1 WHERE ${at}`,
    "next",
  ),
  "a checkpoint": onRow("checkpoint", (at) => `DELETE FROM TABLE WHERE ${at}`, "size"),
  "a note of a checkpoint": onRow(
    "checkpoint",
    (at) =>
      `UPDATE TABLE SET note = overlay(note PLACING chr(65 + ascii(substr(note, length(note) - 20, 1)) % 2) FROM length(note) - 20) WHERE ${at}`,
    "size",
  ),
  "a size of a checkpoint": onRow("checkpoint", (at) => `UPDATE TABLE SET size = size + 1 WHERE ${at}`, "size"),
  "a rotation": onRow("rotation", (at) => `DELETE FROM TABLE WHERE ${at}`),
  "a signature of a rotation": onRow(
    "rotation",
    (at) => `UPDATE TABLE SET sig = set_byte(sig, 3, 255 - get_byte(sig, 3)) WHERE ${at}`,
  ),
  "the name of a log": async (sql, random) => {
    const { schema, log } = anyRow(random);
    await sql.unsafe(`UPDATE ${schema}.log SET name = name || 'x' WHERE name = '${log}'`);
    return log;
  },
  "the row of a log": async (sql, random) => {
    const { schema, log } = anyRow(random);
    await sql.unsafe(`DELETE FROM ${schema}.log WHERE name = '${log}'`);
    return log;
  },
  "the key that was confirmed": async (sql, random) => {
    const { schema, log } = anyRow(random);
    const other = new LineTable(log).keys.first.vkey;
    await sql.unsafe(
      `UPDATE ${schema}.enrolment SET ${random.pick(["first", "vkey"])} = '${other}' WHERE log = '${log}'`,
    );
    return log;
  },
  "a confirmation": async (sql, random) => {
    const { schema, log } = anyRow(random);
    await sql.unsafe(`DELETE FROM ${schema}.act WHERE log = '${log}' AND person = 'Ana a'`);
    return log;
  },
  "somebody else's name under a confirmation": onAct((random) => `${random.pick(["person", "serial"])} = 'f'`),
  "what somebody signed": onAct((random) =>
    random.pick([
      "said = replace(said, 'confirm', 'retract')",
      "sig = set_byte(sig, 9, 255 - get_byte(sig, 9))",
      "certificate = set_byte(certificate, 200, 255 - get_byte(certificate, 200))",
    ]),
  ),
  "when somebody signed": onAct(() => "at = at + interval '1 hour'"),
  "what was confirmed": onAct(() => "enrolment = (SELECT max(id) FROM SCHEMA.enrolment WHERE log <> act.log)"),
  "records of two logs": async (sql, random) => {
    const { seq } = anyRow(random);
    const [one, other] = [LOGS[0]!, LOGS[1]!].map((log) => idOf("floor", log));
    for (const [from, to] of [
      [one, "-1"],
      [other, one],
      ["-1", other],
    ])
      await sql.unsafe(`UPDATE floor.record SET log = ${to} WHERE log = ${from} AND seq = ${seq}`);
    return LOGS[0]!;
  },
};

const TABLES = ["record", "batch_end", "checkpoint", "rotation", "enrolment", "act", "log"];

/** A hash of all rows. */
async function hashOfRows(sql: Asking): Promise<string> {
  const all = ["floor", "floor_test"].flatMap((schema) =>
    TABLES.map((table) => `SELECT '${schema}.${table}' || of::text AS row FROM ${schema}.${table} of`),
  );
  const [found] = await sql.unsafe(
    `SELECT md5(string_agg(row, '' ORDER BY row)) AS hash FROM (${all.join(" UNION ALL ")}) AS rows`,
  );
  return found?.["hash"] as string;
}

/** Every table whose rows nobody changes, and what their triggers shall do. */
async function triggers(does: string): Promise<void> {
  const tables = await floor.sql()`
    SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_trigger t ON t.tgrelid = c.oid WHERE t.tgname = 'no_change'`;
  for (const { name } of tables) await floor.sql().unsafe(`ALTER TABLE ${name as string} ${does}`);
}
/** As their owner may. */
const triggersAway = (): Promise<void> => triggers("DISABLE TRIGGER ALL");
const triggersBack = (): Promise<void> =>
  triggers("ENABLE TRIGGER ALL, ENABLE ALWAYS TRIGGER no_change, ENABLE ALWAYS TRIGGER no_truncate");

/** Does something to the rows as their owner may once the triggers are away, looks, and takes it back. */
async function changed(
  change: Change,
  random: RandomSource,
): Promise<{ log: string; reports: readonly LogReport[] }> {
  let found: { log: string; reports: readonly LogReport[] } | null = null;
  const undone = new Error("undone");
  await floor
    .sql()
    .begin(async (tx) => {
      const before = await hashOfRows(tx);
      let log = await change(tx, random);
      // What sets a byte to what it was changes nothing.
      while ((await hashOfRows(tx)) === before) log = await change(tx, random);
      found = { log, reports: await verifyStore(tx, options()) };
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return found!;
}

test(
  "each change of a row is found, and named with its log",
  async () => {
    const random = randomFrom(runSeed("changes of a store"));
    const kinds = sampleInAll(Object.keys(CHANGES), 8, "kinds of changes");
    const missed: string[] = [];
    const count = volume(kinds.length, 1_000);
    await triggersAway();
    for (let n = 0; n < count; n++) {
      const kind = kinds[n % kinds.length]!;
      const { log, reports } = await changed(CHANGES[kind]!, random.fork(String(n)));
      if (!faultsOf(reports).some((fault) => fault.startsWith(log) || fault.startsWith("number ")))
        missed.push(`${n}: ${kind}`);
    }
    await triggersBack();
    if (SOAK) process.stdout.write(`${count} changes of ${kinds.length} kinds, ${missed.length} not found\n`);
    expect(missed).toEqual([]);
  },
  volume(60_000, 3_600_000),
);

test("the command says so on all cores, with status 6, and names log and number", async () => {
  const config = join(temporaryFolder(), "store.yaml");
  writeFileSync(config, JSON.stringify({ database: { ...floor.database().address } }));
  const right = await commandHere(["floor", "verify", "--config", config]);
  expect([right.status, right.stdout.split("\n")[0]], right.stderr).toEqual([
    0,
    "VALID  store of 3 logs: 120 records",
  ]);
  const sql = floor.sql();
  const partition = `floor.record_${new Date(systemClock().wall()).toISOString().slice(0, 7).replace("-", "_")}`;
  await expect(sql.unsafe(`DELETE FROM ${partition} WHERE seq = 7`)).rejects.toThrow("only added to");
  await sql.unsafe("ALTER TABLE floor.record DISABLE TRIGGER ALL");
  await sql.unsafe(`DELETE FROM floor.record WHERE seq = 7 AND log = ${idOf("floor", LOGS[1]!)}`);
  const wrong = await commandHere(["floor", "verify", "--config", config, "--json"]);
  const found = JSON.parse(wrong.stdout) as { valid: boolean; logs: readonly LogReport[] };
  expect([wrong.status, found.valid, found.logs.map(({ ok }) => ok)]).toEqual([6, false, [true, false, true]]);
  expect(found.logs[1]?.problems.map(({ seq }) => seq)).toEqual([7, 7, 39]);
});

test("what somebody cut off a log with its ends and checkpoints is found by what the witness cosigned elsewhere", async () => {
  const [one, , three] = tables;
  const note = (table: LineTable, size: number): string =>
    cosignCheckpoint(table.noteOf(size), witness, 1_700_000_000);
  const verify = async (notes: readonly string[]): Promise<readonly string[]> => {
    const against = readAgainst(notes.join("\n"), [witness.verifier]);
    if (typeof against === "string") return [against];
    const reports = await verifyStore(floor.sql(), { ...options(), witnesses: [witness.verifier], against });
    return faultsOf(reports).filter((fault) => !fault.startsWith(LOGS[1]!));
  };
  expect(await verify([note(one!, 40), note(one!, 17), note(three!, 38)])).toEqual([]);
  expect(await verify([one!.noteOf(40)])).toEqual([
    expect.stringContaining("cosigned by none of the witnesses"),
  ]);
  expect(await verify([note(one!, 40), "something"])).toEqual([
    expect.stringContaining("something else than checkpoints"),
  ]);
  const other = new LineTable(LOGS[0]!, 1, one!.signer).play(20);
  expect(await verify([note(other, 17)])).toEqual([
    `${LOGS[0]} 16: its witness cosigned another tree of 17 records`,
  ]);
  const gone = new LineTable("tirada.test/casino-1/gone").play(3);
  expect(await verify([note(gone, 3)])).toEqual([
    "tirada.test/casino-1/gone 0: its witness cosigned 3 records of it, and the store has 0",
  ]);
  // Everything behind the last checkpoint that the store shall be left with.
  const sql = floor.sql();
  const [end] =
    await sql`SELECT max(next) AS next FROM floor_test.batch_end WHERE next < 38 AND log = (SELECT id FROM floor_test.log WHERE name = ${LOGS[2]!})`;
  for (const [table, column] of [
    ["record", "seq >="],
    ["batch_end", "next >"],
    ["checkpoint", "size >"],
  ]) {
    await sql.unsafe(`ALTER TABLE floor_test.${table} DISABLE TRIGGER ALL`);
    const done = await sql.unsafe(
      `DELETE FROM floor_test.${table} WHERE log = ${idOf("floor_test", LOGS[2]!)} AND ${column} ${end?.["next"] as number}`,
    );
    expect(done.count).toBeGreaterThanOrEqual(table === "checkpoint" ? 0 : 1);
  }
  expect(await verify([note(one!, 40)])).toEqual([]);
  const folder = temporaryFolder();
  const [config, kept] = [join(folder, "store.yaml"), join(folder, "kept.notes")];
  writeFileSync(config, JSON.stringify({ database: { ...floor.database().address } }));
  writeFileSync(kept, `${note(one!, 17)}\n${note(three!, 40)}`);
  const words = ["floor", "verify", "--config", config, "--against", kept];
  expect((await commandHere(words)).stderr).toContain("--witness");
  const found = await commandHere([...words, "--witness", witness.verifier.vkey]);
  expect([found.status, found.stdout]).toEqual([
    6,
    expect.stringContaining("its witness cosigned 40 records of it"),
  ]);
  expect(await verify([note(three!, 40)])).toEqual([
    expect.stringMatching(/table-3\/test \d+: its witness cosigned 40 records of it, and the store has \d+$/),
  ]);
});

test("what was judged against an end that is no more is not stored", async () => {
  const table = new LineTable("tirada.test/casino-1/raced/test").play(4);
  await enrol(floor.sql(), table);
  const store = new FloorStore(floor.sql(), null);
  const stored = (await store.log(table.log))!;
  const judge = (to: number) =>
    judgeArrival(table.sent.slice(0, to), { ...stored, now: systemClock().wall(), knows: () => true });
  expect([
    await store.add(stored, judge(2)),
    await store.add(stored, judge(2)),
    await store.add(stored, judge(4)),
  ]).toEqual([true, false, false]);
  expect((await store.log(table.log))?.end.next).toBe(2);
  expect(store.added).toBe(2);
});
