import { formatHeartbeat, type Heartbeat } from "../../../src/floor/heartbeat.ts";
import type { CollectorsPort } from "./publisher.ts";

/** What whoever sends a heartbeat adds to what the table says of itself. */
export interface SenderFacts extends Pick<Heartbeat, "days" | "published" | "temperature"> {
  /** PEM of the key of the certificate. */
  readonly key: string;
}

/** What the table says of itself. */
export type HeartbeatFacts = Omit<Heartbeat, "v" | "days" | "published" | "temperature">;

/** Says how a table is. One at a time: what comes while a collector does not answer is not kept, and its number is missing. */
export class Heartbeats {
  readonly #collectors: Pick<CollectorsPort, "ask">;
  #isUnderWay = false;

  constructor(collectors: Pick<CollectorsPort, "ask">) {
    this.#collectors = collectors;
  }

  /** Never rejects; false: the one before is still under way. */
  async send(facts: HeartbeatFacts, { key, ...own }: SenderFacts): Promise<boolean> {
    if (this.#isUnderWay) return false;
    this.#isUnderWay = true;
    await this.#collectors.ask({ what: "heartbeat", body: formatHeartbeat({ v: 1, ...facts, ...own }, key) });
    this.#isUnderWay = false;
    return true;
  }
}
