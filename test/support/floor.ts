import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { connectStore, type Sql } from "../../firmware/office/floor/store/client.ts";
import { FloorStore } from "../../firmware/office/floor/store/floor-store.ts";
import { migrateStore } from "../../firmware/office/floor/store/migrations.ts";
import { startOwnDatabase, type OwnDatabase } from "../../firmware/office/floor/store/own-database.ts";
import { confirmEnrolment } from "../../firmware/office/floor/store/people-acts.ts";
import { arrivalShape, type ArrivalAnswer } from "../../src/floor/standing.ts";
import { formatBatch, type SentLine } from "../../src/floor/sent-lines.ts";
import { base64, utf8 } from "../../src/record/bytes.ts";
import { firstHead, nextLine, type ChainHead } from "../../src/record/chain.ts";
import { signCheckpoint } from "../../src/record/checkpoint.ts";
import { KeyHistory, rotationFields, type SignedLine } from "../../src/record/key-history.ts";
import { signerOf, type Signer } from "../../src/record/keys.ts";
import { EMPTY_FRONTIER, frontierRoot, grow, leafHash, type Frontier } from "../../src/record/merkle.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { generateKeyPairSync } from "node:crypto";
import type { Casino, Held } from "./casino.ts";

/** A floor's store and tables that are lines alone. */

const clock = systemClock();

export interface TestFloor {
  readonly database: () => OwnDatabase;
  /** As the database's owner of everything. */
  readonly sql: () => Sql;
  /** As a program of this role. */
  readonly as: (role: "tirada_collector" | "tirada_page") => Sql;
  /** Ends the database and starts it again over the same folder. */
  readonly restart: () => Promise<void>;
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
    restart: async () => {
      await stop();
      await start();
    },
  };
}

/** A table that is its lines alone: what it signs, as it would send it. */
export class LineTable {
  readonly log: string;
  signer: Signer;
  keys: KeyHistory;
  readonly sent: SentLine[] = [];
  #head: ChainHead;
  #tree: Frontier = EMPTY_FRONTIER;
  #at: number;

  constructor(log: string, at: number = clock.wall() - 3_600_000) {
    this.log = log;
    this.signer = newSigner(log);
    this.keys = KeyHistory.of(this.signer.verifier);
    this.#head = firstHead(log);
    this.#at = at;
  }

  get size(): number {
    return this.#head.seq;
  }

  get records(): SignedLine[] {
    return this.sent.flatMap((line) => ("line" in line ? [line] : []));
  }

  /** One record more. */
  add(fields: object = { kind: "phase", phase: "betting", round: this.size }, epoch = 0): SignedLine {
    this.#at += 250;
    const at = new Date(this.#at).toISOString();
    const made = nextLine(this.#head, { at, ...fields }, { epoch, rel: { version: "0.9.0", manifest: null } });
    this.#head = made.head;
    this.#tree = grow(this.#tree, leafHash(utf8(made.line)));
    const line = { line: made.line, sig: base64(this.signer.sign(utf8(made.line))) };
    this.sent.push(line);
    return line;
  }

  /** Many, with a checkpoint after every `each`. */
  play(count: number, each = 16): this {
    for (let n = 1; n <= count; n++) {
      this.add();
      if (n % each === 0) this.checkpoint();
    }
    return this;
  }

  checkpoint(): string {
    const note = signCheckpoint(this.size, frontierRoot(this.#tree), this.signer);
    this.sent.push({ checkpoint: note });
    return note;
  }

  /** Gives it another key. */
  rotate(): void {
    const next = newSigner(this.log);
    const line = this.add(rotationFields(this.#head, this.signer.verifier, next, "planned"));
    const keys = this.keys.with(line);
    if (typeof keys === "string") throw new Error(keys);
    this.keys = keys;
    this.signer = next;
  }
}

export const newSigner = (log: string): Signer => signerOf(log, generateKeyPairSync("ed25519").privateKey);

/** Two people confirm a table's keys. */
export async function enrol(sql: Sql, { log, keys }: Pick<LineTable, "log" | "keys">): Promise<void> {
  await new FloorStore(sql).ask({ log, serial: "1" }, { keys, code: "ACDEFHJK", body: keys.current.vkey });
  const schema = log.endsWith("/test") ? "floor_test" : "floor";
  const [row] = await sql`SELECT id FROM ${sql(schema)}.enrolment WHERE log = ${log} ORDER BY id DESC LIMIT 1`;
  for (const keyId of ["a".repeat(64), "b".repeat(64)])
    await confirmEnrolment(sql, log, row?.["id"] as number, {
      name: "Ana",
      role: "tecnico",
      keyId,
      serial: "2",
    });
}

export interface FloorAnswer {
  readonly status: number;
  /** Null: it was no answer of a collector's kind. */
  readonly answer: ArrivalAnswer | null;
  readonly text: string;
}

/** Asks a collector with a machine's certificate. Rejects where the connection ends. */
export function askCollector(
  url: string,
  { ca }: Pick<Casino, "ca">,
  { cert, key }: Pick<Held, "cert" | "key">,
  path: string,
  body?: string,
): Promise<FloorAnswer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const headers = { "content-type": "text/plain" };
    const sent = request(new URL(path, url), { ca, cert, key, method, headers, agent: false }, (response) => {
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
