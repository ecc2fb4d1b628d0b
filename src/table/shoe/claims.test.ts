import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Move } from "../../people/keys.ts";
import type { Role } from "../../people/roles.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** What people say of a stake or of a claim when the round has its result: it is noted, and the result stands. */

const FERROCARRIL = { cards: "2h 7d 4c 2s", who: ["punto", "banca"] };
const CLOTHS = { cards: "2h 2d 7d 4c 4d 2s", who: ["cloth-1", "cloth-2", "banca"] };

const BY: Readonly<Record<string, Role>> = { "hand-refused-twice": "inspector" };

function dealt(game: string, { cards }: { readonly cards: string }): PlayedDeal {
  return new PlayedDeal(idealRules(game)).ready().noMoreBets().cards(cards);
}

function ended(game: string, played: { readonly cards: string; readonly who: readonly string[] }): PlayedDeal {
  const table = dealt(game, played);
  const move: Move = "stand";
  for (const who of played.who) table.key({ key: "move", round: 1, who, move });
  for (const who of played.who) table.turn(who);
  expect(table.verdictTexts()).toHaveLength(1);
  return table;
}

const declared = (table: PlayedDeal, rule: string): string | null =>
  table.key({ key: "declare", round: 1, rule }, BY[rule] ?? "croupier").refusal;

describe.each([
  ["es-as/chemin-de-fer", "claim-after-settlement", FERROCARRIL],
  ["es-cb/chemin-de-fer", "claim-after-payment", FERROCARRIL],
  ["es-pv/chemin-de-fer", "claim-after-settlement", FERROCARRIL],
  ["es-as/bacarra-a-dos-panos", "claim-after-settlement", CLOTHS],
  ["es-cb/bacarra-a-dos-panos", "claim-after-payment", CLOTHS],
  ["es-pv/bacarra-a-dos-panos", "claim-after-settlement", CLOTHS],
] as const)(
  "%s: a claim once the round is over and paid (as 480, 1040; cb 2841, 3346; pv 2054, 2394)",
  (game, rule, played) => {
    it("is said behind the result alone, is rejected, and changes nothing", () => {
      expect(declared(dealt(game, played), rule)).toBe("not-now");
      const table = ended(game, played);
      const stood = table.verdictTexts();
      expect(declared(table, rule)).toBeNull();
      expect([table.verdictTexts(), table.incidents().at(-1)]).toEqual([stood, `1 ${rule} stands -`]);
      expect(declared(table.collect(), rule)).not.toBeNull();
    });
  },
);

describe.each([
  ["es-as/chemin-de-fer", "claim-for-covered-bet", FERROCARRIL],
  ["es-pv/chemin-de-fer", "standing-player-follows-hand", FERROCARRIL],
  ["es-cb/chemin-de-fer", "half-on-the-line", FERROCARRIL],
  ["es-as/bacarra-a-dos-panos", "bet-after-close", CLOTHS],
  ["es-pv/bacarra-a-dos-panos", "bet-after-close", CLOTHS],
  ["es-cb/bacarra-a-dos-panos", "late-bet", CLOTHS],
  ["es-as/chemin-de-fer", "hand-refused-twice", FERROCARRIL],
] as const)("%s: %s", (game, rule, played) => {
  it("is said until the cards are collected, before the result and behind it", () => {
    expect(declared(dealt(game, played), rule)).toBeNull();
    const table = ended(game, played);
    expect(declared(table, rule)).toBeNull();
    expect(table.verdictTexts()).toEqual(ended(game, played).verdictTexts());
  });
});
