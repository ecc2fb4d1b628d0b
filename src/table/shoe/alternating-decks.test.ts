import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Face } from "../../cards/card.ts";
import type { Deck } from "../../cards/decks.ts";
import type { ShoeObservation } from "./observation.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** Two decks that are played by turns (Chile III.3.4.1, l. 1991; Cantabria A.14.1, ll. 3532–3534; Galicia art. 3, l. 75). */

const deck = (id: string, back: string | null): Deck => ({ id, back, pack: 52, jokers: 0, removed: [] });
const OF_TWO_COLOURS = [deck("one", "red"), deck("two", "blue")];
const ALIKE = [deck("one", null), deck("two", null)];
type Tells = Pick<Deck, "back"> & { readonly deck: string | null };
const RED: Tells = { deck: null, back: "red" };
const BLUE: Tells = { deck: null, back: "blue" };
const FIRST: Tells = { deck: "one", back: null };
const SECOND: Tells = { deck: "two", back: null };
const NOTHING: Tells = { deck: null, back: null };

/** Seat 1 has a straight, the bank a pair of kings; the bank's last card lies open. */
const PASE = "6c Kh 7d Kd 8h 2c 9s 4d 10c 9h";

/** One pase out of a machine that was loaded anew: seat 1 stays in, both hands are turned. Cards of `tells`, but for the `odd` ones. */
function pase(played: PlayedDeal, tells: Tells, odd: Readonly<Record<number, Tells>> = {}): PlayedDeal {
  played.observe({ o: "stage", stage: "loading" }, { o: "stage", stage: "ready" });
  played.key({ key: "seats", seats: [1] }).noMoreBets();
  for (const [at, face] of (PASE.split(" ") as Face[]).entries()) {
    const { deck: id, back } = odd[at + 1] ?? tells;
    played.observe({
      o: "card",
      card: { n: at + 1, face, back, deck: id, id: null, confidence: 999, at: "exit" },
    });
  }
  const { round, phase } = played.table.durable;
  if (phase === "undecided") return played;
  played.key({ key: "move", round, who: "seat-1", move: "bet" });
  return played.turn("bank").turn("seat-1");
}

const table = (game: string, decks: readonly Deck[]): PlayedDeal =>
  new PlayedDeal(idealRules(game), decks).key({ key: "open-table" }, "jefe-de-mesa");
const deviations = (played: PlayedDeal): readonly (readonly string[])[] =>
  played.records.flatMap((body) => (body.kind === "result" ? [body.deviations.map(({ rule }) => rule)] : []));

describe.each(["cl/caribbean-poker", "es-cb/poker-sin-descarte", "es-ga/poker-sin-descarte"])("%s", (game) => {
  it.each([
    ["by their backs", OF_TWO_COLOURS, RED, BLUE],
    ["by their decks' own numbers", ALIKE, FIRST, SECOND],
  ] as const)("is dealt from either deck by turns, told %s", (_how, decks, one, other) => {
    const played = table(game, decks);
    for (const tells of [one, other, one, other]) pase(played, tells).collect();
    expect(played.verdictTexts()).toEqual([1, 2, 3, 4].map((round) => `${round} result seat-1 wins certified`));
    expect(deviations(played)).toEqual([[], [], [], []]);
    expect(played.table.durable.faults).toEqual([]);
  });

  it("begins with whichever deck the machine gives", () => {
    const played = table(game, OF_TWO_COLOURS);
    for (const tells of [BLUE, RED]) pase(played, tells).collect();
    expect(deviations(played)).toEqual([[], []]);
  });

  it("from the deck of the pase before is a deviation, and the pase stands", () => {
    const played = table(game, OF_TWO_COLOURS);
    for (const tells of [RED, RED, BLUE]) pase(played, tells).collect();
    expect(played.verdictTexts()).toHaveLength(3);
    expect(deviations(played)).toEqual([[], ["deck-out-of-turn"], []]);
  });

  it("with a card of the deck that lies aside is left to a person", () => {
    const played = pase(table(game, OF_TWO_COLOURS), RED, { 5: BLUE });
    expect(played.verdictTexts()).toEqual([expect.stringContaining("1 undecided")]);
  });

  it("says nothing of the turn where the cards tell neither deck nor back", () => {
    const played = table(game, ALIKE);
    for (let round = 0; round < 3; round++) pase(played, NOTHING).collect();
    expect(played.verdictTexts()).toHaveLength(3);
    expect(deviations(played)).toEqual([[], [], []]);
  });

  it("counts one deck: a card that is dealt twice is none of the other's", () => {
    const played = table(game, OF_TWO_COLOURS);
    played.observe({ o: "stage", stage: "loading" }, { o: "stage", stage: "ready" });
    expect(played.table.durable.deal?.counts).toMatchObject({ loaded: 52, inside: 52 });
    const of = (n: number): ShoeObservation => ({
      o: "card",
      card: { n, face: "Ah", back: "red", deck: null, id: null, confidence: 999, at: "exit" },
    });
    played
      .key({ key: "seats", seats: [1] })
      .noMoreBets()
      .observe(of(1))
      .observe(of(2));
    expect(played.verdictTexts()).toEqual([expect.stringContaining("1 undecided")]);
  });
});

it("two decks of one colour are refused in Chile, where they must differ", async () => {
  const { decksProblem } = await import("../../../firmware/table/setup/shoe/decks.ts");
  const { cardPack } = await import("../../rules/pack.ts");
  const same = [deck("one", "red"), deck("two", "red")];
  expect(decksProblem(cardPack(idealRules("cl/caribbean-poker").pack), same)).toMatchObject({ deck: 1 });
  expect(decksProblem(cardPack(idealRules("es-ga/poker-sin-descarte").pack), same)).toBe(null);
  expect(decksProblem(cardPack(idealRules("cl/caribbean-poker").pack), OF_TWO_COLOURS)).toBe(null);
  expect(
    decksProblem(cardPack(idealRules("es-ga/poker-sin-descarte").pack), [deck("one", "red")]),
  ).toMatchObject({
    deck: null,
  });
});
