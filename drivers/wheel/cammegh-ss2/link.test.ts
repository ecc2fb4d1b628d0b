import { describe, expect, it } from "vitest";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import { LineWriter, statusText } from "./line-writer.test-help.ts";

/** Losses, joining, holes, and lines of others. */

const wheel = (): LineWriter => new LineWriter().betting().fresh();

const GOOD = `${statusText(2, wheel().fields)}\r\n`;

testLineLosses({
  session: wheel().session,
  silenceUs: 2_000_000,
  sound: [GOOD, GOOD],
  everyUs: 500_000,
  running: [4, 4].map((state) => `${statusText(state, wheel().fields)}\r\n`),
  isSilenceKept: true,
  // Told once until the wheel is attached again.
  overrun: [["+recording-overrun", "gap device-garbled"], []],
});

/** Three losses that must never be taken for each other. */
const LOSSES: readonly [string, (w: LineWriter) => void, (w: LineWriter) => void][] = [
  ["port-gone", (w) => w.lose(), (w) => w.wait(3_000_000).open().raw("\r\n")],
  ["device-silent", (w) => w.wait(9_000_000), () => undefined],
  [
    "device-garbled",
    (w) => {
      for (let n = 0; n < 20; n++) w.wait(500_000).raw("\u0080\u00ffx;4\u0000\r\n");
    },
    () => undefined,
  ],
];

describe.each(LOSSES)("%s", (code, lose, mend) => {
  it.each([1, 2, 3, 4, 5, 6, 7])("in state %i is reported once, leaves one hole, is cleared once", (state) => {
    const w = new LineWriter().open().raw("\r\n");
    const way: Record<number, number[]> = { 3: [2], 4: [2, 3], 5: [2, 3, 4], 7: [2, 3, 4] };
    for (const before of way[state] ?? []) w.status(before, 3);
    w.status(state, 3).fresh();
    lose(w);
    w.wait(20_000_000);
    const noise = code === "device-garbled" ? ["+line-noise"] : [];
    expect(w.faults().filter((one) => !noise.includes(one))).toEqual([`+${code}`]);
    expect(w.of("gap").map((one) => one.why)).toEqual([code]);
    expect(w.of("gap")[0]?.during).not.toBeNull();
    mend(w);
    w.status(state, 6);
    expect(w.faults().filter((one) => one.endsWith(code))).toEqual([`+${code}`, `-${code}`]);
    expect(w.of("attached")).toHaveLength(1);
    expect(w.of("gap")).toHaveLength(1);
  });

  it("in the middle of a spin leaves it without a number until the wheel has left state 5", () => {
    const w = wheel().rim().closed();
    lose(w);
    mend(w);
    w.closed().bare("23").result("23", 6);
    expect(w.numbers()).toEqual([]);
    w.next();
    expect(w.of("number")).toEqual([
      { o: "number", pocket: "23", witnesses: ["bare-number", "state-5", "next-game"] },
    ]);
    const left = w.seen.findIndex((one) => one.o === "number");
    expect(w.seen.findIndex((one) => one.o === "stage" && one.stage === "betting")).toBeGreaterThan(left);
  });
});

describe("one loss after another", () => {
  it("a port that is opened twice without a loss leaves a hole all the same", () => {
    const w = wheel().rim().closed().open().closed().bare("23").result("23", 6);
    expect(w.of("gap").map((one) => one.why)).toEqual(["port-gone"]);
    expect(w.numbers()).toEqual([]);
  });
});

describe("bytes that came and were lost", () => {
  it("leave a hole, a fault, and no line grown from two halves", () => {
    const w = wheel().rim().closed();
    const line = statusText(4, w.fields);
    w.raw(line.slice(0, 11));
    w.feed({ i: "overrun", lost: 500 });
    w.feed({ i: "overrun", lost: 500 });
    w.wait(500_000).raw(`${line.slice(11)}\r\n`);
    expect(w.faults()).toEqual(["+recording-overrun"]);
    expect(w.of("gap")).toHaveLength(1);
    expect(w.state.noise.total).toBe(2);
    // The rest of the cut line counts for nothing: two good lines are needed, and they come at the wheel's pace.
    w.wait(500_000);
    expect(w.status(4, 1).of("attached")).toEqual([]);
    expect(w.status(4, 1).of("attached")).toHaveLength(1);
    expect(w.closed().bare("23").result("23", 6).numbers()).toEqual([]);
  });
});

describe("line noise", () => {
  it("is not four lines now and then", () => {
    const w = wheel();
    for (let n = 0; n < 40; n++) w.raw("nonsense\r\n").status(2, 6);
    expect(w.faults()).toEqual([]);
  });

  it("an overlong line is damage, counted once", () => {
    const w = wheel().raw(`${"x".repeat(5_000)}\r\n`);
    expect(w.state.noise.total).toBe(1);
  });
});

describe("joining", () => {
  it.each([
    [1, "starting"],
    [2, "betting"],
    [3, "ball-in-rim"],
    [4, "no-more-bets"],
    [5, "result"],
    [6, "idle"],
    [7, "ball-not-in-track"],
  ])("in state %i says where the wheel is once two lines agree", (state, during) => {
    const w = new LineWriter().open().raw("68;1\r\n").status(state, 1);
    expect(w.of("attached")).toEqual([]);
    expect(w.status(state, 1).of("attached")).toEqual([
      { o: "attached", during, deviceGame: 11, shows: state === 5 ? "5" : null },
    ]);
    expect(w.status(state, 3).of("attached")).toHaveLength(1);
  });

  it("in state 5 shows no number that two lines do not agree on", () => {
    const w = new LineWriter().open().raw("\r\n").status(5, 1, { number: "15" }).status(5, 1);
    expect(w.of("attached")[0]?.shows).toBeNull();
  });

  it("in states 3 and 4 gives the number on the way out of state 5; with the bare number two lines are enough", () => {
    for (const state of [3, 4]) {
      const w = new LineWriter().open().raw("\r\n").status(state, 3);
      if (state === 3) w.closed();
      w.bare("23").result("23", 2);
      expect(w.numbers()).toEqual([]);
      expect(w.next(2).numbers()).toEqual(["23"]);
      expect(w.of("ball-laps").some((one) => one.atLeast >= 4)).toBe(false);
    }
  });

  it("one line of state 5 beside the bare number is not enough", () => {
    const w = new LineWriter().open().raw("\r\n").closed().bare("23").result("23", 1).next();
    expect(w.numbers()).toEqual([]);
  });

  it("a bare number before two lines agree is no witness", () => {
    const w = wheel().rim().closed().wait(3_000_000).bare("23");
    expect(w.of("number-announced")).toEqual([]);
    expect(w.closed(2).bare("23").of("number-announced")).toHaveLength(1);
  });

  it("without the bare number it takes two lines of state 5, and the next game must show it", () => {
    const late = (): LineWriter => new LineWriter().open().raw("\r\n").closed();
    expect(late().result("23", 1).next().numbers()).toEqual([]);
    expect(late().result("23", 2).next().of("number")[0]?.witnesses).toEqual([
      "state-5",
      "state-5",
      "next-game",
    ]);
    const other = late().result("23", 6);
    other.fields = { ...other.fields, number: "24" };
    expect(other.next().numbers()).toEqual([]);
    const later = late().result("23", 6);
    later.fields = { ...later.fields, game: 13 };
    expect(later.status(2, 4).numbers()).toEqual([]);
  });

  it("a restart in state 5 asks for the number only on the way out", () => {
    const w = new LineWriter().open().raw("\r\n");
    w.fields = { ...w.fields, number: "23" };
    w.status(5, 8);
    expect(w.numbers()).toEqual([]);
    expect(w.of("attached")[0]?.shows).toBe("23");
  });

  it("a hole in state 5 does not give the number a second time", () => {
    const w = wheel().rim().closed().bare("23").result("23", 2).wait(5_000_000).status(5, 8).next();
    expect(w.numbers()).toEqual(["23"]);
  });

  it("a hole in state 5 before the number, over into the next game", () => {
    const w = wheel().rim().closed().wait(4_000_000).closed().bare("23").result("23", 3).wait(4_000_000).next();
    expect(w.numbers()).toEqual(["23"]);
    expect(w.of("gap")).toHaveLength(2);
  });
});

describe("lines of another wheel in between", () => {
  const foreign = (state: number): string =>
    `${statusText(state, { game: 94, number: "31", flags: "8", rpm: 99, direction: 0 })}\r\n`;

  it("one for one: the own lines hold, the noise is a fault", () => {
    const w = wheel();
    const mixed = (state: number, lines: number): void => {
      for (let n = 0; n < lines; n++) w.status(state, 1).raw(foreign(5));
    };
    mixed(2, 4);
    mixed(3, 5);
    mixed(4, 8);
    expect(w.of("stage")).toEqual([]);
    expect(w.faults()).toContain("+line-noise");
    expect(w.numbers()).toEqual([]);
  });

  it("now and then: the game is whole and the number its own", () => {
    const w = wheel().rim(2).raw(foreign(5)).rim(3).closed(3).raw(foreign(5)).closed(3).bare("23");
    w.raw(foreign(5)).result("23", 3).raw(foreign(5)).result("23", 2).raw(foreign(2)).next();
    expect([w.numbers(), w.contradictions()]).toEqual([["23"], []]);
  });

  it("its number never comes out, whatever the order", () => {
    for (let at = 0; at < 30; at++) {
      const w = wheel();
      const lines = [...Array<number>(5).fill(3), ...Array<number>(8).fill(4), ...Array<number>(8).fill(5)];
      lines.forEach((state, index) => {
        if (index === 13) w.bare("23");
        if (index === at || index === at + 1) w.raw(foreign(5)).raw("31\r\n");
        w.status(state, 1, state === 5 ? { number: "23" } : {});
      });
      expect(w.numbers().includes("31"), `at ${at}`).toBe(false);
    }
  });
});
