import { expect, it } from "vitest";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { playCaptured } from "./captured.ts";

/** Of the 12 s in which somebody who starts the demonstration sees a certified number, so many are the wheel's; the rest is the start. */
const FIRST_NUMBER_US = 8 * US_PER_S;

it("the wheel of the demonstration says its first number within seconds of its own clock, in a game that it began", async () => {
  const clock = fakeClock();
  const said: string[] = [];
  const playing = playCaptured(
    (bytes) => {
      said.push(Buffer.from(bytes).toString("latin1").trim());
      return Promise.resolve();
    },
    clock,
    1,
  );
  await clock.advanceSettling(FIRST_NUMBER_US);
  playing.stop();
  const states = said.flatMap((line) => /^\*X;(\d);(\d+);/.exec(line)?.[1] ?? []);
  // Bets open, spin, no more bets, number, result: a whole game, which can be certified.
  expect([...new Set(states)].join("")).toMatch(/^2345/);
});
