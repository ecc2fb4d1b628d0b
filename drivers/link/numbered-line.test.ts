import { describe, expect, it } from "vitest";
import {
  addChecksum,
  encodeHostLine,
  parseFixedLine,
  parseHostLines,
  parseNumberedLine,
} from "./numbered-line.ts";

const LIMIT = 80;
const parse = (body: string, limit = LIMIT) => parseNumberedLine(addChecksum(body), limit);

describe("a numbered line", () => {
  it("has letter, number, time and fields", () => {
    expect(parse("B 00FF 0001E240 01 ABCD")).toEqual({
      letter: "B",
      n: 0xff,
      at: 123_456,
      fields: ["01", "ABCD"],
    });
    expect(parse("Z FFFF FFFFFFFF")).toEqual({ letter: "Z", n: 0xffff, at: 0xffff_ffff, fields: [] });
  });

  it.each([
    ["a letter in lower case", "b 00FF 0001E240"],
    ["two letters", "BB 00FF 001E240"],
    ["a digit for a letter", "1 00FF 0001E240"],
    ["a number with another digit", "B 00FG 0001E240"],
    ["a time with another digit", "B 00FF 0001e240"],
    ["no space behind the number", "B 00FF-0001E240"],
    ["no space behind the time", "B 00FF 0001E240-01"],
    ["a head that is too short", "B 00FF 0001E24"],
    ["something before the letter", " B 00FF 0001E240"],
  ])("%s is none, whatever its checksum", (_, body) => {
    expect(parse(body)).toBeNull();
  });

  it("is exactly as long as it may be", () => {
    const body = "B 00FF 0001E240 01";
    expect(parse(body, body.length + 5)).not.toBeNull();
    expect(parse(body, body.length + 4)).toBeNull();
  });

  it("is refused whole when any one of its characters is another", () => {
    const line = addChecksum("B 00FF 0001E240 01");
    for (let at = 0; at < line.length; at++)
      for (const other of ["0", "F", "*", " ", "x"])
        if (line[at] !== other)
          expect(
            parseNumberedLine(line.slice(0, at) + other + line.slice(at + 1), LIMIT),
            `${at} ${other}`,
          ).toBeNull();
  });
});

describe("a line whose fields have fixed widths", () => {
  const widths = (letter: string) => (letter === "B" ? [1, 2] : undefined);
  const parseFixed = (body: string) => parseFixedLine(addChecksum(body), LIMIT, widths);

  it("has as many as its letter says, of upper-case hex", () => {
    expect(parseFixed("B 0001 00000002 01 0203")?.fields).toEqual(["01", "0203"]);
    for (const fields of ["01", "01 0203 04", "0102 03", "01 020", "0g 0203", "01 02030", "a1 0203", "01 -203"])
      expect(parseFixed(`B 0001 00000002 ${fields}`), fields).toBeNull();
  });

  it("counts without its fields where the letter is of a later version", () => {
    expect(parseFixed("Q 0001 00000002 whatever")).toEqual({ letter: "Q", n: 1, at: 2, fields: [] });
  });

  it("is none where the line is none", () => {
    expect(parseFixedLine("B 0001 00000002 01 0203*0000", LIMIT, widths)).toBeNull();
  });
});

describe("lines of the host", () => {
  it("are read as they were written, their number in 16 bits", () => {
    const bytes =
      encodeHostLine("I", 0x1_0002, []) +
      encodeHostLine("C", 3, [
        [1, 10],
        [4, 0xdead_beef],
      ]);
    expect(bytes).toMatch(/^I 0002\*[0-9A-F]{4}\nC 0003 0A DEADBEEF\*[0-9A-F]{4}\n$/);
    expect(parseHostLines(bytes)).toEqual([
      { letter: "I", n: 2, fields: [] },
      { letter: "C", n: 3, fields: ["0A", "DEADBEEF"] },
    ]);
  });

  it("whatever else was written is passed over", () => {
    const long = addChecksum(`C 0003${" 00".repeat(40)}`);
    const most = addChecksum(`CC 0003`);
    const foreign = [
      "",
      "hello",
      "C 0003*0000",
      long,
      most,
      addChecksum("C 0003 0"),
      addChecksum("C 0003 123456789"),
    ];
    expect(parseHostLines(`${foreign.join("\n")}\n${encodeHostLine("I", 7, [])}`)).toEqual([
      { letter: "I", n: 7, fields: [] },
    ]);
  });

  it("are read up to 100 characters", () => {
    const body = (length: number) => `C 0003${" 00".repeat(30)} ${"0".repeat(length - 97)}`;
    expect([99, 100, 101].map((length) => parseHostLines(addChecksum(body(length))).length)).toEqual([1, 1, 0]);
  });
});
