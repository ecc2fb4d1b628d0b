import { readFileSync } from "node:fs";
import postgres from "postgres";

/** How a program of the office reaches the store. */
export interface StoreAddress {
  /** A host's name or address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** PEM files, where the way to the database leads over a network: the authority that its certificate is of, and this program's own pair. */
  readonly tls?: { readonly authority: string; readonly certificate: string; readonly key: string };
}

export interface StoreLimits {
  /** Connections at the most. */
  readonly connections: number;
  /** A question that takes longer is given up, ms. */
  readonly statementMs: number;
  /**
   * Everything that is asked is a few rows that an index names: no plan reads a whole table because that was small, or never counted, when the plan
   * was made, as at the beginning of a month.
   */
  readonly byIndex?: true;
  /** A commit did not wait for another node, because somebody ended its waiting: what it did may be lost, and its question succeeds all the same. */
  readonly onCutShort?: () => void;
}

/** Until a database that is away is said to be, s. */
const CONNECT_S = 5;
/** Between two tries to connect, s. What is asked meanwhile waits for the next one: a database that is back is asked at once. */
const CONNECT_AGAIN_S = 0.3;

/** What of PostgreSQL says that a commit's waiting was ended. */
const WAITS_FOR_NODE = "SyncRepWaitForLSN";

/** Types of PostgreSQL that lists are sent as; none is read. */
const TEXT_ARRAY = 1_009;
const BIGINT_ARRAY = 1_016;

/** A list as PostgreSQL reads it. */
const arrayText = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => (value === null ? "NULL" : `"${String(value).replaceAll(/[\\"]/g, "\\$&")}"`)).join(",")}}`;

export type Sql = postgres.Sql<{ bigint: number }>;
/** A connection, or a transaction of one. */
export type Asking = postgres.ISql<{ bigint: number }>;
/** A part of a question. */
export type Fragment = postgres.Fragment;

/** Connections to the store, made when they are needed. Numbers of records are numbers. */
export function connectStore(
  address: StoreAddress,
  { connections, statementMs, byIndex, onCutShort }: StoreLimits,
): Sql {
  const { host, port, database, user, tls } = address;
  return postgres({
    host,
    port,
    database,
    user,
    ...(host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : {}),
    ssl: tls === undefined ? false : tlsOf(tls),
    max: connections,
    connect_timeout: CONNECT_S,
    backoff: () => CONNECT_AGAIN_S,
    idle_timeout: 60,
    // A leader that is frozen is let go of, and its connections with it.
    max_lifetime: 1_800,
    onnotice: ({ routine }) => {
      if (routine === WAITS_FOR_NODE) onCutShort?.();
    },
    target_session_attrs: "read-write",
    // Its own question about types, at each connection, fails where nobody hears it when the connection ends just then: that ended the program.
    fetch_types: false,
    types: {
      bigint: { to: 20, from: [20], parse: Number, serialize: (value: number) => String(value) },
      texts: { to: TEXT_ARRAY, from: [], parse: String, serialize: arrayText },
      bigints: { to: BIGINT_ARRAY, from: [], parse: String, serialize: arrayText },
    },
    connection: {
      application_name: "tirada",
      statement_timeout: statementMs,
      lock_timeout: statementMs,
      idle_in_transaction_session_timeout: statementMs,
      client_encoding: "UTF8",
      timezone: "UTC",
      ...(byIndex === true ? { enable_seqscan: "off" } : {}),
    },
  });
}

function tlsOf({ authority, certificate, key }: NonNullable<StoreAddress["tls"]>): object {
  return {
    ca: readFileSync(authority),
    cert: readFileSync(certificate),
    key: readFileSync(key),
    minVersion: "TLSv1.3",
    rejectUnauthorized: true,
  };
}
