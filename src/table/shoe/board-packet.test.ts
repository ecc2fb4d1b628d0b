import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { DealStep } from "../../rules/card-game.ts";
import { cardPack } from "../../rules/pack.ts";
import { cardTableStart } from "./live.ts";
import type { TableRules } from "../kernel/context.ts";
import { decksFor, KEY_A, PlayedDeal } from "./played-deal.test-help.ts";

/** Common cards that a machine gives in a packet. No law has them dealt so: its words are there for the one that will. */

/** Texas Hold'em Plus (Chile), whose flop comes in one packet, before anything else. */
function rules(): TableRules {
  const ideal = idealRules("cl/texas-holdem-plus");
  const pack = cardPack(ideal.pack);
  const flop: DealStep = {
    step: "deal",
    to: [{ hand: "board", cards: 3, up: "all" }],
    times: 1,
    packets: true,
    cite: pack.cards.decks.cite,
  };
  return { ...ideal, pack: { ...pack, cards: { ...pack.cards, deal: [flop, ...pack.cards.deal] } } };
}

/** These cards leave in one packet of a machine that gives packets. */
function flopOf(cards: string): PlayedDeal {
  const flopRules = rules();
  const played = new PlayedDeal(flopRules);
  played.table = cardTableStart(decksFor(flopRules), "packets");
  played
    .feed({ i: "seal", key: KEY_A })
    .ready()
    .key({ key: "seats", seats: [1] })
    .noMoreBets();
  return played.cards(cards).observe({ o: "packet", cards: cards.split(" ").length });
}
const fact = (played: PlayedDeal): readonly (string | null)[] =>
  played.records.flatMap((body) =>
    body.kind === "undecided" || body.kind === "incident"
      ? [JSON.stringify(body).match(/board-(short|over)/)?.[0] ?? null]
      : [],
  );

describe("a packet of common cards", () => {
  it("of as many as are due goes to the board", () => {
    const played = flopOf("2c 3d 4h");
    expect(played.table.deal?.round?.deal.hands).toMatchObject([{ id: "board", cards: [{}, {}, {}] }]);
    expect(played.verdictTexts()).toEqual([]);
  });

  it("of one too many is over: the fourth card of the flop, which the law has burnt (l. 3440)", () => {
    const played = flopOf("2c 3d 4h 5s");
    expect(played.incidents()).toEqual(["1 fourth-flop-card-exposed corrected burn-card"]);
    expect(fact(played)).toEqual(["board-over"]);
  });

  it("of one too few is short, and no card is burnt for it: the law says nothing, people decide", () => {
    const played = flopOf("2c 3d");
    expect(played.incidents()).toEqual(["1 law-silent person-decides -"]);
    expect(played.givenUp()).toEqual(["1 undecided law-silent"]);
    expect([...new Set(fact(played))]).toEqual(["board-short"]);
  });
});
