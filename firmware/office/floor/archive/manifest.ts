import { createPrivateKey, sign, verify, X509Certificate, type KeyObject } from "node:crypto";
import { z } from "zod";
import {
  certificateOf,
  DAY_MS,
  holderOf,
  keyOfCertificate,
  LIST_DAYS_MAX,
} from "../../../../src/orders/certificate.ts";
import { utf8 } from "../../../../src/record/bytes.ts";
import { canonical, isCanonical } from "../../../../src/record/canonical.ts";
import type { ArchivePiece } from "../store/archive-piece.ts";
import type { Asking } from "../store/client.ts";
import type { EvidenceSchema } from "../store/migrations.ts";

/** What an archive says that it holds: of one log and month, and of each piece of its records and of its checkpoints numbers and hashes. */
const manifestShape = z.strictObject({
  v: z.literal(1),
  log: z.string(),
  month: z.string().regex(/^\d{4}-\d\d$/),
  /** When it was made, ms since 1970. */
  at: z.int().min(0),
  pieces: z.array(
    z.strictObject({
      what: z.enum(["records", "notes"]),
      first: z.int().min(0),
      last: z.int().min(0),
      records: z.int().min(1),
      rows: z.string(),
      hash: z.string(),
    }),
  ),
});
export type Manifest = z.infer<typeof manifestShape>;

export const manifestPiece = ({
  what,
  first,
  last,
  records,
  rowsHash,
  hash,
}: Omit<ArchivePiece, "bytes">): Manifest["pieces"][number] => ({
  what,
  first,
  last,
  records,
  rows: rowsHash,
  hash,
});

/** Begins like no order, act, heartbeat, line or checkpoint. */
const statementOf = (text: string): Buffer => utf8(`tirada-archive/v1\n${text}`);

/** A manifest as it is kept. */
export interface SignedManifest {
  readonly text: string;
  /** 64 bytes. */
  readonly sig: Uint8Array;
  /** DER. */
  readonly certificate: Uint8Array;
}

/** A machine's own pair. */
export interface ArchiveSigner {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
}

/** A pair in PEM. Throws an Error of one line where the key is not of the certificate. */
export function archiveSigner(cert: string, key: string): ArchiveSigner {
  const [certificate, privateKey] = [new X509Certificate(cert), createPrivateKey(key)];
  if (!certificate.checkPrivateKey(privateKey)) throw new Error("the key is not that of the certificate");
  return { key: privateKey, certificate };
}

export function signManifest(manifest: Manifest, { key, certificate }: ArchiveSigner): SignedManifest {
  const text = canonical(manifest);
  const sig = sign("sha256", statementOf(text), { key, dsaEncoding: "ieee-p1363" });
  return { text, sig: Uint8Array.from(sig), certificate: Uint8Array.from(certificate.raw) };
}

/** What a manifest says; a text says what is wrong. `authorities`: of the machine that signed it; null: nobody looks at that. */
export function readManifest(
  { text, sig, certificate: der }: SignedManifest,
  authorities: readonly X509Certificate[] | null,
): Manifest | string {
  const certificate = certificateOf(der);
  const key = certificate === null ? null : keyOfCertificate(certificate);
  if (certificate === null || key?.asymmetricKeyType !== "ec") return "its certificate is none";
  if (!verify("sha256", statementOf(text), { key, dsaEncoding: "ieee-p1363" }, sig))
    return "its signature is not of its certificate";
  const parsed = isCanonical(text) ? manifestShape.safeParse(JSON.parse(text)) : null;
  if (parsed?.success !== true) return "what is signed is no archive";
  const { at } = parsed.data;
  const list = { number: 0, from: at, to: at + LIST_DAYS_MAX * DAY_MS, revoked: new Set<string>() };
  const isKnown = (certificateOfAuthority: X509Certificate): boolean => {
    const holder = holderOf(certificate, { certificate: certificateOfAuthority, list }, at);
    return typeof holder !== "string" && (holder.as === "relay" || holder.as === "collector");
  };
  if (authorities !== null && !authorities.some(isKnown))
    return "its certificate is of no machine of this casino's office";
  return parsed.data;
}

/** An archive or a piece of it that is not what was signed. */
export interface ArchiveFault {
  readonly log: number;
  readonly seq: number;
  readonly what: string;
}

/** Archives that are held in memory at a time. */
const ARCHIVES_AT_ONCE = 32;

/** Every archive of a schema whose manifest is not what it was, and every piece that the manifest does not name. */
export async function archiveFaults(
  sql: Asking,
  schema: EvidenceSchema,
  authorities: readonly X509Certificate[] | null,
): Promise<readonly ArchiveFault[]> {
  const of = sql(schema);
  const faults: ArchiveFault[] = [];
  const archives = sql<ArchiveRow[]>`
    SELECT a.log, to_char(a.month, 'YYYY-MM') AS month, l.name, a.records, a.notes, a.manifest, a.sig, a.certificate,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('what', p.what, 'first', p.first, 'last', p.last, 'records', p.records,
          'rows', encode(p.rows_sha256, 'hex'), 'hash', encode(p.sha256, 'hex')) ORDER BY p.what DESC, p.first, p.copy), '[]')
        FROM ${of}.archive_piece p WHERE p.log = a.log AND p.month = a.month) AS pieces
    FROM ${of}.archive a LEFT JOIN ${of}.log l ON l.id = a.log ORDER BY a.log, a.month`;
  for await (const rows of archives.cursor(ARCHIVES_AT_ONCE))
    faults.push(...rows.flatMap((row) => faultsOf(row, authorities)));
  const stray = await sql`
    SELECT DISTINCT p.log, p.first FROM ${of}.archive_piece p
    WHERE NOT EXISTS (SELECT FROM ${of}.archive a WHERE a.log = p.log AND a.month = p.month)`;
  return [
    ...faults,
    ...stray.map((row) => ({
      log: row["log"] as number,
      seq: row["first"] as number,
      what: "a piece of an archive that is not there",
    })),
  ];
}

/** An archive as it is stored. */
interface ArchiveRow {
  readonly log: number;
  readonly month: string;
  /** Of the log; null: there is none of this number. */
  readonly name: string | null;
  readonly records: number;
  readonly notes: number;
  readonly manifest: string;
  readonly sig: Uint8Array;
  readonly certificate: Uint8Array;
  readonly pieces: Manifest["pieces"];
}

function faultsOf(row: ArchiveRow, authorities: readonly X509Certificate[] | null): readonly ArchiveFault[] {
  const { log, month, pieces } = row;
  const fault = (seq: number, what: string): ArchiveFault => ({
    log,
    seq,
    what: `the archive of ${month}: ${what}`,
  });
  const read = readManifest({ text: row.manifest, sig: row.sig, certificate: row.certificate }, authorities);
  const first = pieces[0]?.first ?? 0;
  if (typeof read === "string") return [fault(first, read)];
  if (read.log !== row.name || read.month !== month) return [fault(first, "it is of another log or month")];
  const texts = new Set(pieces.map((piece) => canonical(piece)));
  const named = new Set(read.pieces.map((piece) => canonical(piece)));
  const sums = { records: 0, notes: 0 };
  for (const { what, records } of read.pieces) sums[what] += records;
  return [
    ...read.pieces.flatMap((piece) =>
      texts.has(canonical(piece)) ? [] : [fault(piece.first, "a piece of it is gone, or another one")],
    ),
    ...pieces.flatMap((piece) =>
      named.has(canonical(piece)) ? [] : [fault(piece.first, "a piece was put in")],
    ),
    ...(sums.records === row.records && sums.notes === row.notes
      ? []
      : [fault(first, "it counts other records than it holds")]),
  ];
}
