import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStatus } from "../status.ts";
import { decodeMode, encodeMode, MODE_MAX } from "./mode.ts";
import { isReply, isUnasked, parseReply, checksum, PAGE_BYTES } from "./replies.ts";
import { SELF_TEST_CODES, selfTestText } from "./self-test.ts";

// Captured SS2 traffic, github.com/ikigai-kevin-k/studio-sdp-mirror d5a550f, MIT: literal lines of the bench and
// parameter logs.
describe("captured replies", () => {
  it.each([
    ["*P OK", { r: "ok", letter: "P" }],
    ["*P NO", { r: "no", letter: "P" }],
    ["*o BUSY", { r: "busy", letter: "o" }],
    ["*o 1158", { r: "mode", bits: 1158 }],
    ["*u OK", { r: "ok", letter: "u" }],
    ["*T OK", { r: "ok", letter: "T" }],
    ["*O 6 1 60 1158", { r: "options", state: 6, enabled: true, gamesPerHour: 60, mode: 1158 }],
    ["*O 2 1 161 1158", { r: "options", state: 2, enabled: true, gamesPerHour: 161, mode: 1158 }],
    ["*T s 14.0 17.50000", { r: "parameter", letter: "s", text: "14.0 17.50000", values: [140, 175] }],
    ["*T s 16.0 18.0", { r: "parameter", letter: "s", text: "16.0 18.0", values: [160, 180] }],
    ["*T m 20000.0", { r: "parameter", letter: "m", text: "20000.0", values: [200_000] }],
    [
      "*T j 6705 3386 26 1",
      { r: "parameter", letter: "j", text: "6705 3386 26 1", values: [6705, 3386, 26, 1] },
    ],
    ["*T r 28000 32000", { r: "parameter", letter: "r", text: "28000 32000", values: [28_000, 32_000] }],
    ["*T c 8465", { r: "parameter", letter: "c", text: "8465", values: [8465] }],
    ["*T h 161", { r: "parameter", letter: "h", text: "161", values: [161] }],
    ["*T z 37", { r: "parameter", letter: "z", text: "37", values: [37] }],
    ["*S V2.50", { r: "software", version: "2.50" }],
    [
      "*V V2.50 Cammegh / Syoptic - SlingShot 2 Roulette Wheel (c) 03/12/18",
      { r: "version", version: "2.50", text: "Cammegh / Syoptic - SlingShot 2 Roulette Wheel (c) 03/12/18" },
    ],
    ["*) NO", { r: "no", letter: ")" }],
    ["*  NO", { r: "no", letter: " " }],
  ])("%s", (line, reply) => expect(parseReply(line)).toEqual(reply));

  it("takes no damaged line of the captures for a reply", () => {
    for (const line of [
      "00;0",
      "1",
      "*X;2;094",
      "*X;4;011;23;0;168;1",
      "*Tr 23000 23000",
      "*T O",
      "T OK",
      "*P  OK",
    ]) {
      expect(parseReply(line)).toBeNull();
    }
  });
});

describe("replies of the guide that no capture holds", () => {
  it.each([
    ["*F 0", { r: "self-test", code: 0 }],
    ["*F 21", { r: "self-test", code: 21 }],
    ["*F BUSY", { r: "busy", letter: "F" }],
    ["*K CAM", { r: "idle-key" }],
    ["*K OK", { r: "ok", letter: "K" }],
    ["*A 17", { r: "encoder", pockets: 17 }],
    ["*I 4", { r: "sensor-events", on: true }],
    ["*I 0", { r: "sensor-events", on: false }],
    ["*bs 2", { r: "ball-at-sensor", sensor: 2 }],
    ["bs 0", { r: "ball-at-sensor", sensor: 0 }],
    ["*bn 17", { r: "ball-in-pocket", field: "17" }],
    ["bn  4", { r: "ball-in-pocket", field: " 4" }],
    ["*d g 09:05:59 - 31/12/24", { r: "clock", time: "09:05:59", date: "24-12-31" }],
    ["*w 38.3 36.4", { r: "chi-square", chi2: "38.3", percent: "36.4" }],
    ["*W 527", { r: "count", of: "wins", pocket: null, count: 527 }],
    ["*M  4 12", { r: "count", of: "misfires", pocket: "4", count: 12 }],
    ["*s t 3", { r: "page-count", pages: 3 }],
    ["*s e", { r: "erased" }],
    ["*Y;6;255", { r: "bonus", kind: 6, value: 255, daysLeft: null }],
    ["*Y;1;007;30", { r: "bonus", kind: 1, value: 7, daysLeft: 30 }],
    ["*Y;2;999;00", { r: "bonus", kind: 2, value: 999, daysLeft: 0 }],
    ["*y 12", { r: "licence", daysLeft: 12 }],
    ["*i g 120", { r: "service", letter: "i", text: "g 120" }],
    [
      "*C OK : Completed (6705, 3386, 26)",
      {
        r: "calibration",
        step: "completed",
        text: "OK : Completed (6705, 3386, 26)",
        positions: [6705, 3386, 26],
      },
    ],
    [
      "*C BALL : OK Anti-Clockwise",
      { r: "calibration", step: "ball-anti-clockwise", text: "BALL : OK Anti-Clockwise", positions: [] },
    ],
    [
      "*C FAIL : Sensor(s) 1 Broken",
      { r: "calibration", step: "failed", text: "FAIL : Sensor(s) 1 Broken", positions: [] },
    ],
  ])("%s", (line, reply) => expect(parseReply(line)).toEqual(reply));

  it.each([
    "*Y;7;001",
    "*Y;1;256",
    "*Y;1;999",
    "*Y;1;001;31",
    "*o 65536",
    "*A 40",
    "*d g 24:00:00 - 01/01/24",
    "*w OK",
    "*T m 1.2.3",
    "*T x 1",
  ])("refuses %s", (line) => expect(parseReply(line)).toBeNull());

  it("names unknown self-test codes as they came", () => {
    expect(selfTestText(22)).toBe(SELF_TEST_CODES[22]);
    expect(selfTestText(99)).toContain("99");
  });
});

describe("statistics pages", () => {
  const data = `${String.fromCharCode(0x21, 0x21 + 37, 0x21 + 38, 0x21 + 75)}${"~".repeat(PAGE_BYTES - 4)}`;
  const hex = checksum(data).toString(16).padStart(2, "0");

  it("reads wins and misfires", () => {
    expect(parseReply(`*s r 2 ${data} ${hex}`)).toEqual({
      r: "page",
      page: 2,
      entries: [
        { kind: "win", code: 0 },
        { kind: "win", code: 37 },
        { kind: "misfire", code: 0 },
        { kind: "misfire", code: 37 },
      ],
    });
  });

  it("sees any single changed byte", () => {
    fc.assert(
      fc.property(fc.nat(PAGE_BYTES - 1), fc.integer({ min: 0x21, max: 0x6c }), (at, byte) => {
        const changed = data.slice(0, at) + String.fromCharCode(byte) + data.slice(at + 1);
        fc.pre(changed !== data);
        expect(parseReply(`*s r 2 ${changed} ${hex}`)).toBeNull();
      }),
    );
  });
});

describe("mode bits", () => {
  it("knows the modes of the guide", () => {
    expect(decodeMode(1157)).toMatchObject({
      reverseEachGame: true,
      waitForStart: false,
      varyRotor: true,
      autoStatus: true,
      waitInStateOne: true,
    });
    expect(decodeMode(1159)).toMatchObject({ waitForStart: true, noBareNumber: false });
    expect(decodeMode(1158)).toMatchObject({ reverseEachGame: false, unnamed: 0 });
    expect(decodeMode(8)?.unnamed).toBe(8);
    expect(decodeMode(65_536)).toBeNull();
  });

  it("round-trips every sum", () => {
    for (let sum = 0; sum <= MODE_MAX; sum++) expect(encodeMode(decodeMode(sum)!)).toBe(sum);
  });
});

describe("garbage", () => {
  const nearly = fc.tuple(
    fc.constantFrom(
      "*P OK",
      "*T s 14.0 17.50000",
      "*o 1158",
      "*V V2.50 Cammegh",
      "*X;4;011;23;0;168;1",
      "*bs 1",
      "*Y;1;007;30",
    ),
    fc.nat(40),
    fc.string({ unit: "binary", maxLength: 4 }),
  );

  it("never throws, and is no status line and reply at once", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 400 }),
          nearly.map(([s, at, x]) => s.slice(0, at) + x + s.slice(at + 1)),
        ),
        (line) => {
          const reply = parseReply(line);
          expect(isReply(line)).toBe(reply !== null);
          if (reply === null) return;
          expect(parseStatus(line, 38)).toBeNull();
          expect(line.startsWith("*") || isUnasked(reply)).toBe(true);
        },
      ),
      { numRuns: 20_000 },
    );
  });
});
