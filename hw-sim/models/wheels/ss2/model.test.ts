import { describe, expect, it } from "vitest";
import { bareNumber, statusLine } from "./lines.ts";
import { SS2_FAULTS, ss2Model, type Ss2Fault } from "./model.ts";
import { S, Table } from "./model.test-help.ts";

/** Exact shape of a status line, protocol guide §2.5: 19 bytes and a terminator. */
const STATUS = /^\*X;[1-7];\d{3};(?: \d|\d\d| {2});[0-9A-F];\d{3};[01]$/;

describe("lines", () => {
  it("are byte for byte those of the captured wheel (studio-sdp-mirror d5a550f, self-test-2api.log and ss2_protocol.log, MIT)", () => {
    const line = (
      state: number,
      game: number,
      last: string | null,
      flags: number,
      rpm10: number,
      sense: 0 | 1,
    ): string => statusLine({ state, game, last, flags, rpm10, sense });
    expect(line(2, 2, "31", 0, 146, 1)).toBe("*X;2;002;31;0;146;1\r\n");
    expect(line(2, 2, "31", 0, 1, 1)).toBe("*X;2;002;31;0;001;1\r\n");
    expect(line(5, 13, "6", 0, 177, 1)).toBe("*X;5;013; 6;0;177;1\r\n");
    expect(line(2, 7, "24", 8, 73, 0)).toBe("*X;2;007;24;8;073;0\r\n");
    expect(line(6, 1, null, 4, 0, 0)).toBe("*X;6;001;  ;4;000;0\r\n");
    expect(line(4, 104, "10", 0, 898, 0)).toBe("*X;4;104;10;0;898;0\r\n");
    expect(line(2, 256, "00", 10, 2_000, 0)).toBe("*X;2;256;00;A;999;0\r\n");
    expect(bareNumber("6")).toBe(" 6\n\r");
    expect(bareNumber("27")).toBe("27\n\r");
    expect(bareNumber("00")).toBe("00\n\r");
  });

  it("have the exact widths whatever happens", () => {
    const oneIn = Object.fromEntries(SS2_FAULTS.map((fault) => [fault, 12])) as Record<Ss2Fault, number>;
    const table = new Table({ faults: { oneIn } });
    for (let minute = 1; minute <= 240; minute++) {
      table.run(minute * 60 * S);
      if (table.model.look(table.t).state === 6 && table.model.look(table.t).on) table.send("*P 1");
    }
    const statuses = table.statuses();
    expect(statuses.length).toBeGreaterThan(20_000);
    for (const { text } of statuses) expect(text).toMatch(STATUS);
    const others = table.heard.filter(({ text }) => !text.startsWith("*"));
    expect(others.length).toBeGreaterThan(50);
    for (const { text } of others) expect(text).toMatch(/^(?: \d|[1-3]\d)$/);
    expect(table.raw.match(/^\n\r|[ \d]\d\n\r/g)?.length).toBe(others.length);
    for (const fault of SS2_FAULTS)
      if (fault !== "motor-dead") expect(table.spins().map((spin) => spin.fault)).toContain(fault);
  });
});

describe("a sound wheel", () => {
  const table = new Table({ parameters: { h: "161" } }).run(5 * S, null);
  table.send("*P 1");
  table.run(3_600 * S);

  it("is silent after power-on, then says a line every half second", () => {
    const statuses = table.statuses();
    expect(statuses[0]).toMatchObject({ t: 3 * S, text: "*X;6;001;  ;0;000;0" });
    const gaps = statuses.slice(1).map((line, i) => line.t - statuses[i]!.t);
    expect(Math.max(...gaps)).toBe(501_000);
    expect(Math.min(...gaps)).toBe(430_000);
  });

  it("keeps the captured lengths of its states", () => {
    for (const [state, least, most, median] of [
      [3, 2, 8.5, 4],
      [4, 7.5, 33, 26.5],
      [5, 3, 8, 5.5],
    ] as const) {
      const lengths = table.stateLengths(state).toSorted((a, b) => a - b);
      expect(lengths.length).toBeGreaterThan(50);
      expect(lengths[0]).toBeGreaterThanOrEqual(least);
      expect(lengths.at(-1)).toBeLessThanOrEqual(most);
      expect(Math.abs(lengths[Math.floor(lengths.length / 2)]! - median)).toBeLessThan(1.5);
    }
    for (const length of table.stateLengths(2)) {
      expect(length).toBeGreaterThanOrEqual(3 + 6.2);
      expect(length).toBeLessThanOrEqual(3 + 10);
    }
  });

  it("brakes, stands for 3–4 lines and starts the other way, always in state 2", () => {
    const statuses = table.statuses();
    const flips = statuses.flatMap((line, i) => (i > 0 && line.sense !== statuses[i - 1]!.sense ? [i] : []));
    expect(flips.length).toBe(
      table.spins().length +
        (table.model.look(table.t).state === 3 || table.model.look(table.t).state === 4 ? 1 : 0),
    );
    for (const at of flips) {
      expect(statuses[at]!.state).toBe(2);
      const standing = statuses.slice(at - 5, at + 1).filter(({ rpm10 }) => rpm10 <= 10).length;
      expect(standing).toBeGreaterThanOrEqual(3);
    }
  });

  it("gives the bare number 15–500 ms before the first line of state 5, which holds the same number", () => {
    const unframed = table.heard.filter(({ text }) => !text.startsWith("*"));
    expect(unframed).toHaveLength(table.spins().length);
    for (const { t, text } of unframed) {
      const five = table.statuses().find((line) => line.t >= t)!;
      expect(five.state).toBe(5);
      expect(five.last).toBe(text);
      expect(five.t - t).toBeGreaterThanOrEqual(15_000);
      expect(five.t - t).toBeLessThanOrEqual(500_000);
    }
  });

  it("counts games up from 5 to 2 and keeps the old number through 1–4", () => {
    const statuses = table.statuses();
    for (const [i, line] of statuses.entries()) {
      const before = statuses[i - 1];
      if (before === undefined) continue;
      if (line.game !== before.game)
        expect([before.state, line.state, Number(line.game) - Number(before.game)]).toEqual([5, 2, 1]);
      if (line.last !== before.last) expect([before.state, line.state]).toEqual([4, 5]);
    }
  });

  it("tells the truth in its numbers; the ball always runs against the rotor, more than four laps", () => {
    for (const spin of table.spins()) {
      expect(spin).toMatchObject({ end: "result", fault: null, launches: 1, announced: spin.pocket });
      expect(spin.ball).not.toBe(spin.rotor);
      expect(spin.laps).toBeGreaterThan(5.5);
    }
    const results = table
      .statuses()
      .filter((line, i, all) => line.state === 5 && all[i - 1]?.state === 4)
      .map(({ last }) => last.trim());
    expect(results).toEqual(table.spins().map(({ announced }) => announced));
  });

  it("moves its speed once in state 4 by at most ±m", () => {
    const fours = table.statuses().filter(({ state }) => state === 4);
    const games = Map.groupBy(fours, ({ game }) => game);
    for (const lines of games.values()) {
      const late = lines.slice(6).map(({ rpm10 }) => rpm10);
      expect(Math.max(...late) - Math.min(...late)).toBeLessThanOrEqual(4);
      expect(Math.abs(late[0]! - lines[0]!.rpm10)).toBeLessThanOrEqual(15 + 4);
    }
  });
});

it("is the same from the same seed, whenever it is stepped, and another from another", () => {
  const run = (seed: string, extra: boolean): string => {
    const table = new Table({ seed, faults: { oneIn: { "launch-failed": 3 } } }).run(5 * S, null);
    table.send("*P 1");
    if (extra) for (let t = 6; t < 300; t += 0.37) table.run(Math.round(t * S));
    return table.run(300 * S).raw;
  };
  // The extra steps start no spin, so the two are compared without any.
  const still = (seed: string, steps: number): string => {
    const model = ss2Model({ seed, mode: 1_157 });
    model.power(true, 0);
    let raw = model.step(5 * S, "*P 1\r\n").bytes;
    for (let i = 1; i <= steps; i++) raw += model.step(5 * S + Math.round((i * 600 * S) / steps)).bytes;
    return raw;
  };
  expect(run("a", false)).toBe(run("a", false));
  expect(run("a", false)).not.toBe(run("b", false));
  expect(still("a", 1)).toBe(still("a", 7_919));
  expect(still("a", 1).length).toBeGreaterThan(20_000);
});
