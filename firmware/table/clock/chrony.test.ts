import { describe, expect, it } from "vitest";
import { isTrackingTrusted, parseTracking } from "./chrony.ts";

/** Answers of chrony 4.3 on Debian 12: one with a server, one that vouches for itself (`local stratum 8`). */
const SYNCED =
  "7F000001,127.0.0.1,9,1795519795.973994614,-0.000001402,0.000002036,0.000007927,-0.154,0.028,1.486,0.000006012,0.000002919,1.0,Normal";
const LOCAL =
  "7F7F0101,,8,1795519789.750202067,0.000000000,0.000000000,0.000000000,0.000,0.000,0.000,0.000000000,0.000000000,0.0,Normal";
const AT = 1_795_519_796_000;
const DAY = 86_400_000;

const withField = (at: number, value: string): string => SYNCED.split(",").with(at, value).join(",");
const trusted = (line: string, wallMs = AT): boolean | null => {
  const tracking = parseTracking(line);
  return tracking === null ? null : isTrackingTrusted(tracking, wallMs);
};

describe("chrony's tracking data", () => {
  it("is read field by field", () => {
    expect(parseTracking(SYNCED)).toEqual({
      referenceId: "7F000001",
      stratum: 9,
      updatedAtMs: 1_795_519_795_974,
      aheadUs: 1,
      errorUs: 8,
      isSynchronised: true,
    });
  });

  it.each([
    ["a clock with a server", SYNCED, AT, true],
    ["chrony's own clock", LOCAL, AT, false],
    ["not synchronised", withField(13, "Not synchronised"), AT, false],
    ["a leap second to come", withField(13, "Insert second"), AT, true],
    ["stratum 16", withField(2, "16"), AT, false],
    ["stratum 0", withField(2, "0"), AT, false],
    ["off by 0.49 s", withField(4, "-0.490000000"), AT, true],
    ["off by 0.51 s", withField(4, "0.510000000"), AT, false],
    ["a root delay of 1.2 s", withField(10, "1.200000000"), AT, false],
    ["a root dispersion of 0.6 s", withField(11, "0.600000000"), AT, false],
    ["no update for a day", SYNCED, AT + DAY - 1_000, true],
    ["no update for longer than a day", SYNCED, AT + DAY, false],
    ["the clock set back behind the last update", SYNCED, AT - 60_000, false],
    ["set forward by ten years", SYNCED, AT + 3_650 * DAY, false],
  ])("%s: trusted or not", (_, line, wall, expected) => {
    expect(trusted(line, wall)).toBe(expected);
  });

  it("of any other shape is no answer", () => {
    const others = [
      "",
      "506 Cannot talk to daemon",
      `${SYNCED},`,
      SYNCED.slice(0, -7),
      withField(0, "7f000001"),
      withField(2, "nine"),
      withField(3, ""),
      withField(4, "1e-9"),
      withField(11, "NaN"),
      withField(13, "normal"),
    ];
    for (const line of others) expect(parseTracking(line), line).toBeNull();
  });

  it("cut anywhere is no answer, or still says no more than the whole", () => {
    for (let length = 0; length < SYNCED.length; length++) expect(trusted(SYNCED.slice(0, length))).toBeNull();
  });
});
