import type { FarRole } from "../../../../src/orders/certificate.ts";
import type { Sql } from "./client.ts";
import { schemaOf } from "./floor-store.ts";

/** Who does something on the floor's page: as the person's certificate says. */
export interface ActingPerson {
  readonly name: string;
  readonly role: FarRole;
  /** `publicKeyId` of the certificate: two people are two of these. */
  readonly keyId: string;
  readonly serial: string;
}

/** A person confirms that the key of this request is the table's: read from the table's screen. A second one makes it count. */
export async function confirmEnrolment(
  sql: Sql,
  log: string,
  enrolment: number,
  person: ActingPerson,
): Promise<void> {
  await sql`
    INSERT INTO ${sql(schemaOf(log))}.act (does, log, enrolment, person, role, key_id, serial)
    VALUES ('confirm-enrolment', ${log}, ${enrolment}, ${person.name}, ${person.role}, ${person.keyId}, ${person.serial})`;
}

/** A person says that the stored line of a fork is the table's, and that what brought the other one is out of use. A second one makes it count. */
export async function settleFork(sql: Sql, log: string, fork: number, person: ActingPerson): Promise<void> {
  await sql`
    INSERT INTO ${sql(schemaOf(log))}.act (does, log, fork, person, role, key_id, serial)
    VALUES ('settle-fork', ${log}, ${fork}, ${person.name}, ${person.role}, ${person.keyId}, ${person.serial})`;
}
