import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WheelObservation } from "../../../../../src/table/wheel/observation.ts";
import { TICKS_PER_S, type Channel } from "../../edge.ts";
import type { WheelSetup } from "../../wheel-setup.ts";
import {
  handed,
  numberIn,
  PLAIN,
  plainEdges,
  WHEEL_SETUP,
  RING,
  saidOf,
  spoken,
} from "./synthetic.test-support.ts";
import { rouletteTracker } from "./tracker.ts";

const plain = plainEdges(PLAIN);

describe("roulette tracker, a plain spin", () => {
  const observations = saidOf(plain);

  it("gives no number when the beam did not see the croupier's hand at the launch", () => {
    const order = spoken(observations).filter(({ o }) => o !== "ball-laps");
    expect(order).toEqual([
      { o: "stage", stage: "ball-in-rim", deviceGame: null },
      { o: "ball-on-track" },
      { o: "doubt", code: "sensor-blind", now: true },
    ]);
  });

  it("tells the life of the spin in its order, and the number once", () => {
    const withHand = spoken(saidOf(handed(plain, PLAIN))).filter(({ o }) => o !== "ball-laps");
    expect(withHand).toEqual([
      { o: "stage", stage: "ball-in-rim", deviceGame: null },
      { o: "ball-on-track" },
      { o: "ball-direction", sense: "against-rotor" },
      { o: "stage", stage: "no-more-bets", deviceGame: null },
      { o: "stage", stage: "result", deviceGame: null },
      { o: "number", pocket: "17", witnesses: ["reader-turn-1", "reader-turn-2", "reader-turn-3"] },
    ]);
  });

  it("says the rotor's speed at least every half second", () => {
    const rotor = observations.filter(({ o }) => o === "rotor");
    expect(rotor.length).toBeGreaterThanOrEqual(2 * (PLAIN.until - 1));
    expect(rotor.at(-1)).toMatchObject({ direction: "cw" });
  });
});

describe("roulette tracker, properties", () => {
  const good = handed(plain, PLAIN);

  it("never gives a wrong number when edges are lost unseen", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (every, start) => {
          const left = good.filter((_, i) => (i * 7_919 + start) % every !== 0);
          expect([null, "17"]).toContain(numberIn(saidOf(left)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("says the same whatever the board's clock stands at", () => {
    const first = saidOf(good);
    for (const offset of [1, 2 ** 31, 2 ** 45])
      expect(saidOf(handed(plainEdges(PLAIN, offset), PLAIN, offset), WHEEL_SETUP, offset)).toEqual(first);
  });

  it("says the mirror image of a mirrored world", () => {
    const swap: Partial<Record<Channel, Channel>> = { B: "C", C: "B", Q: "R", R: "Q" };
    const edges = good.map((edge) => ({ ...edge, channel: swap[edge.channel] ?? edge.channel }));
    const count = RING.length;
    const { calibration } = WHEEL_SETUP;
    if (calibration === null) throw new Error("the rig of this test is calibrated");
    // The index reaches 2.2 quarter steps; the patch lies clockwise of the pocket that comes first.
    const zero = 2_200 - (calibration.zero - 4_000) + 4_000 * count;
    const setup: WheelSetup = {
      ...WHEEL_SETUP,
      ring: RING.map((_, i) => RING[(1 - i + count) % count] ?? ""),
      calibration: {
        ...calibration,
        sensorB: 360_000 - calibration.sensorC,
        sensorC: 360_000 - calibration.sensorB,
        zero: zero % (4_000 * count),
      },
    };
    expect(spoken(saidOf(edges, setup))).toEqual(spoken(saidOf(good)));
    const senses = new Set(saidOf(edges, setup).flatMap((one) => (one.o === "rotor" ? [one.direction] : [])));
    expect([...senses].filter((sense) => sense !== null)).toEqual(["ccw"]);
  });

  it("never joins what came before a hole with what comes after it", () => {
    const tracker = rouletteTracker(WHEEL_SETUP);
    const observations: WheelObservation[] = [];
    const emit = (seen: WheelObservation): void => void observations.push(seen);
    let state = tracker.initial();
    let holed = false;
    for (const edge of good) {
      if (!holed && edge.tick > 12 * TICKS_PER_S) {
        state = tracker.onGap(state, "line", emit);
        holed = true;
        expect(tracker.stageOf(state)).toBe("ball-in-rim");
      }
      state = tracker.handleEdge(state, edge, emit);
    }
    expect(observations.filter((one) => one.o === "stage" && one.stage === "ball-in-rim")).toHaveLength(1);
    expect(observations.some((one) => one.o === "ball-laps" && one.atMost !== null)).toBe(false);
    expect(numberIn(observations)).toBe("17");
  });

  it("keeps its state small and plain", () => {
    const tracker = rouletteTracker(WHEEL_SETUP);
    let state = tracker.initial();
    let most = 0;
    for (const [i, edge] of good.entries()) {
      state = tracker.handleEdge(state, edge, () => undefined);
      if (i % 50 === 0) most = Math.max(most, JSON.stringify(state).length);
    }
    expect(most).toBeLessThan(8_192);
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  });

  it("does not change the state that it was given", () => {
    const tracker = rouletteTracker(WHEEL_SETUP);
    let state = tracker.initial();
    for (const edge of good) {
      const before = edge.channel === "Q" || edge.channel === "R" ? null : JSON.stringify(state);
      const next = tracker.handleEdge(state, edge, () => undefined);
      if (before !== null) expect(JSON.stringify(state)).toBe(before);
      state = next;
    }
  });
});
