import { beforeAll, describe, expect, it } from "vitest";
import { dicePack } from "../../../src/rules/pack.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import { shownInstallation } from "../../people/dice/install.ts";
import { calibrateRandomSetup, type CalibratedSetup } from "../../sim/dice/calibrated-setup.ts";
import { sampleOfRun, volume } from "../../../test/support/volume.ts";
import { showable, showThrow, type ShownThrow } from "./shown-throw.ts";

/** What happens in the throws of a demonstration, and what their pictures have of it. */

const GAMES = ["es-cb/sic-bo", "es-cb/banca-francesa", "cl/craps"] as const;
const THROWS = 120;
/** A round arena, and a rectangular one for both others. */
const setups = new Map<string, CalibratedSetup>();
beforeAll(() => {
  for (const rulebook of ["es-cb/sic-bo", "cl/craps"])
    setups.set(
      rulebook,
      calibrateRandomSetup(dicePack(loadPack(rulebook).pack), randomFrom(`rig of ${rulebook}`)),
    );
}, 120_000);

/** Throws that several tests look at are made once: those of fewer are the first of those of more. */
const made = new Map<string, readonly ShownThrow[]>();
function throwsOf(rulebook: (typeof GAMES)[number], seed = "1", count = THROWS): readonly ShownThrow[] {
  const name = `${rulebook} ${seed}`;
  const before = made.get(name) ?? [];
  const throws =
    before.length < count ? [...before, ...newThrows(rulebook, seed, count, before.length)] : before;
  made.set(name, throws);
  return throws.slice(0, count);
}

function newThrows(rulebook: (typeof GAMES)[number], seed: string, count: number, from = 0): ShownThrow[] {
  const installed = shownInstallation(dicePack(loadPack(rulebook).pack));
  const setup = setups.get(rulebook === "es-cb/sic-bo" ? rulebook : "cl/craps")!;
  return Array.from({ length: count - from }, (_, at) => showThrow(from + at + 1, { installed, setup, seed }));
}

/** Each run another one; a soak all. */
const SHOWN = sampleOfRun(GAMES, 1, "shown throws");

describe("a demonstrated throw", { timeout: 120_000 }, () => {
  it.each(SHOWN)("of %s is ordinary at first; then now and then something happens", (rulebook) => {
    const all = throwsOf(rulebook);
    expect(all.slice(0, 2).flatMap(({ truth }) => truth.faults)).toEqual([]);
    const odd = all.filter(({ truth }) => truth.faults.length > 0);
    expect(odd.length).toBeGreaterThan(THROWS / 12);
    expect(odd.length).toBeLessThan(THROWS / 3);
    expect(new Set(odd.flatMap(({ truth }) => truth.faults)).size).toBeGreaterThan(3);
  });

  it.each(SHOWN)("of %s has in a scenario what its file says, and nothing else", (rulebook) => {
    const installed = shownInstallation(dicePack(loadPack(rulebook).pack));
    const setup = setups.get(rulebook === "es-cb/sic-bo" ? rulebook : "cl/craps")!;
    const faultsOf = (fault: string | null): readonly string[] =>
      showThrow(7, { installed, setup, seed: "1", fault }).truth.faults;
    expect(faultsOf(null)).toEqual([]);
    for (const fault of showable(installed)) expect(faultsOf(fault)).toEqual([fault]);
    expect(faultsOf("frames-lost")).toEqual([]);
  });

  it.each(SHOWN)("of %s has in its pictures the dice that it tells of", (rulebook) => {
    for (const { truth, lies, moving, takeUp } of throwsOf(rulebook)) {
      const seen = truth.dice.filter(({ place }) => place !== "off-table" && place !== "in-cup");
      expect(lies.dice).toHaveLength(seen.length);
      lies.dice.forEach(({ pose }, at) => expect(seen[at]?.x).toBe(Math.round(10 * pose.at[0])));
      expect(moving.length).toBeGreaterThan(0);
      expect(takeUp.at(-1)).toEqual({ dice: [], things: [], drift: 1 });
    }
  });

  it("is the same one again for the same seed and number", () => {
    const [one, two] = [newThrows("cl/craps", "a", 4), newThrows("cl/craps", "a", 4)];
    expect(two).toEqual(one);
    expect(throwsOf("cl/craps", "b", 4)).not.toEqual(one);
  });

  it("is shaken only under a dome or in a cage, and no chip or hand comes there", () => {
    for (const { shaken, truth } of throwsOf("es-cb/sic-bo", "1", volume(20, THROWS))) {
      expect(shaken).toHaveLength(7);
      expect(["chip", "rim", "hand", "touched", "off-table"]).not.toContain(truth.faults[0]);
    }
    expect(throwsOf("cl/craps", "1", 4).flatMap(({ shaken }) => shaken)).toEqual([]);
  });

  it("shows a hand among the dice, a die that leaves the table, one that stays in the cup", () => {
    const all = throwsOf("es-cb/banca-francesa", "2", volume(240, 400));
    const of = (fault: string): ShownThrow[] => all.filter(({ truth }) => truth.faults.includes(fault));
    for (const fault of ["hand", "off-table", "cup-stay", "chip"])
      expect(of(fault).length, fault).toBeGreaterThan(0);
    for (const { moving, lies } of of("hand")) {
      expect(moving[0]?.things).toEqual([]);
      expect(moving.filter(({ things }) => things.some(({ kind }) => kind === "rod"))).toHaveLength(4);
      expect(lies.things).toEqual([]);
    }
    for (const { moving, lies, truth } of of("off-table")) {
      expect(moving[0]?.dice).toHaveLength(3);
      expect(moving.at(-1)?.dice.length).toBeGreaterThan(1);
      expect(lies.dice).toHaveLength(2);
      expect(truth.dice.map(({ place }) => place)).toContain("off-table");
    }
    for (const { moving } of of("cup-stay")) expect(moving.every(({ dice }) => dice.length === 2)).toBe(true);
    for (const { lies } of of("chip")) expect(lies.things.map(({ what }) => what)).toContain("chip");
  });
});
