import { createPrivateKey, sign, verify, type KeyObject, type X509Certificate } from "node:crypto";
import { z } from "zod";
import { base64, strictBase64, utf8 } from "../record/bytes.ts";
import { canonical, isCanonical } from "../record/canonical.ts";

/** How often a table says how it is, ms. */
export const HEARTBEAT_MS = 5_000;
/** A heartbeat with its signature, bytes. */
export const HEARTBEAT_BYTES_MAX = 32_768;
/** Of each list in it. */
const LIST_MAX = 32;

const word = z.string().min(1).max(120);
const instant = z.int().min(0);
const whole = z.int().min(0);

/**
 * How a table is. Nothing in it depends on a card that lies face down: it holds what the screens show, and counts. Instants are milliseconds
 * since 1970 by the table's clock. Codes are those of records and of the doctor; people's words are made of them where they are read.
 */
export const heartbeatShape = z.strictObject({
  v: z.literal(1),
  log: word,
  /** A word of this start of the unit's process, and its heartbeats since, from 1: two units on one certificate show two. */
  start: z.string().regex(/^[0-9a-f]{16}$/),
  count: z.int().min(1),
  at: instant,
  upSeconds: whole,
  name: z.string().max(200),
  family: word,
  rulebook: word,
  /** The rulebook's edition that is in force here. */
  edition: z.string().max(60),
  /** Its devices, as faults name them. */
  devices: z.array(word).max(LIST_MAX),
  release: z.strictObject({ version: word, manifest: z.nullable(z.string().regex(/^[0-9a-f]{64}$/)) }),
  phase: word,
  /** When the newest durable record was made. */
  phaseSince: instant,
  /** The newest verdict; null: none yet. */
  last: z.nullable(z.strictObject({ seq: whole, round: whole, kind: word, at: instant })),
  /** Decisions that wait: for whom, since when. */
  waits: z.array(z.strictObject({ round: whole, what: word, role: word, since: instant })).max(LIST_MAX),
  /** Behind the faults, as one that refuses nothing: what left its band, by its code of the doctor (`isWear`). A floor of before takes it so. */
  faults: z
    .array(z.strictObject({ device: word, code: word, since: instant, refuses: z.boolean() }))
    .max(LIST_MAX),
  /** A release that waits, and what it waits for; null: none does. */
  update: z.nullable(
    z.strictObject({ release: z.string().max(64), step: word, obstacles: z.array(word).max(LIST_MAX) }),
  ),
  /** How far the time of day can be trusted, and how far it is ahead of what another clock says, where one says it; null: nothing vouches for it. */
  clock: z.nullable(z.strictObject({ quality: word, offsetMs: z.nullable(z.int()) })),
  /** Whole days that the unit's certificate and its revocation list still count. */
  days: z.strictObject({ certificate: z.int(), list: z.int() }),
  /** Per mille in use of the disks, first the journal's. */
  disks: z.array(z.strictObject({ folder: word, usedPm: whole.max(1_000), days: z.nullable(whole) })).max(4),
  second: z.nullable(z.strictObject({ state: word, next: whole })),
  witness: z.nullable(z.strictObject({ state: word, size: whole, at: z.nullable(instant) })),
  /** Tenths of a degree Celsius; null: the machine does not say. */
  temperature: z.nullable(z.int()),
  /** Records of the journal, and how many of them the floor has by the table's own knowledge. */
  records: whole,
  published: whole,
  /** What its measures came to on the newest day that is over, in whole units of `MEASURES`. A floor of before takes no heartbeat with it. */
  measured: z
    .array(
      z.strictObject({
        measure: word,
        part: z.string().max(120),
        day: z.iso.date().startsWith("2"),
        value: z.int(),
        rounds: whole,
      }),
    )
    .max(LIST_MAX)
    .exactOptional(),
  /** Since the unit's process began. */
  rounds: z.strictObject({ certified: whole, reported: whole, void: whole, undecided: whole, aborted: whole }),
});
export type Heartbeat = z.infer<typeof heartbeatShape>;

/** Whether a code says that something wears out, and no fault. */
export const isWear = (code: string): boolean => code.startsWith("drift-");

/** What is signed begins like no line, checkpoint, order or answer. */
const statementOf = (text: string): Buffer => utf8(`tirada-heartbeat/v1\n${text}`);

/** The text that is sent: a heartbeat and the signature of the unit's certificate over it. `key`: PEM of that certificate's key (P-256). */
export function formatHeartbeat(heartbeat: Heartbeat, key: string | KeyObject): string {
  const text = canonical(heartbeat);
  const privateKey = typeof key === "string" ? createPrivateKey(key) : key;
  const sig = sign("sha256", statementOf(text), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return canonical({ heartbeat: text, sig: base64(sig) });
}

const sentShape = z.strictObject({ heartbeat: z.string(), sig: z.string().max(128) });

/** A heartbeat that the holder of this certificate signed; a text says what is wrong with it. */
export function readHeartbeat(sent: string, certificate: X509Certificate): Heartbeat | string {
  if (utf8(sent).length > HEARTBEAT_BYTES_MAX) return `it has over ${HEARTBEAT_BYTES_MAX} bytes`;
  if (!isCanonical(sent)) return "it is no canonical JSON";
  const parsed = sentShape.safeParse(JSON.parse(sent));
  if (!parsed.success || !isCanonical(parsed.data.heartbeat)) return "it is no heartbeat";
  const signature = strictBase64(parsed.data.sig);
  const isSigned =
    signature !== null &&
    verify(
      "sha256",
      statementOf(parsed.data.heartbeat),
      { key: certificate.publicKey, dsaEncoding: "ieee-p1363" },
      signature,
    );
  if (!isSigned) return "it is not signed with the key of the certificate";
  const shaped = heartbeatShape.safeParse(JSON.parse(parsed.data.heartbeat));
  return shaped.success ? shaped.data : "it is no heartbeat";
}
