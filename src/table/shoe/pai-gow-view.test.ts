import { expect, it } from "vitest";
import { cardPack } from "../../rules/pack.ts";
import { PaiGow, RULES } from "../../../test/support/played-pai-gow.ts";
import { cardsView } from "./view-cards.ts";

/** What the screens show of hands that are set in two. */

const SETS = { bank: [5, 6], "seat-1": [0, 3] } as const;

/** Seat 1 and the bank, each with its seven cards up and none of them set. */
function turned(): PaiGow {
  const table = new PaiGow(RULES.none)
    .ready()
    .key({ key: "seats", seats: [1] })
    .noMoreBets();
  table.first("seat-1");
  table.cards("As Jc 9s Ad 2d Jd 7d").cards("10c 10d 9h 7s 2c Kd Qh");
  for (const hand of ["bank", "seat-1"]) table.turn(hand);
  return table;
}

const set = (table: PaiGow, who: keyof typeof SETS): PaiGow =>
  table.key({ key: "move", round: table.table.durable.round, who, move: "set", cards: SETS[who] });

const hands = ({ table, rules }: PaiGow) =>
  Object.fromEntries(
    cardsView(table.durable, cardPack(rules.pack)).hands.map(({ id, category, low }) => [
      id,
      [category?.en ?? null, low?.category.en ?? null, low?.at ?? null],
    ]),
  );

it("the high hand and the low one apart, each by its name, once they are set", () => {
  const table = turned();
  expect(hands(table)).toEqual({ bank: [null, null, null], "seat-1": [null, null, null] });
  set(table, "bank");
  expect(hands(table)).toEqual({ bank: ["pair", "high card", [5, 6]], "seat-1": [null, null, null] });
  set(table, "seat-1");
  expect(hands(table)).toEqual({ bank: ["pair", "high card", [5, 6]], "seat-1": ["pair", "pair", [0, 3]] });
  expect(table.phase).toBe("result");
});

it("a word that is taken back, and one of a round derived anew that was not said, sets nothing", () => {
  const table = set(turned(), "bank");
  table.key({ key: "take-back", round: table.table.durable.round });
  expect([table.refusal, hands(table)["bank"]]).toEqual([null, [null, null, null]]);
  // The bank's last card belonged to nobody: nobody can have set the bank's hand yet.
  set(table, "bank").key(
    { key: "put-right", round: table.table.durable.round, cards: [14], to: "burnt" },
    "jefe-de-mesa",
  );
  expect(table.refusal).toBeNull();
  expect(hands(table)["bank"]).toEqual([null, null, null]);
});
