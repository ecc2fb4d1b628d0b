import { describe, expect, it } from "vitest";
import { bareNumber, statusLine } from "./lines.ts";
import { SS2_FAULTS, ss2Model, type Ss2Fault, type Ss2Model, type Ss2Options, type Ss2Truth } from "./model.ts";

const S = 1_000_000;
/** Exact shape of a status line, protocol guide §2.5: 19 bytes and a terminator. */
const STATUS = /^\*X;[1-7];\d{3};(?: \d|\d\d| {2});[0-9A-F];\d{3};[01]$/;

interface Heard {
  readonly t: number;
  readonly text: string;
}

/** A table with a host that starts the wheel and every spin, as the captured host did. */
class Table {
  readonly model: Ss2Model;
  readonly heard: Heard[] = [];
  readonly truth: Ss2Truth[] = [];
  raw = "";
  t = 0;
  constructor(options: Partial<Ss2Options> = {}, on = true) {
    this.model = ss2Model({ seed: "table", ...options });
    if (on) this.model.power(true, 0);
  }
  /** Runs to `until`, asking for a start `afterUs` after state 2 has begun; null: nobody asks. */
  run(until: number, afterUs: number | null = 3 * S): this {
    let askAt: number | null = null;
    for (;;) {
      const { bytes, wakeAt, truth } = this.model.step(this.t, askAt === this.t ? "*u 1\r\n" : "");
      if (askAt === this.t) askAt = null;
      this.#take(bytes, truth);
      const bets = truth.find((e) => e.e === "state" && e.state === 2);
      if (bets !== undefined && afterUs !== null) askAt = this.t + afterUs;
      const next = Math.min(wakeAt ?? Infinity, askAt ?? Infinity, until);
      if (next >= until) break;
      this.t = next;
    }
    this.t = until;
    const { bytes, truth } = this.model.step(until);
    this.#take(bytes, truth);
    return this;
  }
  send(line: string): string[] {
    const from = this.heard.length;
    this.#take(this.model.step(this.t, `${line}\r\n`).bytes, []);
    this.run(this.t + 250_000, null);
    return this.heard
      .slice(from)
      .map(({ text }) => text)
      .filter((text) => !text.startsWith("*X"));
  }
  #take(bytes: string, truth: readonly Ss2Truth[]): void {
    this.raw += bytes;
    for (const text of bytes.split(/[\r\n]+/)) if (text !== "") this.heard.push({ t: this.t, text });
    this.truth.push(...truth);
  }
  /** Switches on and lets it run until a spin has ended. */
  oneSpin(limit = 400 * S): Extract<Ss2Truth, { e: "spin" }>["spin"] {
    this.run(5 * S, null);
    this.send("*P 1");
    while (this.spins().length === 0 && this.t < limit) this.run(this.t + 1 * S);
    return this.spins()[0]!;
  }
  spins(): Extract<Ss2Truth, { e: "spin" }>["spin"][] {
    return this.truth.flatMap((e) => (e.e === "spin" ? [e.spin] : []));
  }
  statuses(): (Heard & {
    state: number;
    game: string;
    last: string;
    flags: number;
    rpm10: number;
    sense: number;
  })[] {
    return this.heard
      .filter(({ text }) => text.startsWith("*X"))
      .map(({ t, text }) => {
        const [, state, game, last, flags, rpm10, sense] = text.split(";");
        return {
          t,
          text,
          state: Number(state),
          game: game!,
          last: last!,
          flags: parseInt(flags!, 16),
          rpm10: Number(rpm10),
          sense: Number(sense),
        };
      });
  }
  lengths(state: number): number[] {
    const changes = this.truth.flatMap((e) => (e.e === "state" ? [e] : []));
    return changes.slice(0, -1).flatMap((e, i) => (e.state === state ? [(changes[i + 1]!.t - e.t) / S] : []));
  }
}

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
      const lengths = table.lengths(state).toSorted((a, b) => a - b);
      expect(lengths.length).toBeGreaterThan(50);
      expect(lengths[0]).toBeGreaterThanOrEqual(least);
      expect(lengths.at(-1)).toBeLessThanOrEqual(most);
      expect(Math.abs(lengths[Math.floor(lengths.length / 2)]! - median)).toBeLessThan(1.5);
    }
    for (const length of table.lengths(2)) {
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
    const bare = table.heard.filter(({ text }) => !text.startsWith("*"));
    expect(bare).toHaveLength(table.spins().length);
    for (const { t, text } of bare) {
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

describe("faults", () => {
  const spinWith = (
    fault: Ss2Fault,
    options: Partial<Ss2Options> = {},
  ): { table: Table; spin: ReturnType<Table["oneSpin"]> } => {
    const table = new Table({ ...options, faults: { script: { 1: fault } } });
    return { table, spin: table.oneSpin() };
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
    while (stopped.model.look(stopped.t).state !== 3) stopped.run(stopped.t + S / 4);
    expect(stopped.send("*R")).toEqual(["*R OK"]);
    expect(stopped.spins()).toMatchObject([{ end: "reset", announced: null }]);
    expect(stopped.model.look(stopped.t).state).toBe(1);
  });

  it.each([
    ["run-away", { script: { 1: "run-away" } }, "1.5"],
    ["a mad parameter m", {}, "20000.0"],
  ] as const)("%s: the captured signature", (_, faults, m) => {
    const table = new Table({ faults, parameters: { m } });
    const spin = table.oneSpin();
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
    expect(table.lengths(4)).toEqual([75]);
    expect(runs(table, 1)[0]!.lines).toBeGreaterThan(130);
    expect(spinWith("ball-out", { parameters: { g: "32" } }).table.lengths(7)).toHaveLength(1);
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
    expect(table.lengths(4)[0]!).toBeLessThan(21);
  });

  it("a power loss: silence, then state 6, game 001, no last number", () => {
    const table = new Table({ faults: { script: { 2: "power-loss" } } }).run(5 * S, null);
    table.send("*P 1");
    while (!table.truth.some((e) => e.e === "power" && !e.on)) table.run(table.t + S);
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
    const bare = table.heard.find(({ text }) => !text.startsWith("*"))!.text.trim();
    expect(bare).not.toBe(spin.pocket);
    expect(spin.announced).toBe(spin.pocket);
    expect(table.statuses().at(-1)!.last.trim()).toBe(spin.pocket);
  });

  it("38 pockets come out all, double zero as `00`", () => {
    const table = new Table({ pockets: 38, mode: 1_157, parameters: { h: "161" } }).run(5 * S, null);
    table.send("*P 1");
    table.run(20_000 * S);
    const bare = new Set(table.heard.filter(({ text }) => !text.startsWith("*")).map(({ text }) => text));
    expect(bare).toContain("00");
    expect(bare).toContain(" 0");
    expect(bare.size).toBe(38);
  });
});

describe("commands", () => {
  const idle = (): Table => new Table().run(5 * S, null);

  it("are answered as in the captures", () => {
    const table = idle();
    for (const [line, ...replies] of [
      ["*S", "*S V2.50"],
      ["*V", "*V V2.50 Cammegh / Syoptic - SlingShot 2 Roulette Wheel (c) 03/12/18"],
      ["*o", "*o 1159"],
      ["*o 1158", "*o 1158"],
      ["*O", "*O 6 0 60 1158"],
      ["*o 1159", "*o 1159"],
      ["*P 0", "*P NO"],
      ["*K", "*K CAM"],
      ["*T OK"],
      ["*)", "*) NO"],
      ["*v", "*v NO"],
      ["*d s 0 12", "*d OK"],
      ["*w", "*w 0.0 50.0"],
      ["*W", "*W 0"],
      ["*M", "*M 0"],
      ["hello"],
      ["*P 1", "*P OK"],
      ["*P 1", "*P NO"],
      ["*u 1", "*u OK"],
      ["*o 1158", "*o BUSY"],
      ["*F", "*F BUSY"],
      ["*W", "*W BUSY"],
    ] as const) {
      if (line === "*T OK") continue;
      expect(table.send(line)).toEqual(replies);
    }
    expect(table.send("*A")[0]).toMatch(/^\*A \d{1,2}$/);
    expect(table.send("*d g")[0]).toMatch(/^\*d g \d\d:\d\d:\d\d - \d\d\/\d\d\/\d\d$/);
  });

  it("a start in state 1 is answered and does nothing", () => {
    const table = idle();
    table.send("*P 1");
    expect(table.send("*u 1")).toEqual(["*u OK"]);
    table.run(60 * S, null);
    expect(table.model.look(table.t).state).toBe(2);
    expect(table.truth.some((e) => e.e === "launch")).toBe(false);
  });

  it("`*P 0` takes 3–5 s, is answered OK meanwhile and NO when closed", () => {
    const table = idle();
    table.send("*P 1");
    table.run(25 * S, null);
    const from = table.t;
    expect(table.send("*P 0")).toEqual(["*P OK"]);
    expect(table.send("*P 0")).toEqual(["*P OK"]);
    table.run(from + 5.5 * S, null);
    const closed = table.truth.findLast((e) => e.e === "state")!;
    expect(closed).toMatchObject({ state: 6 });
    expect(closed.t - from).toBeGreaterThanOrEqual(3 * S);
    expect(closed.t - from).toBeLessThanOrEqual(5 * S);
    expect(table.send("*P 0")).toEqual(["*P NO"]);
  });

  it("replies come 20–200 ms later, in order, with status lines in between", () => {
    const table = idle();
    const from = table.t;
    table.model.step(from, "*S\r\n*o\n*T D\r*S\r\n");
    table.run(from + 5 * S, null);
    const replies = table.heard.filter(({ t, text }) => t > from && !text.startsWith("*X"));
    expect(replies.map(({ text }) => text)).toEqual(["*S V2.50", "*o 1159", "*T d 15", "*S V2.50"]);
    for (const { t } of replies) {
      expect(t - from).toBeGreaterThanOrEqual(20_000);
      expect(t - from).toBeLessThanOrEqual(200_000);
    }
  });

  it("parameters: read, write, save, no range check, forgotten at power-off unless saved", () => {
    const table = idle();
    for (const [read, delivered] of Object.entries({
      D: "15",
      C: "8465",
      P: "50",
      Q: "800",
      K: "1900",
      I: "10",
      J: "6705 3386 26 1",
      R: "28000 32000",
      S: "14.0 17.50000",
      T: "4000",
      N: "2920",
      M: "1.5",
      H: "60",
      Z: "37",
      G: "0",
    })) {
      expect(table.send(`*T ${read}`)).toEqual([`*T ${read.toLowerCase()} ${delivered}`]);
    }
    expect(table.send("*Tr 23000 23000")).toEqual(["*T OK"]);
    expect(table.send("*T R")).toEqual(["*T r 28000 32000"]);
    for (const [write, back] of [
      ["*T m 20000", "*T m 20000.0"],
      ["*T s 16.0 18.0", "*T s 16.0 18.0"],
      ["*T h 161", "*T h 161"],
      ["*T g 16", "*T g 16"],
      ["*T j 1 2 3 0", "*T j 1 2 3 0"],
    ] as const) {
      expect(table.send(write)).toEqual(["*T OK"]);
      expect(table.send(`*T ${write.charAt(3).toUpperCase()}`)).toEqual([back]);
    }
    expect(table.send("*T r 1")).toEqual(["*T OK"]);
    expect(table.send("*T R")).toEqual(["*T r 28000 32000"]);
    const cycle = (): void => {
      table.model.power(false, table.t);
      table.run(table.t + 5 * S, null);
      table.model.power(true, table.t);
      table.run(table.t + 5 * S, null);
    };
    cycle();
    expect(table.send("*T M")).toEqual(["*T m 1.5"]);
    table.send("*T m 2");
    expect(table.send("*T f")).toEqual(["*T OK"]);
    cycle();
    expect(table.send("*T M")).toEqual(["*T m 2.0"]);
  });

  it("status lines can be muted, polled, and switched off by mode", () => {
    const table = idle();
    const lines = (): number => table.statuses().length;
    expect(table.send("*q 0")).toEqual(["*q OK"]);
    const muted = lines();
    table.run(table.t + 10 * S, null);
    expect(lines()).toBe(muted);
    table.send("*X");
    expect(lines()).toBe(muted + 1);
    table.send("*q 1");
    table.run(table.t + 10 * S, null);
    expect(lines()).toBeGreaterThan(muted + 15);
    table.send("*o 1031");
    const off = lines();
    table.run(table.t + 10 * S, null);
    expect(lines()).toBe(off);
  });

  it("the self-test takes its time and the ball check three lines, both only when idle", () => {
    const table = idle();
    expect(table.send("*F")).toEqual([]);
    table.run(table.t + 30 * S, null);
    expect(table.heard.at(-1)!.t).toBeGreaterThan(0);
    expect(table.heard.map(({ text }) => text)).toContain("*F 0");
    expect(table.send("*C").map((text) => text.slice(0, 8))).toEqual(["*C OK : ", "*C BALL ", "*C OK : "]);
  });

  it("an endless command does not fill the memory, and the one after it works", () => {
    const table = idle();
    table.model.step(table.t, "x".repeat(1_000_000));
    expect(table.send("\r\n*S")).toEqual(["*S V2.50"]);
  });

  it("bare numbers stop with mode bit 16", () => {
    const table = new Table({ mode: 1_157 + 16, parameters: { h: "161" } }).run(5 * S, null);
    table.send("*P 1");
    table.run(300 * S);
    expect(table.spins().length).toBeGreaterThan(3);
    expect(table.heard.filter(({ text }) => !text.startsWith("*"))).toEqual([]);
  });
});
