import { Agent } from "node:https";
import { checkServerIdentity } from "node:tls";
import { askHttps } from "../../net/ask-https.ts";
import type { Credentials } from "../orders/credentials.ts";
import {
  ANSWER_BYTES,
  readCollectorAnswer,
  type CollectorAnswer,
  type CollectorQuestion,
} from "./collector-answer.ts";
import type { CollectorsPort } from "./publisher.ts";

/** An answer comes within this time, over 64 kbit/s too; else the collector counts as silent. */
export const COLLECTOR_ANSWER_MS = 30_000;
/** A connection without questions is given up after this time, before the collector does so. */
const IDLE_MS = 20_000;
/** One for lines, one for heartbeats. */
const SOCKETS = 2;

/** The header by which a casino's collector names the log that it speaks of. */
export const OF_LOG = "tirada-log";

/** Another machine of the casino is no collector, whatever its name. */
const checkCollector: typeof checkServerIdentity = (host, certificate) =>
  checkServerIdentity(host, certificate) ??
  (certificate.subject.OU === "collector" ? undefined : new Error("it is no collector of this casino"));

/** The collectors of a floor, over mutual TLS with the table's own certificate as it is now. Connections are kept. */
export class Collectors implements CollectorsPort {
  readonly #urls: readonly string[];
  readonly #credentials: () => Credentials;
  readonly #withinMs: number;
  /** A check that is given with each question would keep it from every connection but its own. */
  readonly #agent = new Agent({
    keepAlive: true,
    maxSockets: SOCKETS,
    timeout: IDLE_MS,
    scheduling: "lifo",
    checkServerIdentity: checkCollector,
  });
  #at = 0;

  /** `urls`: at least one, each ends in a slash. */
  constructor(urls: readonly string[], credentials: () => Credentials, withinMs = COLLECTOR_ANSWER_MS) {
    this.#urls = urls;
    this.#credentials = credentials;
    this.#withinMs = withinMs;
  }

  get url(): string {
    return this.#urls[this.#at] ?? "";
  }

  get count(): number {
    return this.#urls.length;
  }

  turn(): void {
    this.#at = (this.#at + 1) % this.#urls.length;
  }

  /** `of`: the log that is spoken of, where the certificate does not name it: a casino's collector speaks for its tables. */
  async ask(question: CollectorQuestion, of?: string): Promise<CollectorAnswer> {
    const { cert, key, ca, crl } = this.#credentials();
    const answered = await askHttps(
      { cert, key, ca, crl },
      {
        url: new URL(`v1/${question.what}`, this.url),
        body: "body" in question ? question.body : undefined,
        most: ANSWER_BYTES,
        withinMs: this.#withinMs,
        agent: this.#agent,
        ...(of === undefined ? {} : { headers: { [OF_LOG]: of } }),
      },
    );
    if ("silent" in answered) return { is: "silent", why: answered.silent };
    return readCollectorAnswer(answered.status, answered.body);
  }

  close(): void {
    this.#agent.destroy();
  }
}
