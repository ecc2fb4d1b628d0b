import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  issueCertificate,
  keyOfRequest,
  makeAuthority,
  makeList,
  pemOf,
  type Issuer,
} from "../../firmware/office/authority/x509.ts";
import {
  CLOCK_LEEWAY_MS,
  DAY_MS,
  HOUR_MS,
  LIST_DAYS_MAX,
  type FarRole,
  type Machine,
} from "../../src/orders/certificate.ts";
import { requestOf } from "../../src/orders/renewal.ts";
import type { Clock } from "../../src/time/clock.ts";

/** A pair as TLS takes it, PEM. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** Where a program of the office finds its pair, the authority and its list. */
export interface PairFiles {
  readonly certificate: string;
  readonly key: string;
  readonly authority: string;
  readonly revoked: string;
}

/** How long its certificates count. */
const LASTS_MS = { machine: 30 * DAY_MS, person: 12 * HOUR_MS };
/** As a heartbeat says it. */
export const SIMULATED_DAYS = { certificate: LASTS_MS.machine / DAY_MS, list: LIST_DAYS_MAX };

/** A casino with an authority of its own, made on the spot. The authority's key is in memory alone, and gone with this process. */
export class SimulatedCasino {
  /** PEM of the authority's certificate and of its revocation list. */
  readonly ca: string;
  readonly crl: string;
  readonly #folder: string;
  readonly #issuer: Issuer;
  readonly #clock: Clock;

  private constructor(folder: string, clock: Clock, issuer: Issuer, crl: string) {
    this.#folder = folder;
    this.#issuer = issuer;
    this.#clock = clock;
    this.ca = issuer.certificate.toString();
    this.crl = crl;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(this.#path("authority.pem"), this.ca);
    writeFileSync(this.#path("revoked.pem"), this.crl);
  }

  /** `folder`: for the files that programs read. */
  static async make(folder: string, name: string, clock: Clock): Promise<SimulatedCasino> {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const from = clock.wall() - CLOCK_LEEWAY_MS;
    const certificate = await makeAuthority(privateKey, publicKey, name, {
      from,
      to: from + 2 * LASTS_MS.machine,
    });
    const issuer = { key: privateKey, certificate };
    const list = await makeList(issuer, 1, { from, to: from + LIST_DAYS_MAX * DAY_MS }, []);
    return new SimulatedCasino(folder, clock, issuer, pemOf("X509 CRL", list));
  }

  async issue(name: string, as: FarRole | Machine, hosts: readonly string[] = []): Promise<Pair> {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = await keyOfRequest(await requestOf(privateKey));
    if (key === null) throw new Error("a request of one's own was not understood");
    const isPerson = as === "tecnico" || as === "inspector" || as === "jefe-de-mesa";
    const from = this.#clock.wall() - CLOCK_LEEWAY_MS;
    const span = { from, to: from + CLOCK_LEEWAY_MS + LASTS_MS[isPerson ? "person" : "machine"] };
    const cert = await issueCertificate(this.#issuer, key, { name, as, hosts }, span);
    return { cert: cert.toString(), key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
  }

  /** Issues one for a program, which reads it from files; `file`: what their names begin with. */
  async issueFiles(
    name: string,
    as: FarRole | Machine,
    hosts: readonly string[] = [],
    file = name,
  ): Promise<PairFiles> {
    const { cert, key } = await this.issue(name, as, hosts);
    const files = {
      certificate: this.#path(`${file}.pem`),
      key: this.#path(`${file}.key.pem`),
      authority: this.#path("authority.pem"),
      revoked: this.#path("revoked.pem"),
    };
    writeFileSync(files.certificate, cert);
    writeFileSync(files.key, key, { mode: 0o600 });
    return files;
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}
