import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** Cards that leave stuck together before they are due: before the deal has begun they make no other card a stuck one. */

const PAIR = { o: "cards-stuck", atLeast: 2 } as const;
const shown = (played: PlayedDeal): PlayedDeal =>
  ["punto", "banca"]
    .reduce((now, who) => now.key({ key: "move", round: now.table.durable.round, who, move: "stand" }), played)
    .turn("punto")
    .turn("banca");

describe("es-as/chemin-de-fer: behind a card that waited for the round", () => {
  /** Banca wins with 9 against 6, and the 4s is the first card of the next round. */
  const carried = (): PlayedDeal => {
    const played = new PlayedDeal(idealRules("es-as/chemin-de-fer")).ready().noMoreBets();
    return shown(played.cards("2h 7d 4c 2s")).cards("4s").collect();
  };

  it("both are of the round that they annul", () => {
    const played = carried().observe(PAIR).cards("8c");
    expect(played.verdictTexts()).toHaveLength(1);
    played.cards("6c");
    expect(played.verdictTexts().at(-1)).toBe("2 void cards-stuck-together");
    expect(played.table.durable.deal?.counts).toMatchObject({ table: 3, discard: 4 });
    shown(played.collect().noMoreBets().cards("Ah Qd 5c 3h"));
    expect(played.verdictTexts().at(-1)).toBe("3 result punto wins certified");
  });

  it("one that comes face up is found so", () => {
    const played = carried().observe({ o: "face-up", where: "exit" }).cards("8c");
    expect(played.incidents().at(-1)).toBe("2 card-exposed-in-shoe corrected burn-card");
  });
});

describe("es-cb/punto-y-banca: in the burn of a new shoe", () => {
  it("are burnt, and no card of the first deal is stuck", () => {
    const played = new PlayedDeal(idealRules("es-cb/punto-y-banca")).ready().observe(PAIR).cards("Ah 2c");
    played.noMoreBets().cards("2h 3h 6h 5h").turn("punto").turn("banca");
    expect(played.verdictTexts()).toEqual(["1 result round ties certified"]);
  });
});

describe.each(["cl/midi-punto-y-banca", "cl/mini-punto-y-banca"])(
  "%s: third cards before the hands are keyed as turned",
  (rulebook) => {
    /** Punto draws the 6h on three, and the banca the Ah on four: nine against five. */
    const dealt = (): PlayedDeal =>
      new PlayedDeal(idealRules(rulebook)).ready().noMoreBets().cards("Jh 4h 3s Jd").observe(PAIR);

    it.each([
      ["both behind the cards", (played: PlayedDeal) => played.cards("6h Ah").turn("banca").turn("punto")],
      ["one between them", (played: PlayedDeal) => played.cards("6h").turn("banca").cards("Ah").turn("punto")],
      ["both between them", (played: PlayedDeal) => played.cards("6h").turn("punto").turn("banca").cards("Ah")],
    ])("are dealt as they left, %s", (_, play) => {
      const played = play(dealt());
      expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
      expect(played.incidents()[0]).toMatch(/^1 (?:cards-stuck-together|card-drawn-too-soon)/);
    });
  },
);
