import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { after, monoUs, rfc3339, wallMs } from "./instant.ts";
import { systemClock } from "./system-clock.ts";

describe("instants", () => {
  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("%d is no monotonic instant", (value) => {
    expect(() => monoUs(value)).toThrow(RangeError);
  });

  it("0 and 285 years are", () => {
    expect(monoUs(0)).toBe(0);
    expect(monoUs(2 ** 53 - 1)).toBe(2 ** 53 - 1);
  });

  it("a wall time may lie before 1970 but is whole", () => {
    expect(wallMs(-1)).toBe(-1);
    expect(() => wallMs(0.5)).toThrow(RangeError);
    expect(rfc3339(wallMs(1_767_225_600_001))).toBe("2026-01-01T00:00:00.001Z");
    expect(rfc3339(wallMs(-1))).toBe("1969-12-31T23:59:59.999Z");
  });

  it("is written as the language's own dates write it, whichever was asked before", () => {
    const most = 8_640_000_000_000_000;
    const instant = fc.oneof(
      fc.integer({ min: -most, max: most }),
      fc.integer({ min: -62_200_000_000_000, max: 4_102_444_800_000 }),
      // Around midnights.
      fc
        .tuple(fc.integer({ min: -1_000, max: 40_000 }), fc.integer({ min: -2, max: 2 }))
        .map(([day, ms]) => day * 86_400_000 + ms),
    );
    fc.assert(
      fc.property(instant, (at) => {
        expect(rfc3339(wallMs(at))).toBe(new Date(at).toISOString());
      }),
    );
    expect(() => rfc3339(wallMs(most + 86_400_000))).toThrow(RangeError);
  });

  it("a span is added exactly and cannot leave the instants", () => {
    expect(after(monoUs(5), 7)).toBe(12);
    expect(() => after(monoUs(5), -6)).toThrow(RangeError);
    expect(() => after(monoUs(5), 0.5)).toThrow(RangeError);
  });
});

describe("the machine's clock", () => {
  it("gives whole instants that never go back, and timers that can be called off", async () => {
    const clock = systemClock();
    const first = clock.now();
    const seen: string[] = [];
    clock.after(1_000, "called off", () => seen.push("called off")).cancel();
    const beat = clock.every(1_000, "beat", () => seen.push("beat"));
    clock.after(1_000, "once", () => seen.push("once"));
    await clock.sleep(20_000);
    beat.cancel();
    expect(seen).toContain("once");
    expect(seen).toContain("beat");
    expect(seen).not.toContain("called off");
    expect(clock.now()).toBeGreaterThan(first);
    expect(Number.isInteger(clock.now()) && Number.isInteger(clock.wall())).toBe(true);
  });
});
