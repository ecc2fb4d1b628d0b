import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Face } from "../../cards/card.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** What keeps a result from being given too soon, twice, or from a shoe that is not right. */

const chile = idealRules("cl/punto-y-banca");
const table = (): PlayedDeal => new PlayedDeal(chile).ready();
const read = (played: PlayedDeal, n: number, face: Face): PlayedDeal =>
  played.observe({
    o: "card",
    card: { n, face, back: null, deck: null, id: null, confidence: 999, at: "exit" },
  });

describe("a suspected repeat of the last card", () => {
  it("holds the result back until the device says that it was the same card", () => {
    const played = table().noMoreBets().cards("9h Kd 9s");
    played.observe({ o: "suspected-repeat", n: 5 });
    read(played, 4, "6c");
    expect(played.verdictTexts()).toEqual([]);
    played.observe({ o: "suspected-repeat", n: 5, settled: "same-card" });
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
  });
});

describe("the numbers of the cards", () => {
  it("go on from 65,535 with 1, and nothing was missed", () => {
    const played = table().noMoreBets();
    read(read(read(read(played, 65_534, "9h"), 65_535, "Kd"), 1, "9s"), 2, "6c");
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
  });
});

describe("a machine that sorts", () => {
  it("opens no bets, whatever anybody says", () => {
    const played = new PlayedDeal(chile).key({ key: "open-table" }, "jefe-de-mesa");
    played.observe({ o: "stage", stage: "sorting" }).key({ key: "new-shoe" });
    expect(played.refusal).toBe("not-now");
    expect(played.phase).toBe("waiting");
  });
});

describe("a round that has its verdict", () => {
  const midi = idealRules("cl/midi-punto-y-banca");

  it("turns no card any more", () => {
    const played = new PlayedDeal(midi).ready().noMoreBets().cards("9h Kd 9s 6c").turn("punto").turn("banca");
    expect(played.verdictTexts()).toHaveLength(1);
    played.turn("punto");
    expect(played.refusal).toBe("no-such-round");
  });
});

describe("a table without a secret", () => {
  it("gives no result: nobody could prove its hidden cards", () => {
    const played = table();
    const { deal } = played.table;
    if (deal === undefined) throw new Error("a card table has a deal");
    played.table = { ...played.table, deal: { ...deal, seal: null } };
    expect(played.noMoreBets().cards("9h Kd 9s 6c").verdictTexts()).toEqual(["1 undecided not-sealed"]);
    expect(played.collect().records.some((body) => body.kind === "opened")).toBe(false);
  });
});
