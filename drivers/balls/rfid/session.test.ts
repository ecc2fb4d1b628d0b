import { describe, expect, it } from "vitest";
import { tagLines, type Visit } from "../../../hw-sim/models/shoe/readers/tag-reader.ts";
import { lineNoise } from "../../../hw-sim/lines/line-noise.ts";
import type { BallObservation } from "../../../src/table/balls/observation.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import type { SessionInput } from "../../session.ts";
import { AGAIN_US, AWAY_US, ballTagSession } from "./session.ts";
import { packedTags, readTagSet, unpackedTags } from "./tag-set.ts";

/** Tags of one roll: their numbers follow one another. */
const TAGS = Array.from(
  { length: 90 },
  (_, index) => `04A1B2C3D4${(0xe500 + index).toString(16).toUpperCase()}`,
);
const tagOf = (ball: number): string => TAGS[ball - 1] ?? "";
const OTHER_SET = "04FFFFFFFFFFFF";
const MS = 1_000;
const LOOKS = { periodUs: 80 * MS, repeats: true, lineEnd: "\r\n", upperCase: true } as const;

testLineLosses({
  session: ballTagSession(TAGS),
  silenceUs: null,
  sound: `${tagOf(1)}\r\n`,
  isKnownByPort: true,
  overrun: [
    ["+recording-overrun", "gap overflow"],
    ["+recording-overrun", "gap overflow"],
  ],
});

/** A session that hears lines. */
class Heard {
  readonly session = ballTagSession(TAGS);
  state = this.session.initial();
  t = 0;
  readonly seen: BallObservation[] = [];

  constructor() {
    this.feed({ i: "opened", t: monoUs(0) });
  }

  feed(input: SessionInput): this {
    const step = this.session.step(this.state, input);
    expect(JSON.parse(JSON.stringify(step.state))).toEqual(step.state);
    this.state = step.state;
    this.seen.push(...step.observations);
    return this;
  }

  /** Balls that lie at the reader for so long, in ms; what the reader sends may be damaged. */
  visits(
    list: readonly (readonly [tag: string, fromMs: number, toMs: number])[],
    together: "silent" | "garbled" | "each" = "each",
  ): this {
    const visits = list.map(([uid, from, to]): Visit => ({
      uid,
      fromUs: this.t + from * MS,
      toUs: this.t + to * MS,
    }));
    const lines = tagLines(visits, { ...LOOKS, together }, randomFrom("looks")).filter(
      ({ us }) => us >= this.t,
    );
    for (const { us, bytes } of lines) this.at(us).feed({ i: "bytes", t: monoUs(us), bytes });
    return this.at(Math.max(this.t, ...visits.map(({ toUs }) => toUs)) + 2 * AWAY_US);
  }

  at(us: number): this {
    for (;;) {
      const due = this.session.wakeAt(this.state);
      if (due === null || due > us) break;
      this.feed({ i: "tick", t: due });
    }
    this.t = Math.max(this.t, us);
    return this;
  }

  get balls(): string[] {
    return this.seen.flatMap((one) =>
      one.o === "ball" ? [String(one.number ?? one.why)] : one.o === "fault" ? [`+${one.code}`] : [],
    );
  }
}

describe("a tagged ball", () => {
  it("is read once for as long as it lies there, and counted by nobody here", () => {
    const heard = new Heard().visits([[tagOf(17), 0, 9_000]]).visits([[tagOf(90), 0, 400]]);
    expect(heard.seen.filter(({ o }) => o !== "fault-cleared")).toEqual([
      { o: "attached", game: null, drawn: null },
      { o: "ball", n: null, number: 17, why: null },
      { o: "ball", n: null, number: 90, why: null },
    ]);
  });

  it("that is shown again before another one came is the same; after another one it is told, for the table to judge", () => {
    const heard = new Heard().visits([[tagOf(17), 0, 500]]).visits([[tagOf(17), 0, 500]]);
    expect(heard.balls).toEqual(["17"]);
    expect(heard.session.figures?.(heard.state)).toMatchObject({ balls: 1, "read again": 1 });
    // The next game may begin with it.
    expect(
      new Heard()
        .visits([[tagOf(17), 0, 500]])
        .at(AGAIN_US + 2_000_000)
        .visits([[tagOf(17), 0, 500]]).balls,
    ).toEqual(["17", "17"]);
    expect(heard.visits([[tagOf(18), 0, 500]]).visits([[tagOf(17), 0, 500]]).balls).toEqual(["17", "18", "17"]);
  });

  it("of another set, or without a tag of any, is a ball that was not read", () => {
    expect(new Heard().visits([[OTHER_SET, 0, 500]]).balls).toEqual(["+ball-tag-unknown", "unread"]);
    expect(JSON.stringify(new Heard().visits([[OTHER_SET, 0, 500]]).seen)).not.toContain(OTHER_SET);
  });

  it("that was gone before it was read twice is not read", () => {
    expect(new Heard().visits([[tagOf(17), 0, 81]]).balls).toEqual(["weak"]);
  });

  it.each([
    ["each", ["two-balls", "two-balls"]],
    ["garbled", ["weak", "+line-noise"]],
    ["silent", []],
  ] as const)("with another at once, told %s: neither is read", (together, balls) => {
    const heard = new Heard().visits(
      [
        [tagOf(17), 0, 900],
        [tagOf(18), 0, 900],
      ],
      together,
    );
    expect(heard.balls).toEqual(balls);
    // Shown one by one afterwards they are the same balls: people have said what they are.
    if (together === "each")
      expect(heard.visits([[tagOf(18), 0, 500]]).visits([[tagOf(17), 0, 500]]).balls).toEqual(balls);
  });

  it("that lies there still as the next one comes was read: one is not", () => {
    expect(
      new Heard().visits([
        [tagOf(17), 0, 2_000],
        [tagOf(18), 1_000, 2_000],
      ]).balls,
    ).toEqual(["17", "two-balls"]);
  });

  it("is never another one, however its line is damaged, though tags differ in one digit", () => {
    let read = 0;
    for (let life = 0; life < 40; life++) {
      const random = randomFrom(`damaged balls ${life}`);
      const heard = new Heard();
      const drawn: number[] = [];
      const visits: Visit[] = [];
      for (let ball = 0; ball < 15; ball++) {
        const number = 1 + random.below(90);
        drawn.push(number);
        const fromUs = (1 + ball * 3) * 1_000_000;
        visits.push({ uid: tagOf(number), fromUs, toUs: fromUs + 300 * MS + random.below(700 * MS) });
      }
      const noise = lineNoise(
        { oneIn: { cut: 12, splice: 12, flip: 8, drop: 10, garbage: 15, insert: 15 } },
        random.fork("noise"),
      );
      const lines = tagLines(visits, { ...LOOKS, together: "each" }, random);
      for (const { tUs, bytes } of lines.flatMap((line) => noise.pass(line.us, line.bytes)))
        heard.at(tUs).feed({ i: "bytes", t: monoUs(Math.max(tUs, heard.t)), bytes });
      heard.at(heard.t + 3_000_000);
      const told = heard.seen.flatMap((one) => (one.o === "ball" && one.number !== null ? [one.number] : []));
      let at = 0;
      for (const number of told) {
        at = drawn.indexOf(number, at) + 1;
        expect(at, `${number} of ${drawn.join(" ")} in life ${life}`).toBeGreaterThan(0);
      }
      read += told.length;
    }
    expect(read).toBeGreaterThan(200);
  });
});

describe("the file of a set", () => {
  const file = (change: (lines: string[]) => void = () => undefined): string => {
    const lines = ["tirada-ball-tags/1", ...TAGS.map((tag, index) => `${tag.toLowerCase()}: ${index + 1}`)];
    change(lines);
    return lines.join("\n");
  };
  const problemsOf = (text: string): string[] => {
    const read = readTagSet(text);
    return read.ok ? [] : read.problems.map(({ line, message }) => `${line}: ${message}`);
  };

  it("says the tag of every ball, in any order, with comments", () => {
    expect(readTagSet(file())).toEqual({ ok: true, tags: TAGS });
    expect(unpackedTags(packedTags(TAGS))).toEqual(TAGS);
    expect(packedTags(TAGS)).toHaveLength(840);
    expect(
      readTagSet(file((lines) => lines.splice(1, 90, "# the yellow set", "", ...lines.slice(1).reverse()))),
    ).toEqual({
      ok: true,
      tags: TAGS,
    });
  });

  it("that is wrong is named with its line", () => {
    expect(problemsOf("balls")).toEqual(["1: must be tirada-ball-tags/1"]);
    expect(problemsOf(file((lines) => lines.splice(3, 1)))).toEqual(["90: no tag of ball 3"]);
    expect(problemsOf(file((lines) => lines.push(`${OTHER_SET}: 7`)))).toEqual([
      `92: ball 7 has the tag ${tagOf(7)} in line 8 already`,
    ]);
    expect(problemsOf(file((lines) => (lines[90] = `${tagOf(7)}: 90`)))).toEqual([
      `91: the tag ${tagOf(7)} is that of ball 7 in line 8, and cannot be that of ball 90 too`,
    ]);
    expect(problemsOf(file((lines) => lines.push(`${tagOf(7)}: 7`)))).toEqual([
      `92: the tag ${tagOf(7)} stands in line 8 already`,
    ]);
    expect(problemsOf(file((lines) => (lines[5] = `${tagOf(5)}: 91`)))).toEqual([
      `6: ${tagOf(5)}: its ball must be 1 to 90, and is 91`,
    ]);
    expect(problemsOf(file((lines) => (lines[5] = "04A1: 5")))).toEqual([
      "6: must be a tag of 14 hex digits, a colon, and its ball",
    ]);
    expect(problemsOf("x".repeat(20_000))[0]).toContain("no set of balls");
  });
});
