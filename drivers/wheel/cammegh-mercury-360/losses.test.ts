import { describe, expect, it } from "vitest";
import type { WheelObservation } from "../../../src/table/wheel/observation.ts";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import { mercury360Session } from "./session.ts";
import { advanced, extended } from "./synthetic-wheel.test-support.ts";
import { five, G, only, mercuryHarness, running } from "./mercury-harness.test-help.ts";

for (const [protocol, encode] of [
  ["extended", extended],
  ["advanced", advanced],
] as const)
  testLineLosses({
    session: mercury360Session({ protocol, pockets: 37 }),
    silenceUs: 2_000_000,
    sound: [0, 1].map(() => `${encode({ ...G, state: 2 })}\r\n`),
    everyUs: 500_000,
    running: [0, 1].map(() => `${encode({ ...G, state: 4 })}\r\n`),
    isSilenceKept: true,
    overrun: [["gap device-garbled"], []],
    reopened: [],
  });

testLineLosses({
  session: mercury360Session({ protocol: "basic", pockets: 37 }),
  silenceUs: null,
  sound: "*S\r\n",
  running: "*N\r\n",
  isKnownByPort: true,
  noise: ["+device-garbled", "gap device-garbled"],
  overrun: [["gap device-garbled"], []],
  reopened: [],
});

describe("losses", () => {
  it("silence: one gap and one fault, cleared once, and the spin was not watched", () => {
    const wheel = running();
    wheel.news();
    const silentAt = wheel.now() + 2_000;
    expect(wheel.wakeMs()).toBeCloseTo(silentAt, 2);
    wheel.give(silentAt, { i: "tick" });
    expect(wheel.news()).toEqual([]);
    wheel.give(silentAt + 1, { i: "tick" });
    expect(wheel.wakeMs()).toBeNull();
    wheel.give(silentAt + 9_000, { i: "tick" });
    expect(wheel.news()).toEqual([
      { o: "fault", code: "device-silent", detail: { silentMs: 2_000 } },
      { o: "gap", why: "device-silent", during: "no-more-bets" },
    ]);
    wheel.say(2, { ...G, state: 4, laps: 9 });
    wheel.bytes(wheel.now() + 250, "17\r\n");
    wheel.say(3, five);
    const news = wheel.news();
    expect(news.slice(0, 2)).toEqual([
      { o: "fault-cleared", code: "device-silent", detail: {} },
      { o: "attached", during: "no-more-bets", deviceGame: 4 },
    ]);
    expect(only(news, "number")).toHaveLength(1);
    expect(only(news, "ball-laps").at(-1)).toMatchObject({ atLeast: 9, atMost: null });
  });

  it("silence is found without an alarm too, by the next bytes", () => {
    const wheel = running();
    wheel.news();
    wheel.bytes(wheel.now() + 5_000, `${extended({ ...G, state: 4, laps: 9 })}\r\n`);
    expect(wheel.news().map(({ o }) => o)).toEqual(["fault", "gap", "fault-cleared"]);
  });

  it("nonsense for 2 s is a garbled device, and names the protocol that the port seems to speak", () => {
    const wheel = mercuryHarness({ protocol: "extended" });
    for (let ms = 500; ms <= 4_000; ms += 500) wheel.bytes(ms, `${advanced({ ...G, state: 2 })}\r\n`);
    const faults = only(wheel.news(), "fault");
    expect(faults).toHaveLength(2);
    expect(faults).toContainEqual({
      o: "fault",
      code: "device-garbled",
      detail: { damagedLines: 3, portSpeaks: "advanced" },
    });
  });

  it("damaged lines between good ones are one fault an episode", () => {
    const wheel = running();
    wheel.news();
    for (let n = 0; n < 12; n++) {
      wheel.bytes(wheel.now() + 100, "*X;4;0\r\n");
      wheel.say(1, { ...G, state: 4, laps: 9 });
    }
    expect(wheel.news()).toEqual([
      { o: "fault", code: "line-noise", detail: { damagedLines: 5, withinMs: 10_000 } },
    ]);
    wheel.say(25, { ...G, state: 4, laps: 9 });
    expect(wheel.news()).toEqual([{ o: "fault-cleared", code: "line-noise", detail: { damagedLines: 12 } }]);
  });

  it("two halves of lines never grow together over bytes that were lost", () => {
    const wheel = running();
    const whole = `${extended({ ...G, state: 4, laps: 9 })}\r\n`;
    wheel.bytes(wheel.now() + 500, whole.slice(0, 11));
    wheel.give(wheel.now() + 100, { i: "overrun", lost: 40 });
    wheel.news();
    wheel.bytes(wheel.now() + 100, whole.slice(11));
    wheel.bytes(wheel.now() + 500, whole);
    expect(only(wheel.news(), "attached")).toEqual([]);
    wheel.bytes(wheel.now() + 500, whole);
    expect(only(wheel.news(), "attached")).toHaveLength(1);
  });

  it("joins a result that was there before it, and gives it after five lines", () => {
    const wheel = mercuryHarness();
    wheel.say(4, five);
    expect(only(wheel.news(), "number")).toEqual([]);
    wheel.say(2, five);
    expect(only(wheel.news(), "number")).toHaveLength(1);
  });
});

describe("a basic port", () => {
  const basic = (): ReturnType<typeof mercuryHarness> => mercuryHarness({ protocol: "basic" });
  const tell = (
    wheel: ReturnType<typeof mercuryHarness>,
    ...lines: readonly (readonly [number, string])[]
  ): readonly WheelObservation[] => {
    for (const [s, text] of lines) wheel.bytes(s * 1_000, `${text}\r\n`);
    return wheel.news();
  };

  it("gives a number after *S and *N, with one witness, and is never silent", () => {
    const wheel = basic();
    expect(wheel.wakeMs()).toBeNull();
    const told = tell(wheel, [10, "*S"], [20, "*N"], [40, "*W  9"], [41, "*W  9"]);
    expect(told.filter(({ o }) => o !== "fault-cleared")).toEqual([
      { o: "attached", during: "unknown", deviceGame: null },
      { o: "stage", stage: "ball-in-rim", deviceGame: null },
      { o: "stage", stage: "no-more-bets", deviceGame: null },
      { o: "stage", stage: "result", deviceGame: null },
      { o: "number-announced", pocket: "9" },
      { o: "number", pocket: "9", witnesses: ["w-line"] },
    ]);
  });

  it.each<[string, readonly (readonly [number, string])[]]>([
    [
      "without *S",
      [
        [20, "*N"],
        [40, "*W 17"],
      ],
    ],
    [
      "without *N",
      [
        [10, "*S"],
        [40, "*W 17"],
      ],
    ],
    ["alone", [[40, "*W 17"]]],
    [
      "too soon",
      [
        [10, "*S"],
        [20, "*N"],
        [21, "*W 17"],
      ],
    ],
  ])("gives no number %s", (_what, lines) => {
    const news = tell(basic(), ...lines);
    expect(only(news, "number")).toEqual([]);
    expect(only(news, "contradiction")).toHaveLength(1);
  });

  it("takes a number back when another comes, and starts anew with *S", () => {
    const wheel = basic();
    tell(wheel, [10, "*S"], [20, "*N"], [40, "*W 17"]);
    expect(tell(wheel, [41, "*W 16"])).toEqual([
      { o: "contradiction", what: "number-changed", seen: ["17", "16"] },
    ]);
    expect(tell(wheel, [60, "*S"], [70, "*S"])).toMatchObject([
      { o: "stage" },
      { o: "aborted", cause: "respin" },
      { o: "stage" },
    ]);
  });

  it("a hole breaks the order", () => {
    const wheel = basic();
    tell(wheel, [10, "*S"], [20, "*N"]);
    wheel.give(25_000, { i: "lost", why: "unplugged" });
    wheel.give(26_000, { i: "opened" });
    expect(only(tell(wheel, [40, "x"], [41, "*W 17"]), "number")).toEqual([]);
  });
});
