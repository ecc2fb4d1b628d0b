import { describe, expect, it } from "vitest";
import { attackedDice, type DiceAttack } from "../support/attacked-dice.ts";
import { grownTogether, heldBack, lost, stale, swapped, twice, type Between } from "../support/line-attacks.ts";

/** What happens to the lines of a dice table's devices between them and the unit: eye, shaker, cage, cup, second source. */

const GAMES = ["es-cb/sic-bo", "cl/chuck-a-luck", "es-cb/banca-francesa", "es-cb/craps"] as const;
const THROWS = 8;

const attack = (rulebook: string, name: string, between: () => Between): DiceAttack => ({
  rulebook,
  seed: `${rulebook} ${name}`,
  throws: THROWS,
  between,
});

/** A wrong certified number, a void for nothing, a record that is not there. */
const NOTHING_WRONG = { wrongResults: 0, falseVoids: 0, certifiedThoughSpoiled: 0, lostRecords: 0 };

describe.each(GAMES)("%s", (rulebook) => {
  it("messages that come twice, alone and as blocks, are taken once", async () => {
    const { score } = await attackedDice(attack(rulebook, "twice", () => twice(5)));
    expect(score).toMatchObject({ ...NOTHING_WRONG, rounds: THROWS, certified: THROWS });
  });

  // No throw fits between two of them.
  it.each([
    ["4 s, with pauses", 4, 2],
    ["4 s, one after the other", 4, 0],
    ["12 s, one after the other", 12, 0],
  ])(
    "held back for %s, then in one burst: nothing that fell into it is certified",
    async (name, seconds, pauses) => {
      const { score } = await attackedDice(attack(rulebook, name, () => heldBack(seconds, pauses)));
      expect(score).toMatchObject({ ...NOTHING_WRONG, certified: 0 });
    },
  );

  it.each<[string, () => Between]>([
    ["a block of old messages comes again", () => stale(80)],
    ["neighbours change places", () => swapped(40)],
    ["some messages running are lost", () => lost(120)],
    ["the head of one grows together with the tail of the next", () => grownTogether(60)],
  ])("%s: no wrong number", async (name, between) => {
    const { score } = await attackedDice(attack(rulebook, name, between));
    expect(score).toMatchObject(NOTHING_WRONG);
  });
});
