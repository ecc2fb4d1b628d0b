import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TICKS_PER_S } from "../../edge.ts";
import { SEEN_SURE, WEAK_PASSINGS, WINDOWS_OFF, WINDOWS_OFF_SURE } from "./ball.ts";
import { ON_FRET_FOR } from "./rest.ts";
import { CALM } from "./rim.ts";
import { HAND_TAKES, IRREGULAR, STOPPED_AFTER, STRETCH, SUDDEN_TURNS } from "./rotor-watch.ts";
import {
  FALL_MAX,
  LEFT_AFTER,
  PATIENCE,
  SIGHTINGS,
  UNSEEN_TURNS,
  UNSEEN_TURNS_CROSSED,
  VANISHED_LAPS,
} from "./fall.ts";
import { PASSINGS_TO_CONFIRM } from "./track.ts";
import { TURNS_TO_SEE } from "./weak.ts";

const s = (ticks: number): number => ticks / TICKS_PER_S;
/** Quarter steps of a mark. */
const STEPS_A_MARK = 4;

/** What the page must say, cause by cause, in the order in which the numbers stand there. */
const WAITS: Readonly<Record<string, readonly number[]>> = {
  "ball with the rotor": [PASSINGS_TO_CONFIRM],
  "too few laps": [WINDOWS_OFF, WINDOWS_OFF_SURE, SEEN_SURE],
  "too few laps, less than one": [WEAK_PASSINGS, s(FALL_MAX), TURNS_TO_SEE],
  "ball left, from a fast lap": [VANISHED_LAPS],
  "ball left, otherwise": [s(LEFT_AFTER), UNSEEN_TURNS_CROSSED],
  "ball suspended on the fret ring": [2, s(ON_FRET_FOR)],
  "ball suspended elsewhere": [s(FALL_MAX), UNSEEN_TURNS],
  "foreign object, a second ball": [PASSINGS_TO_CONFIRM],
  "foreign object in the pockets": [1, 2],
  "foreign object, anywhere": [s(CALM)],
  "foreign object while the ball falls": [SIGHTINGS],
  "rotor stopped": [s(STOPPED_AFTER), SUDDEN_TURNS],
  "rotor irregular": [s(HAND_TAKES), STRETCH / STEPS_A_MARK],
  "a number": [SIGHTINGS],
  "neither a number nor a cause": [s(PATIENCE)],
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
    expect(section).toContain(`off its free decay by ${Math.round(IRREGULAR * 1_000) / 10} %`);
  });
});
