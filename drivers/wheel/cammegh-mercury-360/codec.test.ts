import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLine, parseStatus, protocolOf } from "./codec.ts";
import { advanced, extended } from "./synthetic-wheel.test-support.ts";
import { more } from "../../../test/support/volume.ts";

const line = { state: 4, game: 11, last: "23", rpm10: 168, rotor: 1 } as const;

describe("advanced status", () => {
  it("reads the six fields", () => {
    expect(advanced(line)).toBe("*X;4;011;23;0;168;1");
    expect(parseStatus("*X;4;011;23;0;168;1", "advanced", 37)).toEqual({
      state: 4,
      game: 11,
      lastNumber: "23",
      flags: { rotorLimits: false, withRotor: false, sensors: false, void: false },
      rpm10: 168,
      direction: "ccw",
      extended: null,
    });
  });

  it.each([
    [1, "rotorLimits"],
    [2, "withRotor"],
    [4, "sensors"],
    [8, "void"],
  ] as const)("flag bit %d is %s, alone and in sums", (bit, name) => {
    for (let sum = 0; sum < 16; sum++) {
      expect(parseStatus(advanced({ ...line, flags: sum }), "advanced", 37)?.flags[name]).toBe(
        (sum & bit) !== 0,
      );
    }
  });

  it.each([
    ["another state", "*X;8;011;23;0;168;1"],
    ["game above 255", "*X;4;256;23;0;168;1"],
    ["no such pocket", "*X;4;011;37;0;168;1"],
    ["double zero on a single-zero rotor", "*X;4;011;00;0;168;1"],
    ["zero-padded number", "*X;4;011;07;0;168;1"],
    ["a speed that the device never sends", "*X;4;011;23;0;019;1"],
    ["a speed beyond 60.0 rpm", "*X;4;011;23;0;601;1"],
    ["a cut line", "*X;4;011;23;0;168;"],
    ["the extended line", extended(line)],
  ])("refuses %s", (_what, text) => expect(parseLine(text, "advanced", 37)).toBeNull());

  it("takes 00 on a double-zero rotor, blanks before the first number, and 000 rpm", () => {
    expect(parseStatus("*X;4;000;00;0;000;1", "advanced", 38)?.lastNumber).toBe("00");
    expect(parseStatus("*X;4;000;  ;0;000;1", "advanced", 37)).toMatchObject({ lastNumber: null, rpm10: 0 });
  });
});

describe("extended status", () => {
  it("reads the five fields more", () => {
    const text = extended({ ...line, events: 0x0122, laps: 0x1f, ball: 0, ticks: 0xbe6e, pocket: " 7" });
    expect(text).toBe("*X;4;011;23;0;168;1;0122;1F;0;0BE6E; 7");
    expect(parseStatus(text, "extended", 37)?.extended).toEqual({
      rotor: "legal",
      rotorDirection: "ccw",
      ball: "in-pocket",
      laps: 31,
      ballDirection: "cw",
      lapTicks: 0xbe6e,
      pocket: "7",
    });
  });

  it("reads what is unknown as unknown", () => {
    expect(parseStatus(extended({ ...line, events: 0x0041 }), "extended", 37)?.extended).toEqual({
      rotor: "stopped",
      rotorDirection: null,
      ball: null,
      laps: 0,
      ballDirection: null,
      lapTicks: null,
      pocket: null,
    });
  });

  it.each([
    [0x0001, { rotor: "stopped" }],
    [0x0002, { rotor: "legal" }],
    [0x0004, { rotor: "too-fast" }],
    [0x0008, { rotor: "too-slow" }],
    [0x0010, { rotorDirection: "cw" }],
    [0x0020, { rotorDirection: "ccw" }],
    [0x0040, { rotorDirection: null }],
    [0x0080, { ball: "none" }],
    [0x0100, { ball: "in-pocket" }],
  ])("event bit %i", (events, part) => {
    expect(parseStatus(extended({ ...line, events }), "extended", 37)?.extended).toMatchObject(part);
  });

  it.each([
    ["bits that are always 0", { events: 0x0200 }],
    ["no ball and ball in a pocket", { events: 0x0180 }],
    ["both directions", { events: 0x0030 }],
    ["a lap without time", { ticks: 0 }],
    ["no such pocket", { pocket: "37" }],
  ])("refuses %s", (_what, part) =>
    expect(parseLine(extended({ ...line, ...part }), "extended", 37)).toBeNull(),
  );

  it("refuses the advanced line", () => expect(parseLine(advanced(line), "extended", 37)).toBeNull());
});

describe("other lines", () => {
  it.each([
    ["basic", "*S", { l: "started" }],
    ["basic", "*N", { l: "no-more-bets" }],
    ["basic", "*W  9", { l: "won", pocket: "9" }],
    ["basic", "*W 17", { l: "won", pocket: "17" }],
    ["advanced", "17", { l: "bare", pocket: "17" }],
    ["extended", " 0", { l: "bare", pocket: "0" }],
    ["advanced", "*Y:P:1", { l: "unused" }],
    ["advanced", "*Y:A:07", { l: "unused" }],
    ["extended", "*Y:3:255", { l: "unused" }],
    ["basic", "OK", { l: "unused" }],
  ] as const)("%s %s", (protocol, text, parsed) => expect(parseLine(text, protocol, 37)).toEqual(parsed));

  it.each([
    ["basic", "*W 9"],
    ["basic", "*W 37"],
    ["basic", "17"],
    ["basic", "*X;4;011;23;0;168;1"],
    ["advanced", "*W 17"],
    ["advanced", "*S"],
    ["advanced", "1"],
    ["advanced", "07"],
    ["advanced", "00"],
    ["advanced", "*Y:A:08"],
    ["advanced", "*Y:1:256"],
    ["advanced", "*Y;1;045"],
  ] as const)("%s refuses %s", (protocol, text) => expect(parseLine(text, protocol, 37)).toBeNull());

  it.each(["LOCKED", "INVALID", "ERROR", "E None", "SP2 17.5", "(X) -0.4 (Y) 1.2", "# 40", "# OK"])(
    "knows the reply %s",
    (text) => expect(parseLine(text, "advanced", 37)).toEqual({ l: "unused" }),
  );

  it.each(["ok", "*OK", "constructor"])("takes %s for no reply", (text) =>
    expect(parseLine(text, "advanced", 37)).toBeNull(),
  );

  it("tells which protocol a port speaks", () => {
    expect([extended(line), advanced(line), "*N", "??"].map(protocolOf)).toEqual([
      "extended",
      "advanced",
      "basic",
      null,
    ]);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 100 }),
        fc.constantFrom("basic", "advanced", "extended"),
        (text, protocol) => {
          parseLine(text, protocol, 38);
        },
      ),
      { numRuns: more(5_000, 20_000) },
    );
  });

  it("reads back every line that it could be sent", () => {
    const fields = fc.record({
      state: fc.integer({ min: 1, max: 7 }),
      game: fc.nat(255),
      last: fc.constantFrom("  ", " 0", "00", " 9", "10", "36"),
      flags: fc.nat(15),
      rpm10: fc.oneof(fc.constant(0), fc.integer({ min: 20, max: 600 })),
      rotor: fc.constantFrom(0 as const, 1 as const),
      laps: fc.nat(255),
      ball: fc.constantFrom(0 as const, 1 as const, "?" as const),
      ticks: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 0xfffff })),
      pocket: fc.constantFrom("??", "00", " 3", "36"),
    });
    fc.assert(
      fc.property(fields, (sent) => {
        const read = parseStatus(extended(sent), "extended", 38);
        expect(read).toMatchObject({
          state: sent.state,
          game: sent.game,
          rpm10: sent.rpm10,
          direction: sent.rotor === 0 ? "cw" : "ccw",
        });
        expect(read?.extended).toMatchObject({
          laps: sent.laps,
          lapTicks: sent.ticks,
          pocket: sent.pocket === "??" ? null : sent.pocket.trim(),
        });
      }),
    );
  });
});
