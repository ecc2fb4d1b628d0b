import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pocketOf } from "../cammegh.ts";
import { parseBareNumber, parseStatus } from "./status.ts";

const GOOD = "*X;4;011;23;0;168;1";

/** The good line with one field replaced; fields count from 0 after `*X`. */
function withField(field: number, value: string): string {
  const fields = GOOD.split(";");
  fields[field + 1] = value;
  return fields.join(";");
}

describe("status line", () => {
  it("reads every field", () => {
    expect(parseStatus(GOOD, 37)).toEqual({
      state: 4,
      game: 11,
      lastNumber: "23",
      flags: { noBall: false, withRotor: false, component: false, launchFailed: false },
      rpm10: 168,
      direction: "ccw",
    });
    expect(parseStatus(withField(5, "0"), 37)?.direction).toBe("cw");
  });

  it("states are 1 to 7", () => {
    for (const state of ["1", "2", "3", "4", "5", "6", "7"])
      expect(parseStatus(withField(0, state), 37)?.state).toBe(Number(state));
    for (const state of ["0", "8", "9", "a", " ", "", "11"])
      expect(parseStatus(withField(0, state), 37)).toBeNull();
  });

  it("the game number is three digits, 0 to 256", () => {
    for (const [game, is] of [
      ["000", 0],
      ["001", 1],
      ["256", 256],
    ] as const)
      expect(parseStatus(withField(1, game), 37)?.game).toBe(is);
    for (const game of ["257", "999", "11", "0011", " 11", "1a1", "-11", "1.1", "   "])
      expect(parseStatus(withField(1, game), 37)).toBeNull();
  });

  it("the number is two characters, right-justified, on the rotor, or blank", () => {
    for (let n = 0; n <= 36; n++)
      expect(parseStatus(withField(2, String(n).padStart(2)), 37)?.lastNumber).toBe(String(n));
    expect(parseStatus(withField(2, "  "), 37)).toMatchObject({ lastNumber: null });
    for (const number of ["37", "38", "39", "99", "01", "09", "9 ", "9", "", "009", "x9", "-1", "0 "])
      expect(parseStatus(withField(2, number), 37)).toBeNull();
  });

  it("double zero is on rotors of 38 pockets only", () => {
    expect(parseStatus(withField(2, "00"), 38)?.lastNumber).toBe("00");
    expect(parseStatus(withField(2, "00"), 37)).toBeNull();
    expect(parseStatus(withField(2, " 0"), 38)?.lastNumber).toBe("0");
    expect(parseStatus(withField(2, "37"), 38)).toBeNull();
  });

  it("flags are four bits in one hex digit of either case", () => {
    for (let bits = 0; bits < 16; bits++) {
      for (const digit of [bits.toString(16), bits.toString(16).toUpperCase()]) {
        const { noBall, withRotor, component, launchFailed } = parseStatus(withField(3, digit), 37)!.flags;
        expect([noBall, withRotor, component, launchFailed]).toEqual(
          [1, 2, 4, 8].map((bit) => (bits & bit) > 0),
        );
      }
    }
    for (const digit of ["g", " ", "", "10", "-"]) expect(parseStatus(withField(3, digit), 37)).toBeNull();
  });

  it("the speed is three digits", () => {
    expect(parseStatus(withField(4, "000"), 37)?.rpm10).toBe(0);
    expect(parseStatus(withField(4, "999"), 37)?.rpm10).toBe(999);
    for (const rpm of ["99", "1000", " 99", "16.", "", "1e2"])
      expect(parseStatus(withField(4, rpm), 37)).toBeNull();
  });

  it("the direction is 0 or 1", () => {
    for (const direction of ["2", "", " ", "01", "x"])
      expect(parseStatus(withField(5, direction), 37)).toBeNull();
  });

  it("any line that is shorter, longer, or of another head is none", () => {
    for (let at = 0; at < GOOD.length; at++) {
      expect(parseStatus(GOOD.slice(0, at), 37), `cut at ${at}`).toBeNull();
      expect(parseStatus(GOOD.slice(at + 1), 37), `head cut at ${at}`).toBeNull();
      expect(parseStatus(GOOD.slice(0, at) + GOOD.slice(at + 1), 37), `without ${at}`).toBeNull();
    }
    for (const line of [
      `${GOOD} `,
      ` ${GOOD}`,
      `${GOOD}\r`,
      `${GOOD}\n`,
      `${GOOD};0`,
      GOOD.replace("X", "x"),
      GOOD.slice(1),
    ])
      expect(parseStatus(line, 37)).toBeNull();
  });

  it("never throws and gives only pockets of the rotor", () => {
    const nearly = fc.string({ unit: fc.constantFrom(...Array.from("*X;0123456789aF ")), maxLength: 24 });
    const replaced = fc
      .tuple(fc.nat(GOOD.length - 1), fc.string({ minLength: 1, maxLength: 1 }))
      .map(([at, char]) => GOOD.slice(0, at) + char + GOOD.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(nearly, replaced, fc.string()), fc.constantFrom(37, 38), (line, pockets) => {
        const status = parseStatus(line, pockets);
        if (status === null || status.lastNumber === null) return;
        expect(line).toHaveLength(19);
        expect(status.lastNumber).toMatch(pockets === 38 ? /^(00|\d|[12]\d|3[0-6])$/ : /^(\d|[12]\d|3[0-6])$/);
      }),
    );
  });
});

describe("bare number", () => {
  it("is exactly two characters of a pocket", () => {
    for (let n = 0; n <= 36; n++) expect(parseBareNumber(String(n).padStart(2), 37)).toBe(String(n));
    expect(parseBareNumber("00", 38)).toBe("00");
    for (const line of ["00", "1", " 1 ", "01", "37", "99", "  ", "", "123", "1 ", "*1", "x1", "1\n"])
      expect(parseBareNumber(line, 37), line).toBeNull();
    // What a stripping host makes of ` 4`: not what the wheel sends.
    expect(parseBareNumber("4", 37)).toBeNull();
  });
});

describe("number field", () => {
  it("knows 37 and 38 pockets", () => {
    const fields = Array.from({ length: 100 }, (_, n) => [
      String(n).padStart(2),
      String(n).padStart(2, "0"),
    ]).flat();
    const names = (pockets: number): Set<string | null> =>
      new Set(fields.map((field) => pocketOf(field, pockets)));
    expect(names(37).size).toBe(37 + 1);
    expect(names(38).size).toBe(38 + 1);
    expect(names(37).has("00")).toBe(false);
  });
});
