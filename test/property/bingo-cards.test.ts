import { describe, expect, it } from "vitest";
import { checkCard } from "../../src/table/balls/cards/called-card.ts";
import { cardFaults, type CardRows } from "../../src/table/balls/cards/card.ts";
import { readSeries } from "../../src/table/balls/cards/series-file.ts";
import { runSeedNumber, volume } from "../support/volume.ts";

/**
 * Cards and calls, judged a second time by a program that shares nothing with the table's: it prints cards column by column, as printers do,
 * strikes out numbers ball by ball on a sheet of paper, and knows the law of cards from the catalogues' words. All of a series, 100,000
 * cards, in a soak.
 */

const CARDS = volume(300, 100_000);
/** A soak on a busy machine. */
const LIMIT_MS = 600_000;

/** Chance of its own (xorshift, Marsaglia 2003). */
function chance(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** A sheet of three rows of nine boxes; 0: an empty box. */
type Sheet = number[][];

/** Prints a card as printers do: which boxes have a number first, so that rows have five and no column is empty, then numbers that rise. */
function print(dice: (below: number) => number): Sheet {
  for (;;) {
    const sheet: Sheet = [0, 1, 2].map(() => Array.from({ length: 9 }, () => 0));
    for (const row of sheet)
      for (let left = 5; left > 0;) {
        const box = dice(9);
        if (row[box] === 1) continue;
        row[box] = 1;
        left--;
      }
    if (sheet[0]?.some((_, column) => sheet.every((row) => row[column] === 0))) continue;
    for (let column = 0; column < 9; column++) {
      const lowest = column === 0 ? 1 : column * 10;
      const numbers = Array.from({ length: column === 0 ? 9 : column === 8 ? 11 : 10 }, (_, at) => lowest + at);
      const rows = sheet.filter((row) => row[column] === 1);
      const chosen = rows.map(() => numbers.splice(dice(numbers.length), 1)[0] ?? 0).sort((a, b) => a - b);
      rows.forEach((row, at) => (row[column] = chosen[at] ?? 0));
    }
    return sheet;
  }
}

/** What the law asks of a card, box by box. `boxes`: its numbers, row by row. */
function isLawful(boxes: readonly (readonly number[])[]): boolean {
  const [seen, columns] = [new Set<number>(), new Set<string>()];
  if (boxes.length !== 3) return false;
  for (const row of boxes) {
    const own = new Set<string>();
    if (row.length !== 5) return false;
    for (const number of row) {
      if (number < 1 || number > 90 || seen.has(number)) return false;
      seen.add(number);
      const column = number === 90 ? "8" : String(number).padStart(2, "0").charAt(0);
      if (own.has(column)) return false;
      own.add(column);
      columns.add(column);
    }
  }
  return columns.size === 9;
}

/** Strikes out ball by ball: with which ball, in which place, each row and the card were done. */
function strike(
  sheet: Sheet,
  drawn: readonly number[],
): { readonly rows: readonly string[]; readonly card: string | null; readonly open: readonly number[] } {
  const left = [5, 5, 5];
  const rows: string[] = [];
  let card: string | null = null;
  drawn.forEach((ball, at) => {
    sheet.forEach((row, index) => {
      if (!row.includes(ball)) return;
      left[index] = (left[index] ?? 0) - 1;
      if (left[index] === 0) rows.push(`${index + 1}:${ball}@${at + 1}`);
      if (left.every((count) => count === 0)) card = `${ball}@${at + 1}`;
    });
  });
  return { rows, card, open: left };
}

describe("cards by a second program", () => {
  it(
    "are lawful and unlawful alike, whatever is changed on them",
    () => {
      const dice = chance(runSeedNumber("cards of a printer"));
      const seen = { lawful: 0, unlawful: 0 };
      const differ: string[] = [];
      for (let card = 0; card < CARDS; card++) {
        const boxes = print(dice).map((row) => row.filter((number) => number > 0));
        if (!isLawful(boxes) || cardFaults(boxes).length > 0) differ.push(`printed: ${boxes.join(" | ")}`);
        const row = boxes[dice(boxes.length)] ?? [];
        const change = dice(4);
        if (change === 0) row[dice(row.length)] = dice(94);
        if (change === 1) row.splice(dice(row.length), 1);
        if (change === 2) row.push(1 + dice(90));
        if (change === 3) boxes.splice(dice(3), 1, [...(boxes[dice(3)] ?? [])]);
        const isGood = isLawful(boxes);
        seen[isGood ? "lawful" : "unlawful"]++;
        if ((cardFaults(boxes).length === 0) !== isGood) differ.push(`changed: ${boxes.join(" | ")}`);
      }
      expect(differ.slice(0, 3)).toEqual([]);
      expect(seen.unlawful).toBeGreaterThan(CARDS / 2);
      expect(seen.lawful).toBeGreaterThan(CARDS / 100);
    },
    LIMIT_MS,
  );

  it(
    "win alike: the same rows with the same balls, the same bingo, the same that is lacking",
    () => {
      const dice = chance(runSeedNumber("balls of a game"));
      const seen = { lines: 0, bingos: 0 };
      const differ: string[] = [];
      for (let card = 0; card < CARDS; card++) {
        const sheet = print(dice);
        const machine = Array.from({ length: 90 }, (_, at) => at + 1);
        const drawn = Array.from(
          { length: 25 + dice(66) },
          () => machine.splice(dice(machine.length), 1)[0] ?? 0,
        );
        const paper = strike(sheet, drawn);
        const rows = sheet.map((row) => row.filter((number) => number > 0)) as unknown as CardRows;
        const [line, bingo] = [checkCard(rows, "line", drawn), checkCard(rows, "bingo", drawn)];
        const table = [
          line.rows.map(({ row, ball, at }) => `${row}:${ball}@${at}`).join(" "),
          String(line.holds),
          bingo.bingo === null ? "none" : `${bingo.bingo.ball}@${bingo.bingo.at}`,
          String(bingo.holds),
          `${line.lacks.length} ${bingo.lacks.length}`,
        ].join(", ");
        const open = paper.open.reduce((sum, count) => sum + count, 0);
        const second = [
          paper.rows.join(" "),
          String(paper.rows.length > 0),
          paper.card ?? "none",
          String(paper.card !== null),
          `${Math.min(...paper.open)} ${open}`,
        ].join(", ");
        if (table !== second) differ.push(`${rows.join(" | ")} after ${drawn.join(" ")}: ${table}; ${second}`);
        if (line.holds) seen.lines++;
        if (bingo.holds) seen.bingos++;
      }
      expect(differ.slice(0, 3)).toEqual([]);
      expect(seen.lines).toBeGreaterThan(CARDS / 10);
      expect(seen.bingos).toBeGreaterThan(CARDS / 100);
    },
    LIMIT_MS,
  );

  it("come out of a printer's file as they went in", () => {
    const dice = chance(runSeedNumber("a printer's file"));
    const sheets = Array.from({ length: volume(50, 20_000) }, () => print(dice));
    const lines = sheets.map(
      (sheet, at) =>
        `${at + 1}: ${sheet.map((row) => row.filter((number) => number > 0).join(" ")).join(" | ")}`,
    );
    const read = readSeries(
      ["tirada-bingo-cards/1", "series: Q", `cards: ${lines.length}`, ...lines].join("\n"),
    );
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const numbers = sheets.map((sheet) => sheet.map((row) => row.filter((number) => number > 0)));
    expect(numbers.map((_, at) => read.series.cards.get(at + 1))).toEqual(numbers);
  });
});
