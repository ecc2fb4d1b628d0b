import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { availableParallelism } from "node:os";
import { codeFrom, formatEnrolment, proveEnrolment } from "../../src/floor/enrolment.ts";
import { publicKeyId, serialOf } from "../../src/orders/certificate.ts";
import { KeyHistory } from "../../src/record/key-history.ts";
import { signerOf } from "../../src/record/keys.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemSecrets } from "../../src/time/secret.ts";
import { StoredFloor } from "../../firmware/office/floor/page/stored-floor.ts";
import type { Sql } from "../../firmware/office/floor/store/client.ts";
import { FloorStore } from "../../firmware/office/floor/store/floor-store.ts";
import { AskedThread } from "../../firmware/threads/questions.ts";
import type { SimulatedCasino } from "./casino.ts";
import type { SimulatedPeople } from "./people.ts";
import type { TableAct, TableOrder, TablesAnswer, TablesQuestion, TableState, TableTruth } from "./messages.ts";

/** What the tables of a simulated floor play, one after the other. */
const FIRST_GAME: Pick<TableOrder, "rulebook" | "device"> = {
  rulebook: "cl/ruleta-francesa",
  device: "cammegh-ss2",
};
const GAMES: readonly (typeof FIRST_GAME)[] = [
  FIRST_GAME,
  { rulebook: "cl/ruleta-americana", device: "cammegh-mercury-360" },
  { rulebook: "es-cb/ruleta-francesa", device: "cammegh-mercury-360" },
  { rulebook: "es-pv/ruleta-americana", device: "cammegh-ss2" },
];
/** So many tables share a thread; fewer where there are more cores. */
const TABLES_OF_THREAD = 64;
const QUESTIONS_MAX = 64;
const AHEAD_MORE_MS = 90_000;

export interface TablesPlan {
  readonly count: number;
  readonly seed: string;
  readonly pace: number;
  /** What their clocks say as they are seen, ms since 1970. */
  readonly wall: number;
  /** What each has played before that at the least, s; by the seed up to a minute and a half more. */
  readonly aheadS: number;
  readonly collectors: readonly string[];
}

/** Where a table's records are numbered: those of a simulation are a test. */
export const simulatedLog = (n: number): string =>
  `tirada.local/floor/mesa-${String(n + 1).padStart(3, "0")}/test`;

/** Makes certificates and keys of the tables, and has two people confirm them in the store. */
export async function orderTables(
  { count, seed, wall, aheadS, collectors }: TablesPlan,
  casino: Pick<SimulatedCasino, "issue">,
  people: SimulatedPeople,
  stores: { readonly collector: Sql; readonly page: Sql },
): Promise<readonly TableOrder[]> {
  const store = new FloorStore(stores.collector, null);
  const page = new StoredFloor(stores.page);
  const orders: TableOrder[] = [];
  for (let n = 0; n < count; n++) {
    const log = simulatedLog(n);
    const pair = await casino.issue(log, "unit", ["127.0.0.1"]);
    const signer = generateKeyPairSync("ed25519")
      .privateKey.export({ type: "pkcs8", format: "pem" })
      .toString();
    await askToJoin(store, log, signer, pair.cert);
    const first = n % collectors.length;
    const aheadMs = aheadS * 1_000 + randomFrom(`${seed}/${n}/ahead`).below(AHEAD_MORE_MS);
    orders.push({
      ...(GAMES[n % GAMES.length] ?? FIRST_GAME),
      log,
      name: `R${n + 1}`,
      seed: `${seed}/${n}`,
      wall: wall - aheadMs,
      aheadUs: aheadMs * US_PER_MS,
      signer,
      pair,
      collectors: [...collectors.slice(first), ...collectors.slice(0, first)],
    });
  }
  await people.confirmAll(page);
  return orders;
}

async function askToJoin(store: FloorStore, log: string, key: string, cert: string): Promise<void> {
  const signer = signerOf(log, createPrivateKey(key));
  const keys = KeyHistory.of(signer.verifier);
  const certificate = new X509Certificate(cert);
  const said = { holder: publicKeyId(certificate.publicKey), code: codeFrom(systemSecrets()) };
  const body = formatEnrolment({ log, ...said, ...proveEnrolment(keys, signer, said) });
  await store.ask({ log, serial: serialOf(certificate.serialNumber) }, { keys, code: said.code, body });
}

/** The light tables of a floor, in threads. */
export class FloorTables {
  readonly #threads: readonly AskedThread<TablesQuestion, TablesAnswer>[];
  readonly #threadOf = new Map<string, AskedThread<TablesQuestion, TablesAnswer>>();

  private constructor(count: number) {
    const threads = Math.max(1, Math.min(availableParallelism(), Math.ceil(count / TABLES_OF_THREAD)));
    this.#threads = Array.from(
      { length: threads },
      () =>
        new AskedThread<TablesQuestion, TablesAnswer>({
          url: new URL("./tables-thread.ts", import.meta.url),
          name: "tables",
          most: QUESTIONS_MAX,
        }),
    );
  }

  /** They begin to play. */
  static async begin(
    orders: readonly TableOrder[],
    { ca, crl }: Pick<SimulatedCasino, "ca" | "crl">,
    pace: number,
  ): Promise<FloorTables> {
    const tables = new FloorTables(orders.length);
    const threads = tables.#threads;
    await Promise.all(
      threads.map((thread, at) => {
        const own = orders.filter((_, n) => n % threads.length === at);
        for (const { log } of own) tables.#threadOf.set(log, thread);
        return thread.ask({ ask: "begin", order: { tables: own, pace, ca, crl } });
      }),
    );
    return tables;
  }

  get logs(): readonly string[] {
    return [...this.#threadOf.keys()].sort();
  }

  async act(log: string, act: TableAct): Promise<string> {
    const answer = await this.#of(log).ask({ ask: "act", log, act });
    return answer.is === "done" ? answer.said : "";
  }

  async states(): Promise<{ readonly tables: readonly TableState[]; readonly latestUs: number }> {
    const answers = await Promise.all(this.#threads.map((thread) => thread.ask({ ask: "state" })));
    const found = answers.filter((one) => one.is === "state");
    return {
      tables: found.flatMap(({ tables }) => tables),
      latestUs: Math.max(...found.map(({ latestUs }) => latestUs)),
    };
  }

  async rest(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.ask({ ask: "rest" })));
  }

  async truth(log: string): Promise<TableTruth> {
    const answer = await this.#of(log).ask({ ask: "truth", log });
    if (answer.is !== "truth") throw new Error(`the thread of ${log} has no truth`);
    return answer.truth;
  }

  /** The first line of a table that is another without a floor; null: none is. */
  async replay(log: string): Promise<number | null> {
    const answer = await this.#of(log).ask({ ask: "replay", log });
    if (answer.is !== "replayed") throw new Error(`the thread of ${log} plays nothing again`);
    return answer.other;
  }

  async end(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.ask({ ask: "end" }).catch(() => undefined)));
    await Promise.all(this.#threads.map((thread) => thread.close("the simulation is over")));
  }

  #of(log: string): AskedThread<TablesQuestion, TablesAnswer> {
    const thread = this.#threadOf.get(log);
    if (thread === undefined) throw new RangeError(`there is no table ${log}`);
    return thread;
  }
}
