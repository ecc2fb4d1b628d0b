import { X509Certificate } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { copyArchives, restoreArchives } from "../../firmware/office/floor/archive/copies.ts";
import { makeArchives } from "../../firmware/office/floor/archive/make-archives.ts";
import { archiveSigner } from "../../firmware/office/floor/archive/manifest.ts";
import { collectLines } from "../../firmware/office/floor/collector/collect.ts";
import { StoredFloor } from "../../firmware/office/floor/page/stored-floor.ts";
import { FloorStore } from "../../firmware/office/floor/store/floor-store.ts";
import { storedNotes } from "../../firmware/office/floor/store/stored-rows.ts";
import { verifyStore, type LogReport } from "../../firmware/office/floor/verify/verify-store.ts";
import { cutBatches, formatBatch, type SentLine } from "../../src/floor/sent-lines.ts";
import type { ArrivalAnswer } from "../../src/floor/standing.ts";
import { storedCertificate } from "../../src/floor/stored-certificate.ts";
import { verifyCertificate } from "../../src/record/verify-certificate.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { casino, type Casino, type Held } from "../support/casino.ts";
import { commandHere } from "../support/command.ts";
import { folderOfFile, temporaryFolder } from "../support/folder.ts";
import { floorOfFile } from "../support/floor.ts";
import { enrol, inMonth } from "../support/floor-tables.ts";
import { LineTable } from "../support/line-table.ts";
import { runSeed } from "../support/volume.ts";

/** Closed months as archives: found as rows are, proven as rows are, made by somebody who is killed. */

const floor = floorOfFile();
const clock = systemClock();
const LOGS = ["tirada.test/casino-1/table-1", "tirada.test/casino-1/table-2/test"];
/** Months ago in which the first records came, and how many; the others came in this one. */
const MONTHS_AGO = 3;
const OLD = 70;
const tables: LineTable[] = [];
const folder = folderOfFile();
let here: Casino;
let office: Held;

const resultOf = (n: number): object => ({
  kind: "result",
  round: Math.floor(n / 5),
  result: { pocket: String(n % 37) },
  certainty: { level: n % 2 === 0 ? "certified" : "reported" },
});

const collect = (log: string, lines: readonly SentLine[]): Promise<ArrivalAnswer> =>
  collectLines(
    { store: new FloorStore(floor.sql(), null), clock, knows: () => true },
    { log, serial: "1" },
    formatBatch(lines),
  );

beforeAll(async () => {
  here = await casino("casino-1", folder);
  await inMonth(floor.sql(), MONTHS_AGO);
  office = await here.issue("floor-1-store", { as: "relay", hosts: ["127.0.0.1"] });
  for (const log of LOGS) {
    const table = new LineTable(log, clock.wall() - 90 * 86_400_000);
    for (let n = 0; n < OLD; n++) {
      table.add(n % 5 === 4 ? resultOf(n) : { kind: "phase", phase: "betting", round: Math.floor(n / 5) });
      if (n % 8 === 7) table.checkpoint();
      if (n === 30) table.rotate();
    }
    tables.push(table);
    await enrol(floor.sql(), { log, keys: table.keys }, here);
    for (let from = 0; from < table.sent.length; from += 3)
      expect((await collect(log, table.sent.slice(from, from + 3))).refused).toBeNull();
  }
  await inMonth(floor.sql(), 0);
  for (const table of tables) {
    const before = table.sent.length;
    table.play(20, 7);
    for (const batch of cutBatches(table.sent.slice(before)))
      expect((await collect(table.log, batch)).refused).toBeNull();
  }
});

const verified = async (): Promise<readonly LogReport[]> =>
  verifyStore(floor.sql(), {
    trust: null,
    authorities: [new X509Certificate(here.ca)],
    witnesses: [],
    against: null,
    partRecords: 32,
  });
const faultsOf = (reports: readonly LogReport[]): string[] =>
  reports.flatMap(({ log, problems }) => problems.map(({ seq, what }) => `${log} ${seq}: ${what}`));

/** What the page finds: everything of a log in pieces, and a search. */
async function seen(): Promise<unknown> {
  const page = new StoredFloor(floor.as("tirada_page"));
  const found = [];
  for (const { log, size } of tables) {
    for (let from = 0; from < size; from += 13)
      found.push((await page.recordsFrom([{ log, from }], 13)).map(({ seq, line, sig }) => [seq, line, sig]));
    found.push(await page.find({ logs: [log], kinds: null, round: 7, most: 50 }));
    found.push(
      await page.find({
        logs: null,
        kinds: ["phase"],
        most: 60,
        before: new Date(clock.wall() - 80 * 86_400_000).toISOString(),
      }),
    );
    found.push(await page.recordsOfRound({ log, round: 3, before: 60 }));
    // What ended it: of phases nobody asks here.
    const since = await page.recordsSince({ log, round: 3, seq: 17, most: 9 });
    found.push(since.filter(({ line }) => line.includes('"kind":"result"')));
    found.push(await page.find({ logs: [log], kinds: ["result", "key"], most: 5 }));
    for (let seq = 1; seq < size; seq += 17) {
      const { note = null } = (await page.proofParts(log, seq)) ?? {};
      found.push(note);
    }
  }
  const day = (ago: number): string => new Date(clock.wall() - ago * 86_400_000).toISOString();
  found.push(await page.roundEnds(day(91), day(80)));
  return found;
}

test("closed months go into archives and everything is found as before, in order and once; a maker that is killed goes on", async () => {
  const before = await seen();
  expect(faultsOf(await verified())).toEqual([]);
  const sql = floor.as("tirada_archiver");
  const signer = archiveSigner(office.cert, office.key);
  const done: string[] = [];
  const parts = { sql, clock, signer, onDone: (line: string) => done.push(line) };
  // Killed behind the first archive, and before the rows go.
  await expect(
    makeArchives({
      ...parts,
      onDone: () => {
        throw new Error("killed");
      },
    }),
  ).rejects.toThrow("killed");
  expect(await seen()).toEqual(before);
  expect(faultsOf(await verified())).toEqual([]);
  await makeArchives(parts);
  // Of each log the lines that need not stay rows, in both schemas: all but the record by which its key gave way.
  expect(done.filter((line) => line.endsWith(`${OLD} lines lie in archives alone`))).toHaveLength(2);
  const left = await floor.sql()`
    SELECT r.kind FROM floor.record r WHERE month < date_trunc('month', now())
    UNION ALL SELECT 'checkpoint' FROM floor.checkpoint c WHERE month < date_trunc('month', now())`;
  expect(left.map(({ kind }) => kind as string)).toEqual(["key-rotated"]);
  expect(await seen()).toEqual(before);
  const reports = await verified();
  expect(faultsOf(reports)).toEqual([]);
  expect(reports.map(({ records, covered }) => [records, covered])).toEqual(
    tables.map(({ size }) => [size, 85]),
  );
  // Once more: there is nothing to do.
  done.length = 0;
  await makeArchives(parts);
  expect(done).toEqual([]);
});

test("an archived record has its certificate; sent again it is known, with other bytes it is a fork", async () => {
  const page = new StoredFloor(floor.as("tirada_page"));
  const [table] = tables;
  const proof = (await page.proofParts(table!.log, 11))!;
  const lines = await page.recordsFrom([{ log: table!.log, from: proof.from }], proof.size - proof.from);
  const certificate = storedCertificate(table!.log, 11, proof, lines);
  expect(verifyCertificate(certificate, table!.keys.first).problems).toEqual([]);
  expect(await collect(table!.log, table!.sent.slice(5, 12))).toMatchObject({
    refused: null,
    standing: { next: table!.size },
  });
  expect(await collect(table!.log, [{ checkpoint: table!.noteOf(3) }])).toMatchObject({
    refused: { why: "checkpoint" },
  });
  const copy = new LineTable(LOGS[1]!, clock.wall(), tables[1]!.signers[0]).play(4, 99);
  expect(await collect(LOGS[1]!, copy.sent.slice(3))).toMatchObject({ refused: { why: "fork", seq: 3 } });
});

test("no role but the archiver drops rows, and that only what is archived; nobody changes an archive", async () => {
  const page = floor.as("tirada_page");
  await expect(page.unsafe("SELECT floor.drop_archived('2020-01-01')")).rejects.toThrow("permission denied");
  const archiver = floor.as("tirada_archiver");
  await expect(archiver.unsafe("SELECT floor.drop_archived(date_trunc('month', now())::date)")).rejects.toThrow(
    "no closed month",
  );
  await expect(archiver.unsafe("DELETE FROM floor.record")).rejects.toThrow("permission denied");
  await expect(floor.sql().unsafe("UPDATE floor.archive_piece SET copy = 9")).rejects.toThrow("only added to");
});

/** Ways of an owner with archives, by statements about a piece. */
const CHANGES: Readonly<Record<string, string>> = {
  "a byte": "UPDATE floor.archive_piece SET bytes = set_byte(bytes, 60, 255 - get_byte(bytes, 60))",
  "a byte, and its hash":
    "UPDATE floor.archive_piece SET bytes = set_byte(bytes, 60, 255 - get_byte(bytes, 60)), sha256 = sha256(set_byte(bytes, 60, 255 - get_byte(bytes, 60)))",
  "its numbers": "UPDATE floor.archive_piece SET last = last - 1",
  "what a search looks at": "UPDATE floor.archive_piece SET result_numbers[2] = '36' WHERE what = 'records'",
  "a checkpoint": "DELETE FROM floor.archive_piece WHERE what = 'notes'",
  "the piece of the other log":
    "UPDATE floor.archive_piece SET (bytes, sha256) = (SELECT bytes, sha256 FROM floor_test.archive_piece WHERE what = 'records' LIMIT 1) WHERE what = 'records'",
  "the piece": "DELETE FROM floor.archive_piece",
  "the whole archive": "DELETE FROM floor.archive_piece; DELETE FROM floor.archive",
  "what was signed": "UPDATE floor.archive SET manifest = replace(manifest, '\"v\":1', '\"v\":2')",
  "its count": "UPDATE floor.archive SET records = records - 1",
  "the month that was signed":
    "UPDATE floor.archive SET manifest = (SELECT manifest FROM floor_test.archive), sig = (SELECT sig FROM floor_test.archive)",
};

test.each(Object.entries(CHANGES))(
  "of an archive %s is found, and named with log and number",
  async (_, statement) => {
    const undone = new Error("undone");
    let reports: readonly LogReport[] = [];
    await floor
      .sql()
      .begin(async (tx) => {
        await tx.unsafe(
          "ALTER TABLE floor.archive DISABLE TRIGGER ALL; ALTER TABLE floor.archive_piece DISABLE TRIGGER ALL",
        );
        await tx.unsafe(statement);
        reports = await verifyStore(tx, {
          trust: null,
          authorities: [new X509Certificate(here.ca)],
          witnesses: [],
          against: null,
          partRecords: 32,
        });
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    const wrong = reports.filter(({ ok }) => !ok);
    expect(wrong.map(({ log }) => log)).toEqual([LOGS[0]]);
    expect(wrong[0]?.problems.some(({ seq }) => seq !== null)).toBe(true);
  },
);

test("archives lie on another disk too, and mend the store from there", async () => {
  const files = join(temporaryFolder(), "archives");
  mkdirSync(files);
  const archiver = floor.as("tirada_archiver");
  expect([await copyArchives(archiver, files), await copyArchives(archiver, files)]).toEqual([2, 0]);
  await floor
    .sql()
    .unsafe(
      "ALTER TABLE floor.archive_piece DISABLE TRIGGER no_change; UPDATE floor.archive_piece SET bytes = '\\x00'; ALTER TABLE floor.archive_piece ENABLE ALWAYS TRIGGER no_change",
    );
  expect(faultsOf(await verified())[0]).toContain(
    "its archive: its bytes are not those that the database names",
  );
  const config = join(files, "archive.yaml");
  const database = { ...floor.database().address, user: "tirada_archiver" };
  writeFileSync(config, JSON.stringify({ database, certificate: office.certificatePath, key: office.keyPath }));
  // A file that somebody changed puts nothing back.
  const random = randomFrom(runSeed("archive files"));
  const names = readdirSync(files).filter((one) => one.endsWith(".tirada-archive"));
  const broken = join(temporaryFolder(), "broken");
  mkdirSync(broken);
  for (const name of names) {
    const bytes = readFileSync(join(files, name));
    // In a piece: of the certificate on top only its key counts here.
    const pieces = bytes.indexOf("\n") + 1;
    bytes[pieces + random.below(bytes.length - pieces)]! ^= 1 << random.below(8);
    writeFileSync(join(broken, name), bytes);
  }
  const said: string[] = [];
  await restoreArchives(archiver, broken, (line) => said.push(line));
  expect(said.toSorted()).toEqual(
    names.toSorted().map((name): unknown => expect.stringMatching(`^${name}: .* it is left out$`)),
  );
  const mended = await commandHere(["floor", "archive", "--config", config, "--restore", files]);
  expect([mended.status, mended.stdout.trim()], mended.stderr).toEqual([
    0,
    expect.stringMatching(/^tirada\.test\/casino-1\/table-1 \d{4}-\d\d: 2 pieces put back$/),
  ]);
  expect(faultsOf(await verified())).toEqual([]);
});

test("more checkpoints than a piece holds lie in several, and those of one size in one", async () => {
  const sql = floor.sql();
  // In a month that is not archived yet.
  await inMonth(sql, MONTHS_AGO + 3);
  const [month] = await sql`SELECT to_char(floor.this_month(), 'YYYY-MM') AS is`;
  const [log] = await sql`SELECT id FROM floor.log WHERE name = ${LOGS[0]!}`;
  const id = log?.["id"] as number;
  // Every size twice, as where a witness cosigned it later: the last one of a piece as well.
  await sql`
    INSERT INTO floor.checkpoint (log, size, stored, note)
    SELECT ${id}, 10000 + n / 2, now() + make_interval(secs => n / 1000.0), 'note ' || n FROM generate_series(1, 2100) AS n`;
  await inMonth(sql, 0);
  const notes = async (): Promise<string[]> => {
    const found = [];
    for await (const { size, note } of storedNotes(sql, { schema: "floor", id }, { from: 9_999, to: null }))
      found.push(`${size} ${note}`);
    return found;
  };
  const before = await notes();
  expect(before).toHaveLength(2_100);
  const signer = archiveSigner(office.cert, office.key);
  const archiver = floor.as("tirada_archiver");
  const months = [month?.["is"] as string];
  await makeArchives({ sql: archiver, clock, signer, months, onDone: () => undefined });
  expect(await notes()).toEqual(before);
  const pieces =
    await sql`SELECT first, last FROM floor.archive_piece WHERE log = ${id} AND first >= 10000 ORDER BY first`;
  expect(pieces.map(({ first, last }): unknown => [first, last])).toEqual([
    [10_000, 10_512],
    [10_513, 11_024],
    [11_025, 11_050],
  ]);
});
