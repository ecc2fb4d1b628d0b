import { expect, it } from "vitest";
import { canonical } from "../record/canonical.ts";
import { BATCH_BYTES_MAX, BATCH_LINES_MAX, cutBatches, formatBatch, readBatch } from "./sent-lines.ts";

const record = (line: string) => ({ line, sig: "c2ln" });

it("cuts lines into batches that are read back as they were", () => {
  const lines = [
    ...Array.from({ length: 150 }, (_, at) => record(canonical({ seq: at }))),
    { checkpoint: "a note\n" },
    record("x".repeat(BATCH_BYTES_MAX)),
    record("last"),
  ];
  const batches = [...cutBatches(lines)];
  expect(batches.map((batch) => batch.length)).toEqual([BATCH_LINES_MAX, BATCH_LINES_MAX, 23, 1, 1]);
  expect(batches.map((batch) => readBatch(formatBatch(batch))).flat()).toEqual(lines);
});

it.each([
  ["no end", canonical(record("a")), /no end/],
  ["too many lines", formatBatch(Array.from({ length: 65 }, () => record("a"))), /65 lines/],
  ["too many bytes", formatBatch([record("a"), record("b".repeat(BATCH_BYTES_MAX))]), /bytes/],
  ["other names", `${canonical({ line: "a", sig: "b", more: 1 })}\n`, /line 1/],
  ["not canonical", '{"sig":"a","line":"b"}\n', /line 1/],
  ["an array", "[]\n", /line 1/],
  ["an empty line", `${formatBatch([record("a")])}\n`, /line 2/],
])("refuses a batch with %s", (_, text, why) => {
  expect(readBatch(text)).toMatch(why);
});
