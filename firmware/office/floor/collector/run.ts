import type { ReleaseId } from "../../../../src/record/chain.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import { Collectors } from "../../../afar/floor/collectors.ts";
import { readAuthority, readCredentials, type Credentials } from "../../../afar/orders/credentials.ts";
import type { MutualServer } from "../../../afar/orders/mutual-server.ts";
import { tlsOptions } from "../../../afar/orders/tls.ts";
import { listenError } from "../../../net/error.ts";
import { EXIT, errorText, orUsageProblem, Problem, usageProblem } from "../../../problem.ts";
import { connectStore, type Sql, type StoreAddress } from "../store/client.ts";
import { FloorStore } from "../store/floor-store.ts";
import { requireStore } from "../store/migrations.ts";
import { storeProblem } from "../store/store-problem.ts";
import type { CollectorConfig } from "./config.ts";
import { Forwarder, type ForwardParts } from "./forward.ts";
import { ANSWER_US, STATEMENT_MS, STORE_CONNECTIONS, TIDY_US } from "./limits.ts";
import { createCollectorServer, type CollectorCounters } from "./server.ts";
import { Shares } from "./shares.ts";

export interface RunningCollector {
  readonly url: string;
  readonly counters: Readonly<CollectorCounters>;
  stop(): Promise<void>;
}

/** The connections of a collector to its store, made anew where a server hangs. */
class StoreConnections {
  readonly #clock: Clock;
  readonly #connect: () => Sql;
  #sql: Sql;
  #madeAt: number;

  constructor(address: StoreAddress, clock: Clock, onCutShort: () => void) {
    const limits = {
      connections: STORE_CONNECTIONS,
      statementMs: STATEMENT_MS,
      byIndex: true,
      onCutShort,
    } as const;
    this.#clock = clock;
    this.#connect = () => connectStore(address, limits);
    this.#sql = this.#connect();
    this.#madeAt = clock.now();
  }

  get sql(): Sql {
    return this.#sql;
  }

  /** All that wait over these connections are late in the same moment: they are made anew once. Throws where a file of theirs cannot be read. */
  renew(store: FloorStore): void {
    const now = this.#clock.now();
    if (now - this.#madeAt < ANSWER_US) return;
    const hanging = this.#sql;
    this.#madeAt = now;
    this.#sql = this.#connect();
    store.askOver(this.#sql);
    void hanging.end({ timeout: 0 });
  }

  async end(seconds: number): Promise<void> {
    await this.#sql.end({ timeout: seconds });
  }
}

/** Starts a collector. Rejects with a Problem of one line; then nothing is left running. */
export async function runCollector(
  config: CollectorConfig,
  clock: Clock,
  onNotice: (line: string) => void,
): Promise<RunningCollector> {
  let credentials = await readCredentials(config).catch((error: unknown) => {
    throw usageProblem(errorText(error), error);
  });
  const counters = { connectionsRefused: 0, requests: 0, refused: 0, tooMany: 0, away: 0, cutShort: 0 };
  const connections = new StoreConnections(config.database, clock, () => counters.cutShort++);
  const { sql } = connections;
  const former = orUsageProblem(() => (config.formerAuthorities ?? []).map(readAuthority));
  const store = new FloorStore(sql, () => [credentials.authority.certificate, ...former]);
  const shares = new Shares(clock);
  const app = createCollectorServer({
    store,
    clock,
    shares,
    counters,
    onNotice,
    knows: knowsOf(config.releases),
    casinos: config.casinos ?? [],
    onLate: () => {
      try {
        connections.renew(store);
      } catch (error) {
        // A file of the certificates is just being replaced.
        onNotice(`the store: ${errorText(error)}`);
      }
    },
    credentials: (): Credentials => credentials,
  });
  let group: Awaited<ReturnType<typeof forwarding>> = null;
  try {
    group = await forwarding(config, { store, clock, onNotice });
    await requireStore(sql);
    await store.makeMonths();
    await app.listen({ host: config.listen.host, port: config.listen.port });
  } catch (error) {
    await connections.end(1);
    throw startProblem(error, config);
  }
  group?.forwarder.start();
  const tidying = clock.every(TIDY_US, "months and certificates", () => {
    shares.tidy();
    store.makeMonths().catch((error: unknown) => onNotice(`the store: ${errorText(error)}`));
    group?.readAgain();
    readCredentials(config).then(
      (newer) => {
        credentials = newer;
        app.server.setSecureContext(tlsOptions(newer));
      },
      (error: unknown) => onNotice(`${errorText(error)}; the files of before count`),
    );
  });
  return {
    url: urlOf(app, config),
    counters,
    stop: async () => {
      tidying.cancel();
      // What was asked is answered first.
      await app.close();
      await group?.stop();
      await connections.end(STATEMENT_MS / 1_000);
    },
  };
}

function urlOf(app: MutualServer, { listen }: CollectorConfig): string {
  const address = app.server.address();
  const port = address !== null && typeof address === "object" ? address.port : listen.port;
  return `https://${listen.host.includes(":") ? `[${listen.host}]` : listen.host}:${port}/`;
}

/** What brings the records of a casino to its group; null: it is of none. */
async function forwarding(
  { upstream, database }: CollectorConfig,
  parts: Omit<ForwardParts, "upstream" | "sql">,
): Promise<{
  readonly forwarder: Forwarder;
  readonly readAgain: () => void;
  readonly stop: () => Promise<void>;
} | null> {
  if (upstream === undefined) return null;
  const read = (): Promise<Credentials> => readCredentials(upstream);
  let credentials = await read().catch((error: unknown) => {
    throw usageProblem(`upstream: ${errorText(error)}`, error);
  });
  const asked = new Collectors([upstream.url], () => credentials);
  const sql = connectStore(database, { connections: STORE_CONNECTIONS, statementMs: STATEMENT_MS });
  const forwarder = new Forwarder({ ...parts, sql, upstream: asked });
  return {
    forwarder,
    readAgain: () =>
      void read().then(
        (newer) => (credentials = newer),
        (error: unknown) => parts.onNotice(`upstream: ${errorText(error)}; the files of before count`),
      ),
    stop: async () => {
      await forwarder.stop();
      asked.close();
      await sql.end({ timeout: 1 });
    },
  };
}

/** Null releases: all are known. A program that runs from its source names no manifest: it counts for nobody then. */
const knowsOf =
  (releases: readonly string[] | undefined) =>
  ({ manifest }: ReleaseId): boolean =>
    releases === undefined || (manifest !== null && releases.includes(manifest));

function startProblem(error: unknown, { listen, database }: CollectorConfig): Problem {
  if (error instanceof Problem) return error;
  const { syscall } = error as { readonly syscall?: string };
  if (syscall === "listen" || syscall === "bind") {
    const said = listenError(error, listen.host, listen.port).message.replace(/^display: /, "");
    return new Problem(EXIT.display, said.replace(/ with --display-port| \(display\.port .*\)/, " in listen"), {
      cause: error,
    });
  }
  return storeProblem(error, database);
}
