import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Key } from "../../../../src/people/keys.ts";
import { filedCards, withFiledCards } from "./card-files.ts";

const folder = mkdtempSync(join(tmpdir(), "tirada-cards-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ROWS = "4 16 30 57 73 | 9 28 34 60 85 | 12 39 47 66 90";
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const series = (name: string, ...lines: readonly string[]): string =>
  ["tirada-bingo-cards/1", `series: ${name}`, `cards: ${lines.length}`, ...lines, ""].join("\n");

describe("the files of the cards' printer", () => {
  const good = file("a.txt", series("A", `1: ${ROWS}`));

  it("say the numbers of a called card, whatever a page says of them", () => {
    const cards = filedCards([good])();
    const called: Key = { key: "call-card", round: 1, claim: "line", series: "A", card: 1 };
    const rows = [
      [4, 16, 30, 57, 73],
      [9, 28, 34, 60, 85],
      [12, 39, 47, 66, 90],
    ] as const;
    expect(withFiledCards(cards, called)).toEqual({ ...called, rows });
    const forged: Key = { ...called, rows: [rows[1], rows[0], rows[2]] };
    expect(withFiledCards(cards, forged)).toEqual({ ...called, rows });
    // Of a card that they do not have, nobody's numbers count.
    expect(withFiledCards(cards, { ...forged, card: 2 })).toEqual({ ...called, card: 2 });
    expect(withFiledCards(cards, { ...forged, series: "B" })).toEqual({ ...called, series: "B" });
    const sale: Key = { key: "sell-cards", series: "A", size: 1, price: "2,00" };
    expect(withFiledCards(cards, { ...sale, filed: 9 })).toEqual({ ...sale, filed: 1 });
    expect(withFiledCards(cards, { ...sale, series: "B", filed: 1 })).toEqual({ ...sale, series: "B" });
  });

  it("are read at the start, and one that cannot be used is named with its line", () => {
    const bad = file("bad.txt", series("B", `1: ${ROWS.replace(" 90", "")}`));
    expect(() => filedCards([good, bad])()).toThrow(
      `balls.cards: ${bad}:4: card 1: row 3 has 4 numbers: a row has 5`,
    );
    const equal = file("equal.txt", series("B", `1: ${ROWS}`, `2: ${ROWS}`));
    expect(() => filedCards([equal])()).toThrow(`balls.cards: ${equal}:5: card 2 is equal to card 1`);
    const again = file("again.txt", series("A", `1: ${ROWS}`));
    expect(() => filedCards([good, again])()).toThrow(`${again}: the series A is in ${good} too`);
    expect(() => filedCards([join(folder, "none.txt")])()).toThrow(/none\.txt: there is no such file/);
    // Nobody reads them who does not ask.
    expect(() => filedCards([bad])).not.toThrow();
  });
});
