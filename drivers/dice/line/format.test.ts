import fc from "fast-check";
import { expect, it } from "vitest";
import { lineOf, type Field } from "../../../hw-sim/models/dice/devices/line-device.ts";
import { encodeHostLine, parseHostLines } from "../../link/numbered-line.ts";
import { LINE_LIMIT, parseDeviceLine, parseIdentity } from "./format.ts";

/** Against the devices' own writer, which was written apart from the driver after the same page. */

const SHAPES = { A: [1, 2, 4], B: [4], Z: [] };
const anyLine = fc.record({
  letter: fc.constantFrom<keyof typeof SHAPES>("A", "B", "Z"),
  n: fc.integer({ min: 0, max: 0xffff }),
  at: fc.integer({ min: 0, max: 0xffff_ffff }),
  seed: fc.integer({ min: 0, max: 0xff }),
});

const bodyOf = (text: string): string => text.replace(/\n$/, "");
const fieldsOf = (letter: keyof typeof SHAPES, seed: number): Field[] =>
  SHAPES[letter].map((bytes) => [bytes, seed] as const);

it("lines are read as they were written, and with one damaged byte refused", () => {
  fc.assert(
    fc.property(anyLine, fc.nat(), fc.integer({ min: 1, max: 255 }), ({ letter, n, at, seed }, where, flip) => {
      const text = bodyOf(lineOf(letter, n, at, fieldsOf(letter, seed)));
      expect(text.length).toBeLessThanOrEqual(LINE_LIMIT);
      const raw = parseDeviceLine(text, SHAPES);
      expect(raw).toMatchObject({ letter, n, at });
      expect(raw?.fields.map((field) => Number.parseInt(field, 16))).toEqual(SHAPES[letter].map(() => seed));
      const spot = where % text.length;
      const damaged =
        text.slice(0, spot) + String.fromCharCode(text.charCodeAt(spot) ^ flip) + text.slice(spot + 1);
      expect(parseDeviceLine(damaged, SHAPES)).toBeNull();
      expect(parseDeviceLine(text.slice(0, spot), SHAPES)).toBeNull();
      expect(parseDeviceLine(`${text}0`, SHAPES)).toBeNull();
    }),
  );
});

it("any text is read or refused, and never throws", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      expect(parseDeviceLine(text, SHAPES)).toBeNull();
    }),
  );
});

it("a sound line with other fields than its own is refused; one of a later version counts", () => {
  const tooFew = bodyOf(lineOf("A", 1, 2, [[1, 3]]));
  const tooWide = bodyOf(lineOf("B", 1, 2, [[2, 3]]));
  expect(parseDeviceLine(tooFew, SHAPES)).toBeNull();
  expect(parseDeviceLine(tooWide, SHAPES)).toBeNull();
  expect(parseDeviceLine(bodyOf(lineOf("Q", 9, 2, [[2, 3]])), SHAPES)).toEqual({
    letter: "Q",
    n: 9,
    at: 2,
    fields: [],
  });
  // Not a message of this page because a name of every object is one.
  expect(parseDeviceLine(bodyOf(lineOf("T", 9, 2, [])), {})).toMatchObject({ letter: "T" });
});

it("lines of the host are found in what was written", () => {
  const bytes = encodeHostLine("Q", 0x12345, [
    [4, 7],
    [1, 0xab],
  ]);
  expect(bytes).toMatch(/^Q 2345 00000007 AB\*[0-9A-F]{4}\n$/);
  expect(parseHostLines(`rubbish\n${bytes}${encodeHostLine("I", 1, [])}`)).toEqual([
    { letter: "Q", n: 0x2345, fields: ["00000007", "AB"] },
    { letter: "I", n: 1, fields: [] },
  ]);
  expect(parseHostLines(bytes.replace("AB", "AC"))).toEqual([]);
});

it("an identity has every field in its place", () => {
  const fields = ["01", "02", "03", "0000ABCD", "01", "02", "03", "00000009", "03", "0007"];
  expect(parseIdentity(fields)).toEqual({
    major: 1,
    minor: 2,
    kind: 3,
    device: "0000ABCD",
    firmware: "1.2.3",
    boots: 9,
    cause: "watchdog",
    made: 7,
  });
  expect(parseIdentity(fields.with(8, "04"))).toBeNull();
});
