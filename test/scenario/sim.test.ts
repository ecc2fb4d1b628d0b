import { describe, expect, it } from "vitest";
import { DEMO_TABLES } from "../../hw-sim/demo/tables.ts";
import { ELECTRONIC_DEVICES, PROFILES } from "../../hw-sim/sim/profiles.ts";
import { simulate } from "../../hw-sim/sim/run.ts";
import type { WheelScore } from "../../hw-sim/sim/scores.ts";
import { answerTo } from "../../hw-sim/sim/shard.ts";
import { addScores } from "../../hw-sim/sim/tally.ts";
import { commandHere } from "../support/command.ts";
import { expectProblem } from "../support/problem.ts";
import { ALL, SOAK, more, runSeed, sampleOfRun, volume } from "../support/volume.ts";

/** `tirada sim wheel` as anybody runs it: the summary's contract, and the four numbers that must be zero. */

interface Summary {
  readonly kind: string;
  readonly rulebook: string;
  readonly rounds: number;
  readonly certified: number;
  readonly spinsWithFault: number;
  readonly undecided: number;
  readonly void: Readonly<Record<string, number>>;
  readonly wrongResults: number;
  readonly missedVoids: number;
  readonly falseVoids: number;
  readonly lostRecords: number;
}

async function summary(...args: string[]): Promise<Summary> {
  const { status, stdout, stderr } = await commandHere(["sim", "wheel", "--json", ...args]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout.trimEnd()).not.toContain("\n");
  return JSON.parse(stdout) as Summary;
}

const CLEAN = { wrongResults: 0, missedVoids: 0, falseVoids: 0, lostRecords: 0 };

/** Rulebooks and the spins of a soak; each run takes two of them. */
const PLAYED = [
  ["cl/ruleta-francesa", 600],
  ["es-cb/ruleta-americana-doble-cero", 200],
  ["es-pv/bola", 400],
  ["es-cb/rueda-de-la-fortuna", 400],
  ["cl/big-six", 600],
] as const;

/** What a wheel with electronics is played on: the rulebook of its demonstration. */
const rulebookOf = (device: string): string =>
  Object.values(DEMO_TABLES).find((table) => table.device === device)?.rulebook ?? "";

describe("tirada sim wheel", () => {
  it.each(sampleOfRun(PLAYED, more(1, 2), "simulated wheels"))(
    "%s: no wrong number, no missed and no false void",
    async (rulebook, all) => {
      const rounds = volume(more(all / 10, all / 5), all);
      const seed = runSeed("outside");
      const score = await summary("--rulebook", rulebook, "--rounds", String(rounds), "--seed", seed);
      expect(score).toMatchObject({ kind: "summary", rounds, ...CLEAN });
      expect(score.rulebook).toContain(`${rulebook}@`);
      // Few rounds may have many faults, or none.
      expect(score.certified).toBeGreaterThan(volume(0.6, 0.9) * rounds);
      expect(score.spinsWithFault).toBeGreaterThan(SOAK ? 0 : -1);
    },
    120_000,
  );

  it.each(ELECTRONIC_DEVICES)(
    "%s: no wrong number, no missed and no false void, whatever goes wrong in wheel or line",
    async (device) => {
      const seed = runSeed(device);
      const rounds = volume(more(150, 500), 2_000);
      const score = await summary(
        "--device",
        device,
        "--rulebook",
        rulebookOf(device),
        "--faults",
        "rough",
        "--rounds",
        String(rounds),
        "--seed",
        seed,
      );
      expect(score).toMatchObject({
        device,
        rounds,
        ...CLEAN,
        certifiedThoughSpoiled: 0,
        cleanNotCertified: 0,
      });
      expect(score).not.toHaveProperty("board");
      expect(score.certified).toBeGreaterThan(0.6 * rounds);
      expect(score.spinsWithFault).toBeGreaterThan(0.1 * rounds);
      expect(Object.keys(score.void).length).toBeGreaterThan(1);
    },
    120_000,
  );

  it.each([
    [
      ["--device", "cammegh-ss2", "--board", "emulated"],
      "a cammegh-ss2 has electronics of its own, and no board",
    ],
    [["--device", "cammegh-ss2", "--rulebook", "es-pv/bola"], "cammegh-ss2"],
  ])("%j is refused in one line", async (args, line) => {
    expectProblem(await commandHere(["sim", "wheel", ...args]), 2, line);
  });

  it("rough play is mostly void or undecided, and still never wrong", async () => {
    const rounds = more(60, 150);
    const args = ["--faults", "rough", "--rounds", String(rounds), "--seed", "rough"];
    const score = await summary(...args);
    expect(score).toMatchObject({ rounds, ...CLEAN });
    expect(Object.keys(score.void).length).toBeGreaterThan(more(1, 3));
    expect(score.undecided).toBeGreaterThan(more(1, 5));
  }, 120_000);

  if (ALL)
    it("the same seed gives the same run, bit for bit", async () => {
      const args = [
        "--faults",
        "rough",
        "--rounds",
        String(volume(more(8, 20), 150)),
        "--seed",
        runSeed("rough"),
      ];
      expect(await summary(...args)).toEqual(await summary(...args));
    }, 120_000);

  if (ALL)
    it("is the same on all cores as one table after the other", async () => {
      const options = { rulebook: "cl/ruleta-francesa", profile: PROFILES.rough, board: "fast" } as const;
      const seed = runSeed("shards");
      const shards = [await answerTo({ ...options, family: "wheel", shard: 0, seed: `${seed}/0`, rounds: 6 })];
      shards.push(await answerTo({ ...options, family: "wheel", shard: 1, seed: `${seed}/1`, rounds: 4 }));
      const scores = shards.flatMap((one) => ("score" in one ? [one.score as WheelScore] : []));
      expect(scores).toHaveLength(2);
      expect(await simulate("wheel", { ...options, seed, rounds: 10, shardRounds: 6 })).toEqual(
        scores.reduce((sum, score) => addScores(sum, score)),
      );
    }, 120_000);

  it.each([
    [["keno"], 'no simulated family "keno"; known: wheel, shoe, dice'],
    [["dice", "--game", "cl/ruleta-francesa"], "is played with a wheel"],
    [["wheel", "--rounds", "0"], "must be a whole number from 1"],
    [["wheel", "--faults", "some"], "known: "],
    [["wheel", "--rulebook", "cl/nada"], "cl/nada"],
    [["wheel", "--board", "real"], "known: fast, emulated"],
  ])("%j is refused in one line", async (args, why) => {
    const { status, stdout, stderr } = await commandHere(["sim", ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.trimEnd()).not.toContain("\n");
    expect(stderr).toContain(why);
  });
});
