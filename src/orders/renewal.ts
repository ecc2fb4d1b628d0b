import { createPublicKey, verify, webcrypto, X509Certificate, type KeyObject } from "node:crypto";
import { CertificationRequest } from "pkijs";
import { z } from "zod";
import { canonical, isCanonical } from "../record/canonical.ts";
import { strictBase64, utf8 } from "../record/bytes.ts";
import {
  certificateOf,
  holderOf,
  HOLDER_NAME_MAX,
  type Authority,
  type CertificateFault,
  type Holder,
} from "./certificate.ts";
import { formatOrder, parseSignature, type OrderSignature } from "./order.ts";

/**
 * A unit's request for its next certificate: a line of canonical JSON with a request (PKCS#10) of the new key, and below it one line
 * with the certificate that holds and a signature of its key, as below an order. So nobody but the holder asks for the next one.
 */
export const RENEWAL_MAX_BYTES = 8_192;
/** A certificate in PEM, characters. */
export const CERTIFICATE_MAX = 8_192;
const CURVE = { name: "ECDSA", namedCurve: "P-256" } as const;

const lineShape = z.strictObject({
  v: z.literal(1),
  kind: z.literal("renewal"),
  /** Common name of the certificate. */
  name: z.string().min(1).max(HOLDER_NAME_MAX),
  /** When it was asked, by the unit's clock. */
  at: z.iso.datetime({ precision: 3 }),
  /** PKCS#10, DER in base64. */
  request: z.string().min(1).max(2_000),
});
export type RenewalLine = z.infer<typeof lineShape>;

/** A request as text, taken apart. Nothing of it has been believed. */
export interface RenewalText {
  readonly line: string;
  readonly said: RenewalLine;
  readonly signature: OrderSignature;
}

export const lineOfRenewal = (said: RenewalLine): string => canonical(said);
export const formatRenewal = (line: string, signature: OrderSignature): string =>
  formatOrder(line, [signature]);

/** Takes the text of a request apart; null: it is none. */
export function parseRenewal(text: string): RenewalText | null {
  if (text.length > RENEWAL_MAX_BYTES || !text.endsWith("\n")) return null;
  const [line = "", below = "", ...more] = text.slice(0, -1).split("\n");
  if (more.length > 0 || !isCanonical(line)) return null;
  const parsed = lineShape.safeParse(JSON.parse(line));
  const signature = parseSignature(below);
  if (!parsed.success || signature === null || strictBase64(parsed.data.request) === null) return null;
  return { line, said: parsed.data, signature };
}

export const RENEWAL_REFUSALS = ["malformed", "changed", "no-unit", "other-name"] as const;
export type RenewalRefusal = CertificateFault | (typeof RENEWAL_REFUSALS)[number];

export type JudgedRenewal =
  | {
      readonly ok: true;
      readonly holder: Holder;
      readonly certificate: X509Certificate;
      readonly request: Buffer;
    }
  | { readonly ok: false; readonly why: RenewalRefusal };

/** Judges a unit's request: whether the unit of a certificate that counts at `now` asks for the next one of the same name. */
export function judgeRenewal(text: string, authority: Authority, now: number): JudgedRenewal {
  const refuse = (why: RenewalRefusal): JudgedRenewal => ({ ok: false, why });
  const parsed = parseRenewal(text);
  if (parsed === null) return refuse("malformed");
  const { line, said, signature } = parsed;
  const certificate = certificateOf(signature.certificate);
  if (certificate === null) return refuse("certificate-malformed");
  const holder = holderOf(certificate, authority, now);
  if (typeof holder === "string") return refuse(holder);
  const key = { key: certificate.publicKey, dsaEncoding: "ieee-p1363" } as const;
  if (!verify("sha256", utf8(line), key, signature.signature)) return refuse("changed");
  if (holder.as !== "unit") return refuse("no-unit");
  if (holder.name !== said.name) return refuse("other-name");
  return { ok: true, holder, certificate, request: Buffer.from(said.request, "base64") };
}

/** What a unit knows of its next certificate before it comes. */
export interface Awaited {
  readonly authority: Authority;
  /** Name of the unit's log. */
  readonly name: string;
  /** The unit's own new key. */
  readonly key: KeyObject;
  /** When the certificate ends that counts now, milliseconds since 1970. */
  readonly former: number;
  readonly now: number;
}

export const TAKING_REFUSALS = [...RENEWAL_REFUSALS, "other-key", "not-later"] as const;
export type TakingRefusal = CertificateFault | (typeof TAKING_REFUSALS)[number];

/** Whether a certificate that came is the one that was asked for: whose it is, or why it counts for nothing. */
export function judgeRenewed(
  pem: string,
  { authority, name, key, former, now }: Awaited,
): Holder | TakingRefusal {
  let certificate: X509Certificate;
  try {
    if (pem.length > CERTIFICATE_MAX) return "malformed";
    certificate = new X509Certificate(pem);
  } catch {
    return "malformed";
  }
  const holder = holderOf(certificate, authority, now);
  if (typeof holder === "string") return holder;
  if (holder.as !== "unit") return "no-unit";
  if (holder.name !== name) return "other-name";
  if (!certificate.checkPrivateKey(key)) return "other-key";
  return holder.to > former ? holder : "not-later";
}

/** A request (PKCS#10, DER) of a P-256 key, signed with it. The name in it counts for nothing. */
export async function requestOf(key: KeyObject): Promise<Buffer> {
  const request = new CertificationRequest();
  const spki = createPublicKey(key).export({ type: "spki", format: "der" });
  const pkcs8 = key.export({ type: "pkcs8", format: "der" });
  const publicKey = await webcrypto.subtle.importKey("spki", spki, CURVE, true, ["verify"]);
  const own = await webcrypto.subtle.importKey("pkcs8", pkcs8, CURVE, false, ["sign"]);
  await request.subjectPublicKeyInfo.importKey(publicKey);
  await request.sign(own, "SHA-256");
  return Buffer.from(request.toSchema(true).toBER(false));
}
