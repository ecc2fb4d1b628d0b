import { createPrivateKey, sign, X509Certificate, type KeyObject } from "node:crypto";
import type { Command } from "commander";
import {
  formatOrder,
  lineOfOrder,
  parseOrder,
  ORDER_MAX_BYTES,
  type OrderAction,
  type OrderLine,
  type OrderSignature,
  type OrderText,
} from "../../../src/orders/order.ts";
import { sha256Hex, utf8 } from "../../../src/record/bytes.ts";
import { rfc3339, wallMs, type WallMs } from "../../../src/time/instant.ts";
import { readRegularFile, readTextFile } from "../../files/read-file.ts";
import { errorText, EXIT, orUsageProblem, Problem, usageProblem } from "../../problem.ts";
import { writeFileSync } from "../../files/disk.ts";
import type { Answered, Proof } from "../../net/ask-https.ts";
import type { OptionsOf } from "../common.ts";

/** What people sign with on their laptops: the key and the certificate of this shift. */

const PEM_MAX_BYTES = 65_536;

/** The options that name key and certificate. */
export const withSigner = (command: Command) =>
  command
    .requiredOption("--key <file>", "the person's key, PEM")
    .requiredOption("--certificate <file>", "the person's certificate, PEM")
    .option("--passphrase-file <file>", "a file whose first line is the passphrase of the key");

type SignerOptions = OptionsOf<typeof withSigner>;

export interface PersonalSigner {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
}

/** Opens key and certificate. Throws a Problem where they are not of each other. */
export function signerOf(options: SignerOptions): PersonalSigner {
  const { key, cert, passphrase } = proofFiles(options);
  try {
    const certificate = new X509Certificate(cert);
    const opened = createPrivateKey({ key, ...(passphrase === undefined ? {} : { passphrase }) });
    if (certificate.checkPrivateKey(opened)) return { key: opened, certificate };
  } catch (error) {
    throw usageProblem(
      `${options.key} or ${options.certificate} cannot be read: is the passphrase right?`,
      error,
    );
  }
  throw usageProblem(`${options.key} is not the key of ${options.certificate}`);
}

/** What a person proves themselves with over TLS. */
export const proofOf = (options: SignerOptions & { readonly authority: string }): Proof => ({
  ...proofFiles(options),
  ca: orUsageProblem(() => readTextFile(options.authority, PEM_MAX_BYTES)),
});

function proofFiles(options: SignerOptions): Omit<Proof, "ca"> {
  const read = (path: string): string =>
    orUsageProblem(() => readRegularFile(path, PEM_MAX_BYTES)).toString("utf8");
  const { passphraseFile } = options;
  const [passphrase = ""] = passphraseFile === undefined ? [] : read(passphraseFile).split(/\r?\n/, 1);
  return {
    cert: read(options.certificate),
    key: read(options.key),
    ...(passphraseFile === undefined ? {} : { passphrase }),
  };
}

/** Common name of a certificate. */
export const nameOf = (certificate: X509Certificate): string => {
  const { CN: name } = certificate.toLegacyObject().subject as Readonly<Record<string, unknown>>;
  return typeof name === "string" ? name : "";
};

/** Signs a line as orders are signed. */
export const signatureOf = (line: string, { key, certificate }: PersonalSigner): OrderSignature => ({
  certificate: certificate.raw,
  signature: sign("sha256", utf8(line), { key, dsaEncoding: "ieee-p1363" }),
});

/** What is asked of which tables, from when on, for how long, and under which number. */
export interface WantedOrder<Action extends string = OrderAction> {
  readonly table: OrderLine["table"];
  readonly action: Action;
  readonly arguments: Record<string, unknown>;
  readonly now: WallMs;
  readonly lastsMs: number;
  readonly number: number;
  /** Why, in words. */
  readonly reason?: string;
}

/** The line of an order by this person. */
export const lineBy = (
  { now, lastsMs, ...asked }: WantedOrder<string>,
  { certificate }: PersonalSigner,
): OrderLine => ({
  ...({ v: 1, kind: "order", ...asked } as const),
  notBefore: rfc3339(now),
  notAfter: rfc3339(wallMs(now + lastsMs)),
  person: nameOf(certificate),
  certificate: sha256Hex(certificate.raw),
});

/** The text of an order, with this person's signature. */
export const signedOrder = (said: OrderLine, signer: PersonalSigner): string => {
  const line = lineOfOrder(said);
  return formatOrder(line, [signatureOf(line, signer)]);
};

/** Reads an order's file. Throws a Problem where it is none. */
export function readOrder(path: string): OrderText {
  const parsed = parseOrder(orUsageProblem(() => readTextFile(path, ORDER_MAX_BYTES)));
  if (parsed === null) throw usageProblem(`${path}: it is no order`);
  return parsed;
}

/** Writes what a person signed; `wx`: into a new file. */
export function writeSigned(path: string, text: string, flag: "w" | "wx"): void {
  try {
    writeFileSync(path, text, { flag, mode: 0o600 });
  } catch (error) {
    throw usageProblem(`cannot write ${path}: ${errorText(error)}; name a new file`, error);
  }
}

/** Where a machine of the casino answers. Throws a Problem. */
export function addressOf(url: string): string {
  if (URL.canParse(url) && url.startsWith("https:")) return url.endsWith("/") ? url : `${url}/`;
  throw usageProblem(`${url}: must look like https://table-07.casino.example:8472/`);
}

/** What a machine does with whoever it does not let in: under TLS 1.3 it says no reason. */
const CUT = "ECONNRESET";
const CUT_ADVICE =
  ": it cut the connection, as a machine of the casino does where a certificate is not of its authority, has ended or was revoked";

/** What somebody asked answered, where it did what it was asked. Throws a Problem: status 6 where it refused, 3 where nobody answered. */
export function textOfAnswer(answered: Answered, to: string): string {
  if ("silent" in answered) {
    const advice = answered.silent === CUT ? CUT_ADVICE : "";
    throw new Problem(EXIT.device, `${to} gave no answer (${answered.silent})${advice}`);
  }
  const { status, body } = answered;
  if (status === 200) return body;
  throw new Problem(status === 403 ? EXIT.notValid : EXIT.device, `${to}: ${body.trim().slice(0, 200)}`);
}
