import { createPublicKey, type X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { PublicKeyInfo } from "pkijs";
import { DAY_MS, publicKeyId, serialOf, type Holder } from "../../../src/orders/certificate.ts";
import { judgeRenewal, type RenewalRefusal } from "../../../src/orders/renewal.ts";
import { issueCertificate, keyOfRequest, type Issuer } from "./x509.ts";

/** A certificate that was issued, as far as a renewal asks. */
export interface IssuedBefore {
  readonly serial: string;
  readonly name: string;
  readonly key?: string | undefined;
  readonly revoked: number | null;
  readonly renews?: RenewedBy | undefined;
}

/** Which certificate was renewed, and for which key: hex SHA-256 of its SubjectPublicKeyInfo. */
export interface RenewedBy {
  readonly serial: string;
  readonly key: string;
}

/** Why the authority renews nothing: of the request itself, or of what was issued before. */
export type RenewRefusal = RenewalRefusal | "not-issued" | "same-key" | "key-of-another" | "renewed-before";

export type RenewedOne =
  | {
      readonly ok: true;
      readonly holder: Holder;
      readonly renews: RenewedBy;
      readonly certificate: X509Certificate;
      /** Milliseconds since 1970. */
      readonly from: number;
      readonly to: number;
    }
  | { readonly ok: false; readonly why: RenewRefusal };

/**
 * Issues the next certificate of a unit that asks for it with the one it has: under the same name, with the same names and addresses. A
 * certificate is renewed for one key: whoever asks with it for another one has a copy of it.
 */
export async function renewOne(
  text: string,
  issuer: Issuer,
  issued: readonly IssuedBefore[],
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
): Promise<RenewedOne> {
  const refuse = (why: RenewRefusal): RenewedOne => ({ ok: false, why });
  const revoked = new Set(issued.flatMap((one) => (one.revoked === null ? [] : [one.serial])));
  const list = { number: 1, from: now, to: now + DAY_MS, revoked };
  const judged = judgeRenewal(text, { certificate: issuer.certificate, list }, now);
  if (!judged.ok) return judged;
  const { holder, certificate, request } = judged;
  if (!issued.some(({ serial }) => serial === holder.serial)) return refuse("not-issued");
  const key = await keyOfRequest(request);
  if (key === null) return refuse("malformed");
  const digest = publicKeyId(createPublicKey({ key: spkiOf(key), type: "spki", format: "der" }));
  if (digest === publicKeyId(certificate.publicKey)) return refuse("same-key");
  if (issued.some((one) => keyOf(one) === digest && one.name !== holder.name)) return refuse("key-of-another");
  const before = issued.find(({ renews }) => renews?.serial === holder.serial);
  if (before !== undefined && before.renews?.key !== digest) return refuse("renewed-before");
  const { name, as } = holder;
  const next = await issueCertificate(issuer, key, { name, as, hosts: hostsOf(certificate) }, { from, to });
  return { ok: true, holder, renews: { serial: holder.serial, key: digest }, certificate: next, from, to };
}

/** The key that a certificate was issued for; undefined: it was not written down. */
export const keyOf = ({ key, renews }: Pick<IssuedBefore, "key" | "renews">): string | undefined =>
  key ?? renews?.key;

export const serialIn = (certificate: X509Certificate): string => serialOf(certificate.serialNumber);

const spkiOf = (key: PublicKeyInfo): Buffer => Buffer.from(key.toSchema().toBER(false));

/** Names and addresses under which a certificate's machine serves, as Node writes them: `DNS:a.b, IP Address:10.0.0.7`. */
export function hostsOf({ subjectAltName }: X509Certificate): readonly string[] {
  const parts = subjectAltName === undefined ? [] : subjectAltName.split(", ");
  return parts.flatMap((part) => {
    const [, dns, address] = /^(?:DNS:([a-z0-9.-]+)|IP Address:([0-9A-Fa-f.:]+))$/.exec(part) ?? [];
    if (dns !== undefined) return [dns];
    return address !== undefined && isIP(address) !== 0 ? [address.toLowerCase()] : [];
  });
}
