import { createPrivateKey, X509Certificate } from "node:crypto";
import { type Authority, readRevocationList } from "../../../src/orders/certificate.ts";
import { readTextFile } from "../../files/read-file.ts";
import { renewedInPlaceOf } from "../../net/renewed-pair.ts";
import type { RemoteConfig } from "./messages.ts";

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
  requirePair(cert, key, files);
  const certificate = authorityIn(ca, files.authority);
  const list = await readRevocationList(crl, certificate);
  if (list === null)
    throw new Error(`${files.revoked}: it is no revocation list of the authority in ${files.authority}`);
  return { cert, key, ca, crl, authority: { certificate, list } };
}

/** The certificate of an authority in PEM. Throws an Error of one line. */
export const readAuthority = (path: string): X509Certificate =>
  authorityIn(readTextFile(path, PEM_MAX_BYTES), path);

function authorityIn(pem: string, path: string): X509Certificate {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pem);
  } catch (error) {
    throw new Error(`${path}: it is no certificate; take authority.pem of the authority`, { cause: error });
  }
  if (!certificate.ca) throw new Error(`${path}: it is not the certificate of an authority`);
  return certificate;
}

/** Reads the files of a table's unit: the pair that it took over by itself counts in place of the configured one while that ends earlier. */
export async function readUnitCredentials(files: Files, storage: string, log: string): Promise<Credentials> {
  const configured = await readCredentials(files);
  const renewed = renewedInPlaceOf(configured.cert, configured.authority.certificate, { storage, log });
  return renewed === null ? configured : { ...configured, cert: renewed.certificate, key: renewed.key };
}

/** One that was exchanged and the other not yet make no server: those of before count until both are there. */
function requirePair(cert: string, key: string, { certificate, key: keyPath }: Files): void {
  let isPair = false;
  try {
    isPair = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch (error) {
    throw new Error(`${certificate} or ${keyPath}: it is no certificate or no key in PEM`, { cause: error });
  }
  if (!isPair) throw new Error(`${keyPath} is not the key of ${certificate}`);
}
