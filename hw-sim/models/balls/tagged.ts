import type { Sent } from "../../lines/sent.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { tagLines, type TagReaderOptions, type Visit } from "../shoe/readers/tag-reader.ts";

/** Balls with tags that come past a reader (docs/devices/ball-reader-rfid.md). */

/** What can go wrong as a ball comes. */
export const BALL_TAG_FAULTS = [
  /** It rolls by: one look of the reader sees it. */
  "too-short",
  /** Another ball of the set lies on the antenna with it. */
  "two-at-once",
  /** It is of another set. */
  "strange-tag",
  /** It is taken up, and put down again. */
  "shown-again",
] as const;
export type BallTagFault = (typeof BALL_TAG_FAULTS)[number];

const SHOWN_US = 500_000;
const SHORT_US = 81_000;
const AGAIN_US = 1_300_000;
const OTHER_SET = "04FFFFFFFFFFFF";
const LOOKS: TagReaderOptions = {
  periodUs: 80_000,
  repeats: true,
  together: "each",
  lineEnd: "\r\n",
  upperCase: true,
};

/** The tags of balls 1 to 90 of a set: of one roll, so that their numbers follow one another. */
export const setOfTags = (roll: number): readonly string[] =>
  Array.from(
    { length: 90 },
    (_, index) => `04${(0xa1b2_0000 + roll * 0x100 + index).toString(16).toUpperCase()}C4D5`,
  );

export class TaggedBalls {
  readonly #tags: readonly string[];
  readonly #random = randomFrom("looks of a reader of tags");
  #waiting: Sent[] = [];

  constructor(tags: readonly string[]) {
    this.#tags = tags;
  }

  /** A ball comes out and lies there for half a second. */
  draw(us: number, ball: number, fault: BallTagFault | null = null): void {
    const tag = fault === "strange-tag" ? OTHER_SET : this.#tagOf(ball);
    const visits: Visit[] = [
      { uid: tag, fromUs: us, toUs: us + (fault === "too-short" ? SHORT_US : SHOWN_US) },
    ];
    if (fault === "two-at-once")
      visits.push({ uid: this.#tagOf((ball % 90) + 1), fromUs: us, toUs: us + SHOWN_US });
    if (fault === "shown-again")
      visits.push({ uid: tag, fromUs: us + SHOWN_US + AGAIN_US, toUs: us + 2 * SHOWN_US + AGAIN_US });
    const lines = tagLines(visits, LOOKS, this.#random).filter((line) => line.us >= us);
    this.#waiting = [...this.#waiting, ...lines].sort((one, other) => one.us - other.us);
  }

  /** What it sends up to `us`; it listens to nobody. */
  step(us: number): readonly Sent[] {
    const out = this.#waiting.filter((one) => one.us <= us);
    this.#waiting = this.#waiting.filter((one) => one.us > us);
    return out;
  }

  #tagOf(ball: number): string {
    const tag = this.#tags[ball - 1];
    if (tag === undefined) throw new RangeError(`a set has no ball ${ball}`);
    return tag;
  }
}
