import { createPublicKey, X509Certificate, type KeyObject } from "node:crypto";
import { BasicConstraints, Certificate, CertificateRevocationList } from "pkijs";
import { nameFault } from "../people/names.ts";
import type { Role } from "../people/roles.ts";
import { sha256Hex } from "../record/bytes.ts";

/** Who may act from afar, as certificates name them; the roles are those of the table. */
export const FAR_ROLES = ["tecnico", "inspector", "jefe-de-mesa"] as const satisfies readonly Role[];
export type FarRole = (typeof FAR_ROLES)[number];
/** Machines that have a certificate. */
export const MACHINES = ["unit", "relay", "collector", "monitor"] as const;
export type Machine = (typeof MACHINES)[number];

/** A person's certificate holds for so long at the most. */
export const PERSON_HOURS_MAX = 12;
/** A machine's certificate holds for so long at the most. */
export const MACHINE_DAYS_MAX = 90;
/** A revocation list holds for so long at the most: then nobody is let in until there is a newer one. */
export const LIST_DAYS_MAX = 7;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** Clocks of the authority and of a unit may differ by so much. */
export const CLOCK_LEEWAY_MS = 5 * 60_000;
/** Of a person or a machine, letters; also the longest common name that X.509 knows. */
export const HOLDER_NAME_MAX = 64;

/** The authority of a casino as a unit knows it. */
export interface Authority {
  readonly certificate: X509Certificate;
  readonly list: RevocationList;
}

/** A revocation list whose signature was checked. */
export interface RevocationList {
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Serial numbers as {@link serialOf} has them. */
  readonly revoked: ReadonlySet<string>;
}

/** Whose certificate it is. */
export interface Holder {
  readonly name: string;
  readonly as: FarRole | Machine;
  readonly serial: string;
  /** When it ends, milliseconds since 1970. */
  readonly to: number;
}

export const CERTIFICATE_FAULTS = [
  "certificate-malformed",
  "certificate-foreign",
  "certificate-early",
  "certificate-expired",
  "certificate-too-long",
  "certificate-revoked",
  "revocation-list-old",
] as const;
export type CertificateFault = (typeof CERTIFICATE_FAULTS)[number];

/** A serial number as text: hex, small letters, no zeros in front. */
export const serialOf = (hex: string): string => hex.toLowerCase().replace(/^0+(?=.)/, "");

/**
 * A public key by its material: hex SHA-256 of its SubjectPublicKeyInfo with the point written out. One key has one, however a certificate
 * or a request writes it. Two people are two of these.
 */
export function publicKeyId(key: KeyObject): string {
  const point = createPublicKey({ key: key.export({ format: "jwk" }), format: "jwk" });
  return sha256Hex(point.export({ type: "spki", format: "der" }));
}

/** Extended key usages: to ask a server, which every holder does, and to be one. */
const ASKS = "1.3.6.1.5.5.7.3.2";
const SERVES = "1.3.6.1.5.5.7.3.1";

/** ECDSA with SHA-256: what an authority signs with. */
export const SIGNED_WITH = "1.2.840.10045.4.3.2";
const CONSTRAINTS = "2.5.29.19";
/** Extensions that are looked at here or by OpenSSL: keys, their use, alternative names, constraints, extended use. */
const KNOWN_EXTENSIONS = ["2.5.29.14", "2.5.29.15", "2.5.29.17", CONSTRAINTS, "2.5.29.35", "2.5.29.37"];

/** A certificate as its own encoding (DER) and nothing else; null: the bytes are none. */
export function certificateOf(der: Uint8Array): X509Certificate | null {
  try {
    const certificate = new X509Certificate(der);
    // PEM, and whatever stands behind it, would be read as well.
    return certificate.raw.equals(der) ? certificate : null;
  } catch {
    return null;
  }
}

/** The public key of a certificate that somebody kept; null: its bytes are none that OpenSSL reads, whatever the rest of it says. */
export function keyOfCertificate(certificate: X509Certificate): KeyObject | null {
  try {
    return certificate.publicKey;
  } catch {
    return null;
  }
}

/**
 * Whether a certificate of the authority is one of a person or machine as it issues them: signed with SHA-256, no authority itself, and with no
 * critical extension that is not understood here (RFC 5280, 4.2: such a one must be refused).
 */
function isAsIssued(certificate: X509Certificate): boolean {
  const { extensions = [], signatureAlgorithm } = Certificate.fromBER(Uint8Array.from(certificate.raw));
  const isAuthority = extensions.some(
    ({ extnID, parsedValue }) =>
      extnID === CONSTRAINTS && (!(parsedValue instanceof BasicConstraints) || parsedValue.cA),
  );
  const isUnknown = extensions.some(({ extnID, critical }) => critical && !KNOWN_EXTENSIONS.includes(extnID));
  return signatureAlgorithm.algorithmId === SIGNED_WITH && !isAuthority && !isUnknown;
}

/** Whose certificate this is, or why it counts for nothing at `now` (milliseconds since 1970). */
export function holderOf(
  certificate: X509Certificate,
  { certificate: authority, list }: Authority,
  now: number,
): Holder | CertificateFault {
  // First that it is the authority's: nothing that a stranger wrote is looked at.
  if (!certificate.checkIssued(authority) || !certificate.verify(authority.publicKey))
    return "certificate-foreign";
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (certificate.ca || asymmetricKeyType !== "ec" || asymmetricKeyDetails?.namedCurve !== "prime256v1")
    return "certificate-malformed";
  if (!isAsIssued(certificate)) return "certificate-malformed";
  // Node gives an array where a name has a part twice.
  const { CN: name, OU: unit } = certificate.toLegacyObject().subject as Readonly<Record<string, unknown>>;
  const as = [...FAR_ROLES, ...MACHINES].find((one) => one === unit);
  if (typeof name !== "string" || as === undefined || name.length > HOLDER_NAME_MAX)
    return "certificate-malformed";
  if (name === "" || nameFault(name) !== null) return "certificate-malformed";
  // What it was issued for: a program's signature, say, or nothing that is said, is no person's word.
  const uses: readonly string[] = MACHINES.some((one) => one === as) ? [ASKS, SERVES] : [ASKS];
  // Of a certificate that says none Node gives nothing, whatever its types say.
  const given = (certificate.keyUsage as readonly string[] | undefined) ?? [];
  if (!given.includes(ASKS) || given.some((use) => !uses.includes(use))) return "certificate-malformed";
  const from = certificate.validFromDate.getTime();
  const to = certificate.validToDate.getTime();
  if (to - from > longest(as) + 2 * CLOCK_LEEWAY_MS) return "certificate-too-long";
  if (now < from) return "certificate-early";
  if (now >= to) return "certificate-expired";
  if (now >= list.to || list.to - list.from > LIST_DAYS_MAX * DAY_MS + 2 * CLOCK_LEEWAY_MS)
    return "revocation-list-old";
  const serial = serialOf(certificate.serialNumber);
  return list.revoked.has(serial) ? "certificate-revoked" : { name, as, serial, to };
}

const longest = (as: Holder["as"]): number =>
  MACHINES.some((one) => one === as) ? MACHINE_DAYS_MAX * DAY_MS : PERSON_HOURS_MAX * HOUR_MS;

/** Whether a holder is a person. */
export const isPerson = (holder: Holder): holder is Holder & { readonly as: FarRole } =>
  FAR_ROLES.some((role) => role === holder.as);

const LIST_NUMBER = "2.5.29.20";

/** A revocation list in PEM, as the authority signed it; null: it is none, or not this authority's. */
export async function readRevocationList(
  pem: string,
  authority: X509Certificate,
): Promise<RevocationList | null> {
  const [, body] = /^-----BEGIN X509 CRL-----\n([A-Za-z0-9+/=\n]+)-----END X509 CRL-----\n?$/.exec(pem) ?? [];
  if (body === undefined) return null;
  try {
    const list = CertificateRevocationList.fromBER(Uint8Array.from(Buffer.from(body, "base64")));
    const issuer = Certificate.fromBER(Uint8Array.from(authority.raw));
    if (!list.issuer.isEqual(issuer.subject) || !(await list.verify({ issuerCertificate: issuer })))
      return null;
    // One that is about a part of the certificates, or of other authorities', says so in a critical extension (RFC 5280, 5.2).
    if (list.crlExtensions?.extensions.some(({ critical }) => critical) === true) return null;
    if (list.signatureAlgorithm.algorithmId !== SIGNED_WITH) return null;
    const number = numberOf(list);
    if (number === null || list.nextUpdate === undefined) return null;
    const revoked = (list.revokedCertificates ?? []).map(({ userCertificate }) =>
      serialOf(Buffer.from(userCertificate.valueBlock.valueHexView).toString("hex")),
    );
    const [from, to] = [list.thisUpdate.value.getTime(), list.nextUpdate.value.getTime()];
    return { number, from, to, revoked: new Set(revoked) };
  } catch {
    // Whatever the library throws at damaged bytes: it is no list.
    return null;
  }
}

/** The number of a list (RFC 5280, 5.2.3): an INTEGER of at most six bytes. */
function numberOf({ crlExtensions }: CertificateRevocationList): number | null {
  const found = crlExtensions?.extensions.find(({ extnID }) => extnID === LIST_NUMBER);
  const bytes = Buffer.from(found?.extnValue.valueBlock.valueHexView ?? []);
  const [tag, length = 0] = bytes;
  return tag === 0x02 && length >= 1 && length <= 6 && bytes.length === length + 2
    ? bytes.readUIntBE(2, length)
    : null;
}
