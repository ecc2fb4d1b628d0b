import { expect, it } from "vitest";
import { die, PlayedDice } from "../../../test/support/played-dice.ts";
import { sampleInAll } from "../../../test/support/volume.ts";
import { facesOf } from "../../../src/dice/faces.ts";
import { dicePack, type DicePack } from "../../../src/rules/pack.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { randomInstallation } from "../../../hw-sim/people/dice/install.ts";
import { DICE_PROFILES } from "../../../hw-sim/people/dice/make-throw.ts";
import { playDice } from "../../../hw-sim/sim/dice/table.ts";
import { FiredRules } from "../../../hw-sim/sim/fired.test-help.ts";
import { packIds } from "./library.ts";
import { loadPack } from "./load.ts";

const DICE = packIds().filter((id) => loadPack(id).pack.family === "dice");
/** Throws of one simulated table, and how many tables at most. Seeds are fixed: whether a rule can fire is no matter of chance. */
const THROWS = 60;
const TABLES = 40;
const OVER_AN_HOUR_US = 75 * 60_000_000;

/** Rules that some installation of simulated devices judges. */
function judgedBy(pack: DicePack, seed: string): readonly string[] {
  const { coverage } = randomInstallation(pack, randomFrom(`${seed}/table 0`).fork("installation")).setup;
  return coverage.rules.filter(({ level }) => level === "judged").map(({ rule }) => rule);
}

/** Simulated people do every duty. These neither change dice that they owe, nor dice and thrower in time. */
function neglectedDuties(rulebook: string, pack: DicePack): PlayedDice {
  // Two twos make a point at craps, and make it again.
  const [, face = "2"] = facesOf(pack.dice.faces);
  const flat = die(face, { half: "far", wall: true, rolled: true });
  const table = new PlayedDice(rulebook).open().wait(OVER_AN_HOUR_US);
  const roll = (): unknown => table.roll(Array.from({ length: pack.dice.dice }, () => flat));
  const takeUp = (): unknown => table.press({ key: "announce", round: table.durable.round }).takeUp();
  const isChange = (step: string): boolean => /^(change|replace|new)-/.test(step);
  for (const { id } of pack.rules.filter(({ then }) => then.some(isChange))) {
    roll();
    for (const role of ["stickman", "croupier", "jefe-de-mesa"] as const)
      for (const key of ["void", "declare"] as const)
        table.press({ key, round: table.durable.round, rule: id }, role);
    takeUp();
    for (let throws = 0; throws < 3; throws++) {
      roll();
      takeUp();
    }
  }
  return table;
}

it.each(sampleInAll(DICE, 1, "judged-dice-rules"))(
  "%s: each rule that the devices judge is true in some throw and false in some",
  async (rulebook) => {
    const pack = dicePack(loadPack(rulebook).pack);
    const fired = new FiredRules();
    for (const body of neglectedDuties(rulebook, pack).records) fired.record(body);
    const rules = new Set<string>();
    for (let go = 0; go < TABLES && (go < 2 || fired.missing([...rules]).length > 0); go++) {
      const seed = `judged dice ${go}`;
      for (const rule of judgedBy(pack, seed)) rules.add(rule);
      const options = { rulebook, seed, faults: DICE_PROFILES.rough, profile: "fast" } as const;
      await playDice(options, THROWS, { record: ({ body }) => fired.record(body) });
    }
    expect(fired.missing([...rules])).toEqual([]);
  },
);
