import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Move } from "../../people/keys.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** Sentences that two laws share word by word are played alike. */

const at = (game: string): PlayedDeal => new PlayedDeal(idealRules(game)).ready();
const say = (played: PlayedDeal, who: string, move: Move): PlayedDeal =>
  played.key({ key: "move", round: played.table.durable.round, who, move });
const declare = (played: PlayedDeal, rule: string): PlayedDeal =>
  played.key({ key: "declare", round: played.table.durable.round, rule });

describe.each([
  ["es-as/chemin-de-fer", "card-exposed-by-croupier"],
  ["es-pv/chemin-de-fer", "card-exposed-by-croupier"],
  ["es-cb/chemin-de-fer", "croupier-exposes-card"],
])("%s: one card that the croupier shows (es-cb 2770–2774, es-as 402–406, es-pv 2030)", (game, rule) => {
  it("leaves the banker his choice, and binds the punto to his rules", () => {
    // Punto 5 and banca 5: the table has the banker draw against a punto who stands.
    const played = declare(at(game).noMoreBets().cards("2h 5d 3c Kc"), rule);
    expect(played.refusal).toBe(null);
    say(say(played, "punto", "stand"), "banca", "stand")
      .turn("punto")
      .turn("banca");
    expect(played.verdictTexts()).toEqual(["1 result round ties certified"]);
    expect(played.incidents()).toEqual([`1 ${rule} corrected bind-punto`]);
  });
});

describe.each([
  ["es-as/bacarra-a-dos-panos", "banker-misannounces-point-after-showing"],
  ["es-pv/bacarra-a-dos-panos", "banker-misannounces-point-after-showing"],
  ["es-cb/bacarra-a-dos-panos", "banker-announces-wrong-point-after-showing"],
])("%s: a total that the banker announces and does not have", (game, rule) => {
  it("binds him to his table once others have shown theirs", () => {
    // Both cloths have 6 and stand, the bank has 5: its table has it draw.
    const dealt = (): PlayedDeal => at(game).noMoreBets().cards("2h 2d 5c 4c 4d Kc");
    const stands = (played: PlayedDeal): PlayedDeal => {
      for (const who of ["cloth-1", "cloth-2", "banca"]) say(played, who, "stand");
      return played.turn("cloth-1").turn("cloth-2").turn("banca");
    };
    expect(stands(dealt()).verdictTexts()).toEqual(["1 result cloth-1 wins cloth-2 wins certified"]);
    const bound = stands(declare(dealt(), rule));
    expect(bound.givenUp()).toEqual(["1 undecided left-to-a-person"]);
    expect(bound.incidents()[0]).toBe(`1 ${rule} corrected bind-bank`);
  });
});

describe.each([
  "es-ga/poker-sin-descarte",
  "es-ga/poker-trijoker",
  "es-cb/poker-sin-descarte",
  "es-cb/poker-trijoker",
  "es-pv/poker-sin-descarte",
])("%s: cards that stick together are not named", (game) => {
  it("a person decides whether they make a wrong number of cards", () => {
    const played = at(game)
      .key({ key: "seats", seats: [1] })
      .noMoreBets();
    played.observe({ o: "cards-stuck", atLeast: 2 }).cards("Ah Kh");
    expect(played.givenUp()).toEqual(["1 undecided left-to-a-person"]);
  });
});

it.each(["es-cb", "es-ga", "es-pv"])(
  "%s poker without discard: voy and paso are said in any order, of which no text speaks (cb 3768–3778, ga 163, pv 2666)",
  (law) => {
    const played = new PlayedDeal(idealRules(`${law}/poker-sin-descarte`)).ready();
    played.key({ key: "seats", seats: [1, 2] }).noMoreBets();
    played.cards("Ah 2c 3d 9h 8h 2d 3c 4s 5s 6s 7s 8s 9s 10s Js");
    expect(played.key({ key: "move", round: 1, who: "seat-2", move: "bet" }).refusal).toBeNull();
    expect(played.key({ key: "move", round: 1, who: "seat-1", move: "fold" }).refusal).toBeNull();
    expect(played.due()).toEqual(["turn bank"]);
  },
);

describe.each(["es-cb", "es-ga"])("%s: the pokers of circle (cb 5830–5861, 5924–5927; ga 556–600)", (law) => {
  const { pack } = idealRules(`${law}/poker-circulo-holdem`);
  const said = (id: string): string | undefined => pack.rules.find((rule) => rule.id === id)?.announce?.say.es;

  it("an error of the deal is called so, and two hands that touched are annulled hands", () => {
    const deal = ["irregular-distribution", "missing-card", "card-in-excess", "wrong-recipient-card-seen"];
    expect(new Set(deal.map(said))).toEqual(new Set(["error en el reparto"]));
    expect(said("cards-of-two-players-in-contact")).toBe("mano anulada");
  });
});

describe.each([
  ["es-as", "advice-from-third-party", "advice-from-third-party"],
  ["es-cb", "advice-given", "advice-given"],
  ["es-pv", "advice-from-third-party", "advice-from-third-party"],
])("%s: advice of anybody but the croupier (as 492–495, 1019–1021; cb 2851–2855; pv 2066)", (law, one, two) => {
  it("binds both sides to the table, at one cloth and at two", () => {
    const effect = (game: string, id: string): string | undefined =>
      idealRules(`${law}/${game}`).pack.rules.find((rule) => rule.id === id)?.effect;
    expect([effect("chemin-de-fer", one), effect("bacarra-a-dos-panos", two)]).toEqual([
      "bind-both",
      "bind-both",
    ]);
  });
});

describe.each(["es-as", "es-cb", "es-pv"])(
  "%s: a stop card that is passed over (as 536–538, cb 2893–2895, pv 2090)",
  (law) => {
    it.each(["chemin-de-fer", "bacarra-a-dos-panos"])(
      "%s: the inspector decides, for the text does not foresee it",
      (game) => {
        const rules = idealRules(`${law}/${game}`);
        const { applying } = rules.judge({ "cut-card": { is: "word", value: "omitted" } }, "running");
        expect(applying.map(({ rule }) => rule.verdict)).toEqual(["person-decides"]);
        const steps = applying.flatMap(({ rule }) => rule.then);
        expect(rules.pack.steps.filter(({ id }) => steps.includes(id)).map(({ who }) => who)).toEqual([
          "inspector",
        ]);
      },
    );
  },
);
