import { describe, expect, it } from "vitest";
import { S, Table } from "./model.test-help.ts";

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
