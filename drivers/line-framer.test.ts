import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frame, FRAMER_START, type FramerState, type Line } from "./line-framer.ts";

const LIMIT = 12;

interface Run {
  readonly lines: readonly Line[];
  readonly overlong: number;
  readonly state: FramerState;
}

/** Feeds the chunks one after another. */
function run(chunks: readonly string[], limit = LIMIT): Run {
  let state = FRAMER_START;
  let overlong = 0;
  const lines: Line[] = [];
  for (const chunk of chunks) {
    const framed = frame(state, chunk, limit);
    lines.push(...framed.lines);
    overlong += framed.overlong;
    state = framed.state;
    expect(state.partial.length).toBeLessThanOrEqual(limit);
  }
  return { lines, overlong, state };
}

const texts = (chunks: readonly string[]): string[] => run(chunks).lines.map((line) => line.text);

describe("line ends", () => {
  it.each(["\r", "\n", "\r\n", "\n\r", "\r\r\n\n", "\n\n"])("any run of CR and LF ends one line: %j", (end) => {
    expect(texts([`one${end}two${end}`])).toEqual(["one", "two"]);
    expect(texts(["one", ...Array.from(end), "two", ...Array.from(end)])).toEqual(["one", "two"]);
  });

  it("gives nothing for empty lines and keeps an unfinished one", () => {
    expect(run(["\r\n\r\n\n"]).lines).toEqual([]);
    expect(run(["\r\nab"])).toEqual({
      lines: [],
      overlong: 0,
      state: { partial: "ab", skipping: false, synced: true },
    });
  });

  it("keeps blanks and every byte but CR and LF", () => {
    const every = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).filter(
      (char) => char !== "\r" && char !== "\n",
    );
    const { lines } = run([`\n${every.join("")}\n`], 300);
    expect(lines).toEqual([{ text: every.join(""), whole: true }]);
  });
});

describe("whole lines", () => {
  it("the first line after opening may have lost its head", () => {
    expect(run(["6;1\r\n*X\r\n"]).lines).toEqual([
      { text: "6;1", whole: false },
      { text: "*X", whole: true },
    ]);
  });

  it("a terminator first makes the first line whole", () => {
    expect(run(["\n*X\n"]).lines).toEqual([{ text: "*X", whole: true }]);
  });
});

describe("overlong lines", () => {
  it("keeps a line of the limit and drops one byte more, up to its end, once", () => {
    const just = "x".repeat(LIMIT);
    expect(run([`\n${just}\n`])).toMatchObject({ lines: [{ text: just, whole: true }], overlong: 0 });
    expect(run([`\n${just}y\nok\n`])).toMatchObject({ lines: [{ text: "ok", whole: true }], overlong: 1 });
  });

  it("counts a line without end once, however long it is, and does not grow", () => {
    const chunks = Array<string>(1_000).fill("x".repeat(50));
    const { lines, overlong, state } = run(chunks);
    expect([lines, overlong, state.partial]).toEqual([[], 1, ""]);
    expect(frame(state, "tail\nnext\n", LIMIT).lines).toEqual([{ text: "next", whole: true }]);
  });

  it("counts two overlong lines twice", () => {
    expect(run(["x".repeat(20) + "\r\n" + "y".repeat(20) + "\r\n"]).overlong).toBe(2);
  });
});

describe("any chunking", () => {
  const bytes = fc.string({
    unit: fc.constantFrom("a", "*", ";", " ", "\r", "\n", "\u0000", "ÿ"),
    maxLength: 120,
  });

  it("gives the same lines, the same count and the same state", () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(120), { maxLength: 8 }), (text, cuts) => {
        const at = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
        const chunks = at.slice(1).map((to, index) => text.slice(at[index], to));
        expect(run(chunks)).toEqual(run([text]));
        expect(run(Array.from(text))).toEqual(run([text]));
      }),
    );
  });

  it("agrees with a plain split", () => {
    fc.assert(
      fc.property(bytes, (text) => {
        const whole = `\n${text}\n`;
        const parts = whole.split(/[\r\n]+/).filter((part) => part !== "");
        const { lines, overlong } = run([whole]);
        expect(lines.map((line) => line.text)).toEqual(parts.filter((part) => part.length <= LIMIT));
        expect(overlong).toBe(parts.filter((part) => part.length > LIMIT).length);
        expect(lines.every((line) => line.whole)).toBe(true);
      }),
    );
  });
});
