import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { discTracker } from "../../drivers/wheel/sensor-board/tracker/disc/tracker.ts";
import type { WheelSetup } from "../../drivers/wheel/sensor-board/wheel-setup.ts";
import { INDEX_WIDTH } from "../../hw-sim/models/wheels/disc/geometry.ts";
import {
  CANTABRIA_RING,
  CHILE_RING,
  PAIS_VASCO_RING,
} from "../../hw-sim/models/wheels/disc/rings.test-help.ts";
import { discWheel } from "../../hw-sim/models/wheels/disc/wheel.ts";
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
import { sampleOfRun, volume } from "../support/volume.ts";

const CLEAN: Profile = { name: "clean", faultPerMille: 0 };
const DEFAULT: Profile = { name: "default", faultPerMille: 40 };
const FAULTY: Profile = { name: "rough", faultPerMille: 1_000 };
const MIN_TURNS = 3;

/** Rounds against their truth, as Chile's catalogue judges them. */
function confusion(ring: readonly string[], seed: string, profile: Profile, rounds: number) {
  const wheel = discWheel({ seed, ring, profile });
  const count = {
    certified: 0,
    wrong: 0,
    missedVoids: 0,
    falseVoids: 0,
    undecidedClean: 0,
    nothing: 0,
    phantoms: 0,
    state: 0,
  };
  const tracker = discTracker(harnessOf("disc", wheel));
  const measure = (state: unknown): void => {
    count.state = Math.max(count.state, JSON.stringify(state).length);
  };
  for (const { truth, heard } of trackedRounds(wheel, tracker, rounds, measure)) {
    const launches = heard.filter(({ seen }) => seen.o === "stage" && seen.stage === "ball-in-rim");
    if (launches.length > 1) count.phantoms++;
    const outcome = outcomeOf(heard, MIN_TURNS);
    const few = Number(truth.facts["disc-turns"]) < MIN_TURNS;
    const between = truth.facts["pointer-between-cells"] === true;
    const disturbed = truth.facts["rotor-irregular"] === true && !truth.unseen.includes("rotor-irregular");
    if (outcome.kind === "certified") {
      count.certified++;
      if (outcome.cell !== truth.cell) count.wrong++;
      if (few || between || disturbed) count.missedVoids++;
    } else if (outcome.kind === "void") {
      const right = outcome.why.every((why) => (why === "few-turns" ? few : between));
      if (!right) count.falseVoids++;
    } else if (outcome.kind === "nothing") count.nothing++;
    else if (truth.fault === null && !few && !between) count.undecidedClean++;
  }
  return count;
}

/** Each run takes one of them. */
const RINGS = [
  ["Chile", CHILE_RING],
  ["Cantabria", CANTABRIA_RING],
  ["País Vasco", PAIS_VASCO_RING],
] as const;

describe("a vertical wheel under its tracker", () => {
  it.each(sampleOfRun(RINGS, 1, "tracked discs"))(
    "says nothing wrong of clean and usual rounds (%s)",
    (name, ring) => {
      const clean = confusion(ring, `clean/${name}`, CLEAN, 400);
      expect(clean).toMatchObject({ wrong: 0, missedVoids: 0, falseVoids: 0, nothing: 0 });
      expect(clean.undecidedClean).toBeLessThanOrEqual(2);
      expect(clean.certified).toBeGreaterThan(380);
      const usual = confusion(ring, `usual/${name}`, DEFAULT, 400);
      expect(usual).toMatchObject({ wrong: 0, missedVoids: 0, falseVoids: 0, nothing: 0 });
      expect(usual.state).toBeLessThan(8_000);
    },
  );

  it("says nothing wrong when every round has a fault", () => {
    const all = confusion(CHILE_RING, "faulty", FAULTY, volume(300, 800));
    expect(all).toMatchObject({ wrong: 0, missedVoids: 0, phantoms: 0 });
    expect(all.falseVoids).toBeLessThanOrEqual(1);
    expect(all.state).toBeLessThan(8_000);
  });

  it.each(["on-a-peg", "weak-spin", "near-three-turns"])(
    "voids or leaves to a person what %s makes void",
    (fault) => {
      const wheel = discWheel({ seed: fault, ring: CHILE_RING, profile: CLEAN });
      const tracker = discTracker(harnessOf("disc", wheel));
      let state = tracker.initial();
      const board = new PlainBoard();
      board.start(wheel.levels());
      let voids = 0;
      for (let round = 0; round < 40; round++) {
        wheel.inject(fault);
        const us = wheel.nextUs();
        const { edges, truth } = wheel.run(us);
        const heard: Heard[] = [];
        state = feedTracker(tracker, state, board.feed(edges, [], us), (at, seen) =>
          heard.push({ us: at, seen }),
        );
        const few = Number(truth[0]!.facts["disc-turns"]) < MIN_TURNS;
        const between = truth[0]!.facts["pointer-between-cells"] === true;
        const outcome = outcomeOf(heard, MIN_TURNS);
        if (few || between) expect(["void", "undecided"]).toContain(outcome.kind);
        else expect(["certified", "undecided"]).toContain(outcome.kind);
        if (outcome.kind === "void") voids++;
      }
      expect(voids).toBeGreaterThan(8);
    },
  );
});

/** The rounds of a wheel as its tracker was given them, and where each ended. */
function recorded(seed: string, rounds: number): { setup: WheelSetup; fed: Fed[][]; cells: (number | null)[] } {
  const wheel = discWheel({ seed, ring: CHILE_RING, profile: CLEAN });
  const board = new PlainBoard();
  board.start(wheel.levels());
  const fed: Fed[][] = [];
  const cells: (number | null)[] = [];
  for (let round = 0; round < rounds; round++) {
    const us = wheel.nextUs();
    const { edges, truth } = wheel.run(us);
    fed.push(board.feed(edges, [], us));
    cells.push(truth[0]!.cell);
  }
  return { setup: harnessOf("disc", wheel), fed, cells };
}

function heardOf(setup: WheelSetup, rounds: readonly (readonly Fed[])[]): Heard[][] {
  const tracker = discTracker(setup);
  let state = tracker.initial();
  return rounds.map((fed) => {
    const heard: Heard[] = [];
    state = feedTracker(tracker, state, fed, (us, seen) => heard.push({ us, seen }));
    return heard;
  });
}

const numbers = (heard: readonly Heard[]): unknown[] =>
  heard.flatMap(({ seen }) => (seen.o === "number" ? [[seen.pocket, seen.cell]] : []));

describe("whatever happens to its edges", () => {
  const { setup, fed, cells } = recorded("properties", 12);

  it("gives no wrong number when edges are missing", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 11 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
        (round, places) => {
          const edges = fed[round]!.flatMap((one, at) => (one.f === "edge" ? [at] : []));
          // Rather from the end, where no index comes any more that would tell.
          const lost = new Set(places.map((place, n) => edges.at(-1 - (place % (n < 3 ? 40 : edges.length)))));
          const holed = fed
            .slice(0, round + 1)
            .map((one, n) => (n === round ? one.filter((_, at) => !lost.has(at)) : one));
          const heard = heardOf(setup, holed)[round]!;
          const outcome = outcomeOf(heard, 0);
          if (outcome.kind === "certified") expect(outcome.cell).toBe(cells[round]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("is the same at another time of the board", () => {
    const shift = 4_294_967_296 * 3 + 12_345;
    const later = fed.map((round) =>
      round.map((one): Fed => {
        if (one.f === "edge") return { ...one, edge: { ...one.edge, tick: one.edge.tick + shift } };
        return one.f === "quiet" ? { ...one, tick: one.tick + shift } : one;
      }),
    );
    expect(heardOf(setup, later)).toEqual(heardOf(setup, fed));
  });

  it("is the same in a mirror", () => {
    const turn = 4_000 * setup.ring.length;
    const mirrored: WheelSetup = {
      ...setup,
      ring: [setup.ring[0]!, ...setup.ring.slice(1).toReversed()],
      calibration: {
        ...setup.calibration!,
        zero: (2 * turn + INDEX_WIDTH * 1_000 - setup.calibration!.zero) % turn,
      },
    };
    const swap = { Q: "R", R: "Q" } as const;
    const other = fed.map((round) =>
      round.map((one): Fed => {
        if (one.f === "edge") {
          const { channel } = one.edge;
          return channel === "Q" || channel === "R"
            ? { ...one, edge: { ...one.edge, channel: swap[channel] } }
            : one;
        }
        if (one.f !== "quiet") return one;
        const active = one.levels.active.replace(/[QR]/g, (pin) => (pin === "Q" ? "R" : "Q"));
        return { ...one, levels: { ...one.levels, active } };
      }),
    );
    const here = heardOf(setup, fed).map((heard) => numbers(heard).map((one) => (one as string[])[0]));
    const there = heardOf(mirrored, other).map((heard) => numbers(heard).map((one) => (one as string[])[0]));
    expect(there).toEqual(here);
    expect(here.flat().length).toBeGreaterThan(9);
  });

  it("changes no state that it was given", () => {
    const tracker = discTracker(setup);
    let state = tracker.initial();
    for (const one of fed[0]!) {
      const before = JSON.stringify(state);
      const next = feedTracker(tracker, state, [one], () => undefined);
      expect(JSON.stringify(state)).toBe(before);
      state = JSON.parse(JSON.stringify(next)) as typeof next;
      expect(state).toEqual(next);
    }
  });

  it("never joins what came before a hole with what comes after", () => {
    const before = fed[1]!.findIndex((one) => one.f === "edge");
    for (const share of [0.1, 0.5, 0.9]) {
      const last = fed[1]!.findLastIndex((one) => one.f === "edge");
      const at = Math.round(before + share * (last - before));
      const hole: Fed = { f: "hole", us: fed[1]![at]!.us, why: "line" };
      const heard = heardOf(setup, [fed[0]!, [...fed[1]!.slice(0, at), hole, ...fed[1]!.slice(at)], fed[2]!]);
      expect(numbers(heard[1]!)).toEqual([]);
      // The next one is whole again.
      expect(numbers(heard[2]!)).toEqual(numbers(heardOf(setup, fed)[2]!));
    }
  });
});
