import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCollectorConfig } from "../../firmware/office/floor/collector/config.ts";
import { runCollector, type RunningCollector } from "../../firmware/office/floor/collector/run.ts";
import { readFloorPageConfig } from "../../firmware/office/floor/page/config.ts";
import { isCluster, readFloorAnswers } from "../../firmware/office/floor/setup/answers.ts";
import { connectStore } from "../../firmware/office/floor/store/client.ts";
import { migrateStore } from "../../firmware/office/floor/store/migrations.ts";
import { verifyStore } from "../../firmware/office/floor/verify/verify-store.ts";
import { cutBatches } from "../../src/floor/sent-lines.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import type { Held } from "../support/casino.ts";
import { askCollector, batchOf } from "../support/floor.ts";
import { enrol } from "../support/floor-tables.ts";
import { temporaryFolder } from "../support/folder.ts";
import { LineTable } from "../support/line-table.ts";
import { storeMachines, STORE_ANSWERS, type StoreMachines } from "../support/store-machines.ts";
import { SOAK } from "../support/volume.ts";

/** Three databases under Patroni and etcd as init sets them up: their leader is killed, frozen, cut off; nothing that was answered is lost. */

const clock = systemClock();
const S = 1_000_000;
const MINUTE = 60_000;
/** Failovers; the leader is killed, frozen and cut off in turns. */
const ROUNDS = Number(process.env["TIRADA_FAILOVERS"] ?? "20");

test("what is tried is the set-up of three databases", () => {
  const path = join(temporaryFolder(), "answers.yaml");
  writeFileSync(path, STORE_ANSWERS);
  expect(isCluster(readFloorAnswers(path))).toBe(true);
});

if (SOAK)
  describe("a store of three nodes", () => {
    const folder = mkdtempSync(join(tmpdir(), "tirada-"));
    let machines: StoreMachines;
    let collector: RunningCollector;
    let unit: Held;
    const table = new LineTable("tirada.test/casino-1/table-1");
    /** Records that the store said it has. */
    let answered = 0;
    let sentFrom = 0;
    let longest = 0;

    const until = async <T>(
      what: string,
      most: number,
      look: () => T | null | Promise<T | null>,
    ): Promise<T> => {
      const end = clock.now() + most * S;
      for (;;) {
        const found = await look();
        if (found !== null && found !== false) return found;
        if (clock.now() > end) throw new Error(`${what}: not within ${most} s`);
        await clock.sleep(S / 4);
      }
    };

    beforeAll(async () => {
      machines = await storeMachines(folder);
      const first = await until("a leader", 120, machines.leader);
      await until("a database that takes something", 60, () => {
        try {
          machines.psql(first, ["-q", "-f", join(folder, first, "usr/local/share/tirada-floor/roles.sql")]);
          return true;
        } catch {
          return null;
        }
      });
      await setUp(first);
      unit = await machines.casino.issue(table.log, { as: "unit" });
      const config = readCollectorConfig(machines.desk("etc/tirada-office/collector-1.yaml"));
      collector = await runCollector(
        { ...config, listen: { host: "127.0.0.1", port: 0 } },
        clock,
        () => undefined,
      );
    }, 5 * MINUTE);
    afterAll(async () => {
      await collector.stop();
      machines.stop();
      rmSync(folder, { recursive: true, force: true });
    }, MINUTE);

    /** Migration and enrolment, over the way of the owner: the socket of the leading machine, which root may not use as postgres. */
    async function setUp(first: string): Promise<void> {
      machines.psql(first, ["-q", "-c", "ALTER ROLE tirada_check SUPERUSER"]);
      const page = readFloorPageConfig(machines.desk("etc/tirada-office/floor-page.yaml")).database;
      const { tls, ...way } = page;
      const sql = connectStore(
        { ...way, user: "tirada_check", ...(tls === undefined ? {} : { tls }) },
        { connections: 1, statementMs: 60_000 },
      );
      await migrateStore(sql);
      await enrol(sql, table, machines.casino);
      await sql.end();
      machines.psql(first, ["-q", "-c", "ALTER ROLE tirada_check NOSUPERUSER"]);
    }

    /** A table plays and sends, whatever becomes of the store, until `over`. */
    async function load(over: () => boolean): Promise<void> {
      let last = clock.now();
      while (!over()) {
        table.play(4, 4);
        const [batch = []] = [...cutBatches(table.sent.slice(sentFrom))];
        const got = await askCollector(collector.url, machines.casino, unit, "/v1/lines", {
          body: batchOf(batch),
        }).catch(() => null);
        if (got?.status === 200 && got.answer !== null) {
          expect(got.answer.standing.next).toBeGreaterThanOrEqual(answered);
          answered = got.answer.standing.next;
          sentFrom += batch.length;
          longest = Math.max(longest, (clock.now() - last) / S);
          last = clock.now();
        } else if (got !== null && got.status !== 503) throw new Error(`${got.status}: ${got.text}`);
        await clock.sleep(S / 20);
      }
    }

    async function stored(): Promise<number> {
      const { database } = readFloorPageConfig(machines.desk("etc/tirada-office/floor-page.yaml"));
      const { tls, ...way } = database;
      const sql = connectStore(
        { ...way, ...(tls === undefined ? {} : { tls }) },
        { connections: 1, statementMs: 30_000 },
      );
      try {
        const [report] = await verifyStore(sql, { trust: null, authorities: null, witnesses: [] });
        expect(report?.problems).toEqual([]);
        return report?.records ?? 0;
      } finally {
        await sql.end();
      }
    }

    test(
      "loses no answered record while its leader is killed, frozen and cut off",
      { timeout: ROUNDS * 4 * MINUTE },
      async () => {
        const ways = ["killed", "frozen", "cut off"];
        for (let round = 0; round < ROUNDS; round++) {
          const was = await until("a leader", 120, machines.leader);
          const way = ways[round % ways.length];
          let isOver = false;
          const before = answered;
          const loading = load(() => isOver);
          await clock.sleep(2 * S);
          if (way === "killed") machines.signal(was, "SIGKILL");
          if (way === "frozen") machines.signal(was, "SIGSTOP");
          if (way === "cut off") machines.link(was, "down");
          const next = await until("another leader", 120, () => {
            const now = machines.leader();
            return now !== null && now !== was ? now : null;
          });
          const then = answered;
          await until("answers of the new leader", 120, () => (answered > then + 20 ? true : null));
          if (way === "killed") machines.start(was);
          if (way === "frozen") machines.signal(was, "SIGCONT");
          if (way === "cut off") machines.link(was, "up");
          await clock.sleep(10 * S);
          isOver = true;
          await loading;
          const records = await until("a store that can be read", 60, () => stored().catch(() => null));
          process.stdout.write(
            `failover ${round + 1}: ${was} ${way}, then ${next}; answered ${answered - before}, in all ${answered}, stored ${records}, longest silence ${longest.toFixed(1)} s\n`,
          );
          expect(records).toBeGreaterThanOrEqual(answered);
          longest = 0;
        }
      },
    );
  });
