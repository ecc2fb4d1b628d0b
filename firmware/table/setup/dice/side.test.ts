import { describe, expect, it } from "vitest";
import { cardPack, dicePack } from "../../../../src/rules/pack.ts";
import { loadPack } from "../../rules/load.ts";
import { diceOf, sideProblem } from "./thrown-dice.ts";
import { firstDiceOf } from "../shoe/first-dice.ts";

/** The side that a law gives to its dice, against what a technician measured. */
describe("the side of the dice", () => {
  it.each([
    ["es-cb/craps", 20, 25],
    ["es-pv/craps", 20, 25],
    ["es-cb/banca-francesa", 12, 15],
  ])("is held against the law of %s", (rulebook, least, most) => {
    const game = diceOf(dicePack(loadPack(rulebook).pack));
    for (const side of [least, most]) expect(sideProblem(game, side)).toBeNull();
    for (const side of [least - 0.1, most + 0.1])
      expect(sideProblem(game, side)?.en).toContain(`its law has ${least} to ${most} mm`);
  });

  it("is that of both laws for the dice of pai gow, and free where the law is silent", () => {
    for (const rulebook of ["es-cb/pai-gow-poker", "es-pv/pai-gow-poker"]) {
      const game = firstDiceOf(cardPack(loadPack(rulebook).pack));
      expect(game !== null && sideProblem(game, 22)).toBeNull();
      expect(game === null ? null : sideProblem(game, 16)?.en).toContain("20 to 25 mm");
    }
    expect(sideProblem(diceOf(dicePack(loadPack("cl/craps").pack)), 8)).toBeNull();
  });
});
