import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../../src/recording/entry.ts";
import { LOG_LINE_LIMIT, parseTextLog, TextLogError, type TextLog } from "./text-log.ts";

const FIXTURES = new URL("../../../drivers/wheel/cammegh-ss2/fixtures/", import.meta.url);

function fixture(name: string): TextLog {
  return parseTextLog(gunzipSync(readFileSync(new URL(`${name}.log.gz`, FIXTURES))).toString("utf8"), name);
}

type Traffic = Extract<Entry, { k: "in" | "out" }>;
const traffic = (log: TextLog): Traffic[] => log.entries.filter((e) => e.k === "in" || e.k === "out");
const received = (log: TextLog): Traffic[] => traffic(log).filter((e) => e.k === "in");
const sent = (log: TextLog): Traffic[] => traffic(log).filter((e) => e.k === "out");
const statuses = (log: TextLog): Traffic[] =>
  received(log).filter((e) => /^\*X;\d;...;..;[0-9A-F];\d{3};\d\r\n$/.test(e.bytes));
const unframed = (log: TextLog): string[] =>
  received(log).flatMap((e) => (/^[ \d]\d\n\r$/.test(e.bytes) ? [e.bytes.slice(0, 2)] : []));

function counts(log: TextLog, from: number, to: number): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { bytes } of statuses(log)) {
    const value = bytes.slice(from, to);
    found[value] = (found[value] ?? 0) + 1;
  }
  return found;
}

/** `seconds.milliseconds` on one made-up morning. */
const stamp = (s: string): string => `[2025-09-16 06:44:${s}]`;
const status = (state: number, rpm: string, number = "31"): string => `*X;${state};002;${number};0;${rpm};1`;

describe("the captures, counted", () => {
  it("reads the live log", () => {
    const log = fixture("ss2-v250-live-part1");
    expect(statuses(log)).toHaveLength(8_925);
    expect(counts(log, 3, 4)).toEqual({ "2": 2_022, "3": 671, "4": 5_257, "5": 975 });
    expect(counts(log, 12, 13)).toEqual({ "0": 8_797, "2": 12, "8": 116 });
    expect(counts(log, 18, 19)).toEqual({ "0": 4_519, "1": 4_406 });
    expect(unframed(log)).toHaveLength(97);
    expect(sent(log)).toHaveLength(105);
    expect(received(log)).toHaveLength(8_925 + 97 + 1 + 105);
  });

  it("reads the bench log", () => {
    const log = fixture("ss2-v250-bench-part1");
    expect(statuses(log)).toHaveLength(5_800);
    expect(counts(log, 3, 4)).toEqual({ "1": 168, "2": 2_148, "3": 22, "4": 423, "6": 3_039 });
    expect(counts(log, 12, 13)).toEqual({ "0": 2_602, "1": 3, "4": 2_030, "8": 1_165 });
    expect(counts(log, 18, 19)).toEqual({ "0": 5_267, "1": 533 });
    expect(unframed(log)).toEqual([]);
    expect(sent(log)).toHaveLength(79);
    expect(received(log)).toHaveLength(5_800 + 77 + 1);
    expect(received(log).filter((e) => e.bytes === "00;0\r\n")).toHaveLength(1);
  });

  it("reads the parameter log", () => {
    const log = fixture("ss2-v250-params-part1");
    expect(counts(log, 3, 4)).toEqual({ "6": 146 });
    expect(sent(log)).toHaveLength(53);
    expect(received(log)).toHaveLength(146 + 47);
  });

  it("reads the untimed log: half a second a status line, host and wheel told apart", () => {
    const log = fixture("ss2-2024-untimed-part1");
    expect(log.format).toBe("plain");
    expect(counts(log, 3, 4)).toEqual({ "1": 17, "2": 49, "3": 47, "4": 112, "5": 7 });
    expect(counts(log, 18, 19)).toEqual({ "0": 96, "1": 136 });
    expect(unframed(log)).toEqual(["27", "16", " 6"]);
    expect(sent(log).map((e) => e.bytes)).toEqual(["*P 1\r\n"]);
    expect(received(log)[0]?.bytes).toBe("*P OK\r\n");
    expect(statuses(log).map((e) => e.t)).toEqual(Array.from({ length: 232 }, (_, i) => i * 500_000));
    expect(log.entries[0]).toMatchObject({ k: "clock", trust: "unsynced" });
  });

  it("every bare number of the live log equals the state-5 line after it, within half a second or so", () => {
    const lines = received(fixture("ss2-v250-live-part1"));
    for (const [i, line] of lines.entries()) {
      if (!/^[ \d]\d\n\r$/.test(line.bytes)) continue;
      const five = lines.slice(i + 1).find((e) => e.bytes.startsWith("*X;5"));
      expect(five?.bytes.slice(9, 11)).toBe(line.bytes.slice(0, 2));
      expect(Number(five?.t) - line.t).toBeLessThanOrEqual(1_000_000);
    }
  });

  it.each(["ss2-v250-live-part1", "ss2-v250-bench-part1", "ss2-v250-params-part1"])(
    "%s: time never goes back",
    (name) => {
      const log = fixture(name);
      for (const [i, entry] of log.entries.entries())
        expect(entry.t).toBeGreaterThanOrEqual(log.entries[i - 1]?.t ?? 0);
      const times = statuses(log).map((e) => e.t);
      for (const [i, t] of times.entries())
        if (i > 0) expect(t - Number(times[i - 1])).toBeGreaterThanOrEqual(425_000);
    },
  );
});

describe("a host's stamps", () => {
  it("keeps the cut first line as it is, and does not take it for a number", () => {
    const log = fixture("ss2-v250-live-part1");
    expect(received(log)[0]).toMatchObject({ t: 0, bytes: "1\r\n" });
    expect(log.wallStart).toBe(Date.parse("2025-09-16T06:44:46.085Z"));
  });

  it("spreads a burst after a block evenly, backwards from its last line", () => {
    const burst = [5, 6, 7, 8].map((n) => `${stamp("49.517")} Receive >>> ${status(2, `00${n}`)}`);
    const rows = [`${stamp("46.581")} Receive >>> ${status(2, "146")}`, ...burst];
    const times = received(parseTextLog(rows.join("\n"), "burst.log")).map((e) => e.t / 1_000);
    expect(times).toEqual([0, 1_466, 1_956, 2_446, 2_936]);
  });

  it("leaves a true hole a hole", () => {
    const rows = ["10.000", "10.500", "41.000", "41.500"].map(
      (s) => `${stamp(s)} Receive >>> ${status(4, "170")}`,
    );
    const log = parseTextLog(rows.join("\n"), "hole.log");
    expect(received(log).map((e) => e.t / 1_000)).toEqual([0, 500, 31_000, 31_500]);
    expect(log.entries.some((e) => e.k === "lost")).toBe(false);
    expect(log.notes.join("\n")).toContain("30.5 s, before line 3");
  });

  it("leaves a command where the host sent it, even amid a burst of old lines, and before its reply", () => {
    const rows = [
      `${stamp("46.581")} Receive >>> ${status(2, "146")}`,
      `${stamp("49.517")} Send <<< *u 1`,
      `${stamp("49.517")} Receive >>> ${status(2, "145")}`,
      `${stamp("49.517")} Receive >>> ${status(2, "144")}`,
      `${stamp("49.541")} Receive >>> *u OK`,
    ];
    const log = parseTextLog(rows.join("\n"), "command.log");
    expect(traffic(log).map((e) => [e.k, e.t / 1_000, e.bytes.slice(0, 5)])).toEqual([
      ["in", 0, "*X;2;"],
      ["in", 2_446, "*X;2;"],
      ["out", 2_936, "*u 1\r"],
      ["in", 2_936, "*X;2;"],
      ["in", 2_960, "*u OK"],
    ]);
  });

  it("goes on when the host's clock is set back, and says so", () => {
    const rows = ["30.000", "30.500", "10.000", "10.500"].map(
      (s) => `${stamp(s)} Receive >>> ${status(4, "170")}`,
    );
    const log = parseTextLog(rows.join("\n"), "step.log");
    expect(received(log).map((e) => e.t / 1_000)).toEqual([0, 500, 1_000, 1_500]);
    expect(log.entries.filter((e) => e.k === "clock").map((e) => [e.t / 1_000, e.wall])).toEqual([
      [0, Date.parse("2025-09-16T06:44:30.000Z")],
      [1_000, Date.parse("2025-09-16T06:44:10.000Z")],
    ]);
  });
});

describe("stripped blanks", () => {
  const rows = (state: number): string =>
    [
      `${stamp("10.000")} Receive >>> ${status(state, "170")}`,
      `${stamp("10.250")} Receive >>> 4`,
      `${stamp("10.500")} Receive >>> ${status(5, "170", " 4")}`,
    ].join("\n");

  it("are given back to a lone digit in state 4, with the bare number's own terminator", () => {
    expect(received(parseTextLog(rows(4), "a.log"))[1]?.bytes).toBe(" 4\n\r");
  });

  it("are not invented in any other state", () => {
    expect(received(parseTextLog(rows(2), "a.log"))[1]?.bytes).toBe("4\r\n");
  });
});

describe("a terminal's capture with drawn line ends", () => {
  it("keeps the very terminators, LF CR after the bare number", () => {
    const drawn = "*X;4;011;34;0;151;1␍␊\n*X;4;011;34;0;150;1␍␊\n 7␊\n␍*X;5;011; 7;0;150;1␍␊\n*X;5;0";
    const log = parseTextLog(drawn, "minicom.txt");
    expect(log.format).toBe("visible");
    expect(received(log).map((e) => e.bytes)).toEqual([
      "*X;4;011;34;0;151;1\r\n",
      "*X;4;011;34;0;150;1\r\n",
      " 7\n\r",
      "*X;5;011; 7;0;150;1\r\n",
      "*X;5;0",
    ]);
    expect(received(log).map((e) => e.t / 1_000)).toEqual([0, 500, 750, 1_000, 1_500]);
  });
});

describe("files that are no log", () => {
  const refusal = (text: string): string => {
    try {
      parseTextLog(text, "x.log");
    } catch (error) {
      expect(error).toBeInstanceOf(TextLogError);
      expect((error as Error).message).not.toContain("\n");
      return (error as Error).message;
    }
    throw new Error("it was taken");
  };

  it("are refused in one line that names file and line", () => {
    expect(refusal("")).toMatch(/^x\.log:1: the file is empty/);
    expect(refusal("\n\n")).toMatch(/^x\.log:1: the file is empty/);
    expect(refusal("\x89PNG\r\n\x1a\n\0\0\0\rIHDR")).toMatch(/^x\.log:1: the file is binary/);
    expect(refusal("hello\nworld")).toMatch(/^x\.log:1: not a known wheel log/);
    expect(refusal(`${stamp("10.000")} Receive >>> ${"x".repeat(LOG_LINE_LIMIT)}`)).toMatch(
      /^x\.log:1: the line has/,
    );
    expect(refusal("# host_time\ttable\tmachine_number\tcamera_result\thost_verdict\n")).toMatch(
      /:1: .*no device traffic/,
    );
    expect(refusal("2025-11-18 14:15:46.319\tARO\t32\t['']\tMISMATCH")).toMatch(/:1: .*no device traffic/);
  });

  it("stray lines inside a log are left out, counted and named", () => {
    const log = parseTextLog(
      `${stamp("10.000")} Receive >>> ${status(2, "146")}\nTraceback\n${stamp("10.500")} Receive >>> ${status(2, "146")}\n`,
      "y.log",
    );
    expect(received(log)).toHaveLength(2);
    expect(log.notes).toContain("1 lines are not traffic and were left out, the first is line 2");
  });

  it("bytes outside ASCII are kept as the file holds them, one character a byte", () => {
    const log = parseTextLog(`${stamp("10.000")} Receive >>> *X;é`, "z.log");
    expect(received(log)[0]?.bytes).toBe("*X;\xc3\xa9\r\n");
  });
});
