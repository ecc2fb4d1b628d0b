import { describe, expect, it } from "vitest";
import { CAMERA_FAULTS, CameraShoe } from "../../../hw-sim/shoe/readers/camera-shoe.ts";
import { FACES, type Face } from "../../../src/cards/card.ts";
import { chance } from "../../../src/time/chance.ts";
import { isSubsequence, ReaderRig, secretsIn } from "../reader/reader-rig.test-help.ts";
import { CameraRig } from "./camera-rig.test-help.ts";
import { cameraSession } from "./session.ts";

const shuffled = (seed: string, cards: number): Face[] => {
  const luck = chance(seed);
  return Array.from({ length: cards }, () => luck.pick(FACES));
};

const rigOf = (cards: readonly Face[], damageOneIn: number, seed: string): CameraRig<CameraShoe> =>
  new CameraRig(new CameraShoe({ suits: "cdhs", aceFirst: false, damageOneIn, cards }, chance(seed))).open();

describe("any deal", () => {
  it("clean: every card once, in order", () => {
    for (let seed = 0; seed < 10; seed++) {
      const cards = shuffled(`clean-${seed}`, 30);
      const rig = rigOf(cards, 0, `clean-${seed}`);
      for (let dealt = 0; dealt < cards.length; dealt++) rig.deal();
      expect(rig.faces()).toEqual(cards);
    }
  });

  it("with faults and damaged answers: never a card that did not leave, and no face outside a card", () => {
    let told = 0;
    for (let seed = 0; seed < 40; seed++) {
      const luck = chance(`faults-${seed}`);
      const cards = shuffled(`faults-${seed}`, 25);
      const rig = rigOf(cards, luck.pick([0, 20, 60]), `faults-${seed}`);
      for (let dealt = 0; dealt < 30; dealt++) {
        if (luck.oneIn(3)) rig.shoe.inject(luck.pick(CAMERA_FAULTS), rig.t);
        // Sometimes the croupier is faster than the camera.
        rig.deal(luck.oneIn(8) ? 100_000 + luck.below(400_000) : 2_000_000);
        rig.shoe.free(rig.t);
      }
      rig.run(1_000_000);
      expect(isSubsequence(rig.faces(), rig.shoe.left), `seed ${seed}`).toBe(true);
      expect(secretsIn(rig.seen, FACES)).toEqual([]);
      expect(JSON.stringify(rig.state).length).toBeLessThan(4_000);
      told += rig.cards().length;
    }
    expect(told).toBeGreaterThan(400);
  });

  it("answers at random are borne: no card, a small state, no flood of questions", () => {
    const luck = chance("random answers");
    const rig = new ReaderRig(cameraSession({ order: { suits: "cdhs", ranks: "two-first" } })).open();
    const begun = rig.t;
    for (let times = 0; times < 30_000; times++) {
      rig.wait(luck.below(30_000));
      const bytes = luck.oneIn(6) ? 2 : 1;
      for (let at = 0; at < bytes; at++) rig.bytes(String.fromCharCode(luck.below(256)));
    }
    expect(rig.cards()).toEqual([]);
    expect(rig.writes.length).toBeLessThan((rig.t - begun) / 10_000);
    expect(JSON.stringify(rig.state).length).toBeLessThan(4_000);
  });
});
