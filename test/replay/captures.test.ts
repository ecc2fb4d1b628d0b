import { describe, expect, it } from "vitest";
import type { Capture } from "../../firmware/replay/capture.ts";
import { deviceGameOf } from "../../src/table/wheel/durable-wheel.ts";
import { bodies, fixture, replayed, ss2 } from "../support/replayed.ts";
import { resultText } from "../../src/table/every-family/results.ts";

/**
 * Real traffic through the unit's own pipeline. What is expected is counted here from the log's text, by other means
 * than the driver's: the number field of each game's state-5 lines, the rise of the flags.
 */

interface Game {
  readonly game: string;
  readonly number: string;
}

/** Every run of state-5 lines of one game. */
function gamesOf(capture: Capture): Game[] {
  const games: Game[] = [];
  for (const text of statusLines(capture)) {
    const [, state, game, number] = text.split(";");
    const last = games.at(-1);
    if (state === "5" && (last?.game !== game || last?.number !== number?.trim())) {
      games.push({ game: game ?? "", number: (number ?? "").trim() });
    }
  }
  return games;
}

function statusLines(capture: Capture): string[] {
  return capture.entries.flatMap((entry) =>
    entry.k === "in" && entry.bytes.startsWith("*X;") ? [entry.bytes.trim()] : [],
  );
}

/** Runs of consecutive status lines for which `is` holds, at least `lines` long. */
function runs(capture: Capture, is: (fields: string[]) => boolean, lines = 2): number {
  let count = 0;
  let run = 0;
  for (const text of statusLines(capture)) {
    run = is(text.split(";")) ? run + 1 : 0;
    if (run === lines) count++;
  }
  return count;
}

describe("live studio traffic, 104 games, 98 results", () => {
  const capture = fixture("live");
  const records = replayed(capture, ss2("cl/ruleta-francesa"));
  const results = bodies(records, "result");

  it("gives every number once, each equal to its state-5 field, and no other", () => {
    const expected = gamesOf(capture).map((game) => game.number);
    expect(expected).toHaveLength(98);
    expect(results.map((result) => resultText(result.result))).toEqual(expected);
  });

  it("certifies the spins that were watched whole and says why the two others are only reported", () => {
    const reported = results.filter((result) => result.certainty.level === "reported");
    expect(
      reported.map((result) => [deviceGameOf(result), resultText(result.result), result.certainty.because]),
    ).toEqual([
      [2, "14", ["joined-late"]],
      [66, "22", ["joined-late", "device-silent"]],
    ]);
  });

  it("never takes the tail of the cut first frame for a number", () => {
    expect(results.some((result) => resultText(result.result) === "1" && deviceGameOf(result) === 2)).toBe(
      false,
    );
    expect(results.slice(0, 1).map((first) => resultText(first.result))).toEqual(["28"]);
  });

  it("certifies two spins running with the same rotor direction and records the deviation", () => {
    const deviating = results.filter((one) =>
      one.deviations.some((reason) => reason.rule === "rotor-direction-not-alternated"),
    );
    expect(deviating.map((one) => deviceGameOf(one))).toEqual([43, 52]);
    expect(deviating.every((one) => one.certainty.level === "certified")).toBe(true);
  });

  it("reports each failed launch once, with its cause", () => {
    const failed = bodies(records, "fault").filter((fault) => fault.code === "launch-failed");
    expect(failed.map((fault) => fault.detail["cause"])).toEqual(["with-rotor", "weak-launch", "weak-launch"]);
    expect(failed).toHaveLength(runs(capture, (fields) => fields[4] === "8"));
  });

  it("calls tirada nula for the ball that ran with the rotor, and counts the rotor's turns to the relaunch", () => {
    const voids = bodies(records, "void");
    expect(voids.map((one) => one.reasons[0]?.rule)).toEqual(["ball-same-direction-as-rotor"]);
    const next = results.find((one) => one.round === (voids[0]?.round ?? 0) + 1);
    const early = next?.deviations.find((reason) => reason.rule === "relaunch-before-rotor-turns");
    expect(early?.observed).toMatchObject({ "rotor-turns-since-void": "0..2" });
  });

  it("leaves to a person each spin whose end fell into a hole of the log", () => {
    expect(bodies(records, "undecided").map((one) => [one.seen["deviceGame"], one.because])).toEqual([
      [5, ["device-silent"]],
      [10, ["device-silent"]],
      [23, ["device-silent"]],
      [26, ["device-silent"]],
    ]);
  });

  it("is the same chain, hash for hash, on every run", () => {
    const again = replayed(capture, ss2("cl/ruleta-francesa"));
    expect(again.at(-1)?.hash).toBe(records.at(-1)?.hash);
    expect(again.map((record) => record.line)).toEqual(records.map((record) => record.line));
  });
});

describe("the same traffic under the other catalogues", () => {
  const capture = fixture("live");
  const expected = gamesOf(capture).map((game) => game.number);

  it.each([
    "cl/ruleta-americana",
    "es-cb/ruleta-francesa",
    "es-cb/ruleta-americana",
    "es-pv/ruleta-francesa",
    "es-pv/ruleta-americana",
  ])("%s: the same 98 numbers, and no void that it does not state", (rulebook) => {
    const records = replayed(capture, ss2(rulebook));
    expect(bodies(records, "result").map((result) => resultText(result.result))).toEqual(expected);
    expect(bodies(records, "void").map((one) => one.reasons[0]?.rule)).toEqual(
      rulebook.startsWith("cl/") ? ["ball-same-direction-as-rotor"] : [],
    );
  });
});

describe("bench session: run-aways, failed launches, aborts", () => {
  const capture = fixture("bench");

  it("has no result at all", () => {
    for (const rulebook of ["cl/ruleta-francesa", "es-cb/ruleta-francesa"]) {
      expect(bodies(replayed(capture, ss2(rulebook)), "result")).toEqual([]);
    }
  });

  it("Chile: each of the five run-aways is void once, by the rotor rule", () => {
    const records = replayed(capture, ss2("cl/ruleta-francesa"));
    expect(bodies(records, "void").map((one) => one.reasons[0]?.rule)).toEqual(
      Array(5).fill("rotor-mechanical-fault"),
    );
    expect(bodies(records, "aborted")).toEqual([]);
  });

  it("Cantabria states no such void: each run-away is an aborted game, with its fault", () => {
    const records = replayed(capture, ss2("es-cb/ruleta-francesa"));
    expect(bodies(records, "void")).toEqual([]);
    const ended = records
      .map((record) => record.body)
      .filter((body) => body.kind === "aborted" || body.kind === "undecided");
    expect(ended).toHaveLength(5);
    expect(bodies(records, "fault").filter((fault) => fault.code === "rotor-irregular")).toHaveLength(5);
  });

  it("reports every failed launch and every component fault once an episode", () => {
    const faults = bodies(replayed(capture, ss2("cl/ruleta-francesa")), "fault");
    expect(faults.filter((fault) => fault.code === "launch-failed")).toHaveLength(
      runs(capture, (fields) => fields[4] === "8"),
    );
    expect(faults.filter((fault) => fault.code === "wheel-component")).toHaveLength(
      runs(capture, (fields) => fields[4] === "4"),
    );
  });

  it("does not take the fragment `00;0` or single lines with flag 1 for anything", () => {
    const records = replayed(capture, ss2("cl/ruleta-francesa"));
    expect(
      bodies(records, "fault").some((fault) => fault.code === "line-noise" || fault.code === "device-garbled"),
    ).toBe(false);
    expect(bodies(records, "undecided").some((one) => one.because.includes("ball-not-seen"))).toBe(false);
  });
});

describe("untimed log and parameter read-outs", () => {
  it("certifies the three games of 2024", () => {
    const records = replayed(fixture("2024"), ss2("cl/ruleta-francesa"));
    const results = bodies(records, "result");
    expect(results.map((one) => [resultText(one.result), one.certainty.level])).toEqual([
      ["27", "certified"],
      ["16", "certified"],
      ["6", "certified"],
    ]);
  });

  it("finds neither rounds nor nonsense in three parameter read-outs", () => {
    const records = replayed(fixture("params"), ss2("cl/ruleta-francesa"));
    expect(
      records.filter((record) => ["result", "void", "undecided", "aborted"].includes(record.body.kind)),
    ).toEqual([]);
    expect(bodies(records, "fault").map((fault) => fault.code)).not.toContain("device-garbled");
  });
});
