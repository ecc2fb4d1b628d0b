import { sign, verify, type KeyObject, type X509Certificate } from "node:crypto";
import { z } from "zod";
import {
  certificateOf,
  holderOf,
  keyOfCertificate,
  isPerson,
  LIST_DAYS_MAX,
  DAY_MS,
  publicKeyId,
} from "../orders/certificate.ts";
import { strictBase64, utf8 } from "../record/bytes.ts";
import { canonical, isCanonical } from "../record/canonical.ts";
import { MAX_LOG_NAME } from "../record/chain.ts";

/**
 * What a person says about the key of a table on the floor's page, signed with the key of that person's certificate: so that neither the page
 * nor the database can say it in anybody's name. It names what the person saw, not numbers of rows.
 */

/** Acts that are signed. */
export const SIGNED_ACTS = ["confirm-enrolment", "settle-fork", "retire-table"] as const;
export type SignedActName = (typeof SIGNED_ACTS)[number];
/** Who may say so: keys are the business of technicians and inspectors. */
const ROLES = ["tecnico", "inspector"];
/** A person's clock and the store's may differ by so much: what was signed earlier is not taken. */
export const SAID_WITHIN_MS = 10 * 60_000;
/** Characters of what is signed. */
export const SAID_MAX = 2_048;

const log = z.string().min(1).max(MAX_LOG_NAME);
const common = { v: z.literal(1), log, at: z.int().min(0) };
const saidShape = z.discriminatedUnion("does", [
  /** Code and print as the person has read them on the table's own screen: letters and hex digits alone. */
  z.strictObject({
    ...common,
    does: z.literal("confirm-enrolment"),
    code: z.string().regex(/^[A-Z]{8}$/),
    print: z.string().regex(/^[0-9a-f]{20}$/),
  }),
  /** The stored history is the table's. `other`: hex SHA-256 of the line that is not. */
  z.strictObject({
    ...common,
    does: z.literal("settle-fork"),
    seq: z.int().min(0),
    other: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  /** `instead`: the log of the unit that stands there from now on. */
  z.strictObject({ ...common, does: z.literal("retire-table"), instead: z.nullable(log) }),
]);
export type SaidAct = z.infer<typeof saidShape>;

/** An act as it is kept: nothing of it is believed. */
export interface SignedAct {
  readonly said: string;
  /** 64 bytes. */
  readonly sig: Uint8Array;
  /** DER. */
  readonly certificate: Uint8Array;
}

/** What is signed begins like no order, heartbeat, line or checkpoint. */
export const ACT_PREFIX = "tirada-act/v1\n";

/** What somebody signs with the key of a certificate; for programs that have one. */
export function signAct(said: SaidAct, key: string | KeyObject, certificate: X509Certificate): SignedAct {
  const text = canonical(saidShape.parse(said));
  const sig = sign("sha256", utf8(ACT_PREFIX + text), { key: key as KeyObject, dsaEncoding: "ieee-p1363" });
  return { said: text, sig: Uint8Array.from(sig), certificate: Uint8Array.from(certificate.raw) };
}

/** What was said, where this certificate's key signed it; a text says what is wrong. */
export function readAct({
  said,
  sig,
  certificate: der,
}: SignedAct): { readonly said: SaidAct; readonly certificate: X509Certificate } | string {
  const certificate = certificateOf(der);
  if (certificate === null) return "its certificate is none";
  const key = keyOfCertificate(certificate);
  if (key?.asymmetricKeyType !== "ec" || said.length > SAID_MAX) return "it is none";
  if (!verify("sha256", utf8(ACT_PREFIX + said), { key, dsaEncoding: "ieee-p1363" }, sig))
    return "its signature is not of its certificate";
  const parsed = isCanonical(said) ? saidShape.safeParse(JSON.parse(said)) : null;
  return parsed?.success === true ? { said: parsed.data, certificate } : "what it says is no act";
}

/** The signature as a page sends it. */
export const signatureIn = (text: string): Uint8Array => strictBase64(text) ?? new Uint8Array(0);

/** Who an act is of, as its row says. */
export interface ActAuthor {
  readonly person: string;
  readonly role: string;
  /** Hex SHA-256 of the person's public key. */
  readonly key: string;
  readonly serial: string;
}

/** What an act must say to be that of its row, besides its author: the fields that tell one act from another. */
export type ActContent =
  | { readonly does: "confirm-enrolment"; readonly log: string; readonly code: string; readonly print: string }
  | { readonly does: "settle-fork"; readonly log: string; readonly seq: number; readonly other: string }
  | { readonly does: "retire-table"; readonly log: string; readonly instead: string | null };

/** The act of a row held against what its author signed; null: it is so. `at`: when the store got it, ms since 1970. */
export function actFault(
  act: SignedAct,
  authority: X509Certificate,
  row: { readonly author: ActAuthor; readonly content: ActContent; readonly at: number },
): string | null {
  const read = readAct(act);
  if (typeof read === "string") return read;
  const { said, certificate } = read;
  // A person's certificate holds for hours: what was revoked later had counted then.
  const list = { number: 0, from: said.at, to: said.at + LIST_DAYS_MAX * DAY_MS, revoked: new Set<string>() };
  const holder = holderOf(certificate, { certificate: authority, list }, said.at);
  if (typeof holder === "string") return `its certificate: ${holder}`;
  if (!isPerson(holder) || !ROLES.includes(holder.as)) return `${holder.as} may not say so`;
  const { author, content, at } = row;
  const isAuthor =
    author.person === holder.name &&
    author.role === holder.as &&
    author.serial === holder.serial &&
    author.key === publicKeyId(certificate.publicKey);
  if (!isAuthor) return "its row names another person than the certificate";
  const { v: _v, at: saidAt, ...what } = said;
  if (canonical(what) !== canonical(content)) return "its row is about something else than what was signed";
  return Math.abs(saidAt - at) <= SAID_WITHIN_MS ? null : "it was signed at another time than it came";
}
