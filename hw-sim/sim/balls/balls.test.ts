import { describe, expect, it } from "vitest";
import { more, runSeed, sampleOfRun } from "../../../test/support/volume.ts";
import { BALLS_PROFILES, type BallsProfile } from "../../people/balls/faults.ts";
import { MarkedCard, printCards } from "../../people/balls/players.ts";
import { checkCard } from "../../../src/table/balls/cards/called-card.ts";
import { cardFaults, type CardRows } from "../../../src/table/balls/cards/card.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { BALLS_MUST_BE_ZERO, type BallsScore } from "../scores.ts";
import { playBalls } from "./table.ts";

const RULEBOOKS = ["cl/bingo", "es-cb/bingo", "es-pv/bingo"] as const;

const play = (rulebook: string, faults: BallsProfile["name"], rounds: number, seed: string): BallsScore =>
  playBalls({ rulebook, seed, profile: BALLS_PROFILES[faults] }, rounds);
const wrong = (score: BallsScore): unknown =>
  BALLS_MUST_BE_ZERO.some((name) => score[name] > 0) ? score.examples : {};

describe("halls of bingo in simulated time", () => {
  it.each(sampleOfRun(RULEBOOKS, more(1, 3), "clean bingo"))(
    "%s: games in which nothing goes wrong are certified as they came",
    (rulebook) => {
      const score = play(rulebook, "clean", 3, runSeed("clean bingo"));
      expect(wrong(score)).toEqual({});
      expect(score).toMatchObject({ rounds: 3, certified: 3 });
    },
  );

  it.each(sampleOfRun(RULEBOOKS, more(1, 3), "rough bingo"))(
    "%s: whatever goes wrong, no wrong ball, winner or check",
    (rulebook) => {
      const score = play(rulebook, "rough", more(12, 100), runSeed("rough bingo"));
      expect(wrong(score)).toEqual({});
      expect(score.roundsWithFault).toBeGreaterThan(3);
    },
  );
});

describe("the players' cards", () => {
  it("are cards by the law, and are crossed off as the table checks them", () => {
    const random = randomFrom(runSeed("players of bingo"));
    for (const held of printCards(more(400, 5_000), random)) {
      const rows = held.rows as unknown as CardRows;
      expect(cardFaults(rows)).toEqual([]);
      const all = Array.from({ length: 90 }, (_, at) => at + 1);
      const order = Array.from({ length: 20 + random.below(71) }, () =>
        all.splice(random.below(all.length), 1),
      ).flat();
      const card = new MarkedCard(held);
      for (const number of order) card.mark(number);
      expect([checkCard(rows, "line", order).holds, checkCard(rows, "bingo", order).holds]).toEqual([
        card.hasLine,
        card.hasBingo,
      ]);
    }
  });
});
