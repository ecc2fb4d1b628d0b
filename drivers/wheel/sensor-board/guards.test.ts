import { describe, expect, it } from "vitest";
import { BoardRig } from "./board-rig.test-help.ts";

describe("cover and housing", () => {
  const running = (): BoardRig => {
    const rig = new BoardRig().attached();
    rig.edges("I");
    rig.forget();
    return rig;
  };

  it("a cover between two spins: no bets until it is off", () => {
    const rig = new BoardRig().attached();
    rig.edges("V");
    rig.beat();
    rig.edges("v");
    expect(rig.words()).toEqual(["idle", "betting"]);
  });

  it("a cover while the ball runs is held against the number, and the wheel then rests", () => {
    const rig = running();
    rig.edges("Vi");
    expect(rig.words()).toEqual(["doubt cover-on", "idle"]);
    rig.forget();
    rig.edges("I");
    expect(rig.words()).toEqual(["ball-in-rim", "doubt cover-on"]);
  });

  it("a wheel that is covered when the board is plugged in", () => {
    const rig = new BoardRig();
    rig.board.levels = 1 << 9;
    rig.attached();
    rig.edges("v");
    expect(rig.words()).toEqual(["betting"]);
  });

  it("an open housing stands until it is closed, and is held against every spin meanwhile", () => {
    const rig = running();
    rig.edges("Wi");
    rig.edges("I");
    rig.edges("w");
    expect(rig.words()).toEqual([
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
    const rig = new BoardRig().attached();
    for (let beat = 0; beat < 240; beat++) rig.beat();
    expect(rig.words()).toEqual([]);
    const figures = rig.session.figures?.(rig.state) ?? {};
    expect(figures["clock doubt µs"]).toBeLessThan(3_000);
    expect(Math.abs(figures["clock rate ppb"] ?? NaN)).toBeLessThan(1_000);
  });

  it("that is never told is a fault, and one that is told again is none", () => {
    const rig = new BoardRig().attached();
    rig.answers = false;
    for (let beat = 0; beat < 4 * 300; beat++) rig.beat();
    expect(rig.words()).toEqual(["+clock-doubt"]);
    rig.forget();
    rig.answers = true;
    for (let beat = 0; beat < 20; beat++) rig.beat();
    expect(rig.words()).toEqual(["-clock-doubt"]);
  });

  it("an answer that nobody asked for, or that comes too late, says nothing", () => {
    const rig = new BoardRig();
    rig.answers = false;
    rig.attached();
    const [asked] = rig.writes.filter((line) => line.startsWith("T ")).slice(-1);
    rig.bytes(rig.board.time(rig.tick, "0000BEEF"));
    for (let beat = 0; beat < 12; beat++) rig.beat();
    rig.bytes(rig.board.time(rig.tick, asked!.slice(2, 10)));
    expect(rig.state.clock.pairs).toEqual([]);
    const [last] = rig.writes.filter((line) => line.startsWith("T ")).slice(-1);
    rig.bytes(rig.board.time(rig.tick, last!.slice(2, 10)));
    expect(rig.state.clock.pairs).toHaveLength(1);
  });

  it("an answer that took seconds is no measure, although no other question was asked meanwhile", () => {
    const rig = new BoardRig().attached();
    rig.answers = false;
    const asked = (): string[] => rig.writes.filter((line) => line.startsWith("T "));
    while (asked().length === 0) rig.beat();
    const known = rig.state.clock.pairs;
    for (let beat = 0; beat < 12; beat++) rig.beat();
    expect(asked()).toHaveLength(1);
    rig.bytes(rig.board.time(rig.tick, asked()[0]!.slice(2, 10)));
    expect(rig.state.clock.pairs).toEqual(known);
  });
});
