import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import type { CollectorConfig } from "../../firmware/office/floor/collector/config.ts";
import { runCollector, type RunningCollector } from "../../firmware/office/floor/collector/run.ts";
import type { SentLine } from "../../src/floor/sent-lines.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { casino, type Casino, type Held } from "./casino.ts";
import { askCollector, batchOf, floorOfFile, type FloorAnswer, type TestFloor } from "./floor.ts";
import { enrol } from "./floor-tables.ts";
import { LineTable } from "./line-table.ts";

/** A collector before a real database, asked over TLS by tables that are lines alone. */

/** How the logs of such tables begin. */
export const LOG = "tirada.test/casino-1/table-";

export interface Joined {
  readonly table: LineTable;
  readonly unit: Held;
  readonly send: (lines: readonly SentLine[], url?: string) => Promise<FloorAnswer>;
}

export interface CollectorOfFile {
  readonly floor: TestFloor;
  readonly folder: () => string;
  readonly here: () => Casino;
  /** The collector's own certificate. */
  readonly own: () => Held;
  readonly configOf: (over?: Partial<CollectorConfig>) => CollectorConfig;
  /** A table that two people enrolled. */
  readonly joined: (name: string) => Promise<Joined>;
  readonly ask: (who: Held, path: string, body?: string | Uint8Array) => Promise<FloorAnswer>;
  /** What the store has of a log. */
  readonly stored: (table: LineTable) => Promise<{ lines: readonly string[]; sigs: readonly string[] }>;
  readonly alarmsOf: (table: LineTable) => Promise<readonly string[]>;
  /** The store has every record of the table, byte for byte, once, in order. */
  readonly expectWhole: (table: LineTable) => Promise<void>;
}

/** One of this file of tests. */
export function collectorOfFile(): CollectorOfFile {
  const floor = floorOfFile();
  let folder = "";
  let here: Casino;
  let own: Held;
  let collector: RunningCollector;
  const configOf = (over: Partial<CollectorConfig> = {}): CollectorConfig => ({
    listen: { host: "127.0.0.1", port: 0 },
    certificate: own.certificatePath,
    key: own.keyPath,
    authority: here.authority.certificatePath,
    revoked: here.authority.listPath,
    database: { ...floor.database().address, user: "tirada_collector" },
    ...over,
  });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "tirada-"));
    here = await casino("casino-1", folder);
    own = await here.issue("collector", { as: "collector", hosts: ["127.0.0.1"] });
    collector = await runCollector(configOf(), systemClock(), () => undefined);
  });
  afterAll(async () => {
    await collector.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const stored: CollectorOfFile["stored"] = async ({ log }) => {
    const rows = await floor.sql()`
      SELECT r.line, r.sig FROM floor.record r JOIN floor.log l ON l.id = r.log WHERE l.name = ${log} ORDER BY seq`;
    return {
      lines: rows.map((row) => (row["line"] as Buffer).toString("utf8")),
      sigs: rows.map((row) => (row["sig"] as Buffer).toString("base64")),
    };
  };
  return {
    floor,
    folder: () => folder,
    here: () => here,
    own: () => own,
    configOf,
    joined: async (name) => {
      const table = new LineTable(LOG + name);
      const unit = await here.issue(table.log, { as: "unit" });
      await enrol(floor.sql(), table, here);
      return {
        table,
        unit,
        send: (lines, url = collector.url) =>
          askCollector(url, here, unit, "/v1/lines", { body: batchOf(lines) }),
      };
    },
    ask: (who, path, body) => askCollector(collector.url, here, who, path, { body }),
    stored,
    alarmsOf: async ({ log }) => {
      const rows = await floor.sql()`SELECT kind FROM floor.alarm WHERE log = ${log} ORDER BY id`;
      return rows.map((row) => row["kind"] as string);
    },
    expectWhole: async (table) => {
      const { lines, sigs } = await stored(table);
      expect(lines).toEqual(table.records.map(({ line }) => line));
      expect(sigs).toEqual(table.records.map(({ sig }) => sig));
    },
  };
}

/** Status, why something was refused, and how far the store is. */
export const refusedOf = ({ status, answer }: FloorAnswer): unknown[] => [
  status,
  answer?.refused?.why ?? null,
  answer?.standing.next,
];
