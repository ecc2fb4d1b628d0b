import type { CollectorAnswer, CollectorQuestion } from "../../firmware/afar/floor/collector-answer.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import type { RandomSource } from "../../src/time/random-source.ts";
import type { CollectorsPort } from "../../firmware/afar/floor/publisher.ts";

/** A line of 64 kbit/s, 300 ms there and back, that loses one packet of twenty: what was lost is sent again after a while. */
const SLOW = { bytesPerS: 8_000, roundTripUs: 300 * US_PER_MS, lostPercent: 5, againUs: 1_200 * US_PER_MS };
/** What TLS and the head of a request add, and bytes of a packet. */
const HEAD_BYTES = 600;
const PACKET_BYTES = 1_400;

/** The way between a table and its collectors, with what may happen on it. */
export class FaultyLine implements CollectorsPort {
  readonly #asked: CollectorsPort;
  readonly #clock: Clock;
  readonly #random: RandomSource;
  /** What goes over it takes its time. */
  isSlow = false;
  /** Nothing goes through, and no answer to what was asked before. */
  isCut = false;
  /** So many of the next batches are sent twice at once. */
  doubles = 0;
  /** In so many of the next batches one bit is another. */
  flips = 0;

  constructor(asked: CollectorsPort, clock: Clock, random: RandomSource) {
    this.#asked = asked;
    this.#clock = clock;
    this.#random = random;
  }

  get url(): string {
    return this.#asked.url;
  }

  get count(): number {
    return this.#asked.count;
  }

  turn(): void {
    this.#asked.turn();
  }

  async ask(question: CollectorQuestion): Promise<CollectorAnswer> {
    if (this.isSlow) await this.#clock.sleep(this.#slowness(question));
    const before = this.#silence();
    if (before !== null) return before;
    const answer = await (question.what === "lines" ? this.#bring(question.body) : this.#asked.ask(question));
    // By now it may be cut: then the collector has what it was asked, and its answer is lost.
    return this.#silence() ?? answer;
  }

  /** How long a question and its answer are under way, µs. */
  #slowness(question: CollectorQuestion): number {
    const bytes = HEAD_BYTES + ("body" in question ? question.body.length : 0);
    let us = SLOW.roundTripUs + Math.round((bytes * US_PER_S) / SLOW.bytesPerS);
    for (let packet = 0; packet * PACKET_BYTES < bytes; packet++)
      if (this.#random.below(100) < SLOW.lostPercent) us += SLOW.againUs;
    return us;
  }

  #silence(): CollectorAnswer | null {
    return this.isCut ? { is: "silent", why: "the line is cut" } : null;
  }

  async #bring(body: string): Promise<CollectorAnswer> {
    if (this.flips > 0) {
      this.flips--;
      return this.#asked.ask({ what: "lines", body: withOtherBit(body) });
    }
    if (this.doubles === 0) return this.#asked.ask({ what: "lines", body });
    this.doubles--;
    const [, second] = await Promise.all([
      this.#asked.ask({ what: "lines", body }),
      this.#asked.ask({ what: "lines", body }),
    ]);
    return second;
  }
}

/** One bit of a digit inside the first record is another: what was signed is no longer what stands there. */
function withOtherBit(body: string): string {
  const at = body.search(/\d(?=\d{2}Z)/);
  if (at < 0) return body;
  const digit = String.fromCharCode(body.charCodeAt(at) ^ 1);
  return `${body.slice(0, at)}${digit}${body.slice(at + 1)}`;
}
