import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Move } from "../../people/keys.ts";
import { CommitmentCheck } from "./open-commitments.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** Cards that came too much or too soon, as the law has them: given to a hand, to the next round, or discarded. */

const at = (game: string): PlayedDeal => new PlayedDeal(idealRules(game)).ready();
const say = (played: PlayedDeal, who: string, move: Move, cards?: readonly number[]): PlayedDeal =>
  played.key({
    key: "move",
    round: played.table.durable.round,
    who,
    move,
    ...(cards === undefined ? {} : { cards }),
  });
const declare = (played: PlayedDeal, rule: string, role: "croupier" | "inspector" = "croupier"): PlayedDeal =>
  played.key({ key: "declare", round: played.table.durable.round, rule }, role);
/** Everybody stands and shows. */
const shown = (played: PlayedDeal): PlayedDeal =>
  say(say(played, "punto", "stand"), "banca", "stand")
    .turn("punto")
    .turn("banca");
const openExit = { o: "face-up", where: "exit" } as const;

const CHEMIN = ["es-as/chemin-de-fer", "es-pv/chemin-de-fer", "es-cb/chemin-de-fer"] as const;

describe("es-as/chemin-de-fer: a banker who asks for the table of third cards", () => {
  /** Banca has 4 against a third card 6: the table draws, and he stands. */
  const stands = (asks: boolean): PlayedDeal => {
    const played = at("es-as/chemin-de-fer").noMoreBets().cards("2h Kd 2c 4s");
    if (asks) declare(played, "banker-asks-for-table");
    say(played, "punto", "card").cards("6c");
    return say(played, "banca", "stand").turn("punto").turn("banca");
  };

  it("is bound by it, and free without", () => {
    expect(stands(false).verdictTexts()).toEqual(["1 result banca wins certified"]);
    const bound = stands(true);
    expect(bound.incidents()).toContain("1 banker-asks-for-table corrected bind-bank");
    expect(bound.verdictTexts()).not.toContain("1 result banca wins certified");
  });
});

describe.each(CHEMIN)("%s: a card drawn behind the result", (game) => {
  /** Banca wins with 9 against 6; the 4s leaves before the cards are collected. */
  const drawn = (): PlayedDeal => shown(at(game).noMoreBets().cards("2h 7d 4c 2s")).cards("4s");

  it("is the first card of the next round", () => {
    const played = drawn();
    expect(played.verdictTexts()).toEqual(["1 result banca wins certified"]);
    expect(played.incidents()).toEqual(["1 card-drawn-after-round corrected hold-card"]);
    played.collect();
    expect(played.phase).toBe("betting");
    played.noMoreBets();
    expect(played.table.durable.deal?.counts).toMatchObject({ table: 1, discard: 4 });
    expect(played.due()).toEqual(["card banca down"]);
    // Punto 4s Qd = 4, banca Ah 5c = 6.
    shown(played.cards("Ah Qd 5c"));
    expect(played.verdictTexts().at(-1)).toBe("2 result banca wins certified");
  });

  it("keeps the secret of its round until it is collected itself, and both can be proven then", () => {
    const played = drawn().collect();
    const opened = (): number[] =>
      played.records.flatMap((body) => (body.kind === "opened" ? [body.round] : []));
    expect(opened()).toEqual([]);
    expect(played.sealDue).toBe(false);
    shown(played.noMoreBets().cards("Ah Qd 5c")).collect();
    expect(opened()).toEqual([1, 2]);
    const check = new CommitmentCheck();
    expect(played.records.flatMap((body) => check.line(body))).toEqual([]);
    expect([check.rounds, check.unopened]).toEqual([2, 0]);
  });

  it("is discarded where the inspector makes the exception: behind the result, before the deal, and in it", () => {
    const now = declare(drawn(), "early-card-discarded", "inspector");
    expect(now.refusal).toBeNull();
    expect(now.collect().noMoreBets().due()).toEqual(["card punto down"]);
    const later = declare(drawn().collect(), "early-card-discarded", "inspector").noMoreBets();
    expect(later.due()).toEqual(["card punto down"]);
    expect(later.table.durable.deal?.counts).toMatchObject({ table: 0, burnt: 1, discard: 4 });
    const dealt = drawn().collect().noMoreBets().cards("Ah Qd");
    expect(declare(dealt, "early-card-discarded", "inspector").due()).toEqual(["card punto down"]);
    shown(dealt.cards("3s 5c"));
    // Punto Qd 3s = 3, banca Ah 5c = 6.
    expect(dealt.verdictTexts().at(-1)).toBe("2 result banca wins certified");
  });

  it("is not discarded twice, nor where none was drawn too soon", () => {
    const played = declare(drawn(), "early-card-discarded", "inspector");
    declare(played, "early-card-discarded", "inspector");
    expect(played.refusal).toBe("changes-nothing");
    const usual = declare(at(game).noMoreBets().cards("2h 7d"), "early-card-discarded", "inspector");
    expect(usual.refusal).toBe("changes-nothing");
  });

  it("is gone with the shoe when another one is loaded, or the table closes", () => {
    const loaded = drawn();
    loaded.observe({ o: "stage", stage: "loading" }, { o: "stage", stage: "ready" }).collect();
    expect(loaded.noMoreBets().due()).toEqual(["card punto down"]);
    const closed = drawn().key({ key: "close-table" }, "jefe-de-mesa");
    expect(closed.table.deal).toMatchObject({ early: [], keptSecret: [] });
  });
});

describe("bacarrá a dos paños: a card drawn behind the result", () => {
  it.each(["es-as", "es-pv", "es-cb"])("%s: is the first card of the next round", (law) => {
    const played = at(`${law}/bacarra-a-dos-panos`).noMoreBets();
    const first = played.due();
    played.cards("2h 3h 4h 5h 6h 7h");
    for (let guard = 0; played.phase !== "result" && guard < 12; guard++) {
      const [line = ""] = played.due().filter((one) => !one.startsWith("card"));
      const [verb, who = ""] = line.split(" ");
      if (verb === "turn") played.turn(who);
      else if (verb === "move") say(played, who, "stand");
      else played.cards("Kh");
    }
    expect(played.phase).toBe("result");
    played.cards("4s").collect().noMoreBets();
    expect(played.due()).not.toEqual(first);
    expect(played.due()).toHaveLength(1);
  });
});

const FIFTH = { "es-cb": "bank-draws-fifth-card" } as Record<string, string>;
const CARTA = { "es-cb": "croupier-says-carta-for-no" } as Record<string, string>;
const SECOND = { "es-cb": "croupier-says-carta-second-card" } as Record<string, string>;

describe.each(["es-as", "es-pv", "es-cb"])("%s chemin de fer: a card that nobody asked for", (law) => {
  const game = `${law}/chemin-de-fer`;
  const carta = CARTA[law] ?? "croupier-announces-carta-when-punto-said-no";
  const fifth = FIFTH[law] ?? "card-drawn-in-excess-fifth-card";

  it("is discarded where the banker has 6 or 7, and his cards are turned first", () => {
    const played = declare(say(at(game).noMoreBets().cards("2h 6d 4c Kc"), "punto", "stand"), carta);
    expect(played.due()).toEqual(["turn banca"]);
    played.cards("9h").turn("banca").turn("punto");
    // 6 against 6.
    expect(played.verdictTexts()).toEqual(["1 result round ties certified"]);
    expect(played.table.durable.deal?.counts).toMatchObject({ table: 4, burnt: 1 });
  });

  it("is the banker's where he has 0 to 5, whether it left before the declaration or after it; a second is discarded", () => {
    const before = say(at(game).noMoreBets().cards("2h 3d 4c Kc"), "punto", "stand").cards("5h");
    declare(before, carta).turn("banca").turn("punto");
    expect(before.verdictTexts()).toEqual(["1 result banca wins certified"]);
    const after = declare(say(at(game).noMoreBets().cards("2h 3d 4c Kc"), "punto", "stand"), carta);
    after.cards("5h 6h").turn("banca").turn("punto");
    expect(after.verdictTexts()).toEqual(["1 result banca wins certified"]);
    expect(after.table.durable.deal?.counts).toMatchObject({ table: 5, burnt: 1 });
  });

  it("waits for the key of the no when it was declared before", () => {
    const played = declare(at(game).noMoreBets().cards("2h 3d 4c Kc 5h"), carta);
    expect(played.due()).toEqual(["move punto stand"]);
    say(played, "punto", "stand").turn("banca").turn("punto");
    expect(played.verdictTexts()).toEqual(["1 result banca wins certified"]);
  });

  it("is taken back as a second card by its own rule", () => {
    const rule = SECOND[law] ?? "croupier-announces-carta-second-card";
    const played = at(game).noMoreBets().cards("2h 3d 4c Kc 5h");
    // With one card out there is no second one.
    expect(declare(played, rule).refusal).toBe("not-now");
    declare(played.cards("8h"), rule);
    expect(played.incidents()).toEqual([`1 ${rule} corrected burn-card`]);
    expect(played.table.durable.deal?.counts).toMatchObject({ burnt: 1 });
  });

  it("binds the banker who drew it as a fifth card when the punto stands, and is the punto's when he asks", () => {
    const his = declare(at(game).noMoreBets().cards("2h Kd 4c 7c 9h"), fifth);
    say(his, "punto", "stand");
    expect(his.due()).toEqual(["card banca", "move banca card lay-down", "turn banca"]);
    his.turn("banca").turn("punto");
    // 7 and the nine are 6, against 6: he could not keep his seven.
    expect(his.verdictTexts()).toEqual(["1 result round ties certified"]);
    const natural = declare(at(game).noMoreBets().cards("2h Kd 4c 9c 9h"), fifth);
    say(natural, "punto", "stand").turn("banca").turn("punto");
    expect(natural.verdictTexts()).toEqual(["1 result banca wins certified"]);
    expect(natural.table.durable.deal?.counts).toMatchObject({ table: 4, burnt: 1 });
    const asked = say(declare(at(game).noMoreBets().cards("2h Kd 2c 7c 4h"), fifth), "punto", "card");
    say(asked, "banca", "stand").turn("punto").turn("banca");
    expect(asked.verdictTexts()).toEqual(["1 result punto wins certified"]);
  });
});

describe("Cantabria chemin de fer: the banker who took more than two cards", () => {
  it("is left to the inspector, who applies the rule: which cards he took no machine sees", () => {
    const played = at("es-cb/chemin-de-fer").noMoreBets().cards("2h Kd 3c 6c 5s");
    declare(played, "bank-takes-extra-card-in-first-deal", "inspector").cards("4d");
    expect(played.givenUp()).toEqual(["1 undecided left-to-a-person"]);
  });
});

describe("a card that lies face up behind the result", () => {
  it("is not carried into the next round", () => {
    const played = shown(at("es-as/chemin-de-fer").noMoreBets().cards("2h 7d 4c 2s"));
    played.observe(openExit).cards("4s").collect().noMoreBets();
    expect(played.due()).toEqual(["card punto down"]);
  });
});

describe("cl/black-jack: cards that stick together behind one that waits for a name", () => {
  it("leave the round to people, and no later card is taken for one of them", () => {
    const played = at("cl/black-jack").key({ key: "seats", seats: [1, 2] });
    played.cards("2c").noMoreBets().cards("6d 2d Ks 9c").unread().cards("7d");
    for (const role of ["croupier", "jefe-de-mesa"] as const)
      played.key({ key: "card-is", round: 1, n: 5, face: "5h" }, role);
    played.observe({ o: "cards-stuck", atLeast: 2 }).cards("7c 4h");
    expect(played.verdictTexts()).toEqual(["1 undecided stuck-card-choice"]);
  });
});

describe("a card that waits", () => {
  const aside = ({ table }: PlayedDeal): readonly string[] =>
    (table.durable.deal?.aside ?? []).map(({ n, to }) => `${n} ${to}`);

  it.each(CHEMIN)("%s: is told of as it leaves, and lies where it is due once somebody has spoken", (game) => {
    const rule = game.startsWith("es-cb")
      ? "croupier-says-carta-for-no"
      : "croupier-announces-carta-when-punto-said-no";
    const played = declare(at(game).noMoreBets().cards("2h Kd 4c 3c"), rule).cards("5s");
    expect(aside(played)).toEqual(["5 held"]);
    // Banca has 3: the card is his.
    say(played, "punto", "stand").turn("banca");
    expect(aside(played)).toEqual([]);
    expect(played.table.durable.deal?.hands.map(({ cards }) => cards.map(({ n }) => n))).toEqual([
      [1, 3],
      [2, 4, 5],
    ]);
  });

  it("is told of where the law has it used as the next card of the pack", () => {
    const played = new PlayedDeal(idealRules("es-cb/poker-texas-holdem-contrapartida")).ready();
    played
      .key({ key: "seats", seats: [1] })
      .noMoreBets()
      .cards("2c 3d 4c 5s 6c 7d");
    expect(played.incidents()).toHaveLength(2);
    expect(aside(played)).toEqual(["5 held", "6 held"]);
  });
});

describe.each(CHEMIN)("%s: two cards in the place of one third card", (game) => {
  const rules = game.startsWith("es-cb")
    ? ["punto-gets-two-third-cards", "bank-takes-two-third-cards"]
    : ["two-third-cards-to-punto", "two-third-cards-to-banker"];

  it("are declared of no deal that has not come to third ones", () => {
    for (const rule of rules) {
      const played = at(game).noMoreBets().cards("2h Kd 4c 3c");
      expect(declare(played, rule, "inspector").refusal).toBe("not-now");
      expect(declare(played.cards("5s"), rule, "inspector").refusal).toBeNull();
    }
  });

  it("are declared until the cards are collected, and the inspector says whether the result stands", () => {
    for (const rule of rules) {
      const played = at(game).noMoreBets().cards("2h Kd 2c 4s");
      say(say(played, "punto", "card").cards("6c"), "banca", "card")
        .cards("Ad")
        .turn("punto")
        .turn("banca");
      expect(played.verdictTexts()).toEqual(["1 result banca wins certified"]);
      expect(declare(played, rule, "inspector").refusal).toBeNull();
      expect(played.table.durable.tasks.map(({ kind, about }) => [kind, about])).toEqual([["decide", rule]]);
      const stands = { key: "resolve", round: 1, outcome: "stands" } as const;
      expect(played.key(stands, "inspector").refusal).toBeNull();
      expect(declare(played.collect(), rule, "inspector").refusal).toBe("not-now");
    }
  });
});

describe("a third card that lies face up and leaves before the hands are keyed as turned", () => {
  it("is used in this pase, and annuls no other one (Chile, l. 1884)", () => {
    const played = at("cl/mini-punto-y-banca").noMoreBets().cards("Jh 4h 3s Jd").observe(openExit);
    played.cards("6h").turn("punto").turn("banca").cards("Ah");
    expect(played.incidents()).toEqual([
      "1 card-drawn-too-soon corrected hold-card",
      "1 card-exposed-in-shoe stands -",
    ]);
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
  });
});
