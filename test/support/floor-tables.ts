import type { Sql } from "../../firmware/office/floor/store/client.ts";
import { FloorStore, schemaOf } from "../../firmware/office/floor/store/floor-store.ts";
import { confirmEnrolment } from "../../firmware/office/floor/store/people-acts.ts";
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
export const confirm = (sql: Sql, log: string, enrolment: number, key: string): Promise<void> =>
  confirmEnrolment(sql, log, enrolment, { name: "Ana", role: "tecnico", keyId: key.repeat(64), serial: "2" });
