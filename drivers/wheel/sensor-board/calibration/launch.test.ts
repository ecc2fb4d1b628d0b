import { describe, expect, it } from "vitest";
import { handWheel } from "../../../../hw-sim/models/wheels/hand/wheel.ts";
import type { Edge } from "../edge.ts";
import { ballLaunch } from "./hand-turned.test-help.ts";
import { checkLaunch, LAUNCH_START, addLaunchEdge } from "./launch.ts";
import { Lesson } from "./lesson.test-help.ts";

const BOWL = { kind: "bowl", ring: Array.from({ length: 18 }, (_, at) => `h${at}`) } as const;

describe("a launch", () => {
  const launch = (edges: readonly Edge[]): string => {
    const lesson = new Lesson(BOWL);
    lesson.begin(0).quiet(5_000_000, { holesH: 1, holesG: 1 }).begin(5_000_000).edges(edges).quiet(200_000_000);
    return lesson.words().slice(1).join("; ");
  };
  const from = 6_000_000;
  const good = { laps: 14, clockwise: true, from };

  it("too short", () => {
    expect(launch(ballLaunch([0, 100, 220], { ...good, laps: 9 }))).toMatch(
      /failed launch: the ball made [89] laps/,
    );
  });

  it("with a sensor that misses passings", () => {
    const edges = ballLaunch([0, 100, 220], good);
    const blind = edges.filter(
      ({ channel, tick }) => channel !== "B" || Math.floor(tick / 2_000_000) % 3 === 0,
    );
    expect(launch(blind)).toMatch(/failed launch: ball sensor B/);
  });

  it("with sensors too close together, or at like angles", () => {
    expect(launch(ballLaunch([0, 10, 220], good))).toMatch(/closer than 15/);
    expect(launch(ballLaunch([0, 120, 240], good))).toMatch(/differ by less/);
  });

  it("with a loose sensor", () => {
    const edges = ballLaunch([0, 100, 220], good).map((edge) =>
      edge.channel === "C" && edge.tick > from + 8_000_000 ? { ...edge, tick: edge.tick + 16_000 } : edge,
    );
    expect(launch(edges)).toMatch(/sensor C lies at .* beside it/);
  });

  it("with doubled pulses and a hand on a sensor", () => {
    const edges = ballLaunch([0, 100, 220], good).flatMap((edge, at): Edge[] =>
      at % 14 === 1
        ? [edge, { ...edge, on: true, tick: edge.tick + 9_000 }, { ...edge, tick: edge.tick + 12_000 }]
        : [edge],
    );
    const hand = { channel: "A", hole: 0 } as const;
    const before = [
      { ...hand, on: true, tick: from - 900_000 },
      { ...hand, on: false, tick: from - 400_000 },
    ];
    expect(launch([...before, ...edges])).toBe("passed launch; learned");
  });
});

describe("the launches of a simulated wheel with tilt, drag and jitter", () => {
  const ring = Array.from({ length: 37 }, (_, at) => String(at));

  it.each(["one", "two", "three", "four"])("%s: angles to a tenth of a degree, last lap to 3 %", (seed) => {
    const wheel = handWheel({ seed: `launch-${seed}`, ring, profile: { name: "clean", faultPerMille: 0 } });
    const { sensorB, sensorC, dropLapUs } = wheel.calibration;
    let launch = LAUNCH_START;
    let learned = 0;
    for (let us = 0; us < 200_000_000 && learned < 2; us += 250_000) {
      for (const { pin, on, us: at } of wheel.run(us).edges)
        launch = addLaunchEdge(launch, { channel: pin, on, hole: 0, tick: Math.round(2 * at) });
      const check = checkLaunch(launch, 2 * us);
      if (check === null) continue;
      launch = LAUNCH_START;
      if ("problem" in check) expect.fail(check.problem.what.en);
      learned++;
      expect(Math.abs(check.learned.sensorB - sensorB)).toBeLessThan(120);
      expect(Math.abs(check.learned.sensorC - sensorC)).toBeLessThan(120);
      expect(Math.abs(check.learned.dropLapUs / dropLapUs - 1)).toBeLessThan(0.03);
    }
    expect(learned).toBe(2);
  });
});
