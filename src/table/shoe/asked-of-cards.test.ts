import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { viewOf } from "../kernel/view/view-of.ts";
import type { TableView } from "../kernel/view/view.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** What people are asked of cards waits for as long as it is open, and keeps nobody from anything else. */

const viewNow = ({ table, rules }: PlayedDeal): TableView =>
  viewOf(table.durable, 1, null, {
    pack: rules.pack,
    houseRules: [],
    table: "1",
    log: "log",
    rulebook: "book",
    languages: ["es"],
    test: false,
  });
const keysOf = (played: PlayedDeal): readonly string[] =>
  (viewNow(played).cards?.keys ?? []).map(({ key }) => ("said" in key ? `${key.key} not said` : key.key));
const tasksOf = ({ table }: PlayedDeal): readonly string[] => table.durable.tasks.map(({ id }) => id);

/** A round of punto y banca out of a new shoe, with its result. */
const decided = (): PlayedDeal =>
  new PlayedDeal(idealRules("es-cb/punto-y-banca", []))
    .ready()
    .cards("As 2s")
    .noMoreBets()
    .cards("2h 7d 4c 2s")
    .turn("punto")
    .turn("banca");

describe("a card behind the result", () => {
  it("is no task any more once it was said whose it is, and is one again when that is taken back", () => {
    const played = decided().cards("9c");
    expect(tasksOf(played)).toEqual(["decide/1/card-outside-deal"]);
    played.key({ key: "put-right", round: 1, cards: [5], to: "burnt" }, "jefe-de-mesa");
    expect(tasksOf(played)).toEqual([]);
    played.key({ key: "take-back", round: 1 }, "jefe-de-mesa");
    expect(tasksOf(played)).toEqual(["decide/1/card-outside-deal"]);
  });

  it("keeps nobody from contesting the result, nor from disputing it to an end", () => {
    const played = decided().cards("9c").key({ key: "contest", round: 1 }, "jefe-de-mesa");
    expect(played.refusal).toBeNull();
    expect(played.phase).toBe("undecided");
    const disputed = decided().cards("9c");
    disputed.key({ key: "dispute", round: 1, words: "images" }, "jefe-de-mesa");
    expect(tasksOf(disputed)).toContain("decide/1/disputed");
  });

  it("is collected with the session and begins no round of the next one", () => {
    const played = decided().cards("9c");
    played.key({ key: "put-right", round: 1, cards: [5], to: "next-round" }, "jefe-de-mesa").collect();
    expect(played.phase).toBe("betting");
    played.key({ key: "close-table" }, "jefe-de-mesa").key({ key: "open-table" }, "jefe-de-mesa");
    played.noMoreBets();
    expect(played.due()).toEqual(["card punto down"]);
    expect(played.records.filter(({ kind }) => kind === "opened")).toHaveLength(1);
  });
});

describe("whether the bets were closed before the first card", () => {
  const early = (): PlayedDeal => new PlayedDeal(idealRules("cl/punto-y-banca", [])).ready().cards("2h 7d");

  it.each([true, false])("is asked once more when the answer is taken back (said: %s)", (isSaid) => {
    const played = early();
    const asked = keysOf(played);
    expect(asked).toEqual(["no-more-bets", "no-more-bets not said"]);
    played.key({ key: "no-more-bets", ...(isSaid ? {} : { said: false as const }) });
    played.key({ key: "take-back", round: 1 });
    expect(keysOf(played)).toEqual(asked);
    expect(tasksOf(played)).toEqual(["decide/1/bets-call-open"]);
    played.key({ key: "no-more-bets" }).cards("4c 2s");
    expect(played.verdictTexts()).toEqual(["1 result banca wins reported bets-called-by-word"]);
    expect(tasksOf(played)).toEqual(["acknowledge/1/bets-called-by-word"]);
  });
});

describe.each([
  "es-cb/poker-sin-descarte",
  "es-ga/poker-sin-descarte",
  "es-pv/poker-sin-descarte",
  "es-cb/poker-trijoker",
  "es-ga/poker-trijoker",
])("%s: a first card before «no va más» is keyed", (game) => {
  it("is dealt, and whether the bets were closed is asked", () => {
    const played = new PlayedDeal(idealRules(game, []))
      .ready()
      .key({ key: "seats", seats: [1] })
      .cards("Ah");
    expect([played.incidents(), played.verdictTexts()]).toEqual([["1 bets-call-open person-decides -"], []]);
    expect(keysOf(played)).toEqual(["no-more-bets", "no-more-bets not said"]);
    expect(played.noMoreBets().refusal).toBeNull();
    expect(played.phase).toBe("no-more-bets");
    expect(tasksOf(played)).toEqual([]);
  });
});

it("offers no new shoe while a card of this one waits for a word", () => {
  const played = new PlayedDeal(idealRules("es-cb/punto-y-banca", [])).ready().cards("As 2s 2h");
  expect(keysOf(played)).toEqual(["move", "no-more-bets"]);
});

it("lets a disputed round wait for one decision, whatever else is declared of it", () => {
  const played = new PlayedDeal(idealRules("cl/punto-y-banca", []))
    .ready()
    .noMoreBets()
    .cards("2h 7d 4c 2s")
    .key({ key: "dispute", round: 1, words: "images" }, "jefe-de-mesa")
    .key({ key: "declare", round: 1, rule: "general-irregularity" }, "jefe-de-mesa");
  expect(played.refusal).toBeNull();
  expect(tasksOf(played)).toEqual(["decide/1/disputed", "acknowledge/1/general-irregularity"]);
  const { tasks } = viewNow(played);
  expect(tasks.map(({ resolve }) => resolve?.outcomes ?? null)).toEqual([
    ["upheld", "stands", "void", "otherwise"],
    null,
  ]);
});

it("offers nobody a second time the card that was asked for, until it has left or somebody says otherwise", () => {
  const seat = { key: "move", round: 1, who: "seat-1" } as const;
  const played = new PlayedDeal(idealRules("cl/black-jack", []))
    .ready()
    .cards("2c")
    .key({ key: "seats", seats: [1] })
    .noMoreBets()
    .cards("5h 6c 4d");
  const movesOf = (): readonly string[] =>
    (viewNow(played).cards?.keys ?? []).flatMap(({ key }) => (key.key === "move" ? [key.move] : []));
  expect(movesOf()).toContain("card");
  played.key({ ...seat, move: "card" });
  expect(movesOf()).not.toContain("card");
  expect(movesOf()).toContain("stand");
  played.key({ key: "take-back", round: 1 });
  expect(movesOf()).toContain("card");
  played.key({ ...seat, move: "card" }).cards("2s");
  expect(movesOf()).toContain("card");
});
