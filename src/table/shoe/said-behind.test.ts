import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Role } from "../../people/roles.ts";
import { applyRecord } from "../kernel/durable/durable.ts";
import { EMPTY_DEAL } from "./durable-deal.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";
import { lastSpeaker } from "./said-words.ts";

/** What was said behind a verdict, and is no verdict on that round: it can be taken back until its cards are collected. */

const JEFE = "jefe-de-mesa";
const ROUND = { round: 1 } as const;
const TAKE_BACK = { key: "take-back", ...ROUND } as const;
const EXTRA = { key: "void", ...ROUND, rule: "extra-card-drawn-at-end" } as const;

/** Punto 9, banca 6. */
const punto = (): PlayedDeal =>
  new PlayedDeal(idealRules("cl/punto-y-banca")).ready().noMoreBets().cards("9h Kd Ks 6c");
/** A card has left behind the result; two were burnt of the new shoe. */
function outside(): PlayedDeal {
  const played = new PlayedDeal(idealRules("es-cb/punto-y-banca")).ready().cards("As 2s");
  return played.noMoreBets().cards("2h 7d 4c 2s").turn("punto").turn("banca").cards("2d");
}
const place = (played: PlayedDeal, to: string, role: Role = "croupier", name?: string): PlayedDeal =>
  played.key({ key: "put-right", ...ROUND, cards: [5], to }, role, name);
const speaker = ({ table: { durable } }: PlayedDeal): string | null =>
  durable.open ? lastSpeaker(durable.deal ?? EMPTY_DEAL) : null;
const lastKey = ({ records }: PlayedDeal): unknown => records.findLast(({ kind }) => kind === "key");

describe("a void of the next round, keyed by mistake (cl 1653)", () => {
  it("is taken back with a record, and the next round is played", () => {
    const played = punto().key(EXTRA, JEFE);
    expect(played.table.durable).toMatchObject({
      deal: { nextVoid: true },
      tasks: [{ about: "extra-card-drawn-at-end" }],
    });
    expect(speaker(played)).toBe("Luis");
    expect(played.key(TAKE_BACK).refusal).toBe("not-your-key");
    expect(played.key(TAKE_BACK, JEFE, "Otro").refusal).toBeNull();
    expect(lastKey(played)).toMatchObject({ by: { name: "Otro" }, key: TAKE_BACK, takesBack: EXTRA });
    expect(played.table.durable).toMatchObject({ phase: "result", deal: { nextVoid: false, incidents: [] } });
    expect([played.table.durable.tasks, speaker(played)]).toEqual([[], null]);
    expect(played.key(TAKE_BACK, JEFE).refusal).toBe("too-late-to-take-back");
    played.collect().noMoreBets().cards("9h Kd Ks 6c");
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified", "2 result punto wins certified"]);
  });

  it("is said anew, and stands once the cards are collected", () => {
    const played = punto().key(EXTRA, JEFE).key(TAKE_BACK, JEFE).key(EXTRA, JEFE).collect();
    expect(played.verdictTexts().at(-1)).toBe("2 void extra-card-drawn-at-end");
    expect(played.key(TAKE_BACK, JEFE).refusal).toBe("no-such-round");
  });

  it("is taken back though the result is contested by now, which stays", () => {
    const played = punto()
      .key(EXTRA, JEFE)
      .key({ key: "contest", ...ROUND });
    expect([speaker(played), played.key(TAKE_BACK, JEFE).refusal]).toEqual(["Luis", null]);
    expect(played.table.durable).toMatchObject({ phase: "undecided", deal: { nextVoid: false } });
    expect(played.collect().phase).toBe("betting");
  });
});

describe("a word on the round itself", () => {
  it("that annuls it is overruled, not taken back", () => {
    const played = punto().key({ key: "void", ...ROUND, rule: "card-lost-in-discard-slot" }, JEFE);
    expect(played.verdictTexts().at(-1)).toBe("1 void card-lost-in-discard-slot");
    expect([speaker(played), played.key(TAKE_BACK, JEFE).refusal]).toEqual([null, "too-late-to-take-back"]);
  });

  it("that asks whether its result stands is taken back until somebody has answered", () => {
    const asked = (): PlayedDeal => {
      const played = new PlayedDeal(idealRules("cl/black-jack")).ready().key({ key: "seats", seats: [1] });
      played.cards("2c").noMoreBets().cards("Kh 7h Kc");
      played.key({ key: "move", ...ROUND, who: "seat-1", move: "stand" }).cards("10c");
      return played.key({ key: "declare", ...ROUND, rule: "player-disagreement" }, JEFE);
    };
    expect(asked().key(TAKE_BACK, JEFE).table.durable).toMatchObject({ phase: "result", tasks: [] });
    for (const outcome of ["void", "stands"] as const) {
      const played = asked().key({ key: "resolve", ...ROUND, outcome }, JEFE);
      expect([played.refusal, speaker(played)]).toEqual([null, null]);
      expect(played.key(TAKE_BACK, JEFE).refusal).toBe("too-late-to-take-back");
    }
  });
});

describe("whose a card outside the deal is (cb)", () => {
  it("is taken back by who said it, and asked anew", () => {
    const played = place(outside(), "burnt");
    expect(played.table.durable.deal).toMatchObject({ counts: { table: 4, burnt: 3 } });
    expect(played.key(TAKE_BACK, "croupier", "Bea").refusal).toBe("not-your-key");
    expect(played.key(TAKE_BACK).refusal).toBeNull();
    expect(played.table.durable.deal).toMatchObject({ outside: [5], counts: { table: 5, burnt: 2 } });
    expect(played.collect().refusal).toBe("say-whose-card");
    expect(place(played, "discard").collect().refusal).toBeNull();
  });

  it("is said otherwise until the cards are collected, by who said it or the jefe de mesa", () => {
    const played = place(outside(), "burnt");
    expect(place(played, "next-round", "croupier", "Bea").refusal).toBe("put-right-by-another");
    expect(place(played, "burnt").refusal).toBe("changes-nothing");
    expect(place(played, "punto").refusal).toBe("no-such-card");
    expect(place(played, "next-round").refusal).toBeNull();
    expect(place(played, "burnt", JEFE).refusal).toBeNull();
    expect(place(played, "next-round", JEFE).refusal).toBeNull();
    expect(played.table.durable.deal).toMatchObject({ counts: { table: 5, burnt: 2 } });
    // The words before it are no words any more: one is taken back, and the card is nobody's.
    expect([speaker(played), played.key(TAKE_BACK, JEFE).refusal, speaker(played)]).toEqual([
      "Luis",
      null,
      null,
    ]);
    place(played, "next-round").collect().noMoreBets().cards("7d 7s 2s").turn("punto").turn("banca");
    expect(played.table.durable.deal?.hands[0]).toMatchObject({ id: "punto", cards: [{ face: "2d" }, {}] });
  });

  it("stays said of one card where it is said otherwise of another", () => {
    const both = outside().cards("3d");
    both.key({ key: "put-right", ...ROUND, cards: [5, 6], to: "burnt" });
    both.key({ key: "put-right", ...ROUND, cards: [6], to: "next-round" });
    expect(both.table.durable.deal).toMatchObject({ counts: { table: 5, burnt: 3 } });
    both.key(TAKE_BACK);
    expect(both.table.durable.deal).toMatchObject({ outside: [6], counts: { table: 5, burnt: 3 } });
    both.key(TAKE_BACK);
    expect(both.table.durable.deal).toMatchObject({ outside: [5, 6], counts: { table: 6, burnt: 2 } });
    expect(both.key(TAKE_BACK).refusal).toBe("too-late-to-take-back");
  });
});

describe("to take a word back", () => {
  it("is offered to who said it and the jefe de mesa, when there is one that can be", () => {
    const played = new PlayedDeal(idealRules("es-as/chemin-de-fer")).ready();
    expect(speaker(played)).toBeNull();
    expect(speaker(played.noMoreBets())).toBe("Ana");
    expect(speaker(played.cards("2h"))).toBeNull();
    played.cards("Kd 3c 4c").key({ key: "move", ...ROUND, who: "punto", move: "stand" });
    expect(speaker(played)).toBe("Ana");
    expect(speaker(played.key(TAKE_BACK))).toBeNull();
    played.key({ key: "move", ...ROUND, who: "punto", move: "stand" });
    expect(speaker(played.cards("4s"))).toBeNull();
    played.key({ key: "put-right", ...ROUND, cards: [5], to: "punto" }, JEFE);
    expect([speaker(played), played.key(TAKE_BACK, JEFE).refusal]).toEqual(["Luis", null]);
  });

  it("is not offered where the words were others' after it, or nothing is known of the cards any more", () => {
    const played = new PlayedDeal(idealRules("es-cb/chemin-de-fer")).ready().noMoreBets();
    played.cards("9h Kd Ks 6c");
    expect(speaker(played)).toBeNull();
    for (const { hand } of [{ hand: "punto" }, { hand: "banca" }]) played.turn(hand);
    expect(speaker(played)).toBeNull();
    const { table, rules } = punto().key(EXTRA, JEFE);
    const boot = { kind: "boot", detail: {} } as const;
    const { deal } = applyRecord(table.durable, boot, "", rules.family.reducer);
    expect(deal).toMatchObject({ isListLost: true, nextVoid: false });
    expect(deal).not.toHaveProperty("said");
  });
});
