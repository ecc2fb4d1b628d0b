import { describe, expect, it } from "vitest";
import { CAMERA_FAULTS, CameraShoe } from "../../../hw-sim/models/shoe/readers/camera-shoe.ts";
import { FACES, type Face } from "../../../src/cards/card.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { isSubsequence, ReaderHarness, secretsIn } from "../reader/reader-harness.test-help.ts";
import { ShoeCameraHarness } from "./shoe-camera-harness.test-help.ts";
import { cameraSession } from "./session.ts";

const shuffled = (seed: string, cards: number): Face[] => {
  const random = randomFrom(seed);
  return Array.from({ length: cards }, () => random.pick(FACES));
};

const harnessOf = (cards: readonly Face[], damageOneIn: number, seed: string): ShoeCameraHarness<CameraShoe> =>
  new ShoeCameraHarness(
    new CameraShoe({ suits: "cdhs", aceFirst: false, damageOneIn, cards }, randomFrom(seed)),
  ).open();

describe("any deal", () => {
  it("clean: every card once, in order", () => {
    for (let seed = 0; seed < 10; seed++) {
      const cards = shuffled(`clean-${seed}`, 30);
      const harness = harnessOf(cards, 0, `clean-${seed}`);
      for (let dealt = 0; dealt < cards.length; dealt++) harness.deal();
      expect(harness.faces()).toEqual(cards);
    }
  });

  it("with faults and damaged answers: never a card that did not leave, and no face outside a card", () => {
    let reported = 0;
    for (let seed = 0; seed < 40; seed++) {
      const random = randomFrom(`faults-${seed}`);
      const cards = shuffled(`faults-${seed}`, 25);
      const harness = harnessOf(cards, random.pick([0, 20, 60]), `faults-${seed}`);
      for (let dealt = 0; dealt < 30; dealt++) {
        if (random.oneIn(3)) harness.shoe.inject(random.pick(CAMERA_FAULTS), harness.t);
        // Sometimes the croupier is faster than the camera.
        harness.deal(random.oneIn(8) ? 100_000 + random.below(400_000) : 2_000_000);
        harness.shoe.freeStuck(harness.t);
      }
      harness.run(1_000_000);
      expect(isSubsequence(harness.faces(), harness.shoe.dealt), `seed ${seed}`).toBe(true);
      expect(secretsIn(harness.seen, FACES)).toEqual([]);
      expect(JSON.stringify(harness.state).length).toBeLessThan(4_000);
      reported += harness.cards().length;
    }
    expect(reported).toBeGreaterThan(400);
  });

  it("answers at random are borne: no card, a small state, no flood of questions", () => {
    const random = randomFrom("random answers");
    const harness = new ReaderHarness(cameraSession({ order: { suits: "cdhs", ranks: "two-first" } })).open();
    const begun = harness.t;
    for (let times = 0; times < 30_000; times++) {
      harness.wait(random.below(30_000));
      const bytes = random.oneIn(6) ? 2 : 1;
      for (let at = 0; at < bytes; at++) harness.bytes(String.fromCharCode(random.below(256)));
    }
    expect(harness.cards()).toEqual([]);
    expect(harness.writes.length).toBeLessThan((harness.t - begun) / 10_000);
    expect(JSON.stringify(harness.state).length).toBeLessThan(4_000);
  });
});
