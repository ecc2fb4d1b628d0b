import { describe, expect, it } from "vitest";
import { hostLine, linesOf, playBoard } from "./board-lines.test-help.ts";
import { emulatedBoard, type EmulatedBoard } from "./emulated.ts";

/** What the real image keeps in its EEPROM, and what it makes of one that is damaged. */

const OPTIONS = { kind: "disc", marks: 54, board: 0x1234 } as const;
/** The identity after the next power-on, without board and firmware. */
function woken(board: EmulatedBoard, us: number): string {
  board.power(false, us);
  board.power(true, us + 1_000);
  return linesOf(board.step(us + 200_000, [])).find(({ type }) => type === "I")?.rest ?? "";
}
/** Bytes that differ. */
const changed = (a: Uint8Array, b: Uint8Array): number[] => [...a.keys()].filter((at) => a[at] !== b[at]);

describe("the emulated board's memory", () => {
  it("falls back on the record before when the newest one is torn, byte by byte", () => {
    for (let torn = 0; torn < 16; torn++) {
      const board = emulatedBoard(OPTIONS);
      playBoard(board, 400_000);
      const before = board.machine.eeprom.slice();
      board.step(500_000, [], hostLine("C marks 64"));
      board.step(700_000, []);
      const [first = 0] = changed(before, board.machine.eeprom);
      const at = Math.floor(first / 16) * 16 + torn;
      board.machine.eeprom[at] = (board.machine.eeprom[at] ?? 0) ^ 0x10;
      expect(woken(board, 700_000)).toMatch(/^00001234 1\.1\.0 disc 54 /);
    }
  });

  it("keeps the old settings when the power goes while it writes, wherever it is", () => {
    const reported = new Set<string>();
    for (let us = 500; us < 90_000; us += 4_500) {
      const board = emulatedBoard(OPTIONS);
      playBoard(board, 400_000);
      board.step(400_000, [], hostLine("C marks 64"));
      board.step(400_000 + us, []);
      reported.add(/disc (\d\d)/.exec(woken(board, 400_000 + us))?.[1] ?? "none");
    }
    // Before the write, and after it: never anything else.
    expect([...reported].sort()).toEqual(["54", "64"]);
  });

  it("starts with the factory's settings when nothing in it makes sense, and goes on from there", () => {
    const board = emulatedBoard(OPTIONS);
    playBoard(board, 400_000);
    for (let at = 0; at < board.machine.eeprom.length; at++) board.machine.eeprom[at] = (at * 31 + 7) & 0xff;
    expect(woken(board, 400_000)).toBe("00000000 1.1.0 roulette 37 00000001 power");
    expect(woken(board, 700_000)).toBe("00000000 1.1.0 roulette 37 00000002 power");
  });

  it("writes its records in turn: in 64 resets each place once", () => {
    const board = emulatedBoard(OPTIONS);
    playBoard(board, 400_000);
    const writes = new Map<number, number>();
    let before = board.machine.eeprom.slice();
    for (let n = 0; n < 64; n++) {
      expect(woken(board, 400_000 + n * 300_000)).toMatch(/^00001234 1\.1\.0 disc 54 /);
      const places = new Set(changed(before, board.machine.eeprom).map((at) => Math.floor(at / 16)));
      for (const place of places) writes.set(place, (writes.get(place) ?? 0) + 1);
      before = board.machine.eeprom.slice();
    }
    expect([...writes.keys()].sort((a, b) => a - b)).toEqual([...Array(64).keys()]);
    expect(new Set(writes.values())).toEqual(new Set([1]));
  });

  it("refuses a setting that its EEPROM will not hold, and goes on with the one before", () => {
    const board = emulatedBoard(OPTIONS);
    playBoard(board, 400_000);
    // Worn cells: every byte that is written loses its lowest bits.
    const { eeprom } = board.machine;
    const worn = new Uint8Array(eeprom.length);
    board.step(400_000, [], hostLine("C marks 64"));
    let us = 400_000;
    const answers: string[] = [];
    for (; us < 900_000; us += 500) {
      worn.set(eeprom);
      const sent = board.step(us, []);
      for (const at of changed(worn, eeprom)) eeprom[at] = (eeprom[at] ?? 0) ^ 0x01;
      answers.push(...sent.map(({ bytes }) => bytes));
    }
    expect(answers.join("")).toMatch(/N [0-9A-F]{4} [0-9A-F]{8} value\*/);
    expect(answers.join("")).not.toMatch(/ marks 64\*/);
    const said = board.step(us + 100_000, [], hostLine("C marks")).concat(board.step(us + 200_000, []));
    expect(said.map(({ bytes }) => bytes).join("")).toContain(" marks 54*");
  });
});
