import { describe, expect, it } from "vitest";
import type { Face } from "../../cards/card.ts";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Move } from "../../people/keys.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** A card that lies face up and that nobody could read: what is said of it, and while it is not known. */

const say = (played: PlayedDeal, who: string, move: Move): PlayedDeal =>
  played.key({ key: "move", round: played.table.durable.round, who, move });
const lies = ({ table: { durable } }: PlayedDeal): string[] =>
  (durable.deal?.hands ?? []).map(({ id, cards }) => `${id} ${cards.map(({ face }) => face).join(" ")}`);

/** Seat 1 has asked for its third card, and it is not read. */
const unread = (): PlayedDeal => {
  const played = new PlayedDeal(idealRules("cl/black-jack")).ready().key({ key: "seats", seats: [1, 2] });
  return say(played.cards("2c").noMoreBets().cards("10h 9h 10d 3c 9d"), "seat-1", "card").unread();
};
const named = (played: PlayedDeal, n: number, face: Face): PlayedDeal => {
  const key = { key: "card-is", round: 1, n, face } as const;
  return played.key(key).key(key, "jefe-de-mesa");
};

describe("cl/black-jack, an unread card", () => {
  it("keeps its name where it is put right to whoever is due the next one", () => {
    const played = named(unread(), 6, "2h");
    played.key({ key: "put-right", round: 1, cards: [6], to: "next" }, "jefe-de-mesa");
    say(say(say(played, "seat-1", "stand"), "seat-2", "card"), "seat-2", "stand");
    expect(lies(played)).toEqual(["seat-1 10h 3c", "seat-2 9h 9d 2h", "bank 10d"]);
    expect(played.cards("7c").verdictTexts()).toEqual([
      "1 result seat-1 loses seat-2 wins reported manual-card card-by-word",
    ]);
  });

  it("keeps its name as the bank's, which was drawn too soon", () => {
    const played = named(unread(), 6, "5h");
    played.key({ key: "put-right", round: 1, cards: [6], to: "bank" }, "jefe-de-mesa");
    say(say(played, "seat-1", "stand"), "seat-2", "stand");
    expect(lies(played)[2]).toBe("bank 10d 5h");
    expect(played.cards("2h").verdictTexts()).toEqual([
      "1 result seat-1 loses seat-2 wins reported manual-card card-by-word",
    ]);
  });

  it("that waits is named by nobody before it lies somewhere", () => {
    const played = unread().key({ key: "put-right", round: 1, cards: [6], to: "next" }, "jefe-de-mesa");
    expect(named(played, 6, "5h").refusal).toBe("no-such-card");
  });

  it("is named before any word, which is told so", () => {
    const played = say(unread(), "seat-1", "stand");
    expect(played.refusal).toBe("name-card-first");
    expect(say(named(played, 6, "5h"), "seat-1", "stand").refusal).toBeNull();
    // The next card waits for the word of whoever is asked.
    const dealt = say(unread().cards("8d"), "seat-2", "card");
    expect(dealt.refusal).toBe("name-card-first");
    say(say(named(dealt, 6, "5h"), "seat-1", "stand"), "seat-2", "card");
    expect(lies(dealt)).toEqual(["seat-1 10h 3c 5h", "seat-2 9h 9d 8d", "bank 10d"]);
  });
});
