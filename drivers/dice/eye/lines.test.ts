import { describe, expect, it } from "vitest";
import { DIE_NOTES, type DieNote } from "../../../src/dice/reading/read-types.ts";
import type { DieRead, ThrowRead } from "../../../src/dice/observation.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { EYE_FAULTS } from "./codes.ts";
import { anyRead, HELLO } from "./eye-harness.test-help.ts";
import { LINE_LIMIT, lineOf, messageOf } from "./lines.ts";
import { DICE_MAX, REASONS_MAX, type EyeMessageBody } from "./messages.ts";

/** Lines whose checksums were computed apart from this program, after docs/devices/eye.md. */
const AB = "ab".repeat(32);
const WRITTEN: readonly (readonly [string, EyeMessageBody, number, number])[] = [
  [
    "H 0001 00000000 01 00 0BADCAFE 0123456789abcdef P 0500 02D0 0003*6B6D",
    { m: "hello", major: 1, minor: 0, ...HELLO },
    1,
    0,
  ],
  [
    "B 0002 000001F4 E - 00000007 000003E8 00000002 00000000 0000 80 001E*1611",
    {
      m: "heartbeat",
      state: "empty",
      dome: null,
      rests: 7,
      frames: 1_000,
      dropped: 2,
      damaged: 0,
      faults: [],
      light: 128,
      drift: 30,
    },
    2,
    500,
  ],
  [
    `R 0003 00000BB8 00000008 000004B0 R ${AB} - 3:-120:455:981:0000:--00;6:0:1200:900:0001:rf1- E29F2AC2*99A6`,
    {
      m: "rest",
      read: {
        n: 8,
        rolledMs: 1_200,
        verdict: "readable",
        reasons: [],
        picture: AB,
        dice: [
          { face: "3", x: -120, y: 455, confidence: 981, notes: [], wall: false, rolled: false },
          {
            face: "6",
            x: 0,
            y: 1_200,
            confidence: 900,
            notes: ["touching"],
            zone: "rim",
            half: "far",
            wall: true,
          },
        ],
      },
    },
    3,
    3_000,
  ],
  ["F 0004 00000BB9 05 1 000000C8*B3F7", { m: "fault", fault: "eye-moved", on: true, value: 200 }, 4, 3_001],
];

const die: DieRead = { face: "4", x: 1, y: 2, confidence: 900, notes: [] };
const read: ThrowRead = { n: 1, rolledMs: 5, dice: [die], verdict: "readable", reasons: [], picture: null };

describe("eye lines", () => {
  it.each(WRITTEN)("%s", (line, body, n, at) => {
    expect(lineOf(body, n, at)).toBe(`${line}\n`);
    expect(messageOf(line)).toEqual({ ...body, n, at });
  });

  it("every word comes back as it was told", () => {
    const random = randomFrom("words");
    const words: EyeMessageBody[] = [
      ...(["unknown", "empty", "covered", "moving", "settling", "rest"] as const).map(
        (state): EyeMessageBody => ({
          m: "state",
          state,
        }),
      ),
      ...(["hand", "moved", "taken"] as const).map((what): EyeMessageBody => ({ m: "disturbed", what })),
      ...(["hand", "object"] as const).map((what): EyeMessageBody => ({ m: "contact", what })),
      ...[true, false].map((closed): EyeMessageBody => ({ m: "dome", closed })),
      { m: "frames-lost", ms: 700 },
      ...EYE_FAULTS.map((fault): EyeMessageBody => ({ m: "fault", fault, on: false, value: 0 })),
      ...Array.from({ length: 400 }, (_, n): EyeMessageBody => ({ m: "rest", read: anyRead(n + 1, random) })),
    ];
    words.forEach((body, n) => {
      const line = lineOf(body, n, n * 7);
      expect(messageOf(line.trimEnd())).toEqual({ ...body, n, at: n * 7 });
    });
  });

  it("the longest throw that is allowed fits its limit, and one more die does not pass", () => {
    const longest: DieRead = {
      face: "6",
      x: -99_999,
      y: -99_999,
      confidence: 1_000,
      notes: DIE_NOTES,
      zone: "rim",
      half: "far",
      wall: true,
      rolled: true,
    };
    const most: ThrowRead = {
      n: 0xffff_ffff,
      rolledMs: 0xffff_ffff,
      dice: Array.from({ length: DICE_MAX }, () => longest),
      verdict: "undecided",
      reasons: Array.from({ length: REASONS_MAX }, (_, at) => `a${at}`.padEnd(32, "-x")),
      picture: AB,
    };
    const line = lineOf({ m: "rest", read: most }, 0xffff, 0xffff_ffff);
    expect(line.length).toBeLessThanOrEqual(LINE_LIMIT);
    expect(messageOf(line.trimEnd())).toMatchObject({ read: most });
    const more = { ...most, dice: [...most.dice, die] };
    expect(() => lineOf({ m: "rest", read: more }, 0, 0)).toThrow(RangeError);
  });

  it.each<[string, Partial<ThrowRead>]>([
    ["readable with a die without a face", { dice: [{ ...die, face: null }] }],
    ["readable with a note that is against it", { dice: [{ ...die, notes: ["cocked"] }] }],
    ["readable with a reason against it", { reasons: ["light"] }],
    ["readable without dice", { dice: [] }],
    ["undecided without a reason", { verdict: "undecided" }],
    ["number 0", { n: 0 }],
    ["a confidence beyond 1000", { dice: [{ ...die, confidence: 1_001 }] }],
    ["half a tenth of a millimetre", { dice: [{ ...die, x: 0.5 }] }],
    ["a place beyond the limit", { dice: [{ ...die, y: 100_000 }] }],
    ["a reason that is no word", { verdict: "undecided", reasons: ["Light !"] }],
    ["one reason twice", { verdict: "undecided", reasons: ["light", "light"] }],
    ["a picture that is no hash", { picture: "AB" }],
  ])("a throw that cannot be is never told: %s", (_, change) => {
    expect(() => lineOf({ m: "rest", read: { ...read, ...change } }, 0, 0)).toThrow(RangeError);
  });

  it("a readable throw tells no note of a die but that it touches another, or shows its bottom through", () => {
    const isTold = (note: DieNote): boolean => {
      try {
        return (
          messageOf(
            lineOf({ m: "rest", read: { ...read, dice: [{ ...die, notes: [note] }] } }, 1, 1).trimEnd(),
          ) !== null
        );
      } catch {
        return false;
      }
    };
    expect(DIE_NOTES.filter(isTold)).toEqual(["touching", "transparent"]);
  });

  it("a line that says what cannot be is none, though its sums are right", () => {
    for (const [from, to] of [
      [" 4:", " ?:"],
      [" R - ", " U - "],
      [":0:", ":-0:"],
      [":981:", ":0981:"],
      [":981:", ":1001:"],
    ] as const) {
      // A writer with another opinion: both sums made anew over the changed text.
      const text = lineOf({ m: "rest", read: { ...read, dice: [{ ...die, x: 0, confidence: 981 }] } }, 1, 1);
      expect(messageOf(resummed(text, "4:", "5:"))).toMatchObject({ read: { dice: [{ face: "5" }] } });
      expect(messageOf(resummed(text, from, to)), `${from} -> ${to}`).toBeNull();
    }
  });

  it("a throw whose own 32 bits do not fit it is none, though the line's 16 bits are right", () => {
    const text = lineOf({ m: "rest", read }, 1, 1).trimEnd();
    expect(messageOf(withSum(bodyOf(text)))).toMatchObject({ read });
    const [from, to] = [text.indexOf(" 00000001 00000005"), text.lastIndexOf("*")];
    for (let at = from; at < to; at++)
      for (let bit = 0; bit < 7; bit++) {
        const other = String.fromCharCode(text.charCodeAt(at) ^ (1 << bit));
        const changed = bodyOf(text.slice(0, at) + other + text.slice(at + 1));
        expect(messageOf(withSum(changed)), changed).toBeNull();
      }
  });

  it("no single changed, missing or doubled character passes", () => {
    for (const [line] of WRITTEN)
      for (let at = 0; at < line.length; at++) {
        expect(messageOf(line.slice(0, at) + line.slice(at + 1))).toBeNull();
        expect(messageOf(line.slice(0, at) + line.charAt(at) + line.slice(at))).toBeNull();
        for (let bit = 0; bit < 8; bit++) {
          const other = String.fromCharCode(line.charCodeAt(at) ^ (1 << bit));
          expect(messageOf(line.slice(0, at) + other + line.slice(at + 1))).toBeNull();
        }
      }
  });
});

/** A line without its 16 bits. */
const bodyOf = (line: string): string => line.slice(0, line.lastIndexOf("*"));

/** The line with a change of its fields and fresh sums, by bit-wise forms of both. */
function resummed(text: string, from: string, to: string): string {
  const body = bodyOf(text);
  const fields = body.slice(16, body.lastIndexOf(" ")).replace(from, to);
  expect(fields).not.toBe(body.slice(16, body.lastIndexOf(" ")));
  let sum = 0xffff_ffff;
  for (const char of fields) {
    sum ^= char.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb8_8320 : sum >>> 1;
  }
  return withSum(`${body.slice(0, 16)}${fields} ${upper((sum ^ 0xffff_ffff) >>> 0, 8)}`);
}

/** The line of this text, with its 16 bits. */
function withSum(body: string): string {
  let crc = 0xffff;
  for (const char of body) {
    crc ^= char.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff;
  }
  return `${body}*${upper(crc, 4)}`;
}

const upper = (value: number, width: number): string => value.toString(16).toUpperCase().padStart(width, "0");
