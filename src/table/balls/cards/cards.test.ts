import { describe, expect, it } from "vitest";
import { randomFrom, type RandomSource } from "../../../time/random-source.ts";
import { checkCard, type Claim } from "./called-card.ts";
import { BALLS, cardFaults, columnOf, type CardRows } from "./card.ts";
import { CARDS_MAX, readSeries } from "./series-file.ts";
import { notSold, soldCount, soldFault } from "./sold-cards.ts";
import { typedCard } from "./typed-card.ts";

const CARD: CardRows = [
  [4, 16, 30, 57, 73],
  [9, 28, 34, 60, 85],
  [12, 39, 47, 66, 90],
];
const textOf = (rows: readonly (readonly number[])[]): string => rows.map((row) => row.join(" ")).join(" | ");
const fileOf = (...lines: readonly string[]): string =>
  ["tirada-bingo-cards/1", "series: A", `cards: ${lines.length}`, ...lines, ""].join("\n");
const problemsOf = (text: string): readonly string[] => {
  const read = readSeries(text);
  return read.ok ? [] : read.problems.map(({ line, message }) => `${line}: ${message}`);
};

/** A card by the law: a number in every column, and the other six where three rows of five have place for them. */
function dealtCard(random: RandomSource): CardRows {
  for (;;) {
    const rows: number[][] = [[], [], []];
    const left = Array.from({ length: BALLS }, (_, at) => at + 1);
    while (rows.some(({ length }) => length < 5) && left.length > 0) {
      const [number = 0] = left.splice(random.below(left.length), 1);
      const row = rows.find(
        (one) => one.length < 5 && !one.some((other) => columnOf(other) === columnOf(number)),
      );
      row?.push(number);
    }
    if (cardFaults(rows).length === 0) return rows as unknown as CardRows;
  }
}

function shuffled(random: RandomSource): readonly number[] {
  const balls = Array.from({ length: BALLS }, (_, at) => at + 1);
  return Array.from({ length: BALLS }, () => balls.splice(random.below(balls.length), 1)).flat();
}

/** The same answer by another way: a marker that goes ball by ball, as a player does. */
function marked(
  rows: CardRows,
  claim: Claim,
  order: readonly number[],
): { readonly madeAt: number | null; readonly lacks: number } {
  const open = rows.map((row) => new Set(row));
  let madeAt: number | null = null;
  order.forEach((number, index) => {
    for (const row of open) row.delete(number);
    const left =
      claim === "bingo"
        ? open.reduce((sum, { size }) => sum + size, 0)
        : Math.min(...open.map(({ size }) => size));
    if (left === 0 && madeAt === null) madeAt = index + 1;
  });
  const lacks =
    claim === "bingo"
      ? open.reduce((sum, { size }) => sum + size, 0)
      : Math.min(...open.map(({ size }) => size));
  return { madeAt, lacks };
}

describe("a card", () => {
  it("has fifteen numbers in three rows of five, and no column without one", () => {
    expect(cardFaults(CARD)).toEqual([]);
    expect(cardFaults([CARD[0], CARD[1]])).toEqual(["a card has 3 rows, not 2"]);
    expect(cardFaults(CARD.with(2, [12, 39, 47, 66]))).toEqual(["row 3 has 4 numbers: a row has 5"]);
    expect(cardFaults(CARD.with(2, [12, 39, 47, 66, 91]))).toEqual(["91 is the number of no ball: 1 to 90"]);
    expect(cardFaults(CARD.with(2, [4, 16, 30, 57, 73]))).toEqual(
      [4, 16, 30, 57, 73].map((number) => `${number} stands there twice`),
    );
    expect(cardFaults(CARD.with(2, [12, 35, 39, 66, 90]))).toEqual([
      "row 3 has two numbers in the column of 39",
      "column 5 is empty",
    ]);
  });
});

describe("a called card", () => {
  it("says which ball made the line, and how many came since", () => {
    const order = [4, 16, 1, 30, 57, 73, 2, 3];
    expect(checkCard(CARD, "line", order)).toEqual({
      holds: true,
      rows: [{ row: 1, ball: 73, at: 6 }],
      bingo: null,
      lacks: [],
      since: 2,
    });
    expect(checkCard(CARD, "line", order.slice(0, 5))).toMatchObject({
      holds: false,
      lacks: [73],
      since: null,
    });
    expect(checkCard(CARD, "bingo", order)).toMatchObject({
      holds: false,
      lacks: [9, 28, 34, 60, 85, 12, 39, 47, 66, 90],
    });
    expect(checkCard(CARD, "bingo", CARD.flat())).toMatchObject({
      holds: true,
      bingo: { ball: 90, at: 15 },
      since: 0,
    });
  });

  it("is what a player who marks ball by ball comes to", () => {
    const random = randomFrom("cards of bingo");
    for (let at = 0; at < 1_500; at++) {
      const rows = dealtCard(random);
      const order = shuffled(random).slice(0, 20 + random.below(71));
      for (const claim of ["line", "bingo"] as const) {
        const { holds, lacks, since } = checkCard(rows, claim, order);
        const { madeAt, lacks: open } = marked(rows, claim, order);
        expect([holds, lacks.length, since]).toEqual([
          madeAt !== null,
          open,
          madeAt === null ? null : order.length - madeAt,
        ]);
      }
    }
  });
});

describe("a printer's file", () => {
  it("is read", () => {
    const read = readSeries(`# from the printer\n\n${fileOf(`1: ${textOf(CARD)}`)}`);
    expect(read).toMatchObject({ ok: true, series: { name: "A", size: 1 } });
    expect(read.ok && read.series.cards.get(1)).toEqual(CARD);
  });

  it("is refused with the line of what is wrong", () => {
    const card = `1: ${textOf(CARD)}`;
    expect(problemsOf("")).toEqual(["1: the first line must be tirada-bingo-cards/1"]);
    expect(problemsOf("tirada-bingo-cards/1\n")).toEqual([
      "1: the second line must be series: and its name, e.g. series: A",
    ]);
    expect(problemsOf("tirada-bingo-cards/1\nseries: A\nnumber: 3")).toEqual([
      "3: the third line must be cards: and how many there are, e.g. cards: 6000",
    ]);
    expect(problemsOf(fileOf(card.replace(" 90", "")))).toEqual([
      "4: card 1: row 3 has 4 numbers: a row has 5",
    ]);
    expect(problemsOf(fileOf(card, `2: ${textOf(CARD.toReversed())}`))).toEqual([
      "5: card 2 is equal to card 1",
    ]);
    expect(problemsOf(fileOf(card, card))[0]).toBe("5: card 1 stands in line 4 too");
    expect(problemsOf(fileOf("x"))[0]).toMatch(/^4: a card is its number and three rows/);
    expect(problemsOf(fileOf(card).replace("cards: 1", "cards: 3"))).toEqual([
      "4: card 2 is missing, and 1 more",
    ]);
    expect(problemsOf(fileOf(card).replace("cards: 1", "cards: 2000000"))).toEqual([
      `3: a series has ${CARDS_MAX} cards at most, and this one 2000000`,
    ]);
    expect(problemsOf("1: 1 ".repeat(2_000_000))[0]).toMatch(/^1: the file has 10000000 characters/);
  });

  it("never throws, whatever is in it", () => {
    const random = randomFrom("files of cards");
    const whole = fileOf(`1: ${textOf(CARD)}`);
    for (let at = 0; at < 300; at++) {
      const where = random.below(whole.length);
      const cut =
        whole.slice(0, where) + String.fromCodePoint(random.below(256)) + whole.slice(where + random.below(4));
      const read = readSeries(cut);
      if (read.ok) for (const rows of read.series.cards.values()) expect(cardFaults(rows)).toEqual([]);
    }
  });
});

describe("a card that is typed or scanned", () => {
  const a = { series: "A", size: 6_000 };
  const all = [a, { series: "A-2", size: 90 }];
  const read = (text: string): unknown => {
    const one = typedCard(text, a, all);
    return one.is === "card" ? `${one.series} ${one.card}` : one.is;
  };

  it("has all its digits, or names its series", () => {
    expect(["0012", "000012", "6000", "A12", "a000012", "A-0012", "A 12", "A-2/7", "A-2 12"].map(read)).toEqual(
      ["A 12", "A 12", "A 6000", "A 12", "A 12", "A 12", "A 12", "A-2 7", "A-2 12"],
    );
  });

  it("is named where it is none", () => {
    expect(["12", "001", "0000", "6001", "B12", "A", "A-", "A-91x", "A-212", "", "é12"].map(read)).toEqual([
      "few",
      "few",
      ...Array.from({ length: 9 }, () => "unknown"),
    ]);
  });
});

describe("the cards of a game", () => {
  const first = { series: "A", from: 4_001, to: 6_000 };
  it("are of two series at most, and no two are equal", () => {
    expect(soldFault([first])).toBeNull();
    expect(soldFault([first, { series: "B", from: 1, to: 4_000 }])).toBeNull();
    expect(soldFault([first, { series: "B", from: 1, to: 4_001 }])).toBe("second-too-far");
    expect(soldFault([first, { series: "B", from: 2, to: 20 }])).toBe("second-from-one");
    expect(soldFault([first, { series: "A", from: 1, to: 20 }])).toBe("same-series");
    expect(soldFault([])).toBe("no-cards");
    expect(soldFault([{ series: "A", from: 9, to: 8 }])).toBe("no-cards");
    expect(soldCount([first, { series: "B", from: 1, to: 10 }])).toBe(2_010);
  });

  it("are those that can win", () => {
    expect(notSold({ series: "A", card: 4_002 }, [first])).toBeNull();
    expect(notSold({ series: "A", card: 3_999 }, [first])).toBe("card-not-sold");
    expect(notSold({ series: "B", card: 1 }, [first])).toBe("series-not-sold");
  });
});
