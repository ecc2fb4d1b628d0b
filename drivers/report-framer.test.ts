import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  encodeDroppedFrame,
  encodeReportFrame,
  parseReportFrames,
  REPORT_FRAMER_LOST,
  REPORT_FRAMER_START,
  REPORT_MAX,
  type FramedReport,
} from "./report-framer.ts";

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
const report = fc.uint8Array({ minLength: 1, maxLength: REPORT_MAX });
const framesOf = (chunks: readonly string[], isGood = (): boolean => true): FramedReport[] => {
  let state = REPORT_FRAMER_START;
  return chunks.flatMap((chunk) => {
    const framed = parseReportFrames(state, chunk, isGood);
    state = framed.state;
    expect(framed.nonsense).toBe(0);
    expect(state.partial.length).toBeLessThanOrEqual(REPORT_MAX);
    return framed.frames;
  });
};

describe("framed reports", () => {
  it("come out as they went in, however they are cut", () => {
    const pieces = fc.oneof(report, fc.integer({ min: 1, max: 70_000 }));
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), fc.integer({ min: 1, max: 30 }), (list, cut) => {
        const text = list
          .map((one) => latin(typeof one === "number" ? encodeDroppedFrame(one) : encodeReportFrame(one)))
          .join("");
        const chunks = Array.from({ length: Math.ceil(text.length / cut) }, (_, at) =>
          text.slice(at * cut, (at + 1) * cut),
        );
        expect(framesOf(chunks)).toEqual(
          list.map((one) =>
            typeof one === "number"
              ? { f: "dropped", reports: Math.min(one, 0xffff) }
              : { f: "report", bytes: latin(one) },
          ),
        );
      }),
    );
  });

  it("after a loss nothing is a report but what is good, and what follows it is in step again", () => {
    const good = `${"x".repeat(7)}!`;
    const frame = latin(encodeReportFrame(Buffer.from(good)));
    const framed = parseReportFrames(
      REPORT_FRAMER_LOST,
      `\x05ab\x00\x00\x09${frame}\x00\x00\x02\x02zz`,
      (one) => one === good,
    );
    expect(framed.frames).toEqual([
      { f: "report", bytes: good },
      { f: "dropped", reports: 2 },
      { f: "report", bytes: "zz" },
    ]);
  });

  it("a length that no report has is nonsense, once, and the search is bounded", () => {
    const framed = parseReportFrames(REPORT_FRAMER_START, "\xff".repeat(1_000), () => false);
    expect(framed).toEqual({ frames: [], nonsense: 1, state: { partial: "", lost: true } });
  });

  it.each([0, REPORT_MAX + 1])("a report of %i bytes is refused", (length) => {
    expect(() => encodeReportFrame(new Uint8Array(length))).toThrow(RangeError);
  });
});
