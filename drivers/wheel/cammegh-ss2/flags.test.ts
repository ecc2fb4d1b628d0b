import { describe, expect, it } from "vitest";
import { LineWriter } from "./line-writer.test-help.ts";

/** Every warning flag as one line, two lines and ten lines in each state. */

const wheel = (): LineWriter => new LineWriter().betting().fresh();

/** A wheel that has just been for three lines in `state`. */
function inState(state: number): LineWriter {
  const w = new LineWriter().open().raw("\r\n");
  const way: Record<number, number[]> = {
    1: [6, 1],
    2: [2],
    3: [2, 3],
    4: [2, 3, 4],
    5: [2, 3, 4, 5],
    6: [6],
    7: [2, 3, 4, 7],
  };
  for (const one of way[state] ?? []) w.status(one, one === 3 ? 8 : 3, one === 5 ? { number: "23" } : {});
  if (state === 5) w.fields = { ...w.fields, number: "23" };
  return w.fresh();
}

/** What a flag over so many lines made the session say, the rotor and the settling of old faults left out. */
function said(state: number, flag: string, lines: number): string[] {
  const w = inState(state).status(state, lines, { flags: flag });
  return w.seen.flatMap((one) => {
    if (one.o === "rotor" || one.o === "number-announced") return [];
    if (one.o === "fault" || one.o === "fault-cleared") return [`${one.o}:${one.code}`];
    return one.o === "ball-direction" ? [one.sense] : one.o === "contradiction" ? [one.what] : [one.o];
  });
}

describe.each([1, 2, 3, 4, 5, 6, 7])("in state %i", (state) => {
  it("no flag says anything as one line", () => {
    for (const flag of ["1", "2", "4", "8"]) expect(said(state, flag, 1), flag).toEqual([]);
  });

  it("flag 1 counts in state 4 after ten lines", () => {
    expect(said(state, "1", 9)).toEqual([]);
    expect(said(state, "1", 10)).toEqual(state === 4 ? ["ball-not-seen"] : []);
    expect(said(state, "1", 30)).toEqual(state === 4 ? ["ball-not-seen"] : []);
  });

  it("flag 2 counts in states 2, 3 and 4 after two lines", () => {
    const expected = state === 2 || state === 3 ? ["with-rotor"] : state === 4 ? ["ball-direction"] : [];
    expect(said(state, "2", 2)).toEqual(expected);
    expect(said(state, "2", 10)).toEqual(expected);
  });

  it("flag 4 is a fault after two lines, once", () => {
    expect(said(state, "4", 2)).toEqual(["fault:wheel-component"]);
    expect(said(state, "4", 10)).toEqual(["fault:wheel-component"]);
  });

  it("flag 8 is a failed launch in states 1 to 3 after two lines, once", () => {
    const expected = state <= 3 ? ["launch-failed", "fault:launch-failed"] : [];
    expect(said(state, "8", 2)).toEqual(expected);
    expect(said(state, "8", 10)).toEqual(expected);
  });

  it("sums are their bits", () => {
    const sum = said(state, "C", 3);
    expect(sum.filter((one) => one === "fault:wheel-component")).toHaveLength(1);
    expect(sum.filter((one) => one === "launch-failed")).toHaveLength(state <= 3 ? 1 : 0);
  });
});

describe("flag 1 for 5 s", () => {
  it("starts again after a line without it", () => {
    const w = wheel().rim().status(4, 9, { flags: "1" }).status(4, 1).status(4, 9, { flags: "1" });
    expect(w.of("ball-not-seen")).toEqual([]);
    expect(w.status(4, 1, { flags: "1" }).of("ball-not-seen")).toEqual([
      { o: "ball-not-seen", forUs: 5_000_000 },
    ]);
  });

  it("shorter, the number stands", () => {
    expect(wheel().rim().status(4, 9, { flags: "1" }).closed(2).bare("23").result("23").numbers()).toEqual([
      "23",
    ]);
  });
});

describe("flag 2", () => {
  it("in state 2, then flag 8 and another launch: the ball of the second one ran against the rotor", () => {
    const w = wheel().status(2, 6, { flags: "2" }).status(2, 6, { flags: "8" });
    expect(w.of("launch-failed")).toEqual([{ o: "launch-failed", attempt: 1, cause: "with-rotor" }]);
    w.status(2, 20, { flags: "8", direction: 0 });
    w.fields = { ...w.fields, direction: 0 };
    w.rim().closed().bare("23").result("23");
    expect(w.of("ball-direction").map((one) => one.sense)).toEqual(["with-rotor", "against-rotor"]);
    expect(w.numbers()).toEqual(["23"]);
  });

  it("in state 2 without a failed launch is still the ball that reaches the rim", () => {
    const w = wheel().status(2, 3, { flags: "2" }).status(2, 2).rim().closed();
    expect(w.of("ball-direction").map((one) => one.sense)).toEqual(["with-rotor", "with-rotor"]);
  });

  it("of the game before is forgotten", () => {
    const w = wheel().status(2, 3, { flags: "2" }).status(6, 2).status(1, 2).status(2, 2).rim().closed();
    expect(w.of("ball-direction").map((one) => one.sense)).toEqual(["with-rotor", "against-rotor"]);
  });

  it("from before a hole in the open bets is forgotten too: which launch it was is not known", () => {
    const w = wheel().status(2, 3, { flags: "2" }).wait(4_000_000).status(2, 3).rim().closed();
    expect(w.of("ball-direction").map((one) => one.sense)).toEqual(["with-rotor", "against-rotor"]);
  });

  it("in state 3 says so once, and state 4 does not say the opposite", () => {
    const w = wheel().rim(2).status(3, 6, { flags: "2" }).closed();
    expect(w.of("ball-direction").map((one) => one.sense)).toEqual(["with-rotor"]);
  });

  it("on the last line of state 3 and the first of state 4 is one run of two", () => {
    const w = wheel().rim().status(3, 1, { flags: "2" }).status(4, 1, { flags: "2" }).status(4, 4);
    expect(w.of("ball-direction").map((one) => one.sense)).toEqual(["with-rotor"]);
  });

  it("on the first line of state 4 alone is damage", () => {
    const w = wheel().rim().status(4, 1, { flags: "2" }).status(4, 4);
    expect(w.of("ball-direction").map((one) => one.sense)).toEqual(["against-rotor"]);
  });

  it("later in state 4 is the wheel against its own word: no number", () => {
    const w = wheel()
      .rim()
      .closed()
      .status(4, 3, { flags: "2" })
      .status(4, 3)
      .bare("23")
      .result("23", 6)
      .next();
    expect([w.numbers(), w.contradictions()]).toEqual([[], ["ball-direction"]]);
  });

  it("is not denied for a spin that was joined late", () => {
    const w = new LineWriter().open().raw("\r\n").rim().closed();
    expect(w.of("ball-direction")).toEqual([]);
  });
});

describe("flag 4", () => {
  it("kept all through state 6 is one fault until it goes", () => {
    const w = wheel().rim().closed().status(4, 30, { flags: "4" });
    w.fields = { ...w.fields, flags: "4" };
    w.status(6, 2_000);
    w.fields = { ...w.fields, flags: "0" };
    w.status(1, 10);
    expect(w.faults()).toEqual(["+wheel-component", "-wheel-component"]);
    expect(w.of("aborted")[0]?.cause).toBe("wheel-component");
  });

  it("one clean line does not clear it", () => {
    const w = wheel().status(2, 3, { flags: "4" }).status(2, 1).status(2, 3, { flags: "4" });
    expect(w.faults()).toEqual(["+wheel-component"]);
  });
});

describe("flag 8", () => {
  it("over many retries: each reversal is one attempt, one fault for all of them", () => {
    const w = wheel();
    for (let attempt = 1; attempt <= 4; attempt++) {
      const direction = attempt % 2 === 0 ? 0 : 1;
      w.status(2, 50, { flags: "8", direction });
      expect(w.of("launch-failed").map((one) => one.attempt)).toHaveLength(attempt);
    }
    w.fields = { ...w.fields, direction: 0 };
    w.rim();
    expect(w.of("launch-failed").map((one) => one.attempt)).toEqual([1, 2, 3, 4]);
    expect(w.faults()).toEqual(["+launch-failed", "-launch-failed"]);
    expect(w.seen.find((one) => one.o === "fault-cleared")).toMatchObject({ detail: { retries: 3 } });
  });

  it("ends with the wheel being stopped", () => {
    const w = wheel().status(2, 20, { flags: "8" }).status(6, 20, { flags: "8" });
    expect(w.faults()).toEqual(["+launch-failed", "-launch-failed"]);
  });

  it("may be ignored for the first 3 s of state 3", () => {
    const w = wheel().status(2, 10, { flags: "8" }).status(3, 6, { flags: "8" }).status(3, 2).closed();
    expect(w.of("launch-failed")).toHaveLength(1);
    expect(w.bare("23").result("23").numbers()).toEqual(["23"]);
  });

  it("after that it is a failed launch in state 3 too", () => {
    expect(wheel().status(3, 6, { flags: "8" }).of("launch-failed")).toEqual([]);
    expect(wheel().status(3, 7, { flags: "8" }).of("launch-failed")).toHaveLength(1);
    expect(wheel().rim(7).status(3, 2, { flags: "8" }).of("launch-failed")).toHaveLength(1);
  });
});
