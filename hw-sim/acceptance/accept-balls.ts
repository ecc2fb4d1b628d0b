import { SessionWords } from "../../firmware/care/acceptance/session-words.ts";
import type { AcceptanceState } from "../../firmware/care/acceptance/run-steps.ts";
import { readSteps } from "../../firmware/care/acceptance/steps-file.ts";
import { BALLS_TYPES } from "../../firmware/table/config/devices.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { monoUs } from "../../src/time/instant.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { BallReader, type Misreading } from "../models/balls/reader.ts";
import { packedTags } from "../../drivers/balls/rfid/tag-set.ts";
import { setOfTags, TaggedBalls, type BallTagFault } from "../models/balls/tagged.ts";
import type { Sent } from "../lines/sent.ts";
import { FollowedSteps } from "./follow-steps.ts";

/** What can be wrong with a reader of balls. */
export const BALL_READER_FAULTS = [
  "unread",
  "misread",
  "two-balls",
  "falls-back",
  "jam",
  "lid",
  "dirty",
  "mute",
] as const;
export type BallReaderFault = (typeof BALL_READER_FAULTS)[number];

const S = 1_000_000;
const STEP_US = S / 40;
const BALL_US = 4 * S;
const CABLE_OUT_US = 3 * S;
const END_US = 900 * S;
const BALLS = 90;
const PORT = "balls";
const FLAGS: readonly string[] = ["jam", "lid", "dirty"];

/** Accepts a reader of balls. `fault`: it hits every ball; null: nothing is wrong with it. */
export async function acceptBalls(
  name: string,
  fault: BallReaderFault | BallTagFault | null,
  seed: string,
): Promise<AcceptanceState> {
  const device = BALLS_TYPES.find((one) => one.name === name);
  if (device === undefined) throw new RangeError(`${name} reads no balls`);
  await device.load();
  const random = randomFrom(seed);
  const followed = new FollowedSteps(readSteps(device.acceptance.steps, null));
  const words = new SessionWords(device.session({ reader: null, tags: packedTags(TAGS) }), PORT, null);
  followed.watch(words);
  const reader =
    name === "ball-reader-rfid"
      ? taggedOf(fault as BallTagFault | null)
      : readerOf(fault as BallReaderFault | null);
  const inside = Array.from({ length: BALLS }, (_, at) => at + 1);
  const drawn: number[] = [];
  let [host, named, isIn] = ["", 0, true];
  const feed = (entry: Entry): void => {
    host += followed.hear(entry).join("");
  };
  feed({ k: "open", t: monoUs(0), port: PORT, name });
  for (
    let [us, drawAt, plugAt] = [STEP_US, BALL_US, Infinity];
    !followed.isOver && us < END_US;
    us += STEP_US
  ) {
    const t = monoUs(us);
    if (followed.begins("pull-cable")) {
      feed({ k: "lost", t, port: PORT, why: "unplugged" });
      [isIn, plugAt] = [false, us + CABLE_OUT_US];
    }
    if (us >= plugAt) {
      feed({ k: "open", t, port: PORT, name });
      [isIn, plugAt] = [true, Infinity];
    }
    if (us >= drawAt && followed.asked === "draw-balls") {
      const [ball = 1] = inside.splice(random.below(inside.length), 1);
      drawn.push(ball);
      reader.draw(us, ball);
      drawAt = us + BALL_US;
    }
    const bytes = reader.step(us, host).map((sent) => sent.bytes);
    host = "";
    if (isIn && fault !== "mute" && bytes.length > 0) feed({ k: "in", t, port: PORT, bytes: bytes.join("") });
    if ((words.wakeAt ?? Infinity) <= us) feed({ k: "tick", t });
    followed.take({ k: "tick", us });
    followed.name(us, () => String(drawn[named++] ?? "nothing"));
  }
  return followed.state;
}

/** What lets balls out, and what is heard of it. */
interface PlayedReader {
  draw(us: number, ball: number): void;
  step(us: number, host: string): readonly Sent[];
}

function readerOf(fault: BallReaderFault | null): PlayedReader {
  const reader = new BallReader({ reader: 1 });
  reader.power(true, 0);
  if (fault !== null && FLAGS.includes(fault)) reader.setFlag(0, fault as "jam" | "lid" | "dirty", true);
  return {
    draw: (us, ball) => {
      reader.draw(us, ball, misreadingOf(fault, ball));
      if (fault === "falls-back") reader.fallBack(us, reader.drawn);
    },
    step: (us, host) => reader.step(us, host),
  };
}

const TAGS = setOfTags(1);

function taggedOf(fault: BallTagFault | null): PlayedReader {
  const balls = new TaggedBalls(TAGS);
  return { draw: (us, ball) => balls.draw(us, ball, fault), step: (us) => balls.step(us) };
}

/** What the reader makes of a ball. */
function misreadingOf(fault: BallReaderFault | null, ball: number): Misreading {
  if (fault === "unread") return { number: 0, doubt: 1 };
  if (fault === "two-balls") return { number: 0, doubt: 3 };
  return fault === "misread" ? { number: (ball % BALLS) + 1 } : {};
}
