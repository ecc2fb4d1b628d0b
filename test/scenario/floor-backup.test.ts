import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkFloor } from "../../firmware/office/floor/check/check-floor.ts";
import { collectLines } from "../../firmware/office/floor/collector/collect.ts";
import { exampleAnswers, readFloorAnswers } from "../../firmware/office/floor/setup/answers.ts";
import { setupFiles } from "../../firmware/office/floor/setup/write-setup.ts";
import { connectStore, type Sql } from "../../firmware/office/floor/store/client.ts";
import { FloorStore } from "../../firmware/office/floor/store/floor-store.ts";
import { migrateStore } from "../../firmware/office/floor/store/migrations.ts";
import { startOwnDatabase, type OwnDatabase } from "../../firmware/office/floor/store/own-database.ts";
import { verifyStore } from "../../firmware/office/floor/verify/verify-store.ts";
import { cutBatches, formatBatch, type SentLine } from "../../src/floor/sent-lines.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { enrol } from "../support/floor-tables.ts";
import { LineTable } from "../support/line-table.ts";

/**
 * The drill of the backup (docs/floor.md): pgBackRest with the files that `tirada floor init` writes, before a database that is killed and
 * whose folder is gone. Only paths are others than on a machine.
 */

const clock = systemClock();
const MINUTE_US = 60_000_000;
const LOG = "tirada.test/casino-1/table-1";
const folder = mkdtempSync(join(tmpdir(), "tirada-"));
const at = (name: string): string => join(folder, name);
const [uid = 0, gid = 0] = (
  readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((line) => line.startsWith("postgres:")) ?? ""
)
  .split(":")
  .slice(2, 4)
  .map(Number);

let database: OwnDatabase;
const table = new LineTable(LOG);
let answered = 0;

/** What init writes of one machine, with this test's folders in the place of the machine's. */
function written(path: string): string {
  const answers = at("answers.yaml");
  writeFileSync(answers, exampleAnswers(1));
  const file = setupFiles(readFloorAnswers(answers)).find((one) => one.path === `floor${path}`);
  return (file?.text ?? "")
    .replaceAll("/var/lib/postgresql/15/main", at("db/data"))
    .replaceAll("/var/run/postgresql", at("db"))
    .replaceAll("/srv/backup", at("backup"));
}

const asPostgres = (program: string, words: readonly string[]): string =>
  execFileSync(program, words, { uid, gid, cwd: "/", encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const backrest = (...words: string[]): string => asPostgres("pgbackrest", ["--stanza=tirada", ...words]);
const connect = (user: string): Sql =>
  connectStore({ ...database.address, database: "tirada", user }, { connections: 2, statementMs: 30_000 });

/** The settings of the machine, but for what is this test's: no network, and no waiting for a part of the log to be full. */
const start = async (): Promise<void> => {
  const settings = Object.fromEntries(
    [...written("/etc/postgresql/15/main/conf.d/tirada.conf").matchAll(/^(\w+) = '(.*)'$/gm)]
      .map(([, name = "", value = ""]) => [name, value])
      .filter(([name]) => name !== "listen_addresses"),
  ) as Record<string, string>;
  database = await startOwnDatabase(at("db"), clock, { fsync: true, settings });
};

beforeAll(async () => {
  if (process.getuid?.() !== 0) throw new Error("this test gives folders to the user postgres: run it as root");
  chmodSync(folder, 0o755);
  for (const name of ["backup", "log", "lock", "spool"]) {
    mkdirSync(at(name), { mode: 0o750 });
    chownSync(at(name), uid, gid);
  }
  const more = `log-path=${at("log")}\nlock-path=${at("lock")}\nspool-path=${at("spool")}\n`;
  writeFileSync(
    at("pgbackrest.conf"),
    written("/etc/pgbackrest.conf").replace("[global]\n", `[global]\n${more}`),
  );
  // The database's own archive_command reads it as well.
  process.env["PGBACKREST_CONFIG"] = at("pgbackrest.conf");
  await start();
  writeFileSync(at("roles.sql"), written("/usr/local/share/tirada-floor/roles.sql"));
  for (let time = 0; time < 2; time++)
    execFileSync("psql", ["-q", "-h", at("db"), "-U", "postgres", "-f", at("roles.sql")], { stdio: "pipe" });
  const owner = connect("postgres");
  await migrateStore(owner);
  await enrol(owner, table);
  await owner.end();
});
afterAll(async () => {
  delete process.env["PGBACKREST_CONFIG"];
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends these lines as a table does; @returns up to where the store is durable, as it was answered. */
async function send(lines: readonly SentLine[]): Promise<number> {
  const sql = connect("tirada_collector");
  try {
    const parts = { store: new FloorStore(sql, null), clock, knows: () => true };
    let next = 0;
    for (const batch of cutBatches(lines)) {
      const { standing, refused } = await collectLines(parts, { log: LOG, serial: "1" }, formatBatch(batch));
      expect(refused).toBeNull();
      ({ next } = standing);
    }
    return next;
  } finally {
    await sql.end();
  }
}

/** The table plays on, and what is new is answered. */
async function play(records: number): Promise<void> {
  const from = table.sent.length;
  table.play(records, 20);
  answered = await send(table.sent.slice(from));
  expect(answered).toBe(table.size);
}

/** The database is killed as by a power cut, and its folder is no longer where it was. */
async function lose(): Promise<void> {
  process.kill(database.pid, "SIGKILL");
  await database.stop();
  // Its other processes end when they miss it.
  const isUp = (): boolean => spawnSync("fuser", ["-s", at("db/data/postmaster.pid")]).status === 0;
  while (isUp()) await clock.sleep(50_000);
  await clock.sleep(500_000);
  rmSync(at("lost"), { recursive: true, force: true });
  renameSync(at("db/data"), at("lost"));
}

const restore = (): void => {
  mkdirSync(at("db/data"), { mode: 0o700 });
  chownSync(at("db/data"), uid, gid);
  backrest("restore");
};

async function verified(): Promise<{ readonly records: number; readonly ok: boolean }> {
  const sql = connect("tirada_page");
  try {
    const [report, ...more] = await verifyStore(sql, {
      trust: null,
      authorities: null,
      witnesses: [],
      against: null,
    });
    expect(more).toEqual([]);
    return { records: report?.records ?? 0, ok: report?.ok === true };
  } finally {
    await sql.end();
  }
}

test(
  "a database that was killed comes back to the last answered record, from the backup and what its disk still has of the log",
  async () => {
    backrest("stanza-create");
    await play(60);
    backrest("--type=full", "backup");
    await play(60);
    backrest("check");
    await play(30);
    backrest("--type=diff", "backup");
    await play(45);
    const before = { records: answered, ok: true };
    expect(await verified()).toEqual(before);
    const report = await checkFloor({ machine: "floor", backup: { stanza: "tirada" } }, clock);
    expect(report.found.map(({ code }) => code)).toContain("backup-well");

    await lose();
    restore();
    // As the manual says: what the lost disk still has of the log, beside what the backup brings.
    cpSync(at("lost/pg_wal"), at("db/data/pg_wal"), { recursive: true, preserveTimestamps: true });
    execFileSync("chown", ["-R", `${uid}:${gid}`, at("db/data/pg_wal")]);
    await start();
    expect(await verified()).toEqual(before);
  },
  MINUTE_US,
);

test(
  "where nothing of the disk is left, what the backup lacks is brought by the table again, and is no fork",
  async () => {
    backrest("--type=full", "backup");
    await play(25);
    const known = answered;
    await lose();
    restore();
    await start();
    const back = await verified();
    expect(back.ok).toBe(true);
    expect(back.records).toBeGreaterThanOrEqual(195);
    expect(back.records).toBeLessThanOrEqual(known);
    // A table asks how far the store has it, and goes on from there: here all of it once more.
    expect(await send(table.sent)).toBe(known);
    expect(await verified()).toEqual({ records: known, ok: true });
    await play(5);
    expect(await verified()).toEqual({ records: answered, ok: true });
  },
  MINUTE_US,
);
