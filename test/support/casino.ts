import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import type { RemoteConfig } from "../../firmware/afar/orders/messages.ts";
import { AuthorityFolder } from "../../firmware/office/authority/authority.ts";
import { issueCertificate, keyOfRequest, makeAuthority } from "../../firmware/office/authority/x509.ts";
import { HOUR_MS, type Authority, type FarRole, type Machine } from "../../src/orders/certificate.ts";
import { requestOf } from "../../src/orders/renewal.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "./folder.ts";

/** A casino with an authority, its units and people. */

const PASSPHRASE = "correct horse battery staple";
const COST = 1_024;
const clock = systemClock();

export interface Held {
  readonly name: string;
  readonly certificatePath: string;
  readonly keyPath: string;
  readonly cert: string;
  readonly key: string;
}

export interface IssueOptions {
  readonly as: FarRole | Machine;
  readonly hosts?: readonly string[];
  /** Hours ago that it was issued; 0 unless given. */
  readonly hoursAgo?: number;
  readonly hours?: number;
}

export interface Casino {
  readonly folder: string;
  readonly authority: AuthorityFolder;
  readonly ca: string;
  issue(name: string, options: IssueOptions): Promise<Held>;
  revoke(held: Held): Promise<void>;
  /** The section of a table's configuration. */
  remote(unit: Held, change?: Partial<RemoteConfig>): RemoteConfig;
}

/** `folder`: one that outlives a test is its maker's to remove. */
export async function casino(name = "casino-1", folder = temporaryFolder()): Promise<Casino> {
  mkdirSync(folder, { recursive: true });
  const authority = new AuthorityFolder(join(folder, "authority"));
  await authority.create(name, PASSPHRASE, clock.wall(), COST);
  let made = 0;
  const issue = async (holder: string, options: IssueOptions): Promise<Held> => {
    made++;
    const [certificatePath, keyPath, csr] = ["pem", "key.pem", "csr"].map((end) =>
      join(folder, `${made}.${end}`),
    );
    const words = ["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
    spawnSync("openssl", [...words, "-subj", "/CN=x", "-keyout", keyPath!, "-out", csr!]);
    const { as, hosts = [], hoursAgo = 0, hours = 8 } = options;
    const wanted = { name: holder, as, hosts, lastsMs: hours * 3_600_000 };
    const cert = await authority.issue(csr!, wanted, PASSPHRASE, clock.wall() - hoursAgo * 3_600_000);
    writeFileSync(certificatePath!, cert);
    return {
      name: holder,
      certificatePath: certificatePath!,
      keyPath: keyPath!,
      cert,
      key: readFileSync(keyPath!, "utf8"),
    };
  };
  return {
    folder,
    authority,
    issue,
    ca: readFileSync(authority.certificatePath, "utf8"),
    revoke: async ({ name: holder }) => {
      const found = authority.list().find((one) => one.name === holder)!;
      await authority.revoke([found.serial], PASSPHRASE, clock.wall());
    },
    remote: (unit, change = {}) => ({
      certificate: unit.certificatePath,
      key: unit.keyPath,
      authority: authority.certificatePath,
      revoked: authority.listPath,
      server: { host: "127.0.0.1", port: 0 },
      updater: join(folder, "updater.sock"),
      ...change,
    }),
  };
}

/** An authority that trusts nothing to a disk, and one technician of it, who may act for 8 hours from `now` on. */
export async function technicianAt(
  now: number,
  name = "ana",
): Promise<{ readonly authority: Authority; readonly held: Pick<Held, "name" | "cert" | "key"> }> {
  const of = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const own = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const span = { from: now, to: now + 8 * HOUR_MS };
  const certificate = await makeAuthority(of.privateKey, of.publicKey, "casino-1", span);
  const key = (await keyOfRequest(await requestOf(own)))!;
  const subject = { name, as: "tecnico", hosts: [] };
  const cert = await issueCertificate({ key: of.privateKey, certificate }, key, subject, span);
  return {
    authority: { certificate, list: { number: 1, ...span, revoked: new Set() } },
    held: { name, cert: cert.toString(), key: own.export({ type: "pkcs8", format: "pem" }).toString() },
  };
}

export interface FarAnswer {
  readonly status: number;
  readonly body: string;
}

/** Asks over TLS with a person's certificate, or with none. Rejects where the connection ends. */
export function askFar(
  url: string,
  of: Pick<Casino, "ca">,
  who: Pick<Held, "cert" | "key"> | null,
  body?: string,
): Promise<FarAnswer> {
  return new Promise((resolve, reject) => {
    const proof = who === null ? {} : { cert: who.cert, key: who.key };
    const method = body === undefined ? "GET" : "POST";
    const sent = request(url, { ca: of.ca, ...proof, method, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => (text += piece));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** A person's key and certificate as `openssl pkcs12 -export` makes them for a browser. */
export function p12Of({ cert, key }: Pick<Held, "cert" | "key">, password: string): Buffer {
  const words = ["pkcs12", "-export", "-passout", `pass:${password}`];
  return spawnSync("openssl", words, { input: `${key}${cert}`, maxBuffer: 1_048_576 }).stdout;
}
