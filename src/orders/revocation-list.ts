import type { X509Certificate } from "node:crypto";
import { Certificate, CertificateRevocationList } from "pkijs";
import { serialOf, SIGNED_WITH, type RevocationList } from "./certificate.ts";

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
