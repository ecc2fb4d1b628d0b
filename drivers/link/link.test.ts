import { describe, expect, it } from "vitest";
import { monoUs } from "../../src/time/instant.ts";
import type { SessionInput } from "../session.ts";
import { testLineLosses } from "./line-losses.test-help.ts";
import { MADE_SILENCE_US, madeSession, type MadeObservation, type MadeState } from "./made-device.test-help.ts";
import { addChecksum, encodeHostLine } from "./numbered-line.ts";

const S = 1_000_000;

const line = (letter: string, n: number, ms: number, fields = ""): string =>
  `${addChecksum(`${letter} ${hexOf(n, 4)} ${hexOf(ms, 8)}${fields === "" ? "" : ` ${fields}`}`)}\n`;
const hexOf = (value: number, width: number): string => value.toString(16).toUpperCase().padStart(width, "0");
const IDENTITY = line("I", 0, 0);

testLineLosses({ session: madeSession(), silenceUs: MADE_SILENCE_US, sound: IDENTITY });
testLineLosses({
  session: { ...madeSession({ isSilenceKept: true }), device: "one whose silence is kept" },
  silenceUs: MADE_SILENCE_US,
  sound: IDENTITY,
  isSilenceKept: true,
});
testLineLosses({
  session: { ...madeSession({ isNoiseGarbled: true }), device: "one whose noise is nonsense" },
  silenceUs: MADE_SILENCE_US,
  sound: IDENTITY,
  noise: ["+device-garbled", "gap device-garbled"],
});
testLineLosses({
  session: { ...madeSession({ silenceUs: null }), device: "one that may be silent for ever" },
  silenceUs: null,
  sound: IDENTITY,
  isKnownByPort: true,
});
testLineLosses({
  session: { ...madeSession({ isReopeningGap: false }), device: "one whose reopened port is no gap" },
  silenceUs: MADE_SILENCE_US,
  sound: IDENTITY,
  reopened: [],
});

/** What a session says, in short. */
function textOf(word: MadeObservation): string {
  switch (word.o) {
    case "fault":
    case "fault-cleared":
      return `${word.o === "fault" ? "+" : "-"}${word.code} ${JSON.stringify(word.detail)}`;
    case "gap":
      return `gap ${word.why}`;
    case "number":
      return `number ${word.value}`;
    case "attached":
      return "attached";
  }
}

type Untimed<I> = I extends SessionInput ? Omit<I, "t"> : never;

/** Feeds a made device, by the second of its host. */
class Fed {
  readonly session: ReturnType<typeof madeSession>;
  state: MadeState;
  readonly writes: string[] = [];

  constructor(rules: Parameters<typeof madeSession>[0] = {}) {
    this.session = madeSession(rules);
    this.state = this.session.initial();
  }

  feed(t: number, input: Untimed<SessionInput>): string[] {
    const step = this.session.step(this.state, { ...input, t: monoUs(Math.round(t * S)) });
    this.state = step.state;
    this.writes.push(...step.writes);
    return step.observations.map(textOf);
  }

  bytes(t: number, ...lines: string[]): string[] {
    return this.feed(t, { i: "bytes", bytes: lines.join("") });
  }

  /** Opened at 1 s and attached. */
  attached(): this {
    this.feed(1, { i: "opened" });
    expect(this.bytes(1, "\n", IDENTITY)).toEqual(["attached"]);
    return this;
  }
}

describe("one device on a line", () => {
  it("is asked who it is until it answers, with numbers that nobody used", () => {
    const fed = new Fed();
    fed.feed(1, { i: "opened" });
    fed.feed(1.5, { i: "tick" });
    fed.feed(1.6, { i: "sent", bytes: encodeHostLine("I", 0, []) + encodeHostLine("C", 7, []) });
    expect(fed.session.wakeAt(fed.state)).toBe(2 * S);
    fed.feed(2, { i: "tick" });
    expect(fed.writes).toEqual([encodeHostLine("I", 0, []), encodeHostLine("I", 8, [])]);
    fed.bytes(2.1, "\n", IDENTITY);
    fed.feed(3, { i: "tick" });
    expect(fed.writes).toHaveLength(2);
    expect(fed.session.wakeAt(fed.state)).toBe(2.1 * S + MADE_SILENCE_US + 1);
  });

  it("is not asked while its port is gone", () => {
    const fed = new Fed().attached();
    fed.feed(2, { i: "lost", why: "unplugged" });
    fed.feed(20, { i: "tick" });
    expect(fed.writes).toHaveLength(1);
    expect(fed.session.wakeAt(fed.state)).toBeNull();
  });

  it("is believed whole: lines that were cut at the opening are passed over and are no damage", () => {
    const fed = new Fed();
    fed.feed(1, { i: "opened" });
    expect(fed.bytes(1, IDENTITY)).toEqual([]);
    expect(fed.state.link.damaged).toBe(0);
    expect(fed.bytes(1, IDENTITY)).toEqual(["attached"]);
  });

  it("a line longer than any is damage, and so is one with a wrong checksum", () => {
    const fed = new Fed().attached();
    fed.bytes(1.1, `${"x".repeat(61)}\n`, `${"x".repeat(60)}\n`);
    expect(fed.state.link.damaged).toBe(2);
  });

  it("says why a port is gone, and how long the silence was", () => {
    const fed = new Fed().attached();
    expect(fed.feed(2.000001, { i: "tick" })).toEqual([
      '+device-silent {"silentMs":1000}',
      "gap device-silent",
    ]);
    expect(fed.session.isSilent?.(fed.state)).toBe(true);
    expect(fed.session.wakeAt(fed.state)).not.toBe(2_000_001);
    expect(fed.feed(3, { i: "lost", why: "unplugged" })).toEqual([
      "-device-silent {}",
      '+port-gone {"why":"unplugged"}',
    ]);
    expect(fed.session.isSilent?.(fed.state)).toBe(false);
  });

  it("counts damage in what it says of noise and of nonsense", () => {
    const fed = new Fed().attached();
    expect(fed.bytes(1.5, "bad\n".repeat(7))).toEqual(['+line-noise {"lines":5,"withinMs":10000}']);
    expect(fed.feed(2.1, { i: "tick" })).toEqual(['+device-garbled {"damagedLines":7}', "gap device-garbled"]);
    const more = new Fed({ damageDetail: () => ({ what: "own" }) }).attached();
    expect(more.bytes(1.5, "bad\n".repeat(5))).toEqual(['+line-noise {"what":"own","withinMs":10000}']);
  });

  it("noise ends with a good line when the last damage is older than 10 s, and says how much there was", () => {
    const fed = new Fed().attached();
    fed.bytes(1.5, "bad\n".repeat(5));
    let n = 1;
    let words: string[] = [];
    for (let t = 2; t < 11.5; t += 0.5) words = fed.bytes(t, line("V", n++, (t - 1) * 1_000));
    expect(words).toEqual(["number "]);
    expect(fed.bytes(11.5, line("V", n++, 10_500))).toEqual(["number "]);
    expect(fed.bytes(11.500001, line("V", n++, 10_501))).toEqual(['-line-noise {"damagedLines":5}', "number "]);
    expect(fed.bytes(11.6, "bad\n".repeat(4))).toEqual([]);
  });

  it("a line that has not ended when silence comes is nonsense where the device says so", () => {
    const quiet = new Fed({ isLineUnderWay: () => true }).attached();
    expect(quiet.feed(2.1, { i: "tick" })[0]).toBe('+device-garbled {"damagedLines":0}');
  });

  it("a fault that a former session may have left is over with the first good line, once", () => {
    const fed = new Fed();
    fed.feed(1, { i: "opened" });
    expect(fed.bytes(1, "\n", IDENTITY)).toEqual(["attached"]);
    const left = new Fed();
    left.state = {
      ...left.state,
      link: { ...left.state.link, loss: "device-silent" },
      faults: { standing: ["line-noise"], unsettled: ["port-gone"] },
    };
    left.feed(1, { i: "opened" });
    expect(left.bytes(1, "\n", IDENTITY)).toEqual(["-port-gone {}", "-line-noise {}", "attached"]);
  });
});

describe("the order of messages", () => {
  it("a number that is missing is a gap and counted; one that comes twice is counted alone", () => {
    const fed = new Fed().attached();
    expect(fed.bytes(1.1, line("V", 1, 100, "01"))).toEqual(["number 01"]);
    expect(fed.bytes(1.2, line("V", 1, 100, "01"))).toEqual([]);
    expect(fed.bytes(1.3, line("V", 4, 300, "04"))).toEqual(["gap device-garbled"]);
    expect(fed.state.counts).toEqual({ missed: 2, repeated: 1, strange: 0 });
    expect(fed.state.link.damaged).toBe(0);
  });

  it("a number or a time that cannot be is damage, and the device is asked who it is", () => {
    const fed = new Fed().attached();
    fed.bytes(1.1, line("V", 1, 100, "01"));
    expect(fed.bytes(1.2, line("V", 2, 99, "02"))).toEqual(["gap device-garbled"]);
    expect(fed.state.counts.strange).toBe(1);
    expect(fed.state.link.damaged).toBe(1);
    expect(fed.writes).toHaveLength(2);
  });

  it("a good line ends the silence that is waited for; a repeated one does not", () => {
    const fed = new Fed().attached();
    fed.bytes(1.5, line("V", 1, 500));
    expect(fed.session.wakeAt(fed.state)).toBe(2_500_001);
    fed.bytes(1.9, line("V", 1, 500));
    expect(fed.session.wakeAt(fed.state)).toBe(2_500_001);
    expect(fed.feed(2.500001, { i: "tick" })[0]).toMatch(/^\+device-garbled/);
  });
});

describe("what an adapter held back", () => {
  /** Silent from 1 s to 4 s; then attached again at 4 s. */
  function afterSilence(): Fed {
    const fed = new Fed().attached();
    fed.feed(3, { i: "tick" });
    expect(fed.bytes(4, line("I", 0, 0))).toContain("attached");
    return fed;
  }

  it("is passed over until the device keeps its pace for 0.2 s by its own time", () => {
    const fed = afterSilence();
    // A burst: 300 ms of the device within 10 ms of the host.
    expect(fed.bytes(4.001, line("V", 1, 1_000, "01"))).toEqual([]);
    expect(fed.bytes(4.005, line("V", 2, 1_150, "02"))).toEqual([]);
    expect(fed.bytes(4.01, line("V", 3, 1_300, "03"))).toEqual([]);
    // At its own pace, but not long enough.
    expect(fed.bytes(4.209, line("V", 4, 1_499, "04"))).toEqual([]);
    expect(fed.bytes(4.21, line("V", 5, 1_500, "05"))).toEqual(["number 05"]);
    expect(fed.state.link.late).toBeNull();
    expect(fed.bytes(4.211, line("V", 6, 1_900, "06"))).toEqual(["number 06"]);
  });

  it("half the device's pace is a pace, less is a burst", () => {
    const fed = afterSilence();
    fed.bytes(4, line("V", 1, 1_000));
    expect(fed.bytes(4.1, line("V", 2, 1_200, "half"))).toEqual(["number half"]);
    const burst = afterSilence();
    burst.bytes(4, line("V", 1, 1_000));
    expect(burst.bytes(4.099999, line("V", 2, 1_200, "less"))).toEqual([]);
  });

  it("nothing is late that comes after a port was gone alone", () => {
    const fed = new Fed().attached();
    fed.feed(1.5, { i: "lost", why: "unplugged" });
    fed.feed(2, { i: "opened" });
    fed.bytes(2, "\n", line("I", 0, 0));
    expect(fed.bytes(2.001, line("V", 1, 900, "01"))).toEqual(["number 01"]);
  });
});
