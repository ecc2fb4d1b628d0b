import { describe, expect, it } from "vitest";
import type { Edge } from "../edge.ts";
import { around, ballLaunch, HandTurned, marksOf, type Feature } from "./hand-turned.test-help.ts";
import { restartAfterGap } from "./learn.ts";
import { Lesson } from "./lesson.test-help.ts";

const ROULETTE = { kind: "roulette", ring: Array.from({ length: 37 }, (_, at) => `p${at}`) } as const;
const DISC = { kind: "disc", ring: Array.from({ length: 54 }, (_, at) => `c${at}`) } as const;
const BOWL = { kind: "bowl", ring: Array.from({ length: 18 }, (_, at) => `h${at}`) } as const;

const INDEX = { channel: "I", from: 5.3, to: 5.85 } as const;
/** The first pocket is under the reader at this place after the index. */
const ZERO = 21.4;
const PATCH = around(INDEX.from + ZERO - 0.5, 0.08, "P");
const BALL = (pocket: number, beside = 0): Feature => around(INDEX.from + ZERO - pocket + beside, 0.15, "P");

function rotor(
  extra: readonly Feature[] = [],
  without: (feature: Feature) => boolean = () => false,
): HandTurned {
  return new HandTurned(
    37,
    [...marksOf(37), INDEX, PATCH, ...extra].filter((feature) => !without(feature)),
  );
}

/** Both turnings, passed. */
function turnedBothWays(wheel: HandTurned, lesson: Lesson, marks: number): Lesson {
  lesson.begin(wheel.tick).edges(wheel.turnBy(4.3 * marks, 12));
  return lesson.begin(wheel.tick).edges(wheel.turnBy(-4.3 * marks, 15));
}

describe("a roulette", () => {
  it.each([
    [true, 0.12],
    [false, -0.17],
  ])(
    "is learned from three turns each way, the ball in the first pocket, and a launch (clockwise: %s)",
    (clockwise, beside) => {
      const wheel = rotor();
      const lesson = turnedBothWays(wheel, new Lesson(ROULETTE, wheel.active()), 37);
      wheel.features = [...wheel.features, BALL(0, beside)];
      lesson.begin(wheel.tick).edges(wheel.turnBy(4.2 * 37, 10));
      const angles = [0, 98.3, 222.1] as const;
      lesson.begin(wheel.tick).edges(ballLaunch(angles, { laps: 17, clockwise, from: wheel.tick + 2_000_000 }));
      lesson.quiet(wheel.tick + 60_000_000);
      expect(lesson.words()).toEqual([
        "passed turn-clockwise",
        "passed turn-counter",
        "passed first-place",
        "passed launch",
        "learned",
      ]);
      const learned = lesson.state.calibration!;
      expect(Math.abs(learned.sensorB - 98_300)).toBeLessThan(60);
      expect(Math.abs(learned.sensorC - 222_100)).toBeLessThan(60);
      expect(Math.abs(learned.zero - 4_000 * ZERO)).toBeLessThan(100);
      expect(Math.abs(learned.dropLapUs - 1_600_000)).toBeLessThan(60_000);
      expect(learned.marks).toBe(37);
      for (const value of Object.values(learned)) expect(Number.isSafeInteger(value)).toBe(true);
    },
  );

  const failing = (
    name: string,
    wheel: HandTurned,
    marks: number,
    what: RegExp,
    edit = (list: Edge[]) => list,
  ): void =>
    it(name, () => {
      const lesson = new Lesson(ROULETTE, wheel.active());
      lesson.begin(wheel.tick).edges(edit(wheel.turnBy(marks, 14)));
      expect(lesson.words().length).toBeGreaterThan(0);
      expect(lesson.words()[0]).toMatch(what);
      expect(lesson.state.step).toBe("turn-clockwise");
      expect(lesson.state.begun).toBe(false);
    });

  failing("turned the wrong way", rotor(), -4.3 * 37, /turns counter-clockwise/);
  failing("with the plugs of Q and R swapped", rotor(), 4.3 * 37, /turns counter-clockwise/, (edges) =>
    edges.map((edge) =>
      edge.channel === "Q"
        ? { ...edge, channel: "R" }
        : edge.channel === "R"
          ? { ...edge, channel: "Q" }
          : edge,
    ),
  );
  failing(
    "with a blind sensor R",
    rotor([], ({ channel }) => channel === "R"),
    4.3 * 37,
    /sensor R/,
  );
  failing(
    "with a blind sensor Q",
    rotor([], ({ channel }) => channel === "Q"),
    4.3 * 37,
    /sensor Q/,
  );
  failing(
    "without an index",
    rotor([], ({ channel }) => channel === "I"),
    4.3 * 37,
    /index/,
  );
  failing(
    "with a dirty mark",
    rotor([], ({ from }) => from === 12 || from === 12.27),
    4.3 * 37,
    /36 marks/,
  );
  failing(
    "without a patch",
    rotor([], ({ channel }) => channel === "P"),
    4.3 * 37,
    /sees nothing/,
  );
  failing("with a ball left in it", rotor([BALL(9)]), 4.3 * 37, /2 things/);
  failing("that has other pockets", new HandTurned(38, [...marksOf(38), INDEX, PATCH]), 4.3 * 38, /38 marks/);

  it("refuses a ball in another pocket than the first, and one that is not seen", () => {
    for (const [pocket, what] of [
      [3, /ball lies 3 pockets clockwise/],
      [36, /ball lies one pocket counter-clockwise/],
    ] as const) {
      const wheel = rotor();
      const lesson = turnedBothWays(wheel, new Lesson(ROULETTE, wheel.active()), 37);
      wheel.features = [...wheel.features, BALL(pocket)];
      lesson.begin(wheel.tick).edges(wheel.turnBy(4.2 * 37, 10));
      expect(lesson.words().at(-1)).toMatch(what);
      wheel.features = wheel.features.filter((feature) => feature !== wheel.features.at(-1));
      lesson.begin(wheel.tick).edges(wheel.turnBy(4.2 * 37, 10));
      expect(lesson.words().at(-1)).toMatch(/not both the ball and the white patch/);
    }
  });

  it("a hand that slips back for a moment is no harm", () => {
    const wheel = rotor();
    const lesson = new Lesson(ROULETTE, wheel.active()).begin(wheel.tick);
    lesson.edges(wheel.turnBy(30.2, 4)).edges(wheel.turnBy(-2.1, 1)).edges(wheel.turnBy(150, 14));
    expect(lesson.words()).toEqual(["passed turn-clockwise"]);
  });

  it("lost edges begin it anew", () => {
    const wheel = rotor();
    const lesson = turnedBothWays(wheel, new Lesson(ROULETTE, wheel.active()), 37);
    const { state, news: events } = restartAfterGap(ROULETTE, lesson.state);
    expect(state.step).toBe("turn-clockwise");
    expect(events[0]).toMatchObject({ news: "failed" });
  });
});

describe("a bowl", () => {
  it("knows its first hole by both sensors", () => {
    const lesson = new Lesson(BOWL).begin(1_000);
    lesson.quiet(1_000_000, { holesH: 1 << 4, holesG: 1 << 4 });
    expect(lesson.words()).toEqual([]);
    lesson.quiet(5_000_000, { holesH: 1 << 4, holesG: 1 << 5 }).begin(6_000_000);
    lesson.quiet(11_000_000, { holesH: 3 << 4, holesG: 3 << 4 }).begin(12_000_000);
    lesson.quiet(17_000_000).begin(18_000_000);
    lesson.quiet(23_000_000, { holesH: 1 << 4, holesG: 1 << 4 });
    expect(lesson.words().map((word) => word.slice(0, 18))).toEqual([
      "failed first-place",
      "failed first-place",
      "failed first-place",
      "passed first-place",
    ]);
    expect(lesson.state.zero).toBe(4);
  });
});

describe("a disc", () => {
  const pegs = Array.from({ length: 54 }, (_, cell) => ({ channel: "T" as const, at: cell + 0.7 }));
  /** The pointer is bent from before the peg to behind it, in the sense of the turning. */
  const disc = (clockwise: boolean, count = 54): HandTurned =>
    new HandTurned(54, [
      ...marksOf(54),
      INDEX,
      ...pegs
        .slice(0, count)
        .map(({ channel, at }) =>
          clockwise ? { channel, from: at - 0.17, to: at + 0.24 } : { channel, from: at - 0.24, to: at + 0.17 },
        ),
    ]);

  const learned = (rest: number): Lesson => {
    const cw = disc(true);
    const ccw = disc(false);
    const lesson = new Lesson(DISC, cw.active()).begin(cw.tick).edges(cw.turnBy(4.2 * 54, 20));
    Object.assign(ccw, { place: cw.place, tick: cw.tick });
    lesson.begin(ccw.tick).edges(ccw.turnBy(-4.4 * 54, 20));
    const home = disc(true);
    Object.assign(home, { place: ccw.place, tick: ccw.tick });
    lesson.edges(home.turnBy(INDEX.from + rest + 54 * 3 - home.place, 9));
    lesson.begin(home.tick).quiet(home.tick + 5_000_000, { active: home.active() });
    return lesson;
  };

  it("is learned from three turns each way and its first cell at rest", () => {
    // Middles of cells lie at .2 of a mark; the index at 5.3: 11.9 after it.
    for (const beside of [0, 0.2, -0.2]) {
      const lesson = learned(11.9 + beside);
      expect(lesson.words()).toEqual([
        "passed turn-clockwise",
        "passed turn-counter",
        "passed first-place",
        "learned",
      ]);
      expect(Math.abs(lesson.state.calibration!.zero - 47_600)).toBeLessThan(150);
      expect(lesson.state.calibration).toMatchObject({ marks: 54, dropLapUs: 0 });
    }
  });

  it("refuses a pointer that is bent or near a peg, and says so", () => {
    expect(
      learned(11.9 + 0.5)
        .words()
        .at(-1),
    ).toMatch(/pointer is bent/);
    expect(
      learned(11.9 - 0.44)
        .words()
        .at(-1),
    ).toMatch(/does not rest in the middle|pointer is bent/);
  });

  it("refuses a disc with a missing peg", () => {
    const wheel = disc(true, 53);
    const lesson = new Lesson(DISC, wheel.active()).begin(wheel.tick).edges(wheel.turnBy(4.2 * 54, 20));
    expect(lesson.words()[0]).toMatch(/bent 159 times/);
  });
});
