import { ballReaderSession } from "../../../drivers/balls/reader-line/session.ts";
import { BallReader } from "../../../hw-sim/models/balls/reader.ts";
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
    const wrong = told.filter(({ n, number }) => drawn[n - 1] !== number);
    return { right: told.length - wrong.length, wrong: wrong.map((one) => JSON.stringify(one)) };
  },
};

export const BALL_LIVES: Readonly<Record<string, Life>> = { "ball-reader-line": BALL_READER_LINE };
