import type { Sql } from "../store/client.ts";
import { EVIDENCE_SCHEMAS } from "../store/migrations.ts";
import type { StoredDays, WheelsOfKind } from "./page-store.ts";

type Row = Readonly<Record<string, unknown>>;

const ofDay = (row: Row): { readonly log: string; readonly day: string } => ({
  log: row["name"] as string,
  day: row["day"] as string,
});

/** Days (UTC) of these wheels since that of an instant, RFC 3339. */
export async function storedDays(sql: Sql, wheels: WheelsOfKind, from: string): Promise<StoredDays> {
  const since = sql`(${from}::timestamptz AT TIME ZONE 'UTC')::date`;
  const logs = [...wheels.logs];
  const [pockets, shares] = [Object.keys(wheels.shares), Object.values(wheels.shares).map(String)];
  const numbers: Row[] = [];
  const voids: Row[] = [];
  for (const schema of EVIDENCE_SCHEMAS) {
    const of = sql(schema);
    numbers.push(
      ...(await sql`
        SELECT l.name, n.day::text AS day, sum(n.count)::bigint AS spins, (sum(n.count ^ 2 / of.share) / sum(n.count) - sum(n.count))::float8 AS statistic
        FROM ${of}.log l JOIN live.number_count n ON n.schema = ${schema} AND n.log = l.id
        JOIN unnest(${pockets}::text[], ${shares}::text[]::float8[]) AS of (pocket, share) ON of.pocket = n.pocket
        WHERE l.name = ANY(${logs}::text[]) AND n.day >= ${since} GROUP BY l.name, n.day ORDER BY l.name, n.day`),
    );
    voids.push(
      ...(await sql`
        SELECT l.name, (r.at AT TIME ZONE 'UTC')::date::text AS day, count(*) AS count
        FROM ${of}.record r JOIN ${of}.log l ON l.id = r.log
        WHERE r.kind IN ('void', 'undecided', 'aborted') AND r.at >= ${since} AND l.name = ANY(${logs}::text[]) GROUP BY 1, 2`),
    );
  }
  const measured = await sql`
    SELECT log AS name, day::text AS day, measure, part, value FROM live.measured
    WHERE log = ANY(${logs}::text[]) AND day >= ${since} ORDER BY log, day, measure, part`;
  return {
    numbers: numbers.map((row) => ({
      ...ofDay(row),
      spins: row["spins"] as number,
      statistic: row["statistic"] as number,
    })),
    voids: voids.map((row) => ({ ...ofDay(row), count: row["count"] as number })),
    measured: measured.map((row) => ({
      ...ofDay(row),
      measure: row["measure"] as string,
      part: row["part"] as string,
      value: row["value"] as number,
    })),
  };
}
