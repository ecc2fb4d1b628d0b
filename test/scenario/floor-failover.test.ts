import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judgePatroni } from "../../firmware/office/floor/check/check-machine.ts";
import { readCollectorConfig } from "../../firmware/office/floor/collector/config.ts";
import { runCollector, type RunningCollector } from "../../firmware/office/floor/collector/run.ts";
import { readFloorPageConfig } from "../../firmware/office/floor/page/config.ts";
import { isCluster, readFloorAnswers } from "../../firmware/office/floor/setup/answers.ts";
import { StoredFloor } from "../../firmware/office/floor/page/stored-floor.ts";
import { connectStore, type Sql, type StoreAddress } from "../../firmware/office/floor/store/client.ts";
import { migrateStore } from "../../firmware/office/floor/store/migrations.ts";
import { verifyStore } from "../../firmware/office/floor/verify/verify-store.ts";
import { untilStored } from "../../hw-sim/floor/faults.ts";
import { storedLines } from "../../hw-sim/floor/run.ts";
import type { SimulatedCasino } from "../../hw-sim/floor/casino.ts";
import { SimulatedPeople } from "../../hw-sim/floor/people.ts";
import { compareLines } from "../../hw-sim/floor/score.ts";
import { Started } from "../../hw-sim/floor/start-floor.ts";
import { FloorTables, orderTables } from "../../hw-sim/floor/tables.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "../support/folder.ts";
import { storeMachines, STORE_ANSWERS, type StoreMachines } from "../support/store-machines.ts";
import { runSeed, SOAK } from "../support/volume.ts";

/**
 * Three databases under Patroni and etcd as init sets them up, and tables that play: the leader is killed, frozen, cut off; nothing that was
 * answered is lost, and no table notices.
 */

const clock = systemClock();
const S = 1_000_000;
const MINUTE = 60_000;
/** Failovers; the leader is killed, frozen and cut off in turns. */
const ROUNDS = Number(process.env["TIRADA_FAILOVERS"] ?? "20");
/** Tables that play meanwhile, at four times real pace. */
const TABLES = Number(process.env["TIRADA_FAILOVER_TABLES"] ?? "60");
const PACE = 4;
/** A log whose lines are all in the store, and those that its table makes without a floor. */
const CLEAN = { lost: 0, doubled: 0, other: 0, replayed: null };
/** What the clocks of one machine may differ by, ms. */
const CLOCKS_MS = 100;
const WAYS = ["killed", "frozen", "cut off"] as const;

test("what is tried is the set-up of three databases", () => {
  const path = join(temporaryFolder(), "answers.yaml");
  writeFileSync(path, STORE_ANSWERS);
  expect(isCluster(readFloorAnswers(path))).toBe(true);
});

if (SOAK)
  describe("a store of three nodes", () => {
    const folder = mkdtempSync(join(tmpdir(), "tirada-"));
    const started = new Started();
    let machines: StoreMachines;
    let collector: RunningCollector;
    let tables: FloorTables;
    let page: Sql;

    const until = async <T>(
      what: string,
      most: number,
      look: () => T | null | Promise<T | null>,
    ): Promise<T> => {
      const end = clock.now() + most * S;
      for (;;) {
        const found = await look();
        if (found !== null && found !== false) return found;
        if (clock.now() > end) throw new Error(`${what}: not within ${most} s\n${lastWords()}`);
        await clock.sleep(S / 4);
      }
    };
    const lastWords = (): string =>
      readFileSync(join(folder, "machines.log"), "utf8").split("\n").slice(-40).join("\n");
    const connect = (address: StoreAddress): Sql => {
      const sql = connectStore(address, { connections: 2, statementMs: 30_000 });
      return started.add(sql, (one) => one.end({ timeout: 1 }));
    };

    beforeAll(async () => {
      machines = started.add(await storeMachines(folder), (one) => one.stop());
      const first = await until("a leader", 600, machines.leader);
      await until("a database that takes something", 300, () => {
        try {
          machines.psql(first, ["-q", "-f", join(folder, first, "usr/local/share/tirada-floor/roles.sql")]);
          return true;
        } catch {
          return null;
        }
      });
      const config = readCollectorConfig(machines.desk("etc/tirada-office/collector-1.yaml"));
      const ofPage = readFloorPageConfig(machines.desk("etc/tirada-office/floor-page.yaml")).database;
      await migrate(first, ofPage);
      collector = started.add(await runCollector(config, clock, () => undefined), (one) => one.stop());
      page = connect(ofPage);
      const { casino } = machines;
      const issuer: Pick<SimulatedCasino, "issue"> = {
        issue: (name, as, hosts) => casino.issue(name, { as, ...(hosts === undefined ? {} : { hosts }) }),
      };
      const orders = await orderTables(
        {
          count: TABLES,
          seed: runSeed("failovers"),
          pace: PACE,
          // What they say lies in no future however long it takes.
          wall: clock.wall() - ROUNDS * 4 * MINUTE * PACE,
          aheadS: 0,
          collectors: [collector.url],
        },
        issuer,
        await SimulatedPeople.of(issuer, clock),
        { collector: connect(config.database), page },
      );
      const crl = readFileSync(casino.authority.listPath, "utf8");
      tables = started.add(await FloorTables.begin(orders, { ca: casino.ca, crl }, PACE), (one) => one.end());
    }, 20 * MINUTE);
    afterAll(async () => {
      // All that came up, whatever of it fails: the next run meets the addresses of these machines.
      try {
        await started.end();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }, 3 * MINUTE);

    /** Over the way of the owner: the socket of the leading machine, which root may not use as postgres. */
    async function migrate(first: string, way: StoreAddress): Promise<void> {
      machines.psql(first, ["-q", "-c", "ALTER ROLE tirada_check SUPERUSER"]);
      await migrateStore(connect({ ...way, user: "tirada_check" }));
      machines.psql(first, ["-q", "-c", "ALTER ROLE tirada_check NOSUPERUSER"]);
    }

    /** What is asked whether the store has everything. */
    const floor = (): Parameters<typeof untilStored>[0] => {
      const asked = new StoredFloor(page);
      return { tables, clock, whole: [], page: asked };
    };
    const stored = async (): Promise<number> =>
      (await tables.states()).tables.reduce((sum, one) => sum + one.stored, 0);

    /** The longest time without an answer, s, until `over`. */
    async function longestSilence(over: () => boolean): Promise<number> {
      let [last, at, longest] = [await stored(), clock.now(), 0];
      while (!over()) {
        await clock.sleep(S / 10);
        const now = await stored();
        if (now <= last) continue;
        longest = Math.max(longest, (clock.now() - at) / S);
        [last, at] = [now, clock.now()];
      }
      return longest;
    }

    /**
     * Records that the store has not, or that came into it after it had answered that it has them: they had been lost, and were sent once more. As
     * the leader says, which another node confirms: one that was frozen says for some seconds what it knew.
     */
    async function lostSince(): Promise<{ readonly missing: number; readonly later: number }> {
      const truths = await Promise.all(tables.logs.map(async (log) => ({ log, ...(await tables.truth(log)) })));
      const behindMs = clock.wall() - clock.now() / 1_000;
      const rows = await until("what the leader has", 60, () =>
        page
          .begin(async (tx) => {
            await tx`SELECT pg_logical_emit_message(true, 'tirada', '')`;
            return await tx`
              SELECT l.name, r.seq, extract(epoch FROM r.stored)::float8 * 1000 AS stored FROM floor_test.record r
              JOIN floor_test.log l ON l.id = r.log`;
          })
          .catch(() => null),
      );
      const storedAt = new Map(
        rows.map((row) => [`${row["name"] as string} ${row["seq"] as number}`, row["stored"] as number]),
      );
      let [missing, later] = [0, 0];
      for (const { log, committedAt, answeredAfter } of truths)
        for (const [seq, us] of answeredAfter.entries()) {
          const at = storedAt.get(`${log} ${seq}`);
          if (at === undefined) missing++;
          else if (at > behindMs + ((committedAt[seq] ?? 0) + us) / 1_000 + CLOCKS_MS) later++;
        }
      return { missing, later };
    }

    const hit = (way: (typeof WAYS)[number], node: string): void => {
      if (way === "killed") machines.signal(node, "SIGKILL");
      if (way === "frozen") machines.signal(node, "SIGSTOP");
      if (way === "cut off") machines.link(node, "down");
    };
    const mend = (way: (typeof WAYS)[number], node: string): void => {
      if (way === "killed") machines.start(node);
      if (way === "frozen") machines.signal(node, "SIGCONT");
      if (way === "cut off") machines.link(node, "up");
    };

    test(
      "who has another certificate, or none, gets into no database and no etcd",
      async () => {
        const { database: way } = readCollectorConfig(machines.desk("etc/tirada-office/collector-1.yaml"));
        const { tls } = way;
        if (tls === undefined) throw new Error("the collector's way to the database has no TLS");
        const unit = await machines.casino.issue("tirada.test/casino-1/other", { as: "unit" });
        const ofUnit = { ...tls, certificate: unit.certificatePath, key: unit.keyPath };
        const { tls: _none, ...bare } = way;
        for (const address of [
          { ...way, user: "tirada_page" },
          { ...way, user: "postgres" },
          { ...way, user: "tirada_replica" },
          { ...way, tls: ofUnit },
          bare,
        ])
          await expect(connect(address)`SELECT 1`).rejects.toThrow(/pg_hba|authentication|certificate/);
        const asked = (port: number, words: readonly string[]): number | null =>
          spawnSync("curl", [
            "-s",
            "-m",
            "3",
            "--cacert",
            tls.authority,
            ...words,
            `https://10.97.0.11:${port}/version`,
          ]).status;
        const store = (name: string): string => join(folder, "store-1/etc/tirada-store", name);
        const ofStore = ["--cert", store("store.pem"), "--key", store("store.key.pem")];
        const ofCollector = ["--cert", tls.certificate, "--key", tls.key];
        // etcd answers machines with a store's certificate, and who has another one of this casino neither.
        expect(asked(2_379, [])).not.toBe(0);
        expect(asked(2_379, ofCollector)).not.toBe(0);
        expect(asked(2_379, ofStore)).toBe(0);
        expect(asked(2_380, [])).not.toBe(0);
        expect(asked(2_380, ofCollector)).not.toBe(0);
      },
      MINUTE,
    );

    test(
      "loses no answered record while its leader is killed, frozen and cut off",
      { timeout: ROUNDS * 4 * MINUTE },
      async () => {
        expect(await untilStored(floor())).toBe(null);
        for (let round = 0; round < ROUNDS; round++) {
          await until("two other nodes that follow", 300, machines.isWhole);
          const was = await until("a leader", 600, machines.leader);
          const way = WAYS[round % WAYS.length] ?? "killed";
          let isOver = false;
          const silence = longestSilence(() => isOver);
          silence.catch(() => undefined);
          await clock.sleep(2 * S);
          const from = clock.now();
          hit(way, was);
          const next = await until("another leader", 120, async () => {
            const now = await machines.leader();
            return now !== null && now !== was ? now : null;
          });
          const led = (clock.now() - from) / S;
          expect(await untilStored(floor())).toBe(null);
          const all = (clock.now() - from) / S;
          mend(way, was);
          // On a busy machine it may lead again by then.
          await until(
            `${was} among the others`,
            300,
            async () => (await machines.follows(was)) || (await machines.leader()) === was,
          );
          isOver = true;
          const { tables: now } = await tables.states();
          const [lost, back] = [await lostSince(), now.reduce((sum, { takenBack }) => sum + takenBack, 0)];
          process.stdout.write(
            `failover ${round + 1}: ${was} ${way}, ${next} leads after ${led.toFixed(1)} s, all stored after ${all.toFixed(1)} s, longest silence ${(await silence).toFixed(1)} s; ${await stored()} answered, ${lost.missing} missing, ${lost.later} stored later, ${back} taken back\n`,
          );
          expect({ ...lost, back }).toEqual({ missing: 0, later: 0, back: 0 });
        }
        await holdAgainstStore();
      },
    );

    /** Every committed line of every table is in the store, byte for byte, once and in order, and is the one that the table makes without a floor. */
    async function holdAgainstStore(): Promise<void> {
      await tables.rest();
      expect(await untilStored(floor())).toBe(null);
      for (const log of tables.logs) {
        const { lines } = await tables.truth(log);
        const found = compareLines(lines, await storedLines(page, log));
        expect({ log, ...found, replayed: await tables.replay(log) }).toEqual({ log, ...CLEAN });
      }
      const reports = await verifyStore(page, { trust: null, authorities: null, witnesses: [], against: null });
      expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
      expect(reports.length).toBe(TABLES);
    }
  });

const NODES = ["store-1", "store-2", "store-3"];

/** A file of init as release 0.9.0 wrote it: etcd's third protocol, of all three machines; nothing that starts Patroni again. */
function asOfBefore(path: string, text: string): string {
  if (path.endsWith("/etc/patroni/config.yml")) {
    const hosts = NODES.map((name) => JSON.stringify(`${name}.test:2379`)).join(", ");
    return text.replace(/^etcd:\n {2}hosts: .*\n {2}use_proxies: true\n/m, `etcd3:\n  hosts: [${hosts}]\n`);
  }
  const ofLater = /^(?:ETCD_ENABLE_V2|ETCD_ENABLE_GRPC_GATEWAY|ETCD_CLIENT_CERT_ALLOWED_HOSTNAME)=.*\n/gm;
  if (path.endsWith("/etc/default/etcd")) return text.replace(ofLater, "");
  return path.endsWith("/patroni.service.d/tirada.conf") ? "" : text;
}

if (SOAK)
  test(
    "three nodes of release 0.9.0 are brought to what init writes now, step by step as the manual says, and keep what they had",
    { timeout: 20 * MINUTE },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "tirada-"));
      const machines = await storeMachines(folder, asOfBefore);
      const patroniOf = (node: string): string =>
        readFileSync(join(folder, node, "etc/patroni/config.yml"), "utf8");
      const until = async <T>(what: string, look: () => Promise<T | null>): Promise<T> => {
        for (const end = clock.now() + 300 * S; clock.now() < end;) {
          const found = await look();
          if (found !== null && found !== false) return found;
          await clock.sleep(S / 4);
        }
        throw new Error(
          `${what}: not in time\n${readFileSync(join(folder, "machines.log"), "utf8").slice(-4_000)}`,
        );
      };
      /** Whatever is committed waits for a second node. */
      const sql = (node: string, text: string): string => machines.psql(node, ["-XtAqc", text]).trim();
      try {
        const led = await until("a leader", machines.leader);
        expect(judgePatroni(patroniOf(led)).map(({ code }) => code)).toEqual(["lead-unsafe"]);
        await until("two that follow", machines.isWhole);
        sql(led, "CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n");
        const others = NODES.filter((node) => node !== led);
        for (const node of [...others, led]) await machines.stopPatroni(node);
        machines.layFiles();
        for (const node of NODES) await machines.restartEtcd(node);
        machines.startPatroni(led);
        expect(await until("that it leads", machines.leader)).toBe(led);
        for (const node of others) machines.startPatroni(node);
        await until("two that follow again", machines.isWhole);
        sql(led, "INSERT INTO kept VALUES (1001)");
        expect(sql(led, "SELECT count(*) FROM kept")).toBe("1001");
        expect(NODES.flatMap((node) => judgePatroni(patroniOf(node)))).toEqual([]);
        // And it fails over as the new ones do.
        machines.signal(led, "SIGKILL");
        const next = await until("another leader", async () => {
          const now = await machines.leader();
          return now === led ? null : now;
        });
        machines.start(led);
        await until("all three", machines.isWhole);
        expect(sql(next, "SELECT count(*) FROM kept")).toBe("1001");
      } finally {
        machines.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
