import type { CollectorAnswer, CollectorQuestion } from "../../firmware/afar/floor/collector-answer.ts";
import type { CollectorsPort } from "../../firmware/afar/floor/publisher.ts";

/** The way between a table and its collectors, with what may happen on it. */
export class FaultyLine implements CollectorsPort {
  readonly #asked: CollectorsPort;
  /** Nothing goes through, and no answer to what was asked before. */
  isCut = false;
  /** So many of the next batches are sent twice at once. */
  doubles = 0;
  /** In so many of the next batches one bit is another. */
  flips = 0;

  constructor(asked: CollectorsPort) {
    this.#asked = asked;
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
    const before = this.#silence();
    if (before !== null) return before;
    const answer = await (question.what === "lines" ? this.#bring(question.body) : this.#asked.ask(question));
    // By now it may be cut: then the collector has what it was asked, and its answer is lost.
    return this.#silence() ?? answer;
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
