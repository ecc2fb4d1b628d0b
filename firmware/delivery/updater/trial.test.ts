import { describe, expect, it } from "vitest";
import { monoUs, US_PER_S } from "../../../src/time/instant.ts";
import { REMOTE, type UpdateState } from "../../net/update-questions.ts";
import { FED_WITHIN_S, judgeTrial, SILENT_US, TRIAL_MOST_US, TRIAL_US, type TrialVerdict } from "./trial.ts";

/** What a trial comes to by what the table says of itself, one thing wrong at a time. */

const NEW = "ab".repeat(32);
const MIB = 1_048_576;
type Wanted = Parameters<typeof judgeTrial>[0];
const PLAN: Wanted = { to: { rel: NEW, version: "2.0.0" }, devices: ["wheel", REMOTE], isFed: true };
const WELL: UpdateState = {
  format: "tirada-update-state/1",
  release: { version: "2.0.0", manifest: NEW },
  pid: 7,
  upSeconds: TRIAL_US / US_PER_S,
  obstacles: [],
  presses: 0,
  isHeld: false,
  announced: null,
  devices: ["wheel", REMOTE],
  fedSeconds: 1,
  memory: 160 * MIB,
  confirmedRelease: null,
  times: { witnessed: null, result: null },
};

/** After so long, µs, when the table answered all the time. */
function judged(change: Partial<UpdateState> | null, plan: Partial<Wanted> = {}, at = TRIAL_US): TrialVerdict {
  const state = change === null ? null : { ...WELL, ...change };
  return judgeTrial(
    { ...PLAN, ...plan },
    state,
    { began: monoUs(0), answeredAt: monoUs(0) },
    {
      now: monoUs(at),
      memoryBytes: 512 * MIB,
    },
  );
}

describe("a release on trial", () => {
  it("is ripe when it played in one piece for long enough, with all that was in order before", () => {
    expect(judged({})).toBe("ripe");
    expect(judged({ upSeconds: TRIAL_US / US_PER_S - 1 })).toBe("goes-on");
  });

  it.each<[string, Partial<UpdateState> | null, TrialVerdict]>([
    ["gives no answer", null, "silent"],
    [
      "is another one than was to be tried",
      { release: { version: "1.0.0", manifest: "cd".repeat(32) } },
      "other-release",
    ],
    ["takes too much memory", { memory: 512 * MIB + 1 }, "memory"],
    ["has lost a device", { devices: [REMOTE] }, "device"],
    ["has lost its server for people afar alone", { devices: ["wheel"] }, "remote"],
    ["feeds its watchdog too late", { fedSeconds: FED_WITHIN_S + 1 }, "watchdog"],
    // It never fed it at all: nobody would end it if it hung.
    ["feeds no watchdog where the release before fed one", { fedSeconds: null }, "watchdog"],
  ])("that %s is gone back from", (_, change, verdict) => {
    expect(judged(change)).toBe(verdict);
  });

  it("needs no watchdog where the release before had none", () => {
    expect(judged({ fedSeconds: null }, { isFed: false })).toBe("ripe");
  });

  it("has its time: for an answer, and for all of the trial", () => {
    expect(judged(null, {}, SILENT_US - 1)).toBe("goes-on");
    expect(judged({ upSeconds: 1 }, {}, TRIAL_MOST_US - 1)).toBe("goes-on");
    expect(judged({ upSeconds: 1 }, {}, TRIAL_MOST_US)).toBe("never-steady");
  });
});
