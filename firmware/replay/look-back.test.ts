import { expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/folder.ts";
import { writeWeeks, type PlayedDay } from "../../test/support/weeks-played.ts";
import { firstRecord, fieldsOf, lookBack, withJournal } from "./look-back.ts";

const NOW = Date.UTC(2026, 10, 29, 3);
const DAYS: readonly PlayedDay[] = [
  // Too long ago to count: faults of then are not told.
  ...Array.from({ length: 20 }, () => ({
    rounds: 1,
    span: 90_000,
    faults: [{ code: "device-silent", stood: 5_000, round: 1 }],
  })),
  ...Array.from({ length: 28 }, () => ({ rounds: 21, span: 30_000 })),
  { rounds: 21, span: 44_000, faults: [{ code: "port-gone", stood: 9_000, round: 20 }] },
];

it("tells the weeks of a journal, and of older records none", () => {
  const folder = temporaryFolder();
  writeWeeks(folder, NOW, DAYS);
  const report = lookBack(folder, NOW);
  expect(report.since).toBe("2026-10-31T03:02:00.000Z");
  expect(report.faults).toMatchObject([{ code: "port-gone", healing: { by: "itself" } }]);
  expect(report.figures.find(({ name }) => name === "round-span")).toEqual({
    name: "round-span",
    unit: "ms",
    today: 44_000,
    band: { low: 27_000, high: 33_000 },
    isUsual: false,
    days: 28,
  });
  withJournal(folder, (epochs) => {
    const end = firstRecord(epochs, () => false);
    // Five records of each old day, three a round of the later ones, and the last fault.
    expect(end).toBe(20 * 5 + 29 * 21 * 3 + 2);
    expect(firstRecord(epochs, () => true)).toBe(0);
    for (const wanted of [0, 1, 7, end - 1])
      expect(firstRecord(epochs, ({ seq }) => (seq as number) >= wanted)).toBe(wanted);
    expect(fieldsOf(epochs.rows(0, 1)[0]!)).toMatchObject({ kind: "phase", seq: 0 });
  });
});

it("says of a folder without a journal that there is none", () => {
  expect(() => lookBack(temporaryFolder(), NOW)).toThrow(/journal/);
});
