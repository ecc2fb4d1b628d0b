import { describe, expect, it } from "vitest";
import { beatsOf, edgesOf, hostLine, linesOf, pins, playBoard, type Line } from "./board-lines.test-help.ts";
import { emulatedBoard } from "./emulated.ts";
import { fastBoard } from "./fast.ts";
import type { WheelBoardOptions } from "./options.ts";

/** Both boards by the letter of docs/devices/sensor-board.md. */

const BOARDS = { emulated: emulatedBoard, fast: fastBoard } as const;
const ROULETTE: WheelBoardOptions = { kind: "roulette", marks: 37, board: 0xbeef };
const texts = (lines: readonly Line[], type: string): string[] =>
  lines.filter((line) => line.type === type).map(({ rest }) => rest);
const whats = (lines: readonly Line[]): string =>
  edgesOf(lines)
    .map(({ what }) => what)
    .join(" ");

describe.each(Object.entries(BOARDS))("the %s board", (_, make) => {
  it("says who it is, then how things are, and goes on every 250 ms", () => {
    const lines = playBoard(make(ROULETTE), 1_300_000, pins("100 V", "200 X"));
    expect(lines.slice(0, 2).map(({ type, number }) => [type, number])).toEqual([
      ["I", 0],
      ["B", 1],
    ]);
    expect(lines[0]?.rest).toMatch(/^0000BEEF 1\.1\.0 roulette 37 [0-9A-F]{8} power$/);
    expect(lines[0]?.us).toBeLessThan(20_000);
    const beats = beatsOf(lines);
    expect(beats).toHaveLength(6);
    for (const beat of beats)
      expect(beat).toMatchObject({ levels: "XV", holes: [0, 0], lost: 0, damaged: 0, short: 0, deepest: 0 });
    const gaps = beats.slice(2).map(({ tick }, at) => tick - (beats[at + 1]?.tick ?? 0));
    for (const gap of gaps) expect(Math.abs(gap - 500_000)).toBeLessThan(30);
    expect(lines.map(({ number }) => number)).toEqual(lines.map((_line, at) => at));
  });

  it("tells a ball at once and lets rotor marks wait for company, at most 100 ms", () => {
    const lines = playBoard(
      make(ROULETTE),
      600_000,
      pins("300000 Q", "310000 R", "320000 A", "323000 a", "330000 q", "340000 r"),
    );
    const reported = lines.filter(({ type }) => type === "E");
    expect(reported.map(({ rest }) => rest.replace(/ [0-9A-F]{4}/g, ""))).toEqual(["QRA", "a", "qr"]);
    expect(reported[0]?.us).toBeLessThan(325_000);
    expect(reported[2]?.us).toBeGreaterThan(400_000);
    expect(reported[2]?.us).toBeLessThan(430_000);
    const [q, r, a] = edgesOf(lines);
    expect(Math.abs((r?.tick ?? 0) - (q?.tick ?? 0) - 20_000)).toBeLessThan(30);
    expect(Math.abs((a?.tick ?? 0) - (r?.tick ?? 0) - 20_000)).toBeLessThan(30);
  });

  it("sends eight marks in one line, and begins another where the gap is too long for it", () => {
    const turn = Array.from({ length: 10 }, (_edge, at) => `${300_000 + at * 9_000} ${"QRqr".charAt(at % 4)}`);
    const lines = playBoard(make(ROULETTE), 700_000, pins(...turn, "440000 q", "473000 r"));
    const reported = lines.filter(({ type }) => type === "E");
    expect(reported.map(({ rest }) => rest.split(" ").length)).toEqual([8, 2, 1, 1]);
    expect(whats(lines)).toBe("Q R q r Q R q r Q R q r");
  });

  it("counts a pulse that is shorter than the debounce time and does not send it", () => {
    const lines = playBoard(
      make(ROULETTE),
      900_000,
      pins(
        "300000 A",
        "300030 a",
        "310000 A",
        "310080 a",
        "320000 A",
        "320020 a",
        "320040 A",
        "320100 B",
        "340000 a",
      ),
    );
    expect(whats(lines)).toBe("A a A B a");
    const [, , settled, ball] = edgesOf(lines);
    // The level that stayed is told with the time at which it came to stay.
    expect(Math.abs((ball?.tick ?? 0) - (settled?.tick ?? 0) - 120)).toBeLessThan(30);
    expect(beatsOf(lines).at(-1)).toMatchObject({ short: 2, lost: 0, levels: "B" });
  });

  it("has every edge before a heartbeat on its way before it", () => {
    const edges = pins(
      ...Array.from({ length: 200 }, (_edge, at) => `${300_000 + at * 7_300} ${"QRqr".charAt(at % 4)}`),
    );
    const lines = playBoard(make(ROULETTE), 2_000_000, edges);
    let reported = 0;
    for (const line of lines) {
      if (line.type === "E") {
        for (const { tick } of edgesOf([line])) expect(tick).toBeGreaterThan(reported);
        reported = edgesOf([line]).at(-1)?.tick ?? 0;
      } else if (line.type === "B") {
        expect(line.tick).toBeGreaterThanOrEqual(reported);
        reported = line.tick;
      }
    }
    expect(edgesOf(lines)).toHaveLength(200);
  });

  it("answers the time with the instant of the last byte", () => {
    const lines = playBoard(make(ROULETTE), 700_000, pins("400000 A"), {
      500_000: hostLine("T 12345678"),
      600_000: hostLine("T 0000000A"),
    });
    expect(texts(lines, "T")).toEqual(["12345678", "0000000A"]);
    const [edge] = edgesOf(lines);
    for (const [at, us] of [500_000, 600_000].entries()) {
      const tick = lines.filter(({ type }) => type === "T")[at]?.tick ?? 0;
      const heard = 400_000 + (tick - (edge?.tick ?? 0)) / 2;
      // Sixteen characters of ten bits each.
      expect(Math.abs(heard - us - 16 * 85)).toBeLessThan(30);
    }
  });

  it("says what it does not do", () => {
    const lines = playBoard(make(ROULETTE), 3_000_000, [], {
      300_000: "I*0000\n",
      310_000: `${"x".repeat(41)}\n`,
      320_000: "rubbish\n",
      330_000: hostLine("Z"),
      340_000: hostLine("C colour 12"),
      350_000: hostLine("C marks 07"),
      360_000: hostLine("C marks 81"),
      370_000: hostLine("C debounce 4E21"),
      380_000: hostLine("C kind poker"),
      390_000: hostLine("C board beef0000"),
      400_000: hostLine("T 123"),
      410_000: hostLine("I 1"),
      420_000: "\r\n\n",
      430_000: hostLine("C marks 54").replace("\n", "\r\n") + hostLine("C marks 38"),
    });
    expect(texts(lines, "N")).toEqual([
      "crc",
      "length",
      "crc",
      "unknown",
      "unknown",
      "value",
      "value",
      "value",
      "value",
      "value",
      "value",
      "value",
      "busy",
    ]);
    expect(texts(lines, "C")).toEqual(["marks 54"]);
    expect(beatsOf(lines).at(-1)).toMatchObject({ damaged: 3 });
  });

  it("keeps its settings and counts its resets over power and reset", () => {
    const board = make(ROULETTE);
    const boots = (line: Line | undefined): number => parseInt(line?.rest.split(" ")[4] ?? "", 16);
    const before = playBoard(board, 1_000_000, [], {
      300_000: hostLine("C debounce 0200"),
      500_000: hostLine("C kind disc"),
      700_000: hostLine("C marks 54"),
      900_000: hostLine("C board 00C0FFEE"),
    });
    expect(texts(before, "C")).toEqual(["debounce 0200", "kind disc", "marks 54", "board 00C0FFEE"]);
    board.reset(1_000_000);
    const after = linesOf(board.step(1_400_000, [], hostLine("C debounce")));
    expect(after[0]?.number).toBe(0);
    expect(after[0]?.rest).toMatch(/^00C0FFEE 1\.1\.0 disc 54 [0-9A-F]{8} reset$/);
    expect(boots(after[0])).toBe(boots(before[0]) + 1);
    board.power(false, 1_400_000);
    expect(board.step(2_000_000, pins("1500000 W"))).toEqual([]);
    board.power(true, 2_000_000);
    const again = linesOf(board.step(2_500_000, []));
    expect(again[0]?.rest).toMatch(/ disc 54 [0-9A-F]{8} power$/);
    expect(boots(again[0])).toBe(boots(before[0]) + 2);
    expect(beatsOf(again).at(-1)?.levels).toBe("W");
  });

  it("is cut short by a reset in the middle of a line, and begins again whole", () => {
    const board = make(ROULETTE);
    board.power(true, 0);
    board.step(300_000, []);
    const cut = board.step(300_900, pins("300000 A")).concat(board.step(301_300, []));
    board.reset(301_300);
    const after = board.step(600_000, pins("400000 B"));
    const bytes = [...cut, ...after].map((one) => one.bytes).join("");
    const [half = "", ...whole] = bytes.split(/(?=I 0000 )/);
    expect(half).toMatch(/^E /);
    expect(half).not.toContain("\n");
    const lines = linesOf([{ us: 0, bytes: whole.join("") }]);
    expect(lines.map(({ type }) => type)).toEqual(["I", "B", "E", "B"]);
    expect(beatsOf(lines).map(({ levels }) => levels)).toEqual(["A", "AB"]);
  });

  it("tests its sensors without telling the edges of the test, and tells what changed meanwhile", () => {
    const lines = playBoard(
      make({ ...ROULETTE, blind: new Set(["C", "R"]) }),
      1_000_000,
      pins("310000 Q", "400000 Q", "505000 A", "507000 W"),
      { 500_000: hostLine("S") + hostLine("S") + hostLine("C marks 38") },
    );
    const [answer = ""] = texts(lines, "S");
    expect(answer.match(/[A-Z][01]/g)?.sort()).toEqual(["A1", "B1", "C0", "I1", "P1", "Q1", "R0", "X1"]);
    expect(texts(lines, "N")).toEqual(["busy", "busy"]);
    // A blind R always reads dark, which is its active level: it shows as soon as its light is looked for.
    expect(whats(lines)).toBe("Q W A");
    expect(lines.find(({ type }) => type === "S")?.us).toBeLessThan(530_000);
  });
});

describe.each(Object.entries(BOARDS))("the %s board in a bowl", (_, make) => {
  const BOWL: WheelBoardOptions = { kind: "bowl", marks: 0 };

  it("tells both sensors of a hole with the first of three looks, in the order of all edges", () => {
    const lines = playBoard(
      make(BOWL),
      900_000,
      pins(
        "300000 A",
        "303000 a",
        "310000 H17",
        "310500 A",
        "311000 G17",
        "314000 a",
        "600000 h17",
        "601000 g17",
      ),
    );
    expect(lines[0]?.rest).toContain(" bowl 00 ");
    const reported = edgesOf(lines);
    expect(whats(lines)).toMatch(/^A a (?:H11 A G11|A H11 G11|H11 G11 A) a h11 g11$/);
    for (const [at, edge] of reported.entries())
      expect(edge.tick).toBeGreaterThanOrEqual(reported[at - 1]?.tick ?? 0);
    const since = (what: string): number => {
      const edge = reported.find((one) => one.what === what);
      return 300_000 + ((edge?.tick ?? 0) - (reported[0]?.tick ?? 0)) / 2;
    };
    expect(since("H11")).toBeGreaterThan(309_900);
    expect(since("H11")).toBeLessThan(312_600);
    expect(beatsOf(lines)[2]).toMatchObject({ holes: [1 << 17, 1 << 17] });
    expect(beatsOf(lines).at(-1)).toMatchObject({ holes: [0, 0], levels: "" });
  });

  it("does not tell a hole that is not seen three times, and has its sensors tested", () => {
    const lines = playBoard(
      make({ ...BOWL, blind: new Set(["H03", "G00", "X"]) }),
      1_200_000,
      pins("300000 H05", "303000 h05"),
      { 700_000: hostLine("S") },
    );
    expect(whats(lines)).toBe("");
    expect(beatsOf(lines).at(-1)?.short).toBe(1);
    expect(texts(lines, "S")).toEqual(["A1B1C1X0HFFFFF7GFFFFFE"]);
  });

  it("tells every hole of both chains under its own number", () => {
    const all = Array.from({ length: 24 }, (_hole, at) => [
      `${300_000 + at * 20_000} H${at}`,
      `${310_000 + at * 20_000} G${at}`,
    ]);
    const lines = playBoard(make(BOWL), 1_300_000, pins(...all.flat()));
    const hexes = all.flatMap((_pair, at) =>
      ["H", "G"].map((chain) => chain + at.toString(16).toUpperCase().padStart(2, "0")),
    );
    expect(edgesOf(lines).map(({ what }) => what)).toEqual(hexes);
    expect(beatsOf(lines).at(-1)?.holes).toEqual([0xffffff, 0xffffff]);
  });

  it("tells all holes at once when a hand goes over them", () => {
    const all = Array.from({ length: 18 }, (_hole, at) => [`${300_000 + at} H${at}`, `${300_000 + at} G${at}`]);
    const lines = playBoard(make(BOWL), 700_000, pins(...all.flat()));
    expect(new Set(edgesOf(lines).map(({ what }) => what)).size).toBe(36);
    expect(beatsOf(lines).at(-1)).toMatchObject({ holes: [0x3ffff, 0x3ffff], lost: 0 });
  });
});
