import { X509Certificate } from "node:crypto";
import { DAY_MS } from "../../../src/orders/certificate.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { errorText } from "../../problem.ts";
import { readTextFile } from "../../files/read-file.ts";
import { readWaiting, renewedInPlaceOf } from "../../net/renewed-pair.ts";

const PEM_MAX_BYTES = 1_048_576;
/** From so many days on before it ends a certificate, or a revocation list, is worth a word. */
export const CERTIFICATE_DAYS_LEAST = 14;
export const LIST_DAYS_LEAST = 2;
/** A request for another certificate that has waited for so many days is worth a word. */
export const RENEWAL_DAYS_MOST = 7;

/** Files of a configuration's section `remote`. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly authority: string;
  readonly revoked: string;
}

/** Where a unit keeps what it took over in their place, and under which name. */
export interface UnitPlace {
  readonly storage: string;
  readonly log: string;
}

/** Whole days until the unit's certificate and its revocation list end, below 0 when they have; or why they cannot be used. */
export type CertificatesState =
  | { readonly days: number; readonly listDays: number; readonly waiting: Waiting | null }
  | { readonly why: string };

/** A request for another certificate: since when it waits (RFC 3339), and whole days. */
interface Waiting {
  readonly since: string;
  readonly days: number;
}

export async function lookAtCertificates(
  { certificate, authority, revoked }: CertificateFiles,
  place: UnitPlace,
): Promise<CertificatesState> {
  try {
    const configured = readTextFile(certificate, PEM_MAX_BYTES);
    const issuer = new X509Certificate(readTextFile(authority, PEM_MAX_BYTES));
    const own = new X509Certificate(renewedInPlaceOf(configured, issuer, place)?.certificate ?? configured);
    // What reads lists is read where there is one.
    const { readRevocationList } = await import("../../../src/orders/certificate.ts");
    const list = await readRevocationList(readTextFile(revoked, PEM_MAX_BYTES), issuer);
    if (list === null) return { why: `${revoked}: it is no revocation list of the authority` };
    const now = systemClock().wall();
    const daysTo = (end: number): number => Math.floor((end - now) / DAY_MS);
    const since = readWaiting(place.storage)?.since ?? null;
    const waiting = since === null ? null : { since, days: -daysTo(Date.parse(since)) - 1 };
    return { days: daysTo(own.validToDate.getTime()), listDays: daysTo(list.to), waiting };
  } catch (error) {
    return { why: errorText(error).split("\n", 1).join("") };
  }
}
