import { describe, expect, it } from "vitest";
import type { Profile, SpinTruth } from "../sensed/sensed-wheel.ts";
import { cleanWheel, pulses, readings, RING_37, truthsOnly, watch, type Watched } from "./hand.test-help.ts";
import { PROFILES } from "./profiles.ts";
import { more } from "../../../../test/support/volume.ts";

const SEEDS = ["red", "black", "odd", "even", "passe", "manque"];

/** The spin with the fault, after one without, on several wheels. */
function withFault(fault: string): { wheel: ReturnType<typeof cleanWheel>; spin: Watched }[] {
  return SEEDS.map((seed) => {
    const wheel = cleanWheel(`${fault}/${seed}`);
    watch(wheel, 1);
    wheel.inject(fault);
    const [spin] = watch(wheel, 1);
    expect(spin!.truth.fault).toBe(fault);
    return { wheel, spin: spin! };
  });
}

function truthsOf(fault: string): SpinTruth[] {
  return withFault(fault).map(({ spin }) => spin.truth);
}

const laps = ({ facts }: SpinTruth): number => Number(facts["ball-laps"]);

describe("every fault of the catalogue", () => {
  it.each(cleanWheel("names").faults)("%s comes in the spin that it is asked for, and ends", (fault) => {
    for (const { truth } of withFault(fault).map(({ spin }) => spin)) {
      expect(truth.endUs).toBeGreaterThanOrEqual(truth.launchedUs);
      expect(truth.pocket === null).toBe(truth.cell === null);
      expect(truth.facts["ball-in-pocket"] === true).toBe(truth.cell !== null);
      for (const us of Object.values(truth.sinceUs)) {
        expect(us).toBeGreaterThanOrEqual(truth.launchedUs);
        expect(us).toBeLessThanOrEqual(truth.endUs);
      }
      for (const fact of truth.unseen) expect(truth.facts[fact]).toBeDefined();
    }
  });
});

describe("the truth of faults", () => {
  it.each([
    ["ball-with-rotor", { "ball-direction": "with-rotor" }],
    ["ball-over-rim-launch", { "ball-left-cylinder": true }],
    ["ball-over-rim-run", { "ball-left-cylinder": true }],
    ["ball-over-rim-deflector", { "ball-left-cylinder": true }],
    ["ball-on-deflector", { "ball-suspended": true }],
    ["ball-on-deflector-falls", { "ball-in-pocket": true }],
    ["ball-on-fret", { "ball-suspended": true }],
    ["ball-slips-off-fret", { "ball-in-pocket": true }],
    ["chip-on-track", { "foreign-object": true }],
    ["chip-on-cone", { "foreign-object": true }],
    ["chip-on-rotor", { "foreign-object": true }],
    ["chip-in-pocket", { "foreign-object": true }],
    ["chip-unseen", { "foreign-object": true }],
    ["second-ball", { "foreign-object": true }],
    ["hand-brakes-rotor", { "rotor-irregular": true }],
    ["hand-pushes-rotor", { "rotor-irregular": true }],
    ["hand-reverses-rotor", { "rotor-irregular": true }],
    ["rotor-jam", { "rotor-irregular": true, "rotor-stopped": true }],
    ["rotor-stops", { "rotor-stopped": true }],
    ["rotor-not-alternated", { "rotor-alternated": false }],
  ])("%s", (fault, facts) => {
    for (const truth of truthsOf(fault)) expect(truth.facts).toMatchObject(facts);
  });

  it.each([
    "ball-over-rim-launch",
    "ball-over-rim-run",
    "ball-over-rim-deflector",
    "ball-on-deflector",
    "ball-on-fret",
  ])("%s leaves no number", (fault) => {
    for (const truth of truthsOf(fault)) expect(truth.pocket).toBeNull();
  });

  it.each([
    "hand-brushes-rotor",
    "hand-over-rim",
    "chip-at-rest",
    "hand-on-rotor-at-rest",
    "wheel-tilted",
    "tamper",
  ])("%s voids nothing", (fault) => {
    for (const { sinceUs, pocket } of truthsOf(fault)) {
      expect(sinceUs).toEqual({});
      expect(pocket).not.toBeNull();
    }
  });

  it.each([
    "launch-missed",
    "second-ball-in-pocket",
    "ball-lifted-track",
    "ball-lifted",
    "ball-touched",
    "sensor-dead-P",
    "sensor-stuck-Q",
    "sensor-dead-X",
    "quadrature-dead",
    "cover-on",
  ])("%s spoils the spin", (fault) => {
    for (const { spoiled } of truthsOf(fault)) expect(spoiled).not.toBeNull();
  });

  it("one blind ball sensor of three does not", () => {
    for (const fault of ["sensor-dead-A", "sensor-dirty-B", "sensor-stuck-C"])
      for (const { spoiled } of truthsOf(fault)) expect(spoiled).toBeNull();
  });

  it("counts weak launches", () => {
    for (const truth of truthsOf("weak-launch")) expect(laps(truth)).toBeLessThan(3);
    for (const truth of truthsOf("short-run")) expect([3, 4, 5]).toContain(laps(truth));
    expect(new Set(truthsOf("launch-near-three").map(laps))).toEqual(new Set([2, 3]));
  });

  it("says when nobody but a person could know", () => {
    for (const truth of truthsOf("chip-unseen")) expect(truth.unseen).toEqual(["foreign-object"]);
    for (const truth of truthsOf("chip-on-cone")) expect(truth.unseen).toEqual([]);
    for (const truth of truthsOf("chip-unseen-in-pocket")) expect(truth.unseen).toEqual([]);
    // A beam that a hand already breaks, or that is stuck, does not see the ball leave.
    const wheel = cleanWheel("blind beam");
    watch(wheel, 1);
    wheel.inject("sensor-stuck-X");
    const [first] = watch(wheel, 1);
    expect(first!.truth.fault).toBe("sensor-stuck-X");
  });
});

describe("what the sensors see of faults", () => {
  it("a ball over the rim breaks the beam for milliseconds, a hand for 150 ms and more", () => {
    for (const { spin } of withFault("ball-over-rim-run")) {
      const { truth, edges } = spin;
      const short = pulses(edges, "X").filter(({ on, off }) => off - on < 30_000);
      expect(short).toHaveLength(1);
      expect(Math.abs(short[0]!.on - truth.sinceUs["ball-left-cylinder"]!)).toBeLessThan(1_000);
      const later = edges.filter(({ us, pin }) => us > short[0]!.off + 100_000 && "ABC".includes(pin));
      expect(later).toEqual([]);
    }
    for (const { spin } of withFault("hand-over-rim"))
      for (const { on, off } of pulses(spin.edges, "X")) expect(off - on).toBeGreaterThan(140_000);
  });

  it("a ball on a fret is seen on the half, a second ball as a second one", () => {
    for (const { wheel, spin } of withFault("ball-on-fret")) {
      const { truth, edges } = spin;
      const seen = readings(wheel, edges).filter(({ us }) => us > truth.endUs && us < truth.endUs + 10e6);
      for (const { place } of seen) expect(Math.abs((place % 1) - 0.5)).toBeLessThan(0.25);
    }
    for (const { wheel, spin } of withFault("second-ball-in-pocket")) {
      const { truth, edges } = spin;
      const seen = readings(wheel, edges).filter(({ us }) => us > truth.endUs && us < truth.endUs + 10e6);
      expect(new Set(seen.map(({ place }) => Math.round(place) % 37)).size).toBeGreaterThanOrEqual(2);
    }
  });

  it("a dead sensor is silent, a stuck one stays, a dirty one misses about half", () => {
    for (const { spin } of withFault("quadrature-dead")) {
      const marks = spin.edges.filter(({ us, pin }) => us > spin.truth.endUs && "QR".includes(pin));
      expect(marks).toEqual([]);
    }
    let [dirty, clean] = [0, 0];
    for (const { spin } of withFault("sensor-dirty-B")) {
      dirty += pulses(spin.edges, "B").length;
      clean += pulses(spin.edges, "A").length;
    }
    expect(dirty).toBeGreaterThan(0.3 * clean);
    expect(dirty).toBeLessThan(0.85 * clean);
  });

  it("board and cable troubles are asked for in order and in time", () => {
    for (const fault of ["unplug", "board-reset", "line-noise"]) {
      const kinds = SEEDS.flatMap((seed) => {
        const wheel = cleanWheel(`${fault}/${seed}`);
        wheel.inject(fault);
        const [spin] = watch(wheel, 1);
        const troubles = wheel.lineTroubles();
        expect(wheel.lineTroubles()).toEqual([]);
        for (const { us } of troubles) expect(us).toBeGreaterThan(spin!.truth.launchedUs);
        return troubles.map(({ what }) => what);
      });
      const wanted = { unplug: ["unplug", "replug"], "board-reset": ["reset"], "line-noise": ["noise"] }[fault];
      expect([...new Set(kinds)]).toEqual(wanted);
    }
  });
});

describe("a fault asked for while the ball runs", () => {
  /** Runs to the middle of the third spin's run on the track. */
  function midRun(seed: string): { wheel: ReturnType<typeof cleanWheel>; us: number } {
    const probe = cleanWheel(seed);
    const { launchedUs } = watch(probe, 3)[2]!.truth;
    const wheel = cleanWheel(seed);
    const us = launchedUs + 4e6;
    wheel.run(us);
    return { wheel, us };
  }

  it.each([
    ["ball-over-rim-run", "ball-left-cylinder"],
    ["ball-on-deflector", "ball-suspended"],
    ["chip-on-track", "foreign-object"],
    ["second-ball", "foreign-object"],
    ["rotor-jam", "rotor-irregular"],
    ["hand-brakes-rotor", "rotor-irregular"],
  ])("%s hits this spin, not before it was asked for", (fault, fact) => {
    const { wheel, us } = midRun(`mid ${fault}`);
    expect(wheel.look(us).ball?.where).toBe("track");
    wheel.inject(fault);
    const [spin] = watch(wheel, 1);
    expect(spin!.truth).toMatchObject({ spin: 3, fault });
    expect(spin!.truth.facts[fact]).toBe(true);
    expect(spin!.truth.sinceUs[fact]).toBeGreaterThanOrEqual(us);
  });

  it.each(["ball-with-rotor", "weak-launch", "rotor-not-alternated"])(
    "%s comes too late and waits",
    (fault) => {
      const { wheel } = midRun(`late ${fault}`);
      wheel.inject(fault);
      const [now, next] = watch(wheel, 2);
      expect(now!.truth.fault).toBeNull();
      expect(next!.truth).toMatchObject({ spin: 4, fault });
    },
  );
});

describe("after a void", () => {
  it("the relaunch keeps the sense, waits for three turns, and the ball lies in the last number meanwhile", () => {
    const put = SEEDS.map((seed) => {
      const wheel = cleanWheel(`relaunch ${seed}`);
      const [valid] = watch(wheel, 1);
      wheel.inject("ball-with-rotor");
      watch(wheel, 1);
      const [again] = watch(wheel, 1);
      expect(again!.truth.facts["rotor-turns-since-void"]).toBeGreaterThanOrEqual(3);
      expect(again!.truth.facts["rotor-alternated"]).toBe(true);
      const waiting = readings(wheel, again!.edges).filter(({ us }) => us < again!.truth.launchedUs);
      return waiting.some(({ place }) => Math.abs(place - valid!.truth.cell!) < 0.25);
    });
    expect(put.filter(Boolean).length).toBeGreaterThan(0);
  });

  it("an early relaunch comes before three turns", () => {
    for (const seed of SEEDS) {
      const wheel = cleanWheel(`early ${seed}`);
      wheel.inject("early-relaunch");
      const [first, again] = watch(wheel, 2);
      expect(first!.truth.facts["ball-left-cylinder"]).toBe(true);
      expect(again!.truth.fault).toBe("early-relaunch");
      expect(again!.truth.facts["rotor-turns-since-void"]).toBeLessThan(3);
    }
  });
});

describe("the profiles", () => {
  it("default has faults in 2 to 4 % of the spins, rough in more, clean in none", () => {
    const share = (name: Profile["name"], faultPerMille: number, spins = more(300, 5_000)): number => {
      const all = truthsOnly({ seed: "share", ring: RING_37, profile: { name, faultPerMille } }, spins);
      return all.filter(({ fault }) => fault !== null).length / all.length;
    };
    const { faultPerMille } = PROFILES.default;
    const usual = share("default", faultPerMille, more(1_500, 5_000));
    expect(usual).toBeGreaterThan(0.02);
    expect(usual).toBeLessThan(0.04);
    expect(share("rough", PROFILES.rough.faultPerMille)).toBeGreaterThan(0.15);
    expect(share("clean", 0)).toBe(0);
  });
});
