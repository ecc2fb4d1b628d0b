import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Face } from "../../cards/card.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** Cards that left unseen, and a shoe that is found unfit once bets are closed. */

const chile = idealRules("cl/punto-y-banca");
const table = (): PlayedDeal => new PlayedDeal(chile).ready();

/** A card with this number of the device's. */
const numbered = (played: PlayedDeal, n: number, face: Face): PlayedDeal =>
  played.observe({
    o: "card",
    card: { n, face, back: null, deck: null, id: null, confidence: 999, at: "exit" },
  });

describe("a card that was missed in the course of a round", () => {
  it("ends the round, and shows none of the cards behind it", () => {
    const played = new PlayedDeal(idealRules("es-cb/bacarra-a-dos-panos")).ready().noMoreBets();
    played.cards("9h Kd");
    numbered(played, 4, "6c");
    expect(played.verdictTexts()).toEqual(["1 undecided cards-missed"]);
    numbered(played, 5, "7s").turn("cloth-1");
    expect(played.refusal).toBe("no-such-round");
    const records = JSON.stringify(played.records);
    for (const face of ["9h", "Kd", "6c", "7s"]) expect(records).not.toContain(`"${face}"`);
  });

  it("is missed too when it was the first of a shoe that the device loaded and the croupier keyed", () => {
    const played = new PlayedDeal(chile).key({ key: "open-table" }, "jefe-de-mesa");
    played.observe({ o: "stage", stage: "loading" }, { o: "stage", stage: "ready" }).key({ key: "new-shoe" });
    numbered(played.noMoreBets(), 2, "9h");
    expect(played.verdictTexts()).toEqual(["1 undecided cards-missed"]);
  });

  it("is no number of cards when the device counts anew: the shoe is loaded before the next round", () => {
    const played = table().noMoreBets().cards("9h Kd");
    numbered(played, 1, "9s");
    numbered(played, 2, "6c");
    expect(played.verdictTexts()).toEqual(["1 undecided cards-missed"]);
    expect(played.collect().phase).toBe("waiting");
    expect(played.key({ key: "new-shoe" }).phase).toBe("betting");
  });
});

describe("between closed bets and the first card", () => {
  it("a shoe that was opened deals no round", () => {
    const played = table().observe({ o: "stage", stage: "ready" }).noMoreBets();
    played.observe({ o: "lid", open: true }, { o: "lid", open: false }).cards("9h");
    expect(played.verdictTexts()).toEqual(["1 undecided lid-opened"]);
    expect(played.collect().phase).toBe("waiting");
  });

  it("a machine that was exchanged deals none either", () => {
    const played = table().noMoreBets().observe({ o: "stage", stage: "out-of-service" }).cards("9h Kd 9s 6c");
    expect(played.verdictTexts()).toEqual(["1 undecided machine-removed"]);
  });

  it("the jefe de mesa gives the round up, and nobody else", () => {
    const played = table().noMoreBets().collect();
    expect(played.refusal).toBe("not-now");
    expect(played.collect("jefe-de-mesa").verdictTexts()).toEqual(["1 undecided round-not-complete"]);
    expect(played.phase).toBe("betting");
  });

  it("open bets are collected by nobody", () => {
    expect(table().collect("jefe-de-mesa").refusal).toBe("not-now");
  });
});
