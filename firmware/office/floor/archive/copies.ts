import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { base64, sha256Hex, strictBase64, utf8 } from "../../../../src/record/bytes.ts";
import { canonical, isCanonical } from "../../../../src/record/canonical.ts";
import { createDurably, namesIn } from "../../../files/durable.ts";
import { readRegularFile } from "../../../files/read-file.ts";
import { notesFacts, pieceFacts } from "../store/archive-piece.ts";
import { insertPiece } from "../store/archived-rows.ts";
import type { Asking, Sql } from "../store/client.ts";
import { schemaOf } from "../store/floor-store.ts";
import { EVIDENCE_SCHEMAS, type EvidenceSchema } from "../store/migrations.ts";
import { readManifest, type Manifest, type SignedManifest } from "./manifest.ts";

/**
 * Archives as files on another disk, each named by the hash of its manifest: a line of canonical JSON with manifest, signature, certificate and the
 * lengths of its pieces, then these as they are.
 */
const END = ".tirada-archive";
const MODE = 0o444;
/** A month of one table, with room. */
const FILE_BYTES_MAX = 2_147_483_647;

const headShape = z.strictObject({
  v: z.literal(1),
  manifest: z.string(),
  sig: z.string(),
  certificate: z.string(),
  lengths: z.array(z.int().min(1)),
});

interface ArchiveFile {
  readonly signed: SignedManifest;
  readonly manifest: Manifest;
  readonly pieces: readonly Uint8Array[];
}

const nameOf = (manifest: string): string => `${sha256Hex(utf8(manifest))}${END}`;

/** Writes every archive that the folder has not yet. @returns how many */
export async function copyArchives(sql: Sql, folder: string): Promise<number> {
  let count = 0;
  for (const schema of EVIDENCE_SCHEMAS) {
    const of = sql(schema);
    for (const row of await sql`SELECT log, month::text AS month, manifest, sig, certificate FROM ${of}.archive ORDER BY month, log`) {
      const manifest = row["manifest"] as string;
      const path = join(folder, nameOf(manifest));
      if (existsSync(path)) continue;
      const pieces = await sql`
        SELECT DISTINCT ON (what, first) bytes FROM ${of}.archive_piece
        WHERE log = ${row["log"] as number} AND month = ${row["month"] as string}::text::date AND sha256(bytes) = sha256 ORDER BY what DESC, first, copy`;
      const bytes = pieces.map((piece) => piece["bytes"] as Buffer);
      const [sig, certificate] = [base64(row["sig"] as Buffer), base64(row["certificate"] as Buffer)];
      const head = canonical({ v: 1, manifest, sig, certificate, lengths: bytes.map(({ length }) => length) });
      createDurably(path, Buffer.concat([utf8(`${head}\n`), ...bytes]), MODE);
      count++;
    }
  }
  return count;
}

/** Reads such a file; a text says what is wrong with it. */
export function readArchiveFile(path: string): ArchiveFile | string {
  const file = readRegularFile(path, FILE_BYTES_MAX);
  const end = file.indexOf("\n");
  const head = end < 0 ? "" : file.toString("utf8", 0, end);
  const parsed = isCanonical(head) ? headShape.safeParse(JSON.parse(head)) : null;
  if (parsed?.success !== true) return "it is no archive";
  const { manifest: text, sig, certificate, lengths } = parsed.data;
  const signed = {
    text,
    sig: strictBase64(sig) ?? new Uint8Array(0),
    certificate: strictBase64(certificate) ?? new Uint8Array(0),
  };
  const manifest = readManifest(signed, null);
  if (typeof manifest === "string") return manifest;
  let at = end + 1;
  const pieces = lengths.map((length) => file.subarray(at, (at += length)));
  const wrong = manifest.pieces.find(({ hash }, n) => pieces[n] === undefined || sha256Hex(pieces[n]) !== hash);
  return wrong === undefined
    ? { signed, manifest, pieces }
    : `its piece from record ${wrong.first} on is another one`;
}

/** Puts back, beside what is there, every piece of an archive that the store has not whole. What the folder has is held against the hashes. @returns what was put back */
export async function restoreArchives(sql: Sql, folder: string, onDone: (line: string) => void): Promise<void> {
  for (const name of namesIn(folder).filter((one) => one.endsWith(END))) {
    const file = readArchiveFile(join(folder, name));
    if (typeof file === "string") {
      onDone(`${name}: ${file}: it is left out`);
      continue;
    }
    const { log, month } = file.manifest;
    const count = await sql.begin((tx) => restoreArchive(tx, schemaOf(log), file));
    if (count > 0) onDone(`${log} ${month}: ${count} pieces put back`);
  }
}

async function restoreArchive(
  tx: Asking,
  schema: EvidenceSchema,
  { manifest, signed, pieces }: ArchiveFile,
): Promise<number> {
  const of = tx(schema);
  const month = `${manifest.month}-01`;
  const [known] = await tx`SELECT id FROM ${of}.log WHERE name = ${manifest.log}`;
  const id = known?.["id"] as number | undefined;
  if (id === undefined) return 0;
  const whole = await tx`
    SELECT what, first FROM ${of}.archive_piece WHERE log = ${id} AND month = ${month}::text::date AND sha256(bytes) = sha256`;
  const there = new Set(whole.map((row) => `${String(row["what"])} ${String(row["first"])}`));
  const sums = { records: 0, notes: 0 };
  let count = 0;
  for (const [n, { what, first, hash, records }] of manifest.pieces.entries()) {
    sums[what] += records;
    const bytes = pieces[n];
    if (there.has(`${what} ${first}`) || bytes === undefined) continue;
    const facts = (what === "notes" ? notesFacts : pieceFacts)({ bytes, hash, records });
    if (typeof facts === "string") throw new Error(`${manifest.log} ${manifest.month}: ${facts}`);
    await insertPiece(tx, { schema, id }, month, { ...facts, hash, bytes });
    count++;
  }
  await tx`
    INSERT INTO ${of}.archive (log, month, records, notes, next, manifest, sig, certificate)
    SELECT ${id}, ${month}::text::date, ${sums.records}, ${sums.notes},
      coalesce((SELECT max(e.next) FROM ${of}.batch_end e WHERE e.log = ${id} AND e.month = ${month}::text::date), 0),
      ${signed.text}, ${signed.sig}, ${signed.certificate}
    WHERE ${count > 0} ON CONFLICT DO NOTHING`;
  return count;
}
