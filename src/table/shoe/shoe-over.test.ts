import { describe, expect, it } from "vitest";
import type { Face } from "../../cards/card.ts";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { cardPack } from "../../rules/pack.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";
import { cardsView } from "./view-cards.ts";

const CUT = { o: "cut-card", where: "passed" } as const;
const GAME = "cl/punto-y-banca";

const shoeOf = ({ table, rules }: PlayedDeal): ReturnType<typeof cardsView>["shoe"] =>
  cardsView(table.durable, cardPack(rules.pack)).shoe;
const calls = (played: PlayedDeal): string | null => shoeOf(played).lastRound?.es ?? null;
const at = (houseRules: readonly string[] = []): PlayedDeal =>
  new PlayedDeal(idealRules(GAME, houseRules)).ready().noMoreBets();

it("a cut card behind a complete hand calls no last pase that is not played, and the shoe is over", () => {
  const played = at().cards("9h Kd Ks 6c").observe(CUT);
  expect(played.phase).toBe("result");
  expect([calls(played), shoeOf(played).cutCardSeen]).toEqual([null, true]);
  played.collect();
  expect(played.phase).toBe("waiting");
  expect(shoeOf(played)).toMatchObject({ ready: false, lastRound: null });
  expect(shoeOf(played).text.es).toBe("sabot terminado: cargue y mezcle");
  expect(played.noMoreBets().refusal).toBe("not-now");
  expect(shoeOf(played.key({ key: "new-shoe" }))).toMatchObject({ ready: true, cutCardSeen: false });
});

it("where the house lets one more be played it is called as its bets open", () => {
  const played = at(["last-round-after-cut-card"]).cards("9h Kd Ks 6c").observe(CUT);
  expect(calls(played)).toBeNull();
  played.collect();
  expect([played.phase, calls(played)]).toEqual(["betting", "último pase del juego"]);
  played.noMoreBets().cards("9h Kd Ks 6c");
  expect(played.phase).toBe("result");
});

it("a cut card inside a hand calls that hand the last, until it is collected", () => {
  const played = at().cards("9h Kd").observe(CUT).cards("Ks 6c");
  expect([played.phase, calls(played)]).toEqual(["result", "último pase del juego"]);
  expect(shoeOf(played.collect())).toMatchObject({ ready: false, lastRound: null });
});

describe.each(["cl/punto-y-banca", "cl/mini-punto-y-banca"])(
  "%s: a cut card that never comes (cl 1682, 1827)",
  (game) => {
    const FACES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

    it("the pase in which it should have come is called as the last, and the shoe is over", () => {
      const played = new PlayedDeal(idealRules(game)).ready();
      let left = (cardPack(played.rules.pack).cards.decks.counts[0] ?? 0) * 52;
      const called: [number, string | null][] = [];
      for (let pase = 0; pase < 90 && played.phase !== "waiting"; pase++) {
        for (played.noMoreBets(); played.due().length > 0;) {
          const [due = ""] = played.due();
          if (due.startsWith("turn ")) played.turn(due.slice("turn ".length));
          else played.card(`${FACES[left-- % 13] ?? "A"}${"cdhs"[left % 4] ?? "c"}` as Face);
        }
        called.push([left, calls(played)]);
        played.collect();
      }
      expect(called.filter(([, call]) => call !== null)).toEqual([[3, "último pase del juego"]]);
      expect(shoeOf(played).text.es).toBe("sabot terminado: cargue y mezcle");
    });
  },
);

describe("a cut card that people saw come out, where no device did", () => {
  const RULES: readonly (readonly [string, string, string])[] = [
    ["es-as/chemin-de-fer", "stop-card-in-round", "2h Kd 9h 8d"],
    ["es-cb/punto-y-banca", "cut-card-appears", "2h Kd 9h 8d"],
    ["cl/punto-y-banca", "cut-card-mid-pase", "9h Kd Ks 6c"],
  ];
  const dealt = (game: string, cards: string): PlayedDeal => {
    const played = new PlayedDeal(idealRules(game)).ready();
    return (game === "es-cb/punto-y-banca" ? played.cards("As 2s") : played).noMoreBets().cards(cards);
  };
  const say = (played: PlayedDeal, rule: string): string | null =>
    played.key({ key: "declare", round: 1, rule }).refusal;

  it.each(RULES)("%s: ends the shoe with the round in which it came", (game, rule, cards) => {
    const played = dealt(game, cards.slice(0, 5));
    expect(say(played, rule)).toBeNull();
    expect(shoeOf(played).cutCardSeen).toBe(true);
    expect(say(played, rule)).toBe("changes-nothing");
    played.cards(cards.slice(6)).collect("jefe-de-mesa");
    expect([played.phase, shoeOf(played).ready]).toEqual(["waiting", false]);
  });

  it.each(RULES)("%s: is taken back, and the shoe is played on", (game, rule, cards) => {
    const played = dealt(game, cards.slice(0, 5));
    say(played, rule);
    expect(played.key({ key: "take-back", round: 1 }).refusal).toBeNull();
    expect(shoeOf(played).cutCardSeen).toBe(false);
    played.cards(cards.slice(6)).collect("jefe-de-mesa");
    expect(played.phase).toBe("betting");
  });

  it("is said behind the last card as well, until the cards are collected", () => {
    const played = dealt("cl/punto-y-banca", "9h Kd Ks 6c");
    expect(say(played, "cut-card-mid-pase")).toBeNull();
    expect([calls(played), played.verdictTexts()]).toEqual([null, ["1 result punto wins certified"]]);
    expect(played.collect().phase).toBe("waiting");
    expect(say(played, "cut-card-mid-pase")).toBe("changes-nothing");
  });

  it("has a pase of treinta y cuarenta wait for the shuffle (cl 3747–3761)", () => {
    const played = new PlayedDeal(idealRules("cl/treinta-y-cuarenta")).ready().cards("2c 3c 4c 5c 6c");
    played.noMoreBets().cards("Kh 9c");
    expect(say(played, "cut-card-mid-pase")).toBeNull();
    expect(played.table.durable.deal?.due?.duty.code).toBe("shuffle");
  });
});

describe.each([
  ["es-cb/treinta-y-cuarenta", "cut-card-not-seen"],
  ["es-pv/treinta-y-cuarenta", "red-card-not-seen"],
])("%s: the red card was not seen", (game, rule) => {
  const FACES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

  it("and a row ends with cards that were to stay in the shoe: it is annulled (cb 1282–1287, pv 1126)", () => {
    const played = new PlayedDeal(idealRules(game)).ready();
    let left = 312;
    for (let row = 0; row < 60 && played.phase !== "waiting"; row++) {
      for (played.noMoreBets(); played.due().some((due) => due.startsWith("card")); left--)
        played.card(`${FACES[left % 13] ?? "A"}${"cdhs"[left % 4] ?? "c"}` as Face);
      played.collect();
    }
    expect(left).toBeLessThan(5);
    const [last, ...before] = played.verdictTexts().toReversed();
    expect(last).toMatch(new RegExp(`^\\d+ void ${rule}$`, "u"));
    expect(before.join("; ")).not.toMatch(/void|undecided/);
  });
});
