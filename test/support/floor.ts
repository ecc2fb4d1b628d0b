import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request, type Agent } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { connectStore, type Sql } from "../../firmware/office/floor/store/client.ts";
import { migrateStore } from "../../firmware/office/floor/store/migrations.ts";
import { startOwnDatabase, type OwnDatabase } from "../../firmware/office/floor/store/own-database.ts";
import { arrivalShape, type ArrivalAnswer } from "../../src/floor/standing.ts";
import { formatBatch, type SentLine } from "../../src/floor/sent-lines.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import type { Casino, Held } from "./casino.ts";

/** A floor's store and tables that are lines alone. */

const clock = systemClock();

export interface TestFloor {
  readonly database: () => OwnDatabase;
  /** As the database's owner of everything. */
  readonly sql: () => Sql;
  /** As a program of this role. */
  readonly as: (role: "tirada_collector" | "tirada_page" | "tirada_archiver") => Sql;
  /** Stops every process of the database where it is, or lets it go on. */
  readonly freeze: (is: boolean) => void;
  /** Ends the database, does something without it, and starts it again over the same folder. */
  readonly restart: (without: () => Promise<void>) => Promise<void>;
}

/** A PostgreSQL of this file of tests, with a store in it. */
export function floorOfFile(): TestFloor {
  let folder = "";
  let database: OwnDatabase | null = null;
  let sql: Sql | null = null;
  const others: Sql[] = [];
  const start = async (): Promise<void> => {
    database = await startOwnDatabase(folder, clock, { fsync: false });
    sql = connectStore(database.address, { connections: 4, statementMs: 30_000 });
  };
  const stop = async (): Promise<void> => {
    for (const one of [sql, ...others.splice(0)]) await one?.end({ timeout: 1 });
    await database?.stop();
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "tirada-"));
    await start();
    await migrateStore(sql!);
  });
  afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    database: () => database!,
    sql: () => sql!,
    as: (role) => {
      const made = connectStore({ ...database!.address, user: role }, { connections: 2, statementMs: 30_000 });
      others.push(made);
      return made;
    },
    freeze: (is) => {
      const first = database!.pid;
      const children = readFileSync(`/proc/${first}/task/${first}/children`, "latin1").trim().split(" ");
      for (const pid of [first, ...children.map(Number)]) process.kill(pid, is ? "SIGSTOP" : "SIGCONT");
    },
    restart: async (without) => {
      await stop();
      await without();
      await start();
    },
  };
}

export interface FloorAnswer {
  readonly status: number;
  /** Null: it was no answer of a collector's kind. */
  readonly answer: ArrivalAnswer | null;
  readonly text: string;
}

export interface Asked {
  readonly body?: string | Uint8Array | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Connections that are kept; each question has its own unless given. */
  readonly agent?: Agent | false;
}

/** Asks a collector with a machine's certificate. Rejects where the connection ends. */
export function askCollector(
  url: string,
  { ca }: Pick<Casino, "ca">,
  { cert, key }: Pick<Held, "cert" | "key">,
  path: string,
  { body, headers: more = {}, agent = false }: Asked = {},
): Promise<FloorAnswer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const headers = { "content-type": "text/plain", ...more };
    const sent = request(new URL(path, url), { ca, cert, key, method, headers, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.on("error", reject);
      response.on("end", () => {
        const isJson = String(response.headers["content-type"]).startsWith("application/json");
        const parsed = isJson ? arrivalShape.safeParse(JSON.parse(text)) : null;
        resolve({
          status: response.statusCode ?? 0,
          answer: parsed?.success === true ? parsed.data : null,
          text,
        });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

export const batchOf = (lines: readonly SentLine[]): string => formatBatch(lines);
