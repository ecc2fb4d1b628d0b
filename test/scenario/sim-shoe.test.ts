import { describe, expect, it } from "vitest";
import { commandHere } from "../support/command.ts";
import { ALL, SOAK, more, runSeed, sampleOfRun, volume } from "../support/volume.ts";

/** `tirada sim shoe` as anybody runs it: the summary's contract, and the numbers that must be zero. */

type Summary = Readonly<Record<string, unknown>> & {
  readonly certified: number;
  readonly roundsWithFault: number;
};

async function summary(...args: string[]): Promise<Summary> {
  const { status, stdout, stderr } = await commandHere(["sim", "shoe", "--json", ...args]);
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

/** Rulebooks and the rounds of a soak; each run takes two of them. */
const PLAYED = [
  ["cl/punto-y-banca", 600],
  ["es-cb/punto-y-banca", 300],
  ["es-as/chemin-de-fer", 300],
  ["cl/black-jack", 300],
  ["es-ga/poker-sin-descarte", 200],
] as const;

describe("tirada sim shoe", () => {
  it.each(sampleOfRun(PLAYED, more(1, 2), "simulated shoes"))(
    "%s: no wrong result, no missed and no false void, no face that was not up",
    async (game, all) => {
      const rounds = volume(more(all / 10, all / 5), all);
      const score = await summary("--rulebook", game, "--rounds", String(rounds), "--seed", runSeed("outside"));
      expect(score).toMatchObject({ kind: "summary", family: "shoe", rounds, ...CLEAN });
      expect(score["rulebook"]).toContain(`${game}@`);
      // Few rounds may have many faults, or none.
      expect(score.certified).toBeGreaterThan(volume(0.6, 0.9) * rounds);
      expect(score.roundsWithFault).toBeGreaterThan(SOAK ? 0 : -1);
    },
    120_000,
  );

  it("rough play is often left to people, and still never wrong", async () => {
    const rounds = volume(more(40, 100), 300);
    const args = ["--game", "war", "--faults", "rough", "--rounds", String(rounds)];
    const score = await summary(...args, "--seed", runSeed("rough"));
    expect(score).toMatchObject({ rounds, ...CLEAN });
    expect(score.roundsWithFault).toBeGreaterThan(rounds / 10);
  }, 120_000);

  if (ALL)
    it("the same seed is the same run", async () => {
      const args = [
        "--game",
        "war",
        "--faults",
        "rough",
        "--rounds",
        String(volume(20, 300)),
        "--seed",
        "rough",
      ];
      expect(await summary(...args)).toEqual(await summary(...args));
    }, 120_000);

  it.each([
    [["--game", "mus"], 'no game "mus"; known: '],
    [
      ["--game", "punto-y-banca"],
      "of several jurisdictions: cl/punto-y-banca, es-cb/punto-y-banca, es-pv/punto-y-banca",
    ],
    [["--game", "war", "--rulebook", "cl/black-jack"], "are two games"],
    [["--rulebook", "cl/ruleta-francesa"], "is played with a wheel"],
    [["--game", "es-ga/poker-circulo-holdem"], "dealt by hand"],
    [["--game", "war", "--rounds", "0"], "must be a whole number from 1"],
  ])("%j is refused in one line", async (args, why) => {
    const { status, stdout, stderr } = await commandHere(["sim", "shoe", ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.trimEnd()).not.toContain("\n");
    expect(stderr).toContain(why);
  });
});
