import { describe, expect, it } from "vitest";
import type { Ss2Fault, Ss2Options } from "./model.ts";
import { S, Table } from "./model.test-help.ts";

describe("faults", () => {
  const spinWith = (
    fault: Ss2Fault,
    options: Partial<Ss2Options> = {},
  ): { table: Table; spin: ReturnType<Table["playOneSpin"]> } => {
    const table = new Table({ ...options, faults: { script: { 1: fault } } });
    return { table, spin: table.playOneSpin() };
  };
  const runs = (table: Table, flag: number): { state: number; lines: number }[] => {
    const found: { state: number; lines: number }[] = [];
    let before: string | null = null;
    for (const { state, flags } of table.statuses()) {
      const key = (flags & flag) !== 0 ? String(state) : null;
      if (key !== null && key === before) found.at(-1)!.lines++;
      else if (key !== null) found.push({ state, lines: 1 });
      before = key;
    }
    return found;
  };

  it("a failed launch: flag 8 in state 2, the rotor turns once more, 25–29 s later the ball runs", () => {
    const { table, spin } = spinWith("launch-failed", { seed: "once" });
    expect(spin).toMatchObject({ end: "result", launches: 2 });
    const launches = table.truth.flatMap((e) => (e.e === "launch" ? [e] : []));
    expect(launches.map(({ ok }) => ok)).toEqual([false, true]);
    expect(launches[0]!.rotor).not.toBe(launches[1]!.rotor);
    expect((launches[1]!.t - launches[0]!.t) / S).toBeGreaterThanOrEqual(24.5);
    expect((launches[1]!.t - launches[0]!.t) / S).toBeLessThanOrEqual(29);
    expect(runs(table, 8).map(({ state }) => state)).toEqual([2]);
  });

  it("a ball launched with the rotor: flag 2 for about 6 s, flag 8 for about 5 s, both in state 2", () => {
    const { table, spin } = spinWith("with-rotor-launch");
    expect(spin).toMatchObject({ end: "result", launches: 2 });
    expect(spin.ball).not.toBe(spin.rotor);
    const two = runs(table, 2);
    expect(two).toEqual([{ state: 2, lines: expect.any(Number) as number }]);
    expect(two[0]!.lines).toBeGreaterThanOrEqual(12);
    expect(two[0]!.lines).toBeLessThanOrEqual(14);
    expect(runs(table, 8)[0]!.state).toBe(2);
  });

  it("a ball that goes on with the rotor: flag 2 in state 3 only, and yet a number; `*R` or g bit 8 end it", () => {
    const { table, spin } = spinWith("with-rotor-rim");
    expect(spin.end).toBe("result");
    expect(spin.ball).toBe(spin.rotor);
    expect(runs(table, 2).map(({ state }) => state)).toEqual([3]);
    expect(spinWith("with-rotor-rim", { parameters: { g: "8" } }).spin.end).toBe("closed");
    const stopped = new Table({ faults: { script: { 1: "with-rotor-rim" } } }).run(5 * S, null);
    stopped.send("*P 1");
    stopped.until(() => stopped.model.look(stopped.t).state === 3, S / 4);
    expect(stopped.send("*R")).toEqual(["*R OK"]);
    expect(stopped.spins()).toMatchObject([{ end: "reset", announced: null }]);
    expect(stopped.model.look(stopped.t).state).toBe(1);
  });

  it.each([
    ["run-away", { script: { 1: "run-away" } }, "1.5"],
    ["a mad parameter m", {}, "20000.0"],
  ] as const)("%s: the captured signature", (_, faults, m) => {
    const table = new Table({ faults, parameters: { m } });
    const spin = table.playOneSpin();
    expect(spin).toMatchObject({ fault: "run-away", end: "closed", announced: null });
    const four = table.statuses().filter(({ state }) => state === 4);
    const peak = Math.max(...four.map(({ rpm10 }) => rpm10));
    expect(peak).toBeGreaterThanOrEqual(800);
    expect(peak).toBeLessThanOrEqual(985);
    const climb = four.slice(3, 10).map(({ rpm10 }, i) => rpm10 - four[i + 2]!.rpm10);
    for (const step of climb) expect(Math.abs(step - 95)).toBeLessThanOrEqual(20);
    const flag4 = four.findIndex(({ flags }) => flags === 4);
    expect((four[flag4]!.t - four[0]!.t) / S).toBeGreaterThanOrEqual(12);
    expect((four[flag4]!.t - four[0]!.t) / S).toBeLessThanOrEqual(15.5);
    expect((four.at(-1)!.t - four[0]!.t) / S).toBeGreaterThan(41);
    expect((four.at(-1)!.t - four[0]!.t) / S).toBeLessThan(46);
    for (const { lines } of runs(table, 1)) expect(lines).toBe(1);
    table.run(table.t + 10 * S);
    expect(table.statuses().at(-1)).toMatchObject({ state: 6, flags: 4 });
    table.send("*P 1");
    table.run(table.t + 1 * S, null);
    expect(table.statuses().at(-1)).toMatchObject({ state: 1, flags: 0 });
  });

  it("a ball out of the wheel: flag 1 until the wheel gives up after 75 s; state 7 with g bit 32", () => {
    const { table, spin } = spinWith("ball-out");
    expect(spin).toMatchObject({ end: "closed", pocket: null, announced: null });
    expect(table.stateLengths(4)).toEqual([75]);
    expect(runs(table, 1)[0]!.lines).toBeGreaterThan(130);
    expect(spinWith("ball-out", { parameters: { g: "32" } }).table.stateLengths(7)).toHaveLength(1);
  });

  it("a single line with flag 1 changes nothing", () => {
    const { table, spin } = spinWith("unseen-line");
    expect(spin.end).toBe("result");
    expect(runs(table, 1)).toEqual([{ state: 4, lines: 1 }]);
  });

  it("a stuck sensor: flag 4 in state 4, kept in state 6", () => {
    const { table, spin } = spinWith("sensor-stuck");
    expect(spin.end).toBe("closed");
    table.run(table.t + 5 * S, null);
    expect(runs(table, 4).map(({ state }) => state)).toEqual([4, 6]);
  });

  it("a dead motor: flag 4 two seconds after the start, then closed; the next start is sound", () => {
    const table = new Table().run(5 * S, null);
    table.model.inject("motor-dead");
    table.send("*P 1");
    table.run(60 * S);
    expect(runs(table, 4).map(({ state }) => state)).toEqual([1, 6]);
    expect(table.statuses().every(({ rpm10 }) => rpm10 === 0)).toBe(true);
    table.send("*P 1");
    table.run(90 * S);
    expect(table.spins().concat()).toEqual([]);
    expect(table.statuses().at(-1)!.flags).toBe(0);
  });

  it("an abort closes the wheel in the middle of state 4", () => {
    const { table, spin } = spinWith("abort");
    expect(spin).toMatchObject({ end: "closed", announced: null });
    expect(table.stateLengths(4)[0]!).toBeLessThan(21);
  });

  it("a power loss: silence, then state 6, game 001, no last number", () => {
    const table = new Table({ faults: { script: { 2: "power-loss" } } }).run(5 * S, null);
    table.send("*P 1");
    table.until(() => table.truth.some((e) => e.e === "power" && !e.on));
    expect(table.statuses().at(-1)!.game).toBe("002");
    table.run(table.t + 60 * S);
    const gap = table
      .statuses()
      .slice(1)
      .findIndex((line, i) => line.t - table.statuses()[i]!.t > 5 * S);
    expect(table.statuses()[gap + 1]!.text).toMatch(/^\*X;6;001; {2};0;/);
    expect(table.spins().map(({ end }) => end)).toEqual(["result", "power-lost"]);
  });

  it("a hand on the rotor: it stands in state 4 and a number comes all the same", () => {
    const { table, spin } = spinWith("rotor-stopped");
    expect(spin).toMatchObject({ end: "result", fault: "rotor-stopped" });
    expect(
      table.statuses().filter(({ state, rpm10 }) => state === 4 && rpm10 === 0).length,
    ).toBeGreaterThanOrEqual(3);
  });

  it("a contradicted number: the bare one is another than the line's, which is where the ball lies", () => {
    const { table, spin } = spinWith("number-contradicted");
    table.run(table.t + 2 * S);
    const unframed = table.heard.find(({ text }) => !text.startsWith("*"))!.text.trim();
    expect(unframed).not.toBe(spin.pocket);
    expect(spin.announced).toBe(spin.pocket);
    expect(table.statuses().at(-1)!.last.trim()).toBe(spin.pocket);
  });

  it("38 pockets come out all, double zero as `00`", () => {
    const table = new Table({ pockets: 38, mode: 1_157, parameters: { h: "161" } }).run(5 * S, null);
    table.send("*P 1");
    table.run(20_000 * S);
    const unframed = new Set(table.heard.filter(({ text }) => !text.startsWith("*")).map(({ text }) => text));
    expect(unframed).toContain("00");
    expect(unframed).toContain(" 0");
    expect(unframed.size).toBe(38);
  });
});
