import { describe, expect, it } from "vitest";
import type { Key } from "../../people/keys.ts";
import type { Role } from "../../people/roles.ts";
import { monoUs } from "../../time/instant.ts";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { previewKey } from "../kernel/preview.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** What a key would come to, told before it is sent. */

const seated = (game: string, seats: readonly number[]): PlayedDeal =>
  new PlayedDeal(idealRules(game)).ready().key({ key: "seats", seats });

/** Seat 1 has K♥ 8♦, seat 2 has 5♣, the bank 6♥ and what the croupier laid to himself. */
const misdealt = (): PlayedDeal =>
  seated("cl/black-jack", [1, 2]).cards("2c").noMoreBets().cards("Kh 5c 6h 8d 10c 10d");

function preview(played: PlayedDeal, key: Key, role: Role = "jefe-de-mesa"): readonly string[] | string {
  const by = { role, name: role === "croupier" ? "Ana" : "Luis" };
  const before = JSON.stringify(played.table);
  const told = previewKey(played.table, key, by, monoUs(99e6), "2026-01-01T00:00:00.000Z", played.rules);
  expect(JSON.stringify(played.table)).toBe(before);
  return told.ok ? told.will.map(({ es }) => es) : told.why.es;
}

describe("what would follow", () => {
  it("is told card by card, with what is due then", () => {
    expect(preview(misdealt(), { key: "put-right", round: 1, cards: [6], to: "burnt" })).toEqual([
      "10♦: se quema",
      "después: plaza 1: ¿carta o se planta?",
    ]);
    expect(preview(misdealt(), { key: "put-right", round: 1, cards: [6], to: "seat-2" })).toEqual([
      "10♦ queda en: plaza 2",
      "después: plaza 1: ¿carta o se planta?",
    ]);
  });

  it("is what the key itself records", () => {
    const key: Key = { key: "put-right", round: 1, cards: [6], to: "next" };
    const played = misdealt();
    const told = preview(played, key);
    played.key(key, "jefe-de-mesa");
    expect(told).toEqual(["10♦: de nadie todavía: es la siguiente", "después: plaza 1: ¿carta o se planta?"]);
    expect(played.table.durable.deal?.aside).toEqual([{ n: 6, to: "held", up: true, face: "10d" }]);
  });

  it("says what is taken back, and what comes of it", () => {
    const played = seated("cl/black-jack", [1, 2]).cards("2c").noMoreBets().cards("Kh 5c 6h 8d 10c");
    played.key({ key: "move", round: 1, who: "seat-1", move: "stand" });
    expect(preview(played, { key: "take-back", round: 1 }, "croupier")).toEqual([
      "se deshace: plaza 1: se planta",
      "después: plaza 1: ¿carta o se planta?",
    ]);
    played.cards("9c");
    expect(preview(played, { key: "take-back", round: 1 }, "croupier")).toMatch(/^ya no se puede retirar/);
  });

  it("says that the round ends", () => {
    const key: Key = { key: "void", round: 1, rule: "cut-card-omitted" };
    expect(preview(misdealt(), key)).toEqual(["la jugada se anula"]);
  });

  it("names no card that lies face down, and turns none", () => {
    const played = seated("cl/texas-holdem-plus", [1]).noMoreBets().cards("2c Qd 2d Qh 6c 7c 8d 9s");
    const told = preview(played, { key: "put-right", round: 1, cards: [1], to: "burnt" });
    expect(JSON.stringify(told)).not.toMatch(/[2Q][♣♦♥]/);
    expect(preview(played, { key: "turn", round: 1, hand: "bank" }, "croupier")).toBe("ahora no corresponde");
  });

  it("names no card that waits and that nobody has seen, nor what it would come to", () => {
    const played = seated("cl/stud-poker", [1, 2]);
    played.key({ key: "move", round: 1, who: "seat-1", move: "first" });
    played.noMoreBets().cards("3h 4d Ah As 2c");
    expect(played.table.durable.deal?.aside?.map(({ n, to }) => `${n} ${to}`)).toEqual(["5 held"]);
    const told = preview(played, { key: "put-right", round: 1, cards: [1], to: "burnt" });
    expect(told).toContain("carta 5 queda en: plaza 2");
    expect(JSON.stringify(told)).not.toMatch(/2♣|3♥|4♦|después/);
  });
});

describe("a card that lay open and lies face down by a correction", () => {
  it("lies open again where that is taken back: everybody has seen it", () => {
    const played = seated("cl/stud-poker", [1, 2]);
    played.key({ key: "move", round: 1, who: "seat-1", move: "first" });
    played.noMoreBets().cards("3h 4d Ah As");
    played.key({ key: "put-right", round: 1, cards: [1], to: "burnt" }, "jefe-de-mesa");
    expect(played.refusal).toBeNull();
    played.key({ key: "take-back", round: 1 }, "jefe-de-mesa");
    expect(played.refusal).toBeNull();
    expect(played.table.durable.deal?.hands.map(({ cards }) => cards.map(({ face }) => face))).toEqual([
      [null, "Ah"],
      [null, "As"],
    ]);
  });
});
