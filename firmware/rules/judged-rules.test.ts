import { describe, expect, it } from "vitest";
import { SHOE_PROFILES } from "../../hw-sim/shoe/table/faults.ts";
import type { Condition } from "../../src/rules/pack.ts";
import { runSeed, sampleOfRun } from "../../test/support/volume.ts";
import { FiredRules } from "../../hw-sim/sim/fired.test-help.ts";
import { playCards } from "../../hw-sim/sim/shoe/table.ts";
import { coverageFor } from "../unit/table-setup.ts";
import { playedTables } from "./judged-rules.test-help.ts";
import { packIds } from "./library.ts";
import { loadPack } from "./load.ts";

/**
 * Every rule of a card game that `tirada rules coverage` calls judged fires at a table of that very game: some played round makes
 * it true and some makes it false. Facts come from cards and keys alone.
 */

const GAMES = packIds().filter((id) => {
  const { pack } = loadPack(id);
  return pack.family === "shoe" && pack.cards.reader === "shoe";
});

/**
 * What cannot come about where the machine's deal goes by the table of third cards or never waits for a word: a card that is not
 * due leaves after the last one that is, so the law's rule on a card at the end speaks, and a third card that is owed is waited for.
 */
const CANNOT: readonly { readonly games: readonly string[]; readonly facts: readonly string[] }[] = [
  {
    games: ["cl/baccarat", "cl/black-jack", "cl/black-jack-perfect-pairs", "cl/canal-21", "cl/punto-y-banca"],
    facts: ["extra-card in-deal"],
  },
  {
    games: [
      "cl/baccarat",
      "cl/midi-punto-y-banca",
      "cl/mini-punto-y-banca",
      "cl/punto-y-banca",
      "es-pv/punto-y-banca",
    ],
    facts: ["tableau-broken punto", "tableau-broken banca"],
  },
  // The cut card lets the pase wait for the new shuffle, and a shoe that ends without one has a rule of its own before.
  { games: ["cl/treinta-y-cuarenta"], facts: ["cards-run-out true"] },
];

function asked(condition: Condition): readonly string[] {
  if ("all" in condition) return condition.all.flatMap(asked);
  if ("any" in condition) return condition.any.flatMap(asked);
  if ("not" in condition) return asked(condition.not);
  if ("declared" in condition) return [];
  return ["is" in condition ? `${condition.fact} ${String(condition.is)}` : condition.fact];
}

/** Rules of the game that ask for nothing but what cannot come about in it. */
function cannot(game: string): readonly string[] {
  const facts = CANNOT.flatMap((one) => (one.games.includes(game) ? one.facts : []));
  const { rules } = loadPack(game).pack;
  const impossible = (when: Condition): boolean => asked(when).every((fact) => facts.includes(fact));
  return rules.filter(({ when }) => asked(when).length > 0 && impossible(when)).map(({ id }) => id);
}

/** Orders of the cards; simulated rounds in one go, and how many goes at most. */
const SHIFTS = 4;
const ROUNDS = 100;
const GOES = 10;

describe("rules of card games that are called judged", () => {
  it.each(sampleOfRun(GAMES, 6, "judged-rules"))("%s: each is true in some round and false in some", (game) => {
    const judged = coverageFor(game, "tirada-shoe", [])
      .rules.filter(({ level }) => level === "judged")
      .map(({ rule }) => rule);
    const never = cannot(game);
    const rules = judged.filter((rule) => !never.includes(rule));
    const fired = new FiredRules();
    for (const { records } of playedTables(game, SHIFTS)) for (const body of records) fired.record(body);
    for (let go = 0; go < GOES && fired.missing(rules).length > 0; go++) {
      const options = { rulebook: game, seed: runSeed(`judged ${go}`), profile: SHOE_PROFILES.rough };
      playCards(options, ROUNDS, ({ body }) => fired.record(body));
    }
    expect(fired.missing(rules)).toEqual([]);
    // What was said to be impossible must be so, or the list above is wrong.
    expect(never.filter((rule) => fired.isTrue.has(rule))).toEqual([]);
  });

  it("are no others than those that the game's own deal rules out", () => {
    const idle = CANNOT.flatMap(({ games }) => games).filter((game) => cannot(game).length === 0);
    expect(idle).toEqual([]);
  });
});
