import { formatHeartbeat, type Heartbeat } from "../../../src/floor/heartbeat.ts";
import type { CollectorsPort } from "./publisher.ts";

/** What whoever sends a heartbeat adds to what the table says of itself. */
export interface SenderFacts extends Pick<Heartbeat, "days" | "published" | "temperature"> {
  /** PEM of the key of the certificate. */
  readonly key: string;
}

/** What the table says of itself. */
export type HeartbeatFacts = Omit<Heartbeat, "v" | "days" | "published" | "temperature">;

/** A floor of before says so of a heartbeat with what was measured: for so many it is left out then. */
const PLAIN_BEATS = 720;

/** Says how a table is. One at a time: what comes while a collector does not answer is not kept, and its number is missing. */
export class Heartbeats {
  readonly #collectors: Pick<CollectorsPort, "ask">;
  #isUnderWay = false;
  /** Heartbeats that still go without what was measured. */
  #plain = 0;

  constructor(collectors: Pick<CollectorsPort, "ask">) {
    this.#collectors = collectors;
  }

  /** Never rejects; false: the one before is still under way. */
  async send(facts: HeartbeatFacts, { key, ...own }: SenderFacts): Promise<boolean> {
    if (this.#isUnderWay) return false;
    this.#isUnderWay = true;
    const { measured, ...plain } = facts;
    const isWhole = measured !== undefined && this.#plain === 0;
    const answer = await this.#say({ v: 1, ...(isWhole ? facts : plain), ...own }, key);
    const isOld = isWhole && answer.is === "answer" && answer.refused?.why === "malformed";
    this.#plain = isOld ? PLAIN_BEATS : Math.max(0, this.#plain - 1);
    if (isOld) await this.#say({ v: 1, ...plain, ...own }, key);
    this.#isUnderWay = false;
    return true;
  }

  #say(heartbeat: Heartbeat, key: string): ReturnType<CollectorsPort["ask"]> {
    return this.#collectors.ask({ what: "heartbeat", body: formatHeartbeat(heartbeat, key) });
  }
}
