import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TICKS_PER_S } from "../../edge.ts";
import { PASSINGS_SURE, WEAK_PASSINGS, EMPTY_WINDOWS_OFF, EMPTY_WINDOWS_OFF_SURE } from "./ball.ts";
import { ON_FRET_TICKS } from "./rest.ts";
import { CALM_TICKS } from "./rim.ts";
import {
  HAND_WORK_TICKS,
  IRREGULAR_SHARE,
  STOPPED_TICKS,
  STRETCH_STEPS,
  SUDDEN_REVOLUTIONS,
} from "./rotor-watch.ts";
import {
  FALL_TICKS_MOST,
  LEFT_TICKS,
  FALL_WAIT_TICKS,
  SIGHTINGS,
  UNSEEN_REVOLUTIONS,
  UNSEEN_REVOLUTIONS_CROSSED,
  VANISHED_LAPS,
} from "./fall.ts";
import { PASSINGS_TO_CONFIRM } from "./track.ts";
import { REVOLUTIONS_TO_SEE } from "./weak.ts";

const s = (ticks: number): number => ticks / TICKS_PER_S;
/** Quarter steps of a mark. */
const STEPS_A_MARK = 4;

/** What the page must say, cause by cause, in the order in which the numbers stand there. */
const WAITS: Readonly<Record<string, readonly number[]>> = {
  "ball with the rotor": [PASSINGS_TO_CONFIRM],
  "too few laps": [EMPTY_WINDOWS_OFF, EMPTY_WINDOWS_OFF_SURE, PASSINGS_SURE],
  "too few laps, less than one": [WEAK_PASSINGS, s(FALL_TICKS_MOST), REVOLUTIONS_TO_SEE],
  "ball left, from a fast lap": [VANISHED_LAPS],
  "ball left, otherwise": [s(LEFT_TICKS), UNSEEN_REVOLUTIONS_CROSSED],
  "ball suspended on the fret ring": [2, s(ON_FRET_TICKS)],
  "ball suspended elsewhere": [s(FALL_TICKS_MOST), UNSEEN_REVOLUTIONS],
  "foreign object, a second ball": [PASSINGS_TO_CONFIRM],
  "foreign object in the pockets": [1, 2],
  "foreign object, anywhere": [s(CALM_TICKS)],
  "foreign object while the ball falls": [SIGHTINGS],
  "rotor stopped": [s(STOPPED_TICKS), SUDDEN_REVOLUTIONS],
  "rotor irregular": [s(HAND_WORK_TICKS), STRETCH_STEPS / STEPS_A_MARK],
  "a number": [SIGHTINGS],
  "neither a number nor a cause": [s(FALL_WAIT_TICKS)],
};

describe("what the tracker waits for", () => {
  const page = readFileSync(new URL("../../../../../docs/devices/sensor-board.md", import.meta.url), "utf8");
  const section = page.split("## What the tracker waits for")[1]?.split("\n## ")[0] ?? "";
  const rows = section
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2)
    .map((line) => line.split("|").map((cell) => cell.trim()));

  it("is told on the board's page as the constants have it", () => {
    const said = rows.map(([, cause = "", , waits = ""]) => [
      cause,
      (waits.match(/\d+(\.\d+)?/g) ?? []).map(Number),
    ]);
    expect(Object.fromEntries(said)).toEqual(WAITS);
    expect(rows).toHaveLength(Object.keys(WAITS).length);
  });

  it("and so is the share that makes a rotor irregular", () => {
    expect(section).toContain(`off its free decay by ${Math.round(IRREGULAR_SHARE * 1_000) / 10} %`);
  });
});
