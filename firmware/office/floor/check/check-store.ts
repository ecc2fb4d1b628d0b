import type { Clock } from "../../../../src/time/clock.ts";
import { errorText, Problem } from "../../../problem.ts";
import { connectStore, type Asking, type Sql } from "../store/client.ts";
import { EVIDENCE_SCHEMAS, requireStore, STORE_VERSION } from "../store/migrations.ts";
import { MONTHS_AHEAD } from "../store/limits.ts";
import { checked, type Checked } from "./checks.ts";
import type { FloorCheckConfig } from "./config.ts";

/** A database that takes longer does not answer, ms. */
const ANSWER_MS = 10_000;
/** A table says each 5 s how it is; later than this it is silent, s. */
export const HEARD_S = 15;
/** Clocks of two machines of a floor may differ by so much, ms. */
export const CLOCKS_DIFFER_MS = 1_000;
/** Names that are shown of many. */
const NAMES_SHOWN = 5;

type Database = NonNullable<FloorCheckConfig["databases"]>[number];

/** Looks at the database as each role that this machine has. */
export async function checkStores(config: FloorCheckConfig, clock: Clock): Promise<readonly Checked[]> {
  const { databases = [] } = config;
  const found = await Promise.all(databases.map((database) => checkStore(database, config, clock)));
  return found.flat();
}

async function checkStore(
  { tls, ...at }: Database,
  config: FloorCheckConfig,
  clock: Clock,
): Promise<readonly Checked[]> {
  const { host, database, user: role } = at;
  const found: Checked[] = [];
  let sql: Sql | null = null;
  try {
    sql = connectStore(
      { ...at, ...(tls === undefined ? {} : { tls }) },
      { connections: 1, statementMs: ANSWER_MS },
    );
    const asked = clock.wall();
    const [now] = await withinTime(sql`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms`, clock);
    const off = Math.round(Number(now?.["ms"]) - (asked + clock.wall()) / 2);
    const found = [checked("database-reached", { database, host, role })];
    if (role === "tirada_check") return [...found, clockOf(off), ...(await checkServer(sql, config))];
    return [...found, ...(await checkContents(sql, role))];
  } catch (error) {
    const why = errorText(error).split("\n", 1).join("");
    const values = { database, host, role, why };
    return [...found, checked(found.length === 0 ? "database-away" : "store-unseen", values)];
  } finally {
    await sql?.end({ timeout: 0 });
  }
}

/** A database behind a proxy may take a connection and say nothing. */
async function withinTime<T>(asked: Promise<T>, clock: Clock): Promise<T> {
  let late: { cancel(): void } | null = null;
  const silence = new Promise<never>((_, reject) => {
    late = clock.after(ANSWER_MS * 1_000, "answer of the database", () => reject(new Error("it says nothing")));
  });
  try {
    return await Promise.race([asked, silence]);
  } finally {
    (late as { cancel(): void } | null)?.cancel();
  }
}

const clockOf = (ms: number): Checked =>
  Math.abs(ms) > CLOCKS_DIFFER_MS ? checked("clock-differs", { ms }) : checked("clock-well", { ms });

/** What only whoever watches a server sees: settings, other databases, where its log goes. */
async function checkServer(sql: Asking, { standbys }: FloorCheckConfig): Promise<readonly Checked[]> {
  const found: Checked[] = [];
  for (const setting of ["fsync", "full_page_writes", "synchronous_commit"]) {
    const [row] = await sql`SELECT current_setting(${setting}) AS value`;
    const value = String(row?.["value"]);
    if (value !== "on" && value !== "remote_apply") found.push(checked("durable-off", { setting, value }));
  }
  if (standbys !== undefined) found.push(await standbysOf(sql, standbys));
  return [...found, await archiveOf(sql)];
}

async function standbysOf(sql: Asking, wanted: number): Promise<Checked> {
  const [row] = await sql`
    SELECT current_setting('synchronous_standby_names') AS names,
      (SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum')) AS count`;
  const count = Number(row?.["count"]);
  if (row?.["names"] === "") return checked("standbys-off");
  return checked(count >= wanted ? "standbys-well" : "standbys-short", { count, wanted });
}

async function archiveOf(sql: Asking): Promise<Checked> {
  const [row] = await sql`
    SELECT current_setting('archive_mode') <> 'off' AS archives, failed_count AS failed,
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS failing,
      extract(epoch FROM now() - coalesce(last_archived_time, stats_reset)) / 60 AS minutes
    FROM pg_stat_archiver`;
  if (row?.["archives"] !== true) return checked("archive-off");
  const minutes = Math.max(0, Math.round(Number(row["minutes"])));
  return row["failing"] === true
    ? checked("archive-failing", { minutes, count: Number(row["failed"]) })
    : checked("archive-well", { minutes });
}

/** What a program of the floor sees of the store, and what it may not. */
async function checkContents(sql: Sql, role: string): Promise<readonly Checked[]> {
  try {
    await requireStore(sql);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [checked("store-other", { why: error.message })];
  }
  const refusals = await checkRefusals(sql, role);
  if (role !== "tirada_page") return refusals;
  return [
    checked("store-version", { version: STORE_VERSION }),
    ...refusals,
    ...(await checkMonths(sql)),
    await checkTriggers(sql),
    ...(await checkTables(sql)),
  ];
}

async function checkMonths(sql: Asking): Promise<readonly Checked[]> {
  const rows = await sql`
    SELECT n.nspname AS schema, max(right(c.relname, 7)) AS last,
      bool_or(right(c.relname, 7) = to_char(now() AT TIME ZONE 'UTC', 'YYYY_MM')) AS has_this,
      bool_or(right(c.relname, 7) = to_char((now() AT TIME ZONE 'UTC') + make_interval(months => ${MONTHS_AHEAD}), 'YYYY_MM')) AS has_ahead
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND c.relname ~ '^record_\\d{4}_\\d{2}$' AND n.nspname = ANY(${[...EVIDENCE_SCHEMAS]}::text[])
    GROUP BY 1`;
  const found: Checked[] = [];
  for (const schema of EVIDENCE_SCHEMAS) {
    const row = rows.find((one) => one["schema"] === schema);
    if (row?.["has_this"] !== true) found.push(checked("months-missing", { schema }));
    else if (row["has_ahead"] !== true) found.push(checked("months-short", { last: String(row["last"]) }));
  }
  if (found.length > 0) return found;
  return [checked("months-made", { last: String(rows[0]?.["last"]) })];
}

/** Tables of evidence, with a column of each that a statement may name, and what this role has a right to do with it. */
const evidenceTables = (sql: Asking) => sql`
  SELECT format('%I.%I', n.nspname, c.relname) AS name,
    (SELECT quote_ident(a.attname) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND a.attidentity = '' ORDER BY a.attnum LIMIT 1) AS col,
    has_any_column_privilege(c.oid, 'UPDATE') AS "UPDATE", has_table_privilege(c.oid, 'DELETE') AS "DELETE",
    has_table_privilege(c.oid, 'TRUNCATE') AS "TRUNCATE"
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND n.nspname = ANY(${[...EVIDENCE_SCHEMAS]}::text[]) AND c.relname <> 'migration'
  ORDER BY 1`;

/** The code of PostgreSQL for a right that is missing. */
const REFUSED = "42501";

/** Tries, in a transaction that ends with nothing done, to change, delete and empty each table of evidence. */
async function checkRefusals(sql: Sql, role: string): Promise<readonly Checked[]> {
  const open: Checked[] = [];
  let count = 0;
  for (const row of await evidenceTables(sql)) {
    const [table, column] = [String(row["name"]), String(row["col"])];
    const tries = {
      UPDATE: `UPDATE ${table} SET ${column} = ${column} WHERE false`,
      DELETE: `DELETE FROM ${table} WHERE false`,
      TRUNCATE: `TRUNCATE ${table}`,
    };
    for (const [verb, statement] of Object.entries(tries)) {
      count++;
      // Where the right is there nothing is tried: that could lock the table, or worse.
      if (row[verb] === true || !(await isRefused(sql, statement)))
        open.push(checked("change-open", { role, verb, table }));
    }
  }
  return open.length > 0 ? open : [checked("change-refused", { role, count })];
}

async function isRefused(sql: Sql, statement: string): Promise<boolean> {
  const undone = new Error("it was let through");
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(statement);
      throw undone;
    });
    return false;
  } catch (error) {
    if (error === undone) return false;
    if ((error as { readonly code?: string }).code === REFUSED) return true;
    throw error;
  }
}

async function checkTriggers(sql: Asking): Promise<Checked> {
  const off = await sql`
    WITH evidence AS (
      SELECT c.oid, format('%I.%I', n.nspname, c.relname) AS name
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND n.nspname = ANY(${[...EVIDENCE_SCHEMAS]}::text[]) AND c.relname <> 'migration'
    )
    SELECT e.name, wanted.trigger FROM evidence e CROSS JOIN (VALUES ('no_change'), ('no_truncate')) AS wanted (trigger)
    WHERE NOT EXISTS (
      SELECT FROM pg_trigger t WHERE t.tgrelid = e.oid AND t.tgname = wanted.trigger AND t.tgenabled = 'A'
    ) ORDER BY 1 LIMIT 1`;
  const [first] = off;
  if (first === undefined) return checked("triggers-well");
  return checked("triggers-off", { table: String(first["name"]), trigger: String(first["trigger"]) });
}

/** Tables that have joined and are not retired: which were heard, and which have two histories. */
async function checkTables(sql: Asking): Promise<readonly Checked[]> {
  const tables: { readonly name: string; readonly heard: boolean; readonly forked: boolean }[] = [];
  for (const schema of EVIDENCE_SCHEMAS)
    for (const row of await sql`
      SELECT e.log, coalesce(abs(extract(epoch FROM now() - h.received)) <= ${HEARD_S}, false) AS heard,
        EXISTS (SELECT FROM ${sql(schema)}.open_fork f JOIN ${sql(schema)}.log l ON l.id = f.log WHERE l.name = e.log) AS forked
      FROM ${sql(schema)}.enrolled e LEFT JOIN live.heartbeat h ON h.log = e.log
      WHERE NOT EXISTS (SELECT FROM ${sql(schema)}.retired r WHERE r.log = e.log)
      ORDER BY e.log`)
      tables.push({ name: String(row["log"]), heard: row["heard"] === true, forked: row["forked"] === true });
  const all = tables.length;
  if (all === 0) return [checked("tables-none")];
  const [silent, forked] = [tables.filter(({ heard }) => !heard), tables.filter((one) => one.forked)];
  return [
    ...(forked.length > 0 ? [checked("tables-forked", { names: namesOf(forked) })] : []),
    silent.length > 0
      ? checked("tables-silent", { count: silent.length, all, names: namesOf(silent) })
      : checked("tables-well", { count: all, seconds: HEARD_S }),
  ];
}

/** Some names, and how many more there are. */
export function namesOf(all: readonly { readonly name: string }[]): string {
  const shown = all.slice(0, NAMES_SHOWN).map(({ name }) => name);
  const more = all.length - shown.length;
  return `${shown.join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
}
