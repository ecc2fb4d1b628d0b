import { expect, it, test } from "vitest";
import { randomFrom } from "../time/random-source.ts";
import { runSeed, volume } from "../../test/support/volume.ts";
import type { PlayedRound } from "./played-rounds.ts";
import { layOut, roadsOf, ROWS, type Roads, type Trend } from "./roads.ts";

/**
 * The roads are held against three things: boards of the big road that are published with the results that they were drawn from (below),
 * the three derived roads worked by hand from the published rules, and a second computation of any shoe.
 *
 * A shoe published with all four roads as they are drawn, by a casino or the maker of a display, in a form that can be read cell by cell,
 * was looked for and not found: the rules named in `roads.ts` are explained by photographs of displays alone, whose results are not given;
 * the package baccarat-engine 1.1.5 (ISC) gives results and big eye boys in its tests, of which three of five contradict the rule that
 * its own source states.
 */

/** `B`, `P`, `T`: who won; `-`: a round that is void. */
function roundsOf(letters: string): readonly PlayedRound[] {
  return letters.split("").map((letter, at) => {
    const results =
      letter === "T" ? [{ of: "round", is: "ties" }] : [{ of: letter === "B" ? "banca" : "punto", is: "wins" }];
    return {
      round: at + 1,
      at: "2026-01-01T00:00:00.000Z",
      shoe: 1,
      standing: letter === "-" ? "void" : "certified",
      isOverruled: false,
      outcome: letter === "-" ? null : { of: "cards", results, cards: [], totals: {} },
    };
  });
}

const roads = (letters: string): Roads => roadsOf(roundsOf(letters), "punto");
const word = (cells: readonly { readonly trend: Trend }[]): string =>
  cells.map(({ trend }) => trend[0]).join("");

/**
 * The second computation: the three roads as the published rules tell a player to draw them by hand, looking at the cells of the big road
 * and at nothing else.
 */
function drawnByHand(letters: string, back: number): string {
  const columns: string[][] = [];
  let drawn = "";
  for (const letter of letters.replace(/[^BP]/g, "")) {
    const column = columns.at(-1);
    if (column?.[0] === letter) column.push(letter);
    else columns.push([letter]);
    const [at, row] = [columns.length - 1, (columns.at(-1)?.length ?? 0) - 1];
    const isThere = (columnAt: number, rowAt: number): boolean => columns[columnAt]?.[rowAt] !== undefined;
    // The first sign stands for the second round of column `back + 1`, or else for the first of the next column.
    if (at < back || (at === back && row === 0)) continue;
    if (row > 0) drawn += isThere(at - back, row) === isThere(at - back, row - 1) ? "r" : "b";
    else drawn += columns[at - 1]!.length === columns[at - 1 - back]!.length ? "r" : "b";
  }
  return drawn;
}

it("the roads of a shoe that was drawn by hand", () => {
  const shoe = roads("TBBPTPPB-BBBPBPPTBBBBBBBBP");
  expect(shoe.leadingTies).toBe(1);
  const drawn = shoe.big.map(
    ({ column, row, winner, ties }) => `${column}/${row}${winner[0]}${"t".repeat(ties)}`,
  );
  // Eight in a row: the column turns at the foot.
  expect(drawn.join(" ")).toBe(
    "0/0b 0/1b 1/0pt 1/1p 1/2p 2/0b 2/1b 2/2b 2/3b 3/0p 4/0b 5/0p 5/1pt " +
      "6/0b 6/1b 6/2b 6/3b 6/4b 6/5b 7/5b 8/5b 7/0p",
  );
  expect([word(shoe.bigEye), word(shoe.small), word(shoe.cockroach)]).toEqual([
    "rbbrrbbbrbbrbrrrrrb",
    "rbrbbbbbbrrrrrrb",
    "bbrbbrrrrrrb",
  ]);
  expect(shoe.tally).toEqual({ player: 7, bank: 15, ties: 3, playerPairs: 0, bankPairs: 0, naturals: 0 });
  expect(shoe.beads.find(({ marks }) => marks.length > 0)).toMatchObject({
    round: 8,
    marks: [{ round: 9, standing: "void" }],
  });
});

/**
 * Boards as PyBaccarat 0.18 publishes them with the results that they were drawn from (George L. Fulk, MIT licence,
 * github.com/fulkgl/PyBaccarat, tests/test_scoreboard.py: test_basics, test_9116_slide, test_91176_slide): columns that turn at the foot,
 * and before another's tail.
 */
const PUBLISHED: readonly (readonly [results: string, ...rows: readonly string[]])[] = [
  ["PPBBBBBB", "PB", "PB", " B", " B", " B", " B"],
  ["PPBBBBBBBB", "PB", "PB", " B", " B", " B", " BBB"],
  ["PPPPPPPPPBPBBBBB", "PBPB", "P  B", "P  B", "P  B", "P  B", "PPPP"],
  ["PPPPPPPPPBPBBBBBB", "PBPB", "P  B", "P  B", "P  B", "P  BB", "PPPP"],
  ["PPPPPPPPPBPBBBBBBBPPPP", "PBPBP", "P  BP", "P  BP", "P  BP", "P  BBB", "PPPP"],
  ["PPPPPPPPPBPBBBBBBBPPPPPPP", "PBPBP", "P  BP", "P  BP", "P  BPPPP", "P  BBB", "PPPP"],
];

test.each(PUBLISHED)("the big road of %s is drawn as it is published, cell by cell", (results, ...rows) => {
  const board = Array.from({ length: ROWS }, () => Array<string>(10).fill(" "));
  for (const { column, row, winner } of roads(results).big) board[row]![column] = winner === "bank" ? "B" : "P";
  expect(board.map((cells) => cells.join("").trimEnd())).toEqual(rows);
});

/**
 * Worked by hand, cell by cell, from the rules that players are given with their score cards. A road looks 1 (big eye boy), 2 (small road)
 * or 3 (cockroach pig) columns back, and begins below the head of the column of that number, counted from 0, or at the next one's head. At
 * the head of a column: the column before it and the one so much further back, red where they are equally long, else blue. Further down:
 * the cell so many columns to the left and the one above that, red where both are there or both are not, else blue.
 *
 * The big road has the columns BB, PPP, B, P, BBBB, PP.
 */
const WORKED: readonly (readonly [at: string, bigEye: string, small: string, cockroach: string])[] = [
  ["0/0", "", "", ""],
  ["0/1", "", "", ""],
  ["1/0", "", "", ""],
  // 0/1 and 0/0 are there; then 0/2 is not and 0/1 is.
  ["1/1", "red", "", ""],
  ["1/2", "blue", "", ""],
  // 3 and 2.
  ["2/0", "blue", "", ""],
  // 1 and 3; 1 and 2.
  ["3/0", "blue", "blue", ""],
  // 1 and 1; 1 and 3; 1 and 2.
  ["4/0", "red", "blue", "blue"],
  // Beside it, three columns back, PPP goes on as far as 1/2.
  ["4/1", "blue", "blue", "red"],
  ["4/2", "red", "red", "red"],
  ["4/3", "red", "red", "blue"],
  // 4 and 1; 4 and 1; 4 and 3.
  ["5/0", "blue", "blue", "blue"],
  // 4/1 and 4/0 are there; 3/1 is not and 3/0 is; nor is 2/1, and 2/0 is.
  ["5/1", "red", "blue", "blue"],
];

it("each sign of the three roads, as it is worked by hand from the cells of the big road", () => {
  const letters = "BBPPPBPBBBBPP";
  const before = { bigEye: 0, small: 0, cockroach: 0 };
  for (const [round, [at, ...signs]] of WORKED.entries()) {
    const drawn = roads(letters.slice(0, round + 1));
    const cell = drawn.big.at(-1);
    expect(`${cell?.column}/${cell?.row}`).toBe(at);
    for (const [which, road] of (["bigEye", "small", "cockroach"] as const).entries()) {
      const added = drawn[road].slice(before[road]).map(({ trend }) => trend);
      expect([at, road, ...added]).toEqual([at, road, ...(signs[which] === "" ? [] : [signs[which]])]);
      before[road] = drawn[road].length;
    }
  }
  const placesOf = (road: Roads["bigEye"]): string =>
    road.map(({ column, row }) => `${column}/${row}`).join(" ");
  const { bigEye, small, cockroach } = roads(letters);
  expect([bigEye, small, cockroach].map(placesOf)).toEqual([
    "0/0 1/0 1/1 1/2 2/0 3/0 4/0 4/1 5/0 6/0",
    "0/0 0/1 0/2 1/0 1/1 2/0 2/1",
    "0/0 1/0 1/1 2/0 2/1 2/2",
  ]);
});

it("what has no result moves no bead, wherever it stands", () => {
  const { beads: _, marks, ...without } = roads("BPPTB");
  const { beads: __, marks: before, ...among } = roads("-B-P--PTB-");
  const numbered = (one: typeof without): unknown => ({
    ...one,
    big: one.big.map((cell) => ({ ...cell, round: 0 })),
  });
  expect(numbered(among)).toEqual(numbered(without));
  expect([marks.length, before.length]).toEqual([0, 1]);
});

it("pairs and naturals are of the first two cards, and of a card that was not read nothing is said", () => {
  const [one] = roundsOf("P");
  const dealt = (punto: readonly (string | null)[], banca: readonly (string | null)[], total: number): Roads =>
    roadsOf(
      [
        {
          ...one!,
          outcome: {
            of: "cards",
            results: [{ of: "punto", is: "wins" }],
            cards: [
              { hand: "punto", faces: punto },
              { hand: "banca", faces: banca },
            ],
            totals: { punto: total, banca: 2 },
          },
        },
      ],
      "punto",
    );
  const bead = (...of: Parameters<typeof dealt>): unknown => dealt(...of).beads[0];
  expect(bead(["4h", "4d"], ["Kh", "2d"], 8)).toMatchObject({
    pairs: { player: true, bank: false },
    isNatural: true,
  });
  expect(bead(["10h", "2d", "6c"], ["Kh", "Kd", "2c"], 8)).toMatchObject({
    pairs: { player: false, bank: true },
    isNatural: false,
  });
  expect(bead([null, "4d"], [null, null], 8)).toMatchObject({ pairs: { player: false, bank: false } });
});

test("at two cloths each has its own roads", () => {
  const round: PlayedRound = {
    ...roundsOf("P")[0]!,
    outcome: {
      of: "cards",
      results: [
        { of: "cloth-1", is: "wins" },
        { of: "cloth-2", is: "loses" },
      ],
      cards: [],
      totals: {},
    },
  };
  const winners = ["cloth-1", "cloth-2"].map((cloth) =>
    roadsOf([round], cloth).beads.map(({ winner }) => winner),
  );
  expect(winners).toEqual([["player"], ["bank"]]);
});

test("any shoe: the three roads are what a hand would draw, and the next look is what then comes", () => {
  const random = randomFrom(runSeed("roads"));
  for (let shoe = 0; shoe < volume(300, 10_000); shoe++) {
    const letters = Array.from({ length: random.below(90) }, () => random.pick("BBBBPPPPT-".split(""))).join(
      "",
    );
    const drawn = roads(letters);
    for (const [back, road] of [drawn.bigEye, drawn.small, drawn.cockroach].entries()) {
      const signs = word(road);
      expect(signs).toBe(drawnByHand(letters, back + 1));
      for (const [winner, letter] of [
        ["player", "P"],
        ["bank", "B"],
      ] as const) {
        const next = [drawn.next[winner].bigEye, drawn.next[winner].small, drawn.next[winner].cockroach][back];
        expect(signs + (next?.[0] ?? "")).toBe(drawnByHand(letters + letter, back + 1));
      }
    }
    for (const cells of [drawn.big, drawn.bigEye, drawn.small, drawn.cockroach]) {
      const places = cells.map(({ column, row }) => `${column}/${row}`);
      expect(new Set(places).size).toBe(places.length);
      expect(cells.every(({ row }) => row >= 0 && row < ROWS)).toBe(true);
    }
    expect(drawn.tally.player + drawn.tally.bank + drawn.tally.ties).toBe(letters.replaceAll("-", "").length);
  }
});

test("a column that meets another's tail turns before it", () => {
  const places = layOut(`${"B".repeat(8)}${"P".repeat(7)}${"B".repeat(2)}`.split(""), (sign) => sign);
  expect(
    places
      .slice(6)
      .map(({ column, row }) => `${column}/${row}`)
      .join(" "),
  ).toBe("1/5 2/5 1/0 1/1 1/2 1/3 1/4 2/4 3/4 2/0 2/1");
});
