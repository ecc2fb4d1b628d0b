import { createPrivateKey, generateKeyPairSync, sign, X509Certificate } from "node:crypto";
import { z } from "zod";
import { DAY_MS, type Holder } from "../../../src/orders/certificate.ts";
import {
  CERTIFICATE_MAX,
  formatRenewal,
  judgeRenewed,
  lineOfRenewal,
  requestOf,
} from "../../../src/orders/renewal.ts";
import { utf8 } from "../../../src/record/bytes.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { rfc3339 } from "../../../src/time/instant.ts";
import { errorText } from "../../problem.ts";
import type { Answered } from "../../net/ask-https.ts";
import type { Credentials } from "./credentials.ts";
import {
  readWaiting,
  removeWaiting,
  writeRenewed,
  writeWaiting,
  type RenewedPair,
  type WaitingRenewal,
} from "../../net/renewed-pair.ts";

/** Another certificate is asked for when the one that counts has so many days left, or a third of its time where that is less. */
export const RENEW_DAYS = 30;
const PART_OF_ITS_TIME = 3;

const answerShape = z.strictObject({ certificate: z.nullable(z.string().max(CERTIFICATE_MAX)) });

export interface RenewalParts {
  /** The table's storage folder, and the name of its log. */
  readonly storage: string;
  readonly log: string;
  readonly clock: Clock;
  readonly credentials: () => Credentials;
  /** Leaves the request at the relay; the answer has the certificate when somebody delivered it. */
  readonly ask: (request: string) => Promise<Answered>;
  /** Has it recorded; false: not in time, and nothing is taken over. */
  readonly record: (renewed: Renewed) => Promise<boolean>;
  /** The new pair counts from now on. */
  readonly use: () => Promise<void>;
  readonly onNotice: (line: string) => void;
}

/** What a record says of a certificate that was taken over. */
export interface Renewed {
  readonly serial: string;
  /** When it ends, and when the former one would have, RFC 3339. */
  readonly until: string;
  readonly former: string;
}

/**
 * Has the unit's certificate renewed over the relay: a new key beside the old one, a request that the old key signed, and in the end a
 * certificate that is held against both. Whatever goes wrong, the old pair goes on.
 */
export class Renewal {
  readonly #parts: RenewalParts;
  #isBusy = false;
  #trouble: string | null = null;

  constructor(parts: RenewalParts) {
    this.#parts = parts;
  }

  /** Looks whether anything is to be done, and does it. Never rejects. */
  async look(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      this.#tellTrouble(await this.#step());
    } catch (error) {
      this.#tellTrouble(errorText(error).split("\n", 1).join(""));
    } finally {
      this.#isBusy = false;
    }
  }

  /** @returns what is wrong; null: nothing, or it is not known yet */
  async #step(): Promise<string | null> {
    const { storage, clock, credentials, ask } = this.#parts;
    const certificate = new X509Certificate(credentials().cert);
    let waiting = readWaiting(storage);
    if (!isDue(certificate, clock.wall())) {
      // It was renewed, or exchanged by hand.
      if (waiting !== null) removeWaiting(storage);
      return null;
    }
    if (waiting === null) {
      waiting = await this.#makeRequest();
      writeWaiting(storage, waiting);
      this.#parts.onNotice(
        `remote: the unit's certificate ends at ${rfc3339Of(certificate)}: another one is asked for`,
      );
    }
    const answered = await ask(waiting.request);
    // That the relay does not answer is told where orders are fetched.
    if ("silent" in answered) return null;
    if (answered.status !== 200)
      return `the relay refuses the request for a certificate: ${answered.status} ${answered.body.trim().slice(0, 100)}`;
    const { certificate: pem } = answerShape.parse(JSON.parse(answered.body));
    return pem === null ? null : this.#take(pem, waiting, certificate);
  }

  async #makeRequest(): Promise<WaitingRenewal> {
    const { clock, log, credentials } = this.#parts;
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const since = rfc3339(clock.wall());
    const request = (await requestOf(privateKey)).toString("base64");
    const line = lineOfRenewal({ v: 1, kind: "renewal", name: log, at: since, request });
    const { cert, key } = credentials();
    const signature = sign("sha256", utf8(line), { key, dsaEncoding: "ieee-p1363" });
    return {
      since,
      key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      request: formatRenewal(line, { certificate: new X509Certificate(cert).raw, signature }),
    };
  }

  async #take(pem: string, waiting: WaitingRenewal, former: X509Certificate): Promise<string | null> {
    const { storage, log, clock, credentials, record, use, onNotice } = this.#parts;
    const judged = judgeRenewed(pem, {
      authority: credentials().authority,
      name: log,
      key: createPrivateKey(waiting.key),
      former: former.validToDate.getTime(),
      now: clock.wall(),
    });
    if (typeof judged === "string") return `the certificate that came counts for nothing: ${judged}`;
    const pair: RenewedPair = { key: waiting.key, certificate: pem };
    const renewed = renewedOf(judged, former);
    // The record first: where it ends between the two, the same certificate is taken over again.
    if (!(await record(renewed))) return "the record of another certificate was not made in time";
    writeRenewed(storage, pair);
    await use();
    removeWaiting(storage);
    onNotice(`remote: the unit has another certificate, until ${renewed.until}`);
    return null;
  }

  #tellTrouble(trouble: string | null): void {
    if (trouble !== null && trouble !== this.#trouble) this.#parts.onNotice(`remote: ${trouble}`);
    this.#trouble = trouble;
  }
}

function isDue({ validFromDate, validToDate }: X509Certificate, now: number): boolean {
  const to = validToDate.getTime();
  const third = (to - validFromDate.getTime()) / PART_OF_ITS_TIME;
  return to - now <= Math.min(RENEW_DAYS * DAY_MS, third);
}

const rfc3339Of = ({ validToDate }: X509Certificate): string => validToDate.toISOString();

const renewedOf = ({ serial, to }: Holder, former: X509Certificate): Renewed => ({
  serial,
  until: new Date(to).toISOString(),
  former: rfc3339Of(former),
});
