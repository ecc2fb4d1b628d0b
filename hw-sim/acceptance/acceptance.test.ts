import { describe, expect, it } from "vitest";
import { more, sampleOfRun } from "../../test/support/volume.ts";
import { acceptedCases, acceptSimulated } from "./accept-simulated.ts";
import { DEVICES } from "../../firmware/table/config/devices.ts";
import "../../firmware/table/setup/every-family.ts";

/** Every device, good and with each fault that can be put at its table: it passes its acceptance exactly when nothing of it is at fault. */

const CASES = acceptedCases().map(
  (one) => [`${one.device} ${one.table}: ${one.fault ?? "good"}`, one] as const,
);
const GOOD = CASES.filter(([, { fault }]) => fault === null);
const FAULTY = CASES.filter(([, { fault }]) => fault !== null);

it("tries every device that can be installed, and the panel, good and with faults that it must not pass with", () => {
  const tried = (passes: boolean): ReadonlySet<string> =>
    new Set(acceptedCases().flatMap((one) => (one.passes === passes ? [one.device] : [])));
  const devices = [...DEVICES.map(({ name }) => name), "panel"].sort();
  expect([...tried(true)].sort()).toEqual(devices);
  expect([...tried(false)].sort()).toEqual(devices);
});

describe("the acceptance of a simulated device", () => {
  it.each(more(sampleOfRun(GOOD, 2, "good devices"), GOOD))("%s: passes", async (_, one) => {
    const { end, results } = await acceptSimulated(one, "acceptance");
    expect([
      end,
      results.filter(({ is }) => is !== "passed").map(({ step, why, detail }) => [step.step, why, detail]),
    ]).toEqual(["passed", []]);
  });

  it.each(more(sampleOfRun(FAULTY, 6, "faulty devices"), FAULTY))("%s", async (_, one) => {
    const { end, results } = await acceptSimulated(one, "acceptance");
    const why = results.flatMap(({ is, step, why: fault, detail }) =>
      is === "failed" ? [`${step.step}: ${fault} ${detail}`] : [],
    );
    if (one.reports !== null) {
      const words = results.flatMap(({ seen, why: fault, detail }) => [
        ...Object.keys(seen),
        detail,
        fault ?? "",
      ]);
      expect(one.reports.some((word) => words.some((seen) => seen.startsWith(word)))).toBe(true);
    }
    expect([end, why]).toEqual([one.passes ? "passed" : "failed", one.passes ? [] : [expect.any(String)]]);
  });
});
