import { expect, test } from "vitest";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { headlineOf } from "../pages/headline.ts";

const text = (es: string) => ({ es, eu: es, gl: es, en: es });
const result = (hand: string, word: string) => ({ hand, of: text(hand), is: text(word), word });
const headline = (round: number, cards: unknown, words = ["loses", "loses"]): string =>
  headlineOf(
    { round, qualifies: null, results: words.map((word, at) => result(`seat-${at + 1}`, word)) } as never,
    { cards, series } as unknown as Pick<TableView, "cards" | "series">,
  ).es;
const series = [
  { round: 7, bank: { total: null, says: text("pareja") } },
  { round: 6, bank: null },
];
const bank = (more: object) => ({
  hands: [{ id: "bank", name: text("banca"), total: null, category: null, ...more }],
});

test("where the bank's hand is set in two, what it had is said, not that there is a result", () => {
  expect(headline(7, bank({}))).toBe("Banca: pareja");
});

test("what lies on the cloth goes before the series", () => {
  expect(headline(7, bank({ category: text("trío") }))).toBe("Banca: trío");
});

test("another round's hand is never told", () => {
  expect(headline(8, bank({}))).not.toContain("pareja");
  expect(headline(6, bank({}), ["wins", "loses"])).toBe("Seat-1 wins");
});
