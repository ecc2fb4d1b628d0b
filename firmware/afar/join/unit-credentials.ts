import { createPrivateKey, X509Certificate } from "node:crypto";
import { holderOf, readRevocationList } from "../../../src/orders/certificate.ts";
import { rfc3339, wallMs, type WallMs } from "../../../src/time/instant.ts";
import { isThere } from "../../files/disk.ts";
import { orUsageProblem, usageProblem, type Problem } from "../../problem.ts";
import { readTextFile } from "../../files/read-file.ts";
import { LIST_MAX_BYTES, type Credentials } from "../orders/credentials.ts";
import { certificateIn, fingerprintOf, type Casino } from "./answers.ts";
import type { JoinText } from "./texts.ts";

const KEY_MAX_BYTES = 65_536;

/** Where a unit has what it proves itself with. */
export interface UnitFiles {
  readonly certificate: string;
  readonly key: string;
  readonly authority: string;
  readonly revoked: string;
}

/** The revocation list of a casino's authority, which must hold. Rejects with a Problem. */
async function listOf(casino: Casino, wall: WallMs, text: JoinText): Promise<Credentials["authority"]["list"]> {
  const list = await readRevocationList(casino.revoked, casino.authority);
  if (list === null) throw usageProblem(text.refuse("list"));
  if (list.to <= wall) throw usageProblem(text.refuse("list-old", { to: rfc3339(wallMs(list.to)) }));
  return list;
}

/** A table belongs to one casino: another one's authority is taken in place of the one that it has by nobody. */
function requireSameCasino({ authority: path }: UnitFiles, { authority }: Casino, text: JoinText): void {
  if (!isThere(path)) return;
  const before = orUsageProblem(() => new X509Certificate(readTextFile(path, KEY_MAX_BYTES)));
  if (fingerprintOf(before) === fingerprintOf(authority)) return;
  throw usageProblem(
    text.refuse("other-casino", { path, found: `${nameOf(before)}, ${fingerprintOf(before)}` }),
  );
}

/** The name of an authority. */
export const nameOf = ({ subject }: X509Certificate): string => /^CN=(.*)$/m.exec(subject)?.[1] ?? "?";

export interface UnitAsked {
  readonly files: UnitFiles;
  readonly log: string;
  readonly casino: Casino;
  /** The certificate that was brought; null: the one that is in its place. */
  readonly brought: string | null;
  readonly wall: WallMs;
}

/** What the unit proves itself with in this casino. Rejects with a Problem that says why it can not. */
export async function unitCredentials(
  { files, log, casino, brought, wall }: UnitAsked,
  text: JoinText,
): Promise<Credentials> {
  requireSameCasino(files, casino, text);
  const { authority: certificate } = casino;
  const authority = { certificate, list: await listOf(casino, wall, text) };
  const refuse = (...said: Parameters<JoinText["refuse"]>): Problem => usageProblem(text.refuse(...said));
  if (brought === null && !isThere(files.certificate))
    throw refuse("no-certificate", { path: files.certificate });
  const cert = brought === null ? ownCertificate(files.certificate) : certificateIn(brought);
  const holder = holderOf(cert, authority, wall);
  if (typeof holder === "string") throw refuse("certificate", { code: holder });
  if (holder.as !== "unit" || holder.name !== log)
    throw refuse("other-unit", { found: `${holder.as} ${holder.name}`, log });
  if (!isThere(files.key)) throw refuse("no-certificate", { path: files.key });
  const key = orUsageProblem(() => readTextFile(files.key, KEY_MAX_BYTES));
  if (!isPair(cert, key)) throw refuse("other-pair", { key: files.key });
  return { cert: cert.toString(), key, ca: certificate.toString(), crl: casino.revoked, authority };
}

const ownCertificate = (path: string): X509Certificate =>
  orUsageProblem(() => new X509Certificate(readTextFile(path, KEY_MAX_BYTES)));

function isPair(cert: X509Certificate, key: string): boolean {
  try {
    return cert.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/** The list to be written: the one that the unit has, where that is of the same authority and newer. */
export async function newerList(
  { revoked: path }: UnitFiles,
  { crl, authority }: Credentials,
): Promise<string> {
  if (!isThere(path)) return crl;
  const before = orUsageProblem(() => readTextFile(path, LIST_MAX_BYTES));
  const list = await readRevocationList(before, authority.certificate);
  return list !== null && list.number > authority.list.number ? before : crl;
}
