import { expect, it } from "vitest";
import type { LineFacts } from "./chain.ts";
import { joinPlayed, PlayedDays } from "./played-days.ts";

const of = (seq: number, fields: object): LineFacts => ({ seq, fields }) as unknown as LineFacts;
const boot = (seq: number, rulebook: string, zone?: string): LineFacts =>
  of(seq, { kind: "boot", detail: { rulebook, ...(zone === undefined ? {} : { zone }) } });
const result = (seq: number, at: string): LineFacts => of(seq, { kind: "result", at });
const spansOf = (...facts: readonly (LineFacts | null)[]) => {
  const days = new PlayedDays();
  for (const one of facts) days.record(one);
  return days.totals();
};
const ms = (text: string): number => Date.parse(text);

it("follows the rulebook from start to start, with the earliest and the latest verdict of each", () => {
  const [first, second, ...more] = spansOf(
    boot(0, "cl/a@2023-03"),
    result(1, "2027-06-30T20:00:00Z"),
    null,
    result(2, "2026-01-01T00:00:00Z"),
    of(3, { kind: "phase", at: "2099-01-01T00:00:00Z" }),
    result(4, "2027-07-01T06:00:00Z"),
    result(5, "no time"),
    boot(6, "cl/a@2027-07", "Europe/Madrid"),
    result(7, "2027-07-02T00:00:00Z"),
  );
  expect(first).toEqual({
    rulebook: "cl/a@2023-03",
    zone: null,
    earliest: { seq: 2, at: ms("2026-01-01T00:00:00Z") },
    latest: { seq: 4, at: ms("2027-07-01T06:00:00Z") },
  });
  expect(second).toMatchObject({ rulebook: "cl/a@2027-07", zone: "Europe/Madrid", latest: { seq: 7 } });
  expect(more).toEqual([]);
});

it("what begins a run was started in the run before", () => {
  const [before, after] = [
    spansOf(boot(0, "cl/a@2023-03"), result(1, "2027-01-01T00:00:00Z")),
    spansOf(result(2, "2027-01-02T00:00:00Z"), boot(3, "cl/a@2027-07"), result(4, "2027-07-02T00:00:00Z")),
  ];
  expect(joinPlayed([before, after]).map(({ rulebook }) => rulebook)).toEqual([
    "cl/a@2023-03",
    "cl/a@2023-03",
    "cl/a@2027-07",
  ]);
  expect(joinPlayed([after]).map(({ rulebook }) => rulebook)).toEqual([null, "cl/a@2027-07"]);
});
