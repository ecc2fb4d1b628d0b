import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import {
  CLOCK_LEEWAY_MS,
  DAY_MS,
  FAR_ROLES,
  HOLDER_NAME_MAX,
  LIST_DAYS_MAX,
  MACHINES,
  publicKeyId,
  serialOf,
  type FarRole,
  type Machine,
} from "../../../src/orders/certificate.ts";
import { NAME_FAULTS, nameFault, nameKey } from "../../../src/people/names.ts";
import { createDurably } from "../../files/durable.ts";
import { orUsageProblem, usageProblem } from "../../problem.ts";
import { readRegularFile } from "../../files/read-file.ts";
import { readShapedFile } from "../signing/key-file.ts";
import { writeDurably } from "../signing/repository.ts";
import { BOX_SHAPE, closeBox, openBox } from "../signing/secret-box.ts";
import { keyOf, renewOne, serialIn, type RenewedOne } from "./renewals.ts";
import { issueCertificate, keyOfRequest, makeAuthority, makeList, pemOf, type Issuer } from "./x509.ts";

/**
 * The authority of a casino: a folder on a machine without a network, or on a stick. `authority.key.json` is its key under a
 * passphrase, `authority.pem` its certificate, `issued.json` what it issued and revoked, `revoked.pem` its newest revocation list.
 */
const AUTHORITY_YEARS = 10;
const YEAR_MS = 366 * DAY_MS;
const FILE_MAX_BYTES = 16 * 1_048_576;
const REQUEST_MAX_BYTES = 16_384;
/** Certificates that one authority issues. */
const ISSUED_MAX = 100_000;
const FORMAT = "tirada-authority-key/1";
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._/-]*$/u;
const HOST = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

const keyShape = z.strictObject({ format: z.literal(FORMAT), name: z.string().max(200), ...BOX_SHAPE });
const issuedShape = z.strictObject({
  /** Number of the newest revocation list. */
  list: z.int().min(1),
  certificates: z
    .array(
      z.strictObject({
        serial: z.string().regex(/^[1-9a-f][0-9a-f]{0,39}$/),
        name: z.string().max(HOLDER_NAME_MAX),
        as: z.enum([...FAR_ROLES, ...MACHINES]),
        from: z.int(),
        to: z.int(),
        revoked: z.nullable(z.int()),
        /** The key that it is for, as `publicKeyId` names it; left out: it was issued before that was written down. */
        key: z.string().max(64).exactOptional(),
        /** Over which certificate it was renewed, and for which key. */
        renews: z.strictObject({ serial: z.string().max(40), key: z.string().max(64) }).exactOptional(),
      }),
    )
    .max(ISSUED_MAX),
});
type Issued = z.infer<typeof issuedShape>;
export type IssuedCertificate = Issued["certificates"][number];

/** What a certificate is to say. */
export interface Wanted {
  readonly name: string;
  readonly as: FarRole | Machine;
  readonly hosts: readonly string[];
  readonly lastsMs: number;
}

export class AuthorityFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get certificatePath(): string {
    return join(this.#folder, "authority.pem");
  }

  get listPath(): string {
    return join(this.#folder, "revoked.pem");
  }

  /** Makes an authority that has issued nothing. `cost`: of scrypt; less in tests alone. */
  async create(name: string, passphrase: string, now: number, cost?: number): Promise<void> {
    requireName(name);
    const keyPath = join(this.#folder, "authority.key.json");
    for (const path of [keyPath, this.certificatePath, this.listPath])
      if (existsSync(path)) throw usageProblem(`${path} is there already: an authority is made once`);
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const box = closeBox(privateKey.export({ type: "pkcs8", format: "der" }), passphrase, FORMAT, cost);
    const span = { from: now - CLOCK_LEEWAY_MS, to: now + AUTHORITY_YEARS * YEAR_MS };
    const certificate = await makeAuthority(privateKey, publicKey, name, span);
    orUsageProblem(() => {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      createDurably(keyPath, Buffer.from(textOf({ format: FORMAT, name, ...box })), 0o600);
      createDurably(this.certificatePath, Buffer.from(certificate.toString()), 0o644);
    });
    await this.#writeList({ key: privateKey, certificate }, { list: 1, certificates: [] }, now);
  }

  /** Issues a certificate over the key of a request. @returns PEM */
  async issue(requestPath: string, wanted: Wanted, passphrase: string, now: number): Promise<string> {
    requireName(wanted.name);
    for (const host of wanted.hosts)
      if (isIP(host) === 0 && !HOST.test(host))
        throw usageProblem(`"${host}" is no name or address of a machine`);
    const key = await keyOfRequest(derOf(requestPath));
    if (key === null)
      throw usageProblem(`${requestPath}: it is no request (PKCS#10) that its own P-256 key signed`);
    const issuer = this.#open(passphrase);
    const span = { from: now - CLOCK_LEEWAY_MS, to: now + wanted.lastsMs };
    const certificate = await issueCertificate(issuer, key, wanted, span);
    const { name, as } = wanted;
    const id = publicKeyId(certificate.publicKey);
    const one = { serial: serialOf(certificate.serialNumber), name, as, ...span, revoked: null, key: id };
    // Read now and not before: somebody else may have been given one meanwhile.
    const issued = this.#issued();
    requireOwnKey(issued.certificates, wanted, id);
    if (issued.certificates.length >= ISSUED_MAX)
      throw usageProblem(`${ISSUED_MAX} certificates are issued: make another authority`);
    this.#writeIssued({ ...issued, certificates: [...issued.certificates, one] });
    return certificate.toString();
  }

  /** Issues the next certificates of units that ask for them; what came of each, in the order of the texts. */
  async renew(
    texts: readonly string[],
    lastsMs: number,
    passphrase: string,
    now: number,
  ): Promise<readonly RenewedOne[]> {
    const issuer = this.#open(passphrase);
    const issued = this.#issued();
    const certificates = [...issued.certificates];
    const done: RenewedOne[] = [];
    for (const text of texts) {
      const span = { from: now - CLOCK_LEEWAY_MS, to: now + lastsMs, now };
      const one = await renewOne(text, issuer, certificates, span);
      done.push(one);
      if (!one.ok) continue;
      const { holder, renews, certificate, from, to } = one;
      const { name, as } = holder;
      const { key } = renews;
      certificates.push({ serial: serialIn(certificate), name, as, from, to, revoked: null, key, renews });
    }
    if (certificates.length > ISSUED_MAX)
      throw usageProblem(`over ${ISSUED_MAX} certificates would be issued: make another authority`);
    // Written down before any of them leaves.
    this.#writeIssued({ ...issued, certificates });
    return done;
  }

  /** Revokes certificates by the first digits of their numbers, and signs the list anew; without any the list alone. */
  async revoke(
    numbers: readonly string[],
    passphrase: string,
    now: number,
  ): Promise<readonly IssuedCertificate[]> {
    const issued = this.#issued();
    const found = numbers.map((digits) => oneOf(issued.certificates, digits));
    const issuer = this.#open(passphrase);
    const certificates = issued.certificates.map((one) =>
      found.includes(one) && one.revoked === null ? { ...one, revoked: now } : one,
    );
    await this.#writeList(issuer, { list: issued.list + 1, certificates }, now);
    return found;
  }

  /** Everything that was issued, the oldest first. */
  list(): readonly IssuedCertificate[] {
    return this.#issued().certificates;
  }

  async #writeList(issuer: Issuer, issued: Issued, now: number): Promise<void> {
    // A certificate that has ended by itself for longer than clocks may differ needs no place in a list.
    const revoked = issued.certificates.flatMap(({ serial, revoked: at, to }) =>
      at === null || to + DAY_MS < now ? [] : [{ serial, at }],
    );
    const span = { from: now - CLOCK_LEEWAY_MS, to: now + LIST_DAYS_MAX * DAY_MS };
    const der = await makeList(issuer, issued.list, span, revoked);
    // What is revoked is written down before the list: whatever ends between the two, the next list has it.
    this.#writeIssued(issued);
    orUsageProblem(() => writeDurably(this.listPath, Buffer.from(pemOf("X509 CRL", der))));
  }

  #writeIssued(issued: Issued): void {
    orUsageProblem(() => writeDurably(join(this.#folder, "issued.json"), Buffer.from(textOf(issued)), 0o600));
  }

  #issued(): Issued {
    return readShapedFile(join(this.#folder, "issued.json"), issuedShape, "an authority", FILE_MAX_BYTES);
  }

  #open(passphrase: string): Issuer {
    const path = join(this.#folder, "authority.key.json");
    const file = readShapedFile(path, keyShape, "an authority", FILE_MAX_BYTES);
    const certificate = new X509Certificate(
      orUsageProblem(() => readRegularFile(this.certificatePath, FILE_MAX_BYTES)),
    );
    try {
      const key = createPrivateKey({ key: openBox(file, passphrase, FORMAT), format: "der", type: "pkcs8" });
      if (certificate.checkPrivateKey(key)) return { key, certificate };
    } catch (error) {
      throw usageProblem(`${path}: this is not its passphrase, or the file is damaged`, error);
    }
    throw usageProblem(`${path} and ${this.certificatePath} do not belong together`);
  }
}

/** The bytes of a file in PEM or DER. */
function derOf(path: string): Buffer {
  const bytes = orUsageProblem(() => readRegularFile(path, REQUEST_MAX_BYTES));
  const [, body] =
    /-----BEGIN (?:NEW )?CERTIFICATE REQUEST-----([A-Za-z0-9+/=\s]+)-----END/.exec(bytes.toString("latin1")) ??
    [];
  return body === undefined ? bytes : Buffer.from(body, "base64");
}

function oneOf(certificates: readonly IssuedCertificate[], digits: string): IssuedCertificate {
  const found = certificates.filter(({ serial }) => serial.startsWith(digits.toLowerCase()));
  const [one] = found;
  if (one !== undefined && found.length === 1) return one;
  throw usageProblem(
    `${digits}: ${found.length === 0 ? "no certificate has" : "more than one certificate has"} such a number`,
  );
}

/** Two people, or two machines, are two keys: whoever the authority certifies has one that nobody else was certified with. */
function requireOwnKey(
  issued: readonly IssuedCertificate[],
  { name, as }: Pick<Wanted, "name" | "as">,
  key: string,
): void {
  const isMachine = (one: FarRole | Machine): boolean => MACHINES.some((machine) => machine === one);
  for (const one of issued) {
    const isSame = nameKey(one.name) === nameKey(name);
    if (isSame && one.name !== name)
      throw usageProblem(
        `"${name}" reads like "${one.name}", who has a certificate: write it the same, or otherwise`,
      );
    if (keyOf(one) === key && (!isSame || isMachine(one.as) !== isMachine(as)))
      throw usageProblem(
        `this key was certified for ${one.name} (${one.as}, number ${one.serial.slice(0, 8)}): each person and each machine makes a key of its own`,
      );
  }
}

function requireName(name: string): void {
  if (!NAME.test(name) || name.length > HOLDER_NAME_MAX)
    throw usageProblem(`"${name}" is no name: at most ${HOLDER_NAME_MAX} letters, digits, spaces, . _ / -`);
  const fault = nameFault(name);
  if (fault !== null) throw usageProblem(`"${name}" is no name: ${NAME_FAULTS[fault]}`);
}

const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
