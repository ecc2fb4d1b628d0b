import { describe, expect, it } from "vitest";
import { SHOE_PROFILES } from "../../../hw-sim/people/cards/fault-plans.ts";
import { sampleInAll } from "../../../test/support/volume.ts";
import { FiredRules } from "../../../hw-sim/sim/fired.test-help.ts";
import { playCards } from "../../../hw-sim/sim/shoe/table.ts";
import { coverageFor } from "../setup/table-setup.ts";
import { playedTables } from "./judged-rules.test-help.ts";
import { packIds } from "./library.ts";
import { loadPack } from "./load.ts";

/**
 * Every rule of a card game that `tirada rules coverage` calls judged fires at a table of that very game: some played round makes
 * it true and some makes it false. Facts come from cards and keys alone. The seeds are fixed: whether a rule can fire is no matter of
 * chance.
 */

const GAMES = packIds().filter((id) => {
  const { pack } = loadPack(id);
  return pack.family === "shoe" && pack.cards.reader === "shoe";
});

/** Orders of the cards; simulated rounds in one go, and how many goes at most. */
const SHIFTS = 4;
const ROUNDS = 100;
const GOES = 10;

describe("rules of card games that are called judged", () => {
  it.each(sampleInAll(GAMES, 1, "judged-rules"))("%s: each is true in some round and false in some", (game) => {
    const judged = coverageFor(game, "tirada-shoe", [])
      .rules.filter(({ level }) => level === "judged")
      .map(({ rule }) => rule);
    const fired = new FiredRules();
    for (const { records } of playedTables(game, SHIFTS)) for (const body of records) fired.record(body);
    for (let go = 0; go < GOES && fired.missing(judged).length > 0; go++) {
      const options = { rulebook: game, seed: `judged ${go}`, profile: SHOE_PROFILES.rough };
      playCards(options, ROUNDS, { record: ({ body }) => fired.record(body) });
    }
    expect(fired.missing(judged)).toEqual([]);
  });
});
