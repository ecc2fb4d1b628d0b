import type { Sql } from "../../firmware/office/floor/store/client.ts";
import { FloorStore, schemaOf } from "../../firmware/office/floor/store/floor-store.ts";
import type { LineTable } from "./line-table.ts";

/** Tables of a floor's store. */

/** Two people confirm a table's keys. */
export async function enrol(sql: Sql, { log, keys }: Pick<LineTable, "log" | "keys">): Promise<void> {
  const request = { keys, code: "ACDEFHJK", body: keys.current.vkey };
  await new FloorStore(sql).ask({ log, serial: "1" }, request);
  const [row] = await sql`
    SELECT id FROM ${sql(schemaOf(log))}.enrolment WHERE log = ${log} ORDER BY id DESC LIMIT 1`;
  for (const key of ["a", "b"]) await confirm(sql, log, row?.["id"] as number, key);
}

/** A person, by a digit of the key, confirms a request. */
export async function confirm(sql: Sql, log: string, enrolment: number, key: string): Promise<void> {
  await sql`
    INSERT INTO ${sql(schemaOf(log))}.act (does, log, enrolment, person, role, key_id, serial)
    VALUES ('confirm-enrolment', ${log}, ${enrolment}, ${`Ana ${key}`}, 'tecnico', ${key.repeat(64)}, '2')`;
}

/** A person says that the stored line of a fork is the table's. */
export async function settle(sql: Sql, log: string, fork: number, key: string): Promise<void> {
  await sql`
    INSERT INTO ${sql(schemaOf(log))}.act (does, log, fork, person, role, key_id, serial)
    VALUES ('settle-fork', ${log}, ${fork}, ${`Ana ${key}`}, 'tecnico', ${key.repeat(64)}, '2')`;
}

/** A person says that a table stands no more, and which one stands there instead. */
export async function retire(sql: Sql, log: string, key: string, instead: string | null): Promise<void> {
  await sql`
    INSERT INTO ${sql(schemaOf(log))}.act (does, log, person, role, key_id, serial, detail)
    VALUES ('retire-table', ${log}, ${`Ana ${key}`}, 'tecnico', ${key.repeat(64)}, '2', ${JSON.stringify({ instead })}::text::jsonb)`;
}
