import { readFileSync } from "node:fs";
import { sha256Hex } from "../../../../src/record/bytes.ts";
import { usageProblem } from "../../../problem.ts";
import type { Sql } from "./client.ts";

/** What each of these files is run in: once as it stands, or once in each schema of evidence. */
interface Migration {
  readonly version: number;
  readonly file: string;
  readonly schemas: readonly (string | null)[];
  /** Who runs it: null: whoever sets the store up. */
  readonly role: "tirada_owner" | null;
}

/** Schemas of evidence: records of live tables and those of test tables. */
export const EVIDENCE_SCHEMAS = ["floor", "floor_test"] as const;
export type EvidenceSchema = (typeof EVIDENCE_SCHEMAS)[number];

/** In their order. One that was run is never changed: another one is added. */
const MIGRATIONS: readonly Migration[] = [
  { version: 1, file: "001-roles.sql", schemas: [null], role: null },
  { version: 2, file: "002-evidence.sql", schemas: EVIDENCE_SCHEMAS, role: "tirada_owner" },
  { version: 3, file: "003-live.sql", schemas: [null], role: "tirada_owner" },
  { version: 4, file: "004-late-and-retired.sql", schemas: EVIDENCE_SCHEMAS, role: "tirada_owner" },
  { version: 5, file: "005-signed-acts.sql", schemas: EVIDENCE_SCHEMAS, role: "tirada_owner" },
  { version: 6, file: "006-archiver.sql", schemas: [null], role: null },
  { version: 7, file: "007-archives.sql", schemas: EVIDENCE_SCHEMAS, role: "tirada_owner" },
  { version: 8, file: "008-asked-of-months.sql", schemas: [null], role: "tirada_owner" },
  { version: 9, file: "009-archived-results.sql", schemas: EVIDENCE_SCHEMAS, role: "tirada_owner" },
  { version: 10, file: "010-measured-days.sql", schemas: [null], role: "tirada_owner" },
];

/** The version that this release reads and writes. */
export const STORE_VERSION = MIGRATIONS.length;

const textOf = (file: string): string => readFileSync(new URL(`./schema/${file}`, import.meta.url), "utf8");

/** Brings a database to this release's version; @returns the files that were run. Throws a Problem for one that a newer release made. */
export async function migrateStore(sql: Sql): Promise<readonly string[]> {
  const [encoding] = await sql`SELECT current_setting('server_encoding') AS is`;
  if (encoding?.["is"] !== "UTF8")
    throw usageProblem(
      `the database's encoding is ${String(encoding?.["is"])}, not UTF8: make it with --encoding=UTF8`,
    );
  const done: string[] = [];
  for (const migration of MIGRATIONS) {
    if (migration.version <= (await storeVersion(sql))) continue;
    await runMigration(sql, migration);
    done.push(migration.file);
  }
  return done;
}

async function runMigration(sql: Sql, { version, file, schemas, role }: Migration): Promise<void> {
  const text = textOf(file);
  await sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(39)`;
    for (const schema of schemas) {
      if (role !== null) await tx.unsafe(`SET LOCAL ROLE ${role}`);
      if (schema !== null) await tx.unsafe(`SET LOCAL search_path TO ${schema}, pg_temp`);
      await tx.unsafe(text);
    }
    await tx.unsafe("SET LOCAL ROLE tirada_owner");
    await tx`INSERT INTO floor.migration (version, file, sha256) VALUES (${version}, ${file}, ${sha256Hex(text)})`;
  });
}

/** The version of a store; 0: there is none. Throws a Problem for one of a newer release, and for one that was made by other files. */
export async function storeVersion(sql: Sql): Promise<number> {
  const [there] = await sql`SELECT to_regclass('floor.migration') IS NOT NULL AS is`;
  if (there?.["is"] !== true) return 0;
  const rows = await sql`SELECT version, file, sha256 FROM floor.migration ORDER BY version`;
  for (const row of rows) {
    const own = MIGRATIONS.find(({ version }) => version === row["version"]);
    if (own === undefined)
      throw usageProblem(
        `the store is of version ${String(row["version"])}, this release knows ${STORE_VERSION}: update this machine`,
      );
    if (sha256Hex(textOf(own.file)) !== row["sha256"])
      throw usageProblem(`the store was made by another ${own.file} than this release's: update or restore it`);
  }
  return rows.length;
}

/** Throws a Problem where a store is not of this release's version. */
export async function requireStore(sql: Sql): Promise<void> {
  const version = await storeVersion(sql);
  if (version === STORE_VERSION) return;
  throw usageProblem(
    version === 0
      ? "the database holds no store: make it with tirada floor migrate"
      : `the store is of version ${version}, this release needs ${STORE_VERSION}: run tirada floor migrate`,
  );
}
