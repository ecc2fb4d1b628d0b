import { describe, expect, it } from "vitest";
import { crc16, Fields, hex, hexAt, hexOf } from "./fields.ts";

describe("hex digits of a fixed width", () => {
  it("are read at their place", () => {
    expect(hexAt("xx09AFyy", 2, 4)).toBe(0x09af);
    expect(hexAt("FFFFFFFF", 0, 8)).toBe(0xffff_ffff);
  });

  it.each(["/0", ":0", "@0", "G0", "a0", "0 ", "0"])("%j is none", (text) => {
    expect(hexAt(text, 0, 2)).toBe(-1);
  });

  it("of a whole text: neither shorter nor longer", () => {
    expect(hexOf("0A", 2)).toBe(10);
    expect(hexOf("0A0", 2)).toBe(-1);
    expect(hexOf("A", 2)).toBe(-1);
  });

  it("are written in upper case with leading zeros", () => {
    expect(hex(0xab, 4)).toBe("00AB");
    expect(hex(0, 2)).toBe("00");
  });
});

describe("the checksum", () => {
  it("is CRC-16/CCITT-FALSE", () => {
    expect(crc16("123456789")).toBe(0x29b1);
    expect(crc16("")).toBe(0xffff);
  });

  it("covers the first characters alone where it is told so, a byte of each", () => {
    expect(crc16("123456789*29B1", 9)).toBe(0x29b1);
    expect(crc16("\u0141")).toBe(crc16("A"));
    expect(crc16("\u00ff\u0080")).not.toBe(crc16("\u007f\u0000"));
  });
});

describe("fields of a message", () => {
  it("are taken one after the other", () => {
    const fields = new Fields(["01", "02", "0001", "00", "1", "A1"]);
    expect(fields.text()).toBe("01");
    expect(fields.code(["none", "one", "two"])).toBe("two");
    expect(fields.codeFrom(["one", "two"], 1)).toBe("one");
    expect(fields.flag()).toBe(false);
    expect(fields.flag()).toBe(true);
    expect(fields.number()).toBe(0xa1);
    expect(fields.isGood).toBe(true);
  });

  it.each<[string, readonly string[], (fields: Fields) => unknown, unknown]>([
    ["a number above the most", ["05"], (fields) => fields.number(1, 4), 5],
    ["a number below the least", ["00"], (fields) => fields.number(1, 4), 0],
    ["no number", ["x"], (fields) => fields.number(), Number.NaN],
    ["a code that is in no list", ["03"], (fields) => fields.code(["none", "one"]), "none"],
    ["a code before the list's first", ["00"], (fields) => fields.codeFrom(["one"], 1), null],
    ["a flag that is neither", ["02"], (fields) => fields.flag(), false],
    ["more than may be", ["0B"], (fields) => fields.maybe(0xff, 10), 11],
    ["nothing where a field must be", [], (fields) => fields.number(), Number.NaN],
  ])("%s makes the message invalid", (_, texts, take, value) => {
    const fields = new Fields(texts);
    expect(take(fields)).toEqual(value);
    expect(fields.isGood).toBe(false);
  });

  it("both ends of a range are good, and a range goes to 32 bits where none is given", () => {
    const fields = new Fields(["01", "04", "FFFFFFFF", "0A"]);
    expect([fields.number(1, 4), fields.number(1, 4), fields.number(), fields.maybe(0xff, 10)]).toEqual([
      1, 4, 0xffff_ffff, 10,
    ]);
    expect(fields.isGood).toBe(true);
  });

  it("a value that stands for none is null", () => {
    const fields = new Fields(["FF", "0000", "0010", "1000"]);
    expect([fields.maybe(0xff, 10), fields.id(), fields.id(), fields.id()]).toEqual([
      null,
      null,
      "0010",
      "1000",
    ]);
    expect(fields.isGood).toBe(true);
  });
});
