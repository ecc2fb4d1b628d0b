import { describe, expect, it } from "vitest";
import { characterOf, parseReport } from "./keyboard.ts";

const report = (modifiers: number, ...keys: number[]): string =>
  String.fromCharCode(modifiers, 0, ...keys, ...Array<number>(6 - keys.length).fill(0));

describe("a keyboard report", () => {
  it("tells its keys, and shift from either side", () => {
    expect(parseReport(report(0, 0x04))).toEqual({ shift: false, keys: [0x04] });
    expect(parseReport(report(0x02, 0x0b, 0x1e))).toEqual({ shift: true, keys: [0x0b, 0x1e] });
    expect(parseReport(report(0x20, 0x28))).toEqual({ shift: true, keys: [0x28] });
    expect(parseReport(report(0))).toEqual({ shift: false, keys: [] });
  });

  it.each([
    ["too many keys", report(0, 1, 1, 1, 1, 1, 1)],
    ["a failed self-test", report(0, 2)],
    ["an undefined error", report(0, 3)],
    ["control", report(0x01, 0x04)],
    ["the key of a window", report(0x08, 0x04)],
    ["a key twice", report(0, 0x04, 0x04)],
    ["something in the reserved byte", `\x00\x01${report(0).slice(2)}`],
    ["seven bytes", report(0).slice(1)],
  ])("is refused with %s", (_, text) => {
    expect(parseReport(text)).toBeNull();
  });

  it("has the letters, digits and few signs of a US keyboard", () => {
    const plain = Array.from({ length: 36 }, (_, at) => characterOf(4 + at, false)).join("");
    expect(plain).toBe("abcdefghijklmnopqrstuvwxyz1234567890");
    expect(characterOf(0x04, true)).toBe("A");
    expect(characterOf(0x1f, true)).toBe("@");
    expect(characterOf(0x2d, false)).toBe("-");
    expect(characterOf(0x2d, true)).toBe("_");
  });

  it("has no character for any other key", () => {
    for (const usage of [0, 1, 2, 3, 0x28, 0x29, 0x2a, 0x2b, 0x3a, 0x45, 0x58, 0x62, 0xe1, 0xff])
      expect(characterOf(usage, false)).toBeNull();
  });
});
