import { ballTagSession } from "../../../drivers/balls/rfid/session.ts";
import { ballReaderSession } from "../../../drivers/balls/reader-line/session.ts";
import { BallReader } from "../../../hw-sim/models/balls/reader.ts";
import { setOfTags, TaggedBalls } from "../../../hw-sim/models/balls/tagged.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { Listening, type Life } from "./life.ts";

/** Readers of balls: no ball is told that did not come, and none in another place. */

const S = 1_000_000;

const BALL_READER_LINE: Life = {
  play: (seed, wire) => {
    const random = randomFrom(seed);
    const model = new BallReader({ reader: 7 });
    model.power(true, 0);
    const heard = new Listening(ballReaderSession({ reader: null }), wire).feed({ i: "bytes", bytes: "\n" });
    heard.talk(model, S);
    const drawn: number[] = [];
    for (let ball = 0; ball < 30; ball++) {
      const number = 1 + random.below(90);
      drawn.push(number);
      model.draw(heard.t, number);
      heard.talk(model, heard.t + 300_000 + random.below(700_000));
    }
    heard.talk(model, heard.t + 5 * S);
    const told = heard.seen.flatMap((one) => (one.o === "ball" && one.number !== null ? [one] : []));
    const wrong = told.filter(({ n, number }) => drawn[(n ?? 0) - 1] !== number);
    return { right: told.length - wrong.length, wrong: wrong.map((one) => JSON.stringify(one)) };
  },
};

/** Its lines have no check: a tag is told twice, and two lines are not damaged alike. */
const BALL_READER_RFID: Life = {
  apart: 2,
  play: (seed, wire) => {
    const random = randomFrom(seed);
    const tags = setOfTags(random.below(100));
    const model = new TaggedBalls(tags);
    const heard = new Listening(ballTagSession(tags), wire);
    const drawn: number[] = [];
    for (let ball = 0; ball < 30; ball++) {
      const number = 1 + random.below(90);
      drawn.push(number);
      model.draw(heard.t, number);
      heard.talk(model, heard.t + 2_000_000 + random.below(700_000));
    }
    const told = heard.seen.flatMap((one) => (one.o === "ball" && one.number !== null ? [one.number] : []));
    let at = 0;
    const wrong = told.filter((number) => {
      const found = drawn.indexOf(number, at);
      if (found >= 0) at = found + 1;
      return found < 0;
    });
    return { right: told.length - wrong.length, wrong: wrong.map(String) };
  },
};

export const BALL_LIVES: Readonly<Record<string, Life>> = {
  "ball-reader-line": BALL_READER_LINE,
  "ball-reader-rfid": BALL_READER_RFID,
};
