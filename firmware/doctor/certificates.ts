import { X509Certificate } from "node:crypto";
import { DAY_MS } from "../../src/orders/certificate.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { errorText } from "../problem.ts";
import { readTextFile } from "../read-file.ts";

const PEM_MAX_BYTES = 1_048_576;
/** From so many days on before it ends a certificate, or a revocation list, is worth a word. */
export const CERTIFICATE_DAYS_LEAST = 14;
export const LIST_DAYS_LEAST = 2;

/** Files of a configuration's section `remote`. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly authority: string;
  readonly revoked: string;
}

/** Whole days until the unit's certificate and its revocation list end, below 0 when they have; or why they cannot be used. */
export type CertificatesState = { readonly days: number; readonly listDays: number } | { readonly why: string };

export async function lookAtCertificates({
  certificate,
  authority,
  revoked,
}: CertificateFiles): Promise<CertificatesState> {
  try {
    const [own, issuer] = [certificate, authority].map(
      (path) => new X509Certificate(readTextFile(path, PEM_MAX_BYTES)),
    );
    // What reads lists is read where there is one.
    const { readRevocationList } = await import("../../src/orders/revocation-list.ts");
    const list =
      issuer === undefined ? null : await readRevocationList(readTextFile(revoked, PEM_MAX_BYTES), issuer);
    if (own === undefined || list === null)
      return { why: `${revoked}: it is no revocation list of the authority` };
    const now = systemClock().wall();
    const daysTo = (end: number): number => Math.floor((end - now) / DAY_MS);
    return { days: daysTo(own.validToDate.getTime()), listDays: daysTo(list.to) };
  } catch (error) {
    return { why: errorText(error).split("\n", 1).join("") };
  }
}
