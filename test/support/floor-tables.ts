import { X509Certificate } from "node:crypto";
import type { Sql } from "../../firmware/office/floor/store/client.ts";
import { EVIDENCE_SCHEMAS } from "../../firmware/office/floor/store/migrations.ts";
import { FloorStore, schemaOf } from "../../firmware/office/floor/store/floor-store.ts";
import { printOf } from "../../src/floor/enrolment.ts";
import { signAct, type ActContent, type SignedAct } from "../../src/floor/signed-act.ts";
import { publicKeyId, serialOf } from "../../src/orders/certificate.ts";
import { parseVkey } from "../../src/record/keys.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { technicianAt, type Casino, type Held } from "./casino.ts";
import type { LineTable } from "./line-table.ts";

/** Tables of a floor's store, and what people say of them. */

const clock = systemClock();

/** Somebody who signs acts: a technician. */
export type Signing = Pick<Held, "name" | "cert" | "key">;

/** What a person says, as it is kept. */
export const signedBy = ({ cert, key }: Signing, content: ActContent, at = clock.wall()): SignedAct =>
  signAct({ v: 1, at, ...content }, key, new X509Certificate(cert));

const people = new WeakMap<Casino, Promise<readonly [Signing, Signing]>>();
let elsewhere: Promise<readonly [Signing, Signing]> | null = null;

/** Two technicians of a casino; null: of one that nobody asks about. */
export async function twoPeople(of: Casino | null = null): Promise<readonly [Signing, Signing]> {
  if (of === null) {
    const made = ["Ana a", "Ana b"].map(async (name) => (await technicianAt(clock.wall(), name)).held);
    elsewhere ??= Promise.all(made) as Promise<readonly Signing[]> as Promise<readonly [Signing, Signing]>;
    return await elsewhere;
  }
  const known =
    people.get(of) ?? Promise.all([of.issue("Ana a", { as: "tecnico" }), of.issue("Ana b", { as: "tecnico" })]);
  people.set(of, known);
  return await known;
}

/** Two people confirm a table's keys. `of`: the casino whose they are, where somebody looks at what they signed. */
export async function enrol(
  sql: Sql,
  { log, keys }: Pick<LineTable, "log" | "keys">,
  of: Casino | null = null,
): Promise<void> {
  const request = { keys, code: "ACDEFHJK", body: keys.current.vkey };
  await new FloorStore(sql, null).ask({ log, serial: "1" }, request);
  const [row] = await sql`
    SELECT id FROM ${sql(schemaOf(log))}.enrolment WHERE log = ${log} ORDER BY id DESC LIMIT 1`;
  for (const person of await twoPeople(of)) await confirm(sql, log, row?.["id"] as number, person);
}

/** A person confirms a request. */
export async function confirm(sql: Sql, log: string, enrolment: number, person: Signing): Promise<void> {
  const [row] = await sql`SELECT code, vkey FROM ${sql(schemaOf(log))}.enrolment WHERE id = ${enrolment}`;
  const print = printOf(parseVkey(row?.["vkey"] as string)).replaceAll(" ", "");
  const said = { does: "confirm-enrolment", log, code: row?.["code"] as string, print } as const;
  await addAct(sql, said, person, { enrolment });
}

/** A person says that the stored line of a fork is the table's. */
export async function settle(sql: Sql, log: string, fork: number, person: Signing): Promise<void> {
  const [row] = await sql`
    SELECT seq, encode(sha256(other_line), 'hex') AS other FROM ${sql(schemaOf(log))}.fork WHERE id = ${fork}`;
  const said = {
    does: "settle-fork",
    log,
    seq: row?.["seq"] as number,
    other: row?.["other"] as string,
  } as const;
  await addAct(sql, said, person, { fork });
}

/** A person says that a table stands no more, and which one stands there instead. */
export async function retire(sql: Sql, log: string, person: Signing, instead: string | null): Promise<void> {
  await addAct(sql, { does: "retire-table", log, instead }, person, {});
}

async function addAct(
  sql: Sql,
  content: ActContent,
  person: Signing,
  { enrolment = null, fork = null }: { readonly enrolment?: number | null; readonly fork?: number | null },
): Promise<void> {
  const certificate = new X509Certificate(person.cert);
  const { said, sig, certificate: der } = signedBy(person, content);
  const detail = content.does === "retire-table" ? { instead: content.instead } : {};
  await sql`
    INSERT INTO ${sql(schemaOf(content.log))}.act (does, log, enrolment, fork, person, role, key_id, serial, detail, said, sig, certificate)
    VALUES (${content.does}, ${content.log}, ${enrolment}, ${fork}, ${person.name}, 'tecnico', ${publicKeyId(certificate.publicKey)},
      ${serialOf(certificate.serialNumber)}, ${JSON.stringify(detail)}::text::jsonb, ${said}, ${sig}, ${der})`;
}

/** What comes from now on lies in the month of so many months ago; 0: in this one again. As the database's owner may who changes what a month is. */
export async function inMonth(sql: Sql, ago: number): Promise<void> {
  for (const schema of EVIDENCE_SCHEMAS)
    await sql.begin(async (tx) => {
      await tx.unsafe(`SET LOCAL ROLE tirada_owner; SET LOCAL search_path TO ${schema}, pg_temp`);
      await tx.unsafe(`
        CREATE OR REPLACE FUNCTION this_month() RETURNS date LANGUAGE sql STABLE AS $$
          SELECT (date_trunc('month', now() AT TIME ZONE 'UTC') - make_interval(months => ${ago}))::date
        $$;
        SELECT make_months(0)`);
    });
}
