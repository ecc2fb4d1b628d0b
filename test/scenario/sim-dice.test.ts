import { describe, expect, it } from "vitest";
import { commandHere } from "../support/command.ts";
import { runSeed, SOAK, volume } from "../support/volume.ts";

/** `tirada sim dice` as anybody runs it: the summary's contract, and the numbers that must be zero. */

const LONG_MS = 120_000;

describe("tirada sim dice", () => {
  it(
    "says in one object what went wrong: nothing",
    async () => {
      const seed = runSeed("dice");
      const rounds = volume(40, 120);
      const asked = ["--game", "es-cb/craps", "--rounds", String(rounds), "--seed", seed, "--profile", "fast"];
      const { status, stdout, stderr } = await commandHere(["sim", "dice", ...asked, "--json"]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout.trimEnd()).not.toContain("\n");
      const summary = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
      expect(summary).toMatchObject({
        kind: "summary",
        family: "dice",
        device: "tirada-eye",
        profile: "fast",
        faults: "default",
        seed,
        rounds,
        wrongResults: 0,
        missedVoids: 0,
        falseVoids: 0,
        wrongReasons: 0,
        falseUndecided: 0,
        certifiedThoughSpoiled: 0,
        noVerdict: 0,
        lostRecords: 0,
        refusedKeys: 0,
        stuck: 0,
      });
      expect(summary["rulebook"]).toMatch(/^es-cb\/craps@/);
    },
    LONG_MS,
  );

  it("says that it renders its throws unless told otherwise", async () => {
    expect((await commandHere(["sim", "--help"])).stdout).toMatch(/or\s+fast;\s+rendered\s+unless\s+told/);
  });

  // Until a table passes its check many are drawn. What is rendered is read in every run: hw-sim/sim/dice/rendered-eye.test.ts.
  if (SOAK)
    it(
      "renders its throws unless told otherwise, on a table that passed its check",
      async () => {
        const { status, stdout } = await commandHere([
          "sim",
          "dice",
          "--game",
          "sic-bo",
          "--rounds",
          "8",
          "--seed",
          "8",
          "--faults",
          "clean",
          "--json",
        ]);
        expect(status).toBe(0);
        const summary = JSON.parse(stdout) as { readonly certified: number };
        expect(summary).toMatchObject({
          profile: "rendered",
          rounds: 8,
          wrongResults: 0,
          falseVoids: 0,
          lostRecords: 0,
        });
        expect(summary.certified).toBeGreaterThan(5);
      },
      2 * LONG_MS,
    );

  it.each([
    [["--game", "craps"], /several jurisdictions: cl\/craps, es-cb\/craps, es-pv\/craps/],
    [["--game", "cl/war"], /played with a shoe, not with dice/],
    [["--game", "sic-bo", "--profile", "slow"], /fast, rendered/],
  ])("refuses %j", async (options, expected) => {
    const { status, stderr } = await commandHere(["sim", "dice", ...options]);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(expected);
  });
});
