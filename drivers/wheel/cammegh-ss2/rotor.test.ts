import { describe, expect, it } from "vitest";
import { LineWriter } from "./line-writer.test-help.ts";

const wheel = (): LineWriter => new LineWriter().betting().fresh();
const irregular = (w: LineWriter): string[] => w.of("rotor-irregular").map((one) => one.what);

describe("rotor speed", () => {
  it("may step by what the wheel does on purpose and by its free wander: 2.5 rpm", () => {
    for (const rpm of [193, 143]) {
      const w = wheel().rim();
      w.fields = { ...w.fields, rpm };
      expect(irregular(w.closed().bare("23").result("23"))).toEqual([]);
      expect(w.numbers()).toEqual(["23"]);
    }
  });

  it.each([194, 142])(
    "two lines beyond that are irregular, once, and a fault until the spin is over: %i",
    (rpm) => {
      const w = wheel().rim().status(4, 1, { rpm });
      expect(irregular(w)).toEqual([]);
      w.status(4, 8, { rpm });
      expect(w.of("rotor-irregular")).toEqual([{ o: "rotor-irregular", from: 168, to: rpm, what: "speed" }]);
      expect(w.faults()).toEqual(["+rotor-irregular"]);
      expect(w.status(6, 2).faults()).toEqual(["+rotor-irregular", "-rotor-irregular"]);
    },
  );

  it("single lines are damage", () => {
    const w = wheel().rim();
    for (let n = 0; n < 4; n++) w.status(4, 1, { rpm: 968 }).status(4, 1);
    expect(irregular(w)).toEqual([]);
  });

  it("is held against state 3, whichever of its lines is damaged", () => {
    for (let at = 0; at < 5; at++) {
      const w = wheel();
      for (let line = 0; line < 5; line++) w.status(3, 1, line === at ? { rpm: 568 } : {});
      expect(irregular(w.closed()), `line ${at}`).toEqual([]);
    }
  });

  it("follows a slow drift in state 3 and none in state 4", () => {
    const rim = wheel();
    for (let rpm = 168; rpm <= 208; rpm += 4) rim.status(3, 1, { rpm });
    expect(irregular(rim.status(4, 4, { rpm: 208 }))).toEqual([]);
    const closed = wheel().rim();
    for (let rpm = 168; rpm <= 208; rpm += 4) closed.status(4, 1, { rpm });
    expect(irregular(closed)).toEqual(["speed"]);
  });

  it("is watched in states 3 and 7 as well", () => {
    expect(irregular(wheel().rim().status(3, 2, { rpm: 250 }))).toEqual(["speed"]);
    expect(irregular(wheel().rim().closed().status(7, 3, { rpm: 250 }))).toEqual(["speed"]);
    // Back in state 4 the speed is still held against that of state 3.
    const w = wheel().rim().closed().status(7, 2).status(4, 3, { rpm: 250 });
    expect(irregular(w)).toEqual(["speed"]);
  });

  it("run-away: irregular, stopped, flag 4, given up, each once", () => {
    const w = wheel().rim();
    for (let rpm = 168; rpm < 983; rpm += 95) w.status(4, 1, { rpm });
    for (let rpm = 900; rpm > 0; rpm -= 150) w.status(4, 1, { rpm });
    w.status(4, 1, { rpm: 0, flags: "1" }).status(4, 4, { rpm: 0 }).status(4, 60, { rpm: 0, flags: "4" });
    w.fields = { ...w.fields, rpm: 0, flags: "4" };
    w.status(6, 20);
    expect(irregular(w)).toEqual(["speed"]);
    expect(w.of("rotor-stopped")).toHaveLength(1);
    expect(w.of("ball-not-seen")).toEqual([]);
    expect(w.of("aborted")).toEqual([{ o: "aborted", from: "no-more-bets", cause: "wheel-component" }]);
    expect(w.faults()).toEqual(["+rotor-irregular", "+wheel-component", "-rotor-irregular"]);
    w.fields = { ...w.fields, flags: "0" };
    expect(w.status(1, 3).faults().at(-1)).toBe("-wheel-component");
  });
});

describe("rotor standing", () => {
  it("two lines at or below 1 rpm in states 3, 4 and 7, once", () => {
    for (const state of [3, 4, 7]) {
      const w = wheel().rim();
      if (state > 3) w.closed(2);
      if (state === 7) w.status(7, 2);
      expect(w.status(state, 1, { rpm: 10 }).of("rotor-stopped"), `state ${state}`).toEqual([]);
      expect(w.status(state, 5, { rpm: 10 }).of("rotor-stopped"), `state ${state}`).toHaveLength(1);
      expect(w.status(state, 1).status(state, 4, { rpm: 0 }).of("rotor-stopped")).toHaveLength(1);
    }
  });

  it("1.1 rpm is not standing", () => {
    expect(wheel().rim().status(4, 5, { rpm: 11 }).of("rotor-stopped")).toEqual([]);
  });

  it("says nothing in the open bets, where the wheel brakes on purpose", () => {
    const w = wheel().status(2, 4, { rpm: 0 });
    expect([w.of("rotor-stopped"), irregular(w)]).toEqual([[], []]);
  });
});

describe("rotor direction", () => {
  it("two lines the other way while the ball runs, once", () => {
    for (const state of [3, 4]) {
      const w = wheel().rim(3);
      if (state === 4) w.closed(2);
      expect(irregular(w.status(state, 1, { direction: 0 }))).toEqual([]);
      expect(irregular(w.status(state, 6, { direction: 0 }))).toEqual(["reversal"]);
    }
  });

  it("single lines are damage, also the first of the spin", () => {
    const w = wheel().status(3, 1, { direction: 0 }).rim().closed(2).status(4, 1, { direction: 0 }).closed();
    expect(irregular(w.bare("23").result("23"))).toEqual([]);
    expect(w.numbers()).toEqual(["23"]);
  });

  it("may turn in the open bets", () => {
    const w = wheel().status(2, 2, { rpm: 2, direction: 0 });
    w.fields = { ...w.fields, direction: 0 };
    w.rim().closed().bare("23").result("23");
    expect([w.numbers(), irregular(w)]).toEqual([["23"], []]);
  });
});
