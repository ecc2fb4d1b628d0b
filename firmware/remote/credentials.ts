import { X509Certificate } from "node:crypto";
import type { Authority } from "../../src/orders/certificate.ts";
import { readTextFile } from "../read-file.ts";
import type { RemoteConfig } from "./messages.ts";
import { readRevocationList } from "../../src/orders/revocation-list.ts";

/** A list of some 20,000 certificates. */
export const LIST_MAX_BYTES = 1_048_576;
const PEM_MAX_BYTES = 65_536;

/** What a machine of the casino proves itself with, and whom it believes. */
export interface Credentials {
  /** PEM, as TLS takes them. */
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
  readonly crl: string;
  readonly authority: Authority;
}

type Files = Pick<RemoteConfig, "certificate" | "key" | "authority" | "revoked">;

/** Reads the files that a configuration names. Throws an Error of one line. */
export async function readCredentials(files: Files): Promise<Credentials> {
  const cert = readTextFile(files.certificate, PEM_MAX_BYTES);
  const key = readTextFile(files.key, PEM_MAX_BYTES);
  const ca = readTextFile(files.authority, PEM_MAX_BYTES);
  const crl = readTextFile(files.revoked, LIST_MAX_BYTES);
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(ca);
  } catch (error) {
    throw new Error(`${files.authority}: it is no certificate; take authority.pem of the authority`, {
      cause: error,
    });
  }
  if (!certificate.ca) throw new Error(`${files.authority}: it is not the certificate of an authority`);
  const list = await readRevocationList(crl, certificate);
  if (list === null)
    throw new Error(`${files.revoked}: it is no revocation list of the authority in ${files.authority}`);
  return { cert, key, ca, crl, authority: { certificate, list } };
}
