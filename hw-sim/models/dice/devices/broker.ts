import type { Sent } from "../../../lines/sent.ts";
import type { RandomSource } from "../../../../src/time/random-source.ts";
import { Agenda } from "./model.ts";

/**
 * An MQTT broker as a table's port has it (docs/devices/shaker.md, "Over MQTT"): each message is a line of its topic, a
 * tab, the payload as a JSON string, LF. What anybody publishes on a topic that the table listens to comes to the table.
 */
export class Broker {
  readonly agenda = new Agenda();
  readonly #topics: readonly string[];
  readonly #random: RandomSource;
  #out: Sent[] = [];
  #partial = "";
  #lastUs = 0;

  constructor(topics: readonly string[], random: RandomSource) {
    this.#topics = topics;
    this.#random = random;
  }

  /** Somebody publishes at `us`; it is at the table some milliseconds later, never before what was published earlier. */
  publish(us: number, topic: string, payload: string): void {
    if (!this.#topics.includes(topic)) return;
    this.put(us, `${topic}\t${ascii(payload)}\n`);
  }

  /** Bytes as they are, sound or not. */
  put(us: number, bytes: string): void {
    this.#lastUs = Math.max(this.#lastUs, us + 2_000 + this.#random.below(30_000));
    this.#out.push({ us: this.#lastUs, bytes });
  }

  /** Goes on to `us`; `heard` gets what the table published. */
  step(us: number, host: string, heard: (topic: string, payload: string) => void): readonly Sent[] {
    this.agenda.run(us);
    const lines = (this.#partial + host).split("\n");
    this.#partial = lines.pop() ?? "";
    for (const line of lines) {
      const [topic = "", text = ""] = line.split("\t");
      const payload = JSON.parse(text) as string;
      this.publish(us, topic, payload);
      heard(topic, payload);
    }
    const out = this.#out.filter((one) => one.us <= us);
    this.#out = this.#out.filter((one) => one.us > us);
    return out;
  }
}

const ascii = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
