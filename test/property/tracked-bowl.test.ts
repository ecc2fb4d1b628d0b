import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bowlTracker } from "../../drivers/wheel/sensor-board/tracker/bowl/tracker.ts";
import type { WheelSetup } from "../../drivers/wheel/sensor-board/wheel-setup.ts";
import { bowlWheel } from "../../hw-sim/models/wheels/bowl/wheel.ts";
import { BOULE_RING } from "../../hw-sim/models/wheels/disc/rings.test-help.ts";
import type { Profile } from "../../hw-sim/models/wheels/sensed/sensed-wheel.ts";
import {
  feedTracker,
  outcomeOf,
  PlainBoard,
  harnessOf,
  trackedRounds,
  type Fed,
  type Heard,
} from "../support/tracked-bowl-disc.ts";
import { more } from "../support/volume.ts";

const CLEAN: Profile = { name: "clean", faultPerMille: 0 };
const DEFAULT: Profile = { name: "default", faultPerMille: 40 };
const FAULTY: Profile = { name: "rough", faultPerMille: 1_000 };
const HAPPENED = ["ball-left-cylinder", "ball-suspended", "foreign-object"];

function confusion(seed: string, profile: Profile, rounds: number) {
  const wheel = bowlWheel({ seed, ring: BOULE_RING, profile });
  const count = {
    certified: 0,
    wrong: 0,
    missed: 0,
    falseSaid: 0,
    undecidedClean: 0,
    lapsWrong: 0,
    phantoms: 0,
    state: 0,
  };
  const measure = (state: unknown): void => {
    count.state = Math.max(count.state, JSON.stringify(state).length);
  };
  for (const { truth, heard } of trackedRounds(wheel, bowlTracker(harnessOf("bowl", wheel)), rounds, measure)) {
    const launches = heard.filter(({ seen }) => seen.o === "stage" && seen.stage === "ball-in-rim");
    if (launches.length > 1 && truth.fault !== "second-ball") count.phantoms++;
    const outcome = outcomeOf(heard, 0);
    const was = HAPPENED.filter((fact) => truth.facts[fact] === true && !truth.unseen.includes(fact));
    if (outcome.kind === "certified") {
      count.certified++;
      if (outcome.cell !== truth.cell) count.wrong++;
      if (was.length > 0) count.missed++;
    } else if (outcome.why.some((why) => HAPPENED.includes(why) && truth.facts[why] !== true))
      count.falseSaid++;
    else if (truth.fault === null) count.undecidedClean++;
    const laps = Number(truth.facts["ball-laps"]);
    for (const { seen } of heard)
      if (
        truth.fault === null &&
        seen.o === "ball-laps" &&
        (seen.atLeast > laps || (seen.atMost ?? laps) < laps)
      )
        count.lapsWrong++;
  }
  return count;
}

const CLEAN_ROUNDS = more(500, 1_000);

describe("a boule bowl under its tracker", () => {
  it("says nothing wrong of clean and usual rounds", () => {
    const clean = confusion("clean", CLEAN, CLEAN_ROUNDS);
    expect(clean).toMatchObject({ certified: CLEAN_ROUNDS, wrong: 0, missed: 0, falseSaid: 0, lapsWrong: 0 });
    const usual = confusion("usual", DEFAULT, more(500, 1_000));
    expect(usual).toMatchObject({ wrong: 0, missed: 0, falseSaid: 0, lapsWrong: 0 });
    expect(usual.undecidedClean).toBeLessThanOrEqual(3);
    expect(usual.state).toBeLessThan(8_000);
  });

  it("says nothing wrong when every round has a fault", () => {
    expect(confusion("faulty", FAULTY, more(500, 1_500))).toMatchObject({
      wrong: 0,
      missed: 0,
      falseSaid: 0,
      phantoms: 0,
    });
  });

  it("tells a ball that jumped out, and opens bets again when the bowl is clear", () => {
    const wheel = bowlWheel({ seed: "out", ring: BOULE_RING, profile: CLEAN });
    wheel.inject("out-of-bowl");
    const [out, next] = [...trackedRounds(wheel, bowlTracker(harnessOf("bowl", wheel)), 2)];
    expect(out!.heard.map(({ seen }) => seen.o)).toContain("ball-left-cylinder");
    expect(out!.heard.map(({ seen }) => seen.o)).not.toContain("number");
    expect(outcomeOf(next!.heard, 0)).toMatchObject({ kind: "certified", cell: next!.truth.cell });
  });
});

function recorded(seed: string, rounds: number): { setup: WheelSetup; fed: Fed[][]; cells: (number | null)[] } {
  const wheel = bowlWheel({ seed, ring: BOULE_RING, profile: CLEAN });
  const board = new PlainBoard();
  const fed: Fed[][] = [];
  const cells: (number | null)[] = [];
  for (let round = 0; round < rounds; round++) {
    const us = wheel.nextUs();
    const { edges, truth } = wheel.run(us);
    fed.push(board.feed(edges, [], us));
    cells.push(truth[0]!.cell);
  }
  return { setup: harnessOf("bowl", wheel), fed, cells };
}

function heardOf(setup: WheelSetup, rounds: readonly (readonly Fed[])[]): Heard[][] {
  const tracker = bowlTracker(setup);
  let state = tracker.initial();
  return rounds.map((fed) => {
    const heard: Heard[] = [];
    state = feedTracker(tracker, state, fed, (us, seen) => heard.push({ us, seen }));
    return heard;
  });
}

describe("whatever happens to its edges", () => {
  const { setup, fed, cells } = recorded("properties", 10);

  it("gives no wrong number when edges are missing", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
        (round, places) => {
          const edges = fed[round]!.flatMap((one, at) => (one.f === "edge" ? [at] : []));
          const lost = new Set(places.map((place) => edges[place % edges.length]));
          const holed = fed
            .slice(0, round + 1)
            .map((one, n) => (n === round ? one.filter((_, at) => !lost.has(at)) : one));
          const outcome = outcomeOf(heardOf(setup, holed)[round]!, 0);
          if (outcome.kind === "certified") expect(outcome.cell).toBe(cells[round]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("is the same at another time of the board", () => {
    const shift = 4_294_967_296 + 999;
    const later = fed.map((round) =>
      round.map((one): Fed => {
        if (one.f === "edge") return { ...one, edge: { ...one.edge, tick: one.edge.tick + shift } };
        return one.f === "quiet" ? { ...one, tick: one.tick + shift } : one;
      }),
    );
    expect(heardOf(setup, later)).toEqual(heardOf(setup, fed));
  });

  it("is the same in a mirror", () => {
    const { sensorB, sensorC, zero } = setup.calibration!;
    // A stays, B and C change places; hole n becomes −n.
    const mirrored: WheelSetup = {
      ...setup,
      ring: [setup.ring[0]!, ...setup.ring.slice(1).toReversed()],
      calibration: {
        ...setup.calibration!,
        sensorB: 360_000 - sensorC,
        sensorC: 360_000 - sensorB,
        zero: (18 - zero) % 18,
      },
    };
    const hole = (one: number): number => (18 - one) % 18;
    const bits = (map: number): number =>
      Array.from({ length: 18 }, (_, one) => ((map >> one) & 1) << hole(one)).reduce(
        (all, bit) => all | bit,
        0,
      );
    const other = fed.map((round) =>
      round.map((one): Fed => {
        if (one.f === "quiet") {
          const { holesH, holesG } = one.levels;
          return { ...one, levels: { ...one.levels, holesH: bits(holesH), holesG: bits(holesG) } };
        }
        if (one.f !== "edge") return one;
        const { channel } = one.edge;
        if (channel === "H" || channel === "G")
          return { ...one, edge: { ...one.edge, hole: hole(one.edge.hole) } };
        const swapped = channel === "B" ? "C" : channel === "C" ? "B" : channel;
        return { ...one, edge: { ...one.edge, channel: swapped } };
      }),
    );
    const names = (all: Heard[][]): unknown =>
      all.map((heard) => heard.flatMap(({ seen }) => (seen.o === "number" ? [seen.pocket] : [])));
    expect(names(heardOf(mirrored, other))).toEqual(names(heardOf(setup, fed)));
  });

  it("never joins what came before a hole with what comes after", () => {
    const edges = fed[1]!.flatMap((one, at) =>
      one.f === "edge" && /[ABC]/.test(one.edge.channel) ? [at] : [],
    );
    for (const share of [0.3, 0.6, 0.95]) {
      const at = edges[Math.floor(share * edges.length)]!;
      const hole: Fed = { f: "hole", us: fed[1]![at]!.us, why: "buffer" };
      const heard = heardOf(setup, [fed[0]!, [...fed[1]!.slice(0, at), hole, ...fed[1]!.slice(at)], fed[2]!]);
      expect(outcomeOf(heard[1]!, 0).kind).not.toBe("certified");
      expect(outcomeOf(heard[2]!, 0)).toMatchObject({ kind: "certified", cell: cells[2] });
    }
  });
});
