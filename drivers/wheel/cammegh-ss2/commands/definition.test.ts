import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Command } from "./command.ts";
import { definitionOf, encodeCommand, judgeReply } from "./definition.ts";
import { formatValues, holdsValues, limitProblem, parseReading } from "./parameter-values.ts";
import { PARAMETER_LETTERS, PARAMETERS, type ParameterLetter } from "./parameters.ts";
import { parseReply } from "./replies.ts";

const lineOf = (command: Command): string => {
  const encoded = encodeCommand(command);
  return "line" in encoded ? encoded.line : `refused: ${encoded.problem}`;
};
const judge = (command: Command, line: string): string | null => {
  const reply = parseReply(line);
  return reply === null ? null : judgeReply(command, reply);
};

// Captured SS2 traffic, github.com/ikigai-kevin-k/studio-sdp-mirror d5a550f, MIT: what the host sent and the wheel said.
describe("captured pairs", () => {
  const pairs: readonly (readonly [Command, string, string, "success" | "refusal"])[] = [
    [{ c: "set-mode", bits: 1158 }, "*o 1158", "*o BUSY", "refusal"],
    [{ c: "set-mode", bits: 1158 }, "*o 1158", "*o 1158", "success"],
    [{ c: "set-mode", bits: 1159 }, "*o 1159", "*o 1159", "success"],
    [{ c: "set-mode", bits: 1159 }, "*o 1159", "*o 1158", "refusal"],
    [{ c: "read-options" }, "*O", "*O 6 1 60 1158", "success"],
    [{ c: "read-parameter", letter: "s" }, "*T S", "*T s 14.0 17.50000", "success"],
    [{ c: "write-parameter", letter: "s", values: [160, 180] }, "*T s 16.0 18.0", "*T OK", "success"],
    [{ c: "write-parameter", letter: "r", values: [23_000, 23_000] }, "*T r 23000 23000", "*T OK", "success"],
    [{ c: "write-parameter", letter: "h", values: [161] }, "*T h 161", "*T OK", "success"],
    [{ c: "write-parameter", letter: "t", values: [1475] }, "*T t 1475", "*T OK", "success"],
    [{ c: "write-parameter", letter: "g", values: [16] }, "*T g 16", "*T OK", "success"],
    [{ c: "read-parameter", letter: "m" }, "*T M", "*T m 20000.0", "success"],
    [{ c: "read-parameter", letter: "j" }, "*T J", "*T j 6705 3386 26 1", "success"],
    [{ c: "read-software" }, "*S", "*S V2.50", "success"],
    [
      { c: "read-version" },
      "*V",
      "*V V2.50 Cammegh / Syoptic - SlingShot 2 Roulette Wheel (c) 03/12/18",
      "success",
    ],
  ];

  it.each(pairs)("%j is %s, and %s is a %s", (command, line, reply, answer) => {
    expect(lineOf(command)).toBe(line);
    expect(judge(command, reply)).toBe(answer);
  });
});

/** One of each command that the wheel takes. */
const SAMPLES: readonly Command[] = [
  ...PARAMETER_LETTERS.flatMap((letter): Command[] => [
    { c: "read-parameter", letter },
    { c: "write-parameter", letter, values: PARAMETERS[letter].limits.map(({ min }) => min) },
  ]),
  { c: "set-mode", bits: 1159 },
  { c: "read-mode" },
  { c: "read-status" },
  { c: "read-software" },
  { c: "read-version" },
  { c: "self-test" },
  { c: "read-options" },
  { c: "save-parameters" },
];

/** Whole replies, each with the kinds of command that it may answer. */
const REPLIES = [
  "*P OK",
  "*R OK",
  "*K OK",
  "*K CAM",
  "*u OK",
  "*q OK",
  "*d OK",
  "*T OK",
  "*o 1159",
  "*S V2.50",
  "*V V2.52 Cammegh",
  "*F 0",
  "*F 21",
  "*C OK : Completed (1, 2, 3)",
  "*A 3",
  "*I 4",
  "*I 0",
  "*bs 1",
  "*bn 17",
  "*d g 01:02:03 - 04/05/26",
  "*O 6 1 60 1158",
  "*w 1.0 2.0",
  "*W 12",
  "*M 12",
  "*s t 4",
  "*s e",
  "*i g 4",
  "*j t",
  "*Y;1;001",
  "*y 3",
  ...PARAMETER_LETTERS.map(
    (letter) =>
      `*T ${letter} ${formatValues(
        letter,
        PARAMETERS[letter].limits.map(({ min }) => min),
      )}`,
  ),
];

describe("commands", () => {
  it("have a line of their own", () => {
    const lines = SAMPLES.map(lineOf);
    expect(new Set(lines).size).toBe(lines.length);
    for (const line of lines) expect(line).toMatch(/^\*[A-Za-z][ -~]{0,60}$/);
  });

  it("are answered only by replies of their own letter", () => {
    for (const command of SAMPLES) {
      for (const line of REPLIES) {
        if (judge(command, line) !== null) expect(line.charAt(1)).toBe(lineOf(command).charAt(1));
      }
    }
  });

  it("with different keys are never answered by the same reply, NO and BUSY aside", () => {
    for (const line of REPLIES) {
      const keys = SAMPLES.filter((command) => judge(command, line) !== null).map((command) =>
        definitionOf(command).key(command),
      );
      expect(new Set(keys).size, line).toBeLessThanOrEqual(1);
    }
  });

  it("that change something are never questions", () => {
    for (const command of SAMPLES) {
      const reads = command.c.startsWith("read-");
      const { changesIn } = definitionOf(command);
      // A parameter with no ball on the track, all else idle alone.
      const states = reads ? null : /^\*T/.test(lineOf(command)) ? [6, 1, 2] : [6];
      expect(changesIn, command.c).toEqual(states);
    }
  });

  it.each<Command>([
    { c: "set-mode", bits: 8 },
    { c: "set-mode", bits: -1 },
    { c: "set-mode", bits: 1.5 },
    { c: "write-parameter", letter: "m", values: [200_000] },
    { c: "write-parameter", letter: "m", values: [51] },
    { c: "write-parameter", letter: "m", values: [1.5] },
    { c: "write-parameter", letter: "s", values: [180, 160] },
    { c: "write-parameter", letter: "s", values: [160] },
    { c: "write-parameter", letter: "z", values: [36] },
    { c: "write-parameter", letter: "g", values: [4] },
    { c: "write-parameter", letter: "c", values: [10_000] },
    { c: "write-parameter", letter: "x" as ParameterLetter, values: [1] },
    { c: "read-parameter", letter: "f" as ParameterLetter },
  ])("refuses %j", (command) => expect(lineOf(command)).toMatch(/^refused: /));

  it("allows the captured values of a good wheel", () => {
    expect(limitProblem("c", [8465])).toBeNull();
    expect(limitProblem("c", [20_000])).toBeNull();
    expect(limitProblem("j", [6705, 3386, 26, 1])).toBeNull();
    expect(limitProblem("m", [20])).toBeNull();
    expect(limitProblem("m", [200_000])).toContain("20000.0");
  });
});

/** The rows of the page for technicians: letter, meaning, unit, factory values, limits, danger. */
const ROWS = [
  ...readFileSync(new URL("../../../../docs/devices/cammegh-ss2.md", import.meta.url), "utf8").matchAll(
    /^\| `([a-z])` \| [^|]+ \| [^|]+ \| ([\d ]*) ?\| ([^|]+) \| ?([^|]*) ?\|$/gm,
  ),
].map(([, letter = "", factory = "", limits = "", danger = ""]) => ({
  letter: letter as ParameterLetter,
  factory: (factory.match(/\d+/g) ?? []).map(Number),
  limits,
  danger: danger.trim(),
}));

describe("the limits that the technician reads", () => {
  const isAllowed = (letter: ParameterLetter, value: number, at: number): boolean => {
    const { limits } = PARAMETERS[letter];
    // The others as small or as large as they may be, so that what is tried is in order.
    const good = limits.map(({ min, max }, place) => (place < at ? min : max));
    return limitProblem(letter, good.with(at, value)) === null;
  };

  it("are all there", () => {
    expect(ROWS.map(({ letter }) => letter).sort()).toEqual([...PARAMETER_LETTERS].sort());
  });

  it.each(ROWS)("of $letter: $limits", ({ letter, factory, limits, danger }) => {
    expect(PARAMETERS[letter].danger === null).toBe(danger === "");
    if (factory.length > 0) expect(limitProblem(letter, factory)).toBeNull();
    // Each of several parts is for the values in order; the first for all that are not told.
    const parts = limits.split("; ");
    const count = PARAMETERS[letter].limits.length;
    for (let at = 0; at < count; at++) {
      const part = at === count - 1 ? (parts.at(-1) ?? "") : (parts[0] ?? "");
      const [, from, to] = /(\d+)–(\d+)/.exec(part) ?? [];
      const told = from === undefined ? part.split(", ").map(Number) : [Number(from), Number(to)];
      for (const value of told) expect(isAllowed(letter, value, at), `${value}`).toBe(true);
      for (const beyond of [Math.min(...told) - 1, Math.max(...told) + 1])
        expect(isAllowed(letter, beyond, at), `${beyond}`).toBe(false);
    }
  });

  it("are told with the value, the parameter and its unit", () => {
    expect(limitProblem("m", [51])).toBe(
      "*T m (rotor change after no-more-bets, plus or minus): change 5.1 is outside the safe limits 0.0 to 5.0 rpm",
    );
    expect(limitProblem("z", [36])).toBe(
      "*T z (pockets of the rotor): pockets 36 is outside the safe limits 37, 38, 39, 40 pockets",
    );
    expect(limitProblem("s", [160])).toBe("*T s (rotor speed) takes 2 values, not 1");
    expect(limitProblem("s", [180, 160])).toBe("*T s (rotor speed): max 16.0 is below min 18.0");
    expect(limitProblem("s", [1.5, 160])).toBe(
      "*T s (rotor speed): 1.5 is not a whole number of tenths of rpm",
    );
    expect(limitProblem("h", [-1])).toBe("*T h (games per hour): -1 is not a whole number of 1/h");
  });
});

const values = fc
  .constantFrom(...PARAMETER_LETTERS)
  .chain((letter) =>
    fc.tuple(
      fc.constant(letter),
      fc.tuple<number[]>(...PARAMETERS[letter].limits.map(({ min, max }) => fc.integer({ min, max }))),
    ),
  );

describe("parameter values", () => {
  it("round-trip through the wheel's spelling, with any number of trailing zeros", () => {
    fc.assert(
      fc.property(values, fc.nat(5), ([letter, given], zeros) => {
        const text = formatValues(letter, given)
          .split(" ")
          .map((word) => (word.includes(".") ? word + "0".repeat(zeros) : word))
          .join(" ");
        const reading = parseReading(letter, text);
        expect(reading?.values).toEqual(given);
        expect(parseReply(`*T ${letter} ${text}`)).toMatchObject({ r: "parameter", letter, values: given });
        expect(holdsValues(letter, given, reading!)).toBe(true);
        expect(holdsValues(letter, given.with(0, (given[0] ?? 0) + 1), reading!)).toBe(false);
      }),
    );
  });

  it("finer than tenths are shown, never rounded", () => {
    expect(parseReading("m", "1.25")).toEqual({ letter: "m", text: "1.25", values: null });
    expect(holdsValues("m", [12], parseReading("m", "1.25")!)).toBe(false);
    expect(parseReading("m", "2")?.values).toEqual([20]);
    expect(parseReading("z", "37.0")).toBeNull();
    expect(parseReading("s", "14.0  17.5")).toBeNull();
  });

  it("`c 20000` is held by any position of the turn", () => {
    expect(holdsValues("c", [20_000], parseReading("c", "8465")!)).toBe(true);
    expect(holdsValues("c", [20_000], parseReading("c", "20000")!)).toBe(false);
    expect(holdsValues("c", [8464], parseReading("c", "8465")!)).toBe(false);
  });
});
