import { describe, expect, it } from "vitest";
import { BoardHarness } from "./board-harness.test-help.ts";

describe("cover and housing", () => {
  const running = (): BoardHarness => {
    const harness = new BoardHarness().attached();
    harness.edges("I");
    harness.forget();
    return harness;
  };

  it("a cover between two spins: no bets until it is off", () => {
    const harness = new BoardHarness().attached();
    harness.edges("V");
    harness.beat();
    harness.edges("v");
    expect(harness.words()).toEqual(["idle", "betting"]);
  });

  it("a cover while the ball runs is held against the number, and the wheel then rests", () => {
    const harness = running();
    harness.edges("Vi");
    expect(harness.words()).toEqual(["doubt cover-on", "idle"]);
    harness.forget();
    harness.edges("I");
    expect(harness.words()).toEqual(["ball-in-rim", "doubt cover-on"]);
  });

  it("a wheel that is covered when the board is plugged in", () => {
    const harness = new BoardHarness();
    harness.board.levels = 1 << 9;
    harness.attached();
    harness.edges("v");
    expect(harness.words()).toEqual(["betting"]);
  });

  it("an open housing stands until it is closed, and is held against every spin meanwhile", () => {
    const harness = running();
    harness.edges("Wi");
    harness.edges("I");
    harness.edges("w");
    expect(harness.words()).toEqual([
      "+tamper",
      "doubt tamper",
      "betting",
      "ball-in-rim",
      "doubt tamper",
      "-tamper",
    ]);
  });
});

describe("the board's clock", () => {
  it("is asked every 10 s, and known to some hundred µs", () => {
    const harness = new BoardHarness().attached();
    for (let beat = 0; beat < 240; beat++) harness.beat();
    expect(harness.words()).toEqual([]);
    const figures = harness.session.figures?.(harness.state) ?? {};
    expect(figures["clock doubt µs"]).toBeLessThan(3_000);
    expect(Math.abs(figures["clock rate ppb"] ?? NaN)).toBeLessThan(1_000);
  });

  it("that is never told is a fault, and one that is told again is none", () => {
    const harness = new BoardHarness().attached();
    harness.answers = false;
    for (let beat = 0; beat < 4 * 300; beat++) harness.beat();
    expect(harness.words()).toEqual(["+clock-doubt"]);
    harness.forget();
    harness.answers = true;
    for (let beat = 0; beat < 20; beat++) harness.beat();
    expect(harness.words()).toEqual(["-clock-doubt"]);
  });

  it("an answer that nobody asked for, or that comes too late, says nothing", () => {
    const harness = new BoardHarness();
    harness.answers = false;
    harness.attached();
    const [asked] = harness.writes.filter((line) => line.startsWith("T ")).slice(-1);
    harness.bytes(harness.board.time(harness.tick, "0000BEEF"));
    for (let beat = 0; beat < 12; beat++) harness.beat();
    harness.bytes(harness.board.time(harness.tick, asked!.slice(2, 10)));
    expect(harness.state.clock.pairs).toEqual([]);
    const [last] = harness.writes.filter((line) => line.startsWith("T ")).slice(-1);
    harness.bytes(harness.board.time(harness.tick, last!.slice(2, 10)));
    expect(harness.state.clock.pairs).toHaveLength(1);
  });

  it("an answer that took seconds is no measure, although no other question was asked meanwhile", () => {
    const harness = new BoardHarness().attached();
    harness.answers = false;
    const asked = (): string[] => harness.writes.filter((line) => line.startsWith("T "));
    while (asked().length === 0) harness.beat();
    const known = harness.state.clock.pairs;
    for (let beat = 0; beat < 12; beat++) harness.beat();
    expect(asked()).toHaveLength(1);
    harness.bytes(harness.board.time(harness.tick, asked()[0]!.slice(2, 10)));
    expect(harness.state.clock.pairs).toEqual(known);
  });
});
