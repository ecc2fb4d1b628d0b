import { randomBytes, webcrypto, X509Certificate, type KeyObject } from "node:crypto";
import { isIP } from "node:net";
import { BitString, Integer, OctetString, Sequence, Set as AsnSet, Utf8String, type BaseBlock } from "asn1js";
import {
  AltName,
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  CertificateRevocationList,
  CertificationRequest,
  Extension,
  Extensions,
  ExtKeyUsage,
  GeneralName,
  RelativeDistinguishedNames,
  RevokedCertificate,
  Time,
  type PublicKeyInfo,
} from "pkijs";

/** Certificates, requests and revocation lists (RFC 5280), all of P-256 with SHA-256: browsers take no Ed25519 from a client. */
const CURVE = { name: "ECDSA", namedCurve: "P-256" } as const;
const HASH = "SHA-256";
/** Parts of a name (RFC 4519), extensions and purposes of a certificate (RFC 5280). */
const OID = {
  name: "2.5.4.3",
  unit: "2.5.4.11",
  subjectKey: "2.5.29.14",
  keyUsage: "2.5.29.15",
  altName: "2.5.29.17",
  constraints: "2.5.29.19",
  listNumber: "2.5.29.20",
  authorityKey: "2.5.29.35",
  extendedUsage: "2.5.29.37",
  server: "1.3.6.1.5.5.7.3.1",
  client: "1.3.6.1.5.5.7.3.2",
} as const;
/** Bits of a key's usage, as RFC 5280 (4.2.1.3) numbers them from the left. */
const USE_SIGN = 0x80;
const USE_AUTHORITY = 0x06;

/** Instants as milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Subject {
  readonly name: string;
  /** Role of a person or kind of a machine; null: the authority itself. */
  readonly as: string | null;
  /** Names and addresses that it serves under; empty: it is no server. */
  readonly hosts: readonly string[];
}

/** The key of an authority and its certificate. */
export interface Issuer {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
}

/** A certificate that vouches for its own key. */
export async function makeAuthority(
  key: KeyObject,
  publicKey: KeyObject,
  name: string,
  span: Span,
): Promise<X509Certificate> {
  const made = makeUnsigned({ name, as: null, hosts: [] }, span);
  made.issuer = made.subject;
  await made.subjectPublicKeyInfo.importKey(await webPublicKey(publicKey));
  made.extensions = [
    makeExtension(OID.constraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }).toSchema(), true),
    makeExtension(OID.keyUsage, usageBits(USE_AUTHORITY), true),
    makeExtension(OID.subjectKey, await keyIdentifier(made.subjectPublicKeyInfo)),
  ];
  return signCertificate(made, key);
}

/** A certificate over the key of a request. Nothing else of the request is taken. */
export async function issueCertificate(
  issuer: Issuer,
  key: PublicKeyInfo,
  subject: Subject,
  span: Span,
): Promise<X509Certificate> {
  const authority = Certificate.fromBER(issuer.certificate.raw);
  const made = makeUnsigned(subject, span);
  made.issuer = authority.subject;
  made.subjectPublicKeyInfo = key;
  const isServer = subject.hosts.length > 0;
  const identifier = await keyIdentifier(authority.subjectPublicKeyInfo);
  made.extensions = [
    makeExtension(OID.constraints, new BasicConstraints({ cA: false }).toSchema(), true),
    makeExtension(OID.keyUsage, usageBits(USE_SIGN), true),
    makeExtension(
      OID.extendedUsage,
      new ExtKeyUsage({ keyPurposes: isServer ? [OID.server, OID.client] : [OID.client] }).toSchema(),
    ),
    makeExtension(OID.subjectKey, await keyIdentifier(key)),
    makeExtension(OID.authorityKey, new AuthorityKeyIdentifier({ keyIdentifier: identifier }).toSchema()),
    ...(isServer ? [makeExtension(OID.altName, altNames(subject.hosts))] : []),
  ];
  return signCertificate(made, issuer.key);
}

/** The key of a request (PKCS#10, DER) that was signed with it; null: it is no such request, or of another kind of key. */
export async function keyOfRequest(der: Uint8Array): Promise<PublicKeyInfo | null> {
  try {
    const request = CertificationRequest.fromBER(Uint8Array.from(der));
    if (!(await request.verify())) return null;
    // Throws for a key that is no point of this curve.
    await webcrypto.subtle.importKey(
      "spki",
      request.subjectPublicKeyInfo.toSchema().toBER(false),
      CURVE,
      true,
      ["verify"],
    );
    return request.subjectPublicKeyInfo;
  } catch {
    // Whatever the library throws at damaged bytes: it is no request.
    return null;
  }
}

/** A revocation list (DER). `revoked`: serial numbers in hex, with the instants. */
export async function makeList(
  issuer: Issuer,
  number: number,
  span: Span,
  revoked: readonly { readonly serial: string; readonly at: number }[],
): Promise<Buffer> {
  const list = new CertificateRevocationList({ version: 1 });
  const authority = Certificate.fromBER(issuer.certificate.raw);
  list.issuer = authority.subject;
  list.thisUpdate = timeOf(span.from);
  list.nextUpdate = timeOf(span.to);
  if (revoked.length > 0)
    list.revokedCertificates = revoked.map(
      ({ serial, at }) =>
        new RevokedCertificate({ userCertificate: integerOf(serial), revocationDate: timeOf(at) }),
    );
  const identifier = await keyIdentifier(authority.subjectPublicKeyInfo);
  list.crlExtensions = new Extensions({
    extensions: [
      makeExtension(OID.authorityKey, new AuthorityKeyIdentifier({ keyIdentifier: identifier }).toSchema()),
      makeExtension(OID.listNumber, new Integer({ value: number })),
    ],
  });
  await list.sign(await webKey(issuer.key), HASH);
  return Buffer.from((list.toSchema(true) as BaseBlock).toBER(false));
}

/** Text of bytes as PEM. */
export function pemOf(label: string, der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString("base64")
    .replace(/.{1,64}/g, "$&\n");
  return `-----BEGIN ${label}-----\n${lines}-----END ${label}-----\n`;
}

function makeUnsigned({ name, as }: Subject, { from, to }: Span): Certificate {
  const made = new Certificate({ version: 2 });
  const serial = randomBytes(16);
  // Above zero and of 16 bytes: a number that never repeats.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  made.serialNumber = integerOf(serial.toString("hex"));
  made.subject = nameOf(name, as);
  made.notBefore = timeOf(from);
  made.notAfter = timeOf(to);
  return made;
}

async function signCertificate(made: Certificate, key: KeyObject): Promise<X509Certificate> {
  await made.sign(await webKey(key), HASH);
  return new X509Certificate(Buffer.from(made.toSchema(true).toBER(false)));
}

const webKey = (key: KeyObject): Promise<webcrypto.CryptoKey> =>
  webcrypto.subtle.importKey("pkcs8", key.export({ type: "pkcs8", format: "der" }), CURVE, false, ["sign"]);
const webPublicKey = (key: KeyObject): Promise<webcrypto.CryptoKey> =>
  webcrypto.subtle.importKey("spki", key.export({ type: "spki", format: "der" }), CURVE, true, ["verify"]);

/** Without parts of a second: certificates have none. */
const timeOf = (ms: number): Time => new Time({ value: new Date(Math.floor(ms / 1_000) * 1_000) });

function integerOf(hex: string): Integer {
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  const padded = Number.parseInt(even.slice(0, 2), 16) > 0x7f ? `00${even}` : even;
  return new Integer({ valueHex: Uint8Array.from(Buffer.from(padded, "hex")) });
}

/** One part a set: the library itself would put all parts into one. */
function nameOf(name: string, as: string | null): RelativeDistinguishedNames {
  const part = (type: string, value: string): AsnSet =>
    new AsnSet({ value: [new AttributeTypeAndValue({ type, value: new Utf8String({ value }) }).toSchema()] });
  const parts = [part(OID.name, name), ...(as === null ? [] : [part(OID.unit, as)])];
  return RelativeDistinguishedNames.fromBER(new Sequence({ value: parts }).toBER());
}

function makeExtension(extnID: string, value: BaseBlock, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER(false) });
}

function usageBits(bits: number): BitString {
  const unusedBits = Math.log2(bits & -bits);
  return new BitString({ valueHex: Uint8Array.of(bits), unusedBits });
}

async function keyIdentifier(key: PublicKeyInfo): Promise<OctetString> {
  const point = key.subjectPublicKey.valueBlock.valueHexView;
  const hash = await webcrypto.subtle.digest("SHA-1", Uint8Array.from(point));
  return new OctetString({ valueHex: new Uint8Array(hash) });
}

function altNames(hosts: readonly string[]): BaseBlock {
  const names = hosts.map((host) =>
    isIP(host) === 0
      ? new GeneralName({ type: 2, value: host })
      : new GeneralName({ type: 7, value: new OctetString({ valueHex: addressBytes(host) }) }),
  );
  return new AltName({ altNames: names }).toSchema();
}

/** The bytes of an address, 4 or 16. */
function addressBytes(host: string): Uint8Array<ArrayBuffer> {
  if (isIP(host) === 4) return Uint8Array.from(host.split("."), Number);
  const [head = "", tail] = host.split("::");
  const parts = (text: string): string[] => (text === "" ? [] : text.split(":"));
  const before = parts(head);
  const after = tail === undefined ? [] : parts(tail);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const words = [...before, ...zeros, ...after].map((word) => Number.parseInt(word, 16));
  return Uint8Array.from(words.flatMap((word) => [word >> 8, word & 0xff]));
}
