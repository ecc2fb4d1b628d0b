import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { cardPack } from "../../rules/pack.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** A table at which fewer seats take part than the law lets play. */

const table = (game: string, seats: readonly number[]): PlayedDeal =>
  new PlayedDeal(idealRules(game)).ready().key({ key: "seats", seats });

describe.each([
  ["es-cb/black-jack", "2c 3c 4c 5c 6c", [3], [3, 5]],
  ["es-pv/poker-sintetico", "", [1, 2, 9], [1, 2, 5, 9]],
  ["es-pv/seven-card-stud", "", [1, 2, 8], [1, 2, 5, 8]],
] as const)("%s: no round with fewer seats than its text lets play", (game, burn, few, enough) => {
  const burnt = (seats: readonly number[]): PlayedDeal =>
    burn === "" ? table(game, seats) : table(game, seats).cards(burn);

  it("the bets are not closed by key until there are more", () => {
    const played = burnt(few);
    const before = played.records.length;
    expect(played.noMoreBets().refusal).toBe("too-few-seats");
    expect(played.records).toHaveLength(before);
    expect(played.phase).toBe("betting");
    expect(played.key({ key: "seats", seats: enough }).noMoreBets().refusal).toBe(null);
    expect(played.phase).toBe("no-more-bets");
  });

  it("a card that leaves all the same begins a round that is left to a person", () => {
    const played = burnt(few).card("Kh");
    const uncertainties = played.table.deal?.round?.doubts ?? [];
    expect([...uncertainties, ...played.verdictTexts()].join(" ")).toContain("too-few-seats");
    expect((burnt(enough).card("Kh").table.deal?.round?.doubts ?? []).join(" ")).not.toContain("too-few-seats");
  });
});

it("es-cb/black-jack: a hand that is dealt alone is never certified", () => {
  const played = table("es-cb/black-jack", [1]).cards("2c 3c 4c 5c 6c");
  played.cards("Kh 9h Kd").key({ key: "move", round: 1, who: "seat-1", move: "stand" }).cards("9s");
  expect(played.verdictTexts()).toEqual(["1 undecided too-few-seats"]);
});

describe.each([
  ["cl/stud-poker", "Empezar el juego con cuatro jugadores como mínimo."],
  ["cl/seven-stud-poker", "Empezar el juego con cuatro jugadores como mínimo."],
  ["cl/texas-holdem-con-limites", "Empezar el juego con dos jugadores como mínimo."],
  ["cl/texas-holdem-sin-limites", "Empezar el juego con dos jugadores como mínimo."],
  ["cl/omaha-poker", "Empezar el juego con cuatro jugadores como mínimo."],
])("%s: so many are only wanted for the game to begin", (game, words) => {
  it("is asked as the table is opened, once, and refuses nothing later", () => {
    const played = table(game, [1, 2]);
    const [task, ...others] = played.table.durable.tasks;
    expect(others).toEqual([]);
    expect(task).toMatchObject({ kind: "acknowledge", about: "begin-with-players", session: true });
    const step = played.rules.pack.steps.find(({ id }) => id === task?.about);
    expect(step?.text.es).toBe(words);
    expect(cardPack(played.rules.pack).cards.seats?.least).toBeUndefined();
    expect(played.noMoreBets().refusal).toBe(null);
    const what = task?.id ?? "";
    expect(played.key({ key: "acknowledge", what }).refusal).toBe(null);
    expect(played.table.durable.tasks).toEqual([]);
  });
});
