import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crc16 } from "../../link/fields.ts";
import { CAUSES, encodeHostLine, KINDS, LINE_LIMIT, parseLine, REFUSALS, settingProblem } from "./lines.ts";
import { CHANNELS } from "./edge.ts";
import { BoardWriter, crcOf, digits, lineOf } from "./line-writer.test-help.ts";

const parse = (line: string): ReturnType<typeof parseLine> => parseLine(line.replace(/\n$/, ""));
const u = (bits: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: 2 ** bits - 1 });

const edge = fc
  .record({
    channel: fc.constantFrom(...CHANNELS),
    on: fc.boolean(),
    hole: fc.integer({ min: 0, max: 23 }),
  })
  .map((one) => ("HG".includes(one.channel) ? one : { ...one, hole: 0 }));

describe("the sum", () => {
  it("is CRC-16/CCITT-FALSE", () => {
    expect(crc16("123456789")).toBe(0x29b1);
    fc.assert(fc.property(fc.string({ unit: "binary-ascii" }), (text) => crc16(text) === crcOf(text)));
  });
});

describe("lines of the board, as the specification writes them", () => {
  it("edges: first time, then spans, one to eight", () => {
    fc.assert(
      fc.property(
        u(16),
        u(32),
        fc.array(fc.tuple(u(16), edge), { minLength: 1, maxLength: 8 }),
        (n, at, list) => {
          const writer = new BoardWriter();
          writer.number = n;
          let tick = at;
          const sent = list.map(([span, one], index) => ({ ...one, tick: index === 0 ? at : (tick += span) }));
          expect(parse(writer.edges(sent))).toEqual({
            m: "edges",
            n,
            at,
            edges: sent.map(({ tick: t, channel, on, hole }) => ({ after: t - at, channel, on, hole })),
          });
        },
      ),
    );
  });

  it("heartbeats", () => {
    const values = fc.tuple(u(11), u(24), u(24), u(16), u(16), u(16), u(8));
    fc.assert(
      fc.property(u(16), u(32), values, (n, at, [levels, holesH, holesG, lost, damaged, short, deepest]) => {
        const widths = [4, 6, 6, 4, 4, 4, 2];
        const numbers = [levels, holesH, holesG, lost, damaged, short, deepest];
        const fields = numbers.map((value, index) => digits(value, widths[index] ?? 0)).join(" ");
        const got = parse(lineOf(`B ${digits(n, 4)} ${digits(at, 8)} ${fields}`));
        expect(got).toEqual({ m: "heartbeat", n, at, levels, holesH, holesG, lost, damaged, short, deepest });
      }),
    );
  });

  it("identities", () => {
    const marks = fc.oneof(fc.constant(0), fc.integer({ min: 8, max: 80 }));
    const one = fc.tuple(u(32), u(32), marks, fc.constantFrom(...KINDS), fc.constantFrom(...CAUSES));
    fc.assert(
      fc.property(one, fc.tuple(u(7), u(7), u(7)), ([board, boots, count, kind, cause], version) => {
        const fields = [
          digits(board, 8),
          version.join("."),
          kind,
          String(count).padStart(2, "0"),
          digits(boots, 8),
          cause,
        ];
        expect(parse(lineOf(`I 0001 00000002 ${fields.join(" ")}`))).toEqual({
          m: "identity",
          n: 1,
          at: 2,
          board: digits(board, 8),
          firmware: version.join("."),
          kind,
          marks: count,
          boots,
          cause,
        });
      }),
    );
  });

  it("losses, times, settings, refusals and self-tests", () => {
    const writer = new BoardWriter();
    expect(parse(writer.loss(5, 0xffff))).toEqual({ m: "lost", n: 0, at: 5, count: 0xffff });
    expect(parse(writer.time(6, "89ABCDEF"))).toEqual({ m: "time", n: 1, at: 6, token: 0x89abcdef });
    expect(parse(writer.setting(7, "debounce", "4E20"))).toMatchObject({
      m: "setting",
      key: "debounce",
      value: "4E20",
    });
    for (const why of REFUSALS) expect(parse(writer.refusal(8, why))).toMatchObject({ m: "refused", why });
    expect(parse(writer.selfTest(9, "A1B0X1H03FFFF"))).toMatchObject({
      m: "self-test",
      answered: { A: 1, B: 0, X: 1, H: 0x3ffff },
    });
  });
});

describe("what is not exactly a line", () => {
  const bad = [
    "",
    "E",
    "E 0000 00000000",
    "E 0000 00000000 ",
    "E 0000 00000000D",
    "E 0000 00000000@",
    "E 0000 00000000A ",
    "E 0000 00000000A 0001",
    "E 0000 00000000A 001B",
    "E 0000 00000000A  0001B",
    "E 0000 00000000A1",
    "E 0000 00000000H",
    "E 0000 00000000H1",
    "E 0000 00000000H18",
    "E 0000 00000000h0a",
    "E 0000 0000000aA",
    "e 0000 00000000A",
    "E 000 000000000A",
    "E 0000  0000000A",
    `E 0000 00000000A${" 0001a".repeat(8)}`,
    "B 0000 00000000 0800 000000 000000 0000 0000 0000 00",
    "B 0000 00000000 0000 000000 000000 0000 0000 0000",
    "B 0000 00000000 0000 000000 000000 0000 0000 0000 00 ",
    "B 0000 00000000 0000 00000 0000000 0000 0000 0000 00",
    "L 0000 00000000 0000",
    "L 0000 00000000 00001",
    "I 0000 00000000 00000000 1.0.0 roulette 07 00000001 power",
    "I 0000 00000000 00000000 1.0.0 roulette 81 00000001 power",
    "I 0000 00000000 00000000 1.0 roulette 37 00000001 power",
    "I 0000 00000000 00000000 1.0.00 roulette 37 00000001 power",
    "I 0000 00000000 00000000 1.0.0 ruleta 37 00000001 power",
    "I 0000 00000000 00000000 1.0.0 roulette 37 00000001 magic",
    "I 0000 00000000 00000000 1.0.0 roulette 37 00000001 power more",
    "T 0000 00000000 1234567",
    "C 0000 00000000 debounce 4E21",
    "C 0000 00000000 debounce 64",
    "C 0000 00000000 colour red",
    "N 0000 00000000 bored",
    "S 0000 00000000 A2",
    "S 0000 00000000 A1A1",
    "S 0000 00000000 A1 B1",
    "S 0000 00000000 ",
    "S 0000 00000000 V1",
    "S 0000 00000000 H1",
    "Z 0000 00000000 1",
  ];
  it.each(bad)("%s", (body) => {
    expect(parse(lineOf(body))).toBeNull();
  });

  it("a body of more than 120 characters, even with its sum", () => {
    expect(parse(lineOf(`S 0000 00000000 ${"A1".repeat(60)}`))).toBeNull();
    expect(LINE_LIMIT).toBe(125);
  });

  it("every single changed, lost or added character", () => {
    const writer = new BoardWriter();
    const edges = Array.from({ length: 8 }, (_, at) => ({
      tick: 100 + at,
      channel: "Q",
      on: at % 2 === 0,
      hole: 0,
    }));
    for (const line of [
      writer.edges(edges),
      writer.beat(9),
      writer.identity(10),
      writer.time(11, "00000001"),
    ]) {
      const text = line.slice(0, -1);
      for (let at = 0; at < text.length; at++) {
        expect(parseLine(text.slice(0, at) + text.slice(at + 1))).toBeNull();
        for (let bit = 0; bit < 8; bit++) {
          const other = String.fromCharCode(text.charCodeAt(at) ^ (1 << bit));
          expect(parseLine(text.slice(0, at) + other + text.slice(at + 1))).toBeNull();
          expect(parseLine(text.slice(0, at) + other + text.slice(at))).toBeNull();
        }
      }
    }
  });

  it("any text at all without its sum", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: 140 }), (text) => parseLine(text) === null),
    );
  });
});

describe("host lines", () => {
  it("have the sum and the length of the specification", () => {
    expect(encodeHostLine("I")).toBe(lineOf("I"));
    expect(encodeHostLine("T 0000001A")).toBe(lineOf("T 0000001A"));
    expect(() => encodeHostLine("C board ".padEnd(40, "0"))).toThrow(RangeError);
  });

  it("settings keep to the limits of the specification", () => {
    expect(settingProblem("marks", "37")).toBeNull();
    expect(settingProblem("marks", "00")).toBeNull();
    for (const marks of ["7", "07", "81", "0x", "370"]) expect(settingProblem("marks", marks)).not.toBeNull();
    expect(settingProblem("debounce", "0000")).toBeNull();
    for (const time of ["4E21", "64", "4e20", "+064"]) expect(settingProblem("debounce", time)).not.toBeNull();
    expect(settingProblem("board", "89ABCDEF")).toBeNull();
    expect(settingProblem("board", "89abcdef")).not.toBeNull();
    expect(settingProblem("kind", "disc")).toBeNull();
    expect(settingProblem("kind", "wheel")).not.toBeNull();
  });
});
