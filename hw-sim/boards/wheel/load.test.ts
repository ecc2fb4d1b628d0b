import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sampleOfRun } from "../../../test/support/volume.ts";
import type { PinEdge } from "../../models/wheels/sensed/sensed-wheel.ts";
import {
  beatsOf,
  edgesOf,
  hostLine,
  linesOutOfOrder,
  pins,
  playBoard,
  type Line,
} from "./board-lines.test-help.ts";
import { emulatedBoard, WHEEL_IMAGE } from "./emulated.ts";
import { fastBoard } from "./fast.ts";
import { HIGHEST_RATE, edgesOfLoad, edgeTexts } from "./load.test-help.ts";

/** What a board does at the limit of its line and of its processor, and beyond. */

const OPTIONS = { kind: "roulette", marks: 64 } as const;
const SECONDS = 2;
const END_US = 3_500_000;

/** Per channel: two channels that change within the same few µs may be told in either order. */
function byChannel(whats: readonly string[]): Record<string, string> {
  const reported: Record<string, string> = {};
  for (const what of whats) reported[what.toUpperCase()] = (reported[what.toUpperCase()] ?? "") + what;
  return reported;
}
const lossesOf = (lines: readonly Line[]): number =>
  lines.filter(({ type }) => type === "L").reduce((sum, { rest }) => sum + parseInt(rest, 16), 0);

describe.each(Object.entries({ emulated: emulatedBoard, fast: fastBoard }))("the %s board", (_, make) => {
  it("loses nothing at twice the highest speed of any wheel", () => {
    expect(Math.round(HIGHEST_RATE)).toBe(509);
    for (const times of sampleOfRun([1, 2], 1, "load that is carried")) {
      const edges = edgesOfLoad(SECONDS, times);
      const lines = playBoard(make(OPTIONS), END_US, edges);
      const reported = edgesOf(lines);
      expect(byChannel(reported.map(({ what }) => what))).toEqual(byChannel(edgeTexts(edges)));
      expect(beatsOf(lines).at(-1)).toMatchObject({ lost: 0, short: 0, levels: "" });
      expect(linesOutOfOrder(lines)).toEqual([]);
    }
  });

  it("tells how many edges it lost, where, and goes on right, when the line cannot carry them", () => {
    for (const times of sampleOfRun([4, 10], 1, "load that is not carried")) {
      const edges = [...edgesOfLoad(SECONDS, times), ...pins("2900000 A", "2903000 a")];
      const lines = playBoard(make(OPTIONS), END_US, edges);
      const lost = lossesOf(lines);
      const last = beatsOf(lines).at(-1);
      expect(lost).toBeGreaterThan(1_000);
      expect(last).toMatchObject({ lost: Math.min(lost, 0xffff), levels: "" });
      expect(last?.deepest).toBeGreaterThan(100);
      expect(edgesOf(lines).length + lost + 2 * (last?.short ?? 0)).toBe(edges.length);
      expect(linesOutOfOrder(lines)).toEqual([]);
      // What comes when the load is over is told as ever.
      expect(
        edgesOf(lines)
          .slice(-2)
          .map(({ what }) => what),
      ).toEqual(["A", "a"]);
    }
  });

  it("answers its host while the line is full of edges", () => {
    const lines = playBoard(make(OPTIONS), END_US, edgesOfLoad(SECONDS, 10), {
      1_000_000: hostLine("S"),
      1_200_000: hostLine("C marks 54"),
      1_600_000: hostLine("I"),
      1_800_000: hostLine("T 00000007"),
    });
    const answers = lines.filter(({ type, us }) => !["E", "L", "B"].includes(type) && us > 900_000);
    expect(answers.map(({ type }) => type)).toEqual(["S", "C", "I", "T"]);
    for (const [at, asked] of [1_015_000, 1_280_000, 1_600_000, 1_800_000].entries())
      expect((answers[at]?.us ?? Infinity) - asked).toBeLessThan(50_000);
    expect(linesOutOfOrder(lines)).toEqual([]);
  });

  it("brings the levels up to date after every loss", () => {
    const lines = playBoard(make(OPTIONS), END_US, edgesOfLoad(SECONDS, 4));
    let levels: Set<string> | null = null;
    let lossBefore = false;
    for (const line of lines) {
      if (line.type === "L") levels = null;
      if (line.type === "B") {
        const { levels: now } = beatsOf([line])[0] ?? { levels: "" };
        if (levels !== null) expect([...levels].sort().join("")).toBe(Array.from(now).sort().join(""));
        levels = new Set(now);
        lossBefore = false;
      }
      for (const { what } of edgesOf([line])) {
        // After a loss comes a heartbeat, before any edge.
        expect(lossBefore).toBe(false);
        if (levels === null) continue;
        const channel = what.toUpperCase();
        expect(levels.has(channel), `${line.number} ${what}`).toBe(what !== channel);
        if (what === channel) levels.add(channel);
        else levels.delete(channel);
      }
      lossBefore = line.type === "L";
    }
  });
});

describe("the emulated board", () => {
  it("lives through a pin that oscillates, and tells it", () => {
    const storm: PinEdge[] = Array.from({ length: 200_000 }, (_edge, at) => ({
      us: 300_000 + at * 5,
      pin: "X",
      on: at % 2 === 0,
      hole: 0,
    }));
    const after: PinEdge[] = [true, false].map((on, at) => ({
      us: 1_400_000 + at * 5_000,
      pin: "A",
      on,
      hole: 0,
    }));
    // While the pin keeps the processor busy a host line may be missed; a host asks again.
    const asked = Object.fromEntries(
      [...Array(20).keys()].map((n) => [500_000 + n * 23_000, hostLine("T 00000001")]),
    );
    const lines = playBoard(emulatedBoard(OPTIONS), 2_000_000, [...storm, ...after], asked);
    expect(lines.filter(({ type }) => type === "I")).toHaveLength(1);
    expect(lines.filter(({ type }) => type === "T").length).toBeGreaterThan(3);
    const last = beatsOf(lines).at(-1);
    // The time went on right: the last heartbeat is at most one period before the end.
    expect(last?.tick).toBeGreaterThan(2 * 1_740_000);
    expect((last?.short ?? 0) + (last?.lost ?? 0)).toBeGreaterThan(1_000);
    expect(last?.levels).toBe("");
    expect(
      edgesOf(lines)
        .slice(-2)
        .map(({ what }) => what),
    ).toEqual(["A", "a"]);
    expect(linesOutOfOrder(lines)).toEqual([]);
  });

  it("hears a host that talks without pause, and answers as its line allows", () => {
    const host = hostLine("T 00000001").repeat(40) + "noise".repeat(60) + "\n" + hostLine("I");
    const lines = playBoard(emulatedBoard(OPTIONS), 1_500_000, edgesOfLoad(1, 1), { 400_000: host });
    expect(lines.filter(({ type }) => type === "T").length).toBeGreaterThan(10);
    expect(lines.filter(({ type, rest }) => type === "N" && rest === "length").length).toBe(1);
    expect(lines.filter(({ type }) => type === "I")).toHaveLength(2);
    expect(byChannel(edgesOf(lines).map(({ what }) => what))).toEqual(byChannel(edgeTexts(edgesOfLoad(1, 1))));
  });

  it("is bitten by its watchdog when its main loop does not feed it, and says so", () => {
    // The real image, with every WDR instruction made a NOP: as if the loop never came round again.
    const starved = replaceWords(readFileSync(WHEEL_IMAGE, "utf8"), 0x95a8, 0x0000);
    const lines = playBoard(emulatedBoard({ ...OPTIONS, image: starved }), 1_800_000, edgesOfLoad(1, 1));
    const causes = lines.filter(({ type }) => type === "I").map(({ rest }) => rest.split(" ").at(-1));
    expect(causes).toEqual(["power", "watchdog", "watchdog", "watchdog"]);
    const [first = 0, second = 0] = lines.filter(({ type }) => type === "I").map(({ us }) => us);
    expect(second - first).toBeGreaterThan(400_000);
    expect(second - first).toBeLessThan(600_000);
    for (const [at, { type, number }] of lines.entries())
      expect(number).toBe(type === "I" ? 0 : (lines[at - 1]?.number ?? 0) + 1);
  });

  it("says that its supply broke down", () => {
    const board = emulatedBoard(OPTIONS);
    playBoard(board, 500_000);
    board.machine.reset("brownout");
    const bytes = board.step(600_000, []).map((one) => one.bytes);
    expect(bytes.join("")).toContain(" brownout*");
  });
});

/** An image in which every word of the program that is `from` is `to`. */
function replaceWords(hex: string, from: number, to: number): string {
  let found = 0;
  const lines = hex.split(/\r?\n/).map((line) => {
    if (!/^:[0-9A-F]{6}00/.test(line)) return line;
    const bytes = Buffer.from(line.slice(1, -2), "hex");
    for (let at = 4; at + 1 < bytes.length; at += 2) {
      if (bytes.readUInt16LE(at) !== from) continue;
      bytes.writeUInt16LE(to, at);
      found += 1;
    }
    const sum = bytes.reduce((total, byte) => total + byte, 0);
    return `:${bytes.toString("hex")}${Buffer.of(-sum & 0xff).toString("hex")}`.toUpperCase();
  });
  if (found === 0) throw new Error(`the image has no word ${from.toString(16)}`);
  return lines.join("\n");
}
