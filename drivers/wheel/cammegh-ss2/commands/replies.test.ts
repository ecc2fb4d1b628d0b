import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStatus } from "../status.ts";
import { decodeMode, MODE_MAX } from "./mode.ts";
import { isReply, parseReply } from "./replies.ts";
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

const page = (data: string, more = 0): string => {
  let sum = more;
  for (const char of data) sum = (sum + char.charCodeAt(0)) % 256;
  return `*s r 2 ${data} ${sum.toString(16).padStart(2, "0")}`;
};
const PAGE = `!Fl${"~".repeat(253)}`;

describe("replies of the guide that no capture holds", () => {
  it.each([
    ["*F 0", { r: "self-test", code: 0 }],
    ["*F 21", { r: "self-test", code: 21 }],
    ["*F BUSY", { r: "busy", letter: "F" }],
    ["*K OK", { r: "ok", letter: "K" }],
    ["*S V1.2b", { r: "software", version: "1.2b" }],
    ["*o 65535", { r: "mode", bits: 65_535 }],
    ["*O 1 0 1 65535", { r: "options", state: 1, enabled: false, gamesPerHour: 1, mode: 65_535 }],
  ])("%s", (line, reply) => expect(parseReply(line)).toEqual(reply));

  // What other hosts ask for, and what comes by itself.
  it.each([
    "*K CAM",
    "*A 0",
    "*A 17",
    "*A 39",
    "*I 4",
    "*I 0",
    "*bs 2",
    "bs 0",
    "*bn 17",
    "bn  4",
    "*d g 09:05:59 - 31/12/24",
    "*d g 23:59:00 - 01/01/00",
    "*w 38.3 36.4",
    "*w 1 100",
    "*W 527",
    "*W 12 527",
    "*M  4 12",
    "*s t 3",
    "*s e",
    "*s e OK",
    page(PAGE),
    "*Y;6;255",
    "*Y;1;007;30",
    "*Y;2;999;00",
    "*Y;2;999;0",
    "*Y;3;010;5",
    "*y 12",
    "*i g 120",
    "*j t",
    "*C OK : Completed (6705, 3386, 26)",
    "*C BALL : OK Clockwise",
    "*C BALL : OK Anti-Clockwise",
    "*C BALL : No ball direction found",
    "*C FAIL : Sensor(s) 1 Broken",
  ])("%s is a line of the wheel that is passed over", (line) =>
    expect(parseReply(line)).toEqual({ r: "unused" }),
  );

  it.each([
    "*Y;7;001",
    "*Y;0;001",
    "*Y;1;256",
    "*Y;1;999",
    "*Y;1;999;01",
    "*Y;1;001;31",
    "*o 65536",
    "*O 6 1 60 65536",
    "*O 8 1 60 1158",
    "*A 40",
    "*I 1",
    "*bs",
    "*bn 1",
    "*w OK",
    "*w 1.0",
    "*d g 24:00:00 - 01/01/24",
    "*d g 01:00:00 - 32/01/24",
    "*d g 01:00:00 - 00/01/24",
    "*d g 01:00:00 - 01/13/24",
    "*d g 01:00:00 - 01/00/24",
    "*T m 1.2.3",
    "*T x 1",
    "*s t",
    "*s f",
    "*A OK",
    "*o OK",
    "*P BUSY",
    "*P CAM",
    "*C OK",
    "*C BALL : OK Sideways",
    "*F 1000",
    "*y",
    "*i ",
    page(PAGE, 1),
    page(PAGE.slice(1)),
    page(`${PAGE}~`),
  ])("refuses %s", (line) => expect(parseReply(line)).toBeNull());

  it("a reply is the whole line", () => {
    for (const line of ["*F 21", "*S V2.50", "*o 1158", "*O 6 1 60 1158", "*T z 37", "*A 17", "*bs 1", "*y 12"])
      for (const more of [`x${line}`, `${line}?`, ` ${line}`, `${line} `, `${line}\n`])
        expect(parseReply(more), JSON.stringify(more)).toBeNull();
  });

  it("a statistics page with any one byte changed is damage", () => {
    fc.assert(
      fc.property(fc.nat(255), fc.integer({ min: 0x21, max: 0x6c }), (at, byte) => {
        const changed = PAGE.slice(0, at) + String.fromCharCode(byte) + PAGE.slice(at + 1);
        fc.pre(changed !== PAGE);
        expect(parseReply(page(PAGE).replace(PAGE, changed))).toBeNull();
      }),
    );
  });

  it("names unknown self-test codes as they came", () => {
    expect(selfTestText(22)).toBe(SELF_TEST_CODES[22]);
    expect(selfTestText(99)).toContain("99");
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

  it("reads every sum bit by bit", () => {
    // The bits of the guide, each with its name.
    const bits = { reverseEachGame: 1, waitForStart: 2, varyRotor: 4, noBareNumber: 16, autoStatus: 128 };
    const more = { selfTestDuringPlay: 256, waitInStateOne: 1_024, waitAfterResult: 2_048, dragon: 4_096 };
    const last = { sequentialNumbers: 8_192, bonusNumbers: 32_768 };
    const named = Object.entries({ ...bits, ...more, ...last });
    for (let sum = 0; sum <= MODE_MAX; sum += 97) {
      const { unnamed, ...flags } = decodeMode(sum)!;
      expect(Object.entries(flags).filter(([, on]) => on)).toEqual(
        named.filter(([, bit]) => (sum & bit) !== 0).map(([name]) => [name, true]),
      );
      expect(unnamed + named.reduce((all, [, bit]) => all + (sum & bit), 0)).toBe(sum);
    }
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
          expect(line).toMatch(/^(?:\*|b[sn] )/);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});
