import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";

/** `tirada sim shoe` as anybody runs it: the summary's contract, and the numbers that must be zero. */

const TIRADA = new URL("../../bin/tirada.mjs", import.meta.url).pathname;

function sim(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [TIRADA, "sim", "shoe", ...args], {
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

type Summary = Readonly<Record<string, unknown>> & {
  readonly certified: number;
  readonly roundsWithFault: number;
};

function summary(...args: string[]): Summary {
  const { status, stdout, stderr } = sim("--json", ...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout.trimEnd()).not.toContain("\n");
  return JSON.parse(stdout) as Summary;
}

const CLEAN = {
  wrongResults: 0,
  missedVoids: 0,
  falseVoids: 0,
  falseUndecided: 0,
  lostRecords: 0,
  unaccounted: 0,
  leaks: 0,
  badCommitments: 0,
  certifiedThoughSpoiled: 0,
  wrongKeysTaken: 0,
};

describe("tirada sim shoe", () => {
  it.each([
    ["cl/punto-y-banca", 600],
    ["es-cb/punto-y-banca", 300],
    ["es-as/chemin-de-fer", 300],
    ["cl/black-jack", 300],
    ["es-ga/poker-sin-descarte", 200],
  ] as const)(
    "%s: no wrong result, no missed and no false void, no face that was not up",
    (game, rounds) => {
      const score = summary("--game", game, "--rounds", String(rounds), "--seed", "outside");
      expect(score).toMatchObject({ kind: "summary", family: "shoe", rounds, ...CLEAN });
      expect(score["rulebook"]).toContain(`${game}@`);
      expect(score.certified).toBeGreaterThan(0.9 * rounds);
      expect(score.roundsWithFault).toBeGreaterThan(0);
    },
    120_000,
  );

  it("rough play is often left to people, and still never wrong; the same seed is the same run", () => {
    const args = ["--game", "war", "--faults", "rough", "--rounds", "300", "--seed", "rough"];
    const score = summary(...args);
    expect(score).toMatchObject({ rounds: 300, ...CLEAN });
    expect(score.roundsWithFault).toBeGreaterThan(30);
    expect(summary(...args)).toEqual(score);
  }, 120_000);

  it.each([
    [[], "--game is missing; known: "],
    [["--game", "mus"], 'no game "mus"; known: '],
    [
      ["--game", "punto-y-banca"],
      "of several jurisdictions: cl/punto-y-banca, es-cb/punto-y-banca, es-pv/punto-y-banca",
    ],
    [["--game", "war", "--rulebook", "cl/black-jack"], "are two games"],
    [["--rulebook", "cl/ruleta-francesa"], "is played with a wheel"],
    [["--game", "es-ga/poker-circulo-holdem"], "dealt by hand"],
    [["--game", "war", "--rounds", "0"], "must be a whole number from 1"],
  ])("%j is refused in one line", (args, why) => {
    const { status, stdout, stderr } = sim(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.trimEnd()).not.toContain("\n");
    expect(stderr).toContain(why);
  });
});
