import { generateKeyPairSync, webcrypto, X509Certificate, type KeyObject } from "node:crypto";
import type { BaseBlock } from "asn1js";
import { Certificate, type CertificateRevocationList, Extension, ExtKeyUsage } from "pkijs";
import {
  issueCertificate,
  keyOfRequest,
  makeAuthority,
  makeList,
  pemOf,
  type Span,
} from "../../firmware/office/authority/x509.ts";
import { DAY_MS, HOUR_MS, serialOf, type Authority } from "./certificate.ts";
import { requestOf } from "./renewal.ts";

/** When the tests of this room happen, milliseconds since 1970; a whole second, since certificates have no parts of one. */
export const NOW = Date.UTC(2026, 2, 4, 3);

/** Somebody with a key and a certificate. */
export interface Held {
  readonly name: string;
  readonly certificate: X509Certificate;
  /** PEM, both. */
  readonly cert: string;
  readonly key: string;
}

export interface Issued extends Partial<Span> {
  readonly key?: KeyObject;
  /** Extended key usages in place of those that the authority gives; null: none at all. */
  readonly uses?: readonly string[] | null;
  readonly hosts?: readonly string[];
}

export const newKey = (): KeyObject => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
export const pemOfKey = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }).toString();

/** An authority that certifies whatever it is asked for. */
export class TestAuthority {
  readonly certificate: X509Certificate;
  readonly #key: KeyObject;

  private constructor(key: KeyObject, certificate: X509Certificate) {
    this.#key = key;
    this.certificate = certificate;
  }

  static async make(name = "casino-1"): Promise<TestAuthority> {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const span = { from: NOW - 365 * DAY_MS, to: NOW + 365 * DAY_MS };
    return new TestAuthority(privateKey, await makeAuthority(privateKey, publicKey, name, span));
  }

  /** For eight hours from one hour ago, unless told. */
  async issue(name: string, as: string | null, issued: Issued = {}): Promise<Held> {
    const { key = newKey(), from = NOW - HOUR_MS, to = NOW + 7 * HOUR_MS, uses, hosts = [] } = issued;
    const request = await keyOfRequest(await requestOf(key));
    if (request === null) throw new Error("the key makes no request");
    const issuer = { key: this.#key, certificate: this.certificate };
    const made = await issueCertificate(issuer, request, { name, as, hosts }, { from, to });
    const certificate = uses === undefined ? made : await this.signAgain(made, (one) => withUses(one, uses));
    return { name, certificate, cert: certificate.toString(), key: pemOfKey(key) };
  }

  /** The same certificate with something changed, signed by this authority. */
  async signAgain(
    made: X509Certificate,
    change: (of: Certificate) => void,
    hash = "SHA-256",
  ): Promise<X509Certificate> {
    const certificate = Certificate.fromBER(made.raw);
    change(certificate);
    const der = this.#key.export({ type: "pkcs8", format: "der" });
    const curve = { name: "ECDSA", namedCurve: "P-256" };
    await certificate.sign(await webcrypto.subtle.importKey("pkcs8", der, curve, false, ["sign"]), hash);
    return new X509Certificate(Buffer.from(certificate.toSchema(true).toBER(false)));
  }

  /** A list in PEM, from an hour ago for a day. */
  async listPem(revoked: readonly Held[] = [], number = 1, span: Partial<Span> = {}): Promise<string> {
    const issuer = { key: this.#key, certificate: this.certificate };
    const serials = revoked.map(({ certificate }) => ({ serial: certificate.serialNumber, at: NOW - HOUR_MS }));
    const whole = { from: NOW - HOUR_MS, to: NOW + DAY_MS, ...span };
    return pemOf("X509 CRL", await makeList(issuer, number, whole, serials));
  }

  /** A list with something changed, signed by this authority: DER. */
  async signList(list: CertificateRevocationList, hash = "SHA-256"): Promise<Buffer> {
    const der = this.#key.export({ type: "pkcs8", format: "der" });
    const curve = { name: "ECDSA", namedCurve: "P-256" };
    await list.sign(await webcrypto.subtle.importKey("pkcs8", der, curve, false, ["sign"]), hash);
    return Buffer.from((list.toSchema(true) as BaseBlock).toBER(false));
  }

  /** As a unit knows it. */
  with(...revoked: readonly Held[]): Authority {
    const serials = revoked.map(({ certificate }) => serialOf(certificate.serialNumber));
    const list = { number: 1, from: NOW - HOUR_MS, to: NOW + DAY_MS, revoked: new Set(serials) };
    return { certificate: this.certificate, list };
  }
}

const EXTENDED_USAGE = "2.5.29.37";

function withUses(certificate: Certificate, uses: readonly string[] | null): void {
  const others = (certificate.extensions ?? []).filter(({ extnID }) => extnID !== EXTENDED_USAGE);
  const extnValue = new ExtKeyUsage({ keyPurposes: [...(uses ?? [])] }).toSchema().toBER(false);
  certificate.extensions = [
    ...others,
    ...(uses === null ? [] : [new Extension({ extnID: EXTENDED_USAGE, extnValue })]),
  ];
}
